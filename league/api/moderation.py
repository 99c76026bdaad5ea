"""What a league takes out of sight, from a script: a frozen board, hidden names, thoughts and mails."""

from typing import Any

from django.core.exceptions import ValidationError
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from league import access, moderation
from league.api.errors import Malformed
from league.api.manager import REFEREE, ManagerView, only, text
from league.api.reading import json_object
from league.api.seasons import CHOOSE
from league.models import Agent, Hiding, League, Match, Team

Kind = Hiding.Kind
NEEDED = {"zh": "请写明理由。", "en": "A reason is needed."}
WHERE = {Kind.TEAM_NAME: "team", Kind.AGENT_NAME: "agent", Kind.THOUGHT: "match", Kind.MAIL: "match"}


class FreezeShape(s.Serializer[Any]):
    frozen = s.BooleanField()
    reason = s.CharField(max_length=200, write_only=True)


class HidingOrder(s.Serializer[Any]):
    kind = s.ChoiceField(Kind.choices)
    team = s.CharField(required=False, help_text="Of team_name: the name as it is now.")
    agent = s.CharField(required=False, help_text="Of agent_name: the slug.")
    match = s.CharField(required=False, help_text="Of thought and mail: the id of the match, with `seq`.")
    seq = s.IntegerField(required=False, min_value=1)
    reason = s.CharField(max_length=200)


class HidingShape(s.Serializer[Any]):
    id = s.IntegerField()
    kind = s.ChoiceField(Kind.choices)
    team = s.CharField(allow_null=True)
    agent = s.CharField(allow_null=True)
    match = s.CharField(allow_null=True)
    seq = s.IntegerField(allow_null=True)
    reason = s.CharField()
    created_at = s.DateTimeField()
    lifted_at = s.DateTimeField(allow_null=True)


class Lift(s.Serializer[Any]):
    reason = s.CharField(max_length=200)


class Freeze(ManagerView):
    @extend_schema(operation_id="freeze_season", request=FreezeShape, responses=FreezeShape)
    def post(self, request: Request, league: str, season: str) -> Response:
        """封榜: `frozen` true makes the public board and its matches stand still, false lets them go on.
        Repeating it changes nothing."""
        row, body = access.run_season(self.seat(league), season), json_object(request)
        only(body, "frozen", "reason")
        if not isinstance(body.get("frozen"), bool):
            raise Malformed({"frozen": {"zh": "要填 true 或 false。", "en": "Must be true or false."}})
        reason = _reason(body)
        if body["frozen"]:
            moderation.freeze(row, self.actor, reason)
        elif row.frozen_at is not None:
            moderation.unfreeze(row, self.actor, reason)
        return Response({"frozen": body["frozen"]})


class Hidings(ManagerView):
    untrusted = ("results[].team", "results[].reason", "team", "reason")  # of the list, and of a new one

    @extend_schema(
        operation_id="hidings",
        responses=inline_serializer(
            "HidingPage", {"next": s.CharField(allow_null=True), "results": HidingShape(many=True)}
        ),
    )
    def get(self, request: Request, league: str) -> Response:
        """The newest hundred, lifted ones too. What is hidden is not shown here either."""
        rows = _rows(self.seat(league, REFEREE).league).order_by("-pk")[:100]
        return Response({"next": None, "results": [_shown(row) for row in rows]})

    @extend_schema(operation_id="hide", request=HidingOrder, responses={201: HidingShape})
    def post(self, request: Request, league: str) -> Response:
        """Replace a name, or the thought or mail of one call, wherever it is public. 409 `hidden`: it is."""
        seat, body = self.seat(league, REFEREE), json_object(request)
        only(body, "kind", "team", "agent", "match", "seq", "reason")
        kind = body.get("kind")
        if kind not in Kind.values:
            raise Malformed({"kind": CHOOSE})
        reason, target = _reason(body), _target(seat.league, kind, body)
        if isinstance(target, Match):
            seq = body.get("seq")
            if type(seq) is not int or not 1 <= seq < 2**31:
                raise Malformed({"seq": {"zh": "要填第几步，从 1 起。", "en": "The call's seq, from 1."}})
            made = moderation.hide_words(seat.league, target, seq, kind, self.actor, reason)
        else:
            made = moderation.hide_name(seat.league, target, self.actor, reason)
        return Response(_shown(_rows(seat.league).get(pk=made.pk)), status=201)


class OneHiding(ManagerView):
    untrusted = ("team", "reason")

    @extend_schema(operation_id="lift_hiding", request=Lift, responses=HidingShape)
    def post(self, request: Request, league: str, hiding_id: int) -> Response:
        """Show it again. Repeating it changes nothing."""
        seat, body = self.seat(league, REFEREE), json_object(request)
        only(body, "reason")
        row = _rows(seat.league).filter(pk=hiding_id).first()
        if row is None:
            raise access.NotThere
        if row.lifted_at is None:
            try:
                moderation.lift(row, self.actor, _reason(body))
            except ValidationError as trouble:
                if getattr(trouble, "code", None) != "lifted":  # another hand was faster
                    raise
        return Response(_shown(_rows(seat.league).get(pk=hiding_id)))


def _rows(league: League) -> Any:
    return Hiding.objects.filter(league=league).select_related("team", "agent", "league", "match")


def _target(league: League, kind: str, body: dict[str, Any]) -> Team | Agent | Match:
    field = WHERE[Kind(kind)]
    name = text(body, field)
    found: Team | Agent | Match | None
    match field:
        case "team":
            found = Team.objects.filter(league=league, name=name).first()
        case "agent":
            found = Agent.objects.filter(team__league=league, slug=name).first()
        case _:
            found = access.matches(league).filter(pk=name).first()
    if found is None:
        raise Malformed({field: {"zh": "这个联赛里没有。", "en": "There is none in this league."}})
    return found


def _reason(body: dict[str, Any]) -> str:
    reason = text(body, "reason")
    if not reason:
        raise Malformed({"reason": NEEDED})
    return reason


def _shown(row: Hiding) -> dict[str, Any]:
    return {
        "id": row.pk,
        "kind": row.kind,
        "team": row.team and row.team.name,
        "agent": row.agent and row.agent.slug,
        "match": row.match_id,
        "seq": row.seq,
        "reason": row.reason,
        "created_at": row.created_at.isoformat(),
        "lifted_at": row.lifted_at and row.lifted_at.isoformat(),
    }
