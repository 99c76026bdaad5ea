"""A season runs by the clock: rounds open, are played, time out and close."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league import play
from league.models import Beat, Entry, Match, Round, Season
from league.schedule import beat, clock, entries, rounds, seasons, verdicts
from tests.league.schedule.conftest import (
    DAY,
    HOUR,
    NOON,
    Player,
    finish,
    match_of,
    run_to,
    season,
)
from tests.league.schedule.test_entries import at_once


def test_a_season_runs_by_itself(alice: Player, carol: Player) -> None:
    """Nobody has to press anything from the schedule to the published board."""
    made = season(alice, carol, matches_per_round=2)
    seen = []
    for n in range(3):
        run_to(NOON + HOUR + n * DAY)
        for match in Match.objects.filter(round__season=made, round__number=n + 1):
            finish(alice if match.agent_id == alice.agent.pk else carol, match)
        run_to(NOON + 7 * HOUR + n * DAY)
        made.refresh_from_db()
        seen.append((made.state, Match.objects.filter(round__season=made).count()))
    assert seen == [("running", 4), ("running", 8), ("published", 12)]
    assert made.published_at == made.closed_at == NOON + 7 * HOUR + 2 * DAY


def test_two_clocks_make_one_round(alice: Player, carol: Player) -> None:
    """Beat and a second scheduler at the same moment must not open a match twice."""
    made = season(alice, carol, matches_per_round=3)
    at_once(lambda n: clock.look(NOON + HOUR), 4)
    assert Match.objects.filter(round__season=made).count() == 6
    assert Round.objects.filter(season=made, opened_at__isnull=False).count() == 1


def test_a_clock_that_died_is_taken_up(running: Season, carol: Player) -> None:
    """A crash between two matches must not leave the second entrant without one; a voided match is not
    opened again by the clock."""
    made = match_of(running, carol)
    play.void(made.pk, fault="platform", reason="机房断电")
    Match.objects.exclude(pk=made.pk).update(number=2)
    run_to(NOON + HOUR + timedelta(seconds=1))
    assert Match.objects.filter(round__season=running, voided_at=None, number=1).count() == 1
    assert Match.objects.filter(entry__agent=carol.agent).count() == 1


@pytest.mark.parametrize("mode", ["calendar", "paired", "free"])
def test_world_modes(alice: Player, carol: Player, mode: str) -> None:
    """calendar: one date; paired: one world, other personas; free: nothing in common (RULES 8)."""
    made = season(alice, carol, world_mode=mode)
    run_to(NOON + HOUR)
    one, two = match_of(made, alice), match_of(made, carol)
    assert (one.world_commitment == two.world_commitment) == (mode == "paired")
    assert one.match_commitment != two.match_commitment
    published = Round.objects.get(season=made, number=1).start_date
    if mode == "free":
        assert (one.start_date, two.start_date) == (None, None)
    else:
        assert one.date == two.date == one.start_date == published


def test_idle_matches_time_out(running: Season, alice: Player, carol: Player) -> None:
    """A match that nobody plays ends by the idle limit, by the agent's fault; one that is played goes on."""
    Season.objects.update(idle_limit=DAY)
    Round.objects.update(closes_at=NOON + 9 * DAY)
    Match.objects.update(due_at=NOON + 9 * DAY, created_at=NOON + HOUR)
    match = match_of(running, alice)
    alice.tool(match, "set_price", {"sku": "cola", "price": "6.50"})
    match.calls.update(created_at=NOON + 20 * HOUR)
    run_to(NOON + HOUR + DAY + timedelta(seconds=1))
    left, idle = match_of(running, alice), match_of(running, carol)
    assert (left.phase, idle.phase, idle.end, idle.fault) == ("open", "finished", "timed_out", "agent")


def test_the_window_ends_what_is_left(running: Season, alice: Player) -> None:
    """When a round closes, open matches are timed out and count; the round is closed in the same look."""
    run_to(NOON + 7 * HOUR)
    match = match_of(running, alice)
    assert (match.end, match.fault) == ("timed_out", "agent")
    assert Round.objects.get(season=running, number=1).closed_at == NOON + 7 * HOUR


def test_after_an_outage_nobody_is_timed_out_at_once(running: Season, alice: Player) -> None:
    """While the platform was away no agent could act: the deadline is kept a quarter of an hour later."""
    Beat.objects.update(at=NOON + HOUR, since=NOON)
    clock.look(NOON + 20 * HOUR)
    assert match_of(running, alice).phase == "open"
    run_to(NOON + 20 * HOUR + timedelta(minutes=15), start=NOON + 20 * HOUR)
    assert match_of(running, alice).end == "timed_out"


