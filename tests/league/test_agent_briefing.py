"""GET agent/matches/{id}/briefing"""

import json

from league.models import Call, Match
from tests.league.conftest import Player


def test_it_works(alice: Player, match: Match) -> None:
    """An agent that remembers nothing finds in one answer all that it needs to go on; it costs nothing."""
    alice.tool(match, "note_to_self", {"key": "plan", "value": "先问价"})
    alice.tool(match, "send_email", {"to": "s1", "body": "可乐多少钱？"})
    alice.tool(match, "restock", {"quote_id": "none", "quantity": 1})
    told = alice.get(f"agent/matches/{match.pk}/briefing").json()
    assert (told["day"], told["cash"], told["actions_left"]) == (1, "500.00", 47)
    assert told["notes"] == {"plan": "先问价"}
    assert [(q["sku"], q["days_left"]) for q in told["quotes"]] == [("cola", 2)]
    assert [(one["tool"], one["ok"], one["code"]) for one in told["today"]] == [
        ("note_to_self", True, None),
        ("send_email", True, None),
        ("restock", False, "quote_unknown"),
    ]
    assert told["yesterday"] is None
    assert told["next"][0]["tool"] == "read_inbox"
    assert Call.objects.filter(match=match).count() == 3


def test_the_morning_tells_what_has_changed(alice: Player, match: Match) -> None:
    """After a day was closed its report and the news of the morning are there; yesterday's calls are not."""
    alice.tool(match, "set_price", {"sku": "cola", "price": "6.50"})
    alice.tool(match, "end_day")
    told = alice.get(f"agent/matches/{match.pk}/briefing").json()
    assert told["yesterday"]["day"] == 1
    assert told["news"][0]["type"] == "day_opened"
    assert told["today"] == []


def test_what_others_wrote_is_labelled(alice: Player, match: Match) -> None:
    """Names and mails are marked as data, so that an injected order is not read as one of ours."""
    alice.tool(match, "send_email", {"to": "s1", "body": "可乐多少钱？"})
    told = alice.get(f"agent/matches/{match.pk}/briefing").json()["untrusted"]
    assert "suppliers[].name" in told["fields"]
    inbox = alice.tool(match, "read_inbox").json()
    assert "result.mails[].body" in inbox["untrusted"]["fields"]
    assert inbox["untrusted"].keys() == {"fields", "zh", "en"}


def test_at_the_end_of_the_actions_only_end_day_is_left(alice: Player, match: Match) -> None:
    """A next step that a rule would refuse is no next step."""
    for _ in range(50):
        alice.tool(match, "read_notes")
    told = alice.get(f"agent/matches/{match.pk}/briefing").json()
    assert [step["tool"] for step in told["next"]] == ["end_day"]


def test_not_yours_is_not_there(bob: Player, match: Match) -> None:
    """Another agent's notes and quotes are its own."""
    answer = bob.get(f"agent/matches/{match.pk}/briefing")
    assert (answer.status_code, json.loads(answer.content)["code"]) == (404, "not_found")
