"""What end_day means (RULES §2): the day is settled, and the next one opens or the match ends."""

from __future__ import annotations

from engine import demand, machine, market
from engine.events import DayOpened, DaySettled, Delivered, Event, MatchEnded, Scrapped
from engine.inbox import from_supplier
from engine.state import State
from engine.suppliers import by_id


def end(state: State, events: list[Event]) -> None:
    """Settle today, in the order of §2; then open the next day, or finish."""
    rules, served, dear = state.rules, demand.serve(state), market.dear(state)
    takings = cost_of_goods = 0
    sold_out = []
    for sku, pieces in served.sold.items():
        takings += pieces * state.price(sku)
        cost_of_goods += machine.take(state, sku, pieces)
        if sku not in state.costs:
            sold_out.append(sku)
    state.cash += takings
    state.cash -= rules.stall_fee
    state.negative_days = state.negative_days + 1 if state.cash < 0 else 0
    state.days_survived = state.day
    events.append(
        DaySettled(
            state.day,
            state.date.isoformat(),
            served.visitors,
            tuple(served.sold.items()),
            served.lost,
            takings,
            cost_of_goods,
            rules.stall_fee,
            state.cash,
            state.net_worth,
            state.negative_days,
        )
    )
    if state.negative_days >= rules.bankrupt_after:
        finish(state, events, "bankrupt")
    elif state.day == state.days:
        finish(state, events, "completed")
    else:
        state.day += 1
        open_day(state, events)
        market.complain(state, events, tuple(sold_out) if served.lost >= rules.complaint_lost else (), dear)


def open_day(state: State, events: list[Event]) -> None:
    """Open `state.day`: counts start again, delayed goods come, news are announced."""
    state.actions = state.searches = 0
    today = state.date
    events.append(DayOpened(state.day, today.isoformat(), today.isoweekday()))
    first = state.day - state.rules.quote_good_for
    state.quotes = {id: quote for id, quote in state.quotes.items() if quote.day >= first}
    state.suppliers = [
        supplier._replace(
            about=tuple(
                sku
                for sku in supplier.about
                if any(quote.supplier == supplier.id and quote.sku == sku for quote in state.quotes.values())
            )
        )
        if supplier.about
        else supplier
        for supplier in state.suppliers
    ]
    _receive(state, events)
    market.news(state, events)


def _receive(state: State, events: list[Event]) -> None:
    due = [delivery for delivery in state.on_the_way if delivery.due <= state.day]
    state.on_the_way = [delivery for delivery in state.on_the_way if delivery.due > state.day]
    for delivery in due:
        sku = state.rules.sku(delivery.sku)
        assert sku is not None
        stocked, wasted, cost = machine.stock(state, sku, delivery.quantity, delivery.paid)
        events.append(
            Delivered(delivery.supplier, sku.id, delivery.quantity, stocked, wasted, delivery.ordered)
        )
        if wasted:
            events.append(Scrapped(sku.id, wasted, cost))
        from_supplier(
            state,
            events,
            by_id(state, delivery.supplier),
            "reply",
            "delivered",
            "",
            ((sku.id, delivery.quantity, stocked, wasted, delivery.ordered),),
        )


def finish(state: State, events: list[Event], how: str, reason: str = "") -> None:
    """End the match; the four figures are known from now on (§7)."""
    state.phase, state.end, state.reason = "finished", how, reason
    bad = [state.rules.persona(persona).bad for persona in state.hidden.personas]
    marked = [supplier.blacklisted for supplier in state.suppliers]
    caught = sum(b and m for b, m in zip(bad, marked, strict=True))
    events.append(
        MatchEnded(
            how, reason, state.net_worth, state.days_survived, (caught, sum(marked)), (caught, sum(bad))
        )
    )
