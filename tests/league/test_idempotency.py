"""Idempotency-Key on tool calls: a repeat gets the recorded answer, whenever it comes."""

from typing import Any

import pytest

from league import play
from league.models import Call, Match, Settlement
from league.play import hinge
from tests.league.conftest import Player, at_once

PRICE = {"sku": "cola", "price": "6.50"}


def test_a_repeat_gets_the_recorded_answer(alice: Player, match: Match) -> None:
    """A lost answer is asked for again: nothing happens twice, the answer is the same to the letter."""
    first = alice.tool(match, "set_price", PRICE, key="k")
    alice.tool(match, "set_price", {"sku": "cola", "price": "7.00"})
    again = alice.tool(match, "set_price", PRICE, key="k")
    assert (again.status_code, again.content) == (200, first.content)
    assert again["Idempotency-Replayed"] == "true"
    assert Call.objects.count() == 2


def test_a_refusal_is_recorded_too(alice: Player, match: Match) -> None:
    """The repeat of a refused call is refused in the same words, not tried again."""
    first = alice.tool(match, "set_price", {"sku": "beer", "price": "6.50"}, key="k")
    again = alice.tool(match, "set_price", {"sku": "beer", "price": "6.50"}, key="k")
    assert (again.status_code, again.content) == (409, first.content)
    assert Call.objects.count() == 1


def test_the_order_of_fields_does_not_matter(alice: Player, match: Match) -> None:
    """A client that builds its body again may write the fields in another order."""
    alice.tool(match, "set_price", '{"sku": "cola", "price": "6.50"}', key="k")
    assert alice.tool(match, "set_price", '{"price":"6.50","sku":"cola"}', key="k").status_code == 200


@pytest.mark.parametrize(
    ("tool", "body"), [("set_price", {"sku": "cola", "price": "7.00"}), ("read_notes", {}), ("end_day", {})]
)
def test_a_key_for_another_call(alice: Player, match: Match, tool: str, body: object) -> None:
    """Another tool or body under a used key is the client's mistake, told as such."""
    alice.tool(match, "set_price", PRICE, key="k")
    answer = alice.tool(match, tool, body, key="k")
    assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")
    assert Call.objects.count() == 1


def test_keys_are_a_match_s_own(alice: Player, match: Match) -> None:
    """An agent that plays two matches may count its keys from 1 in each."""
    other = alice.open_match()
    for one in (match, other):
        assert alice.tool(one, "set_price", PRICE, key="1").status_code == 200
    assert Call.objects.count() == 2


def test_at_the_same_instant(alice: Player, match: Match) -> None:
    """Twenty threads with one key: one call, one answer twenty times."""
    answers = at_once(20, lambda _: alice.tool(match, "set_price", PRICE, key="k"))
    assert {(answer.status_code, answer.content) for answer in answers} == {(200, answers[0].content)}
    assert Call.objects.count() == 1


def test_end_day_is_repeated(alice: Player, match: Match) -> None:
    """The day is closed once, and its report can be asked for again on the next day."""
    first = alice.tool(match, "end_day", {"thought": "x"}, key="d1")
    again = alice.tool(match, "end_day", {"thought": "x"}, key="d1")
    assert (again.status_code, again.content) == (200, first.content)
    match.refresh_from_db()
    assert match.day == 2


def test_end_day_at_the_same_instant(alice: Player, match: Match) -> None:
    """Ten threads close one day, not ten; who comes while it is being settled is told to ask again."""
    answers = at_once(10, lambda _: alice.tool(match, "end_day", key="d1"))
    assert {a.status_code for a in answers} <= {200, 409}
    assert {a.json().get("code") for a in answers if a.status_code == 409} <= {"in_flight"}
    assert any(a.status_code == 200 for a in answers)
    match.refresh_from_db()
    assert (match.day, Settlement.objects.count(), Call.objects.count()) == (2, 1, 1)


def test_end_day_that_waited_for_its_own_settlement(
    alice: Player, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second sending that got the lock only after the first was settled saw the calls of before. It gets
    the recorded answer, and does not close the next day under the same key."""
    first = alice.tool(match, "end_day", key="d1")
    lock = hinge.lock

    def as_before(*values: Any, key: Any = None) -> Any:
        return lock(*values)._replace(outcome=None, digest=None)

    monkeypatch.setattr(hinge, "lock", as_before)
    again = alice.tool(match, "end_day", key="d1")
    assert (again.status_code, again.content) == (200, first.content)
    assert Settlement.objects.count() == 1


def test_while_the_day_is_being_settled(alice: Player, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same key is in flight, another body under it a mistake, everything else has to wait."""
    monkeypatch.setattr("league.play.hinge.queue", lambda *_: None)
    pending = alice.tool(match, "end_day", key="d1")
    assert (pending.status_code, pending["Retry-After"]) == (202, "1")
    assert (pending.json()["phase"], pending.json()["result"]) == ("settling", None)
    assert pending.json()["look_at"] == pending["Location"]
    for key, tool, body, status, code in (
        ("d1", "end_day", {}, 409, "in_flight"),
        ("d1", "end_day", {"thought": "y"}, 422, "key_reused"),
        ("d1", "read_notes", {}, 422, "key_reused"),
        ("d2", "end_day", {}, 409, "settling"),
        ("d2", "read_notes", {}, 409, "settling"),
    ):
        answer = alice.tool(match, tool, body, key=key)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        if status == 409:
            assert answer["Retry-After"] == "1"
    assert alice.get(f"agent/matches/{match.pk}").json()["phase"] == "settling"
    play.settle_day(match.pk, 1)
    answer = alice.tool(match, "end_day", key="d1")
    assert (answer.status_code, answer.json()["result"]["day"]) == (200, 1)


def test_after_the_end(alice: Player, match: Match) -> None:
    """The answer to the call that ended a match can still be asked for."""
    first = alice.tool(match, "give_up", key="k")
    again = alice.tool(match, "give_up", key="k")
    assert (again.status_code, again.content) == (200, first.content)
    assert alice.tool(match, "give_up", key="other").status_code == 410
