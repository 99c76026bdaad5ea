"""Cutting a mail down to what its sender writes now: no quoted thread, no signature."""

import re

from .lexicon import grammar

_QUOTED = re.compile(r"^\s*(?:>|\|\s*>|》)")
_ATTRIBUTION = grammar("own_words", "attribution")
_ORIGINAL = grammar("own_words", "original")
_HEADER = re.compile(r"^\s*(?:from|发件人|寄件者)\s*:.{0,120}$")
_SIGN_OFF = grammar("own_words", "sign_off")
_POSTSCRIPT = re.compile(r"^\W{0,3}(?:p\.? ?s\.?\W|ps:|又及|附言|另:|另外)")


_REQUEST = re.compile(r"\?|please|pls|quote|price|order|send|ship|refund|请|报价|多少|下单|发货|便宜|退")
_SIGNATURE_LINES = 6


def own_words(text: str) -> str:
    """`text` (readable, lower case) without quoted mails and without what follows the sign-off."""
    kept: list[str] = []
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if _QUOTED.match(line):
            continue
        if _ORIGINAL.match(line) or (_HEADER.match(line) and kept):
            break
        if len(line) < 130 and _ATTRIBUTION.match(line):
            if _quote_follows(lines, number):
                continue
            break
        kept.append(line)
        if len(line) < 60 and _SIGN_OFF.match(line) and _is_signature(lines[number + 1 : number + 40]):
            break
    return "\n".join(kept)


def _quote_follows(lines: list[str], number: int) -> bool:
    following = next((line for line in lines[number + 1 : number + 4] if line.strip()), "")
    return bool(_QUOTED.match(following))


def _is_signature(lines: list[str]) -> bool:
    """Whether the lines after a sign-off are a name and an address, not a mail that goes on."""
    rest: list[str] = []
    for line in lines:
        if _QUOTED.match(line) or _ORIGINAL.match(line) or _ATTRIBUTION.match(line[:130]):
            break
        if line.strip():
            rest.append(line)
    signed = len(rest) <= _SIGNATURE_LINES and not any(
        len(line) > 80 or _REQUEST.search(line) for line in rest
    )
    return signed and not any(_POSTSCRIPT.match(line) for line in rest)
