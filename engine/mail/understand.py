"""`understand`: the reading of one mail, step by step.

Normalise, cut what is quoted and signed, find what is named, tell the roles, then decide the kind.
"""

import re

from .bids import read_bids
from .intent import Intent, Item
from .items import read_concerned, read_items
from .kind import is_complaint, is_injection, is_inquiry, is_negotiation, is_order, is_remark
from .normalise import bare, readable
from .own_words import own_words
from .reading import Reading

_HAN = re.compile("[一-鿿]")
_WORD = re.compile("[a-z]+")


def understand(subject: str, body: str) -> Intent:
    """What the mail asks of a supplier (RULES.md section 6, `send_email`)."""
    head = bare(readable(subject)).replace("\n", " ").strip()
    own = bare(own_words(readable(body)))
    reading = Reading(f"{head}\n{own}", subject_end=len(head))
    language = _language(own if own.strip() else head)
    if is_injection(reading):
        return Intent("other", language=language, injection=True)
    items = read_items(reading)
    quantities = {item.qty for item in items if item.qty}
    discount, price = read_bids(reading, quantities.pop() if len(quantities) == 1 else None)
    bids = is_negotiation(reading, discount, price)
    if is_complaint(reading, bids):
        return Intent("complaint", read_concerned(reading), language=language)
    if bids:
        return Intent("negotiate", items, discount, price, language)
    if not any(item.qty for item in items) and is_remark(reading):
        return Intent("complaint", read_concerned(reading), language=language)
    kind = _plain_kind(reading, items)
    return Intent(kind, () if kind == "other" else items, language=language)


def _plain_kind(reading: Reading, items: tuple[Item, ...]) -> str:
    if is_order(reading, items):
        return "order"
    return "inquiry" if is_inquiry(reading, items) else "other"


def _language(text: str) -> str:
    """The language of the larger part: a Chinese word is taken to have two characters."""
    return "zh" if len(_HAN.findall(text)) >= 2 * len(_WORD.findall(text)) or not _WORD.search(text) else "en"
