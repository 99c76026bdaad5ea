"""Every page, consoles and forms too, of a league that has been played in: axe, width, long names, keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.bench.pages import faults, log_in
from tests.realservices import Embedded
from tests.showcase import MATCHES, login_of, served

pytestmark = pytest.mark.browser
Shown = tuple[Embedded, dict[str, str]]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Shown]:
    with served(Path(tmp_path_factory.mktemp("showcase"))) as shown:
        yield shown


@pytest.fixture
def phone(chromium: Browser, shown: Shown) -> Iterator[Page]:
    context = chromium.new_context(
        base_url=shown[0].url, locale="zh-CN", viewport={"width": 390, "height": 844}, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("user", ["", "demo", "admin"])
def test_every_page(phone: Page, shown: Shown, user: str) -> None:
    """A form that cannot be used by ear, a table that no key can scroll, a page that slides."""
    site, pages = shown
    if user:
        log_in(phone, site, user)
    wrong = {}
    for name, path in pages.items():
        if login_of(name) != user or name in MATCHES:  # matches: tests/e2e/test_pages.py
            continue
        phone.goto(path)
        grave = [one for one in faults(phone) if one.split()[1] in ("serious", "critical", "moderate")]
        width = phone.evaluate("document.documentElement.scrollWidth")
        if grave or width > 390:
            wrong[name] = (grave, width)
    assert wrong == {}


def test_focus_can_be_seen(phone: Page, shown: Shown) -> None:
    """Who goes by the keyboard must see where they are, at every stop of a page."""
    phone.goto(shown[1]["season"])
    for _ in range(25):
        phone.keyboard.press("Tab")
        ring = phone.evaluate("getComputedStyle(document.activeElement).outline")
        assert "3px" in ring, phone.evaluate("document.activeElement.outerHTML")
        assert "none" not in ring


def test_the_slash_key(phone: Page, shown: Shown) -> None:
    """The search of every page, but not while somebody types a slash."""
    phone.set_viewport_size({"width": 1440, "height": 900})
    phone.goto("/rules/")
    phone.keyboard.press("/")
    phone.keyboard.type("算/")
    assert phone.locator("[data-search]").input_value() == "算/"
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/search/**")


def test_the_calculator_follows(phone: Page, shown: Shown) -> None:
    """What is typed changes the answer without a new page."""
    phone.goto("/rules/#calculator")
    figures = phone.locator("[data-told] .figures")
    before = figures.inner_text()
    phone.locator("#d-cola").fill("9.99")
    expect(figures).not_to_have_text(before, use_inner_text=True)
    assert phone.url.endswith("/rules/#calculator")
