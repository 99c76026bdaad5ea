"""`/team/{id}/matches/…`: own matches, the calls of each, and several side by side."""

import json
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

import engine
from league import access
from league.models import Call, Match
from league.pages.console import page
from league.pages.team.compare import compared

MATCHES, CALLS = 50, 100
STATUS = [("", "全部"), ("open", "进行中"), ("finished", "已结束")]
KIND = [("", "全部"), ("practice", "练习赛"), ("season", "赛季")]
RESULT = [("", "全部"), ("ok", "成功"), ("refused", "被拒绝")]
TOOLS = {
    "web_search": "搜行情",
    "read_inbox": "读信",
    "send_email": "写信",
    "set_price": "定价",
    "restock": "补货",
    "note_to_self": "记笔记",
    "read_notes": "看笔记",
    "blacklist_supplier": "拉黑",
    "end_day": "收盘",
    "give_up": "放弃",
    "time_out": "超时",
}


@page
def matches(request: HttpRequest, team_id: int) -> HttpResponse:
    seat = access.team_seat(request.user, team_id)
    rows = access.team_matches(seat).order_by("-created_at", "-id")
    asked = {name: request.GET.get(name, "") for name in ("agent", "status", "kind")}
    if asked["agent"]:
        rows = rows.filter(agent__slug=asked["agent"])
    if asked["status"] in ("open", "finished"):
        finished = {"phase": Match.Phase.FINISHED}
        rows = rows.filter(**finished) if asked["status"] == "finished" else rows.exclude(**finished)
    if asked["kind"] in ("practice", "season"):
        rows = rows.filter(practice=asked["kind"] == "practice")
    return render(
        request,
        "team/matches.html",
        {
            "seat": seat,
            "team": seat.team,
            "league": seat.team.league,
            "agents": seat.team.agents.order_by("name", "pk"),
            "page": Paginator(rows, MATCHES).get_page(request.GET.get("page")),
            "asked": asked,
            "statuses": STATUS,
            "kinds": KIND,
            "query": _query(asked),
        },
    )


@page
def match(request: HttpRequest, team_id: int, match_id: str) -> HttpResponse:
    seat = access.team_seat(request.user, team_id)
    shown = access.team_match(seat, match_id)
    asked = {name: request.GET.get(name, "") for name in ("tool", "result", "day", "text")}
    rows = Paginator(filtered(shown, asked), CALLS).get_page(request.GET.get("page"))
    return render(
        request,
        "team/match.html",
        {
            "seat": seat,
            "team": seat.team,
            "league": seat.team.league,
            "match": shown,
            "page": rows,
            "calls": [told(call) for call in rows],
            "asked": asked,
            "tools": TOOLS.items(),
            "results": RESULT,
            "query": _query(asked),
        },
    )


@page
def compare(request: HttpRequest, team_id: int) -> HttpResponse:
    seat = access.team_seat(request.user, team_id)
    wanted = list(dict.fromkeys(request.GET.getlist("m")))[:6]
    rows = {match.pk: match for match in access.team_matches(seat).filter(pk__in=wanted)}
    if len(rows) < len(wanted):
        raise access.NotThere
    context = {"seat": seat, "team": seat.team, "league": seat.team.league}
    shown = compared([rows[pk] for pk in wanted]) if len(wanted) > 1 else None
    return render(request, "team/compare.html", {**context, "compared": shown})


def filtered(match: Match, asked: dict[str, str]) -> QuerySet[Call]:
    """The newest first. A filter that means nothing filters nothing."""
    rows = Call.objects.filter(match=match).order_by("-seq")
    if asked["tool"] in TOOLS:
        rows = rows.filter(tool=asked["tool"])
    if asked["result"] in ("ok", "refused"):
        refused = {"outcome__contains": '"ok":false'}
        rows = rows.filter(**refused) if asked["result"] == "refused" else rows.exclude(**refused)
    if asked["day"].isascii() and asked["day"].isdecimal() and len(asked["day"]) < 5:
        rows = rows.filter(day=int(asked["day"]))
    if text := asked["text"].strip()[:100]:
        rows = rows.filter(thought__icontains=text) | rows.filter(arguments__icontains=text)
    return rows


def told(call: Call) -> dict[str, Any]:
    """One call as the log shows it: what was asked, what came of it, and what to do about a refusal."""
    outcome = json.loads(call.outcome)
    arguments = json.loads(call.arguments)
    refusal = engine.REFUSALS.get(outcome.get("code", ""))
    return {
        "seq": call.seq,
        "day": call.day,
        "at": call.created_at,
        "tool": call.tool,
        "called": TOOLS.get(call.tool, call.tool),
        "arguments": "，".join(f"{name} = {_short(value)}" for name, value in arguments.items()),
        "thought": call.thought,
        "ok": outcome.get("ok", False),
        "code": outcome.get("code", ""),
        "detail": outcome.get("detail") or (refusal.zh if refusal else ""),
        "hint": outcome.get("hint") or (refusal.hint_zh if refusal else ""),
        "result": json.dumps(outcome.get("result"), ensure_ascii=False, indent=1)
        if outcome.get("ok")
        else "",
    }


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else f"{text[:160]}…"


def _query(asked: dict[str, str]) -> str:
    return urlencode({name: value for name, value in asked.items() if value})
