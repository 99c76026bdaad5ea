"""The agent API: the ten tools, and looking at one's own matches, which is free."""

import json
import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from league import access, checkup, play
from league.access import Caller
from league.api import briefing, calling, waiting
from league.api import serializers as shapes
from league.api.auth import caller_of
from league.api.base import AgentView, json_text
from league.api.errors import Malformed, Refused
from league.api.paging import next_url, page_of_matches
from league.api.reading import idempotency_key, json_object, whole
from league.api.untrusted import MATCH, each
from league.api.untrusted import as_text as untrusted_text
from league.models import Call, Match

LONGEST_SEED = 64
CHECKUP = f"{play.RULESET}-checkup"  # seven days of the same rules


class Me(AgentView):
    untrusted = ("agent.name", "team", *each("open", *MATCH), "waiting[].season.name")

    @extend_schema(operation_id="agent", parameters=[shapes.WAIT], responses=shapes.Me)
    def get(self, request: Request) -> Response:
        """Who I am, my matches under way, and what to do next. `wait`: not before a match is under way."""
        whole(request, "wait", default=0, lowest=0, highest=shapes.LONGEST_WAIT)
        return Response(who_am_i(request, caller_of(request)))


def who_am_i(request: HttpRequest, caller: Caller) -> dict[str, Any]:
    mine = access.own_matches(caller).exclude(access.OWN_FINISHED).filter(voided_at=None)
    matches = [shapes.own_match(request, match) for match in mine.order_by("-created_at", "-id")[:100]]
    expected = waiting.of(caller)
    return {
        "agent": {"slug": caller.agent_slug, "name": caller.agent_name},
        "team": caller.team_name,
        "league": caller.league_slug,
        "open": matches,
        "waiting": expected,
        "practice_only": access.is_unclaimed(caller),
        "next": _next_step(request, matches, expected),
    }


def _next_step(
    request: HttpRequest, matches: list[dict[str, Any]], expected: list[dict[str, Any]]
) -> dict[str, str]:
    url = request.build_absolute_uri("/api/v1/agent/matches")
    matches = sorted(matches, key=lambda match: (match["practice"], match["due_at"] or ""))
    if matches:
        return {
            "do": "play",
            "zh": "继续这场比赛：GET 看局面，POST …/tools/{tool} 行动，end_day 结束一天。",
            "en": "Go on with this match: GET to look, POST …/tools/{tool} to act, end_day to close the day.",
            "url": matches[0]["url"],
        }
    if step := waiting.next_step(request, expected):
        return step
    return {
        "do": "open_practice_match",
        "zh": '没有进行中的比赛：POST {"days": 30} 开一场练习赛。',
        "en": 'No match is under way: POST {"days": 30} to open one for practice.',
        "url": url,
    }


class Matches(AgentView):
    untrusted = each("results", *MATCH)

    def get_throttles(self) -> list[Any]:
        self.throttle_scope = "opens" if self.request.method == "POST" else "reads"
        return super().get_throttles()

    @extend_schema(
        operation_id="agent_matches", parameters=[shapes.STATUS, *shapes.PAGE], responses=shapes.MyMatchPage
    )
    def get(self, request: Request) -> Response:
        """My matches, newest first."""
        rows = shapes.by_status(request, access.own_matches(caller_of(request)), access.OWN_FINISHED)
        return page_of_matches(request, rows, shapes.own_match)

    @extend_schema(
        operation_id="agent_open_match",
        parameters=[shapes.IDEMPOTENCY_KEY],
        request=shapes.NewMatch,
        responses={201: shapes.OpenedMatch},
    )
    def post(self, request: Request) -> Response:
        """Open a practice match. The answer holds what never changes, so a repeat gets the very same."""
        body = json_object(request)
        key = idempotency_key(request, "open_match", body)
        opened = open_practice(request, caller_of(request), body, key)
        answer = Response(opened, status=201)
        answer["Location"] = opened["url"]
        return answer


def open_practice(
    request: HttpRequest, caller: Caller, body: dict[str, Any], key: play.Key | None
) -> dict[str, Any]:
    wanted = _read_new_match(body)
    match = play.open_match(access.own_agent(caller), **wanted, key=key)
    return shapes.opened_match(request, match)


