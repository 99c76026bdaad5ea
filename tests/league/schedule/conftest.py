"""A season of the league `spring`, at a noon that tests move on from by hand."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from league.models import Entry, League, Match, Season
from league.schedule import clock, entries, seasons
from league.schedule.plan import Plan, windows
from tests.league.conftest import Player, player

NOON = datetime(2026, 12, 1, 4, 0, tzinfo=UTC)  # 12:00 in Shanghai
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def plan(**changes: Any) -> Plan:
    """Registration from noon for an hour; three rounds of six hours, a day apart."""
    base = Plan(
        name="春季赛",
        ruleset="clawvend-0.7",
        days=30,
        registration_opens_at=NOON,
        registration_closes_at=NOON + HOUR,
        rounds=windows(NOON + HOUR, 6 * HOUR, DAY, 3),
    )
    return replace(base, **changes)


def season(*players: Player, league: str = "spring", **changes: Any) -> Season:
    """In registration, with these players entered. Matches carry the real time of their opening, so that
    the idle limit is out of reach unless a test sets it."""
    tenant, _ = League.objects.get_or_create(slug=league, defaults={"name": league.title()})
    made = seasons.create(tenant, plan(**{"idle_limit": 99 * DAY, **changes}), None)
    seasons.arm(made, None, NOON)
    clock.look(NOON)
    made.refresh_from_db()
    for each in players:
        entries.enter(made, each.agent, None, NOON)
    return made


def run_to(time: datetime, start: datetime = NOON) -> None:
    """The clock runs without a gap from start to time, as far as it is concerned."""
    from league.models import Beat

    Beat.objects.update_or_create(pk="tick", defaults={"at": time - timedelta(seconds=30), "since": start})
    clock.look(time)


def finish(player: Player, match: Match) -> None:
    assert player.tool(match, "give_up").status_code == 200


def match_of(season: Season, who: Player, round: int = 1) -> Match:
    return Match.objects.get(
        round__season=season, round__number=round, entry__agent=who.agent, voided_at=None
    )


@pytest.fixture
def running(alice: Player, carol: Player) -> Season:
    """Alice and Carol, an instant after the first round has opened."""
    made = season(alice, carol)
    run_to(NOON + HOUR)
    made.refresh_from_db()
    assert made.state == Season.State.RUNNING
    assert Entry.objects.filter(season=made, state="accepted").count() == 2
    return made


__all__ = ["DAY", "HOUR", "NOON", "finish", "match_of", "plan", "player", "run_to", "season"]
