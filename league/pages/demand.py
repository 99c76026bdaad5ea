"""The demand calculator of the rules page: prices in, what a day may bring out. The engine works it out; the
form works without JavaScript, and with it the answer follows what is typed."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

import engine
from league.pages.public import public_page
from league.pages.words import money

RULESET = "clawvend-0.7"
MONTH = 4  # the one whose factor is 1


@public_page
def demand(request: HttpRequest) -> HttpResponse:
    """Only the answer, for the script of the page."""
    return render(request, "pages/demand.html", {"demand": answer(request.GET)})


def answer(asked: Mapping[str, str]) -> dict[str, Any]:
    """With nothing asked, the first six goods at their typical prices on a day like any other."""
    rules = engine.load(RULESET)
    fresh = not any(name.startswith("p-") for name in asked)
    month, shock = asked.get("month", ""), asked.get("shock", "")
    known = {one.id for one in rules.shocks}
    month_number = int(month) if month in {str(number) for number in range(1, 13)} else MONTH
    shocks = (shock,) if shock in known else ()
    weekend = asked.get("weekend") == "1"
    rows: list[dict[str, Any]] = []
    prices: dict[str, int] = {}
    for sku in rules.skus:
        typed = asked.get(f"p-{sku.id}", plain(sku.retail) if fresh and sku.launch <= 1 else "").strip()
        price = cents(typed)
        lowest, highest = 1, sku.retail * rules.price_highest
        wrong = bool(typed) and (price is None or not lowest <= price <= highest)
        if price is not None and not wrong:
            prices[sku.id] = price
        rows.append(
            {
                "sku": sku,
                "typed": typed[:12],
                "typical": plain(sku.retail),
                "wrong": wrong,
                "most": money(highest),
            }
        )
    expected = engine.expect(rules, prices, weekend=weekend, month=month_number, shocks=shocks)
    for row in rows:
        sold = expected.sold.get(row["sku"].id)
        if sold is not None:
            price = prices[row["sku"].id]
            row["sold"] = f"{sold:.1f}"
            row["takings"] = money(round(sold * price))
            row["profit"] = money(round(sold * (price - row["sku"].wholesale)))
            row["share"] = f"{100 * sold / expected.visitors:.1f}%" if expected.visitors else "0%"
    takings = sum(sold * prices[sku] for sku, sold in expected.sold.items())
    cost = sum(sold * sku.wholesale for sku in rules.skus if (sold := expected.sold.get(sku.id)))
    return {
        "rows": rows,
        "month": month_number,
        "months": range(1, 13),
        "weekend": weekend,
        "shock": shocks[0] if shocks else "",
        "shocks": rules.shocks,
        "kinds": len(prices),
        "low": expected.low,
        "high": expected.high,
        "visitors": f"{expected.visitors:.1f}",
        "sold": f"{sum(expected.sold.values()):.1f}",
        "left": f"{100 * (1 - sum(expected.sold.values()) / expected.visitors):.0f}%"
        if expected.visitors
        else "—",
        "takings": money(round(takings)),
        "fee": money(rules.stall_fee),
        "profit": money(round(takings - cost - rules.stall_fee)),
        "loss": takings - cost < rules.stall_fee,
    }


def plain(value: int) -> str:
    return f"{value // 100}.{value % 100:02}"


def cents(typed: str) -> int | None:
    """Dollars as somebody types them; None for what is no price."""
    text = typed.translate(FULL_WIDTH).removeprefix("$").replace(",", "")
    whole, _, part = text.partition(".")
    if not (text.isascii() and (whole + part).isdecimal() and len(whole) < 6 and len(part) <= 2):
        return None
    return int(whole or "0") * 100 + int(part.ljust(2, "0") or "0")


FULL_WIDTH = str.maketrans("０１２３４５６７８９．。＄，", "0123456789..$,")
