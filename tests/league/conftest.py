"""A named cast. Alice and Carol each have an agent in the league `spring`; Bob has one in `autumn`."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from league import play
from league.access import Caller, caller_by_key
from league.models import Agent, AgentKey, League, Match, Team


@dataclass
class Player:
    """An agent with its key, calling the API."""

    agent: Agent
    raw: str

    @property
    def caller(self) -> Caller:
        caller = caller_by_key(self.raw)
        assert caller is not None
        return caller

    def get(self, path: str, **headers: str) -> HttpResponse:
        return Client().get(f"/api/v1/{path}", headers={"Authorization": f"Bearer {self.raw}", **headers})

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        return Client().post(
            f"/api/v1/{path}",
            data=body if isinstance(body, str | bytes) else json.dumps(body or {}),
            content_type=headers.pop("content_type", "application/json"),
            headers={"Authorization": f"Bearer {self.raw}", **headers},
        )

    def tool(self, match: Match, tool: str, body: Any = None, **headers: str) -> HttpResponse:
        return self.post(f"agent/matches/{match.pk}/tools/{tool}", body, **headers)

    def open_match(self, days: int = 30, world: str = "w-1", own: str = "m-1") -> Match:
        return play.open_match(self.agent, days=days, world_seed=world, match_seed=own)


def player(league: str, name: str) -> Player:
    tenant, _ = League.objects.get_or_create(slug=league, defaults={"name": league.title()})
    team, _ = Team.objects.get_or_create(league=tenant, name=f"{name}'s team")
    agent = Agent.objects.create(team=team, slug=name.lower(), name=name)
    _, raw = AgentKey.issue(agent)
    return Player(agent, raw)


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def alice(transactional_db: None) -> Player:
    return player("spring", "Alice")


@pytest.fixture
def bob(transactional_db: None) -> Player:
    return player("autumn", "Bob")


@pytest.fixture
def carol(transactional_db: None) -> Player:
    return player("spring", "Carol")


@pytest.fixture
def match(alice: Player) -> Match:
    return alice.open_match()