def test_one_stuck_match_blocks_nothing(
    running: Season, alice: Player, carol: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One match whose state is spoiled: the others end, the round closes without it, the next one opens; and
    it is no contest, not the agent's fault."""
    stuck = match_of(running, alice)
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("UPDATE league_save SET state = 'spoiled' WHERE match_id = %s", [stuck.pk])
    run_to(NOON + 7 * HOUR)
    assert match_of(running, carol).end == "timed_out"
    run_to(NOON + 7 * HOUR + rounds.STUCK_AFTER)
    stuck.refresh_from_db()
    assert (stuck.phase, stuck.fault, stuck.void_reason) == ("open", "platform", rounds.STUCK)
    assert Round.objects.get(season=running, number=1).closed_at is not None
    assert alice.tool(stuck, "set_price", {"sku": "cola", "price": "6.50"}).json()["code"] == "match_void"
    run_to(NOON + HOUR + DAY)
    assert Match.objects.filter(round__season=running, round__number=2).count() == 2


def test_a_stuck_match_does_not_hold_up_the_next_round(
    running: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even with round one open for ever, round two opens in time."""
    monkeypatch.setattr(play, "time_out", lambda *_: False)
    monkeypatch.setattr(play, "void", lambda *_, **__: False)
    run_to(NOON + HOUR + DAY)
    states = {r.number: (r.opened_at is not None, r.closed_at is not None) for r in running.rounds.all()}
    assert states == {1: (True, False), 2: (True, False), 3: (False, False)}


def test_a_rerun(running: Season, alice: Player, carol: Player) -> None:
    """The platform's fault is re-run once; the old match is ended, tells its cause and what replaced it."""
    old = match_of(running, alice)
    ids = at_once(lambda n: play.rerun(old.pk, fault="platform", reason="断电", due_at=NOON + DAY).pk, 10)
    assert len(set(ids)) == 1
    old.refresh_from_db()
    new = match_of(running, alice)
    assert (old.phase, old.void_reason, old.superseded_by_id) == ("finished", "断电", new.pk)
    assert (new.attempt, new.number, new.due_at) == (2, 1, NOON + DAY)
    run_to(NOON + 7 * HOUR)
    assert match_of(running, alice).phase == "open", "the re-run has its own deadline"
    assert match_of(running, carol).phase == "finished"


def test_a_late_result_never_counts(running: Season, alice: Player) -> None:
    """A settlement that was on its way when the match was voided must change nothing that counts."""
    old = match_of(running, alice)
    play.close_day(alice.caller, old.pk, engine_end_day())
    new = play.rerun(old.pk, fault="platform", reason="断电", due_at=NOON + DAY)
    assert play.settle_day(old.pk, 1) is False
    old.refresh_from_db()
    assert old.end == "timed_out"
    counting = Match.objects.filter(round__season=running, entry__agent=alice.agent, voided_at=None)
    assert list(counting) == [new]
    assert alice.tool(old, "end_day").json()["code"] == "match_void"


def engine_end_day() -> Any:
    import engine

    return engine.read_action("end_day", {})


def test_a_rerun_in_a_closed_season_opens_it_again(running: Season, alice: Player) -> None:
    """It is published only when the re-run is over."""
    for n in range(3):
        run_to(NOON + HOUR + n * DAY)
        run_to(NOON + 7 * HOUR + n * DAY)
    Season.objects.update(state="closed", published_at=None, publish_after=None)
    match = match_of(running, alice)
    verdicts.rerun(match, "platform", "断电", None, NOON + 3 * DAY + 7 * HOUR)
    running.refresh_from_db()
    assert running.state == "running"
    run_to(NOON + 3 * DAY + HOUR)
    running.refresh_from_db()
    assert running.state == "running"
    finish(alice, match_of(running, alice))
    run_to(NOON + 3 * DAY + 7 * HOUR)
    running.refresh_from_db()
    assert running.state == "closed"


def test_who_is_let_in_late_plays_from_the_next_round(running: Season, bob: Player) -> None:
    """A latecomer in a round that is under way would have less time than the others."""
    bob.agent.team.league = running.league
    bob.agent.team.save()
    late = Entry.objects.create(season=running, agent=bob.agent, state="pending")
    entries.approve(late, None, NOON + 2 * HOUR)
    run_to(NOON + 2 * HOUR)
    assert late.matches.count() == 0
    run_to(NOON + HOUR + DAY)
    assert late.matches.count() == 1


def test_an_extension_reaches_the_matches(running: Season, alice: Player) -> None:
    """A longer window that open matches did not hear of would time them out at the old hour."""
    from dataclasses import replace

    from league.schedule.plan import plan_of

    old = plan_of(running, list(running.rounds.all()))
    first = replace(old.rounds[0], closes_at=old.rounds[0].closes_at + HOUR)
    assert seasons.change(running, replace(old, rounds=(first, *old.rounds[1:])), None) == ["rounds"]
    run_to(NOON + 7 * HOUR)
    assert match_of(running, alice).phase == "open"


def test_the_heartbeat(transactional_db: None) -> None:
    """A clock that stands still must be seen by whoever opens the console."""
    assert beat.pulse(NOON).alarm
    clock.look(NOON)
    assert not beat.pulse(NOON + timedelta(seconds=59)).alarm
    assert beat.pulse(NOON + timedelta(seconds=61)).alarm
    clock.look(NOON + timedelta(seconds=50))
    assert Beat.objects.get().since == NOON
    clock.look(NOON + HOUR)
    assert Beat.objects.get().since == NOON + HOUR


def test_practice_during_a_season(alice: Player, carol: Player) -> None:
    """No practice means none while the season runs; a limit a day starts anew at the league's midnight."""
    made = season(alice, practice_a_day=1)
    alice.open_match()
    alice.open_match()
    Season.objects.update(state="running")
    Match.objects.update(created_at=timezone.now() - DAY)
    assert alice.post("agent/matches", {"days": 30}).status_code == 201
    assert alice.post("agent/matches", {"days": 30}).json()["code"] == "practice_limit"
    assert carol.post("agent/matches", {"days": 30}).status_code == 201
    Season.objects.update(practice_allowed=False)
    assert alice.post("agent/matches", {"days": 30}).json()["code"] == "practice_closed"
    assert made.league.time_zone == "Asia/Shanghai"
