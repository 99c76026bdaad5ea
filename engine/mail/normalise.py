"""From a mail as it was typed to plain lower-case text in simplified characters."""

import unicodedata

from .lexicon import read

_SIMPLE = str.maketrans(dict(zip(read("characters")["traditional"], read("characters")["simplified"], strict=True)))


def plain(text: str) -> str:
    """`text` in NFKC, lower case and simplified characters."""
    return unicodedata.normalize("NFKC", text).lower().translate(_SIMPLE)
