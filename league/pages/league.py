"""`/l/{league}/`: a league's matches, those under way first."""

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

import engine
from league import access
from league.models import Entry, Match
from league.pages.home import LIVE, receipt, stalls_of, under_way
from league.pages.public import public_page
from league.play import RULESET

LATEST = 50
SEASONS = 20


@public_page
def league(request: HttpRequest, slug: str) -> HttpResponse:
    shown = access.league(slug, request.user)
    matches = access.matches(shown)
    live = under_way(matches)[:LIVE]
    closed = matches.filter(phase=Match.Phase.FINISHED).order_by("-finished_at", "-id")[:LATEST]
    playing = Count("entries", filter=Q(entries__state=Entry.State.ACCEPTED), distinct=True)
    seasons = access.seasons(shown).prefetch_related(None)
    return render(
        request,
        "pages/league.html",
        {
            "league": shown,
            "live": stalls_of(list(live)),
            "closed": [receipt(match) for match in closed],
            "seasons": seasons.annotate(playing=playing, rounds_all=Count("rounds", distinct=True))[:SEASONS],
            "lengths": engine.load(RULESET).days,
        },
    )
