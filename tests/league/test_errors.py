"""Whatever is asked of /api/, the answer is JSON: a problem with code, both languages and a next step."""

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from league import access
from league.api import errors, throttles
from league.models import Match
from tests.league.conftest import Player, anybody

pytestmark = pytest.mark.django_db
WORDS = ("type", "title", "status", "code", "detail", "detail_en", "hint", "hint_en")


def assert_problem(answer: Any, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer["Content-Type"] == "application/problem+json"
    assert all(answer.json()[word] for word in WORDS)


@pytest.mark.parametrize("slash", ["", "/"])
def test_a_slash_at_the_end_makes_no_difference(alice: Player, match: Match, slash: str) -> None:
    """Clients differ in it; a redirect would lose a POST."""
    assert alice.get(f"agent{slash}").status_code == 200
    assert alice.get(f"matches/{match.pk}/frames{slash}").status_code == 200
    assert alice.post(f"agent/matches/{match.pk}/tools/read_notes{slash}").status_code == 200


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete", "options", "head"])
@pytest.mark.parametrize(
    "path", ["/api/", "/api/v1", "/api/v2/agent", "/api/v1/matches/UPPERCASE123", "/api/%00", "/api/é"]
)
def test_no_such_address(path: str, method: str) -> None:
    """An address that is none is a 404 by any method, never a page."""
    answer = getattr(Client(raise_request_exception=False), method)(path)
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("put", "/api/v1/agent", "GET, HEAD"),
        ("options", "/api/v1/leagues", "GET, HEAD"),
        ("delete", "/api/v1/agent/matches", "GET, HEAD, POST"),
        ("trace", "/api/v1/leagues", "GET, HEAD"),
    ],
)
def test_another_method(alice: Player, method: str, path: str, allow: str) -> None:
    """The answer names the methods that there are."""
    answer = getattr(anybody(), method)(path, headers={"Authorization": f"Bearer {alice.raw}"})
    assert_problem(answer, 405, "method_not_allowed")
    assert set(answer["Allow"].split(", ")) >= set(allow.split(", ")) - {"HEAD"}
    assert "OPTIONS" not in answer["Allow"]


def test_another_kind_of_answer() -> None:
    """Who accepts no JSON is told in JSON all the same."""
    assert_problem(anybody().get("/api/v1/leagues", headers={"Accept": "text/html"}), 406, "not_acceptable")
    for accepted in (
        "*/*",
        "application/json",
        "application/problem+json",
        "text/html, */*;q=0.8",
        "application/*",
    ):
        assert anybody().get("/api/v1/leagues", headers={"Accept": accepted}).status_code == 200


def test_a_forged_host() -> None:
    """What never reaches a view is JSON too."""
    assert_problem(anybody().get("/api/v1/leagues", headers={"Host": "evil.example"}), 400, "malformed")


def test_chunked(alice: Player, match: Match) -> None:
    """A body without a length would be read as empty: it is refused, and says how to send it."""
    answer = alice.tool(match, "read_notes", **{"Transfer-Encoding": "chunked"})
    assert_problem(answer, 411, "length_required")


def test_something_breaks(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours is a 500 in JSON that tells nothing of itself."""

    def broken(*_: object) -> None:
        raise RuntimeError("CANARY")

    monkeypatch.setattr(access, "own_matches", broken)
    answer = alice.get("agent")
    assert_problem(answer, 500, "error")
    assert b"CANARY" not in answer.content


def test_the_database_is_away(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """What will pass is a 503 with Retry-After."""

    def away(*_: object) -> None:
        raise OperationalError("server closed the connection")

    monkeypatch.setattr(access, "own_matches", away)
    answer = alice.get("agent")
    assert_problem(answer, 503, "busy")
    assert answer["Retry-After"] == "2"


def test_too_many_requests(alice: Player, carol: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is the caller's own, says its name and when to come back."""
    monkeypatch.setitem(throttles.Throttle.RATES, "reads", throttles.Rate(3, 3600, share=1))
    answers = [alice.get("agent") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert_problem(answers[3], 429, "throttled")
    assert answers[3].json()["limit"] == "reads: 3/3600s"
    assert 1 <= int(answers[3]["Retry-After"]) <= 3600
    assert carol.get("agent").status_code == 200


def test_requests_are_counted_over_processes(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes share one limit, give or take what each has not reported yet."""
    rate = throttles.Rate(30, 3600, share=10)
    here, there = throttles.Tally(), throttles.Tally()
    counts = [tally.count("rate:x", rate) for _ in range(30) for tally in (here, there)]
    assert max(counts) == 60
    assert counts[39] >= 30


def test_without_a_cache_nobody_is_locked_out(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis away must not mean that nobody may play."""

    def away(*_: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(throttles.cache, "add", away)
    for _ in range(25):
        assert alice.get("agent").status_code == 200


@pytest.mark.parametrize("code", errors.PROBLEMS)
def test_every_problem_is_said_in_both_languages(code: str) -> None:
    """Each code has its sentence and its next step, in Chinese and in English."""
    about = errors.PROBLEMS[code]
    for text in (about.detail, about.hint):
        assert any("\u4e00" <= char <= "\u9fff" for char in text)
    for text in (about.detail_en, about.hint_en):
        assert text.isascii() or "…" in text
