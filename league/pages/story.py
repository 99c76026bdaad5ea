"""What frames tell, laid out for a reader without JavaScript: days, mails, thoughts."""

from typing import Any

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


def ledger(frames: list[Json]) -> list[Json]:
    """One row for each settled day, as the island reads them too; `seq`: the frame that settled it."""
    return [
        {"seq": frame["seq"], **{name: value for name, value in event.items() if name != "type"}}
        for frame in frames
        for event in frame["events"]
        if event["type"] == "day_settled"
    ]


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
