"""A web process that is told to stop, and what several of them count, with real processes."""

import json
import re
import signal
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import psutil
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.league.test_faults import SECONDS, agents
from tests.realservices import Production, answers, wait_until

pytestmark = pytest.mark.services


def test_a_web_process_that_stops_cuts_no_call(production: Production) -> None:
    """A new version would cost every agent that just waits an error, and close sockets without saying that
    another process will take them."""
    web = production.web()
    agent = agents(production, web)[0]
    match = agent("agent/matches", {"days": 30})[1]["id"]
    with (
        ThreadPoolExecutor(2) as pool,
        connect(f"ws{web.url.removeprefix('http')}/ws/matches/{match}") as live,
    ):
        assert json.loads(live.recv(timeout=SECONDS))["type"] == "hello"
        # nobody settles: this one closes its day and waits ten seconds for an answer, the other for a minute
        closing = pool.submit(agent.tool, match, "end_day", {}, "d1")
        wait_until(lambda: production.sql("select count(*) from league_settlement") == [(1,)], SECONDS)
        waiting = pool.submit(agent, f"agent/matches/{match}/briefing?wait=60")
        began = time.monotonic()
        wait_until(lambda: production.sql("select 1 from pg_stat_activity limit 1") != [], SECONDS)
        time.sleep(1.0)  # let the poll arrive and sit down
        web.popen.send_signal(signal.SIGTERM)
        assert waiting.result(SECONDS)[0] == 200
        assert time.monotonic() - began < 40  # not the minute it asked for
        assert closing.result(SECONDS)[0] == 202
        with pytest.raises(ConnectionClosed) as closed:
            live.recv(timeout=SECONDS)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    assert web.popen.wait(SECONDS) in (0, -signal.SIGTERM)


def test_several_web_processes_count_as_one(production: Production) -> None:
    """Prometheus would see one process of two, by turns; and sockets of a killed one for ever."""
    folder = production.folder / "prometheus"
    folder.mkdir()
    production.env |= {"METRICS_TOKEN": "let-me-in", "PROMETHEUS_MULTIPROC_DIR": str(folder)}
    web = production.web(workers=2)
    production.worker(1, "-B")
    agent = agents(production, web)[0]
    match = agent("agent/matches", {"days": 30})[1]["id"]

    def metric(name: str) -> float:
        request = urllib.request.Request(f"{web.url}/metrics", headers={"Authorization": "Bearer let-me-in"})
        text = urllib.request.urlopen(request, timeout=SECONDS).read().decode()
        found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    with ExitStack() as sockets:
        for _ in range(8):
            socket = connect(f"ws{web.url.removeprefix('http')}/ws/matches/{match}")
            json.loads(sockets.enter_context(socket).recv(timeout=SECONDS))
        for n in range(10):
            assert agent.tool(match, "set_price", {"sku": "cola", "price": f"6.{n}0"})[0] == 200
        assert agent.tool(match, "end_day")[0] == 200
        counted = 'clawvend_calls_total{code="ok",tool="set_price"}'
        assert [metric(counted) for _ in range(4)] == [10] * 4
        assert [metric("clawvend_sockets") for _ in range(4)] == [8] * 4
        assert metric("clawvend_end_day_seconds_count") == 1
        assert metric("clawvend_heartbeat_age_seconds") < 60
        servers = [
            one for one in psutil.Process(web.popen.pid).children() if "spawn_main" in str(one.cmdline())
        ]
        assert len(servers) == 2
        for server in servers:
            server.kill()
        psutil.wait_procs(servers, SECONDS)
        wait_until(lambda: answers(web.url), SECONDS, "two new processes")
        wait_until(lambda: metric("clawvend_sockets") == 0, SECONDS, "the end of the sockets of the killed")
        assert metric(counted) == 10
