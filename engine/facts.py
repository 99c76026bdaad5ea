"""The door's two tables: how a public fact is shown to everyone, and what the agent that acted is told of it.

A fact that has no line here is not seen. Built from nothing upward: each line names what it lets out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import events as e
from engine.inbox import letter_of
from engine.mail import Letter, compose
from engine.money import dollars, share
from engine.state import Mail

Json = dict[str, Any]
QUOTED = {"quote", "order", "how_much", "accepted", "refused", "met", "final", "mixed"}
BARGAINED = {"accepted", "refused", "met", "final", "mixed"}


def mail(mail: Mail, name: str, letter: Letter) -> Json:
    """A mail as agents and spectators read it."""
    subject, body = compose(letter)
    return {
        "id": mail.id,
        "day": mail.day,
        "from": mail.sender,
        "from_name": name,
        "subject": subject,
        "body": body,
        "kind": letter.kind,
        "quotes": _quotes(mail, letter),
    }


def _quotes(mail: Mail, letter: Letter) -> list[Json]:
    if letter.topic not in QUOTED:
        return []
    return [
        {
            "quote_id": line[0],
            "supplier": mail.sender,
            "sku": line[1],
            "unit_price": dollars(line[2]),
            "quantity_left": line[3],
            "valid_through": line[4],
            "was": dollars(line[5]) if letter.topic in BARGAINED else None,
        }
        for line in letter.lines
    ]


def _arrived(event: e.MailArrived) -> Json:
    shown = mail(event.mail, event.name, event.letter)
    return {**shown, "topic": event.letter.topic}


def _sent(event: e.MailSent) -> Json:
    intent = event.intent
    return {
        "id": event.id,
        "to": event.to,
        "subject": event.subject,
        "body": event.body,
        "intent": {
            "kind": intent.kind,
            "items": [{"sku": item.sku, "qty": item.qty} for item in intent.items],
            "discount": intent.discount,
            "target_price": None if intent.target_price is None else dollars(intent.target_price),
        },
    }


def _searched(event: e.Searched) -> Json:
    return {
        "query": event.query,
        "results": [
            {"sku": found.sku, "wholesale": _range(found.wholesale), "retail": _range(found.retail)}
            for found in event.results
        ],
    }


def _range(ends: tuple[int, int]) -> Json:
    return {"low": dollars(ends[0]), "high": dollars(ends[1])}


def _restocked(event: e.Restocked) -> Json:
    return {
        "quote_id": event.quote_id,
        "supplier": event.supplier,
        "sku": event.sku,
        "quantity": event.quantity,
        "unit_price": dollars(event.unit_price),
        "quoted_total": dollars(event.quoted_total),
        "charged_total": dollars(event.charged_total),
        "stocked": event.stocked,
        "wasted": event.wasted,
        "delayed": event.delayed,
    }


def _previewed(event: e.RestockPreviewed) -> Json:
    return {
        "quote_id": event.quote_id,
        "supplier": event.supplier,
        "sku": event.sku,
        "quantity": event.quantity,
        "unit_price": dollars(event.unit_price),
        "quoted_total": dollars(event.quoted_total),
        "dry_run": True,
        "would_stock": event.would_stock,
        "would_waste": event.would_waste,
    }


def _settled(event: e.DaySettled) -> Json:
    return {
        "day": event.day,
        "date": event.date,
        "visitors": event.visitors,
        "sold": dict(event.sold),
        "lost_to_stockout": event.lost,
        "takings": dollars(event.takings),
        "cost_of_goods": dollars(event.cost_of_goods),
        "fee": dollars(event.fee),
        "cash": dollars(event.cash),
        "net_worth": dollars(event.net_worth),
        "negative_days": event.negative_days,
    }


def _ended(event: e.MatchEnded) -> Json:
    return {
        "end": event.end,
        "reason": event.reason,
        "score": {
            "net_worth": dollars(event.net_worth),
            "days_survived": event.days_survived,
            "end": event.end,
            "precision": share(*event.precision),
            "recall": share(*event.recall),
        },
    }


def _read(event: e.InboxRead) -> Json:
    return {"mails": [mail(one, name, letter_of(one)) for one, name in event.mails]}


SHOWN: dict[type[e.Event], tuple[str, Callable[[Any], Json]]] = {
    e.Refused: ("refused", lambda f: {"tool": f.tool, "code": f.code}),
    e.MatchOpened: (
        "match_opened",
        lambda f: {
            "days": f.days,
            "date": f.date,
            "ruleset": f.ruleset,
            "commitments": {"world": f.world, "match": f.match},
        },
    ),
    e.DayOpened: ("day_opened", lambda f: {"day": f.day, "date": f.date, "weekday": f.weekday}),
    e.ShockBegan: ("shock_began", lambda f: {"shock": f.shock, "name": f.name, "factor": f.factor}),
    e.SkuLaunched: ("sku_launched", lambda f: {"sku": f.sku, "name": f.name}),
    e.Searched: ("searched", _searched),
    e.MailSent: ("mail_sent", _sent),
    e.MailArrived: ("mail_arrived", _arrived),
    e.InboxRead: ("inbox_read", lambda f: {"count": len(f.mails), "ids": [one.id for one, _ in f.mails]}),
    e.PriceSet: (
        "price_set",
        lambda f: {"sku": f.sku, "price": dollars(f.price), "before": dollars(f.before)},
    ),
    e.RestockPreviewed: ("restock_previewed", _previewed),
    e.Restocked: ("restocked", _restocked),
    e.Scrapped: ("scrapped", lambda f: {"sku": f.sku, "quantity": f.quantity, "cost": dollars(f.cost)}),
    e.Delivered: (
        "delivered",
        lambda f: {
            "supplier": f.supplier,
            "sku": f.sku,
            "quantity": f.quantity,
            "stocked": f.stocked,
            "wasted": f.wasted,
            "ordered_day": f.ordered,
        },
    ),
    e.NoteWritten: ("note_written", lambda f: {"key": f.key, "value": f.value}),
    e.NotesRead: ("notes_read", lambda f: {"keys": [key for key, _ in f.notes]}),
    e.SupplierMarked: (
        "supplier_marked",
        lambda f: {"supplier": f.supplier, "blacklisted": f.blacklisted, "reason": f.reason},
    ),
    e.DaySettled: ("day_settled", _settled),
    e.MatchEnded: ("match_ended", _ended),
}

RESULTS: dict[type[e.Event], Callable[[Any], Json]] = {
    e.Searched: _searched,
    e.MailSent: lambda f: {"mail_id": f.id, "reply_id": f.reply},
    e.InboxRead: _read,
    e.PriceSet: lambda f: {"sku": f.sku, "price": dollars(f.price), "before": dollars(f.before)},
    e.RestockPreviewed: _previewed,
    e.Restocked: _restocked,
    e.NoteWritten: lambda f: {"key": f.key},
    e.NotesRead: lambda f: {"notes": dict(f.notes)},
    e.SupplierMarked: lambda f: {"supplier": f.supplier, "blacklisted": f.blacklisted},
    e.DaySettled: _settled,
    e.MatchEnded: _ended,
}
