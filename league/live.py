"""From a commit to every screen. The channel layer carries hints: a frame that is lost there is read from its
table, so a socket, a room or Redis may fail and nothing is missed.

One match has one Room in each process that has readers of it: one subscription, and each frame, which was
encoded before the commit, is handed to the local sockets as it is.
"""

import asyncio
import logging
import os
import threading
from collections import deque
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db.models import Count

from league import access, wire
from league.models import Frame, League, Match

log = logging.getLogger(__name__)

Line = tuple[int, str]  # seq, encoded frame

RECENT = 64  # frames a room keeps at hand for those who come or come back
BACKLOG = 128  # frames a slow reader may have waiting before it is told to fetch them itself
CATCH_UP = 200  # frames a socket sends to one who comes late; who lacks more fetches them
LOOK_SECONDS = 5.0  # a room looks into the table this often, whatever the channel layer says
POSTBAG = 10_000  # frames that may wait for Redis in one process


def group_of(match_id: str) -> str:
    return f"match.{match_id}"


def mend(match_id: str) -> None:
    """Words in stored frames of a match were covered or uncovered: no room may show what it keeps of them."""
    try:
        _office().post(group_of(match_id), {"type": "mend"})
    except Exception as trouble:  # rooms count what is hidden each time they look
        log.warning("rooms of %s were not told to mend: %s", match_id, type(trouble).__name__)


def publish(match_id: str, seq: int, body: str, finished: bool) -> None:
    """Tell all processes of a committed frame. Never fails the call it tells about."""
    message = {"type": "frame", "seq": seq, "body": body, "finished": finished}
    try:
        _office().post(group_of(match_id), message)
    except Exception as trouble:  # whatever it is: the frame is stored, and rooms look into the table
        log.warning("frame %d of %s was not pushed: %s", seq, match_id, type(trouble).__name__)


class Postman:
    """Hands messages to the channel layer from any thread, in order, on one event loop that lives as long as
    the process. With Redis that is a loop of its own; the in-memory layer only wakes readers on theirs."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.bag: deque[tuple[str, dict[str, Any]]] = deque(maxlen=POSTBAG)
        self.busy = False

    def post(self, group: str, message: dict[str, Any]) -> None:
        loop = self.loop or self._own_loop()
        if loop is None or loop.is_closed():
            return  # nobody in this process reads along, and no other process could
        self.bag.append((group, message))
        loop.call_soon_threadsafe(self._start)

    def _own_loop(self) -> asyncio.AbstractEventLoop | None:
        if settings.EMBEDDED:
            return None
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, name="postman", daemon=True).start()
        return self.loop

    def _start(self) -> None:
        if not self.busy and self.loop is not None:
            self.busy = True
            self.task = self.loop.create_task(self._deliver())

    async def _deliver(self) -> None:
        try:
            while self.bag:
                group, message = self.bag.popleft()
                try:
                    async with asyncio.timeout(5):
                        await get_channel_layer().group_send(group, message)
                except Exception as trouble:
                    self.bag.clear()  # Redis is away: rooms will find the frames in the table
                    log.warning("frames were not pushed: %s", type(trouble).__name__)
        finally:
            self.busy = False


_postman: Postman | None = None
_hiring = threading.Lock()


def _office() -> Postman:
    """This process's postman: a forked worker does not inherit a thread."""
    global _postman
    with _hiring:
        if _postman is None or _postman.pid != os.getpid():
            _postman = Postman()
        return _postman


class Reader:
    """One socket's share of a room: what it has not been sent yet, never more than BACKLOG frames."""

    def __init__(self) -> None:
        self.lines: deque[Line] = deque()
        self.behind = False
        self.awake = asyncio.Event()
        self.wire: wire.Wire | None = None  # while its socket has nothing else to send
        self.written = -1

    def offer(self, line: Line, packed: bytes = b"") -> None:
        """`packed` is written at once where it can be; else the line waits for the socket's own task."""
        if self.wire is not None and packed and not self.lines and not self.behind:
            if line[0] <= self.written:
                return  # it came out of the table before it was heard of
            if self.wire(packed):
                self.written = line[0]
                return
        if len(self.lines) >= BACKLOG:
            self.lines.clear()
            self.behind = True
        self.lines.append(line)
        self.awake.set()

    def drop(self) -> None:
        """What waits may not be sent any more: it must be fetched as it is now."""
        if self.lines:
            self.lines.clear()
            self.behind = True
            self.awake.set()

    async def wait(self) -> None:
        await self.awake.wait()
        self.awake.clear()


