"""What machines ask: probes and metrics, and what is logged."""

import json
import os
import re
import subprocess
import sys

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone

from clawvend_site import logs, sentry
from league import vitals
from league.schedule import beat
from tests.league.conftest import player
from tests.realservices import ROOT


@pytest.mark.django_db
def test_a_probe_needs_no_name_of_the_site() -> None:
    """A container is asked by its address: behind the check of Host every probe would fail, and every web
    process be taken out."""
    assert Client().get("/healthz", headers={"Host": "10.0.0.7:8000"}).content == b"ok\n"
    assert Client().get("/readyz", headers={"Host": "10.0.0.7:8000"}).status_code == 200
    assert Client().get("/rules/", headers={"Host": "10.0.0.7:8000"}).status_code == 400


@pytest.mark.django_db
def test_ready_without_a_clock_but_not_healthy() -> None:
    """A stopped beat would take the whole site down with it, or no alarm would ring."""
    told = Client().get("/readyz").json()
    assert told["ready"] is True
    assert told["degraded"] == ["clock"]
    assert Client().get("/readyz?all=1").status_code == 503
    beat.strike(timezone.now())
    assert Client().get("/readyz?all=1").json() == {
        "ready": True,
        "degraded": [],
        "checks": dict.fromkeys(("database", "migrations", "redis", "clock"), "ok"),
    }


@pytest.mark.django_db
def test_not_ready_with_a_migration_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """New code would be sent requests before its tables are there."""
    from django.db.migrations.recorder import MigrationRecorder

    monkeypatch.setattr(vitals, "_up_to_date", False)
    MigrationRecorder.Migration.objects.filter(app="league").order_by("-pk").first().delete()  # type: ignore[union-attr]
    told = Client().get("/readyz")
    assert (told.status_code, told.json()["checks"]["migrations"]) == (503, "pending")


@pytest.mark.django_db
def test_metrics_are_for_who_shows_the_token() -> None:
    """Anybody could read how many play, and which errors they get."""
    assert settings.METRICS_TOKEN == ""
    with override_settings(METRICS_TOKEN="let-me-in"):
        assert Client().get("/metrics").status_code == 404
        assert Client().get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 404
        asked = Client().get("/metrics", headers={"Authorization": "Bearer let-me-in"})
    assert asked.status_code == 200
    assert "clawvend_up 1.0" in asked.content.decode()
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_metrics_count_calls_by_tool_and_code() -> None:
    """A rise of refusals or of lag would be seen by players first."""
    alice = player("spring", "Alice")
    match = alice.open_match()

    def count(tool: str, code: str) -> float:
        text = vitals.exposition().decode()
        found = re.search(rf'clawvend_calls_total{{code="{code}",tool="{tool}"}} (\S+)', text)
        return float(found[1]) if found else 0.0

    wanted = [
        ("set_price", "ok"),
        ("set_price", "malformed"),
        ("restock", "quote_unknown"),
        ("end_day", "ok"),
    ]
    before = [count(*one) for one in wanted]
    alice.tool(match, "set_price", {"sku": "cola", "price": "6.50"})
    alice.tool(match, "set_price", {"sku": "cola"})
    assert (
        alice.tool(match, "restock", {"quote_id": "q-none", "quantity": 1}).json()["code"] == "quote_unknown"
    )
    alice.tool(match, "end_day")
    assert [count(*one) - was for one, was in zip(wanted, before, strict=True)] == [1, 1, 1, 1]
    text = vitals.exposition().decode()
    assert "clawvend_matches_open 1.0" in text
    assert "clawvend_settlement_lag_seconds 0.0" in text


RAW = "cv_0123456789ab_Secret-of-a-key_xyz"
PLANTED = {
    "a key": (RAW, "Secret-of"),
    "a header": ("Authorization: Bearer abcdefghijklmnop", "abcdefgh"),
    "a link": ("Not Found: /claim/tOkEnTOKEN/", "tOkEn"),
    "a reset": ("GET /accounts/password/reset/key/1-abc-def/", "abc-def"),
    "a query": ("Not Found: /api/v1/matches?secret=hunter2", "hunter2"),
    "a database": ("postgres://site:hunter2@db/clawvend", "hunter2"),
    "a row": ('new row violates\nDETAIL:  Failing row contains (7, {"persona": "bait"\n, …}).', "bait"),
}


@pytest.mark.parametrize("what", PLANTED)
def test_secrets_are_scrubbed(what: str) -> None:
    """A key, a link or a sealed state would stand in logs that more people read than the database."""
    said, secret = PLANTED[what]
    assert secret in said
    assert secret not in logs.scrubbed(said)
    event = sentry.before_send(
        {"request": {"url": said, "headers": {"A": said}, "data": said}, "m": [said]}, {}
    )
    assert secret not in json.dumps(event)


def test_ordinary_lines_stay_as_they_are() -> None:
    """Who scrubs too much cannot find anything in the logs."""
    line = "day 3 of abcdefgh2345 waits for the next tick: OperationalError"
    assert logs.scrubbed(line) == line


PROGRAM = """
import logging, django
django.setup()
import structlog
from django.test import Client
from django.http import Http404
client = Client(raise_request_exception=False)
headers = {"Authorization": "Bearer %s", "Host": "localhost"}
client.get("/api/v1/matches/abcdefgh2345/nothing?key=%s", headers=headers)
client.post("/api/v1/agent/matches/abcdefgh2345/tools/send_email", '{"body": "my-plan"}',
            content_type="application/json", headers=headers)
try:
    raise ValueError("no such key %s")
except ValueError:
    logging.getLogger("league").exception("failed with %%s", "%s")
"""


def test_json_lines_have_ids_and_no_secrets(tmp_path: object) -> None:
    """Lines could not be joined to a request or a match; or would hold what an agent said and its key."""
    ours = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")
    env = {name: value for name, value in os.environ.items() if name not in ours}
    env |= {
        "CLAWVEND_DATA": str(tmp_path),
        "LOG_FORMAT": "json",
        "DJANGO_SETTINGS_MODULE": "clawvend_site.settings",
    }
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True, timeout=120
    )
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM % (RAW, RAW, RAW, RAW)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    finished = [line for line in lines if line["event"] == "request_finished"]
    assert [(line["code"], line.get("match_id")) for line in finished] == [(404, None), (401, "abcdefgh2345")]
    assert len({line["request_id"] for line in finished}) == 2
    assert finished[1]["request"].startswith("POST /api/v1/agent/matches/<match:match_id>/tools/<str:tool>")
    failed = next(line for line in lines if line["level"] == "error")
    assert "ValueError" in failed["exception"]
    for secret in ("Secret-of", "my-plan"):
        assert secret not in done.stderr
