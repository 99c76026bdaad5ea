"""Worked examples of the rules page: every figure comes out of the ruleset's own data. Money in cents."""

from fractions import Fraction
from math import exp
from typing import Any

from league.pages.words import money, short

Json = dict[str, Any]
U = 50  # the middle of the draw


def plain(number: Fraction | float) -> str:
    """A factor without needless zeros: 1.4, 0.85, 1."""
    return f"{float(number):.4f}".rstrip("0").rstrip(".")


def percent(number: Fraction | float) -> str:
    return plain(float(number) * 100) + "%"


def persona(one: Any) -> Json:
    """How a persona quotes, bargains and cheats, in words that its figures fill in."""
    low, high = one.price
    price = f"行情 × {plain(low)}" if low == high else f"行情 × {plain(low)} 到 {plain(high)}，均匀抽取"
    if one.step:
        price += f"；每下过一单再涨 {percent(one.step)}，利滚利"
    up_to, chance = percent(one.bargain_up_to), percent(one.bargain_chance)
    bargain = "从不让价" if not one.bargain_up_to or not one.bargain_chance else f"最多让 {up_to}"
    if 0 < one.bargain_chance < 1 and one.bargain_up_to:
        bargain += f"，其中 {chance} 的时候答应"
    traps = []
    if one.charge is not None:
        traps.append(f"实收行情 × {plain(one.charge)}，说是“行情涨了”")
    if one.late_chance:
        traps.append(f"{percent(one.late_chance)} 的订单缺货，晚 {one.late_days[0]}–{one.late_days[1]} 天到")
    if one.step:
        traps.append("不声不响地涨价")
    return {
        "name": one.name,
        "id": one.id,
        "bad": one.bad,
        "price": price,
        "bargain": bargain,
        "traps": "；".join(traps),
    }


def visit(game: Any) -> Json:
    """A rainy Saturday in July with five products."""
    rain = game.shock("rainstorm")
    factors = [game.weekend, game.months[6], rain.factor, game.diversity[5]]
    visitors = Fraction(U)
    for factor in factors:
        visitors *= factor
    return {
        "u": U,
        "shock": rain.name,
        "factors": [plain(factor) for factor in factors],
        "visitors": round(visitors),
    }


def choice(game: Any) -> Json:
    """The chance that a visitor buys, and how a dearer cola changes it."""
    skus = [sku for sku in game.skus if sku.launch <= 1]
    cola = skus[0]
    total = sum(sku.baseline for sku in skus)

    def weight(ratio: float) -> float:
        fall: float = (1 / ratio) ** cola.elasticity * exp(-game.dear * max(0.0, ratio - 1))
        return float(cola.baseline) * fall

    rows = []
    for ratio in (0.8, 1.0, 1.25, 1.5, 2.0):
        own = weight(ratio)
        whole = total - cola.baseline + own + game.leave
        rows.append(
            {
                "price": money(round(cola.retail * ratio)),
                "ratio": plain(ratio),
                "weight": f"{own:.1f}",
                "chance": f"{100 * own / whole:.1f}%",
                "takings": money(round(100 * own / whole * cola.retail * ratio)),
            }
        )
    return {
        "name": short(cola.name),
        "total": total,
        "buys": f"{100 * total / (total + game.leave):.1f}%",
        "rows": rows,
    }


def bait(game: Any) -> Json:
    """Sixty colas from a supplier that charges more than it quotes."""
    cola, one, pieces = game.skus[0], game.persona("bait"), 60
    quoted, charged = round(cola.wholesale * one.price[0]), round(cola.wholesale * one.charge)
    return {
        "pieces": pieces,
        "unit": money(quoted),
        "quoted": money(quoted * pieces),
        "charged": money(charged * pieces),
        "more": money((charged - quoted) * pieces),
        "market": money(cola.wholesale),
    }


def greedy(game: Any) -> list[str]:
    """What a cola costs at the first to the sixth order."""
    cola, one = game.skus[0], game.persona("greedy")
    return [money(round(cola.wholesale * one.price[0] * (1 + one.step) ** order)) for order in range(6)]


def moving_average(game: Any) -> Json:
    """Ten at one price, ten at another: what one sold piece takes out of stock."""
    first = game.skus[0].wholesale
    second = first + 100
    whole = 10 * first + 10 * second
    return {
        "first": money(first),
        "second": money(second),
        "whole": money(whole),
        "piece": money(round(Fraction(whole, 20))),
    }
