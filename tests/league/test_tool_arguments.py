"""Malformed calls of tools: refused before the game, field by field, and counted for nothing."""

from typing import Any

import pytest

from league.models import Call, Match
from tests.league.conftest import Player

pytestmark = pytest.mark.django_db

DEEP = '{"sku":' + "[" * 30_000 + "]" * 30_000 + "}"


@pytest.mark.parametrize(
    ("tool", "body", "field"),
    [
        ("set_price", {"sku": "cola"}, "price"),
        ("set_price", {"price": "6.50"}, "sku"),
        ("set_price", {"sku": 7, "price": "6.50"}, "sku"),
        ("set_price", {"sku": "cola", "price": "12.345"}, "price"),
        ("set_price", {"sku": "cola", "price": "-5"}, "price"),
        ("set_price", {"sku": "cola", "price": "0"}, "price"),
        ("set_price", {"sku": "cola", "price": "１２"}, "price"),
        ("set_price", {"sku": "cola", "price": "NaN"}, "price"),
        ("set_price", {"sku": "cola", "price": True}, "price"),
        ("restock", {"quote_id": "q", "quantity": 2**63}, "quantity"),
        ("restock", {"quote_id": "q", "quantity": -5}, "quantity"),
        ("restock", {"quote_id": "q", "quantity": 1.5}, "quantity"),
        ("note_to_self", {"key": "k", "value": "v" * 2001}, "value"),
        ("read_notes", {"colour": "red"}, "colour"),
        ("end_day", {"thought": "t" * 2001}, "thought"),
        ("end_day", {"thought": 7}, "thought"),
    ],
)
def test_by_field(alice: Player, match: Match, tool: str, body: Any, field: str) -> None:
    """The answer names the field and what it should be, in both languages."""
    answer = alice.tool(match, tool, body)
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.json()["code"], list(answer.json()["errors"])) == ("malformed", [field])
    assert answer.json()["errors"][field].keys() == {"zh", "en"}
    assert_nothing_happened(alice, match)


@pytest.mark.parametrize(
    "body",
    [
        '{"sku": "cola", "price": NaN}',
        '{"sku": "cola", "price": Infinity}',
        '{"sku": "cola", "price": -Infinity}',
        '{"sku": "cola", "price": 1e400}',
        '{"sku": "cola", "price": ' + "9" * 5000 + "}",
        '{"sku": "cola", "price": 0.' + "1" * 5000 + "}",
        '{"sku": "cola", "sku": "water", "price": 6}',
        '{"sku": "cola", "price": 6',
        "[]",
        '"cola"',
        "null",
        "7",
        b'{"sku": "\xff"}',
        b'\xef\xbb\xbf{"sku": "cola", "price": 6}',
        '{"sku": "\\u0000", "price": 6}',
        '{"sku": "\\ud800", "price": 6}',
        '{"\\ud800": 1}',
        '{"sku": "a\x00b"}',
        DEEP,
        "{" * 60_000,
        "not json",
    ],
    ids=lambda body: repr(body)[:30],
)
def test_json_oddities(alice: Player, match: Match, body: str | bytes) -> None:
    """What is not exactly JSON is a clean 400: never a 500, never a number that is none."""
    answer = alice.tool(match, "set_price", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert list(answer.json()["errors"]) == ["body"]
    assert_nothing_happened(alice, match)


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "nonsense"]
)
def test_another_content_type(alice: Player, match: Match, content_type: str) -> None:
    """A form is not JSON, and is told so rather than read as empty."""
    answer = alice.tool(match, "set_price", "sku=cola&price=6", content_type=content_type)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    assert_nothing_happened(alice, match)


def test_too_large(alice: Player, match: Match) -> None:
    """64 KiB is read, one byte more is not."""
    frame = '{"key": "k", "value": ""}'
    fits = alice.tool(match, "note_to_self", frame[:-2] + "x" * (64 * 1024 - len(frame)) + frame[-2:])
    assert (fits.status_code, list(fits.json()["errors"])) == (400, ["value"])
    answer = alice.tool(match, "note_to_self", "x" * (64 * 1024 + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_an_empty_body(alice: Player, match: Match) -> None:
    """A tool without arguments may be called without a body, and without a content type."""
    answer = alice.tool(match, "read_notes", b"", content_type="")
    assert answer.status_code == 200


@pytest.mark.parametrize("tool", ["fly", "status", "time_out", "set_price%00", "END_DAY", "x" * 300])
def test_an_unknown_tool(alice: Player, match: Match, tool: str) -> None:
    """The answer lists the tools."""
    answer = alice.tool(match, tool)
    assert (answer.status_code, answer.json()["code"]) == (404, "tool_unknown")
    assert "end_day" in answer.json()["hint"]
    assert_nothing_happened(alice, match)


@pytest.mark.parametrize("key", ["", "x" * 129, "键", "a\tb"])
def test_a_malformed_idempotency_key(alice: Player, match: Match, key: str) -> None:
    """A key that could not be stored or compared is refused by name."""
    answer = alice.tool(match, "read_notes", key=key)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["Idempotency-Key"])
    assert_nothing_happened(alice, match)


def assert_nothing_happened(alice: Player, match: Match) -> None:
    assert not Call.objects.exists()
    assert alice.get(f"agent/matches/{match.pk}").json()["actions_left"] == 50
