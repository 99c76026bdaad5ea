"""Pictures of the site, from a league that has been played in (bin/screenshots)."""

import argparse
import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.bench.pages import log_in
from tests.e2e.conftest import ARGS, CHROMIUM
from tests.realservices import ROOT, Embedded
from tests.showcase import MATCHES, login_of, served

WIDTHS = {390: 844, 1440: 900, 1920: 1080}
THEMES = ("light", "dark")
SHOWN = (
    "home",
    "league",
    "season",
    "agent",
    "rules",
    "search",
    "match",
    "live",
    "screen",
    "team-match",
    "manage-board",
)
KEPT = ROOT / "docs/screenshots"
QUALITY = 62


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--all", type=Path, metavar="FOLDER", help="every page, whole, into that folder")
    options.add_argument("--only", default="", help="names of pages, with commas")
    chosen = options.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as (site, pages),
        sync_playwright() as playwright,
    ):
        wanted = chosen.only.split(",") if chosen.only else pages if chosen.all else SHOWN
        into = chosen.all or KEPT
        into.mkdir(parents=True, exist_ok=True)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        for name in wanted:
            if name in pages:
                shoot(browser, site, name, pages[name], into, whole=chosen.all is not None)


def shoot(browser: Browser, site: Embedded, name: str, path: str, into: Path, *, whole: bool) -> None:
    """One page at each width; by day, and on a desk by night too. `whole`: to its end, in both."""
    for width, height in WIDTHS.items():
        for theme in THEMES:
            if theme == "dark" and width != 1440 and not whole:
                continue
            context = browser.new_context(
                base_url=site.url,
                locale="zh-CN",
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
                reduced_motion="reduce",
            )
            page = context.new_page()
            if login_of(name):
                log_in(page, site, login_of(name))
            page.goto(path)
            page.wait_for_timeout(2_000 if name in MATCHES else 400)
            raw = page.screenshot(full_page=whole)
            with Image.open(io.BytesIO(raw)) as image:
                image.convert("RGB").save(into / f"{name}-{width}-{theme}.webp", quality=QUALITY, method=6)
            context.close()


if __name__ == "__main__":
    main()
