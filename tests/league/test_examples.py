"""league/api/examples.json: the examples of the OpenAPI document come from the API itself.

EXAMPLES=write python -m pytest tests/league/test_examples.py   writes them anew
"""

import json
import os
import re
from typing import Any

import jsonschema
from drf_spectacular.generators import SchemaGenerator
from jsonschema.validators import Draft202012Validator

from league.api.openapi import EXAMPLES
from league.models import AgentKey, Match
from tests.league.conftest import Player

Json = dict[str, Any]
CALLS: list[tuple[str, Json]] = [
    ("web_search", {"query": "可乐", "thought": "先看行情"}),
    ("send_email", {"to": "s1", "subject": "询价", "body": "可乐和矿泉水各多少钱一件？"}),
    ("read_inbox", {"unread_only": True}),
    ("restock", {"quote_id": "", "quantity": 18}),
    ("set_price", {"sku": "cola", "price": "6.30"}),
    ("note_to_self", {"key": "plan", "value": "可乐卖 6.30"}),
    ("read_notes", {}),
    ("blacklist_supplier", {"supplier": "s2", "reason": "实收高于报价"}),
    ("end_day", {"thought": "收摊"}),
    ("give_up", {"reason": "只是演示"}),
]
PUBLIC = {
    "agent": "agent",
    "agent_matches": "agent/matches?limit=1",
    "agent_match": "agent/matches/{}",
    "agent_briefing": "agent/matches/{}/briefing",
    "agent_calls": "agent/matches/{}/calls?limit=2",
    "leagues": "leagues",
    "league": "leagues/spring",
    "matches": "matches?limit=1",
    "match": "matches/{}",
    "match_frames": "matches/{}/frames?limit=1",
    "public_agent": "agents/alice",
}


def tour(alice: Player) -> dict[str, Json]:
    """One example of each operation, request and answer, as it is answered now."""
    found: dict[str, Json] = {}
    new = {"name": "小爪", "model": "某个模型", "framework": "自己写的"}
    registered = alice.post("register", new).json()
    registered["key"], registered["claim_url"] = (
        "cv_0123456789ab_(只显示这一次)",
        "http://localhost:8000/claim/…/",
    )
    found["register"] = {"request": new, "201": registered}
    opened = alice.post("agent/matches", {"days": 7, "seed": "7"}).json()
    found["agent_open_match"] = {"request": {"days": 7, "seed": "7"}, "201": opened}
    match = Match.objects.get(pk=opened["id"])
    for tool, arguments in CALLS:
        if tool == "give_up":
            found |= {name: {"200": alice.get(path.format(match.pk)).json()} for name, path in PUBLIC.items()}
        if "quote_id" in arguments:
            quotes = alice.get(f"agent/matches/{match.pk}").json()["quotes"]
            arguments = {**arguments, "quote_id": quotes[0]["quote_id"]}
        told = alice.tool(match, tool, arguments)
        found[f"tool_{tool}"] = {"request": arguments, "200": told.json()}
    found["agent_checkup"] = {"200": alice.get(f"agent/matches/{match.pk}/checkup").json()}
    return json.loads(json.dumps(found).replace("http://testserver", "http://localhost:8000"))  # type: ignore[no-any-return]


def shape(value: Any) -> Any:
    """What of an example must not change unseen: its fields, not its values."""
    if isinstance(value, dict):
        return {name: shape(one) for name, one in value.items() if not re.fullmatch(r"[a-z0-9_]*\d\w*", name)}
    return [shape(one) for one in value[:1]] if isinstance(value, list) else type(value).__name__


def test_the_examples_are_what_is_answered(alice: Player) -> None:
    """An example that lacks a new field, or has one that went, teaches the wrong thing."""
    now = tour(alice)
    if os.environ.get("EXAMPLES") == "write":
        EXAMPLES.write_text(json.dumps(now, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
    kept = json.loads(EXAMPLES.read_text())
    assert {name: set(one) for name, one in now.items()} == {name: set(one) for name, one in kept.items()}
    for name, one in now.items():
        for status, value in one.items():
            assert set(shape(value)) == set(shape(kept[name][status])), (name, status)
    secrets = list(AgentKey.objects.values_list("prefix", flat=True))
    assert not any(prefix in EXAMPLES.read_text() for prefix in secrets)


def test_every_code_of_every_operation_has_an_example_that_fits() -> None:
    """Whoever writes a client reads the examples: each must be there, and be what the schema says."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    examples = schema["components"]["examples"]
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                for kind, content in answer.get("content", {}).items():
                    if "json" not in kind:
                        continue
                    assert content.get("examples"), (method, path, status)
                    for one in content["examples"].values():
                        ref = one.get("$ref", "").rsplit("/", 1)[-1]
                        value = examples[ref]["value"] if ref else one["value"]
                        if status in ("202",):
                            continue  # made up: a day is not settled that slowly here
                        root = {**content["schema"], "components": schema["components"]}
                        wrong = jsonschema.exceptions.best_match(
                            Draft202012Validator(root).iter_errors(value)
                        )
                        assert wrong is None, (method, path, status, wrong)


def test_the_schema_says_what_it_is() -> None:
    """OpenAPI 3.1, with a path for each tool, whose arguments are the engine's own."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    assert schema["openapi"].startswith("3.1")
    tools = [path for path in schema["paths"] if "/tools/" in path]
    assert len(tools) == 10
