"""Going through a match that is over."""

import pytest
from playwright.sync_api import Page, Route, expect

from league.pages.machine import merge
from league.pages.words import money
from tests.e2e.conftest import Agent, counted, seq, told, wait_for

pytestmark = pytest.mark.browser


def settled(frames: list[dict[str, object]]) -> list[int]:
    return [frame["seq"] for frame in frames if frame["tool"] == "end_day"]  # type: ignore[misc]


def test_keyboard(page: Page, agent: Agent, finished: str) -> None:
    """Space plays, arrows step by call and with shift by day, Home and End go to the ends."""
    days = settled(agent.frames(finished))
    page.goto(f"/m/{finished}/")
    article = page.locator("article.match")
    expect(page.locator(".reveal .face")).to_have_count(5)
    page.keyboard.press("Home")
    expect(article).to_have_attribute("data-seq", "0")
    expect(page.locator(".reveal")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(article).to_have_attribute("data-seq", "1")
    page.keyboard.press("Shift+ArrowRight")
    expect(article).to_have_attribute("data-seq", str(days[0]))
    page.keyboard.press("Shift+ArrowRight")
    expect(article).to_have_attribute("data-seq", str(days[1]))
    page.keyboard.press("Shift+ArrowLeft")
    expect(article).to_have_attribute("data-seq", str(days[0]))
    page.get_by_role("button", name="16 倍速").click()
    page.locator(".now").click()
    page.keyboard.press(" ")
    wait_for(page, lambda: seq(page) > days[0] + 5)
    page.keyboard.press(" ")
    stopped = seq(page)
    page.wait_for_timeout(400)
    assert seq(page) == stopped
    page.keyboard.press("End")
    expect(page.locator(".reveal .face")).to_have_count(5)


def test_every_step_is_the_board_of_the_frames(page: Page, agent: Agent, finished: str) -> None:
    """The page shows what the engine said at that step, wherever one comes from."""
    frames = agent.frames(finished)
    board: dict[str, object] = {}
    cash = []
    for frame in frames:
        board = frame["board"] if "board" in frame else merge(board, frame["patch"])
        cash.append(money(str(board["cash"])))

    def board_at(at: int) -> tuple[str, dict[str, str]]:
        return cash[at], told(frames[: at + 1])

    def shown() -> tuple[str, dict[str, str]]:
        return page.locator(".match-head .figures dd").nth(1).inner_text(), counted(page)

    page.goto(f"/m/{finished}/")
    slider = page.get_by_role("slider", name="时间轴")
    for day in (3.2, 29.5, 0, 14, 13.99):
        before = seq(page)
        slider.fill(str(round(day * 1000)))
        wait_for(page, lambda before=before: seq(page) != before and shown() == board_at(seq(page)))  # type: ignore[misc]


def test_deep_link(page: Page, finished: str) -> None:
    """A link to a step opens at that step, also on a page that is open, and the address follows where one
    stands."""
    page.goto(f"/m/{finished}/#s=57")
    expect(page.locator("article.match")).to_have_attribute("data-seq", "57")
    page.keyboard.press("ArrowRight")
    wait_for(page, lambda: page.url.endswith("/#s=58"))
    page.keyboard.press("End")
    wait_for(page, lambda: "#" not in page.url)
    page.goto(f"/m/{finished}/#s=12")
    expect(page.locator("article.match")).to_have_attribute("data-seq", "12")


def test_a_moment_can_be_jumped_to(page: Page, finished: str) -> None:
    """The marks over the scrubber lead to what they name."""
    page.goto(f"/m/{finished}/")
    page.locator(".moments .overcharge").first.click()
    expect(page.locator(".now .deed")).to_contain_text("比报价多")


def test_one_supplier_at_a_time(page: Page, finished: str) -> None:
    """A thread shows one supplier's mails; the bargain shows the old price struck out."""
    page.goto(f"/m/{finished}/")
    name = page.locator(".suppliers b").first.inner_text()
    page.locator(".suppliers button").first.click()
    expect(page.locator(".threads button[aria-pressed=true]")).to_contain_text(name)
    for sender in page.locator(".bubble header b").all_inner_texts():
        assert name in sender
    page.get_by_role("button", name="全部").click()
    assert page.locator(".quote s").count() > 0


def test_the_middle_of_a_year_needs_one_day(page: Page, agent: Agent) -> None:
    """A day deep in a match of 365 days is there after one small request, before the history is loaded."""
    match = agent.open_match(days=365, seed="5")
    agent.play(match, "idle")  # bankrupt on day 105
    asked: list[str] = []

    def note(route: Route) -> None:
        asked.append(route.request.url)
        route.continue_()

    page.route("**/replay", lambda route: route.fulfill(json={"frames": []}))
    page.route("**/frames**", note)
    page.goto(f"/m/{match}/#s=79")
    expect(page.locator("article.match")).to_have_attribute("data-seq", "79")
    expect(page.locator(".match-head .figures dd").first).to_have_text("80 / 365")
    assert asked[0].endswith("after=78&limit=2")
