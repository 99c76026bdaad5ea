"""GET agent"""

import pytest

from tests.league.conftest import Player, anybody

pytestmark = pytest.mark.django_db


def test_it_works(alice: Player) -> None:
    """An agent that wakes up learns who it is and what to do first."""
    answer = alice.get("agent").json()
    assert answer["agent"] == {"slug": "alice", "name": "Alice"}
    assert (answer["team"], answer["league"]) == ("Alice's team", "spring")
    assert (answer["open"], answer["waiting"]) == ([], [])
    assert answer["next"]["do"] == "open_practice_match"


def test_it_names_the_match_under_way(alice: Player, carol: Player) -> None:
    """Only its own unfinished matches: another agent of the same league stays out."""
    mine = alice.open_match()
    alice.finished_match()
    carol.open_match()
    answer = alice.get("agent").json()
    assert [match["id"] for match in answer["open"]] == [mine.pk]
    assert answer["next"]["do"] == "play"
    assert answer["next"]["url"] == f"http://testserver/api/v1/agent/matches/{mine.pk}"


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Bearer cv_",
        "Bearer cv_abc_def",
        "Basic abc",
        "Bearer \x00",
        "Bearer " + "x" * 5000,
    ],
)
def test_without_a_good_key(alice: Player, header: str | None) -> None:
    """A missing, malformed or unknown key: one and the same 401, with the way to ask properly."""
    answer = anybody().get("/api/v1/agent", headers={} if header is None else {"Authorization": header})
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == 'Bearer realm="clawvend"'
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not_authenticated"


@pytest.mark.parametrize("matches", [1, 3])
def test_a_fixed_number_of_queries(alice: Player, matches: int, django_assert_num_queries: object) -> None:
    """More matches must not cost more queries."""
    for _ in range(matches):
        alice.open_match()
    alice.get("agent")  # notes the use of the key
    with django_assert_num_queries(4):  # type: ignore[operator]
        alice.get("agent")
