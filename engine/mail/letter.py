"""The compact record of one mail to an agent; its text is rendered from it whenever it is read."""

from typing import Any, NamedTuple

VOICES = 6


class Letter(NamedTuple):
    """All that the state keeps of a mail in the inbox; `tuple(letter)` is plain JSON.

    The shape of `lines` depends on the topic; money in it is cents, dates are day numbers.

    | topic | lines |
    |---|---|
    | quote, how_much, order | (quote_id, sku, unit price, quantity left, valid through, asked or None) |
    | accepted, refused, met, final | (quote_id, sku, price now, quantity left, valid through, price before) |
    | mixed | the same with a seventh place: accepted, refused, met or final |
    | complaint, not_carried, stockout, launch | (sku,) |
    | which_goods, thanks, not_for_me | none |
    | delivered | (sku, quantity, stocked, wasted, day of the order) |
    | invoice | (quote_id, sku, quantity, quoted unit, charged unit, charged total, delayed 0 or 1) |
    | dear | (sku, price) |
    | shock | (shock,) |
    """

    kind: str  # reply | invoice | complaint | news
    topic: str
    language: str  # zh | en
    voice: int  # 0 .. VOICES-1, drawn independently of the persona; 0 for non-suppliers
    variant: int  # a draw, 0 .. 2**31-1: which of the phrasings
    sender_name: str
    re: str = ""  # subject of the mail that is answered
    lines: tuple[tuple[Any, ...], ...] = ()
