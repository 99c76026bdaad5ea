"""`/play/`: a person runs the machine by hand, with the tools and limits of an agent, the par lines beside
it. Plain forms; the token of a form is the idempotency key of its call, so a double click acts once."""

import json
import re
import secrets
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

import engine
from league import access, checkup, guests, play
from league.access import Caller
from league.api.agent import CHECKUP
from league.api.errors import PROBLEMS
from league.api.reading import key_for
from league.api.throttles import allowance
from league.models import Match
from league.pages import machine
from league.pages.once import FIELD
from league.pages.rules import told
from league.pages.words import ENDS, money

Json = dict[str, Any]
LENGTHS = {7: CHECKUP, 30: play.RULESET}
GUEST = "guest"  # in the session: the number of this browser's agent
WORDS = {  # fields of answers, as the page calls them
    "day": "第几天",
    "date": "日期",
    "visitors": "顾客",
    "sold": "卖出",
    "lost_to_stockout": "缺货流失",
    "takings": "营业额",
    "cost_of_goods": "销货成本",
    "fee": "摊位费",
    "cash": "现金",
    "net_worth": "净资产",
    "negative_days": "现金为负的天数",
    "sku": "商品",
    "price": "售价",
    "before": "原价",
    "supplier": "供应商",
    "quote_id": "报价",
    "quantity": "件数",
    "unit_price": "单价",
    "quoted_total": "报价合计",
    "charged_total": "实收",
    "stocked": "上架",
    "wasted": "报废",
    "delayed": "迟到",
    "dry_run": "试算",
    "would_stock": "能上架",
    "would_waste": "会报废",
    "blacklisted": "已拉黑",
    "notes": "笔记",
    "key": "笔记",
    "mail_id": "已寄出",
    "reply_id": "回信",
    "end": "结局",
    "reason": "理由",
    "score": "成绩",
    "query": "搜索",
}
BOTS = {"idle": "躺平", "naive": "直来直去", "careful": "精打细算"}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    caller = guests.caller_of(request.session.get(GUEST))
    trouble = ""
    if request.method == "POST":
        days = {"7": 7, "30": 30}.get(request.POST.get("days", ""), 7)
        seed = request.POST.get("seed", "").strip()[:64]
        if not allowance("opens", request.META.get("REMOTE_ADDR", ""))[2]:
            trouble = PROBLEMS["throttled"].detail
        elif seed and not seed.isprintable():
            trouble = "种子里有看不见的字符。"
        else:
            try:
                return redirect("pages:play-match", _open(request, caller, days, seed).pk)
            except play.NotNow as no:
                trouble = f"{PROBLEMS[no.code].detail}{PROBLEMS[no.code].hint}"
    mine = access.own_matches(caller).order_by("-created_at")[:10] if caller else []
    return render(request, "door/play.html", {"matches": mine, "trouble": trouble, "lengths": LENGTHS})


def _open(request: HttpRequest, caller: Caller | None, days: int, seed: str) -> Match:
    agent = access.agent_of(caller) if caller else guests.new_guest()
    request.session[GUEST] = agent.pk
    asked = {"days": days, "seed": seed}
    return play.open_match(
        agent,
        days=days,
        ruleset=LENGTHS[days],
        world_seed=seed or secrets.token_hex(16),
        match_seed=seed or secrets.token_hex(16),
        key=_once(request, "open_match", asked),
    )


@never_cache
@require_http_methods(["GET", "HEAD"])
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    shown = _own(request, match_id)
    seen = play.observe_with_notes(shown)
    answer = request.session.get(f"play:{match_id}")
    names = {item["sku"]: item["name"] for item in seen["catalogue"]}
    people = {one["id"]: one["name"] for one in seen["suppliers"]}
    quotes = [
        {**quote, "name": names.get(quote["sku"], quote["sku"]), "who": people[quote["supplier"]]}
        for quote in sorted(seen["quotes"], key=lambda one: (one["sku"], money_of(one["unit_price"])))
        if quote["quantity_left"]
    ]
    return render(
        request,
        "door/play_match.html",
        {
            "match": shown,
            "seen": seen,
            "end": ENDS.get(shown.end, ""),
            "machine": machine.drawn(seen, slug=shown.agent.slug, sign="我的售货机"),
            "quotes": quotes,
            "answer": _readable(answer, names, people) if answer else None,
            "tools": [_form(row, seen) for row in told()["tools"]],
            "chart": chart(shown),
        },
    )


@require_POST
def act(request: HttpRequest, match_id: str, tool: str) -> HttpResponse:
    _own(request, match_id)
    if tool not in engine.TOOLS:
        raise Http404
    caller = guests.caller_of(request.session.get(GUEST))
    assert caller is not None
    given = _arguments(request, tool)
    request.session[f"play:{match_id}"] = _call(request, caller, match_id, tool, given)
    return HttpResponseRedirect(reverse("pages:play-match", args=[match_id]) + "#answer")


