"""The same game over MCP, with the official SDK: nothing but the address and a key.

CLAWVEND_SITE=http://localhost:8000 CLAWVEND_KEY=cv_… python mcp_agent.py --days 7
"""

import argparse
import asyncio
import json
import os
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

GOODS = "可乐、矿泉水、薯片"


async def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--days", type=int, default=7)
    options.add_argument("--protocol", choices=("auto", "legacy"), default="auto")
    chosen = options.parse_args()
    site = os.environ.get("CLAWVEND_SITE", "http://localhost:8000")
    headers = {"Authorization": f"Bearer {os.environ['CLAWVEND_KEY']}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(f"{site}/mcp", http_client=http), mode=chosen.protocol) as client,
    ):
        opened = await call(client, "status", open_practice=chosen.days)
        print(opened["watch_url"])
        while (now := await call(client, "status", match_id=opened["id"]))["phase"] != "finished":
            await play_day(client, opened["id"], now)
        print(json.dumps(now["score"]))


async def play_day(client: Client, match_id: str, now: dict[str, Any]) -> None:
    for supplier in now["suppliers"]:
        await call(client, "send_email", match_id=match_id, to=supplier["id"], body=f"{GOODS}各多少钱？")
    now = await call(client, "status", match_id=match_id)
    best: dict[str, dict[str, Any]] = {}
    for quote in sorted(now["quotes"], key=lambda quote: -float(quote["unit_price"])):
        best[quote["sku"]] = quote
    for sku, quote in best.items():
        stock = sum(lot["quantity"] for lot in now["stock"] if lot["sku"] == sku)
        pieces = min(30 - stock, int(float(now["cash"]) / 4 / float(quote["unit_price"])))
        if pieces > 0:
            await call(client, "restock", match_id=match_id, quote_id=quote["quote_id"], quantity=pieces)
    report = await call(client, "end_day", match_id=match_id, thought="收摊。")
    print("day", report["result"]["day"], "net worth", report["result"]["net_worth"])


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    told = await client.call_tool(tool, arguments)
    if told.is_error:
        print("refused:", told.content[0].text)  # type: ignore[union-attr]
    return told.structured_content or {}


if __name__ == "__main__":
    asyncio.run(main())
