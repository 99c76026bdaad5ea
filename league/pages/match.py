"""`/m/{id}/`: one match, live or replayed; readable as it comes, until the island of src/match takes over."""

import json
from typing import Any

from django.db.models import Max, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

import engine
from league import access
from league.models import Frame, Match
from league.pages import machine, story
from league.pages.public import public_page
from league.pages.reveal import unmasked
from league.pages.words import ENDS, paint

Json = dict[str, Any]


@public_page
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    shown = access.match(match_id)
    frames = first_and_last(shown)
    opening = max((i for i, frame in enumerate(frames) if "board" in frame), default=0)
    board = frames[opening]["board"]
    for frame in frames[opening + 1 :]:
        board = machine.merge(board, frame["patch"])
    names = {item["sku"]: item["name"] for item in board["catalogue"]}
    days = story.ledger(frames)
    recent = [frame for frame in frames if frame["day"] >= shown.day - 1]
    people = unmasked(shown)
    return render(
        request,
        "pages/match.html",
        {
            "match": shown,
            "board": board,
            "machine": machine.drawn(board, slug=shown.agent.slug, sign=shown.agent.name),
            "days": days[::-1],
            "spark": story.sparkline([int(row["net_worth"].replace(".", "")) for row in days]),
            "letters": story.letters(recent, board["suppliers"], names)[-40:],
            "thoughts": story.thoughts(recent)[-20:][::-1],
            "end": ENDS.get(shown.end, ""),
            "people": people,
            "island": {
                "match": {
                    "id": shown.id,
                    "agent": {"slug": shown.agent.slug, "name": shown.agent.name},
                    "team": shown.agent.team.name,
                    "days": shown.days,
                    "finished": shown.finished,
                    "practice": shown.practice,
                    "score": shown.score,
                    "reveal": shown.reveal,
                    "commitments": {"world": shown.world_commitment, "match": shown.match_commitment},
                },
                "paint": paint(shown.agent.slug),
                "personas": {one.id: one.name for one in engine.load(shown.ruleset).personas},
                "ledger": days,
                "frames": frames[opening:],
            },
        },
    )


def first_and_last(shown: Match) -> list[Json]:
    """In one query: the frames that carry the whole board (the opening, and the last of each day, which
    settled it), and all of the last two days."""
    own = Frame.objects.filter(match_id=shown.id)
    settling = own.values("day").annotate(last=Max("seq")).values("last")
    bodies = own.filter(Q(seq=0) | Q(seq__in=settling) | Q(day__gte=shown.day - 1)).order_by("seq")
    return [json.loads(body) for body in bodies.values_list("body", flat=True)]
