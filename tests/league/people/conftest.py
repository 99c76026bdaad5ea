"""People. In the league `spring`: Alice is captain of a team, Bob plays in it, Carol has a team of her own;
Olga owns the league, Adam administers it, Rita is its referee. Fred owns another league; Sam has nothing."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from league.models import Agent, AgentKey, League, Membership, Team, TeamMembership
from league.pages.once import FIELD, new_token

TOKEN = re.compile(rf'name="{FIELD}" value="([^"]+)"')


NAMES = ("Sam", "Carol", "Bob", "Alice", "Rita", "Adam", "Olga", "Fred")


@dataclass
class Person:
    user: User
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        self.client.force_login(self.user)

    def get(self, path: str, **data: Any) -> HttpResponse:
        return self.client.get(path, data)

    def post(self, path: str, once: str | None = None, **data: Any) -> HttpResponse:
        return self.client.post(path, {FIELD: once or new_token(), **data})

    def sees(self, path: str) -> str:
        answer = self.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return answer.content.decode()

    def at_once(self, times: int, path: str, **data: Any) -> list[HttpResponse]:
        """The same form, sent so often in the same moment."""
        token = new_token()
        cookies = self.client.cookies

        def send(_: int) -> HttpResponse:
            client = Client()
            client.cookies = cookies
            try:
                return client.post(path, {FIELD: token, **data})
            finally:
                connection.close()

        return together(send, times)


def together(do: Callable[[int], Any], times: int) -> list[Any]:
    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(do, range(times)))


def person(name: str) -> Person:
    user = User.objects.create(username=name.lower(), first_name=name, email=f"{name.lower()}@example.org")
    return Person(user)


@dataclass
class Town:
    league: League
    other: League
    team: Team
    carols: Team
    agent: Agent
    raw: str
    carols_agent: Agent
    sam: Person
    carol: Person
    bob: Person
    alice: Person
    rita: Person
    adam: Person
    olga: Person
    fred: Person

    @property
    def here(self) -> str:
        return f"/team/{self.team.pk}"

    @property
    def manage(self) -> str:
        return f"/l/{self.league.slug}/manage"


@pytest.fixture
def town(transactional_db: None) -> Town:
    return build_town()


def build_town() -> Town:
    spring = League.objects.create(slug="spring", name="春季联赛")
    autumn = League.objects.create(slug="autumn", name="秋季联赛")
    cast = {name.lower(): person(name) for name in NAMES}
    team = Team.objects.create(league=spring, name="春风队")
    carols = Team.objects.create(league=spring, name="Carol's team")
    for who, where, role in (("alice", team, "owner"), ("bob", team, "member"), ("carol", carols, "owner")):
        TeamMembership.objects.create(team=where, user=cast[who].user, role=role)
    for who, where, role in (
        ("olga", spring, "owner"),
        ("adam", spring, "admin"),
        ("rita", spring, "referee"),
        ("fred", autumn, "owner"),
    ):
        Membership.objects.create(league=where, user=cast[who].user, role=role)
    agent = Agent.objects.create(team=team, slug="alices", name="小卖部")
    carols_agent = Agent.objects.create(team=carols, slug="carols", name="Carol's agent")
    _, raw = AgentKey.issue(agent, name="本地")
    return Town(spring, autumn, team, carols, agent, raw, carols_agent, **cast)
