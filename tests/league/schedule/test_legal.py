"""league.schedule.legal: what may become what."""

from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest

from league.models import Round, Season
from league.schedule import legal
from league.schedule.legal import Facts, Idle, State

NOW = datetime(2026, 12, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def season(state: str, **changes: Any) -> Season:
    values = {"scheduled_at": NOW - HOUR, "registration_opens_at": NOW, "publish_after": timedelta(0)}
    return Season(state=state, **{**values, **changes})


def rounds(*closed: bool) -> list[Round]:
    return [
        Round(number=n, opens_at=NOW, closed_at=NOW if done else None) for n, done in enumerate(closed, 1)
    ]


@pytest.mark.parametrize(
    ("before", "played", "now", "after"),
    [
        (season("draft"), rounds(False), NOW, "registration"),
        (season("draft"), rounds(False), NOW - HOUR, None),
        (season("draft", scheduled_at=None), rounds(False), NOW, None),
        (season("registration"), rounds(False), NOW, "running"),
        (season("registration"), rounds(False), NOW - HOUR, None),
        (season("running"), rounds(True, False), NOW, None),
        (season("running"), rounds(True, True), NOW, "closed"),
        (season("closed", closed_at=NOW), rounds(True), NOW, "published"),
        (season("closed", closed_at=NOW, publish_after=HOUR), rounds(True), NOW, None),
        (season("closed", closed_at=NOW, publish_after=None), rounds(True), NOW + 999 * HOUR, None),
        (season("published"), rounds(True), NOW, None),
    ],
)
def test_the_clock(before: Season, played: list[Round], now: datetime, after: str | None) -> None:
    """A season that moves early cheats who is late; one that never moves has stalled."""
    assert legal.due(before, played, now) == after


def test_every_other_move_is_refused() -> None:
    """A move that is not written down, such as from published back to running, must not be possible."""
    allowed = {
        (start, to)
        for start, to in product(State.values, State.values)
        if legal.refused(season(start), to, Facts(entries=0, accepted=1)) is None
    }
    assert allowed == {
        ("draft", "registration"),
        ("registration", "draft"),
        ("registration", "running"),
        ("registration", "closed"),
        ("running", "closed"),
        ("closed", "published"),
        ("published", "closed"),
    }


@pytest.mark.parametrize(
    ("state", "to", "facts"),
    [
        ("registration", "draft", Facts(entries=1)),
        ("registration", "running", Facts(accepted=0)),
        ("running", "closed", Facts(under_way=1)),
        ("closed", "published", Facts(under_way=1)),
    ],
)
def test_a_hand_is_told_why_not(state: str, to: str, facts: Facts) -> None:
    """A legal move that would hurt somebody now is refused with a reason, not silently."""
    assert legal.refused(season(state), to, facts)


LIMIT = timedelta(hours=10)


@pytest.mark.parametrize(
    ("idle", "expected"),
    [(0, Idle.FINE), (4.9, Idle.FINE), (5, Idle.SOON), (7.9, Idle.SOON), (8, Idle.URGENT), (10, Idle.OVER)],
)
def test_a_match_is_warned_before_it_times_out(idle: float, expected: Idle) -> None:
    """An agent that is timed out without having been warned would have a just complaint."""
    last = NOW - idle * HOUR
    played = legal.Played(NOW - 50 * HOUR, last, NOW + 99 * HOUR)
    left = legal.countdown(played, LIMIT, NOW - 99 * HOUR, NOW)
    assert (left.state, left.ends_at, left.because) == (expected, last + LIMIT, "idle")


def test_an_outage_is_nobodys_fault() -> None:
    """Were time counted through an outage, all matches would time out the moment it is over."""
    back = NOW - timedelta(minutes=1)
    left = legal.countdown(legal.Played(NOW - 99 * HOUR, NOW - 99 * HOUR, NOW - HOUR), LIMIT, back, NOW)
    assert (left.state, left.ends_at) == (Idle.URGENT, back + legal.OUTAGE_GRACE)


def test_an_outage_before_the_match_changes_nothing() -> None:
    """A server that was started shortly before the round opened has not cost the match any time."""
    opened = NOW - timedelta(minutes=3)
    left = legal.countdown(legal.Played(opened, opened, NOW + HOUR / 10), LIMIT, opened - HOUR / 60, NOW)
    assert left.ends_at == NOW + HOUR / 10
