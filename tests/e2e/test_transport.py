"""The match page's line over time: minutes away, sleep, a hidden tab, a deploy. The clock is ours."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.conftest import Agent, counted, seq, told, wait_for

pytestmark = pytest.mark.browser


@pytest.fixture
def watched(page: Page, agent: Agent) -> Iterator[str]:
    match = agent.open_match()
    agent.play(match, calls=5)
    page.clock.install()
    page.goto(f"/m/{match}/")
    wait_for(page, lambda: link(page) == "online")
    yield match
    wait_for(page, lambda: _ticked(page) and seq(page) == agent.frames(match)[-1]["seq"])
    assert counted(page) == told(agent.frames(match))  # nothing missed, nothing doubled
    expect(page.locator("article.match")).to_have_attribute("data-link", "online")
    agent.tool(match, "give_up", reason="看完了")


def link(page: Page) -> str | None:
    return page.locator("article.match").get_attribute("data-link")


def _ticked(page: Page) -> bool:
    page.clock.run_for(1_000)
    return True


def think(agent: Agent, match: str, times: int) -> None:
    for _ in range(times):
        agent.tool(match, "set_price", sku="cola", price="6.50", thought="换个价")


@pytest.mark.parametrize("seconds", [5, 60, 600])
def test_offline(page: Page, agent: Agent, watched: str, seconds: int) -> None:
    """Off the network for so long: it says so all the time, and then has everything once."""
    before = seq(page)
    page.context.set_offline(True)
    wait_for(page, lambda: link(page) == "offline")
    think(agent, watched, 3)
    page.clock.run_for(seconds * 1_000)
    assert (link(page), seq(page)) == ("offline", before)
    page.context.set_offline(False)


def test_sleep(page: Page, agent: Agent, watched: str) -> None:
    """A lid that was closed for ten minutes: timers jump, and the line is taken up again."""
    page.context.set_offline(True)
    think(agent, watched, 3)
    page.clock.fast_forward("10:00")
    page.context.set_offline(False)


def test_a_hidden_tab(page: Page, agent: Agent, watched: str) -> None:
    """Nobody looks: the line is given up, nothing is fetched. Somebody looks again: all is there."""
    show(page, "hidden")
    page.clock.run_for(31_000)
    wait_for(page, lambda: link(page) == "paused")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    before = seq(page)
    think(agent, watched, 3)
    page.clock.run_for(600_000)
    assert (asked, seq(page)) == ([], before)
    show(page, "visible")


def test_a_deploy(page: Page, agent: Agent) -> None:
    """A server that stops says so; the page comes back by itself, again and again, without a hole."""
    match = agent.open_match()
    routes: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server()

    page.route_web_socket("**/ws/matches/**", through)
    page.clock.install()
    page.goto(f"/m/{match}/")
    for restart in range(3):
        wait_for(page, lambda: _ticked(page) and link(page) == "online")
        routes[-1].close(code=1012)
        wait_for(page, lambda: link(page) == "offline")
        think(agent, match, 2)
        wait_for(page, lambda: _ticked(page) and seq(page) == agent.frames(match)[-1]["seq"])
        assert len(routes) == restart + 2
    assert counted(page) == told(agent.frames(match))
    agent.tool(match, "give_up", reason="看完了")


def show(page: Page, state: str) -> None:
    page.evaluate(
        "state => { Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')) }",
        state,
    )
