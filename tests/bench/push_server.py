"""The server of bench_push.py: our sockets, a plain consumer that joins the group for each socket, and a hand
that stores and publishes frames. `python -m tests.bench.push_server PORT`."""

import asyncio
import json
import os
import sys
import time
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clawvend_site.settings")
django.setup()

import uvicorn  # noqa: E402
from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.layers import get_channel_layer  # noqa: E402
from channels.routing import URLRouter  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.urls import path  # noqa: E402

from league import live, play  # noqa: E402
from league.consumers import websocket_urls  # noqa: E402
from league.models import Agent, Frame, League, Team  # noqa: E402

SIZE = 640


class Plain(AsyncWebsocketConsumer):  # type: ignore[misc]
    """The floor: every socket is a member of the group, and is sent the text as it is."""

    async def connect(self) -> None:
        self.group = f"plain.{self.scope['url_route']['kwargs']['match_id']}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        await self.send(text_data='{"type":"hello"}')

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def frame(self, event: dict[str, Any]) -> None:
        await self.send(text_data=event["body"])


def body(seq: int) -> str:
    """640 bytes that say when they were sent, where a counting client finds it: bytes 7-16 and 21-40."""
    head = f'{{"seq":{seq:010},"t":{time.monotonic_ns():020},"pad":"'
    return f'{head}{"x" * (SIZE - len(head) - 2)}"}}'


async def feed(kind: str, match_id: str, frames: int, rate: float) -> None:
    """So many frames at this rate. Ours are stored first, as the hinge does."""
    start, first = time.monotonic(), await database_sync_to_async(_last)(match_id) + 1
    for number in range(frames):
        wait = start + number / rate - time.monotonic()
        if wait > 0:
            await asyncio.sleep(wait)
        seq, text = first + number, body(first + number)
        await database_sync_to_async(Frame.objects.create)(match_id=match_id, seq=seq, day=1, body=text)
        if kind == "ours":
            live.publish(match_id, seq, text, False)
        else:
            await get_channel_layer().group_send(f"plain.{match_id}", {"type": "frame", "body": text})


def _last(match_id: str) -> int:
    newest: int = Frame.objects.filter(match_id=match_id).order_by("-seq").values_list("seq", flat=True)[0]
    return newest


class Hand(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Feeds what it is told to, and says when it is done."""

    channel_layer_alias = "none"

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await feed(**json.loads(text_data or "{}"))
        await self.send(text_data="done")


def prepare() -> list[str]:
    call_command("migrate", verbosity=0)
    league = League.objects.create(slug="bench", name="bench")
    agent = Agent.objects.create(team=Team.objects.create(league=league, name="b"), slug="b", name="b")
    return [play.open_match(agent, days=30, world_seed="w", match_seed=str(n)).pk for n in range(4)]


if __name__ == "__main__":
    matches = prepare()
    print(json.dumps(matches), flush=True)
    floor = [path("plain/<str:match_id>", Plain.as_asgi()), path("hand", Hand.as_asgi())]
    app = URLRouter([*websocket_urls, *floor])
    uvicorn.run(
        app,
        port=int(sys.argv[1]),
        log_level="error",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        lifespan="off",
        backlog=4096,
    )
