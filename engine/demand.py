"""Demand (RULES §4): how many come on a day, and what each of them picks."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from engine.chance import Stream
from engine.money import cents
from engine.ruleset import Ruleset, Sku
from engine.state import State

SCALE = 1_000_000  # weights are whole millionths, so that no platform can round a choice another way


@lru_cache(maxsize=4096)
def weight(rules: Ruleset, sku: Sku, price: int) -> int:
    """How strongly this SKU draws a visitor at this price in cents, in millionths of §4's weight."""
    ratio = price / sku.retail
    drawn: float = (
        sku.baseline * math.pow(1 / ratio, sku.elasticity) * math.exp(-rules.dear * max(0.0, ratio - 1))
    )
    return round(drawn * SCALE)


@lru_cache(maxsize=4096)
def factor(rules: Ruleset, weekend: bool, month: int, shocks: tuple[str, ...], variety: int) -> Fraction:
    """What U is multiplied by: weekend × month × shocks × diversity."""
    product = rules.months[month - 1] * rules.diversity[min(variety, len(rules.diversity) - 1)]
    for shock in shocks:
        product *= rules.shock(shock).factor
    return product * rules.weekend if weekend else product


class Expected(NamedTuple):
    """What a day brings while nothing sells out: fewest, mean and most visitors, and mean sales by SKU."""

    low: int
    visitors: float
    high: int
    sold: dict[str, float]


def expect(
    rules: Ruleset, prices: Mapping[str, int], *, weekend: bool, month: int, shocks: tuple[str, ...] = ()
) -> Expected:
    """Of a machine that offers these SKUs at these prices in cents. No game is played by it: it is for people
    who want to know what a price does.

    >>> from engine import load
    >>> rules = load("clawvend-0.7")
    >>> typical = {sku.id: sku.retail for sku in rules.skus if sku.launch <= 1}
    >>> day = expect(rules, typical, weekend=False, month=4)
    >>> day.low, day.visitors, day.high, round(day.sold["cola"], 2)
    (40, 50.0, 60, 7.05)
    """
    first, last = rules.visitors
    by = factor(rules, weekend, month, shocks, len(prices))
    came = [cents(drawn * by) for drawn in range(first, last + 1)]
    visitors = sum(came) / len(came)
    weights = {sku.id: weight(rules, sku, prices[sku.id]) for sku in rules.skus if sku.id in prices}
    total = sum(weights.values()) + rules.leave * SCALE
    sold = {sku: visitors * drawn / total for sku, drawn in weights.items()}
    return Expected(came[0], visitors, came[-1], sold)


class Served(NamedTuple):
    """Visitors of a day, pieces sold by SKU in ruleset order, and visitors lost to stock-out."""

    visitors: int
    sold: dict[str, int]
    lost: int


def serve(state: State) -> Served:
    """Serve the customers of today; the state is only read.

    A visitor's one random number decides against what is in stock at that moment. Who leaves, but would have
    bought something had nothing sold out since opening, is lost to stock-out.
    """
    rules = state.rules
    quantities: dict[str, int] = {}
    for slot in state.slots:
        if slot.sku is not None:
            quantities[slot.sku] = quantities.get(slot.sku, 0) + slot.quantity
    offer = [sku for sku in rules.skus if sku.id in quantities]
    left = [quantities[sku.id] for sku in offer]
    weights = [weight(rules, sku, state.price(sku.id)) for sku in offer]

    unit = Stream(state.hidden.world_seed, f"world/day/{state.day}/visitors").unit
    low, high = rules.visitors
    today = state.date
    running = tuple(shock.shock for shock in state.shocks)
    drawn = low + int(unit() * (high - low + 1))
    visitors = cents(drawn * factor(rules, today.weekday() >= 5, today.month, running, len(offer)))

    leave = rules.leave * SCALE
    full = now = list(accumulate(weights))
    full_total = total = (now[-1] if now else 0) + leave
    sold, lost, nobody = [0] * len(offer), 0, len(offer)
    for _ in range(visitors):
        number = unit()
        pick = bisect_right(now, int(number * total))
        if pick < nobody:
            sold[pick] += 1
            left[pick] -= 1
            if not left[pick]:
                weights[pick] = 0
                now = list(accumulate(weights))
                total = now[-1] + leave
        elif now is not full and bisect_right(full, int(number * full_total)) < nobody:
            lost += 1
    return Served(visitors, {sku.id: n for sku, n in zip(offer, sold, strict=True) if n}, lost)
