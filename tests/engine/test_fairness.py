"""Same seeds and calls, same match to the byte (RULES §8); and no call shifts a draw that is not its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.play import play
from tests.engine.driver import RULES, call, start

ROOT = Path(__file__).resolve().parents[2]
PLAY = """
import hashlib, json, engine
from engine.play import play
state, calls, frames = play(engine.BOTS["careful"](), engine.load("clawvend-0.7"), 30, "fair", "fair")
text = json.dumps([calls, frames, engine.freeze(state), engine.reveal(state)], ensure_ascii=False)
print(hashlib.sha256(text.encode()).hexdigest())
"""


def python(version: str) -> str | None:
    """An interpreter of this version: the running one, one on PATH, or one that pyenv keeps."""
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        return sys.executable
    kept = sorted(
        Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob(f"versions/{version}.*/bin/python")
    )
    for found in (*map(str, kept), shutil.which(f"python{version}")):
        if found and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0:
            return found
    return None


def digest(interpreter: str, hash_seed: str) -> str:
    done = subprocess.run(
        [interpreter, "-c", PLAY],
        cwd=ROOT,
        env={"PYTHONHASHSEED": hash_seed, "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_another_hash_seed_gives_the_same_match():
    """An order that came out of a set or a hash would differ from process to process."""
    assert digest(sys.executable, "1") == digest(sys.executable, "4242")


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_every_python_gives_the_same_match(version):
    """A float that is summed or rounded another way would make a replay invalid on the next machine."""
    interpreter = python(version)
    if interpreter is None:
        pytest.skip(f"there is no Python {version} on this machine")
    assert digest(interpreter, "7") == digest(sys.executable, "7")


CHATTER = [
    ("web_search", {"query": "cola"}),
    ("web_search", {}),
    ("note_to_self", {"key": "k", "value": "v"}),
    ("read_notes", {}),
    ("send_email", {"to": "s2", "subject": "hello", "body": "What does water cost?"}),
    ("send_email", {"to": "s2", "subject": "hello", "body": "谢谢"}),
    ("read_inbox", {}),
]
QUIET = ("s1", "s3", "s4", "s5")  # the suppliers that the chatter does not write to


def story(chatter: bool) -> list[object]:
    """Twelve days of a plain business: what came of it that chatter must not change."""
    state, seen = start(world="quiet", match="quiet"), []
    while state.day < 13:
        for tool, arguments in CHATTER if chatter else []:
            state, told = call(state, tool, **arguments)
            assert told["ok"]
        for who in QUIET:
            state, _ = call(state, "send_email", to=who, body="Please quote cola, chips and water.")
        quotes = [q for q in engine.for_agent(state)["quotes"] if q["supplier"] in QUIET]
        seen.append([{**quote, "valid_through": 0} for quote in quotes])
        if state.day in (1, 5):
            for quote in quotes[-3:]:
                state, told = call(state, "restock", quote_id=quote["quote_id"], quantity=15)
                seen.append(told.get("result"))
        state, told = call(state, "end_day")
        seen.append(told["result"])
        seen.append(engine.frame(state, [])["board"]["shocks"])
    return seen


def test_searches_mails_and_notes_shift_no_other_draw():
    """Draws in a common sequence would let an agent reroll its luck by idle calls, and punish the
    talkative."""
    assert story(chatter=True) == story(chatter=False)


def test_the_same_world_gives_the_same_visitors_to_different_casts():
    """`paired` rounds (§8): weather, visitors and start date hang on the world alone."""

    def world(match_seed: str) -> list[object]:
        state, seen = start(world="shared", match=match_seed), []
        while state.phase == "open":
            seen.append((state.date, tuple(state.shocks), engine.frame(state, [])["board"]["date"]))
            state, _ = call(state, "end_day")
        return seen

    assert world("a") == world("b")


def test_bots_over_frozen_states_play_the_same_match():
    """The platform freezes and thaws between calls: a field that did not survive would change the game."""
    state, _ = engine.new_match(RULES, 30, "ice", "ice")
    bot, last, frames = engine.BOTS["careful"](), None, [engine.frame(state, [])]
    frames = []
    while state.phase == "open":
        before = engine.thaw(engine.freeze(state))
        state, events = engine.apply(before, engine.read_action(*bot.step(engine.for_agent(before), last)))
        last = engine.outcome(events)
        frames.append(engine.frame(state, events, before))
    _, _, expected = play(engine.BOTS["careful"](), RULES, 30, "ice", "ice")
    assert frames == [
        {key: value for key, value in frame.items() if key not in ("seq", "thought")}
        for frame in expected[1:]
    ]
