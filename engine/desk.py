"""A supplier's desk (RULES §5): what a mail asks for, and the answer that it gets. Nothing is bought by
mail."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from engine import suppliers
from engine.events import Event
from engine.inbox import from_supplier
from engine.mail import Intent
from engine.ruleset import Sku
from engine.state import Quote, State, Supplier

Lines = tuple[tuple[Any, ...], ...]


def answer(state: State, events: list[Event], supplier: Supplier, subject: str, intent: Intent) -> str:
    """Answer a mail that was understood as `intent`. Returns the id of the reply."""
    topic, lines = _reply(state, supplier, intent)
    supplier = suppliers.by_id(state, supplier.id)
    return from_supplier(state, events, supplier, "reply", topic, subject[:80], lines)


def _reply(state: State, supplier: Supplier, intent: Intent) -> tuple[str, Lines]:
    if intent.kind == "other":
        return ("not_for_me" if intent.injection else "thanks"), ()
    if intent.kind == "complaint":
        return "complaint", tuple((item.sku,) for item in intent.items)
    market = {sku.id: sku for sku in state.rules.on_market(state.day)}
    asked = {item.sku: item.qty for item in intent.items}
    wanted = [market[id] for id in asked if id in market]
    if asked and not wanted:
        return "not_carried", tuple((id,) for id in asked)
    if intent.kind == "inquiry":
        return "quote", _quotes(state, supplier, wanted or list(market.values()), asked, suppliers.quote)
    wanted = wanted or [market[id] for id in supplier.about]
    if not wanted:
        return "which_goods", ()
    if intent.kind == "order":
        return "order", _quotes(state, supplier, wanted, asked, suppliers.latest)
    if intent.discount is None and intent.target_price is None:
        return "how_much", _quotes(state, supplier, wanted, asked, suppliers.latest)
    return _bargain(state, supplier, wanted, intent)


def _quotes(
    state: State, supplier: Supplier, wanted: list[Sku], asked: dict[str, int | None], which: Any
) -> Lines:
    quotes: list[Quote] = [which(state, supplier, sku) for sku in wanted]
    _about(state, supplier, wanted)
    return tuple(
        (quote.id, quote.sku, quote.unit_price, quote.left, last_day(state, quote), asked.get(quote.sku))
        for quote in quotes
    )


def _bargain(state: State, supplier: Supplier, wanted: list[Sku], intent: Intent) -> tuple[str, Lines]:
    discount = None if intent.discount is None else Fraction(str(intent.discount))
    bargains = [
        suppliers.bargain(state, suppliers.latest(state, supplier, sku), discount, intent.target_price)
        for sku in wanted
    ]
    _about(state, supplier, wanted)
    lines = tuple(
        (
            bargain.quote.id,
            bargain.quote.sku,
            bargain.quote.unit_price,
            bargain.quote.left,
            last_day(state, bargain.quote),
            bargain.before,
        )
        for bargain in bargains
    )
    results = [bargain.result for bargain in bargains]
    if len(set(results)) == 1:
        return results[0], lines
    return "mixed", tuple((*line, result) for line, result in zip(lines, results, strict=True))


def _about(state: State, supplier: Supplier, wanted: list[Sku]) -> None:
    state.suppliers[state.suppliers.index(supplier)] = supplier._replace(
        about=tuple(sku.id for sku in wanted)
    )


def last_day(state: State, quote: Quote) -> int:
    """The last day on which the quote holds."""
    return quote.day + state.rules.quote_good_for
