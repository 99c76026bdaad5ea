# ruff: noqa: E501
"""Which goods a mail is about, and how many of each."""

import re

from .intent import Item
from .reading import Clause, Reading
from .tokens import Token

_THREAD = re.compile(r"\s*(?:re|fw|fwd|aw|回复|答复|回覆|转发)\s*:")
_WANT = frozenset(("inquiry", "order", "bid", "cheaper", "ask", "please", "as_before", "wish"))
_PAST = frozenset(("history", "stock"))
_LOOK_BACK, _LOOK_AHEAD = 34, 40  # characters over which an exclusion carries
_HAN = re.compile("[一-鿿]")
_LIGHT_FORWARD = re.compile(
    r"\s*(?:(?:x|\*|of|the|your|more|extra|additional|of your|of the|cold|ice-cold|chilled|fresh|regular|single|"
    r"cans?|bottles?|bags?|bars?|packs?|packets?|pieces?|pcs|units?|boxes|boxes of|worth of|的|装的?|那?种)\s*)*"
)
_LIGHT_BACK = re.compile(
    r"(?:\s|[:,|x*~=+(\-/\t]|\d{2,4} ?(?:ml|g)\b|\d{2,4} ?(?:毫升|克)|ml|g\b|毫升|qty|quantity|数量|共|约|大约|大概|需要?|要|来|订|拿|进|买|定|各|想要|我要|我们要|"
    r"need(?:ed)?|about|abt|around|approx(?:imately)?\.?|roughly|units?|pcs|pieces?|total|initial quantity of|initial|of|for|at least|bars?|bottles?|cans?|bags?|order|[:：]|—|的|这次|再|给我|先|\.)*"
)
_RESPECTIVELY = re.compile(r"分别|respectively")
_EACH_GOODS_FIRST = re.compile(r"(?:各(?:自)?|每样|每种|每款|都|均|both|each|either|分别都?)(?:要|来|订|拿|进|定|买|需|需要|报|是|为|先|给我|大概|约|想要|of|\s|:)*$")


def read_items(reading: Reading, complaint: bool = False) -> tuple[Item, ...]:
    """The goods wanted now, each once, in the order of the text."""
    goods = [token for token in reading.of_kind("goods") if token.sku]
    excluded = {id(token) for token in goods if _is_excluded(reading, token)}
    named = [token for token in goods if id(token) not in excluded]
    if complaint:
        return tuple(Item(sku) for sku in dict.fromkeys(_concerned(reading, named or goods)))
    wanted = [token for token in named if not _is_context(reading, token)]
    if not wanted:
        wanted = named
    barred = {token.sku for token in goods if id(token) in excluded}
    quantities = _Quantities(reading, wanted, named).read()
    skus = [
        sku
        for sku in dict.fromkeys(token.sku for token in wanted if token.sku)
        if sku not in barred or quantities.get(sku) or _asked_elsewhere(reading, wanted, sku)
    ]
    return tuple(Item(sku, quantities.get(sku)) for sku in skus)


def _asked_elsewhere(reading: Reading, wanted: list[Token], sku: str) -> bool:
    """Whether goods that one clause excludes are asked for in another clause of the body."""
    return any(
        token.sku == sku and token.start >= reading.subject_end and _WANT & reading.clause_at(token.start).cues
        for token in wanted
    )


def _concerned(reading: Reading, named: list[Token]) -> list[str]:
    """The goods that a complaint is about: not those that it only asks a price for."""
    skus = [
        token.sku
        for token in named
        if token.sku
        and ("inquiry" not in reading.clause_at(token.start).cues or "grievance" in reading.clause_at(token.start).cues)
    ]
    return skus or [token.sku for token in named if token.sku]


