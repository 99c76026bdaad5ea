"""Answers, put together field by field."""

import json
from typing import Any

from django.http import HttpRequest
from rest_framework.request import Request

from league import models
from league.api import waiting
from league.api.base import watch_url


def own_url(request: HttpRequest, match_id: str) -> str:
    return request.build_absolute_uri(f"/api/v1/agent/matches/{match_id}")


def match(request: HttpRequest, row: models.Match) -> dict[str, Any]:
    replay = request.build_absolute_uri(f"/api/v1/matches/{row.pk}/replay") if row.reveal else None
    return {**row.as_public(), "replay_url": replay, "watch_url": watch_url(request, row.pk)}


def own_match(request: HttpRequest, row: models.Match) -> dict[str, Any]:
    return {
        **match(request, row),
        **row.as_own(),
        "url": own_url(request, row.pk),
        "due_at": row.due_at and row.due_at.isoformat(),
        "deadline": waiting.deadline(row),
    }


def opened_match(request: HttpRequest, row: models.Match) -> dict[str, Any]:
    """Of a match just opened: nothing that changes while it is played."""
    return {
        "id": row.pk,
        "days": row.days,
        "practice": row.practice,
        "ruleset": row.ruleset,
        "commitments": {"world": row.world_commitment, "match": row.match_commitment},
        "created_at": row.created_at.isoformat(),
        "url": own_url(request, row.pk),
        "tools_url": own_url(request, row.pk) + "/tools/{tool}",
        "watch_url": watch_url(request, row.pk),
    }


def call(row: models.Call) -> str:
    """As JSON text: arguments and outcome are that already."""
    head = {
        "seq": row.seq,
        "day": row.day,
        "tool": row.tool,
        "thought": row.thought,
        "idempotency_key": row.idempotency_key,
        "created_at": row.created_at.isoformat(),
    }
    text = json.dumps(head, ensure_ascii=False)
    return f'{text[:-1]},"arguments":{row.arguments},"outcome":{row.outcome}}}'


def league(request: Request, row: models.League) -> dict[str, Any]:
    return {
        "slug": row.slug,
        "name": row.name,
        "intro": row.intro,
        "time_zone": row.time_zone,
        "created_at": row.created_at.isoformat(),
        "url": request.build_absolute_uri(f"/l/{row.slug}/"),
    }


def agent(request: Request, row: models.Agent) -> dict[str, Any]:
    return {
        "slug": row.slug,
        "name": row.name,
        "team": row.team.name,
        "league": row.team.league.slug,
        "created_at": row.created_at.isoformat(),
        "url": request.build_absolute_uri(f"/a/{row.slug}/"),
        "matches_url": request.build_absolute_uri(
            f"/api/v1/matches?league={row.team.league.slug}&agent={row.slug}"
        ),
    }
