"""A paired round's embargo (RULES 8): what is public of day d, and when, wherever one may look."""

import json
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client

from league import play
from league.models import Call, Frame, Match, Round, Season
from league.schedule import verdicts
from tests.league.schedule.conftest import DAY, HOUR, NOON, Player, match_of, run_to, season


@pytest.fixture
def paired(alice: Player, carol: Player) -> Season:
    made = season(alice, carol, world_mode="paired")
    run_to(NOON + HOUR)
    return made


def end_days(who: Player, match: Match, days: int) -> None:
    for _ in range(days):
        assert who.tool(match, "end_day").status_code == 200


def public(path: str) -> Any:
    return Client().get(f"/api/v1/{path}").json()


def seen(match: Match) -> list[int]:
    return [
        json.loads(body)["seq"] for body in Frame.objects.filter(match=match).values_list("body", flat=True)
    ]


def test_nothing_is_public_before_all_are_past_it(paired: Season, alice: Player, carol: Player) -> None:
    """The quick one plays ten days; whoever looks anywhere must not learn of one of them."""
    quick, slow = match_of(paired, alice), match_of(paired, carol)
    alice.tool(quick, "set_price", {"sku": "cola", "price": "7.77", "thought": "机密打算"})
    end_days(alice, quick, 10)
    told = public(f"matches/{quick.pk}")
    assert (told["day"], told["cash"], told["status"], told["last_seq"]) == (1, "500.00", "open", None)
    assert public(f"matches/{quick.pk}/frames")["results"] == []
    page = Client().get(f"/m/{quick.pk}/").content.decode()
    everything = json.dumps([told, public("matches"), public("leagues/spring")], ensure_ascii=False) + page
    assert "机密打算" not in everything
    assert "7.77" not in everything
    end_days(carol, slow, 3)
    told = public(f"matches/{quick.pk}")
    assert told["day"] == 4
    frames = public(f"matches/{quick.pk}/frames")["results"]
    assert [frame["seq"] for frame in frames] == [0, 1, 2, 3, 4]
    assert told["last_seq"] == 4
    assert told["net_worth"] == frames[-1]["board"]["net_worth"]
    assert Round.objects.get(season=paired, number=1).public_day == 3


def test_the_agent_always_sees_its_own(paired: Season, alice: Player) -> None:
    """An embargo that hid an agent's own match from it would make the season unplayable."""
    quick = match_of(paired, alice)
    end_days(alice, quick, 2)
    own = alice.get(f"agent/matches/{quick.pk}").json()
    assert (own["day"], own["phase"]) == (3, "open")
    assert alice.get("agent").json()["open"][0]["day"] == 3
    assert len(alice.get(f"agent/matches/{quick.pk}/calls").json()["results"]) == 2
    assert alice.tool(quick, "give_up").status_code == 200
    own = alice.get(f"agent/matches/{quick.pk}").json()
    assert (own["status"], own["end"], own["reveal"]) == ("finished", "gave_up", None)
    assert alice.get("agent").json()["open"] == []
    assert [m["id"] for m in alice.get("agent/matches?status=finished").json()["results"]] == [quick.pk]


def test_seeds_come_when_the_round_closes(paired: Season, alice: Player, carol: Player) -> None:
    """A seed told while somebody still plays in the same world would tell it the whole weather."""
    one, two = match_of(paired, alice), match_of(paired, carol)
    assert alice.tool(one, "give_up").status_code == 200
    assert carol.tool(two, "give_up").status_code == 200
    told = public(f"matches/{one.pk}")
    assert (told["status"], told["end"], told["reveal"]) == ("finished", "gave_up", None)
    for secret in ("replay", "proof"):
        assert Client().get(f"/api/v1/matches/{one.pk}/{secret}").status_code == 404
    run_to(NOON + 7 * HOUR)
    told, other = public(f"matches/{one.pk}"), public(f"matches/{two.pk}")
    assert told["reveal"]["world_seed"] == other["reveal"]["world_seed"]
    assert told["reveal"]["match_seed"] != other["reveal"]["match_seed"]
    assert Client().get(f"/api/v1/matches/{one.pk}/replay").status_code == 200
    proof = b"".join(Client().get(f"/api/v1/matches/{one.pk}/proof").streaming_content)  # type: ignore[attr-defined]
    import engine

    assert engine.verify(json.loads(proof)).ok


