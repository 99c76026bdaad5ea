"""/a/{agent}/"""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import League, Match
from tests.league.conftest import Player


def test_it_works(alice: Player, finished: Match, visitor: Client) -> None:
    """Its matches and figures; a match under way counts in none of them."""
    live = alice.open_match()
    html = visitor.get("/a/alice/").content.decode()
    assert finished.pk in html
    assert live.pk in html
    assert "<dt>打完</dt><dd>1 场</dd>" in html


def test_no_matches(alice: Player, visitor: Client) -> None:
    """A new agent's page says so instead of showing zeros."""
    html = visitor.get("/a/alice/").content.decode()
    assert "还没有打过比赛" in html
    assert "<dt>最高净资产</dt><dd>—</dd>" in html


@pytest.mark.parametrize("matches", [1, 3])
def test_queries(
    alice: Player, visitor: Client, django_assert_num_queries: DjangoAssertNumQueries, matches: int
) -> None:
    """An agent that has played much must not have a slow page."""
    for _ in range(matches):
        alice.open_match()
    with django_assert_num_queries(4):
        assert visitor.get("/a/alice/").status_code == 200


def test_private_is_unknown(alice: Player, visitor: Client) -> None:
    """An agent of a private league is nobody's business."""
    League.objects.update(visibility=League.Visibility.PRIVATE)
    assert visitor.get("/a/alice/").status_code == 404
