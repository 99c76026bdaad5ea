"""GET and POST agent/matches"""

import json
from typing import Any

import pytest

from league.models import Frame, Match
from tests.league.conftest import Player, at_once

pytestmark = pytest.mark.django_db


def test_it_opens_a_practice_match(alice: Player) -> None:
    """A new match has its opening frame and its commitments, and tells nothing of its seeds."""
    answer = alice.post("agent/matches", {"days": 30})
    assert answer.status_code == 201
    body = answer.json()
    assert (body["days"], body["practice"], body["ruleset"]) == (30, True, "clawvend-0.7")
    assert answer["Location"] == body["url"] == f"http://testserver/api/v1/agent/matches/{body['id']}"
    match = Match.objects.get(pk=body["id"])
    assert body["commitments"] == {"world": match.world_commitment, "match": match.match_commitment}
    assert (match.world_seed, match.match_seed, match.agent) == ("", "", alice.agent)
    frame = json.loads(Frame.objects.get(match=match, seq=0).body)
    assert (frame["seq"], frame["tool"], frame["board"]["cash"]) == (0, None, "500.00")


def test_a_seed_makes_the_same_match_again(alice: Player, carol: Player) -> None:
    """With a seed, practice can be repeated; as a number or as text it is the same seed."""
    boards = []
    for who, seed in ((alice, 7), (carol, "7")):
        match = who.post("agent/matches", {"days": 30, "seed": seed}).json()["id"]
        boards.append(json.loads(Frame.objects.get(match=match, seq=0).body))
    assert boards[0] == boards[1]
    assert len(set(Match.objects.values_list("world_commitment", flat=True))) == 1


def test_without_a_seed_matches_differ(alice: Player) -> None:
    """A drawn seed that repeats could be learnt by heart."""
    for _ in range(2):
        alice.post("agent/matches", {"days": 30})
    commitments = Match.objects.values_list("world_commitment", "match_commitment")
    assert len({text for pair in commitments for text in pair}) == 4


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "days"),
        ({"days": 31}, "days"),
        ({"days": "30"}, "days"),
        ({"days": True}, "days"),
        ({"days": 30.0}, "days"),
        ({"days": None}, "days"),
        ({"days": 30, "ruleset": "clawvend-9"}, "ruleset"),
        ({"days": 30, "ruleset": 7}, "ruleset"),
        ({"days": 30, "ruleset": ["x"]}, "ruleset"),
        ({"days": 30, "seed": ""}, "seed"),
        ({"days": 30, "seed": "x" * 65}, "seed"),
        ({"days": 30, "seed": "a\nb"}, "seed"),
        ({"days": 30, "seed": True}, "seed"),
        ({"days": 30, "seed": 1.5}, "seed"),
        ({"days": 30, "seed": {}}, "seed"),
        ({"days": 30, "agent": "bob"}, "agent"),
    ],
)
def test_malformed(alice: Player, body: dict[str, Any], field: str) -> None:
    """What cannot be meant is refused by field, and opens nothing."""
    answer = alice.post("agent/matches", body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed"
    assert list(answer.json()["errors"]) == [field]
    assert answer.json()["errors"][field].keys() == {"zh", "en"}
    assert not Match.objects.exists()


def test_so_many_open_and_no_more(alice: Player, carol: Player) -> None:
    """An agent cannot fill the database; finishing a match makes room, and others are not hindered."""
    answers = [alice.post("agent/matches", {"days": 30}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [201] * 5 + [409]
    assert answers[5].json()["code"] == "too_many_open"
    assert carol.post("agent/matches", {"days": 30}).status_code == 201
    alice.tool(Match.objects.filter(agent=alice.agent)[0], "give_up")
    assert alice.post("agent/matches", {"days": 30}).status_code == 201


@pytest.mark.django_db(transaction=True)
def test_so_many_open_even_at_once(alice: Player) -> None:
    """Twelve at the same instant: the limit is counted under a lock."""
    statuses = [a.status_code for a in at_once(12, lambda _: alice.post("agent/matches", {"days": 30}))]
    assert sorted(statuses) == [201] * 5 + [409] * 7
    assert Match.objects.count() == 5


def test_a_repeat_with_its_key_opens_one(alice: Player, carol: Player) -> None:
    """A lost answer is asked for again: the same answer to the letter, also after the match has gone on. Keys
    are the agent's own."""
    first = alice.post("agent/matches", {"days": 30}, key="k")
    alice.tool(Match.objects.get(), "read_notes")
    again = alice.post("agent/matches", {"days": 30}, key="k")
    assert (again.status_code, again.content) == (201, first.content)
    assert carol.post("agent/matches", {"days": 30}, key="k").json()["id"] != first.json()["id"]
    assert Match.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_ten_at_once_with_one_key_open_one(alice: Player) -> None:
    """A client that fires its retries together gets one match, ten times."""
    answers = at_once(10, lambda _: alice.post("agent/matches", {"days": 30}, key="k"))
    assert {(answer.status_code, answer.content) for answer in answers} == {(201, answers[0].content)}
    assert Match.objects.count() == 1


def test_a_key_for_another_body(alice: Player) -> None:
    """A key names one request; another body under it is a mistake of the client's."""
    alice.post("agent/matches", {"days": 30}, key="k")
    answer = alice.post("agent/matches", {"days": 90}, key="k")
    assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")


def test_the_list(alice: Player, carol: Player, bob: Player) -> None:
    """Mine, newest first, by status; nobody else's."""
    done, open_ = alice.finished_match(), alice.open_match()
    carol.open_match()
    bob.open_match()
    ids = lambda query: [m["id"] for m in alice.get(f"agent/matches{query}").json()["results"]]  # noqa: E731
    assert ids("") == [open_.pk, done.pk]
    assert ids("?status=open") == [open_.pk]
    assert ids("?status=finished") == [done.pk]
    assert alice.get("agent/matches?status=lost").status_code == 400


def test_the_list_in_pages(alice: Player) -> None:
    """Following `next` gives each match once, also when a new one comes meanwhile."""
    made = [alice.open_match().pk for _ in range(4)]
    page = alice.get("agent/matches?limit=2").json()
    alice.open_match()
    rest = alice.get(page["next"].removeprefix("http://testserver/api/v1/")).json()
    assert [m["id"] for m in page["results"] + rest["results"]] == made[::-1]
    assert rest["next"] is None


@pytest.mark.parametrize("cursor", ["x", "%00", "é", "MTIz", "LTEuYWFhYWFhYWFhYWFh", "9" * 400])
def test_a_foreign_cursor(alice: Player, cursor: str) -> None:
    """A cursor that was not given out here is malformed, whatever it decodes to."""
    answer = alice.get(f"agent/matches?cursor={cursor}")
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["cursor"])


@pytest.mark.parametrize("matches", [1, 3])
def test_a_fixed_number_of_queries(alice: Player, matches: int, django_assert_num_queries: Any) -> None:
    """More matches must not cost more queries."""
    for _ in range(matches):
        alice.open_match()
    alice.get("agent")
    with django_assert_num_queries(2):
        alice.get("agent/matches")
