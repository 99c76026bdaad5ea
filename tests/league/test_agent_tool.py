"""POST agent/matches/{id}/tools/{tool}"""

import pytest

from league.models import Call, Frame, Match
from tests.league.conftest import Player


def test_it_works(alice: Player, match: Match) -> None:
    """An agent that acts is told what happened and where to watch it; the call and its frame are kept."""
    answer = alice.tool(match, "set_price", {"sku": "cola", "price": "6.50", "thought": "试试高一点"})
    assert answer.status_code == 200
    body = answer.json()
    assert body["ok"] is True
    assert (body["tool"], body["day"], body["phase"], body["actions_left"]) == ("set_price", 1, "open", 49)
    assert body["result"] == {"sku": "cola", "price": "6.50", "before": "6.00"}
    assert body["watch_url"] == f"http://testserver/m/{match.pk}/"
    call = Call.objects.get(match=match, seq=1)
    assert (call.tool, call.thought, call.day) == ("set_price", "试试高一点", 1)
    frame = Frame.objects.get(match=match, seq=1)
    assert '"thought":"试试高一点"' in frame.body


def test_a_day_is_closed_and_settled(alice: Player, match: Match) -> None:
    """end_day answers with the day's report, and the next day is open."""
    answer = alice.tool(match, "end_day", {"thought": "收摊"})
    assert answer.status_code == 200
    assert answer.json()["result"]["day"] == 1
    match.refresh_from_db()
    assert (match.day, match.phase) == (2, "open")


def test_a_whole_match(alice: Player, match: Match) -> None:
    """A match of thirty days ends once, with its score and its seeds, and refuses more with 410."""
    for _ in range(30):
        assert alice.tool(match, "end_day").status_code == 200
    match.refresh_from_db()
    assert (match.phase, match.end) == ("finished", "completed")
    assert (match.world_seed, match.match_seed) == ("w-1", "m-1")
    refused = alice.tool(match, "set_price", {"sku": "cola", "price": "6.50"})
    assert (refused.status_code, refused.json()["code"]) == (410, "match_finished")
    assert Call.objects.filter(match=match).count() == 30


@pytest.mark.parametrize("who", ["bob", "carol"])
def test_not_yours_is_not_there(who: str, match: Match, request: pytest.FixtureRequest) -> None:
    """Another agent's match answers like one that does not exist, word for word."""
    stranger: Player = request.getfixturevalue(who)
    theirs = stranger.tool(match, "set_price", {"sku": "cola", "price": "6.50"})
    nobodys = stranger.post("agent/matches/aaaaaaaaaaaa/tools/set_price", {"sku": "cola", "price": "6.50"})
    assert (theirs.status_code, theirs.json()) == (404, nobodys.json())
    assert Call.objects.count() == 0
