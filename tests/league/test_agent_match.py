"""GET agent/matches/{id}"""

import pytest

from league.models import Call, Match
from tests.league.conftest import Player

pytestmark = pytest.mark.django_db


def test_it_works(alice: Player, match: Match) -> None:
    """An agent sees its machine, and looking costs nothing."""
    answer = alice.get(f"agent/matches/{match.pk}").json()
    assert (answer["id"], answer["day"], answer["days"], answer["phase"]) == (match.pk, 1, 30, "open")
    assert (answer["cash"], answer["actions_left"], answer["searches_left"]) == ("500.00", 50, 3)
    assert len(answer["slots"]) == 12
    assert len(answer["suppliers"]) == 5
    assert answer["suppliers"][0].keys() == {"id", "name", "address", "blacklisted"}
    assert answer["watch_url"] == f"http://testserver/m/{match.pk}/"
    assert (answer["score"], answer["reveal"], answer["replay_url"]) == (None, None, None)
    assert not Call.objects.exists()


def test_all_words_of_the_design(alice: Player, match: Match) -> None:
    """Agents are written against these names; a missing one breaks them."""
    words = "day days date phase cash net_worth negative_days actions_left searches_left slots stock prices"
    words += " on_the_way unread quotes suppliers notes catalogue"
    assert set(words.split()) <= alice.get(f"agent/matches/{match.pk}").json().keys()


def test_the_end_is_revealed(alice: Player) -> None:
    """When it is over the agent learns its score, the seeds and who was who."""
    match = alice.finished_match()
    answer = alice.get(f"agent/matches/{match.pk}").json()
    assert (answer["phase"], answer["status"], answer["end"]) == ("finished", "finished", "gave_up")
    assert answer["score"]["end"] == "gave_up"
    assert (answer["reveal"]["world_seed"], answer["reveal"]["match_seed"]) == ("w-1", "m-1")
    assert len({one["persona"] for one in answer["reveal"]["suppliers"]}) == 5
    assert answer["replay_url"] == f"http://testserver/api/v1/matches/{match.pk}/replay"


@pytest.mark.parametrize("who", ["bob", "carol"])
def test_not_yours_is_not_there(who: str, match: Match, request: pytest.FixtureRequest) -> None:
    """Another agent's match answers like one that does not exist, word for word."""
    stranger: Player = request.getfixturevalue(who)
    theirs = stranger.get(f"agent/matches/{match.pk}")
    assert (theirs.status_code, theirs.content) == (404, stranger.get("agent/matches/aaaaaaaaaaaa").content)
