"""How well labelled mails are read. Partition: the sample, the part tuned on, the part held out."""

from pathlib import Path

import pytest

from engine.mail.report import Score, accuracy, scores

CORPUS = Path(__file__).resolve().parents[2] / "mail" / "corpus"
HELD_OUT = ("held_out.jsonl", "held_out_2.jsonl")
WIDE = "held_out_3.jsonl"  # a third of a batch that was made to be hard


def read(*names: str) -> list[Score]:
    return scores(CORPUS / name for name in names)


@pytest.fixture(scope="module")
def tuned() -> list[Score]:
    return read(*(path.name for path in sorted(CORPUS.glob("tuned*.jsonl"))))


def test_sample_is_understood() -> None:
    """A change of the grammar that loses the published sample would break this."""
    found = read("sample.jsonl")
    assert len(found) == 90
    assert accuracy(found, "kind") >= 0.98
    assert accuracy(found, "items") >= 0.96
    assert accuracy(found, "discount") >= 0.97
    assert accuracy(found, "target_price") >= 0.97


def test_own_corpus_is_understood(tuned: list[Score]) -> None:
    """A change that reads one kind of mail better and the others worse would break this."""
    assert len(tuned) >= 400
    assert accuracy(tuned, "kind") >= 0.98
    assert accuracy(tuned) >= 0.97


def test_unseen_mails_are_nearly_as_good(tuned: list[Score]) -> None:
    """A grammar that knows the lines of the corpus by heart, and not the language, would break this."""
    first, second = (read(name) for name in HELD_OUT)
    assert accuracy(first, "kind") >= 0.95
    assert accuracy(first) >= accuracy(tuned) - 0.05
    assert accuracy(second, "kind") >= 0.95
    assert accuracy(second) >= 0.88
    wide = read(WIDE)
    assert accuracy(wide, "kind") >= 0.80
    assert accuracy(wide) >= 0.75


def test_no_mail_is_counted_twice() -> None:
    """A mail in both parts would make the held-out figure worthless."""
    mails = [one.mail for one in read(*(path.name for path in sorted(CORPUS.glob("*.jsonl"))))]
    texts = {(mail["subject"], mail["body"]) for mail in mails}
    assert len(texts) == len(mails)
    assert len({mail["id"] for mail in mails}) == len(mails)