def test_results_count_when_the_round_closes(paired: Season, alice: Player, carol: Player) -> None:
    """A board that told a final figure early would tell what a world is worth."""
    from league.models import Standing

    alice.tool(match_of(paired, alice), "set_price", {"sku": "cola", "price": "6.50"})
    alice.tool(match_of(paired, alice), "give_up")
    assert not Standing.objects.filter(season=paired, n__gt=0).exists()
    run_to(NOON + 7 * HOUR)
    assert Standing.objects.get(season=paired, entry__agent=alice.agent).n == 1


def test_a_void_match_holds_up_nobody(paired: Season, alice: Player, carol: Player) -> None:
    """A match that does not count must not keep the others' days shut for ever."""
    quick, stuck = match_of(paired, alice), match_of(paired, carol)
    end_days(alice, quick, 2)
    verdicts.void(stuck, "platform", "断电", None)
    run_to(NOON + 2 * HOUR)
    assert Round.objects.get(season=paired, number=1).public_day == 0, "its entry has no match that counts"
    again = verdicts.rerun(match_of(paired, alice), "platform", "断电", None, NOON + DAY)
    assert again.world_commitment == quick.world_commitment


def test_no_rerun_in_a_world_that_is_public(paired: Season, alice: Player) -> None:
    """Once the seeds are out, a re-run in the same world would be played with open cards."""
    run_to(NOON + 7 * HOUR)
    from django.core.exceptions import ValidationError

    match = match_of(paired, alice)
    with pytest.raises(ValidationError) as refused:
        verdicts.rerun(match, "platform", "断电", None, NOON + DAY)
    assert refused.value.code == "world_is_public"
    match.refresh_from_db()
    assert match.voided_at is None
    with pytest.raises(play.NotNow):
        play.rerun(match.pk, fault="platform", reason="断电", due_at=NOON + DAY)


async def test_the_socket_keeps_it_too(paired: Season, alice: Player, carol: Player) -> None:
    """A frame pushed early is out for good. It is pushed once it may be seen, in order."""
    from channels.db import database_sync_to_async as threaded

    from clawvend_site.asgi import application

    quick, slow = await threaded(match_of)(paired, alice), await threaded(match_of)(paired, carol)
    socket = WebsocketCommunicator(
        application, f"/ws/matches/{quick.pk}?after=-1", headers=[(b"origin", b"http://testserver")]
    )
    assert (await socket.connect())[0]
    assert json.loads(await socket.receive_from())["seq"] == -1
    await threaded(end_days)(alice, quick, 2)
    assert await socket.receive_nothing(0.3)
    await threaded(end_days)(carol, slow, 1)
    heard = [json.loads(await socket.receive_from(timeout=6))["seq"] for _ in range(2)]
    assert heard == [0, 1]
    assert await socket.receive_nothing(0.3)
    await socket.disconnect()


def test_calls_are_all_kept(paired: Season, alice: Player, carol: Player) -> None:
    """Holding frames back must lose none: in the end they are as many as calls, and the opening."""
    quick, slow = match_of(paired, alice), match_of(paired, carol)
    end_days(alice, quick, 30)
    end_days(carol, slow, 12)
    run_to(NOON + 7 * HOUR)
    for match in (quick, slow):
        assert seen(match) == list(range(Call.objects.filter(match=match).count() + 1))
    match = Match.objects.get(pk=quick.pk)
    assert (match.phase, match.end, match.day) == ("finished", "completed", 30)
