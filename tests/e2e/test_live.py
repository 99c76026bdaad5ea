"""Watching a match while it is played."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import Agent, counted, seq, told, wait_for

pytestmark = pytest.mark.browser


def test_a_live_match_to_its_end(page: Page, agent: Agent) -> None:
    """A spectator who stays sees every step once, and the reveal without reloading."""
    match = agent.open_match(seed="11")
    page.goto(f"/m/{match}/")
    article = page.locator("article.match")
    expect(article).to_have_attribute("data-link", "online")
    expect(page.locator(".reveal")).to_have_count(0)
    playing = agent.play_aside(match)
    wait_for(page, lambda: seq(page) > 20)
    expect(page.locator(".slot-goods svg").first).to_be_visible()
    expect(article).to_have_attribute("data-link", "finished", timeout=90_000)
    playing.join(10)
    expect(page.locator(".reveal .face")).to_have_count(5)
    expect(page.locator(".reveal")).to_contain_text("世界种子 11")
    frames = agent.frames(match)
    assert seq(page) == frames[-1]["seq"]
    assert counted(page) == told(frames)


def test_offline_and_back(page: Page, agent: Agent) -> None:
    """Someone in a tunnel sees that the page is offline, and afterwards neither misses nor doubles a step."""
    match = agent.open_match(seed="12")
    agent.play(match, calls=10)
    page.goto(f"/m/{match}/")
    article = page.locator("article.match")
    expect(article).to_have_attribute("data-link", "online")
    network: BrowserContext = page.context
    for calls in (3, 40):
        before = seq(page)
        network.set_offline(True)
        expect(page.get_by_role("status")).to_contain_text("离线")
        for _ in range(calls):
            agent.tool(match, "set_price", sku="cola", price="6.50", thought="换个价")
        page.wait_for_timeout(1500)
        assert seq(page) == before
        network.set_offline(False)
        expect(article).to_have_attribute("data-link", "online", timeout=30_000)
        wait_for(page, lambda: seq(page) == agent.frames(match)[-1]["seq"])
        assert counted(page) == told(agent.frames(match))
        agent.tool(match, "end_day")
        wait_for(page, lambda: seq(page) == agent.frames(match)[-1]["seq"])


def test_looking_back_while_it_goes_on(page: Page, agent: Agent) -> None:
    """Who looks at an earlier step is not torn away by the next live one, and End brings them back."""
    match = agent.open_match(seed="13")
    agent.play(match, calls=12)
    page.goto(f"/m/{match}/")
    expect(page.locator("article.match")).to_have_attribute("data-link", "online")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert seq(page) == 10
    agent.tool(match, "set_price", sku="cola", price="6.10")
    page.wait_for_timeout(500)
    assert seq(page) == 10
    page.keyboard.press("End")
    expect(page.locator("article.match")).to_have_attribute("data-seq", "13")
    agent.tool(match, "set_price", sku="cola", price="6.20")
    expect(page.locator("article.match")).to_have_attribute("data-seq", "14")


def test_without_javascript(page: Page, agent: Agent, finished: str) -> None:
    """A reader, a search engine or a phone that blocks scripts still gets the match."""
    browser = page.context.browser
    assert browser
    context = browser.new_context(base_url=agent.site.url, java_script_enabled=False)
    plain = context.new_page()
    plain.goto(f"/m/{finished}/")
    expect(plain.locator(".machine")).to_be_visible()
    expect(plain.locator("table tbody tr")).to_have_count(30)
    expect(plain.locator(".bubble").first).to_be_visible()
    expect(plain.locator(".reveal .face")).to_have_count(5)
    context.close()
