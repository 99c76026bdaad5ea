"""One call of a tool, whether it came over HTTP or MCP: the same reading, the same answer."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bound_contextvars

import engine
from league import metrics, play
from league.access import Caller
from league.api import serializers as shapes
from league.api import untrusted
from league.api.base import json_text, watch_url
from league.api.errors import Malformed, Refused, code_of, refusal
from league.models import Match

_MAILS = untrusted.as_text(*untrusted.MAILS)


def call(
    request: HttpRequest,
    caller: Caller,
    match_id: str,
    tool: str,
    arguments: dict[str, Any],
    key: play.Key | None,
) -> HttpResponse:
    if tool not in engine.TOOLS:
        raise Refused("tool_unknown")
    counted = metrics.CALLS
    with bound_contextvars(match_id=match_id, tool=tool):
        try:
            answer = _do(caller, match_id, tool, arguments, key)
        except Exception as trouble:
            counted.labels(tool, code_of(trouble)).inc()
            raise
    if isinstance(answer, play.Pending):
        counted.labels(tool, "pending").inc()
        return _pending(request, match_id, answer.day)
    outcome = json.loads(answer.outcome)
    counted.labels(tool, "replayed" if answer.repeated else outcome.get("code") or "ok").inc()
    return _told(request, match_id, answer, outcome)


def _do(
    caller: Caller, match_id: str, tool: str, arguments: dict[str, Any], key: play.Key | None
) -> play.Answer | play.Pending:
    try:
        action = engine.read_action(tool, arguments)
    except engine.BadAction as bad:
        raise Malformed(bad.fields) from None
    return (play.end_day if tool == "end_day" else play.act)(caller, match_id, action, key=key)


def _told(request: HttpRequest, match_id: str, answer: play.Answer, outcome: dict[str, Any]) -> HttpResponse:
    if outcome["ok"]:
        more = f',"untrusted":{_MAILS}' if outcome["tool"] == "read_inbox" else ""
        url = json.dumps(watch_url(request, match_id))
        told = json_text(f'{answer.outcome[:-1]}{more},"watch_url":{url}}}')
    else:
        told = refusal(outcome)
    if answer.repeated:
        told["Idempotency-Replayed"] = "true"
    return told


def _pending(request: HttpRequest, match_id: str, day: int) -> HttpResponse:
    where = shapes.own_url(request, match_id)
    told = json_text(
        json.dumps(
            {
                "ok": True,
                "tool": "end_day",
                "day": day,
                "phase": Match.Phase.SETTLING,
                "actions_left": 0,
                "result": None,
                "look_at": where,
                "watch_url": watch_url(request, match_id),
            }
        ),
        status=202,
    )
    told["Location"], told["Retry-After"] = where, "1"
    return told
