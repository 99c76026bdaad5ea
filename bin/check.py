"""All that must hold before a change lands: style, types, the site's own tests, and pytest, once on the
embedded default and again on PostgreSQL and Redis where they answer (CLAWVEND_REQUIRE_SERVICES=1: they must).

With arguments, only pytest runs, once, with them.
"""

import os
import subprocess
import sys
import time
import xml.etree.ElementTree as xml
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import psycopg  # noqa: E402

from bin.install import SITE, find_npm, npm_env  # noqa: E402 - after the path to this folder
from tests.realservices import POSTGRES, REQUIRED, missing  # noqa: E402

# Settings of whoever calls must not decide what is tested.
OURS = (
    "ALLOWED_HOSTS",
    "CLAWVEND_DATA",
    "DATABASE_URL",
    "DEBUG",
    "HOST",
    "LOG_LEVEL",
    "PORT",
    "REDIS_URL",
    "SECRET_KEY",
)
ENV = {name: value for name, value in os.environ.items() if name not in OURS}

SCHEMA = [
    *(sys.executable, "manage.py", "spectacular", "--validate", "--fail-on-warn"),
    *("--format", "openapi-json", "--file", "var/openapi.json"),
]

MOST_AGAIN = 30  # failed tests are run once more, alone; more than that is no accident

story: list[str] = []
counts: Counter[str] = Counter()


def main() -> int:
    start = time.monotonic()
    if sys.argv[1:]:
        return subprocess.run([sys.executable, "-m", "pytest", *sys.argv[1:]], cwd=ROOT, env=ENV).returncode
    good = [
        check("ruff", [sys.executable, "-m", "ruff", "check", "."]),
        check("ruff format", [sys.executable, "-m", "ruff", "format", "--check", "."]),
        check("mypy", [sys.executable, "-m", "mypy"]),
        check("mypy client", [sys.executable, "-m", "mypy", "--config-file", "client/mypy.ini"]),
        check("schema", SCHEMA, ENV | {"CLAWVEND_DATA": str(ROOT / "var/schema")}),
        site(),
        suite("embedded", ["-m", "not services"], {}),
        services(),
    ]
    print("\n" + "\n".join(story))
    tally = ", ".join(
        f"{counts[word]} {word}" for word in ("failed", "passed", "skipped", "error") if counts[word]
    )
    print(f"===== {tally} in {time.monotonic() - start:.0f}s =====")
    return 0 if all(good) else 1


def check(name: str, command: list[str], env: dict[str, str] = ENV, folder: Path = ROOT) -> bool:
    print(f"\n--- {name}", flush=True)
    start = time.monotonic()
    good = subprocess.run(command, cwd=folder, env=env).returncode == 0
    story.append(f"{name}: {'good' if good else 'FAILED'} ({time.monotonic() - start:.0f} s)")
    return good


def site() -> bool:
    """Types and tests of the bundle, as far as it is installed."""
    if not (SITE / "node_modules/.stamp").exists():
        story.append("site: NOT RUN, its packages could not be installed")
        return not REQUIRED
    npm = find_npm()
    env = ENV | npm_env(npm)
    checks = ("types:check", "typecheck", "test")  # the first: src/api.d.ts is what the schema says
    good = [check(f"site {what}", [*npm, "run", what], env, SITE) for what in checks]
    return all(good)


def services() -> bool:
    """What touches the database again on PostgreSQL, and the tests that start real services."""
    if reason := missing():
        story.append(f"PostgreSQL and Redis: NOT RUN, {reason}")
        return not REQUIRED
    database = f"clawvend_{os.getpid()}"
    extra = {"DATABASE_URL": f"{POSTGRES}/{database}", "SECRET_KEY": "of-the-tests" * 5}
    good = suite("PostgreSQL and Redis", ["-m", "services or (database and not browser)"], extra)
    with psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection:
        for worker in ("gw0", "gw1"):  # stays where a thread that nobody waited for was still connected
            connection.execute(f"drop database if exists test_{database}_{worker} with (force)")
    return good


def broken(report: Path) -> list[str]:
    """The names of the tests that did not pass."""
    return [
        f"{case.get('classname')}.{case.get('name')}"
        for case in xml.parse(report).iter("testcase")
        if {child.tag for child in case} & {"failure", "error"}
    ]


def suite(name: str, options: list[str], extra: dict[str, str]) -> bool:
    report = ROOT / "var" / f"tests-{name.split()[0].lower()}.xml"
    report.unlink(missing_ok=True)
    pytest = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", "-q", f"--junitxml={report}"]
    good = check(name, [*pytest, *options], ENV | extra)
    if not good and report.exists() and len(broken(report)) <= MOST_AGAIN:
        # A machine that is busy starves servers and pools. What fails alone as well is broken.
        again = [sys.executable, "-m", "pytest", "-q", "--last-failed", "--last-failed-no-failures", "none"]
        names = ", ".join(broken(report))
        good = check(f"{name}, once more and alone: {names}", [*again, *options], ENV | extra)
    if not report.exists():
        counts["error"] += 1
        return False
    found = Counter[str]()
    for case in xml.parse(report).iter("testcase"):
        kinds = {child.tag for child in case} & {"failure", "error", "skipped"}
        found[{"failure": "failed"}.get(kind := next(iter(kinds), "passed"), kind)] += 1
    if good:  # at the second try, if not at the first
        found["passed"] += found.pop("failed", 0) + found.pop("error", 0)
    story[-1] += ": " + ", ".join(f"{n} {word}" for word, n in found.items())
    counts.update(found)
    return good


if __name__ == "__main__":
    sys.exit(main())
