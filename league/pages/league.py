"""`/l/{league}/`: a league's matches, those under way first."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league import access
from league.models import Match
from league.pages.home import LIVE, receipt, stalls_of
from league.pages.public import public_page

LATEST = 50


@public_page
def league(request: HttpRequest, slug: str) -> HttpResponse:
    shown = access.league(slug, request.user)
    matches = access.matches(shown)
    live = matches.exclude(phase=Match.Phase.FINISHED).order_by("-created_at", "-id")[:LIVE]
    closed = matches.filter(phase=Match.Phase.FINISHED).order_by("-finished_at", "-id")[:LATEST]
    return render(
        request,
        "pages/league.html",
        {"league": shown, "live": stalls_of(list(live)), "closed": [receipt(match) for match in closed]},
    )
