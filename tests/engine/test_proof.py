"""`verify` accepts what was played, and nothing else (RULES §8)."""

from __future__ import annotations

import copy
import json
import subprocess
import sys

import pytest

import engine
from engine.play import play, record
from tests.engine.driver import RULES


@pytest.fixture(scope="module")
def told():
    state, calls, _ = play(engine.BOTS["careful"](), RULES, 30, "proof-w", "proof-m")
    return json.loads(json.dumps(record(state, calls)))


def test_a_played_match_holds(told):
    """Without this, a finished match could be believed only by trust."""
    assert engine.verify(told).ok


def test_a_match_that_was_timed_out_holds():
    """The league's clock is part of the record."""
    state, _ = engine.new_match(RULES, 30, "w", "m")
    state, events = engine.apply(state, engine.read_action("end_day", {}))
    calls = [{"seq": 1, "day": 1, "tool": "end_day", "arguments": {}, "outcome": engine.outcome(events)}]
    state, events = engine.time_out(state, "idle")
    calls.append(
        {
            "seq": 2,
            "day": 2,
            "tool": "time_out",
            "arguments": {"reason": "idle"},
            "outcome": engine.outcome(events),
        }
    )
    assert engine.verify(record(state, calls)).ok
    calls[1]["arguments"]["reason"] = "other"
    assert engine.verify(record(state, calls)).seq == 2


def leaves(value, path=()):
    if isinstance(value, dict | list) and value:
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(one, (*path, key))
    else:
        yield path, value


def changed(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return value + "0"
    return ["x"] if value in (None, []) else {"x": 1}


def test_any_single_change_is_found_at_its_step(told):
    """Every leaf of the record in turn (of the calls, those of each tool): a change that passes would be a
    forgery."""
    seen, tried = set(), 0
    for path, value in leaves(told):
        if path[0] == "calls":
            tool = told["calls"][path[1]]["tool"]
            kind = (tool, *(part if isinstance(part, str) else "n" for part in path[2:]))
            if kind in seen:
                continue
            seen.add(kind)
        forged = copy.deepcopy(told)
        place = forged
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = changed(value)
        verdict = engine.verify(forged)
        tried += 1
        assert not verdict.ok, f"{path} was {value!r} and may be {changed(value)!r}"
        if path[0] == "calls":
            assert verdict.seq == path[1] + 1, f"{path}: {verdict}"
    assert tried > 100


@pytest.mark.parametrize("at", [0, 57, -1])
def test_a_call_more_less_or_elsewhere_is_found(told, at):
    """Leaving out the call that lost money would be the plainest forgery."""
    for forge in (
        lambda calls: calls.pop(at),
        lambda calls: calls.insert(at, copy.deepcopy(calls[at])),
        lambda calls: calls.append(calls.pop(at)) if at != -1 else calls.insert(0, calls.pop()),
    ):
        forged = copy.deepcopy(told)
        forge(forged["calls"])
        assert not engine.verify(forged).ok
        for seq, one in enumerate(forged["calls"], 1):
            one["seq"] = seq
        assert not engine.verify(forged).ok, "renumbering must not help"


@pytest.mark.parametrize(
    "nonsense", [{}, [], None, "x", 5, {"format": "clawvend-proof/1"}, {"format": "clawvend-proof/2"}]
)
def test_what_is_no_record_does_not_hold(nonsense):
    """A checker that crashes cannot say no."""
    assert not engine.verify(nonsense).ok


def test_the_command_says_where_it_differs(told, tmp_path):
    """`python -m engine verify FILE`: 0 when it holds, 1 when not, and which step."""
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(told))
    run = [sys.executable, "-m", "engine", "verify", str(file)]
    assert subprocess.run(run, check=False, capture_output=True).returncode == 0
    told = copy.deepcopy(told)
    told["calls"][9]["outcome"]["actions_left"] = 3
    file.write_text(json.dumps(told))
    done = subprocess.run(run, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "step 10" in done.stdout
    assert "actions_left" in done.stdout
