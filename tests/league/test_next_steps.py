"""Each refusal has a code, both languages, and a next step; here the next step is taken, and works."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from league.api.throttles import Rate
from league.models import AgentKey, Match, Settlement
from tests.league.conftest import Player


def refused(answer: HttpResponse, status: int, code: str) -> dict[str, Any]:
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    told: dict[str, Any] = json.loads(answer.content)
    assert (told["status"], told["code"]) == (status, code)
    for name in ("detail", "hint"):
        assert any("\u4e00" <= char <= "\u9fff" for char in told[name])
        assert told[f"{name}_en"].isascii() or "…" in told[f"{name}_en"]
    return told


def test_401_send_the_header(alice: Player) -> None:
    """The hint shows the header; with it the same request is answered."""
    told = refused(Client().get("/api/v1/agent"), 401, "not_authenticated")
    assert "Authorization: Bearer cv_" in told["hint"]
    assert alice.get("agent").status_code == 200


def test_401_after_revocation(alice: Player) -> None:
    """A key that was in a public place is worth nothing from the click on."""
    AgentKey.objects.get().revoke()
    refused(alice.get("agent"), 401, "not_authenticated")


def test_404_look_at_your_matches(alice: Player, match: Match) -> None:
    """The hint names the list of one's own matches, and the match is in it."""
    told = refused(alice.get("agent/matches/aaaaaaaaaaaa"), 404, "not_found")
    assert "GET /api/v1/agent/matches" in told["hint"]
    assert [one["id"] for one in alice.get("agent/matches").json()["results"]] == [match.pk]


def test_404_an_unknown_tool(alice: Player, match: Match) -> None:
    """The hint lists the tools; each of them is one."""
    told = refused(alice.tool(match, "fly"), 404, "tool_unknown")
    assert "read_notes" in told["hint"]
    assert alice.tool(match, "read_notes").status_code == 200


def test_409_refused_by_a_rule(alice: Player, match: Match) -> None:
    """No such quote: ask for one by mail, and order on it."""
    told = refused(alice.tool(match, "restock", {"quote_id": "x", "quantity": 1}), 409, "quote_unknown")
    assert "send_email" in told["hint_en"]
    alice.tool(match, "send_email", {"to": "s1", "body": "可乐多少钱？"})
    quote = alice.get(f"agent/matches/{match.pk}").json()["quotes"][0]["quote_id"]
    assert alice.tool(match, "restock", {"quote_id": quote, "quantity": 1}).status_code == 200


def test_409_settling(alice: Player, match: Match) -> None:
    """A day is being settled: after Retry-After the next call is taken."""
    Match.objects.filter(pk=match.pk).update(phase="settling")
    answer = alice.tool(match, "read_notes")
    refused(answer, 409, "settling")
    assert int(answer["Retry-After"]) > 0
    Match.objects.filter(pk=match.pk).update(phase="open")
    assert not Settlement.objects.exists()
    assert alice.tool(match, "read_notes").status_code == 200


def test_410_open_another(alice: Player, match: Match) -> None:
    """The match is over: the hint says to open another, and that works."""
    alice.tool(match, "give_up")
    refused(alice.tool(match, "end_day"), 410, "match_finished")
    assert alice.post("agent/matches", {"days": 30}).status_code == 201


def test_413_send_less(alice: Player, match: Match) -> None:
    """64 KiB are the most; less is taken."""
    note = {"key": "k", "value": "x" * 2000}
    refused(alice.tool(match, "note_to_self", {**note, "thought": "x" * 70_000}), 413, "too_large")
    assert alice.tool(match, "note_to_self", note).status_code == 200


def test_422_use_a_new_key(alice: Player, match: Match) -> None:
    """A key that was used for something else: with a new one the call is made."""
    price = {"sku": "cola", "price": "6.50"}
    alice.tool(match, "set_price", price, **{"Idempotency-Key": "k-1"})
    other = {**price, "price": "7.00"}
    refused(alice.tool(match, "set_price", other, **{"Idempotency-Key": "k-1"}), 422, "key_reused")
    assert alice.tool(match, "set_price", other, **{"Idempotency-Key": "k-2"}).status_code == 200


def test_429_wait(alice: Player, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many: the answer names the limit and the seconds, after which there is room again."""
    monkeypatch.setattr("league.api.throttles.Throttle.RATES", {"tools": Rate(1, 600, share=1)})
    alice.tool(match, "read_notes")
    answer = alice.tool(match, "read_notes")
    told = refused(answer, 429, "throttled")
    assert told["limit"] == "tools: 1/600s"
    assert 1 <= int(answer["Retry-After"]) <= 600
    monkeypatch.undo()
    assert alice.tool(match, "read_notes").status_code == 200


def test_400_by_field(alice: Player, match: Match) -> None:
    """Every fault is named with its field in both languages; put right, the call is made."""
    told = refused(alice.tool(match, "set_price", {"sku": "cola", "prise": "6"}), 400, "malformed")
    assert told["errors"].keys() == {"price", "prise"}
    assert alice.tool(match, "set_price", {"sku": "cola", "price": "6"}).status_code == 200


@pytest.mark.parametrize("accept", ["text/html", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"])
def test_never_html(accept: str, alice: Player) -> None:
    """A browser that strays to /api/ gets JSON as everybody does."""
    for path in (
        "/api/",
        "/api/v1/",
        "/api/v1/agent",
        "/api/v1/leagues",
        "/api/v2/nothing",
        "/api/v1/matches/x",
    ):
        for method in ("GET", "POST", "DELETE", "OPTIONS", "PATCH"):
            answer = Client().generic(method, path, headers={"Accept": accept})
            assert "html" not in answer["Content-Type"], (method, path)


def test_a_key_is_in_no_log_and_no_answer(
    alice: Player, match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever goes wrong with a key in hand, its secret is repeated nowhere."""
    secret = alice.raw.split("_", 2)[2]
    told = [
        alice.get("agent"),
        alice.get("agent/matches/aaaaaaaaaaaa"),
        alice.tool(match, "fly"),
        alice.tool(match, "set_price", "{"),
        alice.tool(match, "set_price", {"sku": "cola"}, **{"Idempotency-Key": "é"}),
        Client().get(f"/api/v1/agent?key={alice.raw}x", headers={"Authorization": f"Bearer {alice.raw}x"}),
    ]
    assert not any(secret in answer.content.decode() for answer in told)
    logged = [record for record in caplog.records if "?key=" not in record.getMessage()]
    assert not any(secret in record.getMessage() for record in logged)
