"""What starts and stops with the server: in the embedded default, the clock that elsewhere is Celery beat."""

import asyncio
import contextlib
import logging
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.db import close_old_connections

from league.mcp import mcp_app
from league.tasks import tick

log = logging.getLogger(__name__)

TICK_SECONDS = 1.0


async def lifespan(scope, receive, send):
    clock = None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            if settings.EMBEDDED:
                clock = asyncio.create_task(tick_for_ever())
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            if clock:
                clock.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await clock
            await mcp_app.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return


async def tick_for_ever():
    """The same task as beat's, in one thread of its own."""
    with ThreadPoolExecutor(1, "clock") as thread:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await asyncio.get_running_loop().run_in_executor(thread, tick_once)
            except Exception:
                log.exception("tick failed")


def tick_once():
    close_old_connections()  # a connection that broke is replaced, as at the start of a request
    tick.apply()
