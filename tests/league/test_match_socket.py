"""/ws/matches/{id}: join, catch up, then read along. On the in-memory channel layer."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from league import live, wire
from league.consumers import websocket_urls
from league.models import Frame, League, Match
from tests.league.conftest import Player

APP = URLRouter(websocket_urls)
SECONDS = 5.0


@pytest.fixture(autouse=True)
def _pushed_and_cleared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Frames come by push, from the threads that play: looking into the table would take an hour. And a room
    that outlives its readers would hold memory for ever."""
    monkeypatch.setattr(live, "LOOK_SECONDS", 3600.0)
    yield
    assert live._rooms == {}


class Socket:
    def __init__(self, path: str) -> None:
        self.socket = WebsocketCommunicator(APP, f"/ws/matches/{path}")

    async def __aenter__(self) -> "Socket":
        assert (await self.socket.connect(timeout=SECONDS))[0]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.disconnect()

    async def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.receive_from(timeout=SECONDS))
        return message

    async def closed_with(self) -> int:
        message = await self.socket.receive_output(timeout=SECONDS)
        assert message["type"] == "websocket.close"
        return int(message["code"])


@database_sync_to_async
def act(player: Player, match: Match, tool: str = "read_notes") -> None:
    assert player.tool(match, tool).status_code == 200


async def test_it_works(alice: Player, match: Match) -> None:
    """A spectator is told where the match stands, then sees each call as it is made, just as it is stored."""
    async with Socket(match.pk) as socket:
        assert await socket.next() == {"type": "hello", "seq": 0, "status": "open"}
        await act(alice, match)
        text = await socket.socket.receive_from(timeout=SECONDS)
        assert text == (await database_sync_to_async(Frame.objects.get)(match=match, seq=1)).body
        await act(alice, match, "end_day")
        assert (await socket.next())["tool"] == "end_day"


async def test_it_catches_up(alice: Player, match: Match) -> None:
    """Who comes back with the last seq it has gets what it missed, in order, then goes on live."""
    for _ in range(3):
        await act(alice, match)
    async with Socket(f"{match.pk}?after=1") as socket:
        assert (await socket.next())["seq"] == 3
        assert [(await socket.next())["seq"] for _ in range(2)] == [2, 3]
        await act(alice, match)
        assert (await socket.next())["seq"] == 4


async def test_from_the_very_first(alice: Player, match: Match) -> None:
    """-1 asks for everything, the opening too; without `after` nothing old is sent."""
    await act(alice, match)
    async with Socket(f"{match.pk}?after=-1") as all_, Socket(match.pk) as new:
        await all_.next()
        await new.next()
        assert [(await all_.next())["seq"] for _ in range(2)] == [0, 1]
        await act(alice, match)
        assert (await new.next())["seq"] == 2


async def test_many_sockets_share_one_room(alice: Player, match: Match) -> None:
    """Fifty spectators: one subscription, one reading of the table, each of them sees each frame."""
    sockets = [Socket(match.pk) for _ in range(50)]
    for socket in sockets:
        await socket.__aenter__()
        await socket.next()
    assert len(live._rooms) == 1
    await act(alice, match)
    assert {(await socket.next())["seq"] for socket in sockets} == {1}
    for socket in sockets:
        await socket.__aexit__()


