"""GET agent?wait= and GET agent/matches/{id}/briefing?wait="""

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from league import longpoll
from league.longpoll import LongPoll
from league.models import Match
from tests.league.conftest import Player


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(longpoll, "LOOK_SECONDS", 0.02)


async def look(player: Player, path: str, query: str, receive: Any = None) -> list[float]:
    """Seconds until the view was reached; nothing when it never was."""
    reached: list[float] = []
    loop = asyncio.get_running_loop()
    start = loop.time()

    async def view(scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "http.request"
        reached.append(loop.time() - start)

    messages = [{"type": "http.request", "body": b"", "more_body": False}]

    async def quiet() -> Any:
        return messages.pop() if messages else await asyncio.Event().wait()

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query.encode(),
        "headers": [(b"authorization", f"Bearer {player.raw}".encode())],
    }
    await LongPoll(view)(scope, receive or quiet, None)
    return reached


async def test_it_waits_until_there_is_a_match(alice: Player) -> None:
    """An agent that shall play tonight asks once and is woken, in place of asking every second."""
    waiting = asyncio.ensure_future(look(alice, "/api/v1/agent", "wait=60"))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    await sync_to_async(alice.open_match)()
    assert len(await asyncio.wait_for(waiting, 10)) == 1


async def test_it_answers_at_once_when_there_is_something_to_play(alice: Player, match: Match) -> None:
    """To wait for what is there already would cost a turn."""
    for path in ("/api/v1/agent/", f"/api/v1/agent/matches/{match.pk}/briefing"):
        assert len(await asyncio.wait_for(look(alice, path, "wait=60"), 10)) == 1


async def test_a_day_being_settled_is_waited_for(alice: Player, match: Match) -> None:
    """A briefing in the middle of a settlement would show neither yesterday nor today."""
    await Match.objects.filter(pk=match.pk).aupdate(phase="settling")
    path = f"/api/v1/agent/matches/{match.pk}/briefing"
    waiting = asyncio.ensure_future(look(alice, path, "wait=60"))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    await Match.objects.filter(pk=match.pk).aupdate(phase="open")
    assert len(await asyncio.wait_for(waiting, 10)) == 1


async def test_time_runs_out(alice: Player) -> None:
    """After the seconds asked for the answer comes, whatever it is."""
    assert len(await asyncio.wait_for(look(alice, "/api/v1/agent", "wait=1"), 10)) == 1


async def test_who_hangs_up_is_forgotten(alice: Player) -> None:
    """Callers that have gone must not fill the waiting room."""
    messages = [{"type": "http.disconnect"}, {"type": "http.request", "body": b""}]

    async def receive() -> Any:
        return messages.pop()

    assert await asyncio.wait_for(look(alice, "/api/v1/agent", "wait=60", receive), 10) == []


async def test_without_a_key_nobody_waits(alice: Player) -> None:
    """A stranger gets his 401 at once and cannot hold a seat."""
    stranger = Player(alice.agent, "cv_wrong_key")
    assert len(await asyncio.wait_for(look(stranger, "/api/v1/agent", "wait=60"), 10)) == 1


def test_a_wait_out_of_range_is_malformed(alice: Player) -> None:
    """Ten minutes would be promised and not kept."""
    answer = alice.get("agent?wait=600")
    assert (answer.status_code, "wait" in json.loads(answer.content)["errors"]) == (400, True)
