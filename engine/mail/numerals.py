"""Reading numbers, in digits and in English and Chinese words."""

import re

_UNDER_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_ONES = {word: number for number, word in enumerate(_UNDER_TWENTY.split())}
_TENS_WORDS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_TENS = {word: 10 * number for number, word in enumerate(_TENS_WORDS, 2)}
_TENS |= {"fourty": 40, "fivty": 50, "ninty": 90}
_SCALES = {"hundred": 100, "thousand": 1000}
WORDS = "|".join(sorted((*_ONES, *_TENS, *_SCALES), key=len, reverse=True))
_HAN = dict(zip("零〇一二两三四五六七八九俩仨", (0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3), strict=True))
_HAN_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10_000}

_DIGITS = "零〇一二两三四五六七八九十百千万廿"

_WORD = rf"(?:{WORDS})"
NUMERAL = re.compile(
    r"(?<![\d.])(?<![a-wyz])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,9}(?:\.\d{1,4})?|\.\d\d)(?!\d)(?:k(?![a-z]))?"
    rf"|(?<![a-z])(?:an? (?=hundred|thousand))?{_WORD}(?:(?:\s+and\s+|[ -]{{1,2}}){_WORD}){{0,6}}(?![a-z])"
    rf"|(?<![{_DIGITS}])[{_DIGITS}]{{1,10}}+(?![几多来余]?[{_DIGITS}])"
)


def value(text: str) -> float | None:
    """The number that a match of `NUMERAL` says; None for "two or three" and the like.

    >>> [value(text) for text in ("1,200", "1.2k", "一百五", "one hundred and fifty", "两三")]
    [1200.0, 1200.0, 150.0, 150.0, None]
    """
    if text[0].isdigit() or text[0] == ".":
        thousands = text.endswith("k")
        number = float(text.rstrip("k").replace(",", ""))
        return round(number * 1000, 3) if thousands else number
    return _english(text) if text.isascii() else _chinese(text)


def spoken_price(text: str) -> int | None:
    """Cents of an English spoken price.

    >>> spoken_price("three seventy-five"), spoken_price("sixty")
    (375, None)
    """
    words = re.split(r"[\s-]+", text)
    if len(words) < 2 or words[0] not in _ONES or not 0 < _ONES[words[0]] < 20 or words[1] not in _TENS:
        return None
    cents = _TENS[words[1]] + (_ONES.get(words[2], 0) if len(words) > 2 else 0)
    return 100 * _ONES[words[0]] + cents


def _english(text: str) -> float | None:
    total = part = 0
    for word in re.split(r"[\s-]+", text):
        if word in ("a", "an", "and"):
            part = part or (1 if word != "and" else 0)
        elif word in _SCALES:
            part = max(part, 1) * _SCALES[word]
            if word == "thousand":
                total, part = total + part, 0
        else:
            step = _ONES.get(word, _TENS.get(word, 0))
            if 0 < part % 100 < 20 or (part % 100 and step >= 10):
                return None
            part += step
    return float(total + part)


def _chinese(text: str) -> float | None:
    """Also 一百五 (150) and 三千二 (3200); 二五 and 两三 are no numbers."""
    if text == "廿":
        return 20.0
    total, part, digit, scale = 0, 0, None, 1
    for char in text.replace("廿", "二十"):
        if char in _HAN_SCALES:
            step = _HAN_SCALES[char]
            if step == 10_000:
                total, part, digit, scale = (total + part + (digit or 0)) * step, 0, None, step
                continue
            part += step * (1 if digit is None else digit)
            digit, scale = None, step
        elif _HAN[char] == 0:
            digit, scale = None, 1
        elif digit is not None:
            return None
        else:
            digit = _HAN[char]
    if digit is not None and scale >= 100:
        digit *= scale // 10
    return float(total + part + (digit or 0))
