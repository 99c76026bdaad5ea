"""Olga runs the league `spring`, Rita referees in it, Oscar runs `autumn`; Tom leads Alice's team."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from league.models import League, Membership, Season, TeamMembership
from league.pages.seasons.times import write
from league.schedule import entries, seasons
from league.schedule.plan import windows
from tests.league.conftest import Player
from tests.league.schedule.conftest import plan

NOW = timezone.now().replace(second=0, microsecond=0)
HOUR = timedelta(hours=1)


class Browser:
    """A person with a browser. Forms are sent as they were shown."""

    def __init__(self, user: User) -> None:
        self.user, self.client = user, Client()
        self.client.force_login(user)

    def get(self, path: str) -> HttpResponse:
        return self.client.get(path)

    def token(self, path: str) -> str:
        found = re.search(r'name="once" value="([^"]+)"', self.get(path).content.decode())
        assert found, f"{path} has no form"
        return found[1]

    def send(self, path: str, data: dict[str, Any], *, at: str = "", once: str = "") -> HttpResponse:
        """POST what was filled in on the page `path` to `at`, or to the page itself."""
        return self.client.post(at or path, {"once": once or self.token(path), **data}, follow=True)


def browser(name: str, league: str = "", role: str = "") -> Browser:
    user = User.objects.create_user(name, f"{name}@example.com", "x")
    if league:
        tenant, _ = League.objects.get_or_create(slug=league, defaults={"name": league.title()})
        Membership.objects.create(league=tenant, user=user, role=role)
    return Browser(user)


def filled(**changes: Any) -> dict[str, Any]:
    """The form of a new season of three rounds."""
    return {
        "name": "春季赛",
        "slug": "",
        "days": 30,
        "ruleset": "clawvend-0.7",
        "world_mode": "calendar",
        "matches_per_round": 1,
        "idle_limit": 24,
        "entries_per_team": 1,
        "practice_allowed": "on",
        "publish_after": "0",
        "registration_opens_at": write(NOW, "Asia/Shanghai"),
        "registration_closes_at": write(NOW + HOUR, "Asia/Shanghai"),
        "round_count": 3,
        "first_opens_at": write(NOW + HOUR, "Asia/Shanghai"),
        "round_hours": 6,
        "every_hours": 24,
        "do": "draft",
        **changes,
    }


@pytest.fixture
def olga(transactional_db: None) -> Browser:
    return browser("olga", "spring", "owner")


@pytest.fixture
def rita(transactional_db: None) -> Browser:
    return browser("rita", "spring", "referee")


@pytest.fixture
def oscar(transactional_db: None) -> Browser:
    return browser("oscar", "autumn", "owner")


@pytest.fixture
def tom(alice: Player) -> Browser:
    tom = browser("tom")
    TeamMembership.objects.create(team=alice.agent.team, user=tom.user, role="owner")
    return tom


def real(*players: Player, **changes: Any) -> Season:
    """A season of the real clock, in registration."""
    league, _ = League.objects.get_or_create(slug="spring", defaults={"name": "Spring"})
    times = {
        "registration_opens_at": NOW - HOUR,
        "registration_closes_at": NOW + HOUR,
        "rounds": windows(NOW + HOUR, 6 * HOUR, 24 * HOUR, 3),
    }
    made = seasons.create(league, plan(**{**times, **changes}), None)
    seasons.arm(made, None)
    seasons.step(made, timezone.now())
    made.refresh_from_db()
    for each in players:
        entries.enter(made, each.agent, None)
    return made
