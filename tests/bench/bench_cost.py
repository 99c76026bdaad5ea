"""What a request costs each part, in milliseconds of processor time: web, worker, PostgreSQL. Four callers
through HTTP. The figures of docs/many-machines.md; time by the clock would say more about the machine."""

import http.client
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import psycopg

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.realservices import POSTGRES, Process, Production, Redis, wait_until  # noqa: E402

CALLERS = 4
DAYS = 25
LOOKS = 100


class Agent:
    def __init__(self, web: Process, raw: str) -> None:
        self.connection = http.client.HTTPConnection(web.url.removeprefix("http://"))
        self.headers = {"Authorization": f"Bearer {raw}", "Content-Type": "application/json"}

    def ask(self, path: str, body: Any = None, more: dict[str, str] | None = None) -> tuple[int, bytes]:
        method = "GET" if body is None else "POST"
        data = None if body is None else json.dumps(body).encode()
        self.connection.request(method, path, data, self.headers | (more or {}))
        answer = self.connection.getresponse()
        return answer.status, answer.read()


def cpu(process: Process) -> float:
    """Seconds of a process and of its children."""
    family = [psutil.Process(process.popen.pid)]
    family += family[0].children(recursive=True)
    return sum(sum(one.cpu_times()[:2]) for one in family)


def backends(name: str) -> dict[int, float]:
    return {
        one.pid: sum(one.cpu_times()[:2])
        for one in psutil.process_iter(["cmdline"])
        if name in " ".join(one.info["cmdline"] or [])
        and (one.info["cmdline"] or [""])[0].startswith("postgres:")
    }


def all_at_once(agents: list[Agent], do: Any) -> int:
    counts: list[int] = []
    threads = [
        threading.Thread(target=lambda n=n, agent=agent: counts.append(do(n, agent)))
        for n, agent in enumerate(agents)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts)


def measure(production: Production, web: Process, worker: Process, name: str) -> Iterator[str]:
    production.manage("demo")
    keys = json.loads((production.folder / "var/demo.json").read_text())["keys"]
    agents = [Agent(web, raw) for raw in list(keys.values())[:CALLERS]]
    matches = [json.loads(one.ask("/api/v1/agent/matches", {"days": 30})[1])["id"] for one in agents]

    def calls(n: int, agent: Agent) -> int:
        for turn in range(LOOKS):
            tool = f"/api/v1/agent/matches/{matches[n]}/tools/"
            body = {"key": "plan", "value": f"第 {turn} 次"}
            if turn % 40 == 39:
                agent.ask(f"{tool}end_day", {})
            assert agent.ask(f"{tool}note_to_self", body)[0] == 200
        return LOOKS

    def days(n: int, agent: Agent) -> int:
        for _ in range(DAYS):
            assert agent.ask(f"/api/v1/agent/matches/{matches[n]}/tools/end_day", {})[0] == 200
        return DAYS

    def look(path: str, **more: str) -> Any:
        def looks(n: int, agent: Agent) -> int:
            for _ in range(LOOKS):
                assert agent.ask(path.format(matches[n]), None, more)[0] in (200, 304)
            return LOOKS

        return looks

    def stop(n: int, agent: Agent) -> int:
        agent.ask(f"/api/v1/agent/matches/{matches[n]}/tools/give_up", {})
        agent.ask(f"/api/v1/matches/{matches[n]}/replay")
        return 1

    kinds = {
        "tool call": calls,
        "end_day, settled by the worker": days,
        "observation": look("/api/v1/agent/matches/{}"),
        "match page": look("/m/{}/"),
        "finished": stop,
        "replay": look("/api/v1/matches/{}/replay", **{"Accept-Encoding": "gzip"}),
        "list of matches": look("/api/v1/matches"),
    }
    for kind, do in kinds.items():
        before = cpu(web), cpu(worker), backends(name)
        n = all_at_once(agents, do)
        after = cpu(web), cpu(worker), backends(name)
        database = sum(seconds - before[2].get(pid, 0) for pid, seconds in after[2].items())
        figures = (after[0] - before[0], after[1] - before[1], database)
        if n >= CALLERS * DAYS:
            yield f"{kind:32}" + "".join(f"{figure / n * 1000:10.2f}" for figure in figures)


def main() -> None:
    name = f"clawvend_cost_{os.getpid()}"
    with (
        tempfile.TemporaryDirectory() as folder,
        psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection,
    ):
        connection.execute(f"create database {name}")  # type: ignore[arg-type]
        production = Production(Path(folder), name, Redis(Path(folder)))
        production.env |= {"RATE_LIMITS": "off"}
        try:
            production.redis.start()
            production.manage("migrate", "--verbosity", "0")
            web, worker = production.web(), production.worker(2)
            wait_until(worker.running)
            time.sleep(1)
            parts = "".join(f"{part:>10}" for part in ("web", "worker", "postgres"))
            print(f"{'ms of processor time each':32}{parts}")
            for line in measure(production, web, worker, name):
                print(line, flush=True)
            ((calls,), *_) = production.sql("select count(*) from league_call")
            for table in ("league_call", "league_frame", "league_save"):
                ((size,),) = production.sql(f"select pg_total_relation_size('{table}')")
                print(f"{table:32}{size / calls:10.0f} bytes a call")
            for process in (web, worker):
                family = [(one := psutil.Process(process.popen.pid)), *one.children(recursive=True)]
                told = ", ".join(f"{one.memory_info().rss / 2**20:.0f}" for one in family)
                print(f"{process.name:32}{told} MB of memory, by process")
        finally:
            production.close()
            connection.execute(f"drop database {name} with (force)")  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
