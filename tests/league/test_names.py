"""Names: what is kept, what is one and the same, what an address is made of."""

import pytest

from league import names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("春季赛", "春季赛"),
        ("  春季赛\u3000 （上海） ", "春季赛 （上海）"),
        ("爪机🦾联赛", "爪机🦾联赛"),
        ("👩\u200d🚀队", "👩\u200d🚀队"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("a\u200db", "ab"),
        ("ab\u200b\ufeff\u2060c", "abc"),
        ("\u202egnp.exe", "gnp.exe"),
        ("a\x00b\nc", "ab c"),
        ("e" + "\u0301" * 50, "é" + "\u0301" * 3),
        ('=HYPERLINK("http://x")', '=HYPERLINK("http://x")'),
        ("<img onerror>", "<img onerror>"),
        ("\u200b\u200b", ""),
        ("\u3164", ""),
        ("   ", ""),
    ],
)
def test_what_is_kept(typed: str, kept: str) -> None:
    """A name with hidden characters passes for another, or turns the line around it; emoji must survive."""
    assert names.clean(typed) == kept
    assert names.clean(names.clean(typed)) == kept


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice", "ＡＬＩＣＥ"),
        ("Alice", "al ice"),
        ("Alice", "Al\u200bice"),
        ("Alice", "Аlice"),  # a Cyrillic А
        ("Alice", "A1ice"),
        ("春季赛", "春季赛\ufe0f"),
        ("２０２６", "2026"),
        ("❤", "❤\ufe0f"),
        ("Ⅳ队", "IV队"),
    ],
)
def test_twins_share_a_skeleton(one: str, other: str) -> None:
    """Two teams that a reader cannot tell apart could take each other's credit."""
    assert names.skeleton(one) == names.skeleton(other) != ""


@pytest.mark.parametrize(
    ("one", "other"), [("春季赛", "秋季赛"), ("हिंदी", "हद"), ("José", "Jose"), ("🍎", "🍏")]
)
def test_what_differs_stays_apart(one: str, other: str) -> None:
    """Names that a reader does tell apart would be refused as taken."""
    assert names.skeleton(one) != names.skeleton(other)


@pytest.mark.parametrize("typed", ["春季赛", "🦾", "<>", "12", "=1+1", "é", "", "a" * 200])
def test_no_slug_is_empty(typed: str) -> None:
    """A league whose name has no Latin letters would have no address, or one that is a number."""
    slug = names.slug_of(typed, "league")
    assert 3 <= len(slug) <= 32
    assert slug.isascii()
    assert not slug.isdecimal()
    assert names.another_slug(slug) != slug


def test_a_latin_name_is_its_slug() -> None:
    """Addresses would be unreadable where they could be read."""
    assert names.slug_of("Ｓpring Cup 2026!", "league") == "spring-cup-2026"
