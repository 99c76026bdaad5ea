"""A mail taken apart: its clauses, what they name, and what they are doing."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from .cues import Hit, find_cues
from .table import read_tables
from .tokens import Token, tokens

WANT = frozenset(("inquiry", "order", "bid", "cheaper", "ask", "please", "as_before", "wish"))
_ASKED = frozenset(("inquiry", "order", "please", "as_before", "wish"))
_PAST = frozenset(("history", "stock"))
_THREAD = re.compile(r"\s*(?:re|fw|fwd|aw|回复|答复|回覆|转发)\s*:")
_LONGEST = 240  # characters of a clause; a run without any stop is cut
# which cues are no such thing where another one overlaps them
_MASKS = {
    "inquiry": ("no_inquiry",),
    "order": ("history", "no_order"),
    "cheaper": ("policy", "as_before", "grievance"),
    "dear": ("grievance",),
    "price_word": ("no_inquiry", "accept", "offered", "cheaper", "dear", "grievance", "policy", "bid"),
    "bid": ("as_before", "praise"),
    **dict.fromkeys(("history", "matching", "bygone", "offered"), ("as_before",)),
}
_FIGURES = 120  # numbers, and names of goods, that a reader would still follow
_BREAK = re.compile(
    r"(?P<sentence>[。!?;\n]+|\.{2,}(?!\.* ?\d)|(?<![0-9]\.)(?<=[a-z0-9)\"'%])\.(?=\s|$))"
    r"|[,()\[\]]| - | -- |--|(?<![a-z])(?:but|though|although|however|whereas)(?![a-z])|但是?|不过|然而"
)


@dataclass(slots=True)
class Clause:
    """A stretch between two stops; `sentence` and `place` number sentences and clauses."""

    start: int
    end: int
    sentence: int
    place: int
    cues: set[str] = field(default_factory=set)


class Reading:
    """The clauses, tokens and cues of one normalised text."""

    def __init__(self, text: str, subject_end: int = 0) -> None:
        self.text = text
        self.subject_end = subject_end  # what stands before is the subject line
        self.clauses = _clauses(text)
        self._starts = [clause.start for clause in self.clauses]
        self.tokens = _first(tokens(text))
        read_tables(text, self.tokens)
        self.in_thread = _THREAD.match(text) is not None
        self.hits = [hit for hit in _settled(find_cues(text)) if not self._is_old_subject(hit)]
        self._hits: dict[int, list[Hit]] = {}
        self.sentences: dict[int, set[str]] = {}
        self.cues: set[str] = set()
        for hit in self.hits:
            clause = self.clause_at(hit.start)
            clause.cues.add(hit.cue)
            self._hits.setdefault(clause.start, []).append(hit)
            self.sentences.setdefault(clause.sentence, set()).add(hit.cue)
            self.cues.add(hit.cue)

    def clause_at(self, position: int) -> Clause:
        return self.clauses[max(0, bisect_right(self._starts, position) - 1)]

    def _is_old_subject(self, hit: Hit) -> bool:
        """ "Re: order" is how the thread began, not what is wanted now."""
        opened = hit.cue in ("order", "inquiry", "price_word")
        return self.in_thread and opened and hit.start < self.subject_end

    def clause_before(self, clause: Clause) -> Clause | None:
        return self.clauses[clause.place - 1] if clause.place else None

    def sentence_cues(self, clause: Clause) -> set[str]:
        return self.sentences.get(clause.sentence, set())

    def hits_in(self, clause: Clause, *cues: str) -> list[Hit]:
        """The hits of some cues that begin in `clause`."""
        return [hit for hit in self._hits.get(clause.start, ()) if hit.cue in cues]

    def is_past(self, clause: Clause) -> bool:
        """Whether a clause, or the one that leads to it, tells of the past or of stock and wants nothing."""
        if "stock" in clause.cues:
            return not _ASKED & clause.cues
        if "history" in clause.cues:
            return not WANT & clause.cues
        before = self.clause_before(clause)
        leads = before is not None and before.sentence == clause.sentence and bool(_PAST & before.cues)
        return leads and not WANT & self.sentence_cues(clause)

    def of_kind(self, *kinds: str) -> list[Token]:
        return [token for token in self.tokens if token.kind in kinds]


def _first(found: list[Token]) -> list[Token]:
    """The first of each kind of token: a mail of thousands of numbers says no more than its beginning."""
    seen: dict[str, int] = {}
    kept = []
    for token in found:
        seen[token.kind] = seen.get(token.kind, 0) + 1
        if seen[token.kind] <= _FIGURES:
            kept.append(token)
    return kept


def _clauses(text: str) -> list[Clause]:
    clauses: list[Clause] = []
    at, sentence = 0, 0
    stops = [(stop.start(), stop.end(), stop["sentence"] is not None) for stop in _BREAK.finditer(text)]
    for start, end, ends_sentence in [*stops, (len(text), len(text) + 1, True)]:
        while start - at > _LONGEST:
            clauses.append(Clause(at, at + _LONGEST, sentence, len(clauses)))
            at += _LONGEST
        clauses.append(Clause(at, end, sentence, len(clauses)))
        at = end
        sentence += ends_sentence
    return clauses


def _settled(hits: list[Hit]) -> list[Hit]:
    """`hits` without those that another one explains away: "your quote" asks for no quote."""
    masks = {mask: _spans(hits, mask) for mask in {mask for masks in _MASKS.values() for mask in masks}}
    bids = _spans(hits, "bid")
    return [
        hit._replace(cue="inquiry") if hit.cue == "request" else hit
        for hit in hits
        if not any(_overlaps(masks[mask], hit) for mask in _MASKS.get(hit.cue, ()))
        and not (hit.cue == "offered" and _lies_within(bids, hit))
    ]


def _spans(hits: list[Hit], cue: str) -> list[tuple[int, int]]:
    """Where `cue` was found, from left to right, stretches that overlap put together."""
    spans: list[tuple[int, int]] = []
    for hit in hits:
        if hit.cue == cue:
            if spans and hit.start < spans[-1][1]:
                spans[-1] = (spans[-1][0], max(spans[-1][1], hit.end))
            else:
                spans.append((hit.start, hit.end))
    return spans


def _overlaps(spans: list[tuple[int, int]], hit: Hit) -> bool:
    place = bisect_right(spans, (hit.end - 1, 1 << 30))
    return place > 0 and spans[place - 1][1] > hit.start


def _lies_within(spans: list[tuple[int, int]], hit: Hit) -> bool:
    """Whether `hit` is a part, and not the whole, of one of `spans`."""
    place = bisect_right(spans, (hit.start, 1 << 30))
    if not place:
        return False
    start, end = spans[place - 1]
    return hit.end <= end and hit.end - hit.start < end - start
