"""Each page in a browser, on a telephone and on a desk: what it weighs, when it can be seen, whether it
jumps, and what axe says by day and by night.

    python -m tests.bench.pages                  # all pages of everybody; a table on the terminal
    python -m tests.bench.pages --write          # and into docs/performance.md
    python -m tests.bench.pages --consoles       # axe and width of all pages, consoles and forms too
"""

import argparse
import gzip
import re
import tempfile
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.conftest import ARGS, CHROMIUM
from tests.realservices import ROOT, Embedded
from tests.showcase import MATCHES, PUBLIC, login_of, served

WIDTHS = {390: 844, 1440: 900}
WATCH = """
window.seen = {lcp: 0, cls: 0};
new PerformanceObserver(list => { for (const one of list.getEntries()) seen.lcp = one.startTime; })
  .observe({type: 'largest-contentful-paint', buffered: true});
new PerformanceObserver(list => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) seen.cls += one.value;
}).observe({type: 'layout-shift', buffered: true});
"""
READ = """() => ({...window.seen,
  fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  wide: document.documentElement.scrollWidth})"""
INTRO = """\
Chromium, an empty cache, `manage.py up` on SQLite with the league of `tests/showcase.py`, both on one
machine of two busy cores: read the times as orders of magnitude, the sizes as they are. KB is all that came
over the wire (style sheets and scripts as they are: only a collected site sends them compressed, 11 KB
of style in place of 48), JS KB the scripts gzipped, lazy chunks such as the chart's included, axe the faults
of any impact by day and by night. Made by
`python -m tests.bench.pages --write`."""
DOC = ROOT / "docs/performance.md"


def measure(browser: Browser, url: str, path: str, width: int) -> dict[str, Any]:
    """In a fresh profile: nothing is cached."""
    context = browser.new_context(
        base_url=url,
        locale="zh-CN",
        viewport={"width": width, "height": WIDTHS[width]},
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.add_init_script(WATCH)
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    loaded: dict[str, float] = {}
    network.on(
        "Network.loadingFinished", lambda one: loaded.update({one["requestId"]: one["encodedDataLength"]})
    )
    scripts: list[str] = []
    page.on("response", lambda answer: scripts.append(answer.url) if answer.url.endswith(".js") else None)
    page.goto(path, wait_until="networkidle")
    page.wait_for_timeout(300)
    told = page.evaluate(READ)
    told |= {
        "kb": sum(loaded.values()) / 1024,
        "requests": len(loaded),
        "js": sum(map(weight, scripts)) / 1024,
        "axe": len(faults(page)),
    }
    context.close()
    return dict(told)


def weight(url: str) -> int:
    file = ROOT / "frontend/dist" / url.split("/static/")[1]
    return len(gzip.compress(file.read_bytes())) if file.exists() else 0


def faults(page: Page) -> list[str]:
    """Of any impact, by day and by night."""
    found = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        for rule in Axe().run(page).response["violations"]:
            nodes = [node["html"][:140] for node in rule["nodes"][:2]]
            found.append(f"{theme} {rule['impact']} {rule['id']}: {nodes}")
    return found


def table(rows: list[tuple[str, str, int, dict[str, Any]]]) -> str:
    head = "| page | width | KB | JS KB | requests | FCP ms | LCP ms | CLS | axe |\n" + 9 * "|---" + "|"
    lines = [
        f"| {name} `{re.sub('[a-z2-7]{12}', '…', path)}` | {width} | {one['kb']:.0f} | {one['js']:.1f} | "
        f"{one['requests']} | {one['fcp']:.0f} | {one['lcp']:.0f} | {one['cls']:.3f} | {one['axe']} |"
        for name, path, width, one in rows
    ]
    return "\n".join([head, *lines])


def write(text: str) -> None:
    """Under its own heading; the other headings belong to others."""
    whole = DOC.read_text() if DOC.exists() else "# Performance\n"
    section = f"## Pages\n\n{INTRO}\n\n{text}\n"
    if "## Pages\n" in whole:
        whole = re.sub(r"## Pages\n.*?(?=\n## |\Z)", lambda _: section, whole, flags=re.DOTALL)
    else:
        whole = f"{whole.rstrip()}\n\n{section}"
    DOC.write_text(whole)


def consoles(browser: Browser, site: Embedded, pages: dict[str, str]) -> None:
    """Every page at 390 and 1440 px, with the login that it takes."""
    for user in ("", "demo", "admin"):
        for width, height in WIDTHS.items():
            context = browser.new_context(
                base_url=site.url,
                locale="zh-CN",
                viewport={"width": width, "height": height},
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.on("pageerror", lambda error: print("script:", error))
            if user:
                log_in(page, site, user)
            for name, path in pages.items():
                if login_of(name) != user:
                    continue
                answer = page.goto(path, wait_until="load")
                page.wait_for_timeout(150)
                found = faults(page)
                wide = page.evaluate("document.documentElement.scrollWidth")
                if wide > width:
                    found.append(f"{wide} px wide")
                print(
                    f"{name:20} {width:5} {answer.status if answer else 0} {'ok' if not found else ''}",
                    flush=True,
                )
                for one in found:
                    print(f"    {one}")
            context.close()


def log_in(page: Page, site: Embedded, user: str) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(user)
    page.locator("[name=password]").fill(site.demo["passwords"][user])
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url("**/team/**")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", action="store_true")
    options.add_argument("--consoles", action="store_true")
    chosen = options.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as (site, pages),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        if chosen.consoles:
            consoles(browser, site, pages)
            return
        rows = [
            (name, pages[name], width, measure(browser, site.url, pages[name], width))
            for name in (*PUBLIC, *MATCHES)
            for width in WIDTHS
        ]
        text = table(rows)
        print(text)
        if chosen.write:
            write(text)


if __name__ == "__main__":
    main()
