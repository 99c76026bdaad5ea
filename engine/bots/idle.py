"""Does nothing but end its days: what standing still costs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.bot import Bot, Call


class Idle(Bot):
    name = "idle"

    def turns(self) -> Iterator[Call]:
        while True:
            yield "end_day", {"thought": "今天什么也不做，看看会怎样。"}
