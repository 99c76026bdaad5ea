"""A backup restored into an empty database shows the same boards, replays, proofs and calls."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.realservices import POSTGRES, REQUIRED, ROOT, missing

PLAY = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from league import replays
from league.models import Match
from tests.league.season import entry, give_up, opened, played_by, rounds, season
board = season("spring", "s1", rounds=2)
for name, bot, days in (("甲", "careful", 4), ("乙", "naive", 3)):
    who = entry(board, name)
    give_up(played_by(opened(rounds(board)[0], who), bot, days), "s1")
    played_by(opened(rounds(board)[1], who), bot, 2)  # under way when the backup is taken
replays.pack(Match.objects.filter(phase="finished").first().pk)
"""
READ = """
import json, sys, django; django.setup()
from django.test import Client
from league.models import Match, Call, AuditEntry
from django.core import serializers
client, told = Client(headers={"host": "localhost"}), {}
def get(path):
    answer = client.get(path)
    told[path] = [answer.status_code, (answer.getvalue() if answer.streaming else answer.content).decode()]
boards = ("net_worth", "longevity", "precision", "recall")
for board in boards:
    get(f"/api/v1/leagues/spring/seasons/s1/standings?board={board}")
get("/api/v1/matches?league=spring")
for match in Match.objects.order_by("pk"):
    for path in ("", "/frames", "/replay", "/proof"):
        get(f"/api/v1/matches/{match.pk}{path}")
told["calls"] = serializers.serialize("json", Call.objects.order_by("match", "seq"))
print(json.dumps(told))
"""
BACKUP = """
for _ in range(2):
    call_command("backup", sys.argv[1], keep=1, stdout=sys.stderr)
"""
RESTORE = """
import sys, django; django.setup()
from pathlib import Path
from django.core.management import CommandError, call_command
(file,) = Path(sys.argv[1]).iterdir()
call_command("restore", str(file), stdout=sys.stderr)
try:
    call_command("restore", str(file))
except CommandError as refused:
    assert "not empty" in str(refused)
else:
    raise AssertionError("it was mixed into what is there")
"""


def program(text: str, env: dict[str, str], folder: Path) -> str:
    """What it prints; in a process of its own, since a process has one database."""
    command = [sys.executable, "-c", text, str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.services)])
def databases(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[str]]:
    """The addresses of two empty databases."""
    if request.param == "sqlite":
        yield [f"sqlite:///{tmp_path}/{name}.sqlite3" for name in ("old", "new")]
        return
    if reason := missing():
        (pytest.fail if REQUIRED else pytest.skip)(reason)
    names = [f"clawvend_{os.getpid()}_{time.monotonic_ns()}_{part}" for part in ("old", "new")]
    with psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection:
        for name in names:
            connection.execute(f"create database {name}")  # type: ignore[arg-type]
        try:
            yield [f"{POSTGRES}/{name}" for name in names]
        finally:
            for name in names:
                connection.execute(f"drop database {name} with (force)")  # type: ignore[arg-type]


def test_a_restored_backup_shows_what_was_there(databases: list[str], tmp_path: Path) -> None:
    """The day it is needed, a board would differ, a replay be missing, or a proof no longer verify."""
    base = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    base |= {
        "CLAWVEND_DATA": str(tmp_path),
        "SECRET_KEY": "x" * 60,
        "DJANGO_SETTINGS_MODULE": "clawvend_site.settings",
    }
    old, new = ({**base, "DATABASE_URL": url} for url in databases)
    kept = tmp_path / "kept"
    before = program(PLAY + READ + BACKUP, old, kept)
    told = json.loads(before)
    assert sum(value[0] == 200 for name, value in told.items() if name != "calls") >= 16
    (file,) = kept.iterdir()
    assert file.stat().st_mode & 0o077 == 0
    assert program(RESTORE + READ, new, kept) == before
