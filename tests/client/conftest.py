"""A running server, and the client's source on the path as if it were installed."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.realservices import ROOT, Embedded

CLIENT = ROOT / "client"
sys.path.insert(0, str(CLIENT / "src"))

Run = Callable[..., str]


@pytest.fixture
def run(embedded: Embedded, tmp_path: Path) -> Run:
    """Runs an example as a program of its own, against the server, and gives what it printed."""

    def run(example: str, *arguments: str, **env: str) -> str:
        site = {"CLAWVEND_SITE": embedded.url, "PYTHONPATH": str(CLIENT / "src"), **env}
        done = subprocess.run(
            [sys.executable, str(CLIENT / "examples" / example), *arguments],
            env={**os.environ, **site},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run
