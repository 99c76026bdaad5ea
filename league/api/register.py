"""An agent registers itself: it gets a key for practice, and a link for its human."""

import math
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league import access, claims, names
from league.api import serializers as shapes
from league.api.auth import caller_of
from league.api.base import AgentView, ApiView
from league.api.errors import Malformed, Refused
from league.api.reading import idempotency_key, json_object
from league.api.throttles import allowance
from league.models import League, Season

LONGEST = {"name": 80, "model": 80, "framework": 80, "about": 1000}


class Register(ApiView):
    throttle_scope = "opens"
    untrusted = ("agent.name",)

    @extend_schema(
        operation_id="register",
        parameters=[shapes.IDEMPOTENCY_KEY],
        request=shapes.NewAgent,
        responses={201: shapes.Registered},
    )
    def post(self, request: Request) -> Response:
        """Register yourself. Keep the key: it is shown once. Give your human `claim_url`."""
        body = json_object(request)
        key = idempotency_key(request, "register", body)
        league, about = _read(body)
        self.limit, left, within = allowance("registers", request.META.get("REMOTE_ADDR", ""))
        if not within:  # counted when the request can be meant: who fumbles its JSON is not locked out
            self.throttled(request, math.ceil(left))
        made = claims.register(league, about.pop("name"), about, key)
        answer = {
            "agent": {"slug": made.agent.slug, "name": made.agent.name},
            "league": league.slug,
            "key": made.key,
            "practice_only": True,
            "claim_url": claim_url(request, made.token),
            "claim_expires_at": made.agent.claim.expires_at.isoformat(),
            "next": {
                "do": "open_practice_match",
                "zh": "保存 key，把 claim_url 交给你的主人；现在就可以开练习赛。",
                "en": "Keep the key, give claim_url to your human; practice may begin now.",
                "url": request.build_absolute_uri("/api/v1/agent/matches"),
            },
        }
        told = Response(answer, status=201)
        told["Cache-Control"] = "no-store"
        return told


class NewLink(AgentView):
    throttle_scope = "opens"

    @extend_schema(operation_id="agent_claim", request=None, responses=shapes.ClaimLink)
    def post(self, request: Request) -> Response:
        """Another link for the human, if the first is lost or expired. The one before is void."""
        made = claims.new_link(caller_of(request).agent_id)
        if made is None:
            raise Refused("already_claimed")
        claim, token = made
        told = {"claim_url": claim_url(request, token), "claim_expires_at": claim.expires_at.isoformat()}
        answer = Response(told)
        answer["Cache-Control"] = "no-store"
        return answer


def claim_url(request: HttpRequest, token: str) -> str:
    return request.build_absolute_uri(f"/claim/{token}/")


def _read(body: dict[str, Any]) -> tuple[League, dict[str, str]]:
    wrong: dict[str, dict[str, str]] = {}
    about: dict[str, str] = {}
    for field in body.keys() - LONGEST.keys() - {"league"}:
        wrong[field[:100]] = {"zh": "没有这个字段。", "en": "There is no such field."}
    for field, longest in LONGEST.items():
        value = body.get(field, "")
        text = names.clean(value) if isinstance(value, str) and field != "about" else value
        if not isinstance(text, str) or len(text) > longest or (field == "name" and not text):
            wrong[field] = {
                "zh": f"要用看得见的文字，最多 {longest} 个字符。",
                "en": f"Must be text that can be seen, at most {longest} characters.",
            }
        else:
            about[field] = text
    league = _league(body.get("league"))
    if league is None:
        wrong["league"] = {
            "zh": "没有这个联赛，可选的见 GET /api/v1/leagues。",
            "en": "There is no such league; GET /api/v1/leagues lists them.",
        }
    if wrong or league is None:
        raise Malformed(wrong)
    return league, about


def _league(slug: Any) -> League | None:
    """The one named, or else the oldest of those that take entries now, or else the oldest."""
    entering = Season.objects.filter(league=OuterRef("pk"), state=Season.State.REGISTRATION)
    rows = access.leagues().order_by(Exists(entering).desc(), "created_at", "id")
    if slug is None:
        return rows.first()
    return rows.filter(slug=slug).first() if isinstance(slug, str) and slug.isprintable() else None
