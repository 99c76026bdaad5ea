"""`manage.py up`, which bin/run ends in."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.realservices import ROOT, Embedded, answers, wait_until


def test_it_serves_prints_its_logins_and_stops_clean(embedded: Embedded) -> None:
    """A newcomer would meet a dead address, an unknown password, or a traceback for pressing Ctrl-C."""
    assert answers(embedded.url)
    os.kill(embedded.popen.pid, signal.SIGINT)
    assert embedded.popen.wait(20) == 0
    said = embedded.log.read_text()
    secrets = [*embedded.demo["passwords"].values(), embedded.demo["keys"]["demo-agent"]]
    assert [secret for secret in secrets if secret not in said] == []
    assert "Traceback" not in said
    assert said.endswith("Stopped.\n")


def test_the_house_agents_end_with_it(tmp_path: Path) -> None:
    """Agents that outlive a killed server would play on against whoever takes its port."""
    server = Embedded(tmp_path)
    wait_until(lambda: children(server.popen.pid), 60, "the house agents")
    house = children(server.popen.pid)
    server.popen.kill()
    server.popen.wait()
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in house), 20, "their end")


def test_a_taken_port_is_said_plainly(embedded: Embedded, tmp_path: Path) -> None:
    """Whoever has something else on the port would read a traceback instead of what to do."""
    port = embedded.url.rpartition(":")[2]
    env = os.environ | {"PORT": port, "CLAWVEND_DATA": str(tmp_path / "other")}
    second = subprocess.run(
        [sys.executable, "manage.py", "up"], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60
    )
    assert second.returncode == 1
    assert second.stderr == f"CommandError: Port {port} is taken. Choose another: PORT=8001 bin/run\n"


def test_a_second_start_keeps_logins_and_keys(embedded: Embedded) -> None:
    """A key that was written down would stop working at every restart."""
    before = embedded.demo
    embedded.stop()
    again = Embedded(embedded.folder, "--no-house")
    try:
        wait_until(lambda: answers(again.url), 60, "manage.py up")
        assert again.demo == before
    finally:
        again.stop()


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []
