"""What a text names: goods, quantities, prices and shares, one token each."""

import re
from dataclasses import dataclass

from .goods import mentions
from .lexicon import grammar, read
from .numerals import NUMERAL, WORDS, spoken_price, value

_UNITS = {
    name: re.compile(rf"[ -]{{0,2}}[来多余]?(?:{'|'.join(words)})") for name, words in read("units").items()
}
_BEFORE = re.compile(rf"(?:{'|'.join(read('units')['currency_before'])})[ \t]{{0,2}}$")
_DIGIT = "[0-9一二两三四五六七八九]"
_GOODS_UNIT = "(?:罐|瓶|包|条|根|袋|支|听|个|件|盒|打|箱)"
_AFTER_YUAN = re.compile(
    rf"(?P<half>半)|[零0]?(?P<tenths>{_DIGIT})(?:[毛角](?:(?P<cents>{_DIGIT})分?(?!{_GOODS_UNIT}|[0-9十百]))?"
    rf"|(?P<hundredths>[0-9]|[一二两三四五六七八九](?!{_GOODS_UNIT}))?(?!\d|[ ]?{_GOODS_UNIT}|[十百%]))"
)
_ZERO = re.compile("[零0]")
_AFTER_MAO = re.compile(rf"(?P<cents>{_DIGIT})分?(?!{_GOODS_UNIT}|[0-9十百])")
_AND_CENTS = grammar("tokens", "and_cents")
_FOLD = re.compile(r"[ \t]*折(?!合|损|旧|腾|中|返|叠)")
_TENTH = re.compile(
    r"成(?P<half>半|[一二三四五六七八九](?=[来的,。付结算]|$)|五)?"
    r"(?!交|为|本|功|立|员|品|分|套|果|熟|长|绩)|成(?=左右|行|$)"
)
_HUNDREDTHS = re.compile(r"百分之$")
_RANGE = re.compile(r"[ \t]{0,2}(?:-|~|to|到|至)[ \t]{0,2}\$?(?=\d)")
_EACH_AFTER = grammar("tokens", "each_after")
_A_BUCK = grammar("tokens", "a_buck")
_HALF_PRICE = grammar("tokens", "half_price")
_ODD_DOZENS = grammar("tokens", "odd_dozens")
_BOX = re.compile("[箱提件]|case|box|carton|crate|tray|ctn")
_ODD = re.compile("打|do[zs]|gross|tenth|couple|fifth|quarter|third")
_PARTS = {"fifth": 1 / 5, "quarter": 1 / 4, "third": 1 / 3}
_NUMBER_BEFORE = re.compile(rf"(?:\d|(?<![a-z])(?:{WORDS}))[ -]{{1,2}}$")
_SAME = grammar("tokens", "same")
_PER_CASE = grammar("tokens", "per_case")
_PACKS = re.compile(r"(?P<n>\d{1,4}) (?:x )?(?P<m>6|8|10|12|18|20|24|30|36|48)-packs?(?: of)?")
_CASE_WORDS = {"a dozen": 12, "one dozen": 12, "two dozen": 24}
_ONE_CASE = re.compile(r"(?:^|[^每a-z])(?:一[箱提]|(?:a|one) (?:single )?(?:case|box|carton|crate))(?![a-z])")


@dataclass(slots=True)
class Token:
    """Something named between `start` and `end`.

    | kind | amount |
    |---|---|
    | goods | none; `sku`, or None for goods that are not carried |
    | count | pieces; None for "as many" |
    | cases | boxes, until it is known how many pieces are in one |
    | per_case | pieces in a box |
    | price | cents |
    | share | a fraction off, or (`sure` False) a percentage that may be anything |
    """

    kind: str
    start: int
    end: int
    amount: float | None = None
    sku: str | None = None
    sure: bool = False  # has a unit, a currency, or a word that leaves no doubt
    each: bool = False  # a count for each of several goods
    role: str = ""  # of a number in a table: what its column says


