"""`manage.py up`, which bin/run ends in."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx2

from tests.realservices import ROOT, Embedded, answers, wait_until


def test_it_serves_refuses_stops_and_starts_again(embedded: Embedded, tmp_path: Path) -> None:
    """A newcomer would meet unknown logins, a traceback for a taken port or for Ctrl-C, keys that die with
    each restart, or house agents that outlive their server and play on against whoever takes its port."""
    port, demo = embedded.url.rpartition(":")[2], embedded.demo
    refused = up(PORT=port, CLAWVEND_DATA=str(tmp_path / "other"))
    assert refused.stderr == f"CommandError: Port {port} is taken. Choose another: PORT=8001 bin/run\n"
    assert refused.returncode == 1
    refused = up(PORT="0x50", CLAWVEND_DATA=str(tmp_path / "other"))
    assert refused.stderr == "CommandError: PORT must be a number from 1 to 65535, not '0x50'.\n"

    os.kill(embedded.popen.pid, signal.SIGINT)
    assert embedded.popen.wait(20) == 0
    said = embedded.log.read_text()
    secrets = [*demo["passwords"].values(), demo["keys"]["demo-agent"]]
    assert [secret for secret in secrets if secret not in said] == []
    assert "Traceback" not in said
    assert said.endswith("Stopped.\n")

    again = Embedded(embedded.folder)
    try:
        wait_until(lambda: children(again.popen.pid), 60, "the house agents")
        house = children(again.popen.pid)
        assert answers(again.url)
        assert again.demo == demo
    finally:
        again.popen.kill()
        again.popen.wait()
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in house), 30, "their end")


def up(**settings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "up"]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, timeout=60
    )


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def test_nobody_says_whose_request_it_is(embedded: Embedded) -> None:
    """With nothing in front, who claims another address in each request would never meet a limit."""
    came = [
        httpx2.post(
            f"{embedded.url}/api/v1/register",
            json={"name": f"A{n}"},
            headers={"X-Forwarded-For": f"203.0.113.{n}"},
            timeout=30,
        ).status_code
        for n in range(21)
    ]
    assert came == [*[201] * 20, 429]
