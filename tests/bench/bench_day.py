"""A day's settlement in process against a bare loop of 56 seeded weighted choices with stock (DESIGN §7).

Run: python -m tests.bench.bench_day. Prints the ratio of the medians of alternating rounds; aim: at most 8.
"""

from __future__ import annotations

import statistics
import time
from bisect import bisect_right
from itertools import accumulate
from random import Random

import engine

ROUNDS, TIMES = 40, 200


def bare(seed: int) -> int:
    """56 visitors choose among 6 goods or leave, by one generator; stock runs down."""
    unit = Random(f"floor/{seed}").random
    weights = [22, 18, 30, 14, 12, 8, 52]
    stock = [18, 18, 18, 30, 30, 18, 1_000_000]
    cumulative = list(accumulate(weights))
    sold = 0
    for _ in range(56):
        pick = bisect_right(cumulative, int(unit() * cumulative[-1]))
        stock[pick] -= 1
        sold += pick < 6
        if not stock[pick]:
            weights[pick] = 0
            cumulative = list(accumulate(weights))
    return sold


def morning(days: int, upto: int, bot: str = "careful") -> engine.State:
    """The state of a house agent's match on the evening of a day, with a stocked machine."""
    player, last = engine.BOTS[bot](), None
    state, _ = engine.new_match(engine.load("clawvend-0.7"), days, "bench", "bench")
    while True:
        action = engine.read_action(*player.step(engine.for_agent(state), last))
        if action.tool == "end_day" and state.day >= upto:
            return state
        state, events = engine.apply(state, action)
        last = engine.outcome(events)


def timed(work, times: int) -> float:
    start = time.perf_counter()
    for at in range(times):
        work(at)
    return (time.perf_counter() - start) / times * 1e6


def main() -> None:
    state, end_day = morning(30, 20), engine.read_action("end_day", {})
    floors, days = [], []
    for _ in range(ROUNDS):
        floors.append(timed(bare, TIMES))
        days.append(timed(lambda _: engine.apply(state, end_day), TIMES))
    floor, day = statistics.median(floors), statistics.median(days)
    print(f"bare loop {floor:.1f} µs, settlement {day:.1f} µs, ratio {day / floor:.2f} (aim: at most 8)")
    early, late = (len(engine.freeze(morning(365, upto)).encode()) for upto in (30, 365))
    print(
        f"state on day 30: {early} bytes, on day 365: {late} bytes, ratio {late / early:.2f} (aim: at most 2)"
    )
    text = engine.freeze(state)
    frozen, thawed = timed(lambda _: engine.freeze(state), TIMES), timed(lambda _: engine.thaw(text), TIMES)
    print(f"freeze {frozen:.0f} µs, thaw {thawed:.0f} µs, {len(text.encode())} bytes")
    price = engine.read_action("set_price", {"sku": "cola", "price": "5.90"})
    after, events = engine.apply(state, price)
    applied = timed(lambda _: engine.apply(state, price), TIMES)
    framed = timed(lambda _: engine.frame(after, events, state), TIMES)
    seen = timed(lambda _: engine.for_agent(state), TIMES)
    print(f"set_price {applied:.0f} µs, frame {framed:.0f} µs, observation {seen:.0f} µs")


if __name__ == "__main__":
    main()
