"""How many of each: counts on their way to the goods that they count."""

import re
from itertools import pairwise

from .lexicon import grammar
from .reading import Reading
from .tokens import Token

_LIGHT_FORWARD = grammar("quantities", "light_forward")
_LIGHT_BACK = grammar("quantities", "light_back")
_EACH_BEFORE = grammar("quantities", "each_goods_first")
_NOT_BEFORE = grammar("quantities", "not_before")
_RATE_AFTER = grammar("quantities", "rate_after")
_WANTED_BEFORE = grammar("quantities", "wanted_before")
_RESPECTIVELY = re.compile(r"分别|respectively")
_MORE = re.compile(r"\s*(?:more|of (?:them|it|those|these|each)|altogether|in (?:all|total))(?![a-z])")
_BOXED = re.compile(r"装|入|/|\s*(?:in|per) (?:each|every|a|one)?")
_WORDS = re.compile(r"\w")
_NTH = re.compile(r"\s*of the (first|second|third|former|latter)(?![a-z])")
_NTH_BEFORE = re.compile(r"(?<![a-z])the (first|second|third|former|latter)(?: one)?,? (?:[a-z]+ ){0,5}$")
_ORDINALS = {"first": 0, "former": 0, "second": 1, "latter": 1, "third": 2}
_YOURS = re.compile("(?<![a-z])you|[你您贵]")
_TIGHT = ("", ":", "x", "|", "*", "-", "要", "的", ")")
_SAID = frozenset(("inquiry", "order", "bid", "please", "wish"))  # a sentence that asks for something
_MOST = 1_000_000  # pieces; more is no quantity
_NEAR = 30  # characters between boxes and what is in one


def read_quantities(reading: Reading, wanted: list[Token], named: list[Token]) -> dict[str, int]:
    """Pieces by SKU; `named` are all goods that are not excluded, `wanted` those that are asked for."""
    binder = _Binder(reading, wanted, named)
    sentences: dict[int, list[Token]] = {}
    for count in _pieces(reading):
        clause = reading.clause_at(count.start)
        if count.role == "quantity" or (not reading.is_past(clause) and _is_wanted_number(reading, count)):
            sentences.setdefault(clause.sentence, []).append(count)
    leftovers = [count for number, counts in sentences.items() for count in binder.bind(number, counts)]
    leftovers.sort(key=lambda count: not _SAID & reading.sentence_cues(reading.clause_at(count.start)))
    if not binder.in_turn(leftovers):
        for count in leftovers:
            binder.place(count)
    return binder.found


def _pieces(reading: Reading) -> list[Token]:
    """The counts of goods, with boxes turned into pieces where the mail says how many are in one."""
    sizes = reading.of_kind("per_case") + _sizes_behind_boxes(reading)
    used = {size.start for size in sizes}
    in_jian = any("件" in reading.text[size.start : size.end] for size in sizes)
    counts, boxes = [], False
    for token in reading.of_kind("count", "cases"):
        boxed = token.kind == "cases" or (in_jian and reading.text[token.end - 1] == "件")
        boxes = boxes or boxed
        if token.start in used or token.role in ("offered", "ignored", "discount", "bid"):
            continue
        if boxed:
            size = next((size for size in sizes if size.start >= token.start), sizes[-1] if sizes else None)
            if size and size.amount and token.amount:
                pieces = token.amount * size.amount
                counts.append(Token("count", token.start, token.end, pieces, sure=True, each=token.each))
        else:
            counts.append(token)
    if not boxes:  # "a case of 24": the one box is not counted
        counts += [
            Token("count", size.start, size.end, size.amount, sure=True) for size in sizes if size.each
        ]
    return sorted(counts, key=lambda token: token.start)


def _sizes_behind_boxes(reading: Reading) -> list[Token]:
    """Pieces in a box that stand behind the boxes: 10 箱(24 罐装), 4 cases (24 bars each)."""
    found = []
    for boxes, count in pairwise(reading.of_kind("cases", "count", "per_case")):
        if (boxes.kind, count.kind) == ("cases", "count") and count.sure and count.start - boxes.end < _NEAR:
            between = reading.text[boxes.end : count.start]
            if count.each or "(" in between or _BOXED.match(reading.text, count.end):
                found.append(Token("per_case", count.start, count.end, count.amount, sure=True))
    return found


def _is_wanted_number(reading: Reading, count: Token) -> bool:
    """Whether a number may be a quantity: not one of stock, of sales a day, or negated."""
    text, clause = reading.text, reading.clause_at(count.start)
    asked = "inquiry" in clause.cues and _YOURS.search(text, clause.start, clause.end) is not None
    if any(hit.start <= count.start < hit.end for hit in reading.hits_in(clause, "stock", "history")):
        return count.role == "quantity" or (asked and "history" not in clause.cues)
    if _NOT_BEFORE.search(text[max(clause.start, count.start - 24) : count.start]):
        return False
    return asked or not _RATE_AFTER.match(text, count.end)


