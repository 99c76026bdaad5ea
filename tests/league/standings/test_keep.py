"""The kept standings against the raw results."""

import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league import play, standings
from league.models import Call, Entry, Match, Season, Standing
from tests.league import season as cast

DOINGS = st.lists(
    st.tuples(
        st.sampled_from(["finish", "finish", "finish", "idle", "void", "rerun", "disqualify", "reinstate"]),
        st.integers(0, 2),  # entry
        st.integers(0, 2),  # round
        st.integers(0, 5),  # whom it marks
    ),
    max_size=12,
)


@pytest.fixture
def season(transactional_db: None) -> Season:
    return cast.season()


def do(doing: str, entry: Entry, season: Season, at: int, marks: int) -> None:
    """One thing that happens in a season, by the functions that make it happen."""
    if doing in ("disqualify", "reinstate"):
        state = Entry.State.DISQUALIFIED if doing == "disqualify" else Entry.State.ACCEPTED
        Entry.objects.filter(pk=entry.pk).update(state=state)
        return
    newest = play.open_round_match(cast.rounds(season)[at], entry, 1)
    if newest is None:
        return  # who is disqualified is given no match
    if doing == "finish" and not newest.finished and not newest.voided_at:
        cast.give_up(newest, *[f"s{n}" for n in range(1, marks + 1)])
    elif doing == "idle":
        play.time_out(newest.pk, "idle", fault=Match.Fault.AGENT)
    elif doing == "void":
        play.void(newest.pk, fault=Match.Fault.PLATFORM, reason="停电")
    elif doing == "rerun":
        play.rerun(newest.pk, fault=Match.Fault.PLATFORM, reason="停电", due_at=newest.due_at)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(doings=DOINGS, seed=st.integers(0, 9))
def test_kept_equals_rebuilt(season: Season, doings: list[tuple[str, int, int, int]], seed: int) -> None:
    """A board that drifts from its results: by a finish, a void, a re-run, a disqualification that is not
    told, in whatever mix."""
    shown = cast.season(season.league, f"s{Season.objects.count() + 1}")
    entries = [cast.entry(shown, name) for name in "甲乙丙"]
    for doing, who, at, marks in doings:
        entries[who].refresh_from_db()
        do(doing, entries[who], shown, at, marks)
        assert standings.differences(shown.pk) == {}
    again = [row for row in standings.standings(shown, "net_worth").rows if row.figures.n]
    Standing.objects.filter(season=shown).delete()
    shuffled = list(entries)
    Random(seed).shuffle(shuffled)
    for entry in shuffled:
        standings.recompute(entry.pk)
    assert [row for row in standings.standings(shown, "net_worth").rows if row.figures.n] == again


def test_it_works(season: Season) -> None:
    """A finished match of a round is in the board at once, with its marks."""
    entry = cast.entry(season, "甲")
    match = cast.give_up(cast.opened(cast.rounds(season)[0], entry), "s1", "s2")
    kept = Standing.objects.get(entry=entry)
    bad = [one for one in match.reveal["suppliers"] if one["bad"]]
    assert (kept.n, kept.matches, kept.completed, kept.net_worth_mean, kept.days_mean) == (1, 1, 0, 50_000, 0)
    assert (kept.tp, kept.marked, kept.bad) == (sum(one["blacklisted"] for one in bad), 2, 3)
    assert kept.rounds == [[1, 1, 0, 50_000, 50_000, 0, 0, kept.tp, 2, 3]]


def test_practice_is_no_result(season: Season) -> None:
    """Practice with a known seed would lead every board."""
    entry = cast.entry(season, "甲")
    match = play.open_match(entry.agent, days=30, world_seed="w", match_seed="m")
    cast.give_up(match)
    assert not Standing.objects.filter(entry=entry, n__gt=0).exists()


def test_never_touched_is_not_played(season: Season) -> None:
    """An agent that never called would be shown with 500 dollars, above one that tried and failed."""
    entry = cast.entry(season, "甲")
    match = cast.opened(cast.rounds(season)[0], entry)
    play.time_out(match.pk, "closed", fault=Match.Fault.AGENT)
    assert Call.objects.filter(match=match).count() == 1
    assert [row.figures.n for row in standings.standings(season, "net_worth").rows] == [0]


def test_touched_and_left_counts(season: Season) -> None:
    """Whoever starts and walks away from a bad match would have a clean mean."""
    entry = cast.entry(season, "甲")
    match = cast.opened(cast.rounds(season)[0], entry)
    cast.call(match, "set_price", sku="cola", price="6.50")
    play.time_out(match.pk, "idle", fault=Match.Fault.AGENT)
    (row,) = standings.standings(season, "net_worth").rows
    assert (row.rank, row.figures.completed, row.figures.net_worth_mean) == (1, 0, 50_000)


def test_two_results_in_the_same_second(season: Season) -> None:
    """The second writer would overwrite the first with figures that do not know of it."""
    entry = cast.entry(season, "甲")
    first, second = (cast.opened(each, entry) for each in cast.rounds(season)[:2])
    cast.result(first, 60_000)
    cast.result(second, 80_000)
    (row,) = standings.standings(season, "net_worth").rows
    assert (row.figures.n, row.figures.net_worth_mean) == (2, 70_000)


def test_matches_that_end_together(season: Season) -> None:
    """Three matches of one entry end at the same moment in three threads: each is in the board."""
    entry = cast.entry(season, "甲")
    matches = [cast.opened(each, entry) for each in cast.rounds(season)]
    start = threading.Barrier(len(matches))

    def end(match: Match) -> None:
        start.wait()
        try:
            cast.call(match, "give_up")
        finally:
            connection.close()

    with ThreadPoolExecutor(len(matches)) as threads:
        list(threads.map(end, matches))
    assert Standing.objects.get(entry=entry).n == 3
    assert standings.differences(season.pk) == {}


def test_the_command_finds_and_mends(season: Season, capsys: pytest.CaptureFixture[str]) -> None:
    """A standing that was written by hand would stay wrong and unseen."""
    entry = cast.entry(season, "甲")
    cast.result(cast.opened(cast.rounds(season)[0], entry), 60_000)
    call_command("standings", "--check")
    Standing.objects.filter(entry=entry).update(net_worth_mean=1)
    with pytest.raises(CommandError):
        call_command("standings", "--check")
    assert "net_worth_mean 1 != 60000" in capsys.readouterr().out
    call_command("standings")
    call_command("standings", "--check")
