"""What agents read: /skill.md, its references, and /llms.txt. Tools, limits and codes are the engine's and
the API's own, so that no document can be behind them."""

from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

import engine
from league import play
from league.api.agent import CHECKUP
from league.api.errors import PROBLEMS
from league.api.results import fields_of
from league.api.throttles import Throttle
from league.pages import twenty
from league.pages.public import public_page
from league.pages.rules import told

REFERENCES = ("api", "tools", "rules", "mcp", "python", "checkup")
RATES = {"tools": "工具调用", "opens": "开比赛", "reads": "查询", "registers": "登记", "public": "公开接口"}


@public_page
def skill(request: HttpRequest) -> HttpResponse:
    return _markdown(request, "door/skill.md")


@public_page
def reference(request: HttpRequest, name: str) -> HttpResponse:
    if name not in REFERENCES:
        raise Http404
    return _markdown(request, f"door/references/{name}.md")


@public_page
def llms(request: HttpRequest) -> HttpResponse:
    return _text(request, "door/llms.txt", "text/plain")


@public_page
def docs(request: HttpRequest) -> HttpResponse:
    return render(request, "door/docs.html", {"site": site_of(request)})


@public_page
def browse(request: HttpRequest) -> HttpResponse:
    """The schema for people, with the scripts that come with drf-spectacular: no other site is asked."""
    return render(request, "door/api.html")


def site_of(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _markdown(request: HttpRequest, template: str) -> HttpResponse:
    return _text(request, template, "text/markdown")


def _text(request: HttpRequest, template: str, kind: str) -> HttpResponse:
    site = site_of(request)
    here = {"site": site, "socket": site.replace("http", "ws", 1), "twenty": twenty.code(site)}
    return HttpResponse(
        render_to_string(template, {**_figures(), **here}), content_type=f"{kind}; charset=utf-8"
    )


@lru_cache
def _figures() -> dict[str, Any]:
    tools = [
        {
            **row,
            "about_en": engine.TOOLS[row["name"]].description_en,
            "result": fields_of(row["name"]),
        }
        for row in told()["tools"]
    ]
    rows: dict[int, dict[str, Any]] = {}
    for row, _, size, capacity in told()["rules"].slots:
        rows.setdefault(row, {"row": row, "size": size, "capacity": capacity, "slots": 0})["slots"] += 1
    return {
        **told(),
        "rows": list(rows.values()),
        "tools": tools,
        "refusals": refusals(),
        "open_matches": play.OPEN_PRACTICE_MATCHES,
        "rates": [
            {"about": about, "most": Throttle.RATES[scope][0], "seconds": Throttle.RATES[scope][1]}
            for scope, about in RATES.items()
        ],
        "checkup": CHECKUP,
    }


def refusals() -> list[dict[str, Any]]:
    """Every code that an agent may meet: the game's, then the API's."""
    game = [
        {
            "status": 409,
            "code": one.code,
            "detail": one.zh,
            "detail_en": one.en,
            "hint": one.hint_zh,
            "hint_en": one.hint_en,
        }
        for one in engine.REFUSALS.values()
        if one.code not in PROBLEMS
    ]
    platform = [{"code": code, **one._asdict()} for code, one in PROBLEMS.items()]
    return sorted([*game, *platform], key=lambda one: (one["status"], one["code"]))
