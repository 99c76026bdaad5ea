"""What settings.py makes of its environment, each time in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.realservices import ROOT

OURS = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "HOST", "ALLOWED_HOSTS")


def read(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in OURS}
    env |= {"CLAWVEND_DATA": str(folder / "var"), **settings}
    command = [sys.executable, "-c", "import clawvend_site.settings"]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)


def test_nothing_has_to_be_set(tmp_path: Path) -> None:
    """A fresh clone would not start; or would make its secret key anew and log everybody out."""
    assert read(tmp_path).returncode == 0
    key = (tmp_path / "var/secret_key").read_text()
    assert len(key) > 50
    assert read(tmp_path).returncode == 0
    assert (tmp_path / "var/secret_key").read_text() == key
    assert (tmp_path / "var/secret_key").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "service", [{"DATABASE_URL": "postgres://nobody@127.0.0.1/x"}, {"REDIS_URL": "redis://127.0.0.1/0"}]
)
def test_production_needs_a_secret_key(tmp_path: Path, service: dict[str, str]) -> None:
    """Two servers of one installation would sign with different keys, or with one that others can read."""
    refused = read(tmp_path, **service)
    assert refused.returncode == 1
    assert "SECRET_KEY must be set where DATABASE_URL or REDIS_URL is." in refused.stderr
    assert read(tmp_path, SECRET_KEY="x" * 60, **service).returncode == 0
    assert not (tmp_path / "var/secret_key").exists()
