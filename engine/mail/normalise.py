"""From a mail as it was typed to plain lower-case text in simplified characters, a line a line."""

import html
import re
import unicodedata

from .lexicon import any_of, grammar, read

LIMIT = 20_000  # characters of a mail that a supplier reads

_CHARACTERS = read("characters")
_SIMPLE = {
    ord(old): new for old, new in zip(_CHARACTERS["traditional"], _CHARACTERS["simplified"], strict=True)
}
_SIMPLE |= {ord(char): "'" for char in "‘’`´"} | {ord(char): '"' for char in "“”„«»「」『』"}
_SIMPLE |= {ord(char): "-" for char in "–—−‐‑―─"} | {
    ord("，"): ", ",
    ord("×"): "x",
    ord("✕"): "x",
    ord("∶"): ":",
    0xA0: " ",
    0x3000: " ",
}
_SIMPLE |= dict.fromkeys([0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xAD])

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,15}+)(?:\s[^<>]*+)?/?>|<!(?:--)?[^<>]*+>")
_UNSEEN = {"style", "script", "head", "title", "blockquote"}
_BREAKS = {
    "p",
    "div",
    "br",
    "tr",
    "li",
    "ul",
    "ol",
    "table",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "section",
}
_CELLS = {"td", "th"}
_PICTURES = grammar("normalise", "pictures")
_COUNTERS = re.compile("[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]")
_EMPHASIS = re.compile(r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}|_{2,}|~~|^\s{0,3}#{1,6}\s+", re.MULTILINE)
_BULLET = grammar("normalise", "bullet", re.MULTILINE)
_LINKS = re.compile(r"(?:https?://|www\.)\S{1,300}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+")
_NUMBERS_OF_THINGS = grammar("normalise", "numbers_of_things")

_CODE = re.compile(r"^[a-z]{1,3}-\d{3,}[a-z0-9]*|[#+-]?[a-z]{0,3}\d[\da-z() -]*|-[a-z\d-]*")


_SPELLING = {wrong: right for right, slips in read("spelling")["words"].items() for wrong in slips}
# "price 4 chips": a figure for the word
_FOUR = re.compile(r"(?<![a-z])(prices?|quotes?|costs?|rates?|thx|thanks|much|asking|offer) 4(?= ?[a-z])")
_SLIPS = re.compile(rf"(?<![a-z0-9'.$]){any_of(_SPELLING)}(?![a-z0-9'.])")


def plain(text: str) -> str:
    """`text` in NFKC, lower case and simplified characters, without pictures."""
    if text.isascii():
        return text.lower().replace("`", "'")
    text = _COUNTERS.sub("\n- ", text)
    text = unicodedata.normalize("NFKC", text.translate(_SIMPLE)).lower().translate(_SIMPLE)
    return _PICTURES.sub(" ", text)


def readable(text: str) -> str:
    """What a reader sees of a mail: no markup, one line for each line of a list or row of a table."""
    return plain(_without_tags(text[: 3 * LIMIT]))[:LIMIT].replace("\r\n", "\n").replace("\r", "\n")


def bare(text: str) -> str:
    """`text` without emphasis, bullets, links, and the numbers of quotes, telephones and dates."""
    text = _SLIPS.sub(lambda slip: _SPELLING[slip[0]], text)
    text = _FOUR.sub(r"\1 for", text)
    text = _LINKS.sub(" ", _BULLET.sub("", _EMPHASIS.sub("", text)))
    return _NUMBERS_OF_THINGS.sub(_without_digits, text)


def _without_digits(match: re.Match[str]) -> str:
    """`po number 4471` stays `po number`: the word may say what is wanted."""
    return _CODE.sub(" ", match[0]) + " "


def _without_tags(text: str) -> str:
    """`text` without HTML tags; quoted blocks and style sheets go with theirs."""
    parts: list[str] = []
    at, depth = 0, 0
    for tag in _TAG.finditer(text):
        if not depth:
            parts.append(text[at : tag.start()])
        at = tag.end()
        name = (tag[2] or "").lower()
        if name in _UNSEEN:
            depth = max(0, depth - 1) if tag[1] else depth + 1
        elif not depth and name in _BREAKS:
            parts.append("\n")
        elif not depth and name in _CELLS and tag[1]:
            parts.append(" | ")
    if not depth or at == 0:
        parts.append(text[at:])
    return html.unescape("".join(parts))
