"""The suppliers' dictionary, read once from `lexicon.toml`, and the patterns built from word lists."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent


@cache
def read(name: str) -> dict[str, Any]:
    """The TOML file `name` of this folder."""
    return tomllib.loads((_HERE / f"{name}.toml").read_text(encoding="utf-8"))


def any_of(words: Iterable[str]) -> str:
    """A regular expression for the longest of many words, folded into a trie so that it stays quick.

    >>> any_of(["cola", "coke", "co"])
    'co(?:(?:la|ke))?'
    """
    trie: dict[str, Any] = {}
    for word in words:
        node = trie
        for char in word:
            node = node.setdefault(char, {})
        node[""] = {}
    return _pattern(trie)


def _pattern(node: dict[str, Any]) -> str:
    branches = []
    for char, below in node.items():
        if char:
            branches.append((r"[\s-]{1,3}" if char == " " else re.escape(char)) + _pattern(below))
    if not branches:
        return ""
    pattern = branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
    return f"(?:{pattern})?" if "" in node else pattern


def is_latin(word: str) -> bool:
    return word.isascii()


def grammar(module: str, name: str, flags: int = 0) -> re.Pattern[str]:
    """The regular expression `name` that `grammar.toml` keeps for a module."""
    return re.compile("".join(read("grammar")[module][name]), flags)
