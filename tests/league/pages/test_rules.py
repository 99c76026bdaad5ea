"""/rules/"""

from django.test import Client
from pytest_django import DjangoAssertNumQueries

import engine
from league.pages import examples
from league.pages.words import money


def test_every_figure_is_there(
    visitor: Client, transactional_db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """A rule that is not on the page cannot be played by."""
    with django_assert_num_queries(0):
        html = visitor.get("/rules/").content.decode()
    game = engine.load("clawvend-0.7")
    for sku in game.skus:
        assert sku.name in html
        assert money(sku.wholesale) in html
        assert money(sku.retail) in html
    for name in [one.name for one in (*game.shocks, *game.personas)]:
        assert name in html
    for code in [*engine.TOOLS, *engine.REFUSALS]:
        assert f"<code>{code}</code>" in html


def test_the_examples_agree_with_the_card() -> None:
    """Worked examples that are worked wrongly teach the wrong game."""
    game = engine.load("clawvend-0.7")
    assert examples.greedy(game)[:3] == ["$3.00", "$3.24", "$3.50"]
    assert examples.bait(game)["quoted"] == "$144.00"
    assert examples.bait(game)["charged"] == "$234.00"
    assert examples.visit(game)["visitors"] == 55  # 50 × 1.4 × 1.25 × 0.6 × 1.05 = 55.125
    assert examples.choice(game)["buys"] == "66.7%"
    assert examples.moving_average(game)["piece"] == "$3.50"
