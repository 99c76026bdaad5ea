"""A private league is there for those inside it: on pages, over the API, on sockets; and only as long as they
are inside."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

import engine
from clawvend_site.asgi import application
from league import play
from league.access import Caller
from league.models import AgentKey, Match, Membership, TeamMembership
from tests.league.people.conftest import Person, Town


@pytest.fixture
def match(town: Town) -> Match:
    town.league.visibility = "private"
    town.league.save()
    return play.open_match(town.agent, days=30, world_seed="w-1", match_seed="m-1")


def addresses(match: Match) -> list[str]:
    api = [f"/api/v1/matches/{match.pk}", f"/api/v1/matches/{match.pk}/frames", "/api/v1/leagues/spring"]
    return [
        "/l/spring/",
        f"/m/{match.pk}/",
        "/a/alices/",
        "/l/spring/boards/30/",
        *api,
        "/api/v1/agents/alices",
    ]


@pytest.mark.parametrize("who", ["sam", "fred", "nobody"])
def test_outside_there_is_nothing(town: Town, match: Match, who: str) -> None:
    """A league that wants to be by itself would be read by anybody who has an address."""
    client = Client() if who == "nobody" else getattr(town, who).client
    for path in addresses(match):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert "春季联赛" not in answer.content.decode(), path
    assert match.pk not in client.get("/api/v1/matches?league=spring").content.decode()
    assert match.pk not in client.get("/api/v1/matches").content.decode()
    assert match.pk not in client.get("/").content.decode()


@pytest.mark.parametrize("who", ["alice", "bob", "carol", "rita", "adam", "olga"])
def test_inside_everything_is_there(town: Town, match: Match, who: str) -> None:
    """Teams could not watch their own league; and what they saw must be in no shared cache."""
    for path in addresses(match):
        answer = getattr(town, who).get(path)
        assert answer.status_code == 200, path
        assert "public" not in answer.get("Cache-Control", ""), path


def test_a_key_of_the_league_reads_too(town: Town, match: Match) -> None:
    """An agent could not look at the league that it plays in."""
    bearer = {"Authorization": f"Bearer {town.raw}"}
    assert Client().get(f"/api/v1/matches/{match.pk}", headers=bearer).status_code == 200
    AgentKey.objects.get().revoke()
    assert Client().get(f"/api/v1/matches/{match.pk}", headers=bearer).status_code == 404


def socket(match: Match, person: Person | None = None, raw: str = "") -> WebsocketCommunicator:
    headers = []
    if person is not None:
        name = settings.SESSION_COOKIE_NAME
        headers.append((b"cookie", f"{name}={person.client.cookies[name].value}".encode()))
    if raw:
        headers.append((b"authorization", f"Bearer {raw}".encode()))
    return WebsocketCommunicator(application, f"/ws/matches/{match.pk}", headers=headers)


async def first(opened: WebsocketCommunicator) -> dict[str, Any]:
    connected, _ = await opened.connect(timeout=5)
    assert connected
    message: dict[str, Any] = await opened.receive_output(timeout=5)
    return json.loads(message["text"]) if message["type"] == "websocket.send" else message


async def test_sockets_outside(town: Town, match: Match) -> None:
    """The page would be closed and its socket open."""
    for opened in (socket(match), socket(match, town.sam), socket(match, raw="cv_0_0")):
        end = await first(opened)
        assert (end["type"], end.get("code")) == ("websocket.close", 4404)


def put_out(town: Town, how: str) -> None:
    match how:
        case "kicked member":
            TeamMembership.objects.filter(user=town.bob.user).delete()
        case "removed referee":
            Membership.objects.filter(user=town.rita.user).delete()
        case "revoked key":
            AgentKey.objects.get().revoke()
        case "logged out":
            town.bob.client.logout()
        case "changed password":
            town.bob.user.set_password("ein-gutes-wort-9")
            town.bob.user.save()
        case "closed account":
            town.bob.user.is_active = False
            town.bob.user.save()


@pytest.mark.parametrize(
    ("how", "who"),
    [
        ("kicked member", "bob"),
        ("removed referee", "rita"),
        ("revoked key", ""),
        ("logged out", "bob"),
        ("changed password", "bob"),
        ("closed account", "bob"),
    ],
)
async def test_an_open_socket_hears_nothing_more(town: Town, match: Match, how: str, who: str) -> None:
    """Whoever was put out could watch on until the browser is closed."""
    opened = socket(match, getattr(town, who)) if who else socket(match, raw=town.raw)
    assert (await first(opened))["type"] == "hello"
    act = sync_to_async(_act)
    await act(town, match)
    heard = await opened.receive_output(timeout=10)
    assert json.loads(heard["text"])["tool"] == "set_price"
    await sync_to_async(put_out)(town, how)
    await act(town, match)
    end = await opened.receive_output(timeout=10)
    assert (end["type"], end.get("code")) == ("websocket.close", 4404)


async def test_an_idle_socket_is_closed_as_well(
    town: Town, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing happens in the match, nothing would put the watcher out."""
    monkeypatch.setattr("league.live.LOOK_SECONDS", 0.2)
    opened = socket(match, town.bob)
    await first(opened)
    await sync_to_async(put_out)(town, "kicked member")
    end = await opened.receive_output(timeout=10)
    assert (end["type"], end.get("code")) == ("websocket.close", 4404)


def _act(town: Town, match: Match) -> None:
    play.act(caller_of(town), match.pk, engine.read_action("set_price", {"sku": "cola", "price": "5.00"}))


def caller_of(town: Town) -> Caller:
    team, league = town.team, town.league
    return Caller(0, town.agent.pk, town.agent.slug, town.agent.name, team.name, league.pk, league.slug)
