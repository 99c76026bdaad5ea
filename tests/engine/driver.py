"""How the engine's tests play: short calls, checked at every step against what must always hold."""

from __future__ import annotations

import json
from typing import Any

import engine
from engine.state import State

RULES = engine.load("clawvend-0.7")


def start(days: int = 30, world: str = "w", match: str = "m", date: str | None = None) -> State:
    return engine.new_match(RULES, days, world, match, date)[0]


def call(state: State, tool: str, **arguments: Any) -> tuple[State, dict[str, Any]]:
    """One call: the next state and its outcome. Checks that the step is pure, that freezing loses nothing,
    and that the frame's patch turns the board before into the board after."""
    arguments = {("from" if key == "sender" else key): value for key, value in arguments.items()}
    frozen = engine.freeze(state)
    after, events = engine.apply(state, engine.read_action(tool, arguments))
    assert engine.freeze(state) == frozen, "apply changed the state that it was given"
    assert engine.freeze(engine.thaw(engine.freeze(after))) == engine.freeze(after)
    frame = engine.frame(after, events, state)
    shown = frame["board"] if "board" in frame else merged(engine.frame(state, [])["board"], frame["patch"])
    assert shown == engine.frame(after, [])["board"], "the patch does not lead to the board"
    json.dumps(frame, allow_nan=False)
    return after, engine.outcome(events)


def merged(target: Any, patch: Any) -> Any:
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    target = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            target.pop(key, None)
        else:
            target[key] = merged(target.get(key), value)
    return target


def cents(amount: str) -> int:
    sign, digits = (-1, amount[1:]) if amount.startswith("-") else (1, amount)
    whole, part = digits.split(".")
    return sign * (int(whole) * 100 + int(part))


def supplier(state: State, persona: str) -> str:
    """The id of the supplier of this persona: tests may look behind the door."""
    return f"s{state.hidden.personas.index(persona) + 1}"


def quote(state: State, persona: str, sku: str = "cola") -> tuple[State, dict[str, Any]]:
    """Ask the supplier of this persona for today's price of a SKU."""
    who = supplier(state, persona)
    state, _ = call(state, "send_email", to=who, body=f"Please quote {sku.replace('_', ' ')}.")
    found = [q for q in engine.for_agent(state)["quotes"] if q["supplier"] == who and q["sku"] == sku]
    return state, found[-1]


def days_on(state: State, days: int) -> State:
    for _ in range(days):
        state, _ = call(state, "end_day")
    return state
