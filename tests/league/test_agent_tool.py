"""POST agent/matches/{id}/tools/{tool}"""

import json

import pytest

from league.models import Call, Frame, Match
from tests.league.conftest import Player, at_once


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
    frame = json.loads(Frame.objects.get(match=match, seq=1).body)
    assert (frame["seq"], frame["tool"], frame["thought"]) == (1, "set_price", "试试高一点")
    assert frame["patch"]["prices"] == {"cola": "6.50"}


def test_a_refusal_by_a_rule(alice: Player, match: Match) -> None:
    """A rule's no is a 409 with code and next step in both languages; it counts, and spectators see it."""
    answer = alice.tool(match, "restock", {"quote_id": "q-none", "quantity": 1})
    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert (body["code"], body["ok"], body["status"], body["actions_left"]) == (
        "quote_unknown",
        False,
        409,
        49,
    )
    assert body.keys() >= {"type", "title", "detail", "detail_en", "hint", "hint_en"}
    frame = json.loads(Frame.objects.get(match=match, seq=1).body)
    assert {"type": "refused", "tool": "restock", "code": "quote_unknown"} in frame["events"]


def test_a_day_is_closed_and_settled(alice: Player, match: Match) -> None:
    """end_day answers with the day's report, and the next day is open."""
    answer = alice.tool(match, "end_day", {"thought": "收摊"})
    assert answer.status_code == 200
    assert answer.json()["result"]["day"] == 1
    match.refresh_from_db()
    assert (match.day, match.phase) == (2, "open")
    assert Call.objects.get(match=match).thought == "收摊"
    assert "board" in json.loads(Frame.objects.get(match=match, seq=1).body)


def test_a_whole_match(alice: Player, match: Match) -> None:
    """A match of thirty days ends once, with its score and its seeds, and refuses more with 410."""
    for _ in range(30):
        assert alice.tool(match, "end_day").status_code == 200
    match.refresh_from_db()
    assert (match.phase, match.end) == ("finished", "completed")
    assert (match.world_seed, match.match_seed) == ("w-1", "m-1")
    assert (match.score or {})["days_survived"] == 30
    for tool in ("read_notes", "end_day", "give_up"):
        refused = alice.tool(match, tool)
        assert (refused.status_code, refused.json()["code"]) == (410, "match_finished")
    assert Call.objects.filter(match=match).count() == 30


def test_the_public_row_follows_the_board(alice: Player, match: Match) -> None:
    """Lists show the cash that the last frame shows."""
    alice.tool(match, "send_email", {"to": "s1", "body": "可乐 18 瓶，单价多少？"})
    quote = alice.get(f"agent/matches/{match.pk}").json()["quotes"][0]
    bought = alice.tool(match, "restock", {"quote_id": quote["quote_id"], "quantity": 18}).json()
    assert bought["ok"], bought
    seen = alice.get(f"agent/matches/{match.pk}").json()
    assert seen["cash"] != "500.00"
    assert alice.get(f"matches/{match.pk}").json()["cash"] == seen["cash"]


def test_the_51st_action_and_the_4th_search(alice: Player, match: Match) -> None:
    """The day's limits hold to the call; end_day is never refused for them."""
    searches = [alice.tool(match, "web_search", {"query": "可乐"}) for _ in range(4)]
    assert [answer.status_code for answer in searches] == [200, 200, 200, 409]
    assert searches[3].json()["code"] == "no_searches_left"
    answers = [alice.tool(match, "read_notes") for _ in range(47)]
    assert [answer.status_code for answer in answers] == [200] * 46 + [409]
    assert answers[-1].json()["code"] == "no_actions_left"
    assert alice.tool(match, "end_day").status_code == 200


def test_of_sixty_at_once_at_action_49_one_passes(alice: Player, match: Match) -> None:
    """Sixty connections at the same instant cannot squeeze a second call through the last action."""
    for _ in range(49):
        assert alice.tool(match, "read_notes").status_code == 200
    answers = at_once(60, lambda _: alice.tool(match, "read_notes"))
    statuses = [answer.status_code for answer in answers]
    assert sorted(statuses) == [200] + [409] * 59
    assert {a.json()["code"] for a in answers if a.status_code == 409} == {"no_actions_left"}
    seqs = list(Call.objects.filter(match=match).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, 110))
    assert list(Frame.objects.filter(match=match).order_by("seq").values_list("seq", flat=True)) == [0, *seqs]


@pytest.mark.parametrize("who", ["bob", "carol"])
def test_not_yours_is_not_there(who: str, match: Match, request: pytest.FixtureRequest) -> None:
    """Another agent's match answers like one that does not exist, word for word."""
    stranger: Player = request.getfixturevalue(who)
    for tool in ("read_notes", "end_day", "give_up"):
        theirs = stranger.tool(match, tool)
        nobodys = stranger.post(f"agent/matches/aaaaaaaaaaaa/tools/{tool}")
        assert (theirs.status_code, theirs.json()) == (404, nobodys.json())
    assert Call.objects.count() == 0


def test_get_is_not_a_way_to_act(alice: Player, match: Match) -> None:
    """A crawler with a key in its cookie jar must not close a day."""
    answer = alice.get(f"agent/matches/{match.pk}/tools/end_day")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer["Allow"] == "POST"
