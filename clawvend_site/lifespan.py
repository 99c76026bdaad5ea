"""What starts and stops with the server: in the embedded default, the clocks that else are Celery beat."""

import asyncio
import contextlib
import logging
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from django.conf import settings
from django.db import close_old_connections

from league.mcp import mcp_app
from league.tasks import notify, tick, tidy

log = logging.getLogger(__name__)

at_leave: list[Callable[[], None]] = []  # called on the event loop as soon as the process is told to stop
CLOCKS = {
    "clock": (tick, 1.0),
    "notices": (notify, 2.0),
    "tidy": (tidy, 86400.0),
}  # each in a thread of its own


async def lifespan(scope, receive, send):
    clocks = []
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            listen_for_the_end()
            if settings.EMBEDDED:
                clocks = [asyncio.create_task(go_for_ever(name)) for name in CLOCKS]
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            for clock in clocks:
                clock.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await clock
            await mcp_app.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return


def listen_for_the_end():
    """The server tells of its end only when the last request is answered, and a long poll would be that."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()

    def end(number, frame, *, before):
        for leave in at_leave:
            loop.call_soon_threadsafe(leave)
        before(number, frame)

    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)
        if callable(before):
            signal.signal(number, partial(end, before=before))


async def go_for_ever(name):
    """The same task as beat's, in one thread of its own."""
    task, seconds = CLOCKS[name]
    with ThreadPoolExecutor(1, name) as thread:
        while True:
            await asyncio.sleep(seconds)
            try:
                await asyncio.get_running_loop().run_in_executor(thread, once, task)
            except Exception:
                log.exception("%s failed", name)


def once(task):
    close_old_connections()  # a connection that broke is replaced, as at the start of a request
    task.apply()
