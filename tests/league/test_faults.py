"""Faults with real parts: PostgreSQL, Redis, uvicorn and Celery, processes that are killed and come back."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
import redis
from websockets.sync.client import connect

import engine
from tests.realservices import Process, Production, wait_until

pytestmark = pytest.mark.services

SECONDS = 120.0  # for what must come, on however busy a machine
MATCHES_OF_EACH = 5


class Agent:
    """A key, and calls over real HTTP."""

    def __init__(self, web: Process, raw: str) -> None:
        self.base, self.raw = f"{web.url}/api/v1/", raw

    def __call__(self, path: str, body: Any = None, key: str = "") -> tuple[int, dict[str, Any]]:
        """GET, or POST when there is a body: the status and the answer."""
        headers = {"Authorization": f"Bearer {self.raw}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data, headers | ({"Idempotency-Key": key} if key else {})
        )
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)

    def tool(self, match: str, tool: str, body: Any = None, key: str = "") -> tuple[int, dict[str, Any]]:
        return self(f"agent/matches/{match}/tools/{tool}", body or {}, key)


def agents(production: Production, web: Process) -> list[Agent]:
    production.manage("demo")
    keys = json.loads((production.folder / "var/demo.json").read_text())["keys"]
    return [Agent(web, raw) for raw in keys.values()]


def all_days(production: Production, day: int) -> bool:
    ((behind,),) = production.sql(
        "select count(*) from league_match where day < %s or phase = 'settling'", day
    )
    return bool(behind == 0)


def assert_each_step_is_there_once(production: Production) -> None:
    """Every day settled once, sequences without gaps, a frame for each call."""
    days = "select match_id, day from league_call where tool = 'end_day' group by 1, 2 having count(*) > 1"
    gaps = "select match_id from {} group by 1 having min(seq) <> {} or max(seq) - min(seq) <> count(*) - 1"
    assert production.sql(days) == []
    assert production.sql(gaps.format("league_call", 1)) == []
    assert production.sql(gaps.format("league_frame", 0)) == []
    assert production.sql("select count(*) from league_settlement where settled_at is null") == [(0,)]


def test_a_worker_killed_in_the_middle_of_settlements(production: Production) -> None:
    """Twenty matches close their days, the worker dies by SIGKILL among the settlements, again and again. In
    the end each match has each day exactly once, and each replay verifies."""
    web, worker = production.web(), production.worker(2, "-B")
    plays = [
        (agent, agent("agent/matches", {"days": 30})[1]["id"])
        for agent in agents(production, web)
        for _ in range(MATCHES_OF_EACH)
    ]
    assert len(plays) == 20
    cut_short = 0
    with ThreadPoolExecutor(len(plays)) as pool:
        for day in (1, 2, 3):
            answers = [pool.submit(agent.tool, match, "end_day", {}, f"d{day}") for agent, match in plays]
            wait_until(lambda day=day: settled(production, day) >= 2, SECONDS, "the first settlements")
            worker.kill()
            cut_short += settled(production, day) < len(plays)
            worker = production.worker(2, "-B")
            wait_until(lambda day=day: all_days(production, day + 1), SECONDS, f"day {day + 1}")
            assert {answer.result()[0] for answer in answers} <= {200, 202}
            for agent, match in plays:  # the answer that was missed is there for who asks again
                status, report = agent.tool(match, "end_day", {}, f"d{day}")
                assert (status, report["result"]["day"]) == (200, day)
    assert cut_short, "no worker was killed before it had settled all: nothing is proved"
    assert_each_step_is_there_once(production)
    for agent, match in plays:
        assert agent.tool(match, "give_up")[0] == 200
        status, record = agent(f"matches/{match}/proof")
        assert (status, [call["day"] for call in record["calls"]]) == (200, [1, 2, 3, 4])
        verdict = engine.verify(record)
        assert verdict.ok, verdict


def settled(production: Production, day: int) -> int:
    query = "select count(*) from league_settlement where day = %s and settled_at is not null"
    return int(production.sql(query, day)[0][0])


def test_redis_goes_and_comes_back(production: Production) -> None:
    """Without Redis calls are answered, a closed day waits and says so, spectators read on. When it is back
    the day is settled without anybody's hand, and no frame is missing or doubled."""
    web = production.web()
    production.worker(1, "-B")
    agent = agents(production, web)[0]
    match = agent("agent/matches", {"days": 30})[1]["id"]
    with connect(f"ws{web.url.removeprefix('http')}/ws/matches/{match}?after=-1") as socket:
        frames = (json.loads(socket.recv(timeout=SECONDS)) for _ in range(100))
        assert next(frames)["type"] == "hello"
        assert agent.tool(match, "read_notes")[0] == 200
        assert agent.tool(match, "end_day", {}, "d1")[0] == 200
        assert [next(frames)["seq"] for _ in range(3)] == [0, 1, 2]
        production.redis.stop()
        for _ in range(3):
            assert agent.tool(match, "read_notes")[0] == 200
        assert [next(frames)["seq"] for _ in range(3)] == [3, 4, 5]
        status, told = agent.tool(match, "end_day", {}, "d2")
        assert (status, told["phase"]) == (202, "settling")
        assert agent.tool(match, "end_day", {}, "d2")[1]["code"] == "in_flight"
        assert agent.tool(match, "read_notes")[1]["code"] == "settling"
        assert agent(f"agent/matches/{match}")[1]["phase"] == "settling"
        production.redis.start()
        wait_until(lambda: all_days(production, 3), SECONDS, "the settlement of day 2")
        assert agent.tool(match, "end_day", {}, "d2")[1]["result"]["day"] == 2
        assert next(frames)["seq"] == 6
        assert agent.tool(match, "end_day", {}, "d3")[0] in (200, 202)
        assert next(frames)["seq"] == 7
        assert agent.tool(match, "give_up")[0] == 200
        assert next(frames)["phase"] == "finished"
        assert next(frames) == {"type": "finished", "seq": 8}
    assert_each_step_is_there_once(production)
    assert engine.verify(agent(f"matches/{match}/proof")[1]).ok


