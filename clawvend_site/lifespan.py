"""What starts and stops with the server: in the embedded default, the clock that elsewhere is Celery beat."""

import asyncio
import logging

from channels.db import database_sync_to_async
from django.conf import settings

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
            await send({"type": "lifespan.shutdown.complete"})
            return


async def tick_for_ever():
    from league.tasks import tick

    while True:
        await asyncio.sleep(TICK_SECONDS)
        try:
            await database_sync_to_async(tick.apply, thread_sensitive=False)()
        except Exception:
            log.exception("The clock missed a beat.")
