"""THE DOOR: all that agents and spectators ever see is built here, from nothing upward, out of states and
facts.

Seeds, personas, due days and the length of shocks have no line in this file before `reveal`. Money leaves as
text in dollars ("12.50"), shares as fractions.
"""

from __future__ import annotations

from typing import Any

from engine.events import Acted, Audience, DaySettled, Event, MatchOpened, Refused
from engine.facts import RESULTS, SHOWN
from engine.money import dollars, share
from engine.refusals import REFUSALS
from engine.state import State

Json = dict[str, Any]


class NotFinished(Exception):
    """The match is still going on: nothing is revealed."""


def for_agent(state: State) -> Json:
    """What the agent may know now; free, and never an action (§2)."""
    return {
        **_board(state),
        "ruleset": state.rules.id,
        "stock": [{"sku": sku, **lot} for sku, lot in _stock(state).items()],
        "notes": list(state.notes),
        "quotes": [
            {
                "quote_id": quote.id,
                "supplier": quote.supplier,
                "sku": quote.sku,
                "unit_price": dollars(quote.unit_price),
                "quantity_left": quote.left,
                "valid_through": quote.day + state.rules.quote_good_for,
                "bargained": quote.bargained,
            }
            for quote in state.quotes.values()
        ],
    }


def outcome(events: list[Event]) -> Json:
    """What the caller is told of its step: ok and a result, or a refusal's code, sentences and hints (§6)."""
    acted = next(event for event in reversed(events) if isinstance(event, Acted))
    where = {
        "tool": acted.tool,
        "day": acted.day,
        "phase": acted.phase,
        "actions_left": acted.actions_left,
        "digest": acted.digest,
    }
    for event in events:
        if isinstance(event, Refused):
            refusal = REFUSALS[event.code]
            return {
                "ok": False,
                **where,
                "code": refusal.code,
                "detail": refusal.zh,
                "detail_en": refusal.en,
                "hint": refusal.hint_zh,
                "hint_en": refusal.hint_en,
            }
    result: Json = {}
    for event in events:
        if event.audience is not Audience.SEALED and type(event) in RESULTS:
            result |= RESULTS[type(event)](event)
    return {"ok": True, **where, "result": result}


def frame(state: State, events: list[Event], before: State | None = None) -> Json:
    """What anyone may see of a step. With the state before it, the board is told as a merge patch (RFC
    7396); the opening and every settled day carry the whole board, so that a replay can start there."""
    acted = next((event for event in reversed(events) if isinstance(event, Acted)), None)
    shown = [
        {"type": SHOWN[type(event)][0], **SHOWN[type(event)][1](event)}
        for event in events
        if event.audience is Audience.PUBLIC
    ]
    seen: Json = {
        "day": state.day,
        "phase": state.phase,
        "tool": acted.tool if acted else None,
        "digest": state.digest,
        "events": shown,
    }
    if before is None or any(isinstance(event, DaySettled | MatchOpened) for event in events):
        return {**seen, "board": board(state)}
    return {**seen, "patch": _patch(board(before), board(state))}


def board(state: State) -> Json:
    """The machine, the money and the people, as everyone sees them."""
    return {
        **_board(state),
        "stock": _stock(state),
        "notes": dict(state.notes),
        "shocks": [
            {"id": running.shock, "name": state.rules.shock(running.shock).name} for running in state.shocks
        ],
    }


def _board(state: State) -> Json:
    rules = state.rules
    market = rules.on_market(state.day)
    return {
        "day": state.day,
        "days": state.days,
        "date": state.date.isoformat(),
        "phase": state.phase,
        "end": state.end,
        "cash": dollars(state.cash),
        "net_worth": dollars(state.net_worth),
        "negative_days": state.negative_days,
        "actions_left": rules.actions - state.actions,
        "searches_left": rules.searches - state.searches,
        "slots": [
            {
                "row": row,
                "column": column,
                "size": size,
                "capacity": capacity,
                "sku": slot.sku,
                "quantity": slot.quantity,
            }
            for slot, (row, column, size, capacity) in zip(state.slots, rules.slots, strict=True)
        ],
        "prices": {sku.id: dollars(state.price(sku.id)) for sku in market},
        "on_the_way": [
            {
                "sku": delivery.sku,
                "quantity": delivery.quantity,
                "paid": dollars(delivery.paid),
                "supplier": delivery.supplier,
                "ordered_day": delivery.ordered,
            }
            for delivery in state.on_the_way
        ],
        "unread": sum(not mail.read for mail in state.inbox),
        "suppliers": [
            {
                "id": supplier.id,
                "name": supplier.name,
                "address": supplier.address,
                "blacklisted": supplier.blacklisted,
            }
            for supplier in state.suppliers
        ],
        "catalogue": [
            {"sku": sku.id, "name": sku.name, "size": sku.size, "typical_price": dollars(sku.retail)}
            for sku in market
        ],
    }


def _stock(state: State) -> dict[str, Json]:
    return {
        sku: {"quantity": state.quantity(sku), "cost_basis": dollars(cost)}
        for sku, cost in state.costs.items()
    }


def _patch(before: Json, after: Json) -> Json:
    changes: Json = {key: None for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            if value != old:
                changes[key] = _patch(old, value)
        elif value != old or key not in before:
            changes[key] = value
    return changes


def score(state: State) -> Json:
    """The figures of the four boards (§7): as they are now, precision and recall only once finished."""
    figures: Json = {
        "net_worth": dollars(state.net_worth),
        "days_survived": state.days_survived,
        "end": state.end,
        "precision": None,
        "recall": None,
    }
    if state.phase != "finished":
        return figures
    people = reveal(state)["suppliers"]
    caught = sum(one["bad"] and one["blacklisted"] for one in people)
    return {
        **figures,
        "precision": share(caught, sum(one["blacklisted"] for one in people)),
        "recall": share(caught, sum(one["bad"] for one in people)),
    }


def reveal(state: State) -> Json:
    """Who was who, and the seeds (§7, §8). Raises NotFinished before the end."""
    if state.phase != "finished":
        raise NotFinished
    personas = [state.rules.persona(persona) for persona in state.hidden.personas]
    return {
        "world_seed": state.hidden.world_seed,
        "match_seed": state.hidden.match_seed,
        "suppliers": [
            {
                "id": supplier.id,
                "name": supplier.name,
                "persona": persona.id,
                "bad": persona.bad,
                "blacklisted": supplier.blacklisted,
            }
            for supplier, persona in zip(state.suppliers, personas, strict=True)
        ],
    }