class _Binder:
    """Gives each count to goods; `found` holds the pieces by SKU."""

    def __init__(self, reading: Reading, wanted: list[Token], named: list[Token]) -> None:
        self.reading = reading
        self.wanted = wanted
        self.found: dict[str, int] = {}
        self._last: float | None = None
        self._bound: set[int] = set()
        self._goods: dict[int, list[Token]] = {}
        for token in named:
            self._goods.setdefault(self._sentence(token), []).append(token)

    def bind(self, sentence: int, counts: list[Token]) -> list[Token]:
        """Bind the counts of one sentence to its goods; what is left over comes back."""
        goods = self._goods.get(sentence, [])
        names = list(dict.fromkeys(str(token.sku) for token in goods))
        if goods and len(counts) == len(names) > 1 and self._says(_RESPECTIVELY, sentence):
            for name, count in zip(names, counts, strict=True):
                self._set(name, count)
            return []
        goods_first = bool(goods) and goods[0].start < counts[0].start
        left: list[Token] = []
        for count in counts:
            if self._is_each(count) and not (len(counts) == len(names) > 1):
                if not self._share_out(goods, count):
                    left.append(count)
            elif token := self._nearest(goods, count, goods_first):
                self._bound.add(id(token))
                self._set(str(token.sku), count)
            else:
                left.append(count)
        return left

    def in_turn(self, counts: list[Token]) -> bool:
        """Goods in one sentence, and as many counts in another that gives them "respectively"."""
        names = list(dict.fromkeys(str(token.sku) for token in self.wanted))
        if not counts or len(counts) != len(names) or self.found:
            return False
        if not self._says(_RESPECTIVELY, self._sentence(counts[0])):
            return False
        for name, count in zip(names, counts, strict=True):
            self._set(name, count)
        return True

    def place(self, count: Token) -> None:
        """A count in a sentence without goods: of the only goods there are, or a correction."""
        names = list(dict.fromkeys(str(token.sku) for token in self.wanted))
        head = self.reading.text[max(0, count.start - 48) : count.start]
        nth = _NTH.match(self.reading.text, count.end) or _NTH_BEFORE.search(head)
        if nth and len(names) > _ORDINALS[nth[1]]:
            self._set(names[_ORDINALS[nth[1]]], count)
            return
        if not (count.each or self._is_told(count) or _MORE.match(self.reading.text, count.end)):
            return
        open_ = [name for name in names if name not in self.found]
        if self._is_each(count):
            for name in open_:
                self._set(name, count)
        elif len(names) == 1 and (open_ or self._corrects(count)):
            self._set(names[0], count)
        elif len(open_) == 1:
            self._set(open_[0], count)
        elif (just_named := self._just_named(count)) in open_:
            self._set(str(just_named), count)

    def _just_named(self, count: Token) -> str | None:
        """The goods of the sentence before, if they are the only ones in it."""
        before = [token for token in self.wanted if token.end <= count.start]
        if not before:
            return None
        sentence = self._sentence(before[-1])
        alone = {token.sku for token in self.wanted if self._sentence(token) == sentence}
        near = self._sentence(count) - sentence <= 2
        return str(before[-1].sku) if near and len(alone) == 1 else None

    def _nearest(self, goods: list[Token], count: Token, goods_first: bool) -> Token | None:
        """The goods of a count: those that follow at once, that precede, or that follow in the clause."""
        text = self.reading.text
        after = next((token for token in goods if token.start >= count.end), None)
        before = next((token for token in reversed(goods) if token.end <= count.start), None)
        if before and id(before) in self._bound:
            before = None
        light_after = after and _LIGHT_FORWARD.fullmatch(text, count.end, after.start)
        gap = text[before.end : count.start] if before else ""
        light_before = before and _LIGHT_BACK.fullmatch(gap)
        if light_after and light_before:
            return before if goods_first and gap.strip() in _TIGHT else after
        if light_after or light_before:
            return after if light_after else before
        if not self._is_told(count):
            return None
        clause = self.reading.clause_at(count.start)
        follows = after and id(after) not in self._bound and after.start < clause.end
        if follows and not goods_first:
            return after
        return before or (after if follows else None)

    def _share_out(self, goods: list[Token], count: Token) -> bool:
        """Give one count to each of several goods."""
        open_ = [
            token for token in goods if id(token) not in self._bound and str(token.sku) not in self.found
        ]
        for token in open_:
            self._bound.add(id(token))
            self._set(str(token.sku), count)
        return bool(open_)

    def _set(self, sku: str, count: Token) -> None:
        amount = self._last if count.amount is None else count.amount
        if amount is None or not 0 < amount < _MOST:
            return
        self._last = amount
        if sku not in self.found or count.role == "quantity" or self._corrects(count):
            self.found[sku] = int(amount)

    def _is_each(self, count: Token) -> bool:
        head = self.reading.text[max(0, count.start - 10) : count.start]
        return count.each or _EACH_BEFORE.search(head) is not None

    def _is_told(self, count: Token) -> bool:
        """Whether a unit, a table or the words before make sure that the number is a quantity."""
        head = self.reading.text[max(0, count.start - 14) : count.start]
        clause = self.reading.clause_at(count.start)
        alone = (
            clause.start > self.reading.subject_end
            and not self.reading.text[clause.start : count.start].strip()
            and not _WORDS.search(self.reading.text, count.end, clause.end)
        )
        return count.sure or count.role == "quantity" or alone or _WANTED_BEFORE.search(head) is not None

    def _corrects(self, count: Token) -> bool:
        return "correction" in self.reading.sentence_cues(self.reading.clause_at(count.start))

    def _sentence(self, token: Token) -> int:
        return self.reading.clause_at(token.start).sentence

    def _says(self, pattern: re.Pattern[str], sentence: int) -> bool:
        inside = [clause for clause in self.reading.clauses if clause.sentence == sentence]
        return pattern.search(self.reading.text, inside[0].start, inside[-1].end) is not None
