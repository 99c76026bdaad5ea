"""The check-up 体检: what a finished practice match says about its agent, for the agent and for its people.

Everything is added up from the match's own frames and calls; the par line is what the house agents make of
the same seeds. Sentences are ours alone: nothing that a supplier or another agent wrote is repeated.
"""

import json
from collections import Counter
from itertools import pairwise
from statistics import median
from typing import Any

from django.core.cache import cache

import engine
from league import play
from league.figures import Figures
from league.findings import findings
from league.models import Call, Frame, Match
from league.models.matches import dollars

FORMAT = "clawvend-checkup/1"
LONGEST_PAR = 90  # days: beyond it the house agents take too long to play while somebody waits
EXPECTED = tuple(tool for tool in engine.TOOLS if tool != "give_up")
TRAPS = {"greedy": "crept", "bait": "over_quote", "outage": "over_market"}


def report(match: Match) -> dict[str, Any]:
    """Of a finished practice match."""
    mine = figures_of(match)
    personas = {one["id"]: one for one in (match.reveal or {})["suppliers"]}
    told: dict[str, Any] = {
        "format": FORMAT,
        "match": match.pk,
        "ruleset": match.ruleset,
        "days": match.days,
        "score": match.score,
        "unused_tools": [tool for tool in EXPECTED if not mine.tools[tool]],
        "tools": {tool: mine.tools[tool] for tool in engine.TOOLS},
        "errors": [{"code": code, "times": times} for code, times in mine.refused.most_common()],
        "mails": {"arrived": len(mine.arrived), "unread": _unread(mine)},
        "traps": _traps(mine, personas),
        "suppliers": _suppliers(mine, personas),
        "waste": {"pieces": mine.wasted_pieces, "cost": dollars(mine.wasted)},
        "visitors": {"came": mine.visitors, "bought": mine.sold, "lost_to_stockout": mine.lost},
        "latency": _latency(match),
        "net_worth": [dollars(worth) for worth in mine.net_worth],
        "par": par(match) if match.days <= LONGEST_PAR else {},
    }
    return {**told, "findings": findings(told)}


def figures_of(match: Match) -> Figures:
    bodies = Frame.objects.filter(match=match).order_by("seq").values_list("body", flat=True)
    return Figures(engine.load(match.ruleset)).add(map(json.loads, bodies))


def par(match: Match, days: int | None = None) -> dict[str, dict[str, Any]]:
    """The house agents on the same seeds, up to the close of so many days; all days once it is finished."""
    lines = cache.get(f"par:{match.pk}")
    if lines is None:
        rules = engine.load(match.ruleset)
        lines = {bot: _line(Figures(rules).add(frames)) for bot, frames in play.par(match).items()}
        cache.set(f"par:{match.pk}", lines, 24 * 3600)
    if match.finished:
        return dict(lines)
    return {bot: {"net_worth": line["net_worth"][: days or 0]} for bot, line in lines.items()}


def _line(its: Figures) -> dict[str, Any]:
    return {
        "net_worth": [dollars(worth) for worth in its.net_worth],
        "score": its.score,
        "waste": dollars(its.wasted),
        "lost_to_stockout": its.lost,
        "calls": its.tools.total(),
    }


def _unread(mine: Figures) -> dict[str, int]:
    unread = [kind for mail, kind in mine.arrived.items() if mail not in mine.read]
    return {kind: unread.count(kind) for kind in ("reply", "invoice", "complaint", "news")}


def _traps(mine: Figures, personas: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Money lost to each kind of bad supplier: prices that crept up, bills above the quote, dear and late."""
    told = {}
    for persona, figure in TRAPS.items():
        theirs = [one for one, who in personas.items() if who["persona"] == persona]
        cost = sum(mine.suppliers[one][figure] for one in theirs if one in mine.suppliers)
        marked = all(personas[one]["blacklisted"] for one in theirs)
        told[persona] = {"cost": dollars(cost), "blacklisted": marked}
    return told


def _suppliers(mine: Figures, personas: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    money = ("paid", "over_quote", "over_market", "crept")
    return [
        {
            "id": id,
            "persona": who["persona"],
            "bad": who["bad"],
            "blacklisted": who["blacklisted"],
            **{name: its[name] for name in ("orders", "pieces", "late_orders", "late_days")},
            **{name: dollars(its[name]) for name in money},
        }
        for id, who in personas.items()
        for its in [mine.suppliers.get(id, Counter())]
    ]


def _latency(match: Match) -> dict[str, float | None]:
    """Seconds between one call and the next: how long the agent thought, and the way there and back."""
    times = list(Call.objects.filter(match=match).order_by("seq").values_list("created_at", flat=True))
    gaps = sorted((after - before).total_seconds() for before, after in pairwise(times))
    if not gaps:
        return {"median": None, "p90": None, "longest": None}
    return {
        "median": round(median(gaps), 3),
        "p90": round(gaps[len(gaps) * 9 // 10], 3),
        "longest": round(gaps[-1], 3),
    }