def _call(request: HttpRequest, caller: Caller, match_id: str, tool: str, given: Json) -> Json:
    """The outcome, or a refusal in the same shape."""
    try:
        if not allowance("tools", f"guest{caller.agent_id}")[2]:
            raise play.NotNow("throttled")
        action = engine.read_action(tool, given)
        do = play.end_day if tool == "end_day" else play.act
        answer = do(caller, match_id, action, key=_once(request, tool, given))
    except engine.BadAction as bad:
        wrong = "；".join(f"{name}：{text['zh']}" for name, text in bad.fields.items())
        return {"ok": False, "tool": tool, "code": "malformed", "detail": wrong, "hint": "没有计入行动。"}
    except play.NotNow as no:
        about = PROBLEMS[no.code]
        return {"ok": False, "tool": tool, "code": no.code, "detail": about.detail, "hint": about.hint}
    if isinstance(answer, play.Pending):
        return {"ok": True, "tool": tool, "result": {}, "detail": "正在结算，稍后刷新。"}
    outcome: Json = json.loads(answer.outcome)
    return outcome


def _own(request: HttpRequest, match_id: str) -> Match:
    caller = guests.caller_of(request.session.get(GUEST))
    if caller is None or not re.fullmatch("[a-z2-7]{12}", match_id):
        raise access.NotThere
    return access.own_match(caller, match_id)


def _once(request: HttpRequest, what: str, given: Json) -> play.Key | None:
    token = request.POST.get(FIELD, "")
    good = 16 <= len(token) <= 64 and token.isascii() and token.isprintable()
    return key_for(token, what, given) if good else None


def _arguments(request: HttpRequest, tool: str) -> Json:
    """What the form says, as JSON would have it; what cannot be read is left for the engine to refuse."""
    given: Json = {}
    for name, spec in engine.TOOLS[tool].schema["properties"].items():
        text = request.POST.get(name, "")
        if spec.get("type") == "boolean":
            if (
                text or f"{name}?" in request.POST
            ):  # an unticked box sends nothing: its twin tells that it was there
                given[name] = bool(text)
        elif spec.get("type") == "integer" and re.fullmatch(r"\d{1,9}", text.strip()):
            given[name] = int(text)
        elif text.strip():
            given[name] = text.replace("\0", "").strip()
    return given


def _form(row: Json, seen: Json) -> Json:
    """A tool as a form: suppliers and goods are chosen, the rest is typed."""
    schema = engine.TOOLS[row["name"]].schema["properties"]
    choices = {
        "to": [(one["id"], one["name"]) for one in seen["suppliers"]],
        "supplier": [(one["id"], one["name"]) for one in seen["suppliers"]],
        "sku": [(one["sku"], one["name"]) for one in seen["catalogue"]],
        "quote_id": [
            (one["quote_id"], f"{one['supplier']} {one['sku']} {one['unit_price']}") for one in seen["quotes"]
        ],
    }
    fields = [
        {
            **one,
            "choices": choices.get(one["name"]),
            "flag": schema[one["name"]].get("type") == "boolean",
            "on": schema[one["name"]].get("default") is True,
            "long": one["name"] in ("body", "value"),
        }
        for one in row["arguments"]
    ]
    return {**row, "fields": fields}


def _readable(answer: Json, names: dict[str, str], people: dict[str, str]) -> Json:
    result = answer.get("result") or {}
    rows = [
        (
            WORDS.get(name, name),
            json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value,
        )
        for name, value in result.items()
        if name not in ("mails", "results")
    ]
    found = [{**one, "name": names.get(one["sku"], one["sku"])} for one in result.get("results", [])]
    rows = [
        (word, {True: "是", False: "否"}.get(value, value) if isinstance(value, bool) else value)
        for word, value in rows
    ]
    return {**answer, "rows": rows, "mails": result.get("mails", []), "found": found}


def chart(shown: Match) -> Json | None:
    """Net worth at the close of each day: mine, and the house agents' up to the same day."""
    mine = [f"{worth:.2f}" for worth in _closes(shown)]
    if not mine or shown.days > checkup.LONGEST_PAR:
        return None
    lines = {bot: line["net_worth"][: len(mine)] for bot, line in checkup.par(shown, len(mine)).items()}
    everything = [float(worth) for line in (mine, *lines.values()) for worth in line]
    low, high = min(everything), max(everything)

    def points(line: list[str]) -> str:
        across, tall = max(1, shown.days - 1), (high - low) or 1
        return " ".join(
            f"{100 * at / across:.1f},{30 - 30 * (float(worth) - low) / tall:.1f}"
            for at, worth in enumerate(line)
        )

    rows = [
        {"name": "你", "id": "mine", "points": points(mine), "worth": money(mine[-1])},
        *(
            {"name": BOTS.get(bot, bot), "id": bot, "points": points(line), "worth": money(line[-1])}
            for bot, line in lines.items()
            if line
        ),
    ]
    return {"rows": rows, "day": len(mine)}


def _closes(shown: Match) -> list[float]:
    return [worth / 100 for worth in checkup.figures_of(shown).net_worth]


def money_of(text: str) -> int:
    return int(text.replace(".", ""))
