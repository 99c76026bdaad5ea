"""A whole match in one process: a bot against the engine, as a record that `verify` accepts."""

from __future__ import annotations

from datetime import date
from typing import Any

from engine import proof, views
from engine.actions import read_action
from engine.bots import Bot
from engine.rules import apply, new_match
from engine.ruleset import Ruleset
from engine.state import State


def play(
    bot: Bot,
    rules: Ruleset,
    days: int,
    world_seed: str,
    match_seed: str,
    start_date: date | str | None = None,
) -> tuple[State, list[dict[str, Any]], list[dict[str, Any]]]:
    """Play to the end. Returns the last state, all calls with their outcomes, and all frames with their
    numbers."""
    state, events = new_match(rules, days, world_seed, match_seed, start_date)
    frames = [{"seq": 0, "thought": "", **views.frame(state, events)}]
    calls: list[dict[str, Any]] = []
    last: dict[str, Any] | None = None
    while state.phase == "open":
        action = read_action(*bot.step(views.for_agent(state), last))
        before, (state, events) = state, apply(state, action)
        last = views.outcome(events)
        calls.append(
            {
                "seq": len(calls) + 1,
                "day": before.day,
                "tool": action.tool,
                "arguments": action.arguments,
                "thought": action.thought,
                "outcome": last,
            }
        )
        frames.append({"seq": len(calls), "thought": action.thought, **views.frame(state, events, before)})
    return state, calls, frames


def record(state: State, calls: list[dict[str, Any]]) -> dict[str, Any]:
    """The published record of a finished match."""
    shown = views.reveal(state)
    return {
        "format": proof.FORMAT,
        "ruleset": state.rules.id,
        "days": state.days,
        "start_date": state.start.isoformat(),
        "world_seed": shown["world_seed"],
        "match_seed": shown["match_seed"],
        "commitments": proof.commitments(state),
        "calls": [
            {key: call[key] for key in ("seq", "day", "tool", "arguments", "outcome")} for call in calls
        ],
        "score": views.score(state),
        "reveal": shown,
    }
