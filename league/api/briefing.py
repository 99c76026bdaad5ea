"""One answer for an agent that has just woken up and remembers nothing: where the match stands, what has
changed since the day was opened, what it noted, and what it may do next."""

import json
from typing import Any

from django.http import HttpRequest

import engine
from league import play
from league.api import serializers as shapes
from league.api import untrusted
from league.models import Call, Frame, Match

LATEST = 20  # calls of today that are told
NEWS = ("day_opened", "shock_began", "sku_launched", "delivered", "scrapped", "mail_arrived", "match_ended")
OTHERS_WROTE = (*untrusted.MATCH, "suppliers[].name", "news[].from_name", "news[].subject")


def briefing(request: HttpRequest, match: Match) -> dict[str, Any]:
    seen = play.observe_with_notes(match)
    report, news, after = _morning(match)
    for quote in seen["quotes"]:
        quote["days_left"] = quote["valid_through"] - seen["day"]
    return {
        **shapes.own_match(request, match),
        **seen,
        "phase": match.phase if match.phase == Match.Phase.SETTLING else seen["phase"],
        "yesterday": report,
        "news": news,
        "today": _today(match, after),
        "next": [] if match.phase == Match.Phase.SETTLING else next_steps(seen),
        "untrusted": untrusted.label(*OTHERS_WROTE),
    }


def _morning(match: Match) -> tuple[dict[str, Any] | None, list[dict[str, Any]], int]:
    """The report of the last settled day, what the morning after it brought, and the seq of that morning."""
    closed = Call.objects.filter(match=match, tool="end_day").order_by("-seq").values_list("seq", flat=True)
    seq = closed.first() or 0
    body = Frame.objects.values_list("body", flat=True).get(match=match, seq=seq)
    report, news = None, []
    for event in json.loads(body)["events"]:
        if event["type"] == "day_settled":
            report = {name: value for name, value in event.items() if name != "type"}
        elif event["type"] in NEWS:
            news.append({name: value for name, value in event.items() if name not in ("body", "quotes")})
    return report, news, seq


def _today(match: Match, after: int) -> list[dict[str, Any]]:
    rows = Call.objects.filter(match=match, seq__gt=after).order_by("-seq")
    told = []
    for seq, tool, arguments, outcome in rows.values_list("seq", "tool", "arguments", "outcome")[:LATEST]:
        given = json.loads(outcome)
        told.append(
            {
                "seq": seq,
                "tool": tool,
                "arguments": json.loads(arguments),
                "ok": given["ok"],
                "code": given.get("code"),
            }
        )
    return told[::-1]


def next_steps(seen: dict[str, Any]) -> list[dict[str, str]]:
    """Tools that the rules allow now, the most useful first, each with a reason."""
    if seen["phase"] == "finished":
        return [
            _step(
                "",
                "比赛已经结束：看成绩和揭晓，或开新的一场。",
                "The match is finished: see score and reveal, or open another.",
            )
        ]
    if seen["actions_left"] == 0:
        return [_step("end_day", "今天的行动用完了，只能收摊。", "No actions are left today: close the day.")]
    steps = []
    if seen["unread"]:
        steps.append(
            _step("read_inbox", f"有 {seen['unread']} 封未读邮件。", f"{seen['unread']} mails are unread.")
        )
    if not seen["stock"] and not seen["on_the_way"]:
        steps.append(
            _step(
                "restock", "机器是空的：没有货就没有顾客。", "The machine is empty: no stock, no customers."
            )
            if seen["quotes"]
            else _step(
                "send_email",
                "机器是空的，手上没有报价：先写信询价。",
                "The machine is empty and no quote is in hand: ask for prices.",
            )
        )
    last = [
        quote for quote in seen["quotes"] if quote["valid_through"] == seen["day"] and quote["quantity_left"]
    ]
    if last:
        steps.append(
            _step("restock", f"{len(last)} 份报价今天到期。", f"{len(last)} quotes are good for today only.")
        )
    if seen["searches_left"]:
        steps.append(
            _step(
                "web_search",
                f"今天还能搜 {seen['searches_left']} 次行情。",
                f"{seen['searches_left']} searches are left today.",
            )
        )
    steps += [
        _step(name, engine.TOOLS[name].description_zh, engine.TOOLS[name].description_en)
        for name in ("send_email", "restock", "set_price", "blacklist_supplier", "note_to_self", "end_day")
        if name not in {step["tool"] for step in steps} and (name != "restock" or seen["quotes"])
    ]
    return steps


def _step(tool: str, zh: str, en: str) -> dict[str, str]:
    return {"tool": tool, "zh": zh, "en": en}