def tokens(text: str) -> list[Token]:
    """Every token of `text` (normalised), in reading order."""
    found = [Token("goods", mention.start, mention.end, sku=mention.sku) for mention in mentions(text)]
    taken = [(token.start, token.end) for token in found]
    found += _fixed(text, taken)
    taken = sorted((token.start, token.end) for token in found)
    covered = 0
    for match in NUMERAL.finditer(text):
        while covered < len(taken) and taken[covered][1] <= match.start():
            covered += 1
        if covered < len(taken) and taken[covered][0] < match.end():
            continue
        if text.startswith("分之", match.end()):
            continue
        floor = max((token.end for token in found[-1:]), default=0)
        token = _numeral(text, match, floor)
        if token:
            found.append(token)
            if token.end > match.end():
                taken.insert(covered, (match.start(), token.end))
    found.sort(key=lambda token: (token.start, -token.end))
    return found


def _fixed(text: str, taken: list[tuple[int, int]]) -> list[Token]:
    """Turns of phrase with a number in them that are not read word by word."""
    found = []
    for match in _PER_CASE.finditer(text) if _BOX.search(text) else ():
        said = next(group for group in match.groups() if group)
        amount = _CASE_WORDS.get(said) or value(said)
        one = _ONE_CASE.match(text, max(0, match.start() - 1)) and text[match.start()] in "一ao"
        found.append(Token("per_case", match.start(), match.end(), amount, each=bool(one)))
    for match in _PACKS.finditer(text) if "pack" in text else ():
        found.append(
            Token("count", match.start(), match.end(), float(match["n"]) * float(match["m"]), sure=True)
        )
    for match in _A_BUCK.finditer(text):
        tens = (
            spoken_price(f"one {match['tens']}{' five' if match['ones'] else ''}") if match["tens"] else 100
        )
        found.append(Token("price", match.start(), match.end(), tens, sure=True))
    for match in _HALF_PRICE.finditer(text):
        found.append(Token("share", match.start(), match.end(), 0.5, sure=True))
    for match in _ODD_DOZENS.finditer(text) if _ODD.search(text) else ():
        if not (match["dozen"] and _NUMBER_BEFORE.search(text[max(0, match.start() - 12) : match.start()])):
            found.append(_odd_dozen(text, match))
    for match in _SAME.finditer(text):
        found.append(Token("count", match.start(), match.end(), None, sure=True))
    found.sort(key=lambda token: (token.start, -token.end))
    clear: list[Token] = []
    end = 0
    for token in found:
        if token.start >= end and not any(start < token.end and token.start < stop for start, stop in taken):
            clear.append(token)
            end = token.end
    return clear


def _odd_dozen(text: str, match: re.Match[str]) -> Token:
    each = bool(_EACH_AFTER.match(text, match.end()))
    if match["tenth"]:
        return Token("share", *match.span(), 0.1)
    if part := match["part"] or match["by"]:
        return Token("share", *match.span(), round(_PARTS[part], 4), sure=bool(match["part"]))
    if match["n"]:
        pieces = 12 * (value(match["n"]) or 0) + 6
    elif match["zhn"]:
        pieces = 12 * (value(match["zhn"]) or 0) + 6
    elif match["half"] or match["zhhalf"]:
        pieces = 6
    else:
        pieces = 18 if match["one"] else 144 if match["gross"] else 2 if match["couple"] else 12
    return Token("count", *match.span(), pieces, sure=True, each=each)


def _numeral(text: str, match: re.Match[str], floor: int) -> Token | None:
    """The token that a numeral makes with what stands around it; None if it counts no goods or money."""
    start, end = match.span()
    said = match[0]
    amount = value(said)
    before = text[max(0, start - 8, floor if floor <= start else 0) : start]
    han = not said.isascii()
    if fold := _FOLD.match(text, end):
        return _fold(said, start, fold.end())
    if amount is None:
        cents = spoken_price(said)
        return Token("price", start, end, cents) if cents else None
    if _HUNDREDTHS.search(before):
        return Token("share", start, end, amount / 100)
    if percent := _UNITS["percent"].match(text, end):
        return Token("share", start, percent.end(), amount / 100)
    if han and (tenth := _TENTH.match(text, end)):
        return Token("share", start, tenth.end(), amount / 10 + _hundredths(tenth["half"]))
    if _BEFORE.search(before) and not (said == "一" and _UNITS["piece"].match(text, end)):
        return Token("price", start, _to_unit(text, end), round(amount * 100), sure=True)
    if price := _price(text, start, end, amount):
        return price
    if any(_UNITS[unit].match(text, end) for unit in ("size", "time")) and not _UNITS["piece"].match(
        text, end
    ):
        return None
    if dozen := _UNITS["dozen"].match(text, end):
        return Token(
            "count",
            start,
            dozen.end(),
            12 * amount,
            sure=True,
            each=bool(_EACH_AFTER.match(text, dozen.end())),
        )
    if gross := _UNITS["gross"].match(text, end):
        return Token("count", start, gross.end(), 144 * amount, sure=True)
    if case := _UNITS["case"].match(text, end):
        return Token("cases", start, case.end(), amount, sure=True)
    return _count(text, start, end, amount, said)


