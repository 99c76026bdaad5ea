"""`/l/{league}/manage/`: where a league stands, for those who run it."""

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league import access, audit
from league.models import Match, Season, Team
from league.pages.console import page

LATEST = 6


@page
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    """A fixed number of queries."""
    seat = access.league_seat(request.user, slug)
    league = seat.league
    teams = Team.objects.filter(league=league, retired_at=None)
    live = Count("pk", filter=~Q(phase=Match.Phase.FINISHED))
    return render(
        request,
        "leagues/manage.html",
        {
            "seat": seat,
            "league": league,
            "seasons": Season.objects.filter(league=league).order_by("-created_at", "-pk")[:LATEST],
            "teams": teams.annotate(
                agents_in_use=Count("agents", filter=Q(agents__retired_at=None))
            ).order_by("-created_at", "-pk")[:LATEST],
            "team_count": teams.count(),
            "matches": Match.objects.filter(league=league).aggregate(all=Count("pk"), live=live),
            "audit": [
                (entry, audit.VERBS.get(entry.verb, entry.verb)) for entry in league.audit.all()[:LATEST]
            ],
        },
    )
