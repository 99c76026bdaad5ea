"""Every public page in a browser: no serious fault in accessibility, nothing sticks out, and small."""

import gzip
import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Agent, missing
from tests.realservices import REQUIRED, ROOT

pytestmark = pytest.mark.browser
PAGES = [
    "/",
    "/rules/",
    "/l/demo/",
    "/a/demo-agent/",
    "/m/{finished}/",
    "/m/{finished}/#s=40",
    "/compare/?m={finished}",
    "/nothing/",
]


@pytest.mark.parametrize("path", PAGES)
def test_axe(page: Page, finished: str, path: str) -> None:
    """Somebody who cannot see well, or uses a keyboard, can follow a match, by day and by night."""
    for theme in ("light", "dark"):
        # Loaded anew: what is out of sight keeps the colours of before for a while.
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        page.goto("about:blank")
        page.goto(path.format(finished=finished))
        if "/m/" in path:
            page.locator(".ledger-plot canvas").wait_for()
        serious = [
            (rule["id"], [node["html"][:160] for node in rule["nodes"][:3]])
            for rule in Axe().run(page).response["violations"]
            if rule["impact"] in ("serious", "critical")
        ]
        assert serious == [], theme


@pytest.mark.parametrize("width", [360, 390, 768, 1920])
def test_nothing_sticks_out(page: Page, finished: str, width: int) -> None:
    """On a phone a page that is wider than the screen slides about under the thumb."""
    page.set_viewport_size({"width": width, "height": 844})
    for path in PAGES[:-1]:
        page.goto(path.format(finished=finished))
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") == width, path


def test_theme(page: Page) -> None:
    """A chosen theme is remembered and applied before the first paint."""
    page.emulate_media(color_scheme="light")
    page.goto("/")
    page.get_by_role("button", name="切换白天或夜里").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/rules/", wait_until="commit")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_home_follows(page: Page, agent: Agent) -> None:
    """A match that starts appears on the open home page by itself."""
    page.goto("/")
    match = agent.open_match(seed="21")
    expect(page.locator(f'a[href="/m/{match}/"]').first).to_be_visible(timeout=15_000)
    agent.tool(match, "give_up", reason="只是路过")


def test_budget() -> None:
    """JavaScript before the match page can be used: 60 KB; of other pages: 30 KB (gzipped)."""
    if reason := missing():
        if REQUIRED:
            pytest.fail(reason)
        pytest.skip(reason)
    dist = ROOT / "frontend/dist"
    manifest = json.loads((dist / ".vite/manifest.json").read_text())

    def weight(entry: str, seen: set[str]) -> int:
        if entry in seen:
            return 0
        seen.add(entry)
        own = len(gzip.compress((dist / manifest[entry]["file"]).read_bytes()))
        return own + sum(weight(name, seen) for name in manifest[entry].get("imports", []))

    assert weight("src/site.ts", set()) < 30_000
    seen: set[str] = set()
    assert weight("src/site.ts", seen) + weight("src/match.ts", seen) < 60_000
