"""`/`: who is playing right now, who has just finished, and how to join."""

from typing import Any

from django.db.models import Case, Count, F, Q, QuerySet, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league import access
from league.models import Frame, Match
from league.pages import machine
from league.pages.public import public_page
from league.pages.reveal import unmasked
from league.pages.words import ENDS, paint

Json = dict[str, Any]
LIVE, CLOSED = 8, 6


@public_page
def home(request: HttpRequest) -> HttpResponse:
    everything = access.matches()
    live = list(under_way(everything)[:LIVE])
    closed = list(everything.filter(phase=Match.Phase.FINISHED).order_by("-finished_at", "-id")[:CLOSED])
    stalls = stalls_of(live or closed[:1])
    hero = max(stalls, key=lambda stall: stall["stocked"], default=None)
    counts = everything.aggregate(
        live=Count("id", filter=~Q(phase=Match.Phase.FINISHED)),
        closed=Count("id", filter=Q(phase="finished")),
    )
    return render(
        request,
        "pages/home.html",
        {
            "hero": hero,
            "live": stalls if live else [],
            "closed": [receipt(match) for match in closed],
            "counts": counts,
            "leagues": access.leagues().order_by("name", "id"),
        },
    )


def under_way(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Those that somebody has begun to play first, then the newest."""
    begun = Case(When(last_seq__gt=0, then=0), default=1)
    return matches.exclude(phase=Match.Phase.FINISHED).order_by(begun, "-created_at", "-id")


def stalls_of(matches: list[Match]) -> list[Json]:
    """Each match with its machine as it stands and its last thought; one query for all of them."""
    today_and_before = {"match_id__in": [match.id for match in matches], "day__gte": F("match__day") - 1}
    wanted = Frame.objects.filter(
        **today_and_before
    )  # a day opens with the frame that settled the one before
    bodies: dict[str, list[str]] = {match.id: [] for match in matches}
    for match_id, body in wanted.order_by("match_id", "seq").values_list("match_id", "body"):
        bodies[match_id].append(body)
    stalls = []
    for match in matches:
        board = machine.last_board(bodies[match.id])
        if board is None:
            continue
        stall = {
            "match": match,
            "end": ENDS.get(match.end, ""),
            "machine": machine.drawn(board, slug=match.agent.slug, sign=match.agent.name),
            "stocked": sum(slot["sku"] is not None for slot in board["slots"]),
            "shocks": board["shocks"],
        }
        stalls.append(stall)
    return stalls


def receipt(match: Match) -> Json:
    """A finished match in brief."""
    return {
        "match": match,
        "paint": paint(match.agent.slug),
        "end": ENDS.get(match.end, ""),
        "score": match.score,
        "people": unmasked(match),
    }
