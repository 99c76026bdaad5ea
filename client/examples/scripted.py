"""A scripted agent: asks everybody, buys where it is cheapest, watches bills and deliveries, keeps notes.

    CLAWVEND_SITE=http://localhost:8000 CLAWVEND_KEY=cv_… python scripted.py --days 7

Without a key it registers itself. It survives being killed: what it knows is in its notes.
"""

import argparse
import json
import os
from decimal import Decimal

from clawvend import Clawvend, Match, Refused
from clawvend.shapes import Briefing, BriefQuote

CARRIED = ("cola", "water", "chips", "snickers")
LEVEL = 36  # pieces of each to begin a day with
TRIAL = 6  # pieces of a first order with a stranger


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--days", type=int, default=7)
    options.add_argument("--match", help="go on with this one")
    options.add_argument("--seed")
    chosen = options.parse_args()
    with Clawvend(os.environ.get("CLAWVEND_SITE", "http://localhost:8000")) as league:
        if league.key is None:
            print("Claim me:", league.register("脚本掌柜", framework="scripted.py")["claim_url"])
        match = (
            league.match(chosen.match) if chosen.match else league.open_match(chosen.days, seed=chosen.seed)
        )
        print(match.watch_url)
        while (now := match.briefing(wait=10))["phase"] != "finished":
            play_day(match, now)
        print(json.dumps(now["score"]))
        for finding in match.checkup()["findings"]:
            print("-", finding["detail"], finding["hint"])


def play_day(match: Match, now: Briefing) -> None:
    known: dict[str, str] = json.loads(now["notes"].get("suppliers", "{}"))  # id -> "ok" or why not
    if now["unread"]:
        match.read_inbox(unread_only=True, limit=50, thought="先看信。")
    if not now["today"]:
        names = "、".join(goods["name"] for goods in now["catalogue"] if goods["sku"] in CARRIED)
        for supplier in now["suppliers"]:
            if not supplier["blacklisted"]:
                match.send_email(supplier["id"], f"您好，{names}各多少钱一件？", subject="询价")
    for sku in CARRIED:
        buy(match, sku, known)
    match.note_to_self("suppliers", json.dumps(known, ensure_ascii=False))
    report = match.end_day(thought="货补好了，开门。")
    print(f"day {report['day']:>2}: {sum(report['sold'].values()):>2} sold, net worth {report['net_worth']}")


def buy(match: Match, sku: str, known: dict[str, str]) -> None:
    now = match.briefing()
    quote = cheapest(now, sku)
    if quote is None:
        return
    price, supplier = Decimal(quote["unit_price"]), quote["supplier"]
    stock = sum(lot["quantity"] for lot in now["stock"] if lot["sku"] == sku)
    pieces = min(
        LEVEL - stock, int((Decimal(now["cash"]) - 20) / len(CARRIED) / price), quote["quantity_left"]
    )
    pieces = pieces if supplier in known else min(pieces, TRIAL)
    if pieces <= 0:
        return
    try:
        order = match.restock(quote["quote_id"], pieces, thought=f"{sku} 这家最便宜。")
    except Refused as refused:
        print("refused:", refused.code, refused.hint)
        return
    known[supplier] = "ok"
    why = "实收高于报价" if order["charged_total"] != order["quoted_total"] else "付了钱不发货"
    if order["charged_total"] != order["quoted_total"] or order["delayed"]:
        known[supplier] = why
        match.blacklist_supplier(supplier, why)


def cheapest(now: Briefing, sku: str) -> BriefQuote | None:
    trusted = {supplier["id"] for supplier in now["suppliers"] if not supplier["blacklisted"]}
    offers = [
        quote
        for quote in now["quotes"]
        if quote["sku"] == sku and quote["supplier"] in trusted and quote["quantity_left"]
    ]
    return min(offers, key=lambda quote: Decimal(quote["unit_price"]), default=None)


if __name__ == "__main__":
    main()
