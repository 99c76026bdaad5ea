"""Finding the words that tell what a clause is doing (`cues.toml`)."""

import re
from functools import cache
from typing import NamedTuple

from .gate import needles
from .lexicon import read

_CJK = re.compile("[一-鿿]")


class Hit(NamedTuple):
    """One cue found in a text."""

    cue: str
    start: int
    end: int


class _Table(NamedTuple):
    """The patterns of one language: those behind each needle, and those without any."""

    behind: dict[str, list[int]]
    always: list[int]
    patterns: list[tuple[str, re.Pattern[str]]]


@cache
def _table(language: str) -> _Table:
    behind: dict[str, list[int]] = {}
    always: list[int] = []
    patterns: list[tuple[str, re.Pattern[str]]] = []
    for cue, languages in read("cues").items():
        for source in languages[language]:
            index = len(patterns)
            whole = (
                _word(source) if language == "en" and (source[0].isalnum() or source[0] == "(") else source
            )
            patterns.append((cue, re.compile(whole)))
            gates = needles(source)
            for needle in gates:
                behind.setdefault(needle, []).append(index)
            if not gates:
                always.append(index)
    return _Table(behind, always, patterns)


def _word(source: str) -> str:
    return rf"(?<![a-z0-9])(?:{source})(?![a-z0-9])"


def find_cues(text: str) -> list[Hit]:
    """Every cue in `text`, in reading order; a mail in one language is not searched for the other's."""
    hits: list[Hit] = []
    for language in ("zh", "en") if _CJK.search(text) else ("en",):
        table = _table(language)
        due = set(table.always)
        for needle, indices in table.behind.items():
            if needle in text:
                due.update(indices)
        for index in due:
            cue, pattern = table.patterns[index]
            hits.extend(Hit(cue, *match.span()) for match in pattern.finditer(text))
    hits.sort(key=lambda hit: (hit.start, hit.end, hit.cue))
    return hits
