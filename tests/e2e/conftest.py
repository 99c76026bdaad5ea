"""A browser, a running site, and an agent that plays on it through the API."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

import engine
from league.management.client import Api, Refused
from tests.realservices import REQUIRED, ROOT, Embedded, answers, wait_until

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
CHROMIUM = os.environ.get("CHROMIUM", "") or shutil.which("chromium") or shutil.which("google-chrome") or ""


def missing() -> str:
    if not CHROMIUM:
        return "there is no chromium on PATH"
    built = ROOT / "frontend/dist/.vite/manifest.json"
    return "" if built.exists() else "the site is not built: npm run build in frontend/"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if reason := missing():
        if REQUIRED:
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Embedded]:
    server = Embedded(Path(tmp_path_factory.mktemp("site")), "--no-house")
    try:
        wait_until(lambda: not server.running() or answers(server.url), 60, "manage.py up")
        assert server.running(), server.log.read_text()
        yield server
    finally:
        server.stop()


@pytest.fixture
def page(chromium: Browser, site: Embedded) -> Iterator[Page]:
    """A page of 1440 px whose every error fails the test."""
    context = chromium.new_context(
        base_url=site.url, locale="zh-CN", viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    asked_for = ("ERR_INTERNET_DISCONNECTED", "status of 404")  # a network that is off, a page that is none
    assert [error for error in errors if not any(text in error for text in asked_for)] == []


class Agent:
    """The demo agent's key, used over HTTP as anybody would, with patience where a rate is limited."""

    def __init__(self, site: Embedded) -> None:
        self.site = site
        self.api = self.connect()

    def connect(self) -> Api:
        return Api(self.site.url, self.site.demo["keys"]["demo-agent"], threading.Event())

    def open_match(self, days: int = 30, seed: str = "7") -> str:
        match: str = self.api.post("agent/matches", {"days": days, "seed": seed})["id"]
        return match

    def tool(self, match: str, tool: str, **arguments: Any) -> Any:
        return self.api.post(f"agent/matches/{match}/tools/{tool}", arguments)

    def play(self, match: str, bot_name: str = "careful", calls: int = 100_000) -> None:
        """To the end of the match, or for so many calls."""
        bot, last, api = engine.BOTS[bot_name](), None, self.connect()
        for _ in range(calls):
            seen = api.get(f"agent/matches/{match}")
            if seen["phase"] == "finished":
                return
            tool, arguments = bot.step(seen, last)
            try:
                last = api.post(f"agent/matches/{match}/tools/{tool}", arguments)
            except Refused as refused:
                last = refused.answer

    def play_aside(self, match: str, bot_name: str = "careful", calls: int = 100_000) -> threading.Thread:
        thread = threading.Thread(target=self.play, args=(match, bot_name, calls), daemon=True)
        thread.start()
        return thread

    def frames(self, match: str) -> list[Any]:
        frames: list[Any] = []
        while True:
            after = frames[-1]["seq"] if frames else -1
            more = self.api.get(f"matches/{match}/frames?after={after}&limit=500")["results"]
            if not more:
                return frames
            frames += more


@pytest.fixture(scope="session")
def agent(site: Embedded) -> Agent:
    return Agent(site)


@pytest.fixture(scope="session")
def finished(agent: Agent) -> str:
    """A match that the careful house bot has played to its end."""
    match = agent.open_match(seed="7")
    agent.play(match)
    return match


def told(frames: list[Any]) -> dict[str, str]:
    """What the heads of the panels must count after these frames."""
    events = [event for frame in frames for event in frame["events"]]
    mails = sum(event["type"] in ("mail_sent", "mail_arrived") for event in events)
    thoughts = sum(bool(frame["thought"]) for frame in frames)
    return {"mail-h": f"{mails} 封", "thoughts-h": f"智能体自己说的 · {thoughts} 条"}


def counted(page: Page) -> dict[str, str]:
    return {id: page.locator(f"#{id} + .quiet").inner_text() for id in ("mail-h", "thoughts-h")}


def wait_for(page: Page, question: Callable[[], object], seconds: float = 30.0) -> None:
    """Until the page answers yes. Not by a script in it: the site's own policy forbids to evaluate text."""
    wait_until(lambda: (page.wait_for_timeout(50), question())[1], seconds)


def seq(page: Page) -> int:
    return int(page.locator("article.match").get_attribute("data-seq") or -1)
