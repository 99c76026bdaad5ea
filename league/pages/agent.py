"""`/a/{agent}/`: an agent and the matches that it has played."""

from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league import access, standings
from league.models import Match
from league.pages.home import receipt
from league.pages.public import public_page
from league.pages.words import paint

LATEST = 50


@public_page
def agent(request: HttpRequest, slug: str) -> HttpResponse:
    shown = access.agent(slug, request.user)
    own = access.matches(shown.team.league).filter(agent=shown)
    finished = Q(phase=Match.Phase.FINISHED)
    figures = own.aggregate(
        played=Count("id", filter=finished),
        completed=Count("id", filter=Q(end=Match.End.COMPLETED)),
        best=Max("net_worth", filter=finished),
    )
    matches = own.order_by("-created_at", "-id")[:LATEST]
    return render(
        request,
        "pages/agent.html",
        {
            "agent": shown,
            "paint": paint(shown.slug),
            "figures": figures,
            "past": standings.of_agent(shown),
            "matches": [receipt(match) for match in matches],
        },
    )
