"""The pictures that chats show for a link: 1200 × 630, drawn from what they are told and from nothing else.

The font comes with the house (league/fonts/), since a server has none for Chinese. Of what it cannot draw,
pictures and controls are left out and letters become 〓, the printer's mark for a missing type.
"""

import io
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

SIZE = WIDTH, HEIGHT = 1200, 630
FONT = Path(__file__).parent / "fonts/NotoSansCJKsc-Bold.woff2"
EDGE = 64
SKY, INK, QUIET, LAMP, LINE = (11, 15, 26), (245, 239, 228), (146, 155, 176), (255, 207, 112), (43, 53, 76)
ENAMEL = ("#b3392b", "#1f6f78", "#2f4fa3", "#a86a12", "#6c3f8f", "#2f7148", "#9a3666", "#49566e")
GOODS = ("#c22f17", "#2f7148", "#0868ac", "#a86a12", "#6c3f8f", "#1f6f78")
GETA = "〓"


class Card(NamedTuple):
    """`over` stands above the title, `under` below it; then a large figure and what it is, or rows."""

    over: str
    title: str
    under: str
    figure: str = ""
    called: str = ""
    line: tuple[int, ...] = ()  # a course of money, from left to right
    rows: tuple[tuple[str, str, str], ...] = ()  # rank, name, value
    paint: int = 0


def png(card: Card) -> bytes:
    image = Image.new("RGB", SIZE, SKY)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, 10), fill=LAMP)
    wide = WIDTH - 2 * EDGE - (0 if card.rows else 330)
    text(draw, (EDGE, 46), card.over, 30, LAMP, wide)
    _title(draw, card, wide)
    if card.rows:
        _rows(draw, card.rows)
    else:
        _machine(draw, card.paint)
        _figure(draw, card, wide)
    _foot(draw)
    out = io.BytesIO()
    image.quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        out, "PNG", optimize=True
    )
    return out.getvalue()


def text(
    draw: ImageDraw.ImageDraw,
    at: tuple[int, int],
    words: str,
    size: int,
    fill: object,
    width: int,
    anchor: str = "la",
) -> None:
    """One line; what is too long for it ends in an ellipsis."""
    draw.text(at, fitted(drawable(words), size, width), fill=fill, font=font(size), anchor=anchor)  # type: ignore[arg-type]


def fitted(words: str, size: int, width: int) -> str:
    if font(size).getlength(words) <= width:
        return words
    while words and font(size).getlength(words + "…") > width:
        words = words[:-1]
    return words.rstrip() + "…"


def wrapped(words: str, size: int, width: int, lines: int) -> list[str]:
    """Chinese breaks anywhere, Latin words between spaces where they can."""
    found = [""]
    for word in _pieces(words):
        if not found[-1] or font(size).getlength(found[-1] + word) <= width:
            found[-1] += word
        elif len(found) == lines:
            found[-1] = fitted(found[-1] + words, size, width)
            break
        else:
            found.append(word.lstrip())
    return [fitted(line.rstrip(), size, width) for line in found]


def _pieces(words: str) -> list[str]:
    pieces: list[str] = []
    for char in words:
        joins = (
            pieces and char.isascii() and char != " " and pieces[-1][-1].isascii() and pieces[-1][-1] != " "
        )
        if joins:
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def drawable(words: str) -> str:
    return "".join(_drawable(char) for char in unicodedata.normalize("NFC", words)).strip() or GETA


@lru_cache(maxsize=8192)
def _drawable(char: str) -> str:
    if char.isspace():
        return " "
    kind = unicodedata.category(char)
    if kind in ("Cc", "Cf", "Cn", "Co", "Cs", "Mn", "Me"):
        return ""
    if not _missing(char):
        return char
    return "" if kind in ("So", "Sk") else GETA


def _missing(char: str) -> bool:
    return _looks(char) == _nothing()


def _looks(char: str) -> tuple[bytes, tuple[int, int]]:
    mask = font(30).getmask(char, mode="1")
    return bytes(mask), mask.size


