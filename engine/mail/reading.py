"""A mail taken apart: its clauses, what they name, and what they are doing."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from .cues import Hit, find_cues
from .table import read_tables
from .tokens import Token, tokens

_LONGEST = 240  # characters of a clause; a run without any stop is cut
_FIGURES = 120  # numbers, and names of goods, that a reader would still follow
_BREAK = re.compile(
    r"(?P<sentence>[。!?;\n]+|\.{2,}(?!\.* ?\d)|(?<![0-9]\.)(?<=[a-z0-9)\"'%])\.(?=\s|$))"
    r"|[,()\[\]]| - | -- |--|(?<![a-z])(?:but|though|although|however|whereas)(?![a-z])|但是?|不过|然而"
)


@dataclass(slots=True)
class Clause:
    """A stretch between two stops; `sentence` numbers the sentences."""

    start: int
    end: int
    sentence: int
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
        self.hits = _settled(find_cues(text))
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

    def sentence_cues(self, clause: Clause) -> set[str]:
        return self.sentences.get(clause.sentence, set())

    def hits_in(self, clause: Clause, *cues: str) -> list[Hit]:
        """The hits of some cues that begin in `clause`."""
        return [hit for hit in self._hits.get(clause.start, ()) if hit.cue in cues]

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
            clauses.append(Clause(at, at + _LONGEST, sentence))
            at += _LONGEST
        clauses.append(Clause(at, end, sentence))
        at = end
        sentence += ends_sentence
    return clauses


def _settled(hits: list[Hit]) -> list[Hit]:
    """`hits` without a request for a price or a discount that is only a mention of one."""
    for mention, request in (("no_inquiry", "inquiry"), ("policy", "cheaper"), ("history", "order"), ("no_order", "order"), ("as_before", "history"), ("as_before", "matching"), ("as_before", "cheaper"), ("as_before", "bid"), ("as_before", "bygone"), ("as_before", "offered")):
        spans = [(hit.start, hit.end) for hit in hits if hit.cue == mention]
        if spans:
            hits = [
                hit
                for hit in hits
                if hit.cue != request or not any(start < hit.end and hit.start < end for start, end in spans)
            ]
    limits = [(hit.start, hit.end) for hit in hits if hit.cue == "bid"]
    return [
        hit
        for hit in hits
        if hit.cue != "offered"
        or not any(start <= hit.start and hit.end <= end and hit.end - hit.start < end - start for start, end in limits)
    ]
