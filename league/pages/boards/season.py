"""`/l/{league}/{season}/`: the four boards of a season, and when its rounds are."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league import access, standings
from league.pages.boards.table import Asked, table, tabs
from league.pages.public import public_page


@public_page
def season(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """Three queries, whatever the season's size."""
    asked = Asked.read(request.GET)
    shown = access.season(league, season, request.user)
    found = standings.standings(shown, asked.board)
    return render(
        request,
        "boards/season.html",
        {
            "card": reverse("pages:season-card", args=[shown.league.slug, shown.slug]),
            "league": shown.league,
            "season": shown,
            "tabs": tabs(asked),
            "board": found.board,
            "found": found,
            "table": table(asked, found.rows, len(found.rounds)),
            "par": standings.of_board(shown.ruleset, shown.days, asked.board),
            "query": asked.link(page=1),
        },
    )
