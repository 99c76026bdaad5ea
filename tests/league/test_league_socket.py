"""/ws/leagues/{slug}: what the matches of a league have done, for its big screens."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

import engine
from league import hall, live, moderation, play
from league.consumers import NOT_THERE, websocket_urls
from league.models import Frame, League, Match
from tests.league import season as cast
from tests.league.conftest import Player

APP = URLRouter(websocket_urls)
SECONDS = 5.0


@pytest.fixture(autouse=True)
def _looked_at_by_hand(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The clock looks never; a hall that outlives its screens would look for ever."""
    monkeypatch.setattr(hall, "EVERY", 3600.0)
    monkeypatch.setattr(live, "LOOK_SECONDS", 3600.0)
    yield
    assert hall._halls == {}
    assert live._rooms == {}


class Screen:
    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.socket = WebsocketCommunicator(APP, f"/ws/leagues/{slug}")

    async def __aenter__(self) -> "Screen":
        assert (await self.socket.connect(timeout=SECONDS))[0]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.disconnect()

    async def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.receive_from(timeout=SECONDS))
        return message

    async def look(self) -> None:
        await hall._halls[self.slug].look()


@database_sync_to_async
def act(player: Player, match: Match, tool: str = "read_notes", **arguments: Any) -> None:
    assert player.tool(match, tool, arguments).status_code == 200


def told(message: dict[str, Any]) -> list[tuple[str, int]]:
    assert message["type"] == "frames"
    return [(one["match"], one["frame"]["seq"]) for one in message["frames"]]


async def test_it_works(alice: Player, carol: Player, bob: Player) -> None:
    """All matches of the league come over one socket, each frame once and as it is stored; none of another
    league."""
    one, two = [await database_sync_to_async(who.open_match)() for who in (alice, carol)]
    other = await database_sync_to_async(bob.open_match)()
    async with Screen("spring") as screen:
        hello = await screen.next()
        assert (hello["type"], hello["seqs"]) == ("hello", {one.pk: 0, two.pk: 0})
        for player, match in ((alice, one), (alice, one), (carol, two), (bob, other)):
            await act(player, match)
        await screen.look()
        message = await screen.next()
        assert sorted(told(message)) == sorted([(one.pk, 1), (one.pk, 2), (two.pk, 1)])
        stored = await database_sync_to_async(Frame.objects.get)(match=two, seq=1)
        assert json.loads(stored.body) in [each["frame"] for each in message["frames"]]
        await screen.look()
        await act(alice, one)
        await screen.look()
        assert told(await screen.next()) == [(one.pk, 3)]


async def test_a_match_that_opens_and_one_that_ends(alice: Player) -> None:
    """A match that opens is told from its first frame, one that ends to its last."""
    async with Screen("spring") as screen:
        assert (await screen.next())["seqs"] == {}
        match = await database_sync_to_async(alice.open_match)()
        await act(alice, match, "give_up", reason="够了")
        await screen.look()
        message = await screen.next()
        assert told(message) == [(match.pk, 0), (match.pk, 1)]
        assert message["frames"][1]["frame"]["phase"] == "finished"


async def test_many_screens_share_one_look(alice: Player) -> None:
    """Each of twenty screens is told the same, by one hall."""
    match = await database_sync_to_async(alice.open_match)()
    screens = [Screen("spring") for _ in range(20)]
    for screen in screens:
        await screen.__aenter__()
        await screen.next()
    assert len(hall._halls) == 1
    await act(alice, match)
    await screens[0].look()
    assert {tuple(told(await screen.next())) for screen in screens} == {((match.pk, 1),)}
    for screen in screens:
        await screen.__aexit__()


