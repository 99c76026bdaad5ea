"""The processes of deploy/, by the very commands that stand there, killed one after the other while matches
are played over HTTP. PostgreSQL and Redis are the test's own, so that they may be killed as well."""

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

import engine
from tests import realservices
from tests.league.test_faults import SECONDS, assert_each_step_is_there_once
from tests.realservices import ROOT, Production, Redis, free_port, wait_until
from tests.supervisor import PYTHON, UNITS, Supervisor, Unit, read

RECOVERY = 30.0  # what issue 7 promises: full service again, without a hand
PARTS = ("web@.service", "settlement.service", "slow.service", "beat.service")


def test_both_ways_run_the_same_commands() -> None:
    """Only the units are run below: containers could have been left with an older command."""
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
    for part in PARTS:
        ours = read(f"clawvend-{part}", "8000").command
        name = part.split("@")[0].split(".")[0]
        theirs = compose[name]["command"].split()
        plain = [word.replace("/tmp/beat", "/var/lib/clawvend/beat") for word in theirs]
        assert [PYTHON, *plain[1:]] == [word.replace("127.0.0.1", "0.0.0.0") for word in ours]
        assert compose[name]["restart"] == "always"


def test_the_units_are_sound() -> None:
    """systemd would refuse them, or ignore a line with a slip of the pen."""
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("there is no systemd-analyze")
    units = [str(path) for path in sorted(UNITS.iterdir())]
    told = subprocess.run([verify, "verify", *units], capture_output=True, text=True, timeout=60)
    missing = re.compile(r"is not executable|Failed to (create|load).*(service|target)|not found|host system")
    assert [line for line in told.stderr.splitlines() if line and not missing.search(line)] == []


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[str]:
    """A cluster of the test's own: when one backend is killed, PostgreSQL ends them all."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if realservices.missing() or not found:
        (pytest.fail if realservices.REQUIRED else pytest.skip)(
            realservices.missing() or "there is no initdb"
        )
    folder, port = tmp_path / "pg", free_port()
    folder.mkdir()
    become: list[str] = []
    if os.getuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
        for parent in (tmp_path, *tmp_path.parents[:3]):  # under xdist there is one more
            parent.chmod(parent.stat().st_mode | 0o011)
        become = ["runuser", "-u", "postgres", "--"]
    bin, data = found[-1].parent, folder / "data"

    def run(*command: str, check: bool = True) -> None:
        subprocess.run([*become, *command], check=check, stdout=subprocess.DEVNULL, cwd=folder, timeout=60)

    run(str(bin / "initdb"), "-D", str(data), "-A", "trust", "-U", "postgres", "--no-sync")
    run(
        str(bin / "pg_ctl"),
        "-D",
        str(data),
        "-w",
        "-l",
        str(folder / "log"),
        "-o",
        f"-p {port} -k {folder} -c fsync=off -c listen_addresses=127.0.0.1",
        "start",
    )
    try:
        yield f"postgres://postgres@127.0.0.1:{port}"
    finally:
        run(str(bin / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop", check=False)


class Installation:
    """Two web processes, both workers, the clock and Redis, each under the supervisor."""

    def __init__(self, folder: Path, postgres: str) -> None:
        with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
            connection.execute("create database clawvend")
        redis = Redis(folder)
        self.production = Production(folder, "clawvend", redis)
        self.production.database_url = f"{postgres}/clawvend"
        self.production.env |= {"DATABASE_URL": f"{postgres}/clawvend", "RATE_LIMITS": "off"}
        self.production.manage("migrate", "--verbosity", "0")
        self.production.manage("demo")
        keys = json.loads((folder / "var/demo.json").read_text())["keys"]
        self.keys: list[str] = list(keys.values())
        self.supervisor = Supervisor(self.production.env, folder)
        server = ["redis-server", "--port", str(redis.port), "--bind", "127.0.0.1", "--save", ""]
        self.supervisor.start("redis", Unit([*server, "--dir", str(folder)], "always", 1.0))
        self.ports = [free_port(), free_port()]
        for port in self.ports:
            self.supervisor.start(f"web@{port}", read("clawvend-web@.service", str(port)))
        for name in ("settlement", "slow", "beat"):
            self.supervisor.start(name, read(f"clawvend-{name}.service"))

    def ask(self, port: int, path: str, key: str = "", body: Any = None, once: str = "") -> Any:
        """The status and the answer; (0, None) where nobody answers."""
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        headers |= {"Idempotency-Key": once} if once else {}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            with contextlib.suppress(ValueError, http.client.HTTPException):
                return refused.code, json.load(refused)
            return refused.code, None
        except (OSError, ValueError, http.client.HTTPException):
            return 0, None

    def serves(self) -> bool:
        """Every web process is ready with all parts well, the clock strikes, and days are settled."""
        if any(self.ask(port, "/readyz?all=1")[0] != 200 for port in self.ports):
            return False
        began = self.production.sql("select now()")[0][0]
        for port in self.ports:
            status, match = self.ask(port, "/api/v1/agent/matches", self.keys[0], {"days": 30})
            if status != 201:
                return False
            path = f"/api/v1/agent/matches/{match['id']}/tools/"
            closed = self.ask(port, f"{path}end_day", self.keys[0], {})[0]
            self.ask(port, f"{path}give_up", self.keys[0], {})
            if closed != 200:
                return False
        wait_until(lambda: self.production.sql("select at > %s from league_beat", began) == [(True,)], 20)
        return True


class Player(threading.Thread):
    """An agent that plays on, whatever happens: to the next port when one does not answer, with the same
    idempotency key. A match of thirty days, then the next."""

    def __init__(self, site: Installation, key: str) -> None:
        super().__init__(daemon=True)
        self.site, self.key, self.ending = site, key, threading.Event()
        self.matches, self.days, self.odd = list[str](), 0, list[Any]()

    def insist(self, path: str, body: Any, once: str) -> Any:
        while True:
            for port in self.site.ports:
                status, told = self.site.ask(port, path, self.key, body, once)
                if status in (200, 201):
                    return told
                if status not in (0, 202, 409, 503):
                    self.odd.append((path, status, told))
                    return None
            if self.ending.wait(0.2):
                return None

    def run(self) -> None:
        while not self.ending.is_set():
            opened = self.insist("/api/v1/agent/matches", {"days": 30}, f"m{len(self.matches)}")
            if opened:
                self.matches.append(opened["id"])
                self.play(f"/api/v1/agent/matches/{opened['id']}/tools/")

    def play(self, path: str) -> None:
        for day in range(1, 31):
            if self.ending.wait(0.1):
                return
            self.insist(f"{path}set_price", {"sku": "cola", "price": f"{5 + day % 3}.00"}, f"p{day}")
            self.days += bool(self.insist(f"{path}end_day", {}, f"d{day}"))


@pytest.mark.services
def test_any_one_process_is_killed_and_all_is_well_within_half_a_minute(
    tmp_path: Path, postgres: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A part that does not come back, or others that do not find it again, would need somebody at night."""
    site = Installation(tmp_path, postgres)
    took: dict[str, float] = {}
    players: list[Player] = []
    try:
        began = time.monotonic()
        wait_until(site.serves, SECONDS, "the first start")
        # a machine too busy to start it all in less cannot start a part of it in time either
        patience = max(RECOVERY, 1.5 * (time.monotonic() - began))
        players = [Player(site, key) for key in site.keys[1:]]
        for player in players:
            player.start()
        for name in (f"web@{site.ports[0]}", "settlement", "slow", "beat", "redis", "postgres"):
            wait_until(lambda: all(player.days for player in players), SECONDS, "play")
            if name == "postgres":
                ((pid,),) = site.production.sql(
                    "select pid from pg_stat_activity"
                    " where datname = 'clawvend' and pid <> pg_backend_pid() limit 1"
                )
                os.kill(pid, signal.SIGKILL)
            else:
                site.supervisor.kill(name)
            began = time.monotonic()
            wait_until(lambda: _quietly(site.serves), patience, f"service after the end of {name}")
            took[name.split("@")[0]] = round(time.monotonic() - began, 1)
        played = {player: player.days for player in players}
        wait_until(lambda: all(one.days > played[one] for one in players), SECONDS, "play on")
        for player in players:
            player.ending.set()
        for player in players:
            player.join(SECONDS)
            assert player.odd == []
            path = f"/api/v1/agent/matches/{player.matches[-1]}/tools/give_up"
            assert site.ask(site.ports[0], path, player.key, {})[0] in (200, 410)
            for match in player.matches:
                record = site.ask(site.ports[0], f"/api/v1/matches/{match}/proof")[1]
                assert engine.verify(record).ok
        assert_each_step_is_there_once(site.production)
    finally:
        for player in players:
            player.ending.set()
        site.supervisor.stop()
    with capsys.disabled():
        print("\nseconds to full service:", took, "· days played:", sum(player.days for player in players))


def _quietly(question: Any) -> bool:
    with contextlib.suppress(psycopg.Error, TimeoutError):
        return bool(question())
    return False
