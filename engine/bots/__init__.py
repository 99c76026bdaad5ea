"""House agents, the par line of every chart: they know the observation and the tools, and nothing else.

A bot is asked for one call at a time, so one and the same bot plays in process and over HTTP.
"""

from engine.bots.bot import Bot
from engine.bots.careful import Careful
from engine.bots.idle import Idle
from engine.bots.naive import Naive

__all__ = ["BOTS", "Bot"]

BOTS: dict[str, type[Bot]] = {bot.name: bot for bot in (Idle, Naive, Careful)}
