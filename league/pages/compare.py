"""`/compare/?m=…&m=…`: up to five matches of anybody on shared axes, drawn and tabled by the server."""

from typing import Any
from urllib.parse import urlencode

from django.db.models import Max, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league import access
from league.models import Frame, Match
from league.pages import story
from league.pages.public import public_page
from league.pages.words import ENDS, money, to_cents

Json = dict[str, Any]
MOST = 5
WIDTH, HEIGHT = 640, 220
PLOTS = [("net_worth", "净资产"), ("cash", "现金")]


@public_page
def compare(request: HttpRequest) -> HttpResponse:
    """The rows and frames of the match page, so what is held back there is held back here."""
    asked = list(dict.fromkeys(_id(text) for text in request.GET.getlist("m") if text.strip()))
    wanted = asked[:MOST]
    matches = access.several(wanted, request.user) if wanted else []
    days = _days(matches) if matches else {}
    return render(
        request,
        "pages/compare.html",
        {
            "columns": [
                {
                    "match": match,
                    "style": at,
                    "end": ENDS.get(match.end, ""),
                    **_totals(days[match.pk]),
                    "without": _address([each for each in wanted if each != match.pk]),
                }
                for at, match in enumerate(matches)
            ],
            "plots": [_plot(name, key, matches, days) for key, name in PLOTS] if any(days.values()) else [],
            "width": WIDTH,
            "height": HEIGHT,
            "most": MOST,
            "dropped": len(asked) - len(wanted),
        },
    )


def _id(text: str) -> str:
    """Of a match; people paste its whole address."""
    return text.strip().split("?")[0].split("#")[0].rstrip("/").rsplit("/", 1)[-1][:40].replace("\x00", "")


def _address(ids: list[str]) -> str:
    return f"{reverse('pages:compare')}?{urlencode([('m', each) for each in ids])}"


def _days(matches: list[Match]) -> dict[str, list[Json]]:
    """One query for all: the last frame of each day, which settled it."""
    wanted = Q()
    for match in matches:
        own = Frame.objects.filter(match_id=match.pk)
        wanted |= Q(match_id=match.pk, seq__in=own.values("day").annotate(last=Max("seq")).values("last"))
    stored: dict[str, list[tuple[int, str]]] = {match.pk: [] for match in matches}
    rows = Frame.objects.filter(wanted).order_by("match_id", "seq")
    for match_id, seq, body in rows.values_list("match_id", "seq", "body"):
        stored[match_id].append((seq, body))
    return {match_id: story.ledger(frames) for match_id, frames in stored.items()}


def _totals(days: list[Json]) -> Json:
    return {
        "takings": money(sum(to_cents(row["takings"]) for row in days)),
        "visitors": sum(row["visitors"] for row in days),
        "lost": sum(row["lost_to_stockout"] for row in days),
    }


def _plot(name: str, key: str, matches: list[Match], days: dict[str, list[Json]]) -> Json:
    """A polyline a match. All share both axes; the lower one starts at zero or at the deepest debt."""
    series = [[(row["day"], to_cents(row[key])) for row in days[match.pk]] for match in matches]
    every = [cents for one in series for _, cents in one]
    low, high = min(0, *every), max(1, *every)
    length = max(match.days for match in matches)

    def y(cents: int) -> float:
        return round(HEIGHT * (1 - (cents - low) / (high - low)), 1)

    return {
        "name": name,
        "low": money(low),
        "high": money(high),
        "days": length,
        "zero": y(0),
        "lines": [" ".join(f"{WIDTH * day / length:.1f},{y(cents)}" for day, cents in one) for one in series],
    }