def _is_excluded(reading: Reading, token: Token) -> bool:
    clause = reading.clause_at(token.start)
    for hit in reading.hits_in(clause, "excluded_before"):
        if hit.end <= token.start <= hit.end + _LOOK_BACK and not _points_back(reading, hit.start, hit.end):
            between = reading.text[hit.end : token.start]
            if not re.search(r"只|而|要(?!求)|only|but|just|so|和你|[:|]|\d", between) and (
                not _HAN.search(reading.text[hit.start : hit.end]) or len(between) <= 12
            ):
                return True
    for hit in reading.hits_in(clause, "excluded_after"):
        if token.end <= hit.start <= token.end + _LOOK_AHEAD:
            between = reading.text[token.end : hit.start]
            if not any(
                other.kind in ("count", "price", "share") and token.end <= other.start < hit.start
                for other in reading.tokens
            ) and not (_HAN.search(hit_text(reading, hit.start, hit.end)) and len(between) > 14):
                return True
    return False


def hit_text(reading: Reading, start: int, end: int) -> str:
    return reading.text[start:end]


def _points_back(reading: Reading, start: int, end: int) -> bool:
    """不要 in 雪碧不要了 speaks of what stands before it."""
    goods_before = any(
        token.kind == "goods" and token.end <= start and not reading.text[token.end : start].strip(" 先就都也暂时这次")
        for token in reading.tokens
    )
    return goods_before and reading.text[end : end + 1] in ("了", ",", "。", "", "的", "\n", "!")


def _is_context(reading: Reading, token: Token) -> bool:
    """Goods that are only spoken of: bought before, sold, in stock, or the thread's old subject."""
    if token.start < reading.subject_end and _THREAD.match(reading.text):
        return True
    clause = reading.clause_at(token.start)
    return _is_past(reading, clause)


def _is_past(reading: Reading, clause: Clause) -> bool:
    if _PAST & clause.cues:
        return not _WANT & clause.cues
    place = reading.clauses.index(clause)
    before = reading.clauses[place - 1] if place else clause
    return before.sentence == clause.sentence and _PAST & before.cues != set() and not _WANT & reading.sentence_cues(clause)


