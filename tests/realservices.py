"""Real parts for tests of faults: PostgreSQL, a Redis of the test's own, uvicorn and Celery as processes.

    @pytest.mark.services
    def test_something(production):          # a fresh database, migrated; nothing runs yet
        web = production.web()               # .url, e.g. http://127.0.0.1:41234
        worker = production.worker()         # .kill() is SIGKILL, .stop() is SIGTERM
        production.redis.stop(); production.redis.start()
        production.manage("demo")            # manage.py with the same environment
        production.sql("select count(*) from league_match")

Everything that was started is stopped, and the database dropped, when the test ends.

`embedded` is the other way to run, needs no service, and is what bin/run starts, without the house agents:

    def test_something(embedded):            # .url, .folder (its data), .demo (passwords and keys)
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis

ROOT = Path(__file__).resolve().parent.parent
POSTGRES = os.environ.get("TEST_POSTGRES", "postgres://postgres@127.0.0.1:5432")
REQUIRED = os.environ.get("CLAWVEND_REQUIRE_SERVICES") == "1"


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def wait_until(question: Any, seconds: float = 30.0, what: str = "") -> None:
    end = time.monotonic() + seconds
    while not question():
        if time.monotonic() > end:
            raise TimeoutError(f"{what or question} did not come within {seconds} s")
        time.sleep(0.05)


class Process:
    def __init__(self, name: str, command: list[str], env: dict[str, str], folder: Path) -> None:
        self.name, self.log = name, folder / f"{name}-{time.monotonic_ns()}.log"
        self.url = ""
        self.popen = subprocess.Popen(
            command,
            cwd=ROOT,
            env=env,
            stdout=self.log.open("wb"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def running(self) -> bool:
        return self.popen.poll() is None

    def kill(self) -> None:
        """SIGKILL to the process and its children, as a machine that loses power."""
        if self.running():
            os.killpg(self.popen.pid, signal.SIGKILL)
            self.popen.wait()

    def stop(self, seconds: float = 15.0) -> None:
        if self.running():
            self.popen.terminate()
            try:
                self.popen.wait(seconds)
            except subprocess.TimeoutExpired:
                self.kill()


class Redis:
    """A redis-server of the test's own, which may be stopped and started again (empty) on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: Process | None = None

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.process = Process("redis", ["redis-server", *options], dict(os.environ), self.folder)
        wait_until(self.answers, 10, "redis-server")

    def answers(self) -> bool:
        try:
            return bool(redis.Redis.from_url(self.url, socket_connect_timeout=1).ping())
        except redis.exceptions.ConnectionError:
            return False

    def stop(self) -> None:
        if self.process:
            self.process.kill()


class Production:
    def __init__(self, folder: Path, database: str, redis_server: Redis) -> None:
        self.folder, self.redis, self.processes = folder, redis_server, list[Process]()
        self.database_url = f"{POSTGRES}/{database}"
        self.env = {
            **os.environ,
            "DATABASE_URL": self.database_url,
            "REDIS_URL": redis_server.url,
            "SECRET_KEY": "of-a-test-" + "x" * 50,
            "CLAWVEND_DATA": str(folder / "var"),
            "PYTHONUNBUFFERED": "1",
        }

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self.env, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def web(self, workers: int = 1) -> Process:
        port = free_port()
        options = ["--port", str(port), "--workers", str(workers), "--log-level", "warning"]
        web = self.start("web", [sys.executable, "-m", "uvicorn", "clawvend_site.asgi:application", *options])
        web.url = f"http://127.0.0.1:{port}"
        wait_until(lambda: web.running() and answers(web.url), 120, "uvicorn")
        return web

    def worker(self, concurrency: int = 2, *options: str) -> Process:
        """A Celery worker; give "-B" for the clock of beat as well."""
        celery = [sys.executable, "-m", "celery", "-A", "clawvend_site", "worker", "--loglevel", "INFO"]
        state = ["--schedule", str(self.folder / "beat")] if "-B" in options else []
        worker = self.start("worker", [*celery, "--concurrency", str(concurrency), *options, *state])
        wait_until(lambda: b" ready." in worker.log.read_bytes(), 120, "Celery worker")
        return worker

    def start(self, name: str, command: list[str]) -> Process:
        process = Process(name, command, self.env, self.folder)
        self.processes.append(process)
        return process

    def sql(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database_url, autocommit=True) as connection:
            cursor = connection.execute(query, values)  # type: ignore[arg-type]
            return cursor.fetchall() if cursor.description else []

    def close(self) -> None:
        for process in self.processes:
            process.kill()
        self.redis.stop()


class Embedded(Process):
    """`manage.py up` on data of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        ours = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "HOST", "ALLOWED_HOSTS")
        port = free_port()
        env = {name: value for name, value in os.environ.items() if name not in ours}
        env |= {"CLAWVEND_DATA": str(folder), "PORT": str(port), "PYTHONUNBUFFERED": "1"}
        super().__init__("up", [sys.executable, "manage.py", "up", *options], env, folder)
        self.folder, self.url = folder, f"http://localhost:{port}"

    @property
    def demo(self) -> dict[str, dict[str, str]]:
        demo: dict[str, dict[str, str]] = json.loads((self.folder / "demo.json").read_text())
        return demo


def answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=2).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def missing() -> str:
    """What keeps the real-service tests from running; empty when nothing does."""
    try:
        psycopg.connect(f"{POSTGRES}/postgres", connect_timeout=2).close()
    except psycopg.OperationalError:
        return f"PostgreSQL does not answer at {POSTGRES}"
    return "" if shutil.which("redis-server") else "there is no redis-server on PATH"


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[Embedded]:
    server = Embedded(tmp_path, "--no-house")
    try:
        wait_until(lambda: not server.running() or answers(server.url), 60, "manage.py up")
        assert server.running(), server.log.read_text()
        yield server
    finally:
        server.stop()


@pytest.fixture
def production(tmp_path: Path) -> Iterator[Production]:
    if reason := missing():
        (pytest.fail if REQUIRED else pytest.skip)(reason)
    database = f"clawvend_{os.getpid()}_{time.monotonic_ns()}"
    with psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection:
        connection.execute(f"create database {database}")  # type: ignore[arg-type]
        redis_server = Redis(tmp_path)
        production = Production(tmp_path, database, redis_server)
        try:
            redis_server.start()
            production.manage("migrate", "--verbosity", "0")
            yield production
        finally:
            production.close()
            connection.execute(f"drop database {database} with (force)")  # type: ignore[arg-type]
