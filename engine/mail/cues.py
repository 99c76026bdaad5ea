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
    """The patterns of one language, as (cue, source): those behind each needle, and those without any."""

    behind: dict[str, list[int]]
    always: list[int]
    patterns: list[tuple[str, str]]


@cache
def _table(language: str) -> _Table:
    table = _Table({}, [], [])
    for cue, languages in read("cues").items():
        for source in languages[language]:
            index = len(table.patterns)
            words = language == "en" and (source[0].isalnum() or source[0] == "(")
            whole = rf"(?<![a-z0-9])(?:{source})(?![a-z0-9])" if words else source
            table.patterns.append((cue, whole))
            gates = needles(source)
            for needle in gates:
                table.behind.setdefault(needle, []).append(index)
            if not gates:
                table.always.append(index)
    return table


@cache
def _compiled(source: str) -> re.Pattern[str]:
    """Compiled when it is first needed: all at once would make the first mail wait for seconds."""
    return re.compile(source)


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
            cue, source = table.patterns[index]
            hits.extend(Hit(cue, *match.span()) for match in _compiled(source).finditer(text))
    hits.sort(key=lambda hit: (hit.start, hit.end, hit.cue))
    return hits
