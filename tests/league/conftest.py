"""A named cast. Alice and Carol each have an agent in the league `spring`; Bob has one in `autumn`."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connections
from django.test import Client
from django.test.client import ClientHandler

import engine
from league import play
from league.access import Caller, caller_by_key
from league.api import throttles
from league.models import Agent, AgentKey, League, Match, Team

_handler = ClientHandler(enforce_csrf_checks=False)


def anybody() -> Client:
    """A client without a key. All share one stack of middleware: building it costs more than a test."""
    client = Client(raise_request_exception=False)
    client.handler = _handler
    return client


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

    def get(self, path: str, **headers: str) -> Any:
        return anybody().get(f"/api/v1/{path}", headers={"Authorization": f"Bearer {self.raw}", **headers})

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        """`body` as JSON, or as it is when it is text or bytes; key="…" is short for the header."""
        if "key" in headers:
            headers["Idempotency-Key"] = headers.pop("key")
        return anybody().post(
            f"/api/v1/{path}",
            data=body if isinstance(body, str | bytes) else json.dumps(body or {}),
            content_type=headers.pop("content_type", "application/json"),
            headers={"Authorization": f"Bearer {self.raw}", **headers},
        )

    def tool(self, match: Match, tool: str, body: Any = None, **headers: str) -> Any:
        return self.post(f"agent/matches/{match.pk}/tools/{tool}", body, **headers)

    def open_match(self, days: int = 30, world: str = "w-1", own: str = "m-1") -> Match:
        return play.open_match(self.agent, days=days, world_seed=world, match_seed=own)

    def finished_match(self, **seeds: str) -> Match:
        match = self.open_match(**seeds)
        assert self.tool(match, "set_price", {"sku": "cola", "price": "6.50"}).status_code == 200
        play.close_day(self.caller, match.pk, engine.read_action("end_day", {}))
        play.settle_day(match.pk, 1)
        assert self.tool(match, "give_up", {"reason": "够了"}).status_code == 200
        match.refresh_from_db()
        return match


def player(league: str, name: str) -> Player:
    tenant, _ = League.objects.get_or_create(slug=league, defaults={"name": league.title()})
    team, _ = Team.objects.get_or_create(league=tenant, name=f"{name}'s team")
    agent = Agent.objects.create(team=team, slug=name.lower(), name=name)
    _, raw = AgentKey.issue(agent)
    return Player(agent, raw)


def at_once(count: int, do: Callable[[int], Any]) -> list[Any]:
    """`do(0)` to `do(count - 1)`, started at the same moment on a thread each; their answers, or errors."""
    gate, answers = threading.Barrier(count), list[Any]([None]) * count

    def run(number: int) -> None:
        gate.wait()
        try:
            answers[number] = do(number)
        except Exception as trouble:
            answers[number] = trouble
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()
    throttles.forget()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever brings a player gets a database that really commits, which end_day, threads and sockets need;
    emptying it afterwards takes a while. A module that does without: `pytestmark = pytest.mark.django_db`."""
    for item in items:
        cast = {"alice", "bob", "carol"} & set(getattr(item, "fixturenames", ()))
        if cast and not item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture
def alice(db: None) -> Player:
    return player("spring", "Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return player("autumn", "Bob")


@pytest.fixture
def carol(db: None) -> Player:
    return player("spring", "Carol")


@pytest.fixture
def match(alice: Player) -> Match:
    return alice.open_match()
