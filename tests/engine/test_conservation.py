"""Whatever an agent calls, in whatever order: money is conserved to the cent, and stock keeps its bounds
(RULES §2, §3)."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from engine.events import DaySettled, Event, Restocked, Scrapped
from engine.state import State
from tests.engine.driver import RULES, start

SKUS = [sku.id for sku in RULES.skus]
PEOPLE = [f"s{n}" for n in range(1, 6)]
SENTENCES = [
    "可乐和水多少钱",
    "please quote all your prices",
    "便宜10%行吗",
    "cola 2.5 each?",
    "我要 20 罐可乐",
    "退款！",
    "hi",
    "打七折",
]

calls = st.one_of(
    st.tuples(
        st.just("send_email"),
        st.fixed_dictionaries({"to": st.sampled_from(PEOPLE), "body": st.sampled_from(SENTENCES)}),
    ),
    st.tuples(
        st.just("restock"),
        st.fixed_dictionaries(
            {"quote_id": st.integers(0, 40), "quantity": st.integers(1, 120), "dry_run": st.booleans()}
        ),
    ),
    st.tuples(
        st.just("set_price"),
        st.fixed_dictionaries(
            {
                "sku": st.sampled_from(SKUS),
                "price": st.sampled_from(["0.01", "2.00", "6.00", "9.00", "20.00", "240.00"]),
            }
        ),
    ),
    st.tuples(st.just("end_day"), st.just({})),
    st.tuples(st.just("web_search"), st.fixed_dictionaries({"query": st.sampled_from(["", "cola", "薯片"])})),
    st.tuples(st.just("read_inbox"), st.fixed_dictionaries({"limit": st.integers(1, 100)})),
    st.tuples(
        st.just("note_to_self"),
        st.fixed_dictionaries({"key": st.sampled_from("abc"), "value": st.text(max_size=20)}),
    ),
    st.tuples(st.just("blacklist_supplier"), st.fixed_dictionaries({"supplier": st.sampled_from(PEOPLE)})),
)


def step(state: State, tool: str, arguments: dict) -> tuple[State, list[Event]]:
    if tool == "restock":
        offers = list(state.quotes)
        at = arguments["quote_id"]
        arguments = {**arguments, "quote_id": offers[at % len(offers)] if offers and at else "q1-invented"}
    try:
        action = engine.read_action(tool, arguments)
    except engine.BadAction:
        return state, []
    return engine.apply(state, action)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10_000), st.lists(calls, max_size=120))
def test_money_is_conserved_and_stock_keeps_its_bounds(seed, sequence):
    """A cent that appears or disappears would decide matches; so would a piece that fits nowhere or is sold
    twice."""
    state = start(world=str(seed), match=str(seed))
    takings = fees = cost_of_goods = charged = scrapped = bought = sold = wasted = 0
    for tool, arguments in sequence:
        used = state.actions
        state, events = step(state, tool, arguments)
        for event in events:
            if isinstance(event, DaySettled):
                takings, fees = takings + event.takings, fees + event.fee
                cost_of_goods += event.cost_of_goods
                sold += sum(pieces for _, pieces in event.sold)
            elif isinstance(event, Restocked):
                charged, bought = charged + event.charged_total, bought + event.quantity
            elif isinstance(event, Scrapped):
                scrapped, wasted = scrapped + event.cost, wasted + event.quantity
        if events and tool != "end_day":
            assert state.actions == min(used + 1, 50), "an action was lost or counted twice"
        coming = sum(delivery.paid for delivery in state.on_the_way)
        assert state.cash == 50_000 + takings - fees - charged
        assert sum(state.costs.values()) + coming + scrapped + cost_of_goods == charged
        for slot, (_, _, size, capacity) in zip(state.slots, RULES.slots, strict=True):
            assert 0 <= slot.quantity <= capacity
            assert (slot.sku is None) == (slot.quantity == 0)
            assert slot.sku is None or RULES.sku(slot.sku).size == size
        held = sum(slot.quantity for slot in state.slots) + sum(
            delivery.quantity for delivery in state.on_the_way
        )
        assert held + sold + wasted == bought
        assert all(cost >= 0 for cost in state.costs.values())
        assert set(state.costs) == {slot.sku for slot in state.slots if slot.sku}
        assert all(0 <= quote.left <= 300 for quote in state.quotes.values())
        assert engine.thaw(engine.freeze(state)) == state
