"""House agents: the par line must be in order, and the same over any transport (DESIGN §3)."""

from __future__ import annotations

import json

import pytest

import engine
from engine.play import play
from tests.engine.driver import RULES


@pytest.mark.parametrize(("days", "seeds"), [(30, 20), (90, 6), (365, 2)])
def test_careful_beats_naive_beats_idle(days, seeds):
    """A par line out of order would praise agents for standing still. (`python -m engine par`: 50 seeds.)"""

    def mean(bot: str) -> float:
        return (
            sum(
                play(engine.BOTS[bot](), RULES, days, str(seed), str(seed))[0].net_worth
                for seed in range(seeds)
            )
            / seeds
        )

    idle, naive, careful = map(mean, ("idle", "naive", "careful"))
    assert careful > 1.3 * naive
    assert naive > idle + 10_000


def test_bots_live_on_plain_json():
    """Over HTTP a bot gets what JSON carries: tuples, integers as keys and the like would be lost."""
    for name in engine.BOTS:
        here, there = engine.BOTS[name](), engine.BOTS[name]()
        state, _ = engine.new_match(RULES, 30, "json", "json")
        last = None
        while state.phase == "open" and state.day < 12:
            seen = engine.for_agent(state)
            tool, arguments = here.step(seen, last)
            assert there.step(json.loads(json.dumps(seen)), json.loads(json.dumps(last))) == (tool, arguments)
            state, events = engine.apply(
                state, engine.read_action(*json.loads(json.dumps([tool, arguments])))
            )
            last = engine.outcome(events)


def test_careful_marks_the_bad_ones_and_only_them():
    """It is the example that teams copy: it must not cry wolf."""
    caught = marked = 0
    for seed in range(15):
        state, _, _ = play(engine.BOTS["careful"](), RULES, 30, f"b{seed}", f"b{seed}")
        people = engine.reveal(state)["suppliers"]
        marked += sum(one["blacklisted"] for one in people)
        caught += sum(one["blacklisted"] and one["bad"] for one in people)
    assert caught / marked > 0.9
    assert caught / 45 > 0.7
