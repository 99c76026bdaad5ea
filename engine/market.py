"""The market (RULES §3, §4, §6): searching it, new SKUs, shocks, and complaints of customers."""

from __future__ import annotations

from engine.chance import Stream
from engine.events import Event, Range, ShockBegan, ShockDrawn, SkuLaunched
from engine.inbox import CUSTOMERS, MARKET, announce
from engine.mail import find_skus
from engine.money import cents
from engine.ruleset import Sku
from engine.state import Running, State


def search(state: State, query: str) -> tuple[Range, ...]:
    """Price ranges of the SKUs that the query names, of all if it names none; the state is only read."""
    named = set(find_skus(query))
    market = state.rules.on_market(state.day)
    return tuple(_look_up(state, sku) for sku in [sku for sku in market if sku.id in named] or market)


def _look_up(state: State, sku: Sku) -> Range:
    draws = Stream(state.hidden.match_seed, f"match/search/day/{state.day}/{state.searches}/{sku.id}")
    return Range(sku.id, _range(state, draws, sku.wholesale), _range(state, draws, sku.retail))


def _range(state: State, draws: Stream, price: int) -> tuple[int, int]:
    noise, spread = state.rules.search_noise, state.rules.search_spread
    centre = price * draws.between(1 - noise, 1 + noise)
    return cents(centre * (1 - spread)), cents(centre * (1 + spread))


def news(state: State, events: list[Event]) -> None:
    """Launches and shocks of the day that opens: they happen, and are announced by mail."""
    for sku in state.rules.skus:
        if sku.launch == state.day and state.day > 1:
            events.append(SkuLaunched(sku.id, sku.name))
            announce(state, events, MARKET, "news", "launch", ((sku.id,),))
    draws = Stream(state.hidden.world_seed, f"world/day/{state.day}/shock")
    state.shocks = [running for running in state.shocks if running.last_day >= state.day]
    if draws.happens(state.rules.shock_chance):
        shock = state.rules.shocks[draws.weighted([shock.weight for shock in state.rules.shocks])]
        last_day = state.day + draws.whole(*shock.days) - 1
        state.shocks.append(Running(shock.id, last_day))
        events += (ShockBegan(shock.id, shock.name, float(shock.factor)), ShockDrawn(shock.id, last_day))
        announce(state, events, MARKET, "news", "shock", ((shock.id,),))


def dear(state: State) -> tuple[tuple[str, int], ...]:
    """The SKUs in stock that customers find dear, with their prices in cents."""
    above, below = state.rules.price_dear.as_integer_ratio()
    return tuple(
        (sku.id, price)
        for sku in state.rules.skus
        if (price := state.prices.get(sku.id, 0)) * below > above * sku.retail and state.quantity(sku.id)
    )


def complain(
    state: State, events: list[Event], sold_out: tuple[str, ...], dear: tuple[tuple[str, int], ...]
) -> None:
    """Customers write about the day before (§6)."""
    if sold_out:
        announce(state, events, CUSTOMERS, "complaint", "stockout", tuple((sku,) for sku in sold_out))
    if dear:
        announce(state, events, CUSTOMERS, "complaint", "dear", dear)
