"""Sockets: join, catch up, then relay. Anybody may watch a public match."""

import asyncio
import contextlib
import json
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import path

from league import live
from league.access import NotThere

NOT_THERE = 4404
BAD_ADDRESS = 4400


class MatchSocket(AsyncWebsocketConsumer):  # type: ignore[misc]
    """/ws/matches/{id}?after=seq: hello, the frames after `seq` if it is given, then each frame as it is
    stored. {"type": "behind", "seq"} means: too far behind to be sent all, fetch up to there."""

    channel_layer_alias = "none"  # the room has the subscription; a socket needs no channel of its own

    async def connect(self) -> None:
        self.relaying: asyncio.Task[None] | None = None
        await self.accept()
        after = _after(self.scope["query_string"])
        if after is None:
            await self.close(code=BAD_ADDRESS)
            return
        try:
            room, reader = await live.enter(self.scope["url_route"]["kwargs"]["match_id"])
        except NotThere:
            await self.close(code=NOT_THERE)
            return
        self.relaying = asyncio.create_task(self._relay(room, reader, after))

    async def disconnect(self, code: int) -> None:
        if self.relaying is not None:
            self.relaying.cancel()

    async def _relay(self, room: live.Room, reader: live.Reader, after: int) -> None:
        try:
            # A socket that has gone away makes the server's send fail; disconnect() follows.
            with contextlib.suppress(OSError, RuntimeError):
                await self._read_along(room, reader, after)
        finally:
            live.leave(room, reader)

    async def _read_along(self, room: live.Room, reader: live.Reader, after: int) -> None:
        await self._say("hello", seq=room.seq, status="finished" if room.finished else "open")
        seen = room.seq
        if after >= -1:
            missed = await room.since(after)
            if missed is None:
                await self._say("behind", seq=seen)
            for seq, body in missed or ():
                await self.send(text_data=body)
                seen = seq
        while not (room.finished and seen >= room.seq):
            await reader.wait()
            if reader.behind:
                reader.behind = False
                seen = room.seq
                reader.lines.clear()
                await self._say("behind", seq=seen)
            while reader.lines and not reader.behind:
                seq, body = reader.lines.popleft()
                if seq > seen:
                    await self.send(text_data=body)
                    seen = seq
        await self._say("finished", seq=seen)

    async def _say(self, kind: str, **fields: Any) -> None:
        await self.send(text_data=json.dumps({"type": kind, **fields}))


def _after(query: bytes) -> int | None:
    """The `after` of a query string: -2 when it is not given, None when it is no number."""
    for part in query.decode("latin-1").split("&"):
        name, _, value = part.partition("=")
        if name == "after":
            return int(value) if value.removeprefix("-").isdecimal() and len(value) < 10 else None
    return -2


websocket_urls = [path("ws/matches/<str:match_id>", MatchSocket.as_asgi())]