async def test_too_far_behind_is_told(alice: Player, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who lacks more than a socket should send is told to fetch, and then goes on live."""
    monkeypatch.setattr(live, "CATCH_UP", 2)
    for _ in range(4):
        await act(alice, match)
    async with Socket(f"{match.pk}?after=0") as socket:
        assert (await socket.next())["type"] == "hello"
        assert await socket.next() == {"type": "behind", "seq": 4}
        await act(alice, match)
        assert (await socket.next())["seq"] == 5


async def test_the_end(alice: Player, match: Match) -> None:
    """The last frame is followed by `finished`; who comes later is told at once."""
    async with Socket(match.pk) as socket:
        await socket.next()
        await act(alice, match, "give_up")
        assert (await socket.next())["phase"] == "finished"
        assert await socket.next() == {"type": "finished", "seq": 1}
    async with Socket(match.pk) as late:
        assert await late.next() == {"type": "hello", "seq": 1, "status": "finished"}
        assert await late.next() == {"type": "finished", "seq": 1}


@pytest.mark.parametrize("path", ["aaaaaaaaaaaa", "x", "aaaaaaaaaaaa?after=3"])
async def test_not_there(alice: Player, path: str) -> None:
    """A match that does not exist closes the socket with 4404."""
    async with Socket(path) as socket:
        assert await socket.closed_with() == 4404


async def test_an_address_that_is_none() -> None:
    """Anybody could fill the log with errors by asking for sockets that do not exist."""
    for path in ("/ws/nothing", "/", "/ws/matches/aaaaaaaaaaaa/"):
        socket = WebsocketCommunicator(URLRouter(websocket_urls), path)
        assert (await socket.connect())[0]
        assert (await socket.receive_output())["code"] == 4404


async def test_a_private_league(match: Match) -> None:
    """A match that the public may not see is not there for the public's sockets either."""
    await database_sync_to_async(League.objects.update)(visibility=League.Visibility.PRIVATE)
    async with Socket(match.pk) as socket:
        assert await socket.closed_with() == 4404


@pytest.mark.parametrize("after", ["x", "1.5", "1e3", "--1", "9" * 30, ""])
async def test_a_malformed_after(match: Match, after: str) -> None:
    """An `after` that is no number closes the socket with 4400."""
    async with Socket(f"{match.pk}?after={after}") as socket:
        assert await socket.closed_with() == 4400


async def test_what_a_socket_says_is_ignored(alice: Player, match: Match) -> None:
    """Spectators have nothing to say: whatever they send changes nothing."""
    async with Socket(match.pk) as socket:
        await socket.next()
        await socket.socket.send_to(text_data='{"type": "end_day"}')
        await socket.socket.send_to(bytes_data=b"\x00\xff")
        await act(alice, match)
        assert (await socket.next())["seq"] == 1


async def test_a_push_that_never_came(alice: Player, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """The channel layer is a hint: what it loses is found in the table, in order and once."""
    monkeypatch.setattr(live, "LOOK_SECONDS", 0.05)
    async with Socket(match.pk) as socket:
        await socket.next()
        with monkeypatch.context() as patch:
            patch.setattr(live, "publish", lambda *_: None)
            await act(alice, match)
            await act(alice, match)
        assert [(await socket.next())["seq"] for _ in range(2)] == [1, 2]


async def test_pushes_out_of_order_and_doubled(alice: Player, match: Match) -> None:
    """Two processes may push in another order than they committed; the screen never sees it."""
    async with Socket(match.pk) as socket:
        await socket.next()
        room = live._rooms[match.pk]
        bodies = {}
        for _ in range(3):
            await act(alice, match)
            frame = await socket.next()
            bodies[frame["seq"]] = json.dumps(frame)
        for seq in (3, 1, 2, 3):
            await room.hear({"seq": seq, "body": bodies[seq], "finished": False})
        assert await socket.socket.receive_nothing(timeout=0.05)


async def test_a_slow_reader_is_told_and_holds_no_memory(
    alice: Player, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket that does not read keeps a bounded number of frames, and is told that it missed some."""
    monkeypatch.setattr(live, "BACKLOG", 8)
    room, reader = await live.enter(match.pk)
    for seq in range(1, 101):
        room._relay((seq, "{}"))
        assert len(reader.lines) <= 8
    assert reader.behind
    live.leave(room, reader)
    await asyncio.sleep(0)


async def test_what_can_be_written_at_once_is(alice: Player, match: Match) -> None:
    """A frame that is written straight to a socket must not come a second time, nor before one that waits."""
    room, reader = await live.enter(match.pk)
    written: list[bytes] = []
    takes = True

    def wire(packed: bytes) -> bool:
        if takes:
            written.append(packed)
        return takes

    reader.wire, reader.written = wire, 1  # 1 was read from the table
    room._relay((1, "{}"))
    room._relay((2, '{"seq":2}'))
    assert (written, list(reader.lines)) == ([b'\x81\x09{"seq":2}'], [])
    takes = False  # its buffer is full
    room._relay((3, "{}"))
    takes = True
    room._relay((4, "{}"))
    assert [seq for seq, _ in reader.lines] == [3, 4]
    assert len(written) == 1
    live.leave(room, reader)


def test_a_packed_frame() -> None:
    """Every reader's browser must be able to read it: length in one, two or eight bytes, and no mask."""
    from websockets.client import ClientProtocol
    from websockets.protocol import State
    from websockets.uri import parse_uri

    for text in ("{}", "帧" * 200, "x" * 70_000):
        client = ClientProtocol(parse_uri("ws://127.0.0.1/"))
        client.state = State.OPEN
        client.parser = client.parse()
        next(client.parser)
        client.receive_data(wire.pack(text))
        assert [frame.data.decode() for frame in client.events_received()] == [text]  # type: ignore[union-attr]


def test_another_server() -> None:
    """A server that is not ours, or a test's, is sent to as the standard says."""
    assert wire.to(lambda message: None) is None
    assert wire.to("".join) is None
