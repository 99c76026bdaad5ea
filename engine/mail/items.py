"""Which goods a mail is about: wanted, shut out, or only spoken of."""

import re

from .intent import Item
from .lexicon import grammar
from .quantities import read_quantities
from .reading import WANT, Reading
from .tokens import Token

_LOOK_BACK, _LOOK_AHEAD = 34, 40  # characters over which an exclusion carries
_LOOK_BACK_HAN, _LOOK_AHEAD_HAN = 12, 14
_HAN = re.compile("[一-鿿]")
_TURNS = grammar("items", "turns")


def read_items(reading: Reading) -> tuple[Item, ...]:
    """The goods wanted now, each once, in the order of the text."""
    named, excluded = _sorted_out(reading)
    wanted = [token for token in named if not _is_context(reading, token)] or named
    quantities = read_quantities(reading, wanted, named)
    barred = {token.sku for token in excluded}
    return tuple(
        Item(sku, quantities.get(sku))
        for sku in dict.fromkeys(token.sku for token in wanted if token.sku)
        if sku not in barred or quantities.get(sku) or _is_asked_elsewhere(reading, wanted, sku)
    )


def read_concerned(reading: Reading) -> tuple[Item, ...]:
    """The goods that a complaint is about: not those that it only asks a price for."""
    named, excluded = _sorted_out(reading)
    goods = named or excluded
    concerned = [
        token
        for token in goods
        if "inquiry" not in (cues := reading.clause_at(token.start).cues) or "grievance" in cues
    ]
    return tuple(Item(sku) for sku in dict.fromkeys(token.sku for token in concerned or goods if token.sku))


def _sorted_out(reading: Reading) -> tuple[list[Token], list[Token]]:
    """The goods of the catalogue that are named, and those that are named to be left out."""
    named: list[Token] = []
    excluded: list[Token] = []
    for token in reading.of_kind("goods"):
        if token.sku:
            (excluded if _is_excluded(reading, token) else named).append(token)
    return named, excluded


def _is_asked_elsewhere(reading: Reading, wanted: list[Token], sku: str) -> bool:
    """Whether goods that one clause excludes are asked for in another clause of the body."""
    return any(
        token.sku == sku and token.start >= reading.subject_end and WANT & reading.clause_at(token.start).cues
        for token in wanted
    )


def _is_excluded(reading: Reading, token: Token) -> bool:
    """ "No Sprite", "Sprite is not needed", 雪碧先不要, 除了雪碧."""
    text, clause = reading.text, reading.clause_at(token.start)
    for hit in reading.hits_in(clause, "excluded_before"):
        between = text[min(hit.end, token.start) : token.start]
        reach = _LOOK_BACK_HAN if _HAN.search(text, hit.start, hit.end) else _LOOK_BACK
        leads = hit.start < token.start <= hit.end + reach and not _TURNS.search(between)
        if leads and not _points_back(reading, hit.start, hit.end):
            return True
    for hit in reading.hits_in(clause, "excluded_after"):
        reach = _LOOK_AHEAD_HAN if _HAN.search(text, hit.start, hit.end) else _LOOK_AHEAD
        if token.end <= hit.start <= token.end + reach and not _number_between(reading, token.end, hit.start):
            return True
    return False


def _number_between(reading: Reading, start: int, end: int) -> bool:
    return any(start <= token.start < end for token in reading.of_kind("count", "price", "share"))


def _points_back(reading: Reading, start: int, end: int) -> bool:
    """不要 in 雪碧不要了 speaks of what stands before it."""
    text = reading.text
    if text[end : end + 1] not in ("了", ",", "。", "", "的", "\n", "!"):
        return False
    return any(
        token.end <= start and not text[token.end : start].strip(" 先就都也暂时这次")
        for token in reading.of_kind("goods")
    )


def _is_context(reading: Reading, token: Token) -> bool:
    """Goods that are only spoken of: bought before, sold, in stock, or the thread's old subject."""
    if token.start < reading.subject_end and reading.in_thread:
        return True
    return reading.is_past(reading.clause_at(token.start))
