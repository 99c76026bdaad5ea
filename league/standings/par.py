"""The par line of boards: how the house agents do in matches of the same ruleset and length.

Their results are in par.json, played beforehand on seeds of their own (`manage.py par`): a ruleset never
changes once it was played with, so neither does its par.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import engine
from league.standings.columns import hundredths, per_cent
from league.standings.maths import PER_MYRIAD

FILE = Path(__file__).parent / "par.json"
HOUSE = {"idle": "躺平掌柜", "naive": "直来直去", "careful": "精打细算"}
MATCHES = {30: 100, 90: 40, 365: 20}  # of each agent


class Result(NamedTuple):
    net_worth: int  # cents
    days: int
    tp: int
    marked: int
    bad: int


class Par(NamedTuple):
    """One house agent on one board: `value` in the unit of the board's means, `text` as boards write it."""

    name: str
    text: str
    value: float | None
    matches: int


def of_board(ruleset: str, days: int, board: str) -> list[Par]:
    """Nothing where nobody has played that ruleset and length."""
    found = results().get(f"{ruleset}/{days}", {})
    return [Par(HOUSE[bot], *_figure(board, its), len(its)) for bot, its in found.items()]


@lru_cache(maxsize=1)
def results() -> dict[str, dict[str, list[Result]]]:
    kept = json.loads(FILE.read_text())
    return {
        key: {bot: [Result(*each) for each in its] for bot, its in bots.items()} for key, bots in kept.items()
    }


def _figure(board: str, its: list[Result]) -> tuple[str, float | None]:
    if board in ("net_worth", "longevity"):
        at = 0 if board == "net_worth" else 1
        mean = sum(each[at] for each in its) * (1 if at == 0 else 100) / len(its)
        return hundredths(round(mean)), mean / 100
    whole = sum(each.marked if board == "precision" else each.bad for each in its)
    if not whole:
        return "—", None
    value = sum(each.tp for each in its) / whole
    return per_cent(round(value * PER_MYRIAD)), value


def played(ruleset: str, days: int, number: int) -> dict[str, Result]:
    """The matches of that number, by bot: anybody who plays their seeds gets the same."""
    rules = engine.load(ruleset)
    state, _ = engine.new_match(rules, days, f"par-world-{days}-{number}", f"par-match-{days}-{number}")
    bad = sum(one.bad for one in rules.personas)
    return {bot: _result(frames[-1], bad) for bot, frames in engine.par(state).items()}


def _result(last: dict[str, Any], bad: int) -> Result:
    score = next(event["score"] for event in last["events"] if event["type"] == "match_ended")
    return Result(
        net_worth=int(score["net_worth"].replace(".", "")),
        days=score["days_survived"],
        tp=round(score["recall"] * bad),
        marked=sum(one["blacklisted"] for one in last["board"]["suppliers"]),
        bad=bad,
    )