def test_one_subscription_for_all_sockets_of_a_process(production: Production) -> None:
    """One process plays, another has twenty spectators: Redis sends each frame once, all of them see it."""
    playing, watching = production.web(), production.web()
    agent = agents(production, playing)[0]
    match = agent("agent/matches", {"days": 30})[1]["id"]
    with many(f"ws{watching.url.removeprefix('http')}/ws/matches/{match}", 20) as sockets:
        subscribers = redis.Redis.from_url(production.redis.url).pubsub_numsub(f"asgi__group__match.{match}")
        assert subscribers[0][1] == 1
        for seq in (1, 2, 3):
            assert agent.tool(match, "read_notes")[0] == 200
            assert {json.loads(socket.recv(timeout=SECONDS))["seq"] for socket in sockets} == {seq}


@contextmanager
def many(url: str, count: int) -> Iterator[list[Any]]:
    """So many sockets on one address, each past its hello."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(connect(url)) for _ in range(count)]
        for socket in sockets:
            assert json.loads(socket.recv(timeout=SECONDS))["type"] == "hello"
        yield sockets


def test_a_settlement_takes_one_round_trip(production: Production) -> None:
    """With a worker at hand end_day answers 200 with the report, day after day, over two web processes."""
    one, other = production.web(), production.web()
    production.worker(2)
    first = agents(production, one)[0]
    second = Agent(other, first.raw)
    match = first("agent/matches", {"days": 30})[1]["id"]
    for day in range(1, 31):
        agent = (first, second)[day % 2]
        status, told = agent.tool(match, "end_day", {}, f"d{day}")
        assert (status, told["result"]["day"]) == (200, day)
    assert first.tool(match, "read_notes")[0] == 410
    assert_each_step_is_there_once(production)
