"""What a supplier would have to act on first."""

import re

from .intent import Item
from .reading import Clause, Reading

_TRADE = frozenset(("inquiry", "ask", "bid", "order", "condition", "please"))
_MANNERS = frozenset(("decline", "courtesy", "praise"))
_WORD = re.compile("[a-z']{2,}|[一-鿿]{2}")


def is_injection(reading: Reading) -> bool:
    return "injection" in reading.cues


def is_complaint(reading: Reading, bids: bool) -> bool:
    """A grievance that stands by itself, or one that asks for redress beside whatever else is asked."""
    aired = [clause for clause in reading.clauses if _is_grievance(reading, clause)]
    if not aired:
        return False
    if any("remedy" in clause.cues for clause in aired) or _asks_redress(reading):
        return True
    if bids and _bargains(reading):
        return False
    fresh = [clause for clause in aired if "bygone" not in clause.cues]
    return bool(fresh) or not {"inquiry", "order"} & reading.cues


def _bargains(reading: Reading) -> bool:
    """Whether a figure is bid in so many words, not only named in a grievance."""
    return bool({"bid", "cheaper"} & reading.cues) or any(
        token.kind == "share" and token.sure for token in reading.tokens
    )


def _is_grievance(reading: Reading, clause: Clause) -> bool:
    whole = reading.sentence_cues(clause)
    return bool({"grievance", "remedy"} & clause.cues) and "no_grievance" not in whole


def _asks_redress(reading: Reading) -> bool:
    return any("remedy" in clause.cues and "no_grievance" not in clause.cues for clause in reading.clauses)


def is_negotiation(reading: Reading, discount: float | None, price: int | None) -> bool:
    """A bid, or a wish for less without a figure."""
    if "advert" in reading.cues:
        return False
    if discount is not None or price is not None:
        return True
    if "policy" in reading.cues and "dear" not in reading.cues:
        return False
    return any("cheaper" in clause.cues and not _is_idle(clause) for clause in reading.clauses)


def _is_idle(clause: Clause) -> bool:
    """Talk of a dear or cheap thing that asks for nothing."""
    return bool({"history", "stock", "rival", "excluded_after", "praise"} & clause.cues) and not (
        {"ask", "bid", "inquiry"} & clause.cues
    )


def is_order(reading: Reading, items: tuple[Item, ...]) -> bool:
    """Wanted now, for good: no price is asked for and nothing is made a condition."""
    counted = any(item.qty for item in items)
    if "decline" in reading.cues and not counted:
        return False
    firm = [clause for clause in reading.clauses if not {"condition", "history", "decline"} & clause.cues]
    agreed = any("accept" in clause.cues and "ask" not in clause.cues for clause in firm)
    wanted = any(
        {"order", "as_before"} & clause.cues for clause in firm if items or "courtesy" not in clause.cues
    )
    if agreed and items and (wanted or (counted and "inquiry" not in reading.cues)):
        return True
    if {"inquiry", "price_word"} & reading.cues:
        return False
    if wanted:
        return True
    return (
        counted
        and not {"ask", "condition"} & reading.cues
        and not {"praise", "history"} <= reading.cues
        and ("please" in reading.cues or _says_more(reading))
    )


def is_inquiry(reading: Reading, items: tuple[Item, ...]) -> bool:
    if "advert" in reading.cues and not items:
        return False
    if {"inquiry", "policy"} & reading.cues or (items and "price_word" in reading.cues):
        return True
    return bool(items) and ("ask" in reading.cues or not _MANNERS & reading.cues)


def is_remark(reading: Reading) -> bool:
    """Goods are spoken of and nothing is asked, bid or ordered: there is something to say about them."""
    if _TRADE & reading.cues or _MANNERS & reading.cues:
        return False
    return any(token.sku for token in reading.of_kind("goods")) and _says_more(reading)


def _says_more(reading: Reading) -> bool:
    """Whether the body has words beside goods, numbers and greetings."""
    text = reading.text
    for token in reversed(reading.tokens):
        text = text[: token.start] + " " + text[token.end :]
    return len(_WORD.findall(text[min(reading.subject_end, len(text)) :])) >= 2
