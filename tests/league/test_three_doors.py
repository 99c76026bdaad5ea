"""The same seed and the same calls through MCP, HTTP and in process."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

import engine
from league import play
from league.models import Match
from tests.league.conftest import Player
from tests.league.test_mcp import connected

DAYS, SEED = 7, "7"
Calls = list[tuple[str, dict[str, Any]]]


@pytest.fixture(autouse=True)
def _no_rate(settings: Any) -> None:
    """Two matches in a breath are more than one key's rate."""
    settings.RATE_LIMITS = False


def in_process() -> tuple[Calls, dict[str, Any], str]:
    """The calls of the careful house agent, with the score and the digest that they come to."""
    rules = engine.load("clawvend-0.7-checkup")
    state, _ = engine.new_match(rules, days=DAYS, world_seed=SEED, match_seed=SEED)
    bot, last, calls = engine.BOTS["careful"](), None, Calls()
    while state.phase == "open":
        tool, arguments = bot.step(engine.for_agent(state), last)
        calls.append((tool, arguments))
        state, events = engine.apply(state, engine.read_action(tool, arguments))
        last = engine.outcome(events)
    return calls, engine.score(state), last["digest"]


def proof(match_id: str) -> dict[str, Any]:
    answer = Client().get(f"/api/v1/matches/{match_id}/proof")
    told: dict[str, Any] = json.loads(b"".join(answer.streaming_content))
    return told


async def test_the_same_match(alice: Player) -> None:
    """A door that read an argument otherwise, or acted twice, would make another match: digests bind every
    call, so that one of them equals all."""
    calls, score, digest = in_process()
    opened = await sync_to_async(alice.post)("agent/matches", {"days": DAYS, "seed": SEED})
    by_http = opened.json()["id"]
    for tool, arguments in calls:
        told = await sync_to_async(alice.post)(f"agent/matches/{by_http}/tools/{tool}", arguments)
        last_http = told.json()
    async with connected(alice) as client:
        opened = await client.call_tool("status", {"open_practice": DAYS, "seed": SEED})
        by_mcp = opened.structured_content["id"]
        for tool, arguments in calls:
            told = await client.call_tool(tool, {"match_id": by_mcp, **arguments})
    last_mcp = told.structured_content
    assert last_http["digest"] == last_mcp["digest"] == digest
    proofs = [await sync_to_async(proof)(match_id) for match_id in (by_http, by_mcp)]
    assert proofs[0] == proofs[1]
    assert proofs[0]["score"] == score
    assert len(proofs[0]["calls"]) == len(calls)
    assert engine.verify(proofs[0]).ok


async def test_the_same_answers(alice: Player) -> None:
    """What MCP tells structured is what HTTP tells, but for the addresses of the match."""
    ids = [(await sync_to_async(alice.open_match)()).pk for _ in range(2)]
    mail = {"to": "s1", "body": "可乐多少钱？"}
    async with connected(alice) as client:
        for tool, arguments in [
            ("send_email", mail),
            ("read_inbox", {}),
            ("restock", {"quote_id": "x", "quantity": 1}),
        ]:
            http = (await sync_to_async(alice.post)(f"agent/matches/{ids[0]}/tools/{tool}", arguments)).json()
            mcp = (await client.call_tool(tool, {"match_id": ids[1], **arguments})).structured_content
            assert {**http, "watch_url": ""} == {**mcp, "watch_url": ""}


def test_in_process_is_what_play_does(alice: Player) -> None:
    """The platform's own hinge, without any door, comes to the same match."""
    calls, score, _ = in_process()
    match = play.open_match(
        alice.agent, days=DAYS, ruleset="clawvend-0.7-checkup", world_seed=SEED, match_seed=SEED
    )
    for tool, arguments in calls:
        do = play.end_day if tool == "end_day" else play.act
        do(alice.caller, match.pk, engine.read_action(tool, arguments))
    assert Match.objects.get(pk=match.pk).score == score
