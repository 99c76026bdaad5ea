"""GET agent/matches/{id}/calls"""

from typing import Any

import pytest

from league.models import Match
from tests.league.conftest import Player

pytestmark = pytest.mark.django_db


def test_it_works(alice: Player, match: Match) -> None:
    """An agent that lost its memory finds what it did, newest first, refusals too."""
    alice.tool(match, "set_price", {"sku": "cola", "price": "6.50", "thought": "贵一点"}, key="k-1")
    alice.tool(match, "set_price", {"sku": "beer", "price": "6.50"})
    calls = alice.get(f"agent/matches/{match.pk}/calls").json()["results"]
    assert [call["seq"] for call in calls] == [2, 1]
    assert calls[0]["outcome"]["code"] == "sku_unknown"
    assert calls[1]["arguments"] == {"sku": "cola", "price": "6.50"}
    assert (calls[1]["thought"], calls[1]["idempotency_key"], calls[1]["day"]) == ("贵一点", "k-1", 1)
    assert calls[1]["outcome"]["result"]["price"] == "6.50"


def test_in_pages(alice: Player, match: Match) -> None:
    """Following `next` gives each call once."""
    for _ in range(5):
        alice.tool(match, "read_notes")
    page, seen = f"agent/matches/{match.pk}/calls?limit=2", []
    while page:
        answer = alice.get(page).json()
        seen += [call["seq"] for call in answer["results"]]
        page = answer["next"] and answer["next"].removeprefix("http://testserver/api/v1/")
    assert seen == [5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=201", "limit=x", "limit=１", "before=-1", "before=1e9", "before="]
)
def test_malformed(alice: Player, match: Match, query: str) -> None:
    """A query that is no number is refused by name."""
    answer = alice.get(f"agent/matches/{match.pk}/calls?{query}")
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [query.split("=")[0]])


@pytest.mark.parametrize("who", ["bob", "carol"])
def test_not_yours_is_not_there(who: str, match: Match, request: pytest.FixtureRequest) -> None:
    """Calls are the agent's own: thoughts and failures included."""
    assert request.getfixturevalue(who).get(f"agent/matches/{match.pk}/calls").status_code == 404


@pytest.mark.parametrize("calls", [1, 3])
def test_a_fixed_number_of_queries(
    alice: Player, match: Match, calls: int, django_assert_num_queries: Any
) -> None:
    """More calls must not cost more queries."""
    for _ in range(calls):
        alice.tool(match, "read_notes")
    with django_assert_num_queries(3):
        alice.get(f"agent/matches/{match.pk}/calls")
