"""Nothing that is sealed leaves before the end: not by API, page, socket, admin, error or log.

Canary seeds are planted, and the Save is shown to hold them, so that a leak would be seen."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.apps import apps
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import engine
from league import play
from league.consumers import websocket_urls
from league.models import Match, Save
from tests.league.conftest import Player, anybody

WORLD, OWN = "CANARYWORLD7f3a91", "CANARYMATCH52bd08"
PERSONAS = ("greedy", "bait", "outage", "newbie")  # "honest" is a word of its own
SEALED = (WORLD, OWN, *PERSONAS)


@pytest.fixture
def logs() -> Iterator[io.StringIO]:
    """All that any logger says, Django's statements included."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    root, sql = logging.getLogger(), logging.getLogger("django.db.backends")
    levels = root.level, sql.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    sql.setLevel(logging.DEBUG)
    yield text
    root.removeHandler(handler)
    root.setLevel(levels[0])
    sql.setLevel(levels[1])


def play_a_while(alice: Player, match: Match) -> list[bytes]:
    """A bit of everything, well and badly asked, and a day; what the API answered."""
    told = [
        alice.tool(match, tool, body, key=f"k{number}")
        for number, (tool, body) in enumerate(
            [
                ("send_email", {"to": f"s{n}", "subject": "询价", "body": "可乐 18 瓶多少钱？便宜 10%？"})
                for n in range(1, 6)
            ]
            + [
                ("read_inbox", {}),
                ("web_search", {"query": "可乐"}),
                ("set_price", {"sku": "cola", "price": "nonsense"}),
                ("restock", {"quote_id": "q-none", "quantity": 3}),
                ("fly", {}),
            ]
        )
    ]
    quotes = alice.get(f"agent/matches/{match.pk}").json()["quotes"]
    told += [alice.tool(match, "restock", {"quote_id": quote["quote_id"], "quantity": 3}) for quote in quotes]
    told += [alice.tool(match, "end_day"), alice.tool(match, "end_day", "{", key="x")]
    own = ("", "/calls", "/briefing", "/checkup")
    told += [alice.get(f"agent/matches/{match.pk}{path}") for path in own]
    told += [alice.get(path) for path in ("agent", "agent/matches", "schema")]
    public = ("", "/frames", "/replay", "/proof")
    told += [alice.get(f"matches/{match.pk}{path}") for path in public]
    return [answer.content for answer in told]


def assert_sealed(text: str, secrets: tuple[str, ...] = SEALED) -> None:
    for secret in secrets:
        assert secret not in text, f"{secret} in …{text[max(0, text.find(secret) - 200) :][:400]}…"


def the_save(match: Match) -> str:
    return Save.objects.get(match=match).state


def test_nothing_sealed_is_told_before_the_end(alice: Player, logs: io.StringIO) -> None:
    """Every answer and log line of a day's play, with statements logged, holds no secret; the Save does."""
    with CaptureQueriesContext(connection):  # makes Django log its statements
        match = play.open_match(alice.agent, days=30, world_seed=WORLD, match_seed=OWN)
        answers = play_a_while(alice, match)
    said = logs.getvalue()
    assert "SELECT" in said, "the statements were not logged: nothing is proved"
    assert_sealed(said)
    for answer in answers:
        assert_sealed(answer.decode())
    saved = the_save(match)
    assert WORLD in saved
    assert OWN in saved


def test_pages_tell_nothing_sealed(alice: Player) -> None:
    """No page holds a seed, nor says who a supplier is: words for personas stand in a word list only."""
    match = play.open_match(alice.agent, days=30, world_seed=WORLD, match_seed=OWN)
    play_a_while(alice, match)
    for path in (f"/m/{match.pk}/", "/", "/l/spring/", "/a/alice/"):
        page = anybody().get(path)
        assert page.status_code == 200
        text = page.content.decode()
        assert_sealed(text, (WORLD, OWN))
        assert all(text.count(persona) <= 1 for persona in PERSONAS)


async def test_sockets_tell_nothing_sealed(alice: Player) -> None:
    """What is pushed is what is public."""
    match = await database_sync_to_async(play.open_match)(
        alice.agent, days=30, world_seed=WORLD, match_seed=OWN
    )
    socket = WebsocketCommunicator(URLRouter(websocket_urls), f"/ws/matches/{match.pk}?after=-1")
    await socket.connect(timeout=5)
    await database_sync_to_async(play_a_while)(alice, match)
    pushed = [await socket.receive_from(timeout=5) for _ in range(12)]
    await socket.disconnect()
    assert json.loads(pushed[0])["type"] == "hello"
    assert_sealed("\n".join(pushed))


def test_the_admin_tells_nothing_sealed(alice: Player) -> None:
    """The operator's pages show no save, and nothing that repeats one."""
    match = play.open_match(alice.agent, days=30, world_seed=WORLD, match_seed=OWN)
    get_user_model().objects.create_superuser("root", "root@example.com", "pass")
    client = Client()
    assert client.login(username="root", password="pass")
    for path in ("", "league/match/", f"league/match/{match.pk}/change/", "league/agent/", "league/league/"):
        page = client.get(f"/admin/{path}")
        assert page.status_code == 200
        assert_sealed(page.content.decode())
    shown = {model.__name__ for model in admin.site._registry}
    assert not shown & {"Save", "Settlement", "Call", "Held", "HeldFrame", "AgentKey", "Opening"}


def test_an_error_in_the_middle_tells_nothing_sealed(
    alice: Player, logs: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The traceback that is logged, and the 500, hold no state."""
    match = play.open_match(alice.agent, days=30, world_seed=WORLD, match_seed=OWN)

    def broken(*_: Any) -> str:
        raise RuntimeError("full disk")

    monkeypatch.setattr(engine, "outcome", broken)
    answer = alice.tool(match, "read_notes")
    assert answer.status_code == 500
    assert "full disk" in logs.getvalue()
    assert_sealed(answer.content.decode())
    assert_sealed(logs.getvalue())


def test_no_table_but_the_save_holds_a_seed_before_the_end(alice: Player) -> None:
    """Every column of every table is searched: a copy elsewhere would be one serializer away from a leak."""
    match = play.open_match(alice.agent, days=30, world_seed=WORLD, match_seed=OWN)
    play_a_while(alice, match)
    holders = set()
    for model in apps.get_models():
        for row in model.objects.values_list():
            if any(canary in str(row) for canary in (WORLD, OWN)):
                holders.add(model.__name__)
    assert holders == {"Save"}


def test_the_end_tells(alice: Player) -> None:
    """Afterwards the same addresses tell it: what the tests above looked for can be seen."""
    match = play.open_match(alice.agent, days=30, world_seed=WORLD, match_seed=OWN)
    alice.tool(match, "give_up")
    for path in ("", "/replay"):
        text = alice.get(f"matches/{match.pk}{path}").content.decode()
        assert WORLD in text
        assert OWN in text
        assert "greedy" in text
