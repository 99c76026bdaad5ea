"""Partition: every topic in both languages and all voices; subjects; what a quote line must say; no tells."""

import json
import random
import re

import pytest

from engine.mail import VOICES, Letter, compose
from tests.mail.classifier import Classifier

QUOTE = ("Q-7F31", "cola", 240, 300, 12)
LINES: dict[str, tuple[tuple[object, ...], ...]] = {
    "quote": ((*QUOTE, 100), ("Q-9C02", "nuts", 455, 300, 12, None)),
    "accepted": ((*QUOTE, 260),),
    "refused": ((*QUOTE, 240),),
    "met": ((*QUOTE, 240),),
    "final": ((*QUOTE, 240),),
    "mixed": ((*QUOTE, 260, "accepted"), ("Q-9C02", "nuts", 455, 300, 12, 455, "refused")),
    "how_much": ((*QUOTE, None),),
    "which_goods": (),
    "order": ((*QUOTE, 60),),
    "complaint": (("cola",),),
    "not_carried": (("nuts",),),
    "thanks": (),
    "not_for_me": (),
    "delivered": (("cola", 100, 90, 10, 4),),
    "invoice": (("Q-7F31", "cola", 100, 240, 312, 31_200, 1),),
    "stockout": (("cola",), ("water",)),
    "dear": (("cola", 1_200),),
    "launch": (("nuts",),),
    "shock": (("rainstorm",),),
}
KINDS = {
    "invoice": "invoice",
    "stockout": "complaint",
    "dear": "complaint",
    "launch": "news",
    "shock": "news",
}


def letter(topic: str, language: str, voice: int = 0, variant: int = 0, re_: str = "Hello") -> Letter:
    return Letter(KINDS.get(topic, "reply"), topic, language, voice, variant, "Bob & Sons", re_, LINES[topic])


@pytest.mark.parametrize("topic", LINES)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_voice_can_say_it(topic: str, language: str) -> None:
    """A phrase with a hole, a missing voice or an unfilled brace would break this."""
    draw = random.Random(1)
    for voice in range(VOICES):
        for _ in range(20):
            subject, body = compose(letter(topic, language, voice, draw.randrange(2**31)))
            assert subject.strip()
            assert len(body) > 5
            assert not re.search(r"[{}]|None|\n\n\n", subject + body)


@pytest.mark.parametrize(
    "topic", ["quote", "order", "how_much", "accepted", "refused", "met", "final", "mixed"]
)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_quote_line_says_all(topic: str, language: str) -> None:
    """A reply from which no order can be placed would break this."""
    for variant in range(0, 3_000, 7):
        _, body = compose(letter(topic, language, variant % VOICES, variant * 7_919))
        for quote, _sku, cents, left, last, *_ in LINES[topic]:
            line = next(line for line in body.splitlines() if str(quote) in line)
            assert f"${int(str(cents)) / 100:.2f}" in line
            assert str(left) in line
            assert str(last) in line


def test_more_than_is_left_is_said() -> None:
    """An agent that asked for more than the quote covers would not learn of it."""
    for language in ("zh", "en"):
        asks = Letter("reply", "quote", language, 2, 99, "Bob", "", ((*QUOTE, 400),))
        assert "400" in compose(asks)[1]
        assert "400" not in compose(asks._replace(lines=((*QUOTE, 300),)))[1]


def test_an_order_points_to_restock() -> None:
    """An agent that believes an order by mail was placed would wait for goods that never come."""
    for language in ("zh", "en"):
        for variant in range(500):
            assert "restock" in compose(letter("order", language, variant % VOICES, variant * 104_729))[1]


def test_a_bargain_twice_is_final() -> None:
    """A second no that reads like a first one would keep an agent asking."""
    for variant in range(500):
        assert "final" in compose(letter("final", "en", variant % VOICES, variant * 104_729))[1].lower()
        assert "最终" in compose(letter("final", "zh", variant % VOICES, variant * 104_729))[1]


def test_the_invoice_states_what_was_charged() -> None:
    """A bill that hides a raised price would break this."""
    for language in ("zh", "en"):
        body = compose(letter("invoice", language, 1, 5))[1]
        assert {"$3.12", "$312.00", "$2.40", "Q-7F31"} <= set(re.findall(r"\$[\d.,]+\d|Q-7F31", body))


def test_subjects_do_not_pile_up() -> None:
    """A long thread would be called Re: Re: Re: Re: cola."""
    assert compose(letter("thanks", "en", re_="Re: 回复：RE: cola"))[0] == "Re: cola"
    assert compose(letter("thanks", "zh", re_="Re: 回复：可乐"))[0] == "回复：可乐"
    assert compose(letter("thanks", "zh", re_="Re: "))[0]


def test_a_letter_survives_json() -> None:
    """An inbox would read differently after the match was frozen and thawed."""
    for topic in LINES:
        first = letter(topic, "en", 3, 123_456)
        kept = json.loads(json.dumps(tuple(first)))
        again = Letter._make((*kept[:-1], tuple(tuple(line) for line in kept[-1])))
        assert compose(again) == compose(first)


def test_many_phrasings() -> None:
    """Two suppliers that always write the same would break the chat view."""
    for language in ("zh", "en"):
        bodies = {compose(letter("quote", language, n % VOICES, n * 1_299_709))[1] for n in range(600)}
        assert len(bodies) > 300


def test_words_do_not_tell_the_writer() -> None:
    """Voices that go with personas would let a reader of texts unmask them without a trade."""
    draw = random.Random(20_261_130)
    personas = ["honest", "greedy", "bait", "outage", "newbie"]
    replies = []
    for _ in range(4_000):
        persona, topic = (
            draw.choice(personas),
            draw.choice(["quote", "refused", "order", "thanks", "complaint"]),
        )
        said = letter(topic, draw.choice(["zh", "en"]), draw.randrange(VOICES), draw.randrange(2**31))
        replies.append((compose(said)[1], persona))
    accuracy = Classifier(replies[:2_000]).accuracy(replies[2_000:])
    assert 0.17 <= accuracy <= 0.23