class _Quantities:
    """Counts on their way to the goods that they count."""

    def __init__(self, reading: Reading, wanted: list[Token], named: list[Token]) -> None:
        self.reading = reading
        self.wanted = wanted
        self.named = named
        self.found: dict[str, int] = {}
        self.last: float | None = None

    def read(self) -> dict[str, int]:
        counts = self._pieces()
        leftovers: list[Token] = []
        lines: dict[int, list[Token]] = {}
        for token in counts:
            lines.setdefault(self._line(token), []).append(token)
        goods: dict[int, list[Token]] = {}
        for token in self.named:
            goods.setdefault(self._line(token), []).append(token)
        for line, group in lines.items():
            leftovers += self._in_sentence(goods.get(line, []), group)
        for token in leftovers:
            self._leftover(token)
        return self.found

    def _line(self, token: Token) -> int:
        return self.reading.clause_at(token.start).sentence

    def _pieces(self) -> list[Token]:
        """The counts that are quantities, with cases turned into pieces."""
        sizes = self.reading.of_kind("per_case") + self._sizes()
        used = {size.start for size in sizes}
        counts = []
        for token in self.reading.of_kind("count", "cases"):
            if token.start in used or token.role in ("offered", "ignored", "discount", "bid"):
                continue
            if not self._counts(token):
                continue
            if token.kind == "cases":
                size = next((size for size in sizes if size.start >= token.start), sizes[-1] if sizes else None)
                if size is None or not size.amount or token.amount is None:
                    continue
                counts.append(Token("count", token.start, token.end, token.amount * size.amount, sure=True, each=token.each))
            else:
                counts.append(token)
        if not any(token.kind == "cases" for token in self.reading.tokens):
            counts += [
                Token("count", size.start, size.end, size.amount, sure=True) for size in sizes if size.each and size.amount
            ]
        return sorted(counts, key=lambda token: token.start)

    def _sizes(self) -> list[Token]:
        """Pieces in a box that stand behind the boxes: 10 箱(24 罐装), 4 cases (24 bars each)."""
        found = []
        numbers = self.reading.of_kind("cases", "count")
        for cases, count in zip(numbers, numbers[1:], strict=False):
            if cases.kind == "cases" and count.kind == "count" and count.sure and count.start - cases.end < 30:
                boxed = self.reading.text[count.end : count.end + 1] in ("装", "入", "/")
                if boxed or count.each or "(" in self.reading.text[cases.end : count.start]:
                    found.append(Token("per_case", count.start, count.end, count.amount, sure=True))
        return found

    def _counts(self, token: Token) -> bool:
        """Whether a number is a quantity wanted now, not one of the past, of stock, or negated."""
        reading = self.reading
        clause = reading.clause_at(token.start)
        if any(hit.start <= token.start < hit.end for hit in reading.hits_in(clause, "stock", "history")):
            return token.role == "quantity"
        head = reading.text[max(clause.start, token.start - 24) : token.start]
        if _NOT_BEFORE.search(head) or _RATE_AFTER.match(reading.text, token.end):
            return False
        return not _is_past(reading, clause) or token.role == "quantity"

    def _in_sentence(self, goods: list[Token], counts: list[Token]) -> list[Token]:
        """Bind the counts of one sentence to its goods; what is left over comes back."""
        names = list(dict.fromkeys(token.sku for token in goods))
        if goods and len(counts) == len(names) > 1 and _RESPECTIVELY.search(self._sentence_text(counts[0])):
            for name, count in zip(names, counts, strict=True):
                self._set(str(name), count)
            return []
        left: list[Token] = []
        goods_first = bool(goods) and goods[0].start < counts[0].start
        bound: set[int] = set()
        for count in counts:
            if count.each or _EACH_GOODS_FIRST.search(self.reading.text[max(0, count.start - 10) : count.start]):
                if not self._share_out(goods, count, bound):
                    left.append(count)
                continue
            token = self._nearest(goods, counts, count, goods_first, bound)
            if token is None:
                left.append(count)
            else:
                bound.add(id(token))
                self._set(str(token.sku), count)
        return left

    def _share_out(self, goods: list[Token], count: Token, bound: set[int]) -> bool:
        """Give one count to each of several goods."""
        open_ = [token for token in goods if id(token) not in bound and str(token.sku) not in self.found]
        for token in open_:
            bound.add(id(token))
            self._set(str(token.sku), count)
        return bool(open_)

    def _nearest(
        self, goods: list[Token], counts: list[Token], count: Token, goods_first: bool, bound: set[int]
    ) -> Token | None:
        """The goods that a count belongs to: what follows at once, what precedes, or what follows in the clause."""
        text = self.reading.text
        after = next((token for token in goods if token.start >= count.end), None)
        before = next((token for token in reversed(goods) if token.end <= count.start), None)
        light_after = after and _LIGHT_FORWARD.fullmatch(text, count.end, after.start)
        gap_before = text[before.end : count.start] if before else ""
        light_before = before and _LIGHT_BACK.fullmatch(gap_before) and id(before) not in bound
        if light_after and light_before:
            return before if goods_first and gap_before.strip() in ("", ":", "x", "|", "*", "-", "要", "的", ")") else after
        if light_after:
            return after
        if light_before:
            return before
        if not count.sure and count.role != "quantity" and not _WANTED_BEFORE.search(text[max(0, count.start - 14) : count.start]):
            return None
        clause = self.reading.clause_at(count.start)
        if after and id(after) not in bound and after.start < clause.end and not goods_first:
            return after
        if before and id(before) not in bound:
            return before
        return after if after and id(after) not in bound and after.start < clause.end else None

    def _leftover(self, count: Token) -> None:
        """A count in a sentence without goods: of the only goods there are, or a correction."""
        names = list(dict.fromkeys(str(token.sku) for token in self.wanted))
        text = self.reading.text
        told = count.sure or count.role == "quantity" or _MORE.match(text, count.end) or _WANTED_BEFORE.search(text[max(0, count.start - 14) : count.start])
        if count.each and not told:
            told = True
        if not told or not names:
            return
        open_ = [name for name in names if name not in self.found]
        if count.each or _EACH_GOODS_FIRST.search(text[max(0, count.start - 10) : count.start]):
            for name in open_:
                self._set(name, count)
        elif len(names) == 1 and (open_ or "correction" in self.reading.sentence_cues(self.reading.clause_at(count.start))):
            self._set(names[0], count)
        elif len(open_) == 1:
            self._set(open_[0], count)
        elif open_:
            nearest = [token for token in self.wanted if token.end <= count.start]
            if nearest and str(nearest[-1].sku) in open_:
                sentence = self._line(nearest[-1])
                alone = {token.sku for token in self.wanted if self._line(token) == sentence}
                if len(alone) == 1 and self._line(count) - sentence <= 2:
                    self._set(str(nearest[-1].sku), count)

    def _set(self, sku: str, count: Token) -> None:
        amount = self.last if count.amount is None else count.amount
        if amount is None or not 0 < amount < 1_000_000:
            return
        self.last = amount
        clause = self.reading.clause_at(count.start)
        if sku not in self.found or "correction" in self.reading.sentence_cues(clause) or count.role == "quantity":
            self.found[sku] = int(amount)

    def _sentence_text(self, token: Token) -> str:
        sentence = self._line(token)
        inside = [clause for clause in self.reading.clauses if clause.sentence == sentence]
        return self.reading.text[inside[0].start : inside[-1].end]


