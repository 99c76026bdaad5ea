"""Names that people choose: shown as they meant them, compared by how they look.

`clean` keeps what can be seen and drops what cannot: zero-width characters, direction marks, controls.
`skeleton` is what two names share that a reader could not tell apart; it is stored beside a name and unique.
"""

import re
import secrets
import unicodedata

from django.utils.text import slugify

MARKS = 3  # combining marks that may pile up on one letter
JOINER, PICTURE_STYLE = "\u200d", "\ufe0f"  # what holds 👩‍🚀 together, and what makes ❤️ a picture
BLANK = frozenset(  # letters that nobody sees
    "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"
)
RESERVED = {"new", "manage", "boards", "api", "admin", "www", "settings", "clawvend"}  # parts of addresses
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")

# Letters of other scripts that look like Latin ones, and digits that pass for letters: after casefold.
TWINS = {
    ord(twin): latin
    for latin, twins in (
        ("a", "аαɑ"), ("b", "вβ"), ("c", "с"), ("d", "ԁ"), ("e", "еε"), ("h", "һн"), ("i", "іιı"),
        ("j", "ј"), ("k", "кκ"), ("l", "ӏℓǀ|1"), ("m", "м"), ("n", "η"), ("o", "оο0"), ("p", "рρ"),
        ("q", "ԛ"), ("r", "г"), ("s", "ѕ"), ("t", "тτ"), ("u", "υμ"), ("v", "ѵν"), ("w", "ԝω"),
        ("x", "хχ"), ("y", "уγ"), ("z", "ζ"),
    )
    for twin in twins
}  # fmt: skip


def clean(name: str) -> str:
    """The name as it is kept and shown. Empty when there was nothing to see."""
    text = unicodedata.normalize("NFC", name)
    kept: list[str] = []
    marks = 0
    for at, char in enumerate(text):
        kind = unicodedata.category(char)
        if char.isspace():
            char = " "
        elif char == JOINER:
            if not (kept and _pictorial(kept[-1]) and _pictorial(text[at + 1 : at + 2])):
                continue
        elif char == PICTURE_STYLE:
            if not kept or kept[-1] == " ":
                continue
        elif _unseen(char):
            continue
        marks = marks + 1 if kind in ("Mn", "Me") and char != PICTURE_STYLE else 0
        if marks <= MARKS:
            kept.append(char)
    shown = re.sub(" +", " ", "".join(kept)).strip()
    return shown if _skeleton_of(shown) else ""


def skeleton(name: str) -> str:
    """Equal for names that look alike: full-width twins, case, spaces, unseen marks, borrowed letters."""
    return _skeleton_of(clean(name))


def slug_of(name: str, prefix: str) -> str:
    """A part of an address, never empty: the Latin letters of the name, or `prefix` and random characters."""
    slug = slugify(unicodedata.normalize("NFKC", clean(name)))[:32].strip("-_")
    return (
        slug if len(slug) >= 3 and not slug.isdecimal() and slug not in RESERVED else f"{prefix}-{_random()}"
    )


def another_slug(slug: str) -> str:
    """For when that one is taken."""
    return f"{slug[:32].rstrip('-_')}-{_random()}"


def _random() -> str:
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(6))


def _skeleton_of(shown: str) -> str:
    text = unicodedata.normalize("NFKC", shown).casefold()
    return unicodedata.normalize("NFKC", "".join(c for c in text if _tells(c)).translate(TWINS))


def _tells(char: str) -> bool:
    """Marks that tell words apart are kept: without them two names in Hindi or Thai would be one."""
    loose = "\u0300" <= char <= "\u036f" or unicodedata.category(char) in ("Me", "Zs")
    return not loose and char != PICTURE_STYLE and not _unseen(char)


def _unseen(char: str) -> bool:
    if "\U0001f000" <= char <= "\U0001ffff":  # pictures, some of them newer than this Python
        return False
    variant = "\ufe00" <= char <= "\ufe0e" or char >= "\U000e0000"
    return variant or char in BLANK or unicodedata.category(char) in UNSEEN


def _pictorial(char: str) -> bool:
    return bool(char) and (unicodedata.category(char) in ("So", "Sk") or char == PICTURE_STYLE)
