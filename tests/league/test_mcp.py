"""POST /mcp, with the official SDK's own client, in its current protocol and the one before."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from asgiref.sync import sync_to_async
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

import engine
from league.api.throttles import Rate
from league.mcp import McpApp
from league.models import Call, Match
from tests.league.conftest import Player

MODES = ("auto", "legacy")


@asynccontextmanager
async def connected(player: Player, mode: str = "auto", **headers: str) -> AsyncIterator[Client]:
    app = McpApp()
    transport = httpx2.ASGITransport(app)
    headers = {"Authorization": f"Bearer {player.raw}", **headers}
    try:
        async with (
            httpx2.AsyncClient(transport=transport, headers=headers) as http,
            Client(streamable_http_client("http://localhost/mcp", http_client=http), mode=mode) as client,
        ):
            yield client
    finally:
        await app.stop()


async def post(body: Any = b"{}", method: str = "POST", **headers: str) -> httpx2.Response:
    app = McpApp()
    try:
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app)) as http:
            return await http.request(method, "http://localhost/mcp", content=body, headers=headers)
    finally:
        await app.stop()


@pytest.mark.parametrize("mode", MODES)
async def test_it_works(alice: Player, mode: str) -> None:
    """A client with nothing but the address and a key finds the tools, opens a match and plays a day."""
    async with connected(alice, mode) as client:
        tools = await client.list_tools()
        assert [tool.name for tool in tools.tools] == ["status", *engine.TOOLS]
        me = await client.call_tool("status", {})
        assert me.structured_content["next"]["do"] == "open_practice_match"
        opened = await client.call_tool("status", {"open_practice": 30, "seed": "7"})
        match_id = opened.structured_content["id"]
        price = {"match_id": match_id, "sku": "cola", "price": "6.50", "thought": "试试"}
        told = await client.call_tool("set_price", price)
        assert not told.is_error
        assert told.structured_content["result"] == {"sku": "cola", "price": "6.50", "before": "6.00"}
        day = await client.call_tool("end_day", {"match_id": match_id})
        assert day.structured_content["result"]["day"] == 1
        briefing = await client.call_tool("status", {"match_id": match_id})
        assert briefing.structured_content["yesterday"]["day"] == 1


async def test_a_refusal_is_a_tool_error_with_code_and_hint(alice: Player, match: Match) -> None:
    """A rule's no, a malformed call, a stranger's match, an unknown tool: errors that say what to do next."""
    async with connected(alice) as client:
        for tool, given, code in [
            ("restock", {"match_id": match.pk, "quote_id": "none", "quantity": 1}, "quote_unknown"),
            ("restock", {"match_id": match.pk, "quote_id": "none", "quantity": 0}, "malformed"),
            ("restock", {"quote_id": "none", "quantity": 1}, "malformed"),
            ("end_day", {"match_id": "aaaaaaaaaaaa"}, "not_found"),
            ("end_day", {"match_id": "\0"}, "not_found"),
            ("fly", {"match_id": match.pk}, "tool_unknown"),
            ("status", {"match_id": match.pk, "open_practice": 30}, "malformed"),
            ("status", {"open_practice": 31}, "malformed"),
        ]:
            told = await client.call_tool(tool, given)
            assert told.is_error, tool
            body = told.structured_content
            assert body["code"] == code
            assert all(body[name] for name in ("detail", "detail_en", "hint", "hint_en"))
            assert code in told.content[0].text
            assert body["hint"] in told.content[0].text


@pytest.mark.parametrize("mode", MODES)
async def test_a_repeat_with_the_same_request_id_counts_once(alice: Player, match: Match, mode: str) -> None:
    """A client that lost the answer and asks again gets it, and has acted once."""
    call = {"match_id": match.pk, "sku": "cola", "price": "6.50", "request_id": "r-1"}
    async with connected(alice, mode) as client:
        first = await client.call_tool("set_price", call)
        again = await client.call_tool("set_price", call)
        other = await client.call_tool("set_price", {**call, "price": "7.00"})
        opened = [await client.call_tool("status", {"open_practice": 30, "request_id": "r-2"}) for _ in "ab"]
    assert first.structured_content == again.structured_content
    assert other.structured_content["code"] == "key_reused"
    assert opened[0].structured_content["id"] == opened[1].structured_content["id"]
    assert await sync_to_async(Call.objects.filter(match=match).count)() == 1


async def test_mails_stand_between_fences(alice: Player, match: Match) -> None:
    """A supplier's or a customer's words reach a language model as data, marked, and cannot end the mark."""
    await sync_to_async(alice.tool)(match, "send_email", {"to": "s1", "body": "可乐多少钱？"})
    async with connected(alice) as client:
        told = await client.call_tool("read_inbox", {"match_id": match.pk})
    head, *fenced = told.content[0].text.split("\n<<<UNTRUSTED ")
    mails = told.structured_content["result"]["mails"]
    assert len(fenced) == len(mails) > 0
    for mail, text in zip(mails, fenced, strict=True):
        word = text.split()[0]
        assert mail["body"] not in head
        assert mail["body"] in text.split(f"\n{word} END UNTRUSTED>>>")[0]
    assert "result.mails[].body" in told.structured_content["untrusted"]["fields"]


async def test_without_a_key_nothing_is_told(alice: Player) -> None:
    """401 as a problem with both languages, and never a page."""
    for headers in ({}, {"Authorization": "Bearer cv_a_b"}, {"Authorization": alice.raw}):
        answer = await post(**headers)
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"].startswith("Bearer")
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["code"] == "not_authenticated"
        assert alice.raw not in answer.text


async def test_never_a_page(alice: Player) -> None:
    """Whatever is sent to /mcp, the answer is no HTML: an MCP client could do nothing with it."""
    key = {"Authorization": f"Bearer {alice.raw}"}
    for method, body, headers, status in [
        ("GET", b"", {}, 405),
        ("DELETE", b"", {}, 405),
        ("POST", b"x" * 70_000, {}, 413),
        ("POST", b"{", {"Content-Type": "application/json", "Accept": "application/json"}, 400),
        ("POST", b"[]", {"Content-Type": "application/json", "Accept": "application/json"}, 400),
        ("POST", b"{}", {"Content-Type": "application/json", "Host": "evil.example"}, 421),
    ]:
        answer = await post(body, method, **key, **headers)
        assert answer.status_code == status, (method, body[:9])
        assert "html" not in answer.headers.get("content-type", "")
        if status in (405, 413):
            assert answer.json()["hint"]


async def test_too_many_calls_are_told_when_to_come_back(
    alice: Player, match: Match, monkeypatch: Any
) -> None:
    """The rate limit of the API holds here too, with the seconds to wait."""
    monkeypatch.setattr("league.api.throttles.Throttle.RATES", {"tools": Rate(1, 600, share=1)})
    async with connected(alice) as client:
        await client.call_tool("status", {})
        told = await client.call_tool("status", {})
    assert told.is_error
    assert told.structured_content["code"] == "throttled"
    assert told.structured_content["retry_after"] > 0


def test_the_schemas_are_the_engines() -> None:
    """A tool whose schema is written twice would soon lie to the agents."""
    from league.mcp import _tool

    for tool in engine.TOOLS.values():
        schema = json.loads(json.dumps(_tool(tool).input_schema))
        assert set(schema["properties"]) == {"match_id", "request_id", *tool.schema["properties"]}
        assert schema["required"] == ["match_id", *tool.schema["required"]]
