"""One call of a tool, whether it came over HTTP or MCP: the same reading, the same answer."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse

import engine
from league import play
from league.access import Caller
from league.api import serializers as shapes
from league.api import untrusted
from league.api.base import json_text, watch_url
from league.api.errors import Malformed, Refused, refusal
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
    try:
        action = engine.read_action(tool, arguments)
    except engine.BadAction as bad:
        raise Malformed(bad.fields) from None
    do = play.end_day if tool == "end_day" else play.act
    answer = do(caller, match_id, action, key=key)
    if isinstance(answer, play.Pending):
        return _pending(request, match_id, answer.day)
    return _told(request, match_id, answer)


def _told(request: HttpRequest, match_id: str, answer: play.Answer) -> HttpResponse:
    outcome = json.loads(answer.outcome)
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
