"""Demand (RULES §4): figures worked by hand, and prices that sell nothing."""

from __future__ import annotations

import math
from datetime import date
from fractions import Fraction

import pytest

import engine
from engine import demand, market
from engine.chance import Stream
from engine.state import Running, Slot
from tests.engine.driver import RULES, call, cents, start

COLA, WATER = RULES.sku("cola"), RULES.sku("water")


def test_weight_is_the_formula_of_the_rules():
    """baseline × (typical / price)^elasticity × exp(-2 × max(0, price/typical - 1)), in millionths."""
    assert demand.weight(RULES, COLA, 600) == 22_000_000
    assert demand.weight(RULES, COLA, 300) == round(22 * 2**1.5 * 1e6)
    assert demand.weight(RULES, COLA, 900) == round(22 * (2 / 3) ** 1.5 * math.exp(-1) * 1e6)


@pytest.mark.parametrize(
    ("weekend", "month", "shocks", "variety", "expected"),
    [
        (False, 4, (), 4, "1"),
        (True, 4, (), 4, "1.4"),
        (True, 7, (), 5, "1.8375"),
        (False, 2, ("rainstorm",), 6, "0.48"),
        (False, 4, ("rainstorm", "rainstorm"), 4, "0.36"),
        (False, 4, ("concert", "power_cut"), 4, "0.68"),
        (False, 4, (), 0, "0"),
        (False, 4, (), 1, "0.5"),
        (False, 4, (), 9, "0.65"),
        (False, 4, (), 10, "0.5"),
        (False, 4, (), 12, "0.5"),
    ],
)
def test_factors_multiply(weekend, month, shocks, variety, expected):
    """Weekend, month, shocks that overlap, and diversity."""
    assert demand.factor(RULES, weekend, month, shocks, variety) == Fraction(expected)


def full(state, *skus):
    """Fill the machine's slots of a size with these SKUs, one after the other."""
    for at, (_, _, size, capacity) in enumerate(RULES.slots):
        fitting = [sku for sku in skus if RULES.sku(sku).size == size]
        if fitting:
            sku = fitting[at % len(fitting)]
            state.slots[at] = Slot(sku, capacity)
            state.costs[sku] = state.costs.get(sku, 0) + capacity * RULES.sku(sku).wholesale
    return state


def test_visitors_are_rounded_once_at_the_end():
    """Rounding factor by factor would drift by whole visitors."""
    state = full(
        start(date="2026-07-04"), "cola", "sprite", "water", "chips", "snickers"
    )  # Saturday, five SKUs
    state.shocks = [Running("open_day", 1)]
    drawn = Stream("w", "world/day/1/visitors").whole(40, 60)
    exact = drawn * Fraction("1.4") * Fraction("1.25") * Fraction("1.4") * Fraction("1.05")
    assert demand.serve(state).visitors == round(exact)


def test_typical_prices_sell_to_two_visitors_in_three():
    """§4: the fixed weight 52 of leaving is half of the six first SKUs' baselines."""
    came = bought = 0
    for world in range(200):
        served = demand.serve(
            full(start(world=str(world)), "cola", "sprite", "water", "chips", "snickers", "redbull")
        )
        came, bought = came + served.visitors, bought + sum(served.sold.values())
    assert abs(bought / came - 2 / 3) < 0.02


def test_an_empty_machine_draws_nobody():
    """Diversity 0: nobody comes who could not buy."""
    assert demand.serve(start()) == demand.Served(0, {}, 0)


def test_twenty_times_the_typical_price_sells_nothing_in_a_year():
    """If dear goods sold even now and then, one SKU at 20 × would be worth more than a business."""
    state = full(start(365), "cola", "sprite", "water", "chips", "snickers", "redbull")
    for sku in state.costs:
        state, told = call(state, "set_price", sku=sku, price=f"{RULES.sku(sku).retail * 20 // 100}.00")
        assert told["ok"]
    state.cash = 1_000_000
    while state.phase == "open":
        state, told = call(state, "end_day")
        assert told["result"]["sold"] == {}
        assert told["result"]["visitors"] > 0
    assert state.end == "completed"


