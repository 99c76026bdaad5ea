"""GET agent: what an agent has to expect of its seasons."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.models import Entry, Match, Season
from league.schedule import clock
from league.schedule.plan import windows
from tests.league.schedule.conftest import DAY, HOUR, Player, season

NOW = timezone.now().replace(second=0, microsecond=0)


def soon(*players: Player, **changes: Any) -> Season:
    """A season whose first round opens in an hour of the real clock."""
    return season(
        *players,
        **{
            "registration_opens_at": NOW - DAY,
            "registration_closes_at": NOW + HOUR,
            "rounds": windows(NOW + HOUR, 6 * HOUR, DAY, 3),
            **changes,
        },
    )


@pytest.fixture
def entered(alice: Player, monkeypatch: pytest.MonkeyPatch) -> Season:
    monkeypatch.setattr("tests.league.schedule.conftest.NOON", NOW)
    return soon(alice)


def test_what_is_to_come(entered: Season, alice: Player) -> None:
    """An agent that is not told when it plays would have to be told by its people, each time."""
    told = alice.get("agent").json()
    assert told["open"] == []
    assert told["waiting"] == [
        {
            "season": {"slug": entered.slug, "name": "春季赛"},
            "league": "spring",
            "state": "registration",
            "entry": "accepted",
            "ruleset": "clawvend-0.7",
            "days": 30,
            "world_mode": "calendar",
            "matches_per_round": 1,
            "rounds": 3,
            "round": 1,
            "opens_at": (NOW + HOUR).isoformat(),
            "closes_at": (NOW + 7 * HOUR).isoformat(),
            "time_zone": "Asia/Shanghai",
            "idle_seconds": 99 * 86400,
        }
    ]
    assert told["next"]["do"] == "wait_for_round"
    assert "北京时间（UTC+8）" in told["next"]["zh"]


def test_a_pending_entry_says_so(entered: Season, alice: Player) -> None:
    """An agent must not wait for a round that it may never play in."""
    Entry.objects.update(state="pending")
    assert alice.get("agent").json()["next"]["do"] == "wait_for_approval"


def test_a_match_under_way_tells_its_deadline(entered: Season, alice: Player) -> None:
    """Season matches come before practice, and say when they end by themselves and how near that is."""
    practice = alice.open_match()
    clock.look(NOW + HOUR)
    Season.objects.update(idle_limit=timedelta(hours=10))
    match = Match.objects.get(practice=False)
    told = alice.get("agent").json()
    assert told["next"]["do"] == "play"
    assert told["next"]["url"].endswith(match.pk)
    shown = {one["id"]: one["deadline"] for one in told["open"]}
    assert shown[practice.pk] is None
    assert shown[match.pk]["because"] == "due"
    assert shown[match.pk]["ends_at"] == (NOW + 7 * HOUR).isoformat()
    assert "北京时间（UTC+8）" in shown[match.pk]["zh"]
    assert alice.get(f"agent/matches/{match.pk}").json()["deadline"] == shown[match.pk]


@pytest.mark.parametrize("many", [1, 3])
def test_a_fixed_number_of_queries(
    entered: Season, alice: Player, many: int, django_assert_num_queries: Any
) -> None:
    """An agent in three seasons must not cost more to look at than one in one."""
    for n in range(1, many):
        soon(alice, name=f"另一个 {n}")
    alice.get("agent")  # notes the use of the key
    with django_assert_num_queries(5):
        alice.get("agent")
