"""Golden playthroughs: matches of the house agents as a story that a person can read, and review as a diff.

python -m tests.engine.playthrough writes them anew into tests/engine/golden/.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import engine
from engine.play import play

GOLDEN = Path(__file__).parent / "golden"
STORIES = [("idle", 365, "7"), ("naive", 30, "7"), ("careful", 30, "7")]


def path(bot: str, days: int, seed: str) -> Path:
    return GOLDEN / f"{bot}-{days}-{seed}.txt"


def story(bot: str, days: int, seed: str) -> str:
    """A match, line by line: calls, what came of them, mails, and the reveal."""
    state, calls, frames = play(engine.BOTS[bot](), engine.load("clawvend-0.7"), days, seed, seed)
    lines = [f"{bot}, {days} days, seed {seed}", ""]
    lines += [line for event in frames[0]["events"] for line in told(event)]
    for call, frame in zip(calls, frames[1:], strict=True):
        arguments = {key: value for key, value in call["arguments"].items() if key not in ("body", "thought")}
        lines.append(f"> {call['tool']} {json.dumps(arguments, ensure_ascii=False)}")
        lines += [line for event in frame["events"] for line in told(event)]
    lines += [
        "",
        str(state),
        json.dumps(engine.score(state)),
        json.dumps(engine.reveal(state), ensure_ascii=False, indent=1),
    ]
    return "\n".join(lines) + "\n"


def told(event: dict[str, Any]) -> list[str]:
    """One public event."""
    kind, rest = (
        event["type"],
        {key: value for key, value in event.items() if key not in ("type", "body", "quotes", "intent")},
    )
    if kind == "mail_sent":
        return [
            f"  to {event['to']}: {event['subject']}",
            *indented(event["body"]),
            f"    = {json.dumps(event['intent'])}",
        ]
    if kind == "mail_arrived":
        return [
            f"  from {event['from_name']} ({event['kind']}): {event['subject']}",
            *indented(event["body"]),
        ]
    if kind == "day_opened":
        return ["", f"== day {event['day']}, {event['date']}, weekday {event['weekday']}"]
    return [
        f"  {kind} "
        + " ".join(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in rest.items())
    ]


def indented(text: str) -> list[str]:
    return [f"    | {line}".rstrip() for line in text.splitlines()]


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for one in STORIES:
        path(*one).write_text(story(*one), encoding="utf-8")
