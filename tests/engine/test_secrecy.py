"""Nothing hidden leaves by the door before the end (RULES §5, §8; DESIGN §2)."""

from __future__ import annotations

import dataclasses
import json

import pytest

import engine
from engine import events as facts
from engine.events import Audience, Event
from engine.facts import RESULTS, SHOWN
from engine.views import NotFinished
from tests.engine.driver import RULES, start

SEEDS = ("CANARY-WORLD-51c7", "CANARY-MATCH-9e02")


def kinds() -> list[type[Event]]:
    return [
        kind for kind in vars(facts).values() if dataclasses.is_dataclass(kind) and issubclass(kind, Event)
    ]


def test_every_public_fact_has_a_line_at_the_door_and_no_other_has():
    """A sealed fact with a line would leak; a public one without would silently vanish from replays."""
    public = {kind for kind in kinds() if kind.audience is Audience.PUBLIC}
    assert public == set(SHOWN)
    assert all(kind.audience is not Audience.SEALED for kind in RESULTS)
    assert {facts.Cast, facts.ShockDrawn, facts.DeliveryDue} <= {
        k for k in kinds() if k.audience is Audience.SEALED
    }


def test_no_seed_persona_or_due_day_leaves_before_the_end():
    """Planted canaries: the frozen state holds them, and nothing that is told does."""
    personas = {persona.id for persona in RULES.personas}
    words = {*SEEDS, *personas, "last_day", "due", "hidden", "persona", "voice", "bad"}
    bot, last, told = engine.BOTS["careful"](), None, []
    state, opening = engine.new_match(RULES, 90, *SEEDS)
    told += [engine.frame(state, opening), engine.for_agent(state), engine.commitments(state)]
    delayed = 0
    while state.day < 60:
        before = state
        state, happened = engine.apply(state, engine.read_action(*bot.step(engine.for_agent(state), last)))
        last = engine.outcome(happened)
        delayed += any(isinstance(event, facts.DeliveryDue) for event in happened)
        told += [last, engine.frame(state, happened, before), engine.for_agent(state), engine.score(state)]
        # what people write themselves is theirs to say
    text = json.dumps([strip(one) for one in told], ensure_ascii=False)
    frozen = engine.freeze(state)
    assert delayed, "a delayed delivery was wanted, as something that could leak"
    assert all(secret in frozen for secret in (*SEEDS, *(persona.id for persona in RULES.personas)))
    found = [
        word
        for word in words
        if f'"{word}"' in text or (word in SEEDS and word in text) or (word in personas and word in text)
    ]
    assert found == []
    with pytest.raises(NotFinished):
        engine.reveal(state)


def strip(value):
    """Without the agent's own words."""
    if isinstance(value, dict):
        return {
            key: strip(one)
            for key, one in value.items()
            if key not in ("reason", "notes", "thought", "value")
        }
    return [strip(one) for one in value] if isinstance(value, list) else value


def test_the_end_reveals_everything():
    """Who was who, and the seeds that were committed to."""
    from hashlib import sha256

    state, _ = engine.new_match(RULES, 30, *SEEDS)
    committed = engine.commitments(state)
    state, _ = engine.apply(state, engine.read_action("give_up", {}))
    told = engine.reveal(state)
    assert (told["world_seed"], told["match_seed"]) == SEEDS
    assert committed == {
        "world": sha256(SEEDS[0].encode()).hexdigest(),
        "match": sha256(SEEDS[1].encode()).hexdigest(),
    }


def test_errors_and_pictures_of_a_state_tell_nothing():
    """A state that is printed into a log must not carry what is hidden."""
    state, _ = engine.new_match(RULES, 30, *SEEDS)
    assert "CANARY" not in str(state)
    assert "CANARY" not in f"{state.hidden!r}{state!r}"
    assert start() == start()
