"""What frames tell, laid out for a reader without JavaScript: days, mails, thoughts."""

import json
from collections.abc import Iterable
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from league.pages.words import money, picture, short, to_cents

Json = dict[str, Any]
BARGAINS = {
    "quoted": "报价",
    "quote": "报价",
    "accepted": "同意降价",
    "refused": "没有让价",
    "met": "没有让价",
    "final": "不再让价",
    "mixed": "部分让价",
}


SETTLED = '{"type":"day_settled"'  # cannot stand inside a text of the frame: there its quotes are escaped
_read = json.JSONDecoder().raw_decode


def ledger(frames: Iterable[tuple[int, str]]) -> list[Json]:
    """One row for each settled day, as the island reads them too; `seq`: the frame that settled it. A year
    has 366 whole boards, so only the one event is read out of each encoded frame."""
    rows = []
    for seq, body in frames:
        at = body.find(SETTLED)
        if at >= 0:
            event, _ = _read(body, at)
            del event["type"]
            rows.append({"seq": seq, **event})
    return rows


def day_rows(days: list[Json]) -> SafeString:
    """The table of settled days, newest first. Made here: a year of it as template variables takes 0.3 s."""
    return format_html_join(
        "",
        '<tr><td class="n">{}</td><td>{}</td><td class="n">{}</td><td class="n">{}</td>'
        '<td class="n">{}</td><td class="n">{}</td><td class="n">{}</td></tr>',
        (
            (
                *(row["day"], row["date"], row["visitors"], row["lost_to_stockout"]),
                *(money(row["takings"]), money(row["cash"]), money(row["net_worth"])),
            )
            for row in reversed(days)
        ),
    )


def letters(frames: list[Json], suppliers: list[Json], names: dict[str, str]) -> list[Json]:
    """Mails in order, the agent's own among them; an invoice beside what had been quoted."""
    who = {supplier["id"]: supplier["name"] for supplier in suppliers}
    found: list[Json] = []
    for frame in frames:
        bought = next((e for e in frame["events"] if e["type"] == "restocked"), None)
        for event in frame["events"]:
            if event["type"] == "mail_sent":
                found.append(
                    {**event, "mine": True, "day": frame["day"], "name": who.get(event["to"], event["to"])}
                )
            elif event["type"] == "mail_arrived":
                invoice = event["kind"] == "invoice" and bought
                found.append(
                    {
                        **event,
                        "name": event["from_name"],
                        "quotes": [_quote(quote, names) for quote in event["quotes"]],
                        "result": BARGAINS.get(event.get("outcome") or event.get("topic") or ""),
                        "slip": _slip(bought) if invoice and bought else None,
                    }
                )
    return found


def _quote(quote: Json, names: dict[str, str]) -> Json:
    return {
        **quote,
        "name": short(names.get(quote["sku"]) or quote["sku"]),
        "picture": picture(quote["sku"]),
        "price": money(quote["unit_price"]),
        "struck": money(quote["was"]) if quote["was"] not in (None, quote["unit_price"]) else None,
    }


def _slip(bought: Json) -> Json:
    more = to_cents(bought["charged_total"]) - to_cents(bought["quoted_total"])
    return {
        "quoted": money(bought["quoted_total"]),
        "charged": money(bought["charged_total"]),
        "more": more,
        "difference": money(more),
        "delayed": bought["delayed"],
    }


def thoughts(frames: list[Json]) -> list[Json]:
    return [{"day": f["day"], "seq": f["seq"], "text": f["thought"]} for f in frames if f.get("thought")]


def sparkline(worths: list[int], width: int = 100, height: int = 30) -> str:
    """Net worth over the days as points of an SVG polyline; "" where there is no line yet."""
    if len(worths) < 2:
        return ""
    low, high = min(worths), max(worths)
    span = (high - low) or 1
    step = width / (len(worths) - 1)
    return " ".join(
        f"{index * step:.1f},{height - 1 - (height - 2) * (worth - low) / span:.1f}"
        for index, worth in enumerate(worths)
    )
