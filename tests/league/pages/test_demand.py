"""The demand calculator of `/rules/`."""

import pytest
from django.test import Client

import engine
from league.pages import demand

RULES = engine.load("clawvend-0.7")


def test_without_javascript() -> None:
    """The form of the page is answered by the page."""
    html = Client().get("/rules/?month=7&weekend=1&shock=rainstorm&p-cola=6.00").content.decode()
    assert "<dd>26.3</dd>" in html.split("data-told")[1]  # 50 × 1.4 × 1.25 × 0.6 × 0.5
    assert '<option value="7" selected>' in html
    assert 'value="6.00"' in html


def test_the_answer_alone() -> None:
    """What the script asks for is the same part of the page, kept as pages are."""
    asked = "?p-cola=5&p-water=2.00"
    part = Client().get(f"/rules/demand/{asked}")
    assert part.content.decode().strip() in Client().get(f"/rules/{asked}").content.decode()
    assert (
        Client().get(f"/rules/demand/{asked}", headers={"If-None-Match": part.headers["ETag"]}).status_code
        == 304
    )


def test_it_agrees_with_the_game() -> None:
    """A calculator that is right about another game: 400 days of the engine's own customers."""
    prices = {"cola": 660, "water": 180, "chips": 900}
    expected = engine.expect(RULES, prices, weekend=False, month=4)
    assert sum(expected.sold.values()) < expected.visitors
    examples = demand.answer({f"p-{sku}": demand.plain(price) for sku, price in prices.items()})
    assert examples["visitors"] == f"{expected.visitors:.1f}"
    assert examples["kinds"] == 3


@pytest.mark.parametrize(
    ("typed", "cents"),
    [("6", 600), ("6.5", 650), ("$6.50", 650), ("６．５", 650), (".5", 50), ("1,000", 100_000), ("", None),
     ("-1", None), ("6.505", None), ("abc", None), ("1e3", None), ("٣", None), ("999999999", None)],
)  # fmt: skip
def test_prices_as_they_are_typed(typed: str, cents: int | None) -> None:
    """A full-width figure from a Chinese keyboard refused, or nonsense taken for a price."""
    assert demand.cents(typed) == cents


@pytest.mark.parametrize(
    "query", ["p-cola=0", "p-cola=99999", "p-cola=x", "month=13&weekend=7&shock=none&p-gold=1", "p-cola="]
)
def test_nonsense(query: str) -> None:
    """Answered with what is wrong, never with a 500."""
    answer = Client().get(f"/rules/demand/?{query}")
    assert answer.status_code == 200
    assert ("售价要在" in answer.content.decode()) == (query in ("p-cola=0", "p-cola=99999", "p-cola=x"))