def test_fewer_buy_where_prices_are_higher_and_takings_peak_near_typical():
    """Without a peak near typical prices there would be one best price: the lowest, or the highest."""

    def margin(percent: int) -> int:
        total = 0
        for world in range(60):
            state = full(
                start(world=str(world), date="2026-04-06"),
                "cola",
                "sprite",
                "water",
                "chips",
                "snickers",
                "redbull",
            )
            state.prices = {sku: RULES.sku(sku).retail * percent // 100 for sku in state.costs}
            served = demand.serve(state)
            total += sum(n * (state.price(sku) - RULES.sku(sku).wholesale) for sku, n in served.sold.items())
        return total

    curve = {percent: margin(percent) for percent in (60, 80, 100, 120, 150, 200, 400)}
    assert max(curve, key=curve.get) in (100, 120)
    assert curve[120] > curve[150] > curve[200] > curve[400]


def test_visitors_lost_to_stock_out_would_have_bought():
    """Only who leaves because something has sold out since opening is lost."""
    state = start(date="2026-04-04")
    state.slots[0], state.costs = Slot("water", 2), {"water": 200}
    state.shocks = []
    served = demand.serve(state)
    draws = Stream("w", "world/day/1/visitors")
    visitors = round(draws.whole(40, 60) * Fraction("1.4") * Fraction("0.5"))
    wanted = sum(draws.unit() < 30 / 82 for _ in range(visitors))
    assert (served.visitors, served.sold, served.lost) == (visitors, {"water": 2}, wanted - 2)


def test_shocks_come_last_and_end_as_drawn():
    """A shock that never ended, or that an agent's call could move, would be the wrong world."""
    state, seen = start(365, world="shocks"), []
    while state.phase == "open" and state.day < 200:
        seen.append(tuple(state.shocks))
        state.negative_days = 0
        state, _ = call(state, "end_day")
    assert sum(len(shocks) > 0 for shocks in seen) > 10
    for day, shocks in enumerate(seen, 1):
        for running in shocks:
            assert running.last_day >= day
            low, high = RULES.shock(running.shock).days
            began = min(d for d, before in enumerate(seen, 1) if running in before)
            assert low <= running.last_day - began + 1 <= high


def test_search_is_noisy_within_its_bounds():
    """§1, §6: the centre is off by up to 15 %, the ends are the centre ± 10 %."""
    offs = []
    for n in range(300):
        found = next(r for r in market.search(start(match=str(n)), "cola"))
        low, high = found.wholesale
        centre = (low + high) / 2
        assert abs(low - centre * 0.9) <= 1
        assert abs(high - centre * 1.1) <= 1
        offs.append(centre / 300 - 1)
    assert -0.152 < min(offs) < -0.12
    assert 0.12 < max(offs) < 0.152


def test_search_finds_what_the_query_names():
    """A query in Chinese, in English, of nothing, and of what is not on the market yet."""

    def found(query, day=1):
        state = start()
        state.day = day
        return [r["sku"] for r in call(state, "web_search", query=query)[1]["result"]["results"]]

    assert found("可乐 wholesale price") == ["cola"]
    assert found("red bull and 薯片") == ["chips", "redbull"]
    assert found("") == found("行情") == [sku.id for sku in RULES.skus[:6]]
    assert found("乌龙茶", day=11) == ["oolong_tea"]
    assert "oolong_tea" not in found("乌龙茶")


def test_the_start_date_is_drawn_from_the_world_or_given():
    """Any day of 2026, from the world's seed alone; a round may set it."""
    days = {start(world=str(n)).start for n in range(300)}
    assert min(days) >= date(2026, 1, 1)
    assert max(days) <= date(2026, 12, 31)
    assert len(days) > 150
    assert start(world="a", match="b").start == start(world="a", match="c").start
    assert engine.for_agent(start(date="2026-12-31"))["date"] == "2026-12-31"


@pytest.mark.parametrize("wrong", [29, 0, -30, 31, 366])
def test_a_match_has_a_length_of_the_ruleset(wrong):
    """Boards of 30, 90 and 365 days stand apart: no other length may exist."""
    with pytest.raises(ValueError, match="30, 90, 365"):
        engine.new_match(RULES, wrong, "w", "m")


def test_complaints_and_launches_come_by_mail():
    """§6: at least 5 lost to stock-out, or priced above 1.5 × typical; launches on their day."""
    state = start(date="2026-04-04")
    state.slots[0], state.costs, state.shocks = Slot("water", 1), {"water": 100}, [Running("concert", 1)]
    state.slots[1], state.costs["cola"] = Slot("cola", 18), 5400
    state, _ = call(state, "set_price", sku="cola", price="9.01")
    state, _ = call(state, "end_day")
    kinds = [(m["from"], m["kind"]) for m in call(state, "read_inbox")[1]["result"]["mails"]]
    assert kinds.count(("customers", "complaint")) == 2
    for _ in range(9):
        state, _ = call(state, "end_day")
    mails = call(state, "read_inbox", sender="market")[1]["result"]["mails"]
    assert any("乌龙茶" in mail["body"] + mail["subject"] for mail in mails)
    assert cents(engine.for_agent(state)["prices"]["oolong_tea"]) == 500
