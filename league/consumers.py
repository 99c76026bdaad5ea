"""Sockets: join, catch up, then relay. Anybody may watch a public match; a private one those of its league,
as long as they are of it."""

import asyncio
import contextlib
import json
from importlib import import_module
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.urls import path, re_path

from league import access, bundle, hall, live, metrics, wire
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
        metrics.SOCKETS.inc()
        after = _after(self.scope["query_string"])
        if after is None:
            await self.close(code=BAD_ADDRESS)
            return
        try:
            room, reader = await live.enter(self.scope["url_route"]["kwargs"]["match_id"])
            if room.private and not await admitted(self.scope, room.league_id):
                live.leave(room, reader)
                raise NotThere
        except NotThere:
            await self.close(code=NOT_THERE)
            return
        self.relaying = asyncio.create_task(self._relay(room, reader, after))

    async def disconnect(self, code: int) -> None:
        metrics.SOCKETS.dec()
        if self.relaying is not None:
            self.relaying.cancel()

    async def _relay(self, room: live.Room, reader: live.Reader, after: int) -> None:
        try:
            # A socket that has gone away makes the server's send fail; disconnect() follows.
            with contextlib.suppress(OSError, RuntimeError):
                await self._read_along(room, reader, after)
        except NotThere:
            await self.close(code=NOT_THERE)
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
        straight = wire.to(self.base_send)
        while not (room.finished and seen >= room.seq):
            reader.wire = straight if not (room.private or reader.lines or reader.behind) else None
            reader.written = seen
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.wait(), live.LOOK_SECONDS if room.private else None)
            reader.wire, seen = None, max(seen, reader.written)
            if room.private and not await admitted(self.scope, room.league_id):
                raise NotThere
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


class LeagueSocket(AsyncWebsocketConsumer):  # type: ignore[misc]
    """/ws/leagues/{slug}, for big screens: hello, then each second what the league's matches have done.
    {"type": "again"} means: fetch the whole picture anew. {"type": "hidden", "what"}: show this no more."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        self.relaying: asyncio.Task[None] | None = None
        await self.accept()
        metrics.SOCKETS.inc()
        try:
            room, reader = await hall.enter(self.scope["url_route"]["kwargs"]["slug"])
            if room.private and not await admitted(self.scope, room.league_id):
                hall.leave(room, reader)
                raise NotThere
        except NotThere:
            await self.close(code=NOT_THERE)
            return
        self.relaying = asyncio.create_task(self._relay(room, reader))

    async def disconnect(self, code: int) -> None:
        metrics.SOCKETS.dec()
        if self.relaying is not None:
            self.relaying.cancel()

    async def _relay(self, room: hall.Hall, reader: live.Reader) -> None:
        try:
            with contextlib.suppress(OSError, RuntimeError):
                await self._read_along(room, reader)
        except NotThere:
            await self.close(code=NOT_THERE)
        finally:
            hall.leave(room, reader)

    async def _read_along(self, room: hall.Hall, reader: live.Reader) -> None:
        hello = {"type": "hello", "build": bundle.build(), "seqs": room.seen}
        await self.send(text_data=json.dumps(hello))
        while True:
            try:
                await asyncio.wait_for(reader.wait(), hall.PULSE)
            except TimeoutError:  # a screen that hears nothing knows that it is cut off
                reader.offer((0, '{"type":"pulse"}'))
            if room.private and not await admitted(self.scope, room.league_id):
                raise NotThere
            if reader.behind:
                reader.behind = False
                reader.lines.clear()
                await self.send(text_data='{"type":"again"}')
            while reader.lines and not reader.behind:
                _, text = reader.lines.popleft()
                await self.send(text_data=text)


async def admitted(scope: Any, league_id: int) -> bool:
    """Whether who opened this socket is of the league now. Sessions, seats and keys are read anew each time:
    whoever was put out, logged out or lost a key gets no further frame."""
    return bool(await database_sync_to_async(_is_inside, thread_sensitive=False)(scope, league_id))


def _is_inside(scope: Any, league_id: int) -> bool:
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    scheme, _, raw = headers.get(b"authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return access.is_inside(league_id, access.caller_by_key(raw.strip()))
    request = HttpRequest()
    session_key = parse_cookie(headers.get(b"cookie", "")).get(settings.SESSION_COOKIE_NAME)
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    return access.is_inside(league_id, get_user(request))


def _after(query: bytes) -> int | None:
    """The `after` of a query string: -2 when it is not given, None when it is no number."""
    for part in query.decode("latin-1").split("&"):
        name, _, value = part.partition("=")
        if name == "after":
            return int(value) if value.removeprefix("-").isdecimal() and len(value) < 10 else None
    return -2


class Nowhere(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Any other address: closed like a match that is not there."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(code=NOT_THERE)


websocket_urls = [
    path("ws/matches/<str:match_id>", MatchSocket.as_asgi()),
    path("ws/leagues/<slug:slug>", LeagueSocket.as_asgi()),
    re_path("", Nowhere.as_asgi()),
]
