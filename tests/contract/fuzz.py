"""Throws cases made from the OpenAPI document at a running server; every answer must be as it describes.

    python -m tests.contract.fuzz URL KEY [CASES]

Half of the cases get a match that is there, so that they reach the game and not only a 404. Start the server
with RATE_LIMITS=off, or most answers are 429.
"""

import sys
from collections import Counter
from itertools import cycle
from typing import Any

import httpx2
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import checks
from schemathesis.specs.openapi import checks as openapi

CHECKS = (
    checks.not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_headers_conformance,
    openapi.response_schema_conformance,
)


def fuzz(url: str, key: str, cases: int) -> Counter[str]:
    """How often each status came; raises with the request that broke the contract."""
    headers = {"Authorization": f"Bearer {key}"}
    schema = schemathesis.openapi.from_url(f"{url}/api/schema/?format=json")
    operations = [found.ok() for found in schema.get_all_operations()]
    seen: Counter[str] = Counter()
    with httpx2.Client(base_url=url, headers=headers) as http:
        matches = cycle(_matches(http))
        for operation in operations:
            _one(operation, matches, headers, max(1, cases // len(operations)), seen)
    return seen


def _one(operation: Any, matches: Any, headers: dict[str, str], cases: int, seen: Counter[str]) -> None:
    made = operation.as_strategy()
    broken = operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)

    @settings(
        max_examples=cases,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=st.one_of(made, broken), real=st.booleans())
    def check(case: Any, real: bool) -> None:
        if real and "match_id" in case.path_parameters:
            case.path_parameters["match_id"] = next(matches)
        if "wait" in (case.query or {}):
            case.query["wait"] = "0" if real else case.query["wait"]
        response = case.call(headers=headers, timeout=90)
        seen[f"{response.status_code}"] += 1
        case.validate_response(response, checks=CHECKS, headers=headers)

    check()


def _matches(http: httpx2.Client) -> list[str]:
    """An open match, a finished one, and one whose actions are used up."""
    ids = [http.post("/api/v1/agent/matches", json={"days": days}).json()["id"] for days in (365, 7, 30)]
    tools = "/api/v1/agent/matches/{}/tools/{}"
    for _ in range(7):
        http.post(tools.format(ids[1], "end_day"), json={})
    for _ in range(50):
        http.post(tools.format(ids[2], "read_inbox"), json={})
    http.post(tools.format(ids[0], "send_email"), json={"to": "s1", "body": "可乐、水各多少钱？"})
    return ids


if __name__ == "__main__":
    told = fuzz(sys.argv[1], sys.argv[2], int((sys.argv[3:] or ["5000"])[0]))
    print(sum(told.values()), "cases", dict(sorted(told.items())))