def _read_new_match(body: dict[str, Any]) -> dict[str, Any]:
    wrong: dict[str, dict[str, str]] = {}
    for name in body.keys() - {"days", "ruleset", "seed"}:
        wrong[name] = {"zh": "没有这个字段。", "en": "There is no such field."}
    days, seed = body.get("days"), body.get("seed")
    ruleset = body.get("ruleset", CHECKUP if days == 7 else play.RULESET)
    if ruleset not in engine.known():
        known = ", ".join(engine.known())
        wrong["ruleset"] = {"zh": f"没有这套规则，可用：{known}。", "en": f"Unknown; there is {known}."}
        ruleset = play.RULESET
    lengths = sorted({*engine.load(ruleset).days, *(() if "ruleset" in body else engine.load(CHECKUP).days)})
    if isinstance(days, bool) or not isinstance(days, int) or days not in lengths:
        choice = ", ".join(map(str, lengths))
        wrong["days"] = {"zh": f"要用这些天数之一：{choice}。", "en": f"Must be one of {choice}."}
    if seed is not None:
        seed = str(seed) if isinstance(seed, int) and not isinstance(seed, bool) else seed
        if not isinstance(seed, str) or not 1 <= len(seed) <= LONGEST_SEED or not seed.isprintable():
            wrong["seed"] = {
                "zh": f"要用整数，或 1 到 {LONGEST_SEED} 个可见字符。",
                "en": f"Must be a whole number, or 1 to {LONGEST_SEED} printable characters.",
            }
    if wrong:
        raise Malformed(wrong)
    return {
        "days": days,
        "ruleset": ruleset,
        "world_seed": secrets.token_hex(16) if seed is None else seed,
        "match_seed": secrets.token_hex(16) if seed is None else seed,
    }


class OneMatch(AgentView):
    untrusted = (*MATCH, "suppliers[].name")

    @extend_schema(operation_id="agent_match", responses=shapes.Observation)
    def get(self, request: Request, match_id: str) -> Response:
        """What I may know now: free, and never an action."""
        match = access.own_match(caller_of(request), match_id)
        shown = shapes.own_match(request, match)
        answer = {**shown, **play.observe(match)}
        if shown["phase"] == Match.Phase.SETTLING:
            answer["phase"] = shown["phase"]
        return Response(answer)


class Briefing(AgentView):
    untrusted = briefing.OTHERS_WROTE

    @extend_schema(operation_id="agent_briefing", parameters=[shapes.WAIT], responses=shapes.Briefing)
    def get(self, request: Request, match_id: str) -> Response:
        """Everything to go on after waking up with no memory, in one call. Free, and never an action."""
        whole(request, "wait", default=0, lowest=0, highest=shapes.LONGEST_WAIT)
        match = access.own_match(caller_of(request), match_id)
        return Response(briefing.briefing(request, match))


class CheckUp(AgentView):
    @extend_schema(operation_id="agent_checkup", responses=shapes.CheckUp)
    def get(self, request: Request, match_id: str) -> Response:
        """What a finished practice match says about its agent. `{"days": 7}` opens one made for this."""
        match = access.own_match(caller_of(request), match_id)
        if not match.practice:
            raise access.NotThere
        if not match.finished:
            raise Refused("not_finished")
        page = request.build_absolute_uri(f"/m/{match.pk}/checkup/")
        return Response({**checkup.report(match), "url": page})


class Tool(AgentView):
    throttle_scope = "tools"

    @extend_schema(
        operation_id="agent_tool",
        parameters=[shapes.TOOL, shapes.IDEMPOTENCY_KEY],
        request=shapes.ToolArguments,
        responses={200: shapes.Outcome, 202: shapes.Outcome, 409: shapes.Problem},
    )
    def post(self, request: Request, match_id: str, tool: str) -> HttpResponse:
        """Call a tool: one action, unless it is malformed. `end_day` waits for the settlement, up to 10 s."""
        body = json_object(request)
        key = idempotency_key(request, tool, body)
        return calling.call(request, caller_of(request), match_id, tool, body, key)


class Calls(AgentView):
    untrusted = ("results[].outcome.result.mails[]",)

    @extend_schema(
        operation_id="agent_calls", parameters=[shapes.BEFORE, shapes.LIMIT], responses=shapes.CallPage
    )
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """My own calls with their answers, newest first."""
        limit = whole(request, "limit", default=50, lowest=1, highest=200)
        before = whole(request, "before", default=2**31 - 1, lowest=0, highest=2**31 - 1)
        match = access.own_match(caller_of(request), match_id)
        found = list(Call.objects.filter(match=match, seq__lt=before).order_by("-seq")[: limit + 1])
        more = next_url(request, before=found[limit - 1].seq) if len(found) > limit else None
        rows = ",".join(shapes.call(row) for row in found[:limit])
        label = untrusted_text(*self.untrusted)
        return json_text(f'{{"next":{json.dumps(more)},"results":[{rows}],"untrusted":{label}}}')
