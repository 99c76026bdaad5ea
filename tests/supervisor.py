"""A supervisor as small as can be, for tests: it runs the commands of deploy/systemd as they stand, and
starts again what died after the unit's RestartSec, as systemd does."""

import os
import re
import shlex
import signal
import sys
import threading
from pathlib import Path
from typing import NamedTuple

from tests.realservices import ROOT, Process

UNITS = ROOT / "deploy/systemd"
PYTHON = "/opt/clawvend/.venv/bin/python"


class Unit(NamedTuple):
    command: list[str]
    restart: str
    pause: float


def read(name: str, instance: str = "") -> Unit:
    """A unit file, with %i and what is installed elsewhere replaced."""
    text = (UNITS / name).read_text().replace("\\\n", " ")
    fields = dict(re.findall(r"^(ExecStart|Restart|RestartSec)=(.*)$", text, re.MULTILINE))
    command = fields["ExecStart"].replace("%i", instance).replace("%%", "%")
    return Unit(shlex.split(command), fields.get("Restart", "no"), float(fields.get("RestartSec", 0.1)))


class Supervisor:
    def __init__(self, env: dict[str, str], folder: Path) -> None:
        self.env, self.folder = env, folder
        self.running: dict[str, Process] = {}
        self.ending = threading.Event()
        self.threads: list[threading.Thread] = []

    def start(self, name: str, unit: Unit) -> None:
        assert unit.restart == "always", f"{name} would stay dead"
        command = [
            word.replace(PYTHON, sys.executable).replace("/var/lib/clawvend", str(self.folder))
            for word in unit.command
        ]
        self.running[name] = Process(name, command, self.env, self.folder)
        thread = threading.Thread(target=self._keep, args=(name, command, unit.pause), daemon=True)
        self.threads.append(thread)
        thread.start()

    def _keep(self, name: str, command: list[str], pause: float) -> None:
        while not self.ending.is_set():
            self.running[name].popen.wait()
            _group(self.running[name].popen.pid)  # KillMode=mixed: nothing of it is left behind
            if self.ending.wait(pause):
                return
            self.running[name] = Process(name, command, self.env, self.folder)

    def kill(self, name: str) -> None:
        """SIGKILL to the main process, as the kernel does when memory runs out."""
        os.kill(self.running[name].popen.pid, signal.SIGKILL)

    def stop(self) -> None:
        self.ending.set()
        for process in list(self.running.values()):
            _group(process.popen.pid)
        for thread in self.threads:
            thread.join(10)


def _group(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
