"""`/rules/`: the whole game in Chinese, generated from the ruleset that the engine runs, and its tools."""

import re
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

import engine
from league.pages import examples
from league.pages.demand import answer
from league.pages.public import public_page

Json = dict[str, Any]
RULESET = "clawvend-0.7"
SECTIONS = {
    "goal": "目标与结束",
    "day": "一天怎么过",
    "machine": "售货机",
    "goods": "商品",
    "demand": "客流与需求",
    "calculator": "需求计算器",
    "suppliers": "供应商",
    "tools": "工具",
    "refusals": "被拒绝的时候",
    "boards": "榜单",
    "proof": "随机、公平与核验",
}
TYPES = {"string": "文本", "integer": "整数", "number": "数字", "boolean": "是或否"}


@public_page
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/rules.html", {**told(), "demand": answer(request.GET)})


@lru_cache
def told() -> Json:
    """All that the page says; the same for everybody, so it is put together once."""
    game = engine.load(RULESET)
    return {
        "rules": game,
        "sections": SECTIONS,
        "kinds": {"drink": "饮料", "snack": "零食"},
        "sizes": {"large": "大货道", "small": "小货道"},
        "rows": [
            {"size": size, "slots": len(capacities), "capacity": capacities[0]}
            for size in ("large", "small")
            if (capacities := [capacity for _, _, kind, capacity in game.slots if kind == size])
        ],
        "months": [(month, examples.plain(factor)) for month, factor in enumerate(game.months, 1)],
        "diversity": [(number, examples.plain(factor)) for number, factor in enumerate(game.diversity)],
        "weekend": examples.plain(game.weekend),
        "shock_chance": examples.percent(game.shock_chance),
        "noise": examples.percent(game.search_noise),
        "spread": examples.percent(game.search_spread),
        "dear_price": examples.plain(game.price_dear),
        "shocks": [(shock, examples.plain(shock.factor)) for shock in game.shocks],
        "personas": [examples.persona(one) for one in game.personas],
        "bad": sum(one.bad for one in game.personas),
        "first": [sku for sku in game.skus if sku.launch <= 1],
        "later": [sku for sku in game.skus if sku.launch > 1],
        "tools": [tool_row(tool) for tool in engine.TOOLS.values()],
        "refusals": engine.REFUSALS.values(),
        "visit": examples.visit(game),
        "choice": examples.choice(game),
        "bait": examples.bait(game),
        "greedy": examples.greedy(game),
        "cost": examples.moving_average(game),
    }


def tool_row(tool: Any) -> Json:
    required = tool.schema.get("required", [])
    return {
        "name": tool.name,
        "about": tool.description_zh,
        "arguments": [
            {
                "name": name,
                "kind": " 或 ".join(TYPES[kind] for kind in kinds(spec)),
                "about": chinese(spec.get("description", "")),
                "required": name in required,
            }
            for name, spec in tool.schema["properties"].items()
            if name != "thought"
        ],
    }


def kinds(spec: Json) -> list[str]:
    kind = spec.get("type", "string")
    return kind if isinstance(kind, list) else [kind]


def chinese(text: str) -> str:
    """The Chinese half of a description that is given in both languages."""
    found = re.match(r".*[。；）]", text, re.DOTALL)
    return found[0] if found else text
