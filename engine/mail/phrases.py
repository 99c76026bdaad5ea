"""`compose`: the text of a letter, from one pool of phrasings for all personas (RULES.md section 5).

Voice, variant and language alone choose the words; the topic and the lines say what is told.
"""

import re
from typing import Any

from .letter import VOICES, Letter
from .lexicon import read

_REPLY_MARKS = re.compile(
    r"^(?:\s*(?:re|aw|fwd?|回复|回覆|答复|转发)\s*(?:\[\d+\])?\s*[:：])+\s*", re.IGNORECASE
)
_BARGAIN = ("accepted", "refused", "met", "final")


class _Wording:
    """The phrasings of one letter: each call to `pick` uses up a digit of the variant."""

    def __init__(self, letter: Letter) -> None:
        self.pool = read(f"phrases_{letter.language}")
        self.voice = self.pool["voice"][str(letter.voice % VOICES)]
        self.language = letter.language
        # spread first: draws that lie side by side should not read alike
        self.draw = letter.variant * 2_654_435_761 % (1 << 61)

    def digit(self, base: int) -> int:
        self.draw, digit = divmod(self.draw, base)
        return digit

    def pick(self, phrases: list[str]) -> str:
        return phrases[self.digit(len(phrases))]

    def topic(self, name: str) -> str:
        entry = self.pool["topic"][name]
        return self.pick(entry.get("any") or entry[self.voice["register"]])

    def names(self, skus: list[str]) -> str:
        names = [_entry(sku)[self.language] for sku in skus]
        if self.language == "zh":
            return "、".join(names)
        return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)


def compose(letter: Letter) -> tuple[str, str]:
    """Subject and body of `letter`; the same letter always reads the same."""
    wording = _Wording(letter)
    paragraphs = _paragraphs(letter, wording)
    if letter.kind in ("reply", "invoice"):
        paragraphs = [
            wording.pick(wording.voice["greeting"]),
            *paragraphs,
            "\n".join(part for part in (wording.pick(wording.voice["closing"]), letter.sender_name) if part),
        ]
    return _subject(letter, wording), "\n\n".join(part for part in paragraphs if part)


def _subject(letter: Letter, wording: _Wording) -> str:
    told = _REPLY_MARKS.sub("", letter.re).strip()
    if letter.kind != "reply" or not told:
        return wording.pick(wording.pool["subject"][letter.topic])
    return f"回复：{told}" if letter.language == "zh" else f"Re: {told}"


def _paragraphs(letter: Letter, wording: _Wording) -> list[str]:
    """What stands between greeting and closing."""
    lines, topic = letter.lines, letter.topic
    if topic in ("quote", "order"):
        tail = [wording.topic("quote_tail")] if topic == "quote" else []
        return [wording.topic(topic), *_quotes(letter, wording), *tail]
    if topic in (*_BARGAIN, "mixed"):
        return [wording.topic(topic), *_quotes(letter, wording), wording.topic("bargain_tail")]
    if topic == "how_much" and lines:
        return [wording.topic(topic), wording.topic("how_much_lines"), *_quotes(letter, wording)]
    if topic == "complaint":
        names = wording.names([line[0] for line in lines])
        about = wording.topic("complaint_about").format(names=names) if lines else ""
        return [wording.topic(topic).format(about=about)]
    if topic == "delivered":
        return [wording.topic(topic), "\n".join(_delivery(line, wording) for line in lines)]
    if topic == "invoice":
        return _invoice(letter, wording)
    if topic == "dear":
        return [
            wording.topic(topic).format(names=wording.names([sku]), price=dollars(price))
            for sku, price in lines
        ]
    return [wording.topic(topic).format(names=wording.names([line[0] for line in lines]))]


def _quotes(letter: Letter, wording: _Wording) -> list[str]:
    """One line a SKU, and a sentence for each that is asked for in a larger quantity than is left."""
    templates = wording.pool["line"]
    style = wording.digit(3)
    rows, short = [], []
    for quote, sku, price, left, last, *more in letter.lines:
        words = _goods(sku, wording.language) | {"quote": quote, "left": left, "last": last}
        if letter.topic in (*_BARGAIN, "mixed"):
            before, *result = more
            row = templates[result[0] if result else letter.topic][style]
            rows.append(row.format(price=dollars(price), before=dollars(before), **words))
            continue
        rows.append(templates["quote"][style].format(price=dollars(price), **words))
        asked = more[0] if more else None
        if asked is not None and asked > left:
            short.append(
                wording.pick(templates["short" if left else "none_left"]).format(asked=asked, **words)
            )
    return ["\n".join(rows), "\n".join(short)]


def _delivery(line: tuple[Any, ...], wording: _Wording) -> str:
    sku, quantity, stocked, wasted, ordered = line
    words = _goods(sku, wording.language)
    waste = wording.pick(wording.pool["line"]["waste"]).format(wasted=wasted, **words) if wasted else ""
    template = wording.pick(wording.pool["line"]["delivered"])
    return template.format(quantity=quantity, stocked=stocked, ordered=ordered, waste=waste, **words)


def _invoice(letter: Letter, wording: _Wording) -> list[str]:
    """States what was really charged, and why when that differs from the quote."""
    rows, notes = [], []
    style = wording.pick(wording.pool["line"]["invoice"])
    for quote, sku, quantity, quoted, charged, total, delayed in letter.lines:
        words = _goods(sku, wording.language)
        rows.append(
            style.format(
                quote=quote, quantity=quantity, charged=dollars(charged), total=dollars(total), **words
            )
        )
        if charged != quoted:
            moved = wording.topic("invoice_moved")
            notes.append(moved.format(quoted=dollars(quoted), charged=dollars(charged)))
        if delayed:
            notes.append(wording.topic("invoice_delayed"))
    return [wording.topic("invoice"), "\n".join(rows), *notes]


def _entry(name: str) -> dict[str, Any]:
    lexicon = read("lexicon")
    entry: dict[str, Any] = lexicon["sku"].get(name) or lexicon["shock"][name]
    return entry


def _goods(sku: str, language: str) -> dict[str, Any]:
    """How a SKU is named in a line: `goods` at its beginning, with the size; `name` within it."""
    entry = _entry(sku)
    name: str = entry[language]
    return {
        "name": name,
        "goods": f"{name[0].upper()}{name[1:]} {entry['size']}".strip(),
        "unit": entry["zh_unit"] if language == "zh" else entry["en_unit"][1],
    }


def dollars(cents: int) -> str:
    """
    >>> dollars(240)
    '$2.40'
    """
    return f"${cents // 100:,}.{cents % 100:02d}"