def _fold(said: str, start: int, end: int) -> Token | None:
    """九折 0.1, 95折 0.05, 八五折 0.15, 8.5折 0.15."""
    if said.isascii():
        paid = float(said.rstrip("k").replace(",", ""))
    else:
        digits = [value(char) for char in said if char not in "十点"]
        if None in digits or not digits:
            return None
        paid = float("".join(str(int(digit or 0)) for digit in digits))
    share = 1 - paid / (10 if paid < 10 else 100)
    return Token("share", start, end, round(share, 4), sure=True) if 0 < share < 1 else None


def _price(text: str, start: int, end: int, amount: float) -> Token | None:
    """Money with its unit behind it: 两块六, 2.8刀, 八毛五, 85 cents."""
    if unit := _UNITS["currency"].match(text, end):
        cents = round(amount * 100)
        if text[unit.end() - 1] in "块元刀圆金钱" and (tail := _AFTER_YUAN.match(text, unit.end())):
            zero = _ZERO.match(tail[0])
            cents += 50 if tail["half"] else _tail(tail, bool(zero))
            return Token("price", start, tail.end(), cents, sure=True)
        if tail := _AND_CENTS.match(text, unit.end()):
            more = value(tail["n"]) if NUMERAL.fullmatch(tail["n"]) else None
            if more is not None and more < 100:
                return Token("price", start, tail.end(), cents + round(more), sure=True)
        return Token("price", start, unit.end(), cents, sure=True)
    if unit := _UNITS["tenths"].match(text, end):
        cents = round(amount * 10)
        tail = _AFTER_MAO.match(text, unit.end())
        return Token(
            "price",
            start,
            tail.end() if tail else unit.end(),
            cents + (_digit(tail["cents"]) if tail else 0),
            sure=True,
        )
    if unit := _UNITS["cents"].match(text, end):
        return Token("price", start, unit.end(), round(amount), sure=True)
    return None


def _tail(tail: re.Match[str], zero: bool) -> int:
    """Cents behind 块: 5 is 50, 05 is 5, 85 is 85, 六毛五 is 65."""
    tenths = _digit(tail["tenths"])
    if tail["cents"]:
        return 10 * tenths + _digit(tail["cents"])
    if tail["hundredths"]:
        return 10 * tenths + _digit(tail["hundredths"])
    return tenths if zero else 10 * tenths


def _digit(char: str) -> int:
    return int(value(char) or 0)


def _hundredths(said: str | None) -> float:
    """What stands behind 成: 半 is 0.05, 三 is 0.03."""
    return 0.0 if not said else 0.05 if said == "半" else _digit(said) / 100


def _to_unit(text: str, end: int) -> int:
    unit = _UNITS["currency"].match(text, end)
    return unit.end() if unit else end


def _count(text: str, start: int, end: int, amount: float, said: str) -> Token | None:
    """A number without money: a quantity if a unit says so, a bare number otherwise."""
    each = bool(_EACH_AFTER.match(text, end))
    if unit := _UNITS["piece"].match(text, end):
        if (amount == 1 and said in ("一", "one")) or amount != int(amount):
            return None if amount == int(amount) else Token("price", start, end, round(amount * 100))
        return Token("count", start, unit.end(), amount, sure=True, each=each)
    if _UNITS["other"].match(text, end) and not each:
        return None
    if amount != int(amount) or ("." in said and "k" not in said):
        cents = amount * 100
        return Token("price", start, end, round(cents)) if abs(cents - round(cents)) < 1e-6 else None
    if (not said.isascii() and amount < 10) or said in ("one", "a"):
        return None
    if end < len(text) and text[end].isascii() and text[end].isalpha() and text[end] != "x":
        return None
    range_ = _RANGE.match(text, end)
    return None if range_ else Token("count", start, end, amount, each=each)
