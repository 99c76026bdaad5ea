"""The running server against its own OpenAPI document, on PostgreSQL with a worker."""

import json
import os

import pytest

pytest.importorskip("schemathesis")

from tests.contract.fuzz import fuzz
from tests.realservices import Production

CASES = int(os.environ.get("FUZZ_CASES", "350"))


@pytest.mark.services
def test_no_answer_is_outside_the_schema(production: Production) -> None:
    """No 500, no undocumented status, no field of another type: a client that was generated from the document
    would break on it. FUZZ_CASES=5000 looks harder."""
    production.env["RATE_LIMITS"] = "off"
    production.manage("demo")
    web = production.web()
    production.worker()
    key = json.loads((production.folder / "var/demo.json").read_text())["keys"]["demo-agent"]
    seen = fuzz(web.url, key, CASES)
    assert sum(seen.values()) > CASES / 2
    assert {"200", "400", "404"} <= set(seen)
