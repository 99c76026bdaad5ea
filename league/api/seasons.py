"""Seasons over the API: anybody reads them, those who run the league schedule them from a script."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league import access, moderation, play
from league.api import serializers as shapes
from league.api.base import viewer_of
from league.api.errors import Malformed
from league.api.manager import ADMIN, REFEREE, ManagerView, once, only, text
from league.api.plans import instant, preview, read_plan, season
from league.api.reading import json_object
from league.api.untrusted import each
from league.models import Entry, Match, Season
from league.schedule import entries, seasons, verdicts
from league.schedule.plan import plan_of, wrong

JUDGED = {  # what referees say of an entry: the deed, and the state after it
    "disqualified": (moderation.disqualify, Entry.State.DISQUALIFIED),
    "reinstated": (moderation.reinstate, Entry.State.ACCEPTED),
}
CHOOSE = {"zh": "不是可用的值。", "en": "Not one of the choices."}


def troubles(found: dict[str, list[str]]) -> None:
    if found:
        raise Malformed({n: {"zh": " ".join(said), "en": "Refused; see zh."} for n, said in found.items()})


class Seasons(ManagerView):
    untrusted = ("results[].name", "name")  # of the list, and of the season that was made

    @extend_schema(operation_id="seasons", responses=shapes.SeasonPage)
    def get(self, request: Request, league: str) -> Response:
        """The seasons of a league, newest first; its drafts too, for those who run it."""
        seat = self.seat_or_none(league)
        rows = access.run_seasons(seat) if seat else access.seasons(access.league(league, viewer_of(request)))
        rows = rows.select_related("league")[:100]
        return Response({"next": None, "results": [season(request, row) for row in rows]})

    @extend_schema(
        operation_id="schedule_season",
        parameters=[shapes.IDEMPOTENCY_KEY, shapes.PREVIEW],
        request=shapes.SeasonPlan,
        responses={200: shapes.SeasonPreview, 201: shapes.Season},
    )
    def post(self, request: Request, league: str) -> Response:
        """Make a draft. `preview=1` tells what it would be and makes nothing; moving it is another call."""
        seat = self.seat(league)
        body = json_object(request)
        plan = read_plan(body, None, play.RULESET)
        troubles(wrong(plan))
        if request.GET.get("preview") == "1":
            return Response(preview(plan))
        slug, first = once(
            request,
            seat.league,
            body,
            lambda: seasons.create(seat.league, plan, self.actor, created_by=seat.user_id).slug,
        )
        made = access.run_season(seat, slug)
        answer = Response(season(request, made), status=201)
        answer["Location"] = request.build_absolute_uri(f"/api/v1/leagues/{league}/seasons/{slug}")
        if not first:
            answer["Idempotency-Replayed"] = "true"
        return answer


class OneSeason(ManagerView):
    untrusted = ("name",)

    @extend_schema(operation_id="season", responses=shapes.Season)
    def get(self, request: Request, league: str, season: str) -> Response:
        """A season with its rounds; a draft only for those who run the league."""
        seat = self.seat_or_none(league)
        row = access.run_season(seat, season) if seat else access.season(league, season, viewer_of(request))
        return Response(_shown(request, row))

    @extend_schema(operation_id="change_season", request=shapes.SeasonPlan, responses=shapes.Season)
    def patch(self, request: Request, league: str, season: str) -> Response:
        """Change what is named, as far as it hurts nobody who has entered or plays."""
        seat = self.seat(league)
        row = access.run_season(seat, season)
        plan = read_plan(json_object(request), plan_of(row, list(row.rounds.all())), row.ruleset)
        seasons.change(row, plan, self.actor)
        row.refresh_from_db()
        return Response(_shown(request, access.run_season(seat, row.slug)))

    @extend_schema(operation_id="delete_season", responses={204: None})
    def delete(self, request: Request, league: str, season: str) -> Response:
        """A draft that nobody entered."""
        seasons.delete(access.run_season(self.seat(league), season), self.actor)
        return Response(status=204)


class Move(ManagerView):
    untrusted = ("name",)

    @extend_schema(operation_id="move_season", request=shapes.SeasonMove, responses=shapes.Season)
    def post(self, request: Request, league: str, season: str) -> Response:
        """`to`: scheduled (the clock moves the draft from then on), registration, running, closed, published
        or draft. Repeating a move changes nothing."""
        seat = self.seat(league)
        row, body = access.run_season(seat, season), json_object(request)
        only(body, "to", "reason")
        to, now = body.get("to"), timezone.now()
        if to == "scheduled":
            seasons.arm(row, self.actor, now)
            seasons.step(row, now)
        elif to in Season.State.values:
            seasons.move(row, str(to), self.actor, reason=text(body, "reason"), now=now)
        else:
            raise Malformed({"to": CHOOSE})
        return Response(_shown(request, access.run_season(seat, season)))


class Entries(ManagerView):
    untrusted = each("results", "agent.name", "team", "reason")

    @extend_schema(operation_id="season_entries", responses=shapes.EntryPage)
    def get(self, request: Request, league: str, season: str) -> Response:
        """Who has entered, in order of entering."""
        row = access.run_season(self.seat(league, REFEREE), season)
        rows = Entry.objects.filter(season=row).select_related("agent__team").order_by("created_at", "pk")
        return Response({"next": None, "results": [_entry(one) for one in rows]})


class OneEntry(ManagerView):
    untrusted = ("agent.name", "team", "reason")

    @extend_schema(operation_id="decide_entry", request=shapes.EntryVerdict, responses=shapes.Entry)
    def post(self, request: Request, league: str, season: str, agent: str) -> Response:
        """`state`: accepted or declined by admins; disqualified or reinstated also by referees. The team
        reads the reason of a decline, everybody that of a disqualification. A repeat changes nothing."""
        body = json_object(request)
        only(body, "state", "reason")
        state, reason = text(body, "state"), text(body, "reason")
        judging = state in JUDGED
        entry = access.run_entry(
            access.run_season(self.seat(league, REFEREE if judging else ADMIN), season), agent
        )
        if not reason and (judging or state == Entry.State.DECLINED):
            raise Malformed({"reason": {"zh": "请写明理由。", "en": "A reason is needed."}})
        if judging:
            verdict, after = JUDGED[state]
            if entry.state != after:
                verdict(entry, self.actor, reason)
        elif state == Entry.State.ACCEPTED:
            entries.approve(entry, self.actor)
        elif state == Entry.State.DECLINED:
            entries.decline(entry, reason, self.actor)
        else:
            raise Malformed({"state": CHOOSE})
        entry.refresh_from_db()
        return Response(_entry(entry))


class Verdict(ManagerView):
    @extend_schema(operation_id="judge_match", request=shapes.MatchVerdict, responses=shapes.Judged)
    def post(self, request: Request, league: str, match_id: str) -> HttpResponse:
        """`do`: void (no contest) or rerun (and played again). Once, however often it is sent."""
        match = access.run_match(self.seat(league, REFEREE), match_id)
        body = json_object(request)
        only(body, "do", "fault", "reason", "due_at")
        do, fault, reason = body.get("do"), body.get("fault", "platform"), text(body, "reason")
        if do not in ("void", "rerun") or fault not in Match.Fault.values:
            raise Malformed({"do" if do not in ("void", "rerun") else "fault": CHOOSE})
        if do == "rerun":
            due = body.get("due_at")
            again = verdicts.rerun(match, fault, reason, self.actor, _instant(due) if due else None)
            return Response({"id": match_id, "void": True, "superseded_by": again.pk})
        if match.voided_at is None:
            verdicts.void(match, fault, reason, self.actor)
        return Response({"id": match_id, "void": True, "superseded_by": match.superseded_by_id})


def _instant(value: Any) -> Any:
    try:
        return instant(value)
    except ValueError as bad:
        raise Malformed({"due_at": getattr(bad, "said", CHOOSE)}) from None


def _shown(request: Request, row: Season) -> dict[str, Any]:
    return season(request, row)


def _entry(row: Entry) -> dict[str, Any]:
    return {
        "agent": {"slug": row.agent.slug, "name": row.agent.name},
        "team": row.agent.team.name,
        "state": row.state,
        "reason": row.reason,
        "created_at": row.created_at.isoformat(),
        "decided_at": row.decided_at and row.decided_at.isoformat(),
    }
