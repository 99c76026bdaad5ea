"""Finding the words that tell what a clause is doing (`cues.toml`)."""

import re
from functools import cache
from itertools import pairwise
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
    """The patterns of one language, as (cue, source), and their needles by the first two characters."""

    needles: dict[str, list[tuple[str, list[int]]]]
    always: list[int]
    patterns: list[tuple[str, str]]


@cache
def _table(language: str) -> _Table:
    behind: dict[str, list[int]] = {}
    always: list[int] = []
    patterns: list[tuple[str, str]] = []
    for cue, languages in read("cues").items():
        for source in languages[language]:
            words = language == "en" and (source[0].isalnum() or source[0] == "(")
            gates = needles(source)
            for needle in gates:
                behind.setdefault(needle, []).append(len(patterns))
            if not gates:
                always.append(len(patterns))
            patterns.append((cue, rf"(?<![a-z0-9])(?:{source})(?![a-z0-9])" if words else source))
    heads: dict[str, list[tuple[str, list[int]]]] = {}
    for needle, indices in behind.items():
        heads.setdefault(needle[:2], []).append((needle, indices))
    return _Table(heads, always, patterns)


@cache
def _compiled(source: str) -> re.Pattern[str]:
    """Compiled when it is first needed: all at once would make the first mail wait for seconds."""
    return re.compile(source)


def find_cues(text: str) -> list[Hit]:
    """Every cue in `text`, in reading order; a mail in one language is not searched for the other's."""
    hits: list[Hit] = []
    heads = set(text).union(map("".join, pairwise(text)))
    for language in ("zh", "en") if _CJK.search(text) else ("en",):
        table = _table(language)
        due = set(table.always)
        for head in heads & table.needles.keys():
            for needle, indices in table.needles[head]:
                if needle in text:
                    due.update(indices)
        for index in due:
            cue, source = table.patterns[index]
            hits.extend(Hit(cue, *match.span()) for match in _compiled(source).finditer(text))
    hits.sort(key=lambda hit: (hit.start, hit.end, hit.cue))
    return hits