class Room:
    """One match in one process. Its frames leave it in order and without gaps."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.seq = -1
        self.finished = False
        self.league_id = 0
        self.private = False  # then each socket is asked for its right to be here, before every frame
        self.words = (0, 0)  # how much of it was ever hidden, and shown again
        self.known = asyncio.Event()
        self.channel = ""
        self.recent: deque[Line] = deque(maxlen=RECENT)
        self.readers: set[Reader] = set()
        self.tasks: list[asyncio.Task[None]] = []
        self.opened = asyncio.get_running_loop().create_task(self._open())

    async def _open(self) -> None:
        """Subscribe first, then look: what is committed between the two waits in the channel."""
        await self._look()
        subscribed = asyncio.Event()
        listener = asyncio.create_task(self._listen(subscribed))
        self.tasks.append(listener)
        await subscribed.wait()
        self.seq, self.finished = await self._look()
        self.known.set()
        if self.finished:
            listener.cancel()
        else:
            self.tasks.append(asyncio.create_task(self._look_now_and_then()))

    async def _listen(self, subscribed: asyncio.Event) -> None:
        group = group_of(self.match_id)
        while not self.finished:
            try:
                layer = get_channel_layer()
                self.channel = await asyncio.wait_for(layer.new_channel(), 5)
                await asyncio.wait_for(layer.group_add(group, self.channel), 5)
                subscribed.set()
                await self.known.wait()
                try:
                    while not self.finished:
                        await self.hear(await layer.receive(self.channel))
                finally:
                    await layer.group_discard(group, self.channel)
            except Exception as trouble:
                log.warning("%s is read from the table only: %s", self.match_id, type(trouble).__name__)
                subscribed.set()
                await asyncio.sleep(LOOK_SECONDS)

    async def _look_now_and_then(self) -> None:
        while not self.finished:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                seq, finished = await self._look()
                await self._catch_up(seq)
                self._end(finished)
            except Exception as trouble:
                log.warning("cannot look for frames of %s: %s", self.match_id, type(trouble).__name__)

    async def _look(self) -> tuple[int, bool]:
        seq, finished, self.league_id, self.private, *words = await ask(_newest, self.match_id)
        if tuple(words) != self.words:
            self.words = words[0], words[1]
            self._mend()
        return seq, finished

    def _mend(self) -> None:
        """Forget what is kept of the frames; who comes late gets them from the table."""
        self.recent.clear()
        for reader in self.readers:
            reader.drop()

    async def hear(self, message: dict[str, Any]) -> None:
        if message.get("type") == "mend":
            self._mend()
            return
        seq, body = message["seq"], message["body"]
        await self._catch_up(seq - 1)
        if seq == self.seq + 1:
            self._relay((seq, body))
        if seq == self.seq:
            self._end(message["finished"])

    async def _catch_up(self, seq: int) -> None:
        """Read from the table what was committed up to `seq` and not heard of."""
        while self.seq < seq:
            lines = await ask(_stored, self.match_id, self.seq, CATCH_UP)
            if not lines:
                return
            for line in lines:
                if line[0] == self.seq + 1:
                    self._relay(line)

    def _relay(self, line: Line) -> None:
        self.seq = line[0]
        self.recent.append(line)
        packed = wire.pack(line[1])
        for reader in self.readers:
            reader.offer(line, packed)

    def _end(self, finished: bool) -> None:
        if finished and not self.finished:
            self.finished = True
            for reader in self.readers:
                reader.awake.set()

    async def since(self, seq: int) -> list[Line] | None:
        """The frames after `seq`; None when they are too many to send."""
        if self.seq - seq > CATCH_UP:
            return None
        if seq >= self.seq:
            return []
        if self.recent and self.recent[0][0] <= seq + 1:
            return [line for line in self.recent if line[0] > seq]
        return list(await ask(_stored, self.match_id, seq, CATCH_UP + BACKLOG))

    def close(self) -> None:
        for task in (self.opened, *self.tasks):
            task.cancel()


_rooms: dict[str, Room] = {}


async def enter(match_id: str) -> tuple[Room, Reader]:
    """Join the room of a match; raises access.NotThere. Whether this reader may is the caller's to ask."""
    if settings.EMBEDDED:
        _office().loop = asyncio.get_running_loop()
    room = _rooms.get(match_id)
    if room is None or room.opened.get_loop() is not asyncio.get_running_loop():
        room = _rooms[match_id] = Room(match_id)
    reader = Reader()
    room.readers.add(reader)
    try:
        await asyncio.shield(room.opened)
    except BaseException:
        leave(room, reader)
        raise
    return room, reader


def leave(room: Room, reader: Reader) -> None:
    room.readers.discard(reader)
    if not room.readers:
        room.close()
        if _rooms.get(room.match_id) is room:
            del _rooms[room.match_id]


def _newest(match_id: str) -> tuple[int, bool, int, bool, int, int]:
    hidden = (Count("hidings"), Count("hidings__lifted_at"))
    rows = Match.objects.filter(pk=match_id).order_by()
    row = rows.values_list("phase", "league_id", "league__visibility", *hidden).first()
    if row is None:
        raise access.NotThere
    phase, league_id, visibility, ever, again = row
    seq = Frame.objects.filter(match_id=match_id).order_by("-seq").values_list("seq", flat=True).first()
    private = visibility == League.Visibility.PRIVATE
    return -1 if seq is None else seq, phase == Match.Phase.FINISHED, league_id, private, ever, again


def _stored(match_id: str, after: int, limit: int) -> list[Line]:
    frames = Frame.objects.filter(match_id=match_id, seq__gt=after).order_by("seq")
    return list(frames.values_list("seq", "body")[:limit])


async def ask(question: Any, *values: Any) -> Any:
    """From the database, on a thread that no other question waits for."""
    return await database_sync_to_async(question, thread_sensitive=False)(*values)