async def test_far_behind(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than a screen should be sent: it is told to begin anew. Fewer come in parts, none lost."""
    match = await database_sync_to_async(alice.open_match)()
    async with Screen("spring") as screen:
        await screen.next()
        monkeypatch.setattr(hall, "FRAMES", 2)
        for _ in range(3):
            await act(alice, match)
        await screen.look()
        await screen.look()
        assert told(await screen.next()) + told(await screen.next()) == [(match.pk, seq) for seq in (1, 2, 3)]
        monkeypatch.setattr(hall, "TOO_MANY", 1)
        for _ in range(2):
            await act(alice, match)
        await screen.look()
        assert await screen.next() == {"type": "again"}


async def test_a_slow_screen(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen that does not read holds no memory, and is told to begin anew."""
    monkeypatch.setattr(live, "BACKLOG", 4)
    await database_sync_to_async(alice.open_match)()
    room, reader = await hall.enter("spring")
    for _ in range(100):
        room.tell("again")
        assert len(reader.lines) <= 4
    assert reader.behind
    hall.leave(room, reader)


@pytest.mark.parametrize("slug", ["nowhere", "autumn"])
async def test_not_there(bob: Player, slug: str) -> None:
    """A private league is not there for a stranger, like one that does not exist."""
    await League.objects.filter(slug="autumn").aupdate(visibility=League.Visibility.PRIVATE)
    async with Screen(slug) as screen:
        closed = await screen.socket.receive_output(timeout=SECONDS)
        assert (closed["type"], closed["code"]) == ("websocket.close", NOT_THERE)


async def test_a_league_that_becomes_private(alice: Player) -> None:
    """Open sockets of strangers get no further frame."""
    match = await database_sync_to_async(alice.open_match)()
    async with Screen("spring") as screen:
        await screen.next()
        await League.objects.filter(slug="spring").aupdate(visibility=League.Visibility.PRIVATE)
        await act(alice, match)
        await screen.look()
        closed = await screen.socket.receive_output(timeout=SECONDS)
        assert (closed["type"], closed["code"]) == ("websocket.close", NOT_THERE)


async def test_a_hidden_thought(alice: Player) -> None:
    """It vanishes from screens that show it, and who joins the match late is not shown it by its room."""
    match = await database_sync_to_async(alice.open_match)()
    watching = WebsocketCommunicator(APP, f"/ws/matches/{match.pk}")
    assert (await watching.connect(timeout=SECONDS))[0]
    await watching.receive_from(timeout=SECONDS)
    async with Screen("spring") as screen:
        await screen.next()
        await act(alice, match, thought="脏话")
        assert "脏话" in await watching.receive_from(timeout=SECONDS)
        await screen.look()
        assert "脏话" in json.dumps(await screen.next(), ensure_ascii=False)
        league = await League.objects.aget(slug="spring")
        await database_sync_to_async(moderation.hide_words)(league, match, 1, "thought", "管理员", "脏")
        await screen.look()
        assert await screen.next() == {
            "type": "hidden",
            "what": [{"match": match.pk, "seq": 1, "kind": "thought"}],
        }
        await act(alice, match)
        assert json.loads(await watching.receive_from(timeout=SECONDS))["seq"] == 2
        late = WebsocketCommunicator(APP, f"/ws/matches/{match.pk}?after=-1")
        assert (await late.connect(timeout=SECONDS))[0]
        texts = [await late.receive_from(timeout=SECONDS) for _ in range(4)]
        assert [json.loads(text).get("seq") for text in texts[1:]] == [0, 1, 2]
        assert "脏话" not in "".join(texts)
        assert moderation.HIDDEN in texts[2]
        await late.disconnect()
    await watching.disconnect()


async def test_what_a_room_keeps_is_looked_after(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Should the word to the rooms get lost, the next look into the table finds out."""
    match = await database_sync_to_async(alice.open_match)()
    room, reader = await live.enter(match.pk)
    await act(alice, match, thought="脏话")
    await asyncio.wait_for(reader.wait(), SECONDS)
    monkeypatch.setattr(live, "mend", lambda match_id: None)
    league = await League.objects.aget(slug="spring")
    await database_sync_to_async(moderation.hide_words)(league, match, 1, "thought", "管理员", "脏")
    await room._look()
    assert not reader.lines  # what waited for a slow socket went too, and it is told
    assert reader.behind
    assert moderation.HIDDEN in (await room.since(0) or [(0, "")])[0][1]
    live.leave(room, reader)


async def test_a_freeze_with_open_sockets(transactional_db: None) -> None:
    """Neither the match's socket nor the league's shows one frame of what is played behind a freeze; when it
    is lifted, both show all of it, in order."""

    @database_sync_to_async
    def start() -> tuple[Any, Match, Any]:
        season = cast.season()
        entry = cast.entry(season, "甲")
        return season, cast.opened(cast.rounds(season)[0], entry), cast.caller(entry.agent)

    season, match, caller = await start()
    read = engine.read_action("read_notes", {})
    play_on = database_sync_to_async(lambda: play.act(caller, match.pk, read))
    watching = WebsocketCommunicator(APP, f"/ws/matches/{match.pk}")
    assert (await watching.connect(timeout=SECONDS))[0]
    assert json.loads(await watching.receive_from(timeout=SECONDS))["seq"] == 0
    async with Screen("spring") as screen:
        await screen.next()
        assert await database_sync_to_async(play.freeze)(season.pk)
        for _ in range(3):
            await play_on()
        await screen.look()
        await live._rooms[match.pk]._catch_up(10)
        assert await watching.receive_nothing(0.05)
        assert await screen.socket.receive_nothing(0.05)
        await database_sync_to_async(play.thaw)(season.pk)
        await screen.look()
        assert told(await screen.next()) == [(match.pk, seq) for seq in (1, 2, 3)]
        seqs = [json.loads(await watching.receive_from(timeout=SECONDS))["seq"] for _ in range(3)]
        assert seqs == [1, 2, 3]
    await watching.disconnect()
