"""Finding the SKUs that a text names."""

import re
from typing import NamedTuple

from .lexicon import any_of, grammar, is_latin, read


class Mention(NamedTuple):
    """A stretch of text that names a SKU, or (`sku` None) goods that look alike and are not carried."""

    sku: str | None
    start: int
    end: int


def _names() -> dict[str, str | None]:
    names: dict[str, str | None] = {}
    for sku, entry in read("lexicon")["sku"].items():
        for word in (*entry["aliases"], *entry["typos"], sku.replace("_", " ")):
            names[word] = sku
    for entry in read("lexicon")["sku"].values():
        names |= dict.fromkeys(entry["near"])
    return names


_NAMES = _names()
_LATIN = any_of(name for name in _NAMES if is_latin(name))
_CJK = any_of(name for name in _NAMES if not is_latin(name))
# 水 alone is bottled water, unless it is part of another word
_WATER = grammar("goods", "water").pattern
_GOODS = re.compile(rf"(?<![a-z])({_LATIN})(?:'?s)?(?![a-z])|({_CJK})|(?P<water>{_WATER})")
_GAPS = re.compile(r"[\s_-]+")


def mentions(text: str) -> list[Mention]:
    """Every SKU named in `text` (normalised: lower case, simplified), in reading order."""
    found = []
    for match in _GOODS.finditer(text):
        name = match[1] or match[2] or "矿泉水"
        sku = _NAMES[name] if name in _NAMES else _NAMES[_GAPS.sub(" ", name)]
        found.append(Mention(sku, match.start(), match.end()))
    return found


def find_skus(text: str) -> tuple[str, ...]:
    """The SKUs that a query of `web_search` names, in the order of the ruleset.

    >>> find_skus("可樂 and Red Bull wholesale price")
    ('cola', 'redbull')
    """
    from .normalise import plain

    named = {mention.sku for mention in mentions(plain(text.replace("_", " ")))}
    return tuple(sku for sku in read("lexicon")["sku"] if sku in named)