_NOT_BEFORE = re.compile(
    r"(?:(?<![a-z])(?:not|instead of|rather than|from|than|moq(?: of| is)?|minimum(?: order)?(?: of| is)?|(?:your |the )?offer of|day|days|page|room|suite|floor|"
    r"street|level|version|tel|no\.|#|ref\.?|sold|moved|lost|every|route|hall|row|column|slot|by|until|before|on the|over|under|balance of|cash of|budget of|"
    r"exceed|threw away|scrapped|missing|short)|不是|而非|而不是|原来(?:是|要|说)?|从|少了?|差|缺|每天|起订量?(?:是|为)?|第|超过|剩(?:下|余)?(?:的|了)?|还有|还剩|现有|只有|达到|库存(?:是|为|有|还有|尚有|仅剩)?|容纳|卖(?:了|出|掉)?|满|不到|门牌)\s*(?:about|only|just|around|roughly|大概|约|了)?\s*$"
)
_RATE_AFTER = re.compile(
    r"\s*(?:cans|bottles|bags|bars|units|pieces|of them|items|罐|瓶|包|条|根|个)?\s*(?:a (?:day|week|month)|per (?:day|week|month|slot|shelf)|/day|/week|daily|weekly|each day|every (?:day|week)|left|remaining|in stock|on hand|sold|in the machine|minimum|max(?![a-z])|or more|以上|起订|起批|(?:一|每)(?:天|周|个?月)|是上次|卖(?:了|完|光)|的?库存|were|was|had been|short|missing|off the|%)"
)
_WANTED_BEFORE = re.compile(
    r"(?:(?<![a-z])(?:need|want|take|buy|quote|order|ship|send|qty|quantity|for|get|deliver|supply|x|commit to|of|do|make it|another|require|at least|say|about|around|give me|have|purchase|would be|are|is|number)|数量|要|拿|来|订|进|买|定|发|送|给我|共|总共|一共|各|采购|成|到|就|按)\s*(?:[:=]|about|around|approx\.?|roughly|is|of|me|us|为|是|大概|约|the|all|just)*\s*$"
)
_MORE = re.compile(r"\s*(?:more|of (?:them|it|those|these|each)|altogether|in (?:all|total))(?![a-z])")
