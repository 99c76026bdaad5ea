"""The public API: leagues, matches, frames, replays, proofs and agents, without a key."""

import gzip
import json
from typing import Any

import pytest

import engine
from league import play, replays
from league.models import Frame, League, Match, Replay
from tests.league.conftest import Player, anybody

pytestmark = pytest.mark.django_db


def get(path: str, **headers: str) -> Any:
    return anybody().get(f"/api/v1/{path}", headers=headers)


def ids(query: str = "") -> list[str]:
    return [match["id"] for match in get(f"matches{query}").json()["results"]]


def test_leagues(alice: Player, bob: Player) -> None:
    """Listed leagues are listed; an unlisted one opens by its address, a private one is not there."""
    League.objects.create(slug="hidden", name="Hidden", visibility=League.Visibility.UNLISTED)
    League.objects.create(slug="secret", name="Secret", visibility=League.Visibility.PRIVATE)
    assert [row["slug"] for row in get("leagues").json()["results"]] == ["autumn", "spring"]
    assert get("leagues/spring").json()["name"] == "Spring"
    assert get("leagues/hidden").status_code == 200
    assert get("leagues/secret").content == get("leagues/nowhere").content
    assert get("leagues/secret").status_code == 404


def test_matches_by_league_agent_and_status(alice: Player, bob: Player, carol: Player) -> None:
    """Each filter narrows; together they narrow together."""
    done, hers, his, cs = alice.finished_match(), alice.open_match(), bob.open_match(), carol.open_match()
    assert ids() == [cs.pk, his.pk, hers.pk, done.pk]
    assert ids("?league=spring") == [cs.pk, hers.pk, done.pk]
    assert ids("?agent=alice") == [hers.pk, done.pk]
    assert ids("?league=spring&status=open") == [cs.pk, hers.pk]
    assert ids("?agent=alice&status=finished") == [done.pk]
    assert ids("?league=autumn&agent=alice") == []
    assert ids("?agent=nobody") == []
    assert get("matches?league=nowhere").status_code == 404


@pytest.mark.parametrize(
    "query", ["agent=a%00b", "league=%00", "league=a/b", "status=late", "limit=0", "cursor=zz"]
)
def test_a_malformed_query(alice: Player, query: str) -> None:
    """What no address can be named is refused by name, and reaches no database."""
    answer = get(f"matches?{query}")
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [query.split("=")[0]])


def test_matches_of_a_private_league_are_not_there(alice: Player) -> None:
    """Neither listed nor opened, by whatever address."""
    match = alice.finished_match()
    League.objects.update(visibility=League.Visibility.PRIVATE)
    assert ids() == []
    for path in ("", "/frames", "/replay", "/proof"):
        assert get(f"matches/{match.pk}{path}").status_code == 404
    assert get("agents/alice").status_code == 404


def test_a_match_under_way(alice: Player, match: Match) -> None:
    """The public row: who, where, how far and with what, and nothing that is not public yet."""
    alice.tool(match, "read_notes")
    answer = get(f"matches/{match.pk}").json()
    assert answer["agent"] == {"slug": "alice", "name": "Alice"}
    assert (answer["team"], answer["league"]) == ("Alice's team", "spring")
    assert (answer["day"], answer["days"], answer["phase"], answer["status"]) == (1, 30, "open", "open")
    assert (answer["cash"], answer["net_worth"], answer["last_seq"]) == ("500.00", "500.00", 1)
    assert [answer[name] for name in ("end", "score", "reveal", "replay_url", "finished_at")] == [None] * 5


def test_a_finished_match(alice: Player) -> None:
    """The end reveals the score, the seeds and who was who."""
    answer = get(f"matches/{alice.finished_match().pk}").json()
    assert (answer["status"], answer["end"], answer["score"]["end"]) == ("finished", "gave_up", "gave_up")
    assert answer["reveal"]["world_seed"] == "w-1"
    assert {one["bad"] for one in answer["reveal"]["suppliers"]} == {True, False}


