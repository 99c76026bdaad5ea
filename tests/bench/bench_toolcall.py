"""A tool call over HTTP against the bare view of DESIGN §7 (bare.py): one server process, PostgreSQL, Redis.

Each caller has a key and a match of its own that has been played for some days. Both kinds of call are made
in turns. Target of the ratio: at most 1.6."""

import hashlib
import http.client
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psutil
import psycopg

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.realservices import POSTGRES, Process, Production, Redis, answers, free_port, wait_until  # noqa: E402

CALLERS = 8
DAYS_PLAYED = 12
ROUNDS = 6
CALLS = 40  # a round, of each caller
TOOLS: list[tuple[str, dict[str, Any]]] = [
    ("send_email", {"to": "s1", "subject": "询价", "body": "可乐和矿泉水各 18 瓶，单价多少？"}),
    ("read_inbox", {"limit": 5}),
    ("set_price", {"sku": "cola", "price": "6.20", "thought": "热天，可乐可以贵一点。"}),
    ("note_to_self", {"key": "plan", "value": "先比价，再下单；发票和报价对不上的供应商要标记。"}),
    ("send_email", {"to": "s2", "subject": "价格", "body": "能不能便宜 10%？可乐 20 瓶。"}),
    ("read_notes", {"key": "plan"}),
    ("blacklist_supplier", {"supplier": "s3", "reason": "发票高于报价"}),
    ("set_price", {"sku": "chips", "price": "8.80"}),
]


class Caller(threading.Thread):
    """Calls one address after another on one connection, and keeps the times."""

    def __init__(self, url: str, raw: str, calls: list[tuple[str, bytes]]) -> None:
        super().__init__()
        self.host, self.raw, self.calls, self.times = url.removeprefix("http://"), raw, calls, list[float]()

    def run(self) -> None:
        connection = http.client.HTTPConnection(self.host)
        headers = {"Authorization": f"Bearer {self.raw}", "Content-Type": "application/json"}
        for path, body in self.calls:
            start = time.perf_counter()
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            text = answer.read()
            self.times.append(time.perf_counter() - start)
            assert answer.status == 200, text.decode()
        connection.close()


def run(callers: list[Caller], server: psutil.Process) -> tuple[float, float, float]:
    """Seconds a call by the clock (all callers together), CPU seconds of the server, median seconds."""
    before, start = server.cpu_times(), time.perf_counter()
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    wall, after = time.perf_counter() - start, server.cpu_times()
    calls = sum(len(caller.times) for caller in callers)
    assert calls == sum(len(caller.calls) for caller in callers), "a caller stopped"
    cpu = after.user + after.system - before.user - before.system
    return wall / calls, cpu / calls, statistics.median(t for c in callers for t in c.times)


def set_up() -> tuple[list[str], list[str]]:
    """Tables of the bare view, keys for both, and matches that have been played for some days."""
    from django.db import connection

    import engine
    from league import play
    from league.access import caller_by_key
    from league.models import Agent, AgentKey, League, Team
    from tests.bench import bare

    with connection.schema_editor() as editor:
        for model in (bare.Key, bare.State, bare.Event):
            editor.create_model(model)
    team = Team.objects.create(league=League.objects.create(slug="b", name="b"), name="b")
    raws, matches = [], []
    for number in range(1, CALLERS + 1):
        agent = Agent.objects.create(team=team, slug=f"a{number}", name=f"a{number}")
        _, raw = AgentKey.issue(agent)
        digest = hashlib.sha256(raw.encode()).hexdigest()
        bare.Key.objects.create(prefix=raw.split("_")[1], digest=digest)
        bare.State.objects.create(pk=number, state=json.dumps(bare.STATE))
        match = play.open_match(agent, days=365, world_seed=f"w{number}", match_seed=f"m{number}")
        caller, bot, outcome = caller_by_key(raw), engine.BOTS["careful"](), None
        for _ in range(DAYS_PLAYED):
            day = match.day
            while match.day == day:
                tool, arguments = bot.step(play.observe(match), outcome)
                action = engine.read_action(tool, arguments)
                if tool == "end_day":
                    end_day(caller, match, action)
                    outcome = json.loads(play.report(match.pk, day).outcome)
                else:
                    outcome = json.loads(play.act(caller, match.pk, action).outcome)
        raws.append(raw)
        matches.append(match.pk)
    return raws, matches


def end_day(caller: Any, match: Any, action: Any) -> None:
    from league import play

    closed = play.close_day(caller, match.pk, action)
    play.settle_day(match.pk, closed.day)
    match.refresh_from_db()


def next_day(raws: list[str], matches: list[str]) -> None:
    import engine
    from league.access import caller_by_key
    from league.models import Match

    for raw, match in zip(raws, matches, strict=True):
        end_day(caller_by_key(raw), Match.objects.get(pk=match), engine.read_action("end_day", {}))


def compare(web: Process, callers: int, raws: list[str], matches: list[str]) -> None:
    server = psutil.Process(web.popen.pid)
    tools = [TOOLS[n % len(TOOLS)] for n in range(CALLS)]
    kinds: dict[str, list[tuple[float, float, float]]] = {"bare": [], "tool": []}
    for round_ in range(ROUNDS + 1):
        for kind, times in kinds.items():
            threads = []
            for number in range(callers):
                base = f"/api/v1/agent/matches/{matches[number]}/tools/"
                calls = [
                    (f"/bare/{number + 1}" if kind == "bare" else base + tool, json.dumps(body).encode())
                    for tool, body in tools
                ]
                threads.append(Caller(web.url, raws[number], calls))
            times.append(run(threads, server))
            if round_ == 0:
                times.clear()  # warming up
        next_day(raws, matches)
    for figure, name in enumerate(("ms by the clock", "ms of server CPU", "ms median latency")):
        bare, tool = (statistics.median(t[figure] for t in kinds[kind]) * 1000 for kind in ("bare", "tool"))
        print(f"{callers} callers, {name:18}: bare {bare:6.2f}  tool {tool:6.2f}  ratio {tool / bare:.2f}")


def main() -> None:
    name = f"clawvend_bench_{os.getpid()}"
    with (
        tempfile.TemporaryDirectory() as folder,
        psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection,
    ):
        connection.execute(f"create database {name}")  # type: ignore[arg-type]
        redis = Redis(Path(folder))
        production = Production(Path(folder), name, redis)
        try:
            redis.start()
            os.environ.update(production.env | {"DJANGO_SETTINGS_MODULE": "clawvend_site.settings"})
            production.manage("migrate", "--verbosity", "0")
            import tests.bench.bare  # noqa: F401 - sets Django up

            raws, matches = set_up()
            port = free_port()
            options = ["--port", str(port), "--log-level", "warning"]
            web = production.start(
                "web", [sys.executable, "-m", "uvicorn", "tests.bench.bare:application", *options]
            )
            web.url = f"http://127.0.0.1:{port}"
            wait_until(lambda: answers(web.url), 30, "uvicorn")
            for callers in (1, CALLERS):
                compare(web, callers, raws, matches)
            ((size,),) = production.sql("select avg(length(state))::int from league_save")
            ((day,),) = production.sql("select max(day) from league_match")
            print(f"state of {size / 1024:.1f} KB on day {day}; of the bare view 8 KB")
        finally:
            production.close()
            connection.execute(f"drop database {name} with (force)")  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