@lru_cache(maxsize=1)
def _nothing() -> tuple[bytes, tuple[int, int]]:
    return _looks("\U0010fffe")


@lru_cache(maxsize=16)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Basic layout: names of any script are drawn letter by letter, from left to right."""
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


def _title(draw: ImageDraw.ImageDraw, card: Card, wide: int) -> None:
    words = drawable(card.title)
    size, lines = next(
        (
            (size, lines)
            for size, most in ((76, 1), (62, 2))
            if len(lines := wrapped(words, size, wide, 9)) <= most
        ),
        (48, wrapped(words, 48, wide, 2)),
    )
    if card.rows:
        size, lines = 56, wrapped(words, 56, wide, 1)
    y = 104
    for line in lines:
        draw.text((EDGE, y), line, fill=INK, font=font(size), anchor="la")
        y += round(size * 1.3)
    text(draw, (EDGE, y + 6), card.under, 30, QUIET, wide)


def _figure(draw: ImageDraw.ImageDraw, card: Card, wide: int) -> None:
    if card.line:
        _course(draw, card.line, (EDGE, 470, EDGE + wide, 556))
    if card.figure:
        text(draw, (EDGE, 338), card.called, 28, QUIET, wide)
        text(draw, (EDGE, 372), card.figure, 76, LAMP, wide)


def _course(draw: ImageDraw.ImageDraw, line: Sequence[int], box: tuple[int, int, int, int]) -> None:
    low, high = min(line), max(line)
    left, top, right, bottom = box
    step = (right - left) / max(len(line) - 1, 1)
    rise = (bottom - top) / (high - low or 1)
    points = [
        (round(left + at * step), round(bottom - (worth - low) * rise)) for at, worth in enumerate(line)
    ]
    draw.line(((left, bottom), (right, bottom)), fill=LINE, width=2)
    draw.line(points, fill=LAMP, width=5, joint="curve")


def _rows(draw: ImageDraw.ImageDraw, rows: Sequence[tuple[str, str, str]]) -> None:
    for at, (rank, name, value) in enumerate(rows):
        y = 240 + at * 62
        draw.line(((EDGE, y + 54), (WIDTH - EDGE, y + 54)), fill=LINE, width=2)
        text(draw, (EDGE + 24, y), rank, 36, LAMP if rank == "1" else QUIET, 80, "ma")
        text(draw, (EDGE + 76, y), name, 36, INK, 690)
        text(draw, (WIDTH - EDGE, y), value, 36, LAMP if rank == "1" else INK, 280, "ra")


def _foot(draw: ImageDraw.ImageDraw) -> None:
    text(draw, (EDGE, 578), "Clawvend 售货机联赛", 24, QUIET, 500)


def _machine(draw: ImageDraw.ImageDraw, paint: int) -> None:
    """A front in the enamel that the agent has on every page."""
    left, top = 850, 96
    draw.rounded_rectangle((left - 14, 560, left + 286, 574), 7, fill=(6, 8, 14))
    draw.rounded_rectangle((left, top, left + 272, 560), 26, fill=ENAMEL[paint % len(ENAMEL)])
    draw.rounded_rectangle((left + 20, top + 22, left + 196, top + 322), 12, fill=(255, 227, 166))
    for row in range(4):
        y = top + 36 + row * 72
        for column in range(3):
            x = left + 36 + column * 52
            draw.rounded_rectangle(
                (x, y, x + 40, y + 50), 8, fill=GOODS[(row * 5 + column * 3 + paint) % len(GOODS)]
            )
        draw.rectangle((left + 28, y + 54, left + 188, y + 58), fill=(201, 160, 88))
    draw.rounded_rectangle((left + 212, top + 30, left + 256, top + 110), 8, fill=(18, 12, 10))
    draw.ellipse((left + 222, top + 132, left + 246, top + 156), fill=LAMP)
    draw.rounded_rectangle((left + 20, top + 348, left + 252, top + 424), 12, fill=(18, 12, 10))
