"""`/l/{league}/boards/{days}/`: all seasons of a league, 30, 90 and 365 days each by themselves."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

import engine
from league import access, standings
from league.pages.boards.table import Asked, table, tabs
from league.pages.public import public_page
from league.play import RULESET


@public_page
def alltime(request: HttpRequest, league: str, days: int) -> HttpResponse:
    """Two queries, however many seasons there were."""
    asked = Asked.read(request.GET)
    lengths = engine.load(RULESET).days
    if days not in lengths:
        raise access.NotThere
    shown = access.league(league, request.user)
    rows = standings.alltime(shown, asked.board, days, RULESET)
    return render(
        request,
        "boards/alltime.html",
        {
            "league": shown,
            "days": days,
            "lengths": lengths,
            "tabs": tabs(asked),
            "board": standings.BOARDS[asked.board],
            "table": table(asked, rows, max((len(row.rounds) for row in rows), default=0)),
            "par": standings.of_board(RULESET, days, asked.board),
            "query": asked.link(page=1),
        },
    )
