"""Own matches side by side: how the net worth went, and how each one worked."""

import json
from collections import Counter
from typing import Any

from django.db.models import Count, Q

from league.models import Call, Match
from league.models.matches import dollars
from league.pages.words import to_cents

WIDTH, HEIGHT = 640, 220
COUNTED = [
    ("web_search", "搜行情"),
    ("send_email", "写信"),
    ("restock", "补货"),
    ("set_price", "改价"),
    ("blacklist_supplier", "拉黑"),
]


def compared(matches: list[Match]) -> dict[str, Any]:
    """Two queries: the days of all of them, and how often each tool was called."""
    worth = _worth(matches)
    used: dict[str, Counter[str]] = {match.pk: Counter() for match in matches}
    refused: Counter[str] = Counter()
    rows = Call.objects.filter(match__in=matches).values_list("match_id", "tool")
    for match_id, tool, n, no in rows.annotate(
        n=Count("seq"), no=Count("seq", filter=Q(outcome__contains='"ok":false'))
    ):
        used[match_id][tool] += n
        refused[match_id] += no
    days = max((match.days for match in matches), default=1)
    every = [cents for series in worth.values() for _, cents in series] or [0]
    low, high = min(0, *every), max(*every, 1)
    columns: list[dict[str, Any]] = [
        {
            "match": match,
            "line": _line(worth[match.pk], days, low, high),
            "style": index,
            "actions": sum(used[match.pk].values()) - used[match.pk]["end_day"] - used[match.pk]["give_up"],
            "refused": refused[match.pk],
            "counts": [used[match.pk][tool] for tool, _ in COUNTED],
        }
        for index, match in enumerate(matches)
    ]
    return {
        "columns": columns,
        "counted": [
            (name, [column["counts"][i] for column in columns]) for i, (_, name) in enumerate(COUNTED)
        ],
        "days": days,
        "low": dollars(low),
        "high": dollars(high),
        "zero": _y(0, low, high),
        "width": WIDTH,
        "height": HEIGHT,
    }


def _worth(matches: list[Match]) -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {match.pk: [] for match in matches}
    calls = Call.objects.filter(match__in=matches, tool="end_day").order_by("match_id", "seq")
    for match_id, outcome in calls.values_list("match_id", "outcome"):
        result = json.loads(outcome).get("result") or {}
        if "net_worth" in result:
            found[match_id].append((result["day"], to_cents(result["net_worth"])))
    return found


def _line(series: list[tuple[int, int]], days: int, low: int, high: int) -> str:
    """Points of an SVG polyline."""
    return " ".join(f"{WIDTH * day / days:.1f},{_y(cents, low, high):.1f}" for day, cents in series)


def _y(cents: int, low: int, high: int) -> float:
    return round(HEIGHT * (1 - (cents - low) / (high - low)), 1)