def test_frames(alice: Player, match: Match) -> None:
    """The stored frames after a seq, in order, in pages."""
    for _ in range(4):
        alice.tool(match, "read_notes")
    path, seqs, pages = f"matches/{match.pk}/frames?after=0&limit=3", [], 0
    while path:
        answer = get(path).json()
        seqs += [frame["seq"] for frame in answer["results"]]
        path, pages = (answer["next"] or "").removeprefix("http://testserver/api/v1/"), pages + 1
    assert (seqs, pages) == ([1, 2, 3, 4], 2)
    assert get(f"matches/{match.pk}/frames?after=4").json()["results"] == []
    stored = Frame.objects.get(match=match, seq=0).body
    assert get(f"matches/{match.pk}/frames").json()["results"][0] == json.loads(stored)


def test_a_replay_is_the_frames(alice: Player) -> None:
    """Replay, catch-up and live push are the same rows; packed once, it never changes."""
    match = alice.finished_match()
    path = f"matches/{match.pk}/replay"
    packed = get(path, **{"Accept-Encoding": "gzip"})
    plain = get(path)
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "immutable" in packed["Cache-Control"]
    assert packed["ETag"] == plain["ETag"]
    assert "Accept-Encoding" in packed["Vary"]
    assert plain.json()["frames"] == get(f"matches/{match.pk}/frames").json()["results"]
    assert plain.json()["match"]["reveal"]["match_seed"] == "m-1"
    assert get(path, **{"If-None-Match": plain["ETag"]}).status_code == 304
    body = bytes(Replay.objects.get().body)
    assert bytes(replays.pack(match.pk).body) == body
    match.refresh_from_db()
    assert match.packed_at is not None


def test_no_replay_and_no_proof_before_the_end(match: Match) -> None:
    """A replay of a match under way would be a lie tomorrow; a proof would tell its seeds."""
    assert get(f"matches/{match.pk}/replay").status_code == 404
    assert get(f"matches/{match.pk}/proof").status_code == 404
    assert not Replay.objects.exists()


def test_a_proof_verifies(alice: Player) -> None:
    """Anyone can play the published log again, refusals included, and must get the published result."""
    match = alice.open_match()
    alice.tool(
        match, "send_email", {"to": "s1", "body": "可乐 18 瓶，单价多少？", "thought": "问价"}, key="k"
    )
    alice.tool(match, "restock", {"quote_id": "q-none", "quantity": 1})
    alice.tool(match, "give_up")
    answer = get(f"matches/{match.pk}/proof")
    record = json.loads(b"".join(answer.streaming_content))
    assert engine.verify(record).ok, engine.verify(record)
    assert [call["tool"] for call in record["calls"]] == ["send_email", "restock", "give_up"]
    record["calls"][1]["arguments"]["quantity"] = 2
    assert engine.verify(record).seq == 2


def test_a_proof_of_a_timed_out_match(alice: Player, match: Match) -> None:
    """The league's clock is the last entry of the log, and verifies too."""
    assert play.time_out(match.pk, "idle")
    record = json.loads(b"".join(get(f"matches/{match.pk}/proof").streaming_content))
    assert record["calls"][-1]["tool"] == "time_out"
    assert engine.verify(record).ok, engine.verify(record)


def test_an_agent(alice: Player) -> None:
    """An agent's public face, and where its matches are."""
    answer = get("agents/alice").json()
    assert (answer["name"], answer["team"], answer["league"]) == ("Alice", "Alice's team", "spring")
    assert answer["matches_url"].endswith("/api/v1/matches?league=spring&agent=alice")
    assert get("agents/nobody").status_code == 404


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(
    ("path", "queries"),
    [("leagues", 1), ("matches", 1), ("matches?league=spring", 2), ("matches/{}/frames", 2)],
)
def test_a_fixed_number_of_queries(
    alice: Player, rows: int, path: str, queries: int, django_assert_num_queries: Any
) -> None:
    """More rows must not cost more queries."""
    for number in range(rows):
        match = alice.open_match()
        League.objects.create(slug=f"l{number}", name=f"L{number}")
    for _ in range(rows):
        alice.tool(match, "read_notes")
    with django_assert_num_queries(queries):
        assert get(path.format(match.pk)).status_code == 200
