"""The house agents, playing through the HTTP tool API as anybody's agent does, at a pace one can watch."""

import os
import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

import engine
from league.management.client import Api, Refused, Stopped
from league.management.commands.demo import HOUSE_SLUGS, Secrets

SECONDS_A_CALL = {"idle": 3.0, "naive": 0.5, "careful": 0.8}  # a match is 30, some 150 and some 330 calls
LONGEST_PAUSE = 1800.0


class Command(BaseCommand):
    help = "Plays 30-day matches with the house agents, one thread each, until told to stop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--base-url", default="http://127.0.0.1:8000")
        parser.add_argument("--days", type=int, default=30)
        parser.add_argument(
            "--pace", type=float, default=1.0, help="1 as it comes, 0 without waiting, 2 half as fast"
        )
        parser.add_argument(
            "--pause", type=float, default=20.0, help="seconds between matches, doubled each time"
        )
        parser.add_argument(
            "--matches", type=int, default=0, help="stop after so many of each agent (0: never)"
        )
        parser.add_argument(
            "--until-stdin-closes", action="store_true", help="end with the process that started this"
        )

    def handle(self, *, until_stdin_closes: bool, **options: Any) -> None:
        keys = Secrets.read().keys
        if not keys.keys() >= HOUSE_SLUGS.keys():
            raise CommandError("There are no house agents yet: run manage.py demo first.")
        stop = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        if until_stdin_closes:
            threading.Thread(target=wait_for_end_of_stdin, args=(stop,), daemon=True).start()
        players = [
            threading.Thread(
                target=Player(bot, keys[slug], stop, self.stdout.write, **options).play, daemon=True
            )
            for slug, bot in HOUSE_SLUGS.items()
        ]
        for player in players:
            player.start()
        while any(player.is_alive() for player in players) and not stop.wait(0.5):
            pass


def wait_for_end_of_stdin(stop: threading.Event) -> None:
    while os.read(0, 1024):
        pass
    stop.set()


class Player:
    """One agent, one match after the other. Pauses grow, so that a demo left running for days stays small."""

    def __init__(self, bot: str, key: str, stop: threading.Event, say: Any, **options: Any) -> None:
        self.bot, self.say, self.stop = bot, say, stop
        self.days, self.matches, self.pause = options["days"], options["matches"], options["pause"]
        self.seconds = SECONDS_A_CALL[bot] * options["pace"]
        self.api = Api(options["base_url"], key, stop)

    def play(self) -> None:
        played = 0
        while not self.stop.is_set() and (not self.matches or played < self.matches):
            try:
                self.play_match(self.open_match())
                played += 1
            except Refused as refused:
                self.say(f"{self.bot}: {refused}")
            except Stopped:
                return
            self.stop.wait(self.pause)
            self.pause = min(2 * self.pause, LONGEST_PAUSE)

    def open_match(self) -> str:
        """A match that an earlier run left open, or a new one."""
        left = self.api.get("agent/matches?status=open")["results"]
        match = left[0] if left else self.api.post("agent/matches", {"days": self.days})
        return str(match["id"])

    def play_match(self, match: str) -> None:
        agent, outcome = engine.BOTS[self.bot](), None
        while (observation := self.api.get(f"agent/matches/{match}"))["phase"] != "finished":
            if observation["phase"] == "open":
                tool, arguments = agent.step(observation, outcome)
                try:
                    outcome = self.api.post(f"agent/matches/{match}/tools/{tool}", arguments)
                except Refused as refused:
                    outcome = refused.answer
            self.stop.wait(self.seconds)
        self.say(
            f"{self.bot}: match {match} finished with ${observation['net_worth']} on day {observation['day']}"
        )
