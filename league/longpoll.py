"""`?wait=`: hold a look until there is something to play. On the event loop, where a caller that waits costs
no thread; the answer itself is the view's, so that without this layer (plain WSGI) it only comes at once."""

import asyncio
import re
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.db.models import Q

from league import access, metrics
from league.models import Match

LOOK_SECONDS = 1.0
LONGEST = 60
MOST = 500  # callers that wait in this process; more are answered at once
PATH = re.compile(r"/api/v1/agent(?:/matches/(?P<match>[a-z2-7]{12})/briefing)?/?")


class LongPoll:
    def __init__(self, app: Any) -> None:
        self.app, self.waiting, self.leaving = app, 0, False
        self.callers: set[asyncio.Event] = set()

    def hang_up(self) -> None:
        """The process is about to stop: whoever waits is answered now, and asks another one."""
        self.leaving = True
        for caller in self.callers:
            caller.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        seconds, found = _wanted(scope), PATH.fullmatch(scope["path"])
        if not seconds or found is None or self.waiting >= MOST or self.leaving:
            await self.app(scope, receive, send)
            return
        first = await receive()
        self.waiting += 1
        hurry = asyncio.Event()
        self.callers.add(hurry)
        try:
            with metrics.WAITING.track_inprogress():
                if not await _ready(_key(scope), found["match"], seconds, receive, hurry):
                    return  # the caller has gone
        finally:
            self.waiting -= 1
            self.callers.discard(hurry)
        messages = iter([first])

        async def replay() -> Any:
            return next(messages, None) or await receive()

        await self.app(scope, replay, send)


def _wanted(scope: Any) -> int:
    """Seconds asked for; 0 for none, and for what the view will refuse."""
    text = parse_qs(scope["query_string"].decode("latin-1")).get("wait", [""])[-1]
    seconds = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    return seconds if scope["method"] == "GET" and seconds <= LONGEST else 0


def _key(scope: Any) -> str:
    header = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
    scheme, _, raw = header.partition(" ")
    return raw.strip() if scheme.lower() == "bearer" else ""


async def _ready(raw: str, match_id: str | None, seconds: int, receive: Any, hurry: asyncio.Event) -> bool:
    """True when there is something to play, or time is up; False when the caller hung up."""
    ask = database_sync_to_async(something_to_play, thread_sensitive=False)
    gone, hurried = asyncio.ensure_future(receive()), asyncio.ensure_future(hurry.wait())
    try:
        end = asyncio.get_running_loop().time() + seconds
        while not await ask(raw, match_id):
            left = end - asyncio.get_running_loop().time()
            if left <= 0:
                break
            await asyncio.wait(
                [gone, hurried], timeout=min(LOOK_SECONDS, left), return_when=asyncio.FIRST_COMPLETED
            )
            if gone.done():
                return bool(gone.result()["type"] != "http.disconnect")
            if hurried.done():
                break
        return True
    finally:
        gone.cancel()
        hurried.cancel()


def something_to_play(raw: str, match_id: str | None) -> bool:
    """Whether the holder of this key could act now; true as well for whom only the view can answer."""
    caller = access.caller_by_key(raw)
    if caller is None:
        return True
    if match_id is None:
        mine = access.own_matches(caller).exclude(access.OWN_FINISHED)
        return mine.filter(voided_at=None).exists()
    mine = access.own_matches(caller).filter(pk=match_id)
    return not mine.filter(Q(phase=Match.Phase.SETTLING) | Q(held__phase=Match.Phase.SETTLING)).exists()
