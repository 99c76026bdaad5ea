"""`/m/{id}/`: one match, live or replayed; readable as it comes, until the island of src/match takes over."""

import json
from typing import Any

from django.db.models import Max, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

import engine
from league import access
from league.models import Frame, Match
from league.pages import machine, story
from league.pages.public import public_page
from league.pages.reveal import unmasked
from league.pages.words import ENDS, paint

Json = dict[str, Any]
RECENT = 60  # frames whose mails and thoughts are told to a reader without JavaScript


@public_page
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    shown = access.match(match_id, request.user)
    stored = first_and_last(shown)
    if not stored:  # of a paired round, and not everybody has got past the first day
        return render(request, "seasons/held.html", {"match": shown})
    days = story.ledger(stored)
    frames = since_last_board(stored)
    board = frames[0]["board"]
    for frame in frames[1:]:
        board = machine.merge(board, frame["patch"])
    names = {item["sku"]: item["name"] for item in board["catalogue"]}
    recent = [json.loads(body) for _, body in stored[-RECENT:]]
    people = unmasked(shown)
    return render(
        request,
        "pages/match.html",
        {
            "match": shown,
            "card": reverse("pages:match-card", args=[shown.id]),
            "board": board,
            "machine": machine.drawn(board, slug=shown.agent.slug, sign=shown.agent.name),
            "days": story.day_rows(days),
            "tray": days[-1] if days else None,
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
                "frames": frames,
            },
        },
    )


def first_and_last(shown: Match) -> list[tuple[int, str]]:
    """In one query, as (seq, encoded frame): the frames that carry the whole board (the opening, and the last
    of each day, which settled it), and all of the last two days."""
    own = Frame.objects.filter(match_id=shown.id)
    settling = own.values("day").annotate(last=Max("seq")).values("last")
    wanted = own.filter(Q(seq=0) | Q(seq__in=settling) | Q(day__gte=shown.day - 1))
    return list(wanted.order_by("seq").values_list("seq", "body"))


def since_last_board(stored: list[tuple[int, str]]) -> list[Json]:
    """The frames from the last whole board on: what the board of now is folded from."""
    frames: list[Json] = []
    for _, body in reversed(stored):
        frames.append(json.loads(body))
        if "board" in frames[-1]:
            break
    return frames[::-1]
