"""league.schedule.plan: what a season may be, and what of it may still change."""

from dataclasses import replace
from typing import Any

import pytest

from league.schedule.plan import (
    SETTINGS,
    Plan,
    Situation,
    Window,
    hurts,
    more_or_fewer,
    moved,
    windows,
    wrong,
)
from tests.league.schedule.conftest import DAY, HOUR, NOON, plan


def test_it_works() -> None:
    """A plain plan has nothing wrong with it."""
    assert wrong(plan()) == {}
    assert plan(matches_per_round=2).matches_each == 6


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"ruleset": "chess"}, "ruleset"),
        ({"days": 31}, "days"),
        ({"slug": "manage"}, "slug"),
        ({"matches_per_round": 6}, "matches_per_round"),
        ({"world_mode": "paired", "matches_per_round": 2}, "matches_per_round"),
        ({"world_mode": "paired", "entries_per_team": 2}, "entries_per_team"),
        ({"registration_closes_at": NOON}, "registration_closes_at"),
        ({"idle_limit": HOUR / 60}, "idle_limit"),
        ({"rounds": ()}, "rounds"),
        ({"rounds": windows(NOON, HOUR, DAY, 1)}, "rounds"),
        ({"rounds": (Window(NOON + HOUR, NOON + HOUR),)}, "rounds"),
        ({"rounds": windows(NOON + HOUR, HOUR, -DAY, 2)}, "rounds"),
    ],
)
def test_what_cannot_be_meant(changes: dict[str, Any], field: str) -> None:
    """Each would make a season that cannot be played, or is unfair: it must be told at its field."""
    assert list(wrong(plan(**changes))) == [field]


def test_a_clone_is_the_same_later() -> None:
    """A clone that kept old dates would open at once; one that kept start dates would repeat a known date."""
    old = plan(rounds=(Window(NOON + HOUR, NOON + DAY, NOON.date()),), slug="spring-1")
    new = moved(old, 7 * DAY, name="夏季赛")
    assert new == replace(
        old,
        name="夏季赛",
        slug="",
        registration_opens_at=NOON + 7 * DAY,
        registration_closes_at=NOON + HOUR + 7 * DAY,
        rounds=(Window(NOON + HOUR + 7 * DAY, NOON + 8 * DAY),),
    )


RUNNING = Situation("running", taken=2, opened=(True, False, False), closed=(False, False, False))


def window(n: int, opens: Any = 0, closes: Any = 0) -> tuple[Window, ...]:
    rounds = list(plan().rounds)
    rounds[n] = Window(rounds[n].opens_at + opens * HOUR, rounds[n].closes_at + closes * HOUR)
    return tuple(rounds)


@pytest.mark.parametrize(
    ("changes", "now", "fields"),
    [
        ({"days": 90, "world_mode": "free"}, Situation("draft"), []),
        ({"days": 90}, Situation("registration"), []),
        ({"days": 90, "world_mode": "free"}, Situation("registration", taken=1), ["days", "world_mode"]),
        ({"entry_limit": 3}, Situation("registration", taken=4), ["entry_limit"]),
        ({"entry_limit": 4}, Situation("registration", taken=4), []),
        ({"idle_limit": 23 * HOUR}, Situation("registration", taken=1), ["idle_limit"]),
        ({"name": "新名字", "idle_limit": 25 * HOUR, "entry_limit": 9}, RUNNING, []),
        ({"registration_closes_at": NOON + HOUR / 2}, RUNNING, ["registration_closes_at"]),
        ({"practice_allowed": False}, RUNNING, ["practice_allowed"]),
        ({"practice_a_day": 3}, RUNNING, ["practice_a_day"]),
        ({"rounds": plan().rounds[:2]}, RUNNING, ["rounds"]),
        ({"rounds": window(0, opens=1)}, RUNNING, ["rounds"]),
        ({"rounds": window(0, closes=1)}, RUNNING, []),
        ({"rounds": window(0, closes=-1)}, RUNNING, ["rounds"]),
        ({"rounds": window(1, opens=1, closes=1)}, RUNNING, []),
        ({"rounds": window(1, opens=-1)}, RUNNING, ["rounds"]),
        ({"rounds": window(0, closes=1)}, replace(RUNNING, closed=(True, False, False)), ["rounds"]),
        ({"name": "新名字", "publish_after": None}, Situation("closed", taken=2), []),
        ({"days": 90}, Situation("closed", taken=2), ["days"]),
        ({"publish_after": None}, Situation("published", taken=2), ["publish_after"]),
    ],
)
def test_changes_hurt_nobody(changes: dict[str, Any], now: Situation, fields: list[str]) -> None:
    """Who has entered or plays must not find the rules, the time or the limits turned against them."""
    assert list(hurts(plan(), plan(**changes), now)) == fields


def test_every_setting_is_written_down() -> None:
    """A setting missing from SETTINGS would be neither stored nor audited."""
    assert {*SETTINGS, "slug", "rounds"} == set(Plan.__dataclass_fields__)


def test_more_or_fewer_rounds() -> None:
    """A fourth round follows as the third did; a cut takes the last."""
    three = list(plan().rounds)
    fourth = Window(NOON + HOUR + 3 * DAY, NOON + 7 * HOUR + 3 * DAY)
    assert more_or_fewer(three, 4) == (*three, fourth)
    assert more_or_fewer(three, 2) == tuple(three[:2])
    assert more_or_fewer(three, 3) == tuple(three)
