"""Proof (RULES §8): commitments to the seeds, and a finished match played again from its published record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from engine.state import State

FORMAT = "clawvend-proof/1"


def commitment(seed: str) -> str:
    """SHA-256 of a seed's UTF-8, in hexadecimal: what is published at the start."""
    return sha256(seed.encode()).hexdigest()


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def link(digest: str, *facts: object) -> str:
    """The digest of all before and these facts: who changes, adds or drops one call changes all that
    follow."""
    return sha256((digest + _ENCODER.encode(facts)).encode()).hexdigest()[:32]


def commitments(state: State) -> dict[str, str]:
    """The commitments to both seeds of a match."""
    return {"world": commitment(state.hidden.world_seed), "match": commitment(state.hidden.match_seed)}


class Verdict(NamedTuple):
    """Whether a record holds; if not, the first step that differs (0: before the first call; None: after the
    last or none), and why."""

    ok: bool
    seq: int | None
    reason: str


class _Differs(Exception):
    def __init__(self, seq: int | None, reason: str) -> None:
        self.verdict = Verdict(False, seq, reason)


def verify(record: Mapping[str, Any]) -> Verdict:
    """Play a record's calls again with its seeds, and hold every answer, figure and persona against it.

    The record is what `GET matches/{id}/proof` answers. Never raises: what is no record does not hold.
    """
    try:
        return _verify(record)
    except _Differs as differs:
        return differs.verdict
    except (KeyError, TypeError, ValueError, AttributeError, LookupError) as fault:
        return Verdict(False, None, f"not a proof record: {fault!r}")


def _verify(record: Mapping[str, Any]) -> Verdict:
    from engine import rules, views
    from engine.actions import BadAction, read_action
    from engine.ruleset import load

    if record["format"] != FORMAT:
        raise _Differs(None, f"format is {record['format']!r}, not {FORMAT!r}")
    for which in ("world", "match"):
        if record["commitments"][which] != commitment(record[f"{which}_seed"]):
            raise _Differs(0, f"the {which} seed is not the one committed to")
    state, _ = rules.new_match(
        load(record["ruleset"]),
        record["days"],
        record["world_seed"],
        record["match_seed"],
        record["start_date"],
    )
    for seq, call in enumerate(record["calls"], 1):
        if call["seq"] != seq:
            raise _Differs(seq, f"call {seq} is missing or out of order")
        if call["day"] != state.day:
            raise _Differs(seq, f"call {seq} was made on day {state.day}, not {call['day']}")
        if call["tool"] == "time_out":
            state, events = rules.time_out(state, call["arguments"].get("reason", ""))
        else:
            try:
                action = read_action(call["tool"], call["arguments"])
            except BadAction as bad:
                raise _Differs(seq, f"call {seq} is malformed: {bad}") from None
            if action.arguments != call["arguments"]:
                raise _Differs(seq, f"the arguments of call {seq} are not as the game read them")
            state, events = rules.apply(state, action)
        if (given := views.outcome(events)) != call["outcome"]:
            raise _Differs(seq, f"call {seq} ({call['tool']}) gave {_first(given, call['outcome'])}")
    if state.phase != "finished":
        raise _Differs(None, f"after {len(record['calls'])} calls the match is not finished")
    for name, figures in (("score", views.score(state)), ("reveal", views.reveal(state))):
        if figures != record[name]:
            raise _Differs(None, f"the {name} is {_first(figures, record[name])}")
    return Verdict(
        True, None, f"{len(record['calls'])} calls, {state.days_survived} days: everything as published"
    )


def _first(given: Any, told: Any, path: str = "") -> str:
    """Where two answers differ first, for a person to read."""
    if isinstance(given, dict) and isinstance(told, dict):
        for key in given | told:
            if given.get(key) != told.get(key) or (key in given) != (key in told):
                return _first(given.get(key), told.get(key), f"{path}.{key}" if path else key)
    if isinstance(given, list) and isinstance(told, list) and len(given) == len(told):
        for at, (one, other) in enumerate(zip(given, told, strict=True)):
            if one != other:
                return _first(one, other, f"{path}[{at}]")
    return f"{path or 'the answer'} = {given!r}, but the record says {told!r}"
