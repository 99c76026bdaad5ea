"""The big screen in a browser: it moves, it recovers, it does not grow."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.conftest import Agent, wait_for
from tests.e2e.test_transport import show

pytestmark = pytest.mark.browser
SCREEN = "/screen/demo/?pace=120&matches=12"


@pytest.fixture
def match(agent: Agent) -> Iterator[str]:
    """Under way for the length of a test: an agent may have only so many."""
    opened = agent.open_match()
    yield opened
    agent.tool(opened, "give_up", reason="看完了")


def state(page: Page) -> str | None:
    return page.locator(".wall-grid").get_attribute("data-state")


def test_it_moves(page: Page, agent: Agent, match: str) -> None:
    """A thought is on the wall a moment after it was thought, and in the race stands who plays."""
    page.goto(SCREEN)
    wait_for(page, lambda: state(page) == "online")
    agent.tool(match, "read_notes", thought="先看看大屏亮不亮")
    expect(page.locator(".rising")).to_contain_text("先看看大屏亮不亮")
    assert page.locator(".race-rows li").count() > 0


def test_it_recovers(page: Page, agent: Agent, match: str) -> None:
    """Off the network it says so; back, it shows what it missed, once."""
    page.clock.install()
    page.goto(SCREEN)
    page.clock.run_for(1_000)
    wait_for(page, lambda: state(page) == "online")
    for number, away in enumerate((5, 60, 600)):
        page.context.set_offline(True)
        wait_for(page, lambda: state(page) == "offline")
        thought = f"离线第 {number} 回时想的"
        agent.tool(match, "read_notes", thought=thought)
        page.clock.run_for(away * 1_000)
        assert state(page) == "offline"
        assert thought not in page.locator(".rising").inner_text()
        page.context.set_offline(False)
        wait_for(page, lambda: (page.clock.run_for(1_000), state(page) == "online")[1])
        wait_for(
            page,
            lambda text=thought: (page.clock.run_for(500), text in page.locator(".rising").inner_text())[1],
        )
        assert page.locator(".rising").inner_text().count(thought) == 1


def test_a_deploy(page: Page, match: str) -> None:
    """A server that comes back with another build has the screen load itself anew."""
    sockets: list[WebSocketRoute] = []

    def other_build(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        sockets.append(route)

        def relay(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "hello" and len(sockets) == 2:
                told["build"] = "another"
            route.send(json.dumps(told))

        server.on_message(relay)

    page.route_web_socket("**/ws/leagues/demo", other_build)
    page.goto(SCREEN)
    wait_for(page, lambda: state(page) == "online")
    page.locator(".wall-grid").evaluate("element => { element.dataset.old = 'yes' }")
    sockets[0].close(code=1012)
    wait_for(page, lambda: len(sockets) >= 3 and state(page) == "online")
    assert page.locator(".wall-grid").get_attribute("data-old") is None


def test_it_does_not_grow(page: Page, match: str) -> None:
    """Thousands of frames with thoughts, mails and news: as many nodes and as much heap as after the first
    hundreds."""
    routes: list[WebSocketRoute] = []

    def fake(route: WebSocketRoute) -> None:
        routes.append(route)
        route.send(json.dumps({"type": "hello", "build": "", "seqs": {match: 0}}))

    page.route_web_socket("**/ws/leagues/demo", fake)
    page.goto(SCREEN)
    wait_for(page, lambda: bool(routes))
    page.wait_for_timeout(4_000)
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable")

    def feed(first: int, frames: int) -> dict[str, float]:
        for start in range(first, first + frames, 50):
            told = [{"match": match, "frame": frame(seq)} for seq in range(start, start + 50)]
            routes[-1].send(json.dumps({"type": "frames", "frames": told}))
        last = f"想法 {first + frames - 1} "
        wait_for(page, lambda: last in page.locator(".rising").inner_text())
        page.wait_for_timeout(300)
        cdp.send("HeapProfiler.collectGarbage")
        return {one["name"]: one["value"] for one in cdp.send("Performance.getMetrics")["metrics"]}

    early, late = feed(1, 500), feed(501, 5_000)
    assert late["Nodes"] < early["Nodes"] + 300
    assert late["JSHeapUsedSize"] < early["JSHeapUsedSize"] * 1.2 + 1_000_000
    assert late["JSEventListeners"] <= early["JSEventListeners"] + 10
    assert page.locator(".rising li").count() <= 9


def frame(seq: int) -> dict[str, Any]:
    news = {"type": "shock_began", "shock": "rain", "name": f"暴雨 {seq}", "factor": "0.60"}
    mail = {"type": "mail_sent", "to": "s1", "subject": "询价", "body": f"可乐 {seq} 罐", "intent": {}}
    said = f"想法 {seq} " + "长" * 300
    events = [news, mail] if seq % 2 else [mail]
    patch = {"cash": f"{seq}.00", "net_worth": f"{seq}.50"}
    return {
        "seq": seq,
        "day": 1,
        "phase": "open",
        "tool": "read_notes",
        "thought": said,
        "events": events,
        "patch": patch,
    }


def test_a_hidden_tab(page: Page, agent: Agent, match: str) -> None:
    """Nobody looks: no socket, no request, for as long as it lasts. Then all of it is there."""
    page.clock.install()
    page.goto(SCREEN)
    wait_for(page, lambda: (page.clock.run_for(500), state(page) == "online")[1])
    show(page, "hidden")
    page.clock.run_for(11_000)
    assert state(page) == "paused"
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    agent.tool(match, "read_notes", thought="没人在看的时候")
    page.clock.run_for(600_000)
    assert asked == []
    show(page, "visible")
    wait_for(
        page, lambda: (page.clock.run_for(1_000), "没人在看的时候" in page.locator(".rising").inner_text())[1]
    )
