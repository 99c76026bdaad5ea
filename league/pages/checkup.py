"""`/m/{id}/checkup/`: the report of a finished practice match, for people."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league import access, checkup
from league.pages.play import BOTS, chart
from league.pages.public import public_page
from league.pages.words import ENDS

TRAPS = {"greedy": "越订越贵", "bait": "实收高于报价", "outage": "又贵又拖"}


@public_page
def report(request: HttpRequest, match_id: str) -> HttpResponse:
    if not re.fullmatch("[a-z2-7]{12}", match_id):
        raise access.NotThere
    shown = access.match(match_id, request.user)
    if not shown.practice or not shown.finished:
        raise access.NotThere
    told = checkup.report(shown)
    traps = [{**trap, "name": TRAPS[persona]} for persona, trap in told["traps"].items()]
    par = [{**line, "name": BOTS.get(bot, bot)} for bot, line in told["par"].items()]
    return render(
        request,
        "door/checkup.html",
        {
            "match": shown,
            "told": told,
            "traps": traps,
            "par": par,
            "chart": chart(shown),
            "end": ENDS[shown.end],
        },
    )
