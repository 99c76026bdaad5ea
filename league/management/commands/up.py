"""The embedded default in one process: database, demo league, server, and the house agents beside it."""

import errno
import fcntl
import os
import signal
import socket
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import IO, Any

import uvicorn
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from league.management.commands.demo import Secrets


class Command(BaseCommand):
    help = (
        "Serves the demo league at HOST and PORT (127.0.0.1, 8000) with house agents playing, until Ctrl-C."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-house", action="store_true", help="nobody plays by itself")

    def handle(self, *, no_house: bool, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError("`up` is the embedded default; with REDIS_URL see docs/operations.md.")
        signal.signal(signal.SIGTERM, leave)
        with only_one(settings.DATA / "up.lock"), listen() as listener:
            self.stdout.write("Database and demo league ...")
            call_command("migrate", verbosity=0)
            call_command("demo", verbosity=0)
            server = Server(url_of(listener), self.stdout.write, house=not no_house)
            try:
                server.run(sockets=[listener])
            except KeyboardInterrupt:
                pass
            finally:
                server.stop_house()
            self.stdout.write("Stopped.")


class Server(uvicorn.Server):
    """uvicorn that greets, and takes the house agents with it."""

    def __init__(self, url: str, say: Callable[[str], object], *, house: bool) -> None:
        super().__init__(
            uvicorn.Config(
                "clawvend_site.asgi:application",
                ws="websockets-sansio",
                ws_per_message_deflate=False,  # costs 4 x the processor time for frames this small
                lifespan="on",
                log_config=None,
                log_level="warning",
                access_log=False,
                # Nobody stands in front by default, so nobody may say whose request this is.
                forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", ""),
                timeout_graceful_shutdown=2,
            )
        )
        self.url, self.say, self.with_house = url, say, house
        self.house: subprocess.Popen[bytes] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            if self.with_house:
                self.start_house()
            self.say(greeting(self.url))

    def start_house(self) -> None:
        """A process of its own, as any agent: it ends when told, or when its stdin closes with this one."""
        command = [sys.executable, "manage.py", "house", "--base-url", self.url, "--until-stdin-closes"]
        self.house = subprocess.Popen(
            command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, start_new_session=True
        )

    def stop_house(self) -> None:
        if self.house:
            self.house.terminate()
            try:
                self.house.wait(5)
            except subprocess.TimeoutExpired:
                self.house.kill()


def greeting(url: str) -> str:
    secrets = Secrets.read()
    return f"""
Clawvend is running.

  Site        {url}/
  Demo league {url}/l/demo/
  API         {url}/api/v1/
  Admin       {url}/admin/   admin / {secrets.passwords["admin"]}
  Demo team   {url}/accounts/login/   demo / {secrets.passwords["demo"]}
  Agent key   {secrets.keys["demo-agent"]}

Ctrl-C stops.
"""


def leave(signum: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def only_one(path: Path) -> IO[str]:
    lock = path.open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CommandError(
            f"Clawvend is already running on the data in {path.parent}. Stop it first."
        ) from None
    return lock


def listen() -> socket.socket:
    host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise CommandError(f"PORT must be a number from 1 to 65535, not {port!r}.")
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, int(port)))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandError(f"Port {port} is taken. Choose another: PORT=8001 bin/run") from None
        raise CommandError(f"Cannot listen on {host}:{port}: {error.strerror}.") from None
    return listener


def url_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::1", "::") else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"
