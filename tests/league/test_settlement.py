"""Settlement: once for each day, however often it is asked for and whatever dies on the way."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError

import engine
from league import live, play, tasks
from league.models import Call, Frame, Match, Settlement
from league.play import hinge
from tests.league.conftest import Player, at_once


@pytest.fixture
def closed(alice: Player, match: Match, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match whose first day is closed, and whose settlement nobody was asked for."""
    with monkeypatch.context() as patch:
        patch.setattr("league.play.hinge.queue", lambda *_: None)
        assert alice.tool(match, "end_day").status_code == 202
    return match


def assert_settled_once(match: Match) -> None:
    match.refresh_from_db()
    assert (match.day, match.phase) == (2, "open")
    assert list(Call.objects.filter(match=match).values_list("seq", "tool", "day")) == [(1, "end_day", 1)]
    assert list(Frame.objects.filter(match=match).order_by("seq").values_list("seq", flat=True)) == [0, 1]
    assert Settlement.objects.get(match=match).settled_at is not None


def test_twice(closed: Match) -> None:
    """A task delivered twice changes nothing the second time."""
    assert play.settle_day(closed.pk, 1) is True
    assert play.settle_day(closed.pk, 1) is False
    assert_settled_once(closed)


def test_two_workers_at_once(closed: Match) -> None:
    """Eight workers with the same task: one settles."""
    assert sorted(at_once(8, lambda _: play.settle_day(closed.pk, 1))) == [False] * 7 + [True]
    assert_settled_once(closed)


@pytest.mark.parametrize("day", [0, 2, 30])
def test_a_day_that_was_not_closed(match: Match, day: int) -> None:
    """A task for a day that nobody closed settles nothing."""
    assert play.settle_day(match.pk, day) is False
    match.refresh_from_db()
    assert (match.day, match.phase) == (1, "open")


def test_a_worker_that_dies_half_way(closed: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Call, frame, save and row commit together: what broke before the commit has left no trace."""

    append = hinge._append

    def die(*step: Any) -> None:
        append(*step)
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(hinge, "_append", die)
        with pytest.raises(SystemExit):
            play.settle_day(closed.pk, 1)
    closed.refresh_from_db()
    assert (closed.day, closed.phase) == (1, "settling")
    assert not Call.objects.exists()
    assert play.settle_day(closed.pk, 1) is True
    assert_settled_once(closed)


def test_a_lost_task_is_asked_for_again(closed: Match) -> None:
    """The clock finds the row that waits; before its time it leaves it alone."""
    tasks.tick.apply()
    closed.refresh_from_db()
    assert closed.phase == "settling"
    Settlement.objects.update(queued_at=timezone.now() - timedelta(seconds=11))
    tasks.tick.apply()
    assert_settled_once(closed)


def test_two_clocks_ask_once(closed: Match) -> None:
    """Each row is claimed by one clock, so that two do not double the queue every second."""
    Settlement.objects.update(queued_at=timezone.now() - timedelta(seconds=11))
    before = timezone.now() - timedelta(seconds=10)
    found = at_once(6, lambda _: play.lost_settlements(before, 10))
    assert sorted(map(len, found)) == [0, 0, 0, 0, 0, 1]


def test_without_a_broker_the_day_waits(alice: Player, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """No broker: the agent is told where to look, the day is closed and settled later. Nothing is lost."""

    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("no broker")

    with monkeypatch.context() as patch:
        patch.setattr(tasks.settle, "apply_async", away)
        assert alice.tool(match, "end_day").status_code == 202
    Settlement.objects.update(queued_at=timezone.now() - timedelta(seconds=11))
    tasks.tick.apply()
    assert_settled_once(match)


def test_a_push_that_fails_fails_no_call(
    alice: Player, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The frame is stored before anybody is told; a broken channel layer must not turn a call into a 500."""

    def broken() -> None:
        raise ConnectionError("no layer")

    monkeypatch.setattr(live, "_office", broken)
    assert alice.tool(match, "read_notes").status_code == 200
    assert alice.tool(match, "end_day").status_code == 200
    assert Frame.objects.filter(match=match).count() == 3


def test_nothing_is_told_before_the_commit(
    alice: Player, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A push inside the transaction could tell of a step that is rolled back."""
    told: list[int] = []
    monkeypatch.setattr(live, "publish", lambda match_id, seq, body, finished: told.append(seq))

    def refuse(*_: Any) -> str:
        raise RuntimeError("full disk")

    with monkeypatch.context() as patch:
        patch.setattr(engine, "freeze", refuse)
        assert alice.tool(match, "read_notes").status_code == 500
    assert told == []
    assert not Call.objects.exists()
    alice.tool(match, "read_notes")
    assert told == [1]


def test_idle_practice_times_out(alice: Player, match: Match) -> None:
    """A practice match that nobody plays ends after a week, and one that is played does not."""
    idle, played = match, alice.open_match()
    long_ago = timezone.now() - timedelta(days=8)
    Match.objects.update(created_at=long_ago)
    alice.tool(played, "read_notes")
    tasks.tick.apply()
    idle.refresh_from_db()
    played.refresh_from_db()
    assert (idle.phase, idle.end, idle.world_seed) == ("finished", "timed_out", "w-1")
    assert played.phase == "open"
    assert alice.tool(idle, "read_notes").status_code == 410
