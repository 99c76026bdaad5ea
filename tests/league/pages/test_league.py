"""/l/{league}/"""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import League, Match
from tests.league.conftest import Player


def test_it_works(alice: Player, bob: Player, finished: Match, visitor: Client) -> None:
    """A league shows its own matches and nobody else's."""
    own, other = alice.open_match(), bob.open_match()
    html = visitor.get("/l/spring/").content.decode()
    assert own.pk in html
    assert finished.pk in html
    assert other.pk not in html


@pytest.mark.parametrize("matches", [1, 3])
def test_queries(
    alice: Player, visitor: Client, django_assert_num_queries: DjangoAssertNumQueries, matches: int
) -> None:
    """A league of many matches must not cost a query each."""
    for _ in range(matches):
        alice.open_match()
    with django_assert_num_queries(5):
        assert visitor.get("/l/spring/").status_code == 200


def test_private_and_unknown_are_alike(match: Match, visitor: Client) -> None:
    """Whether a private league exists is nobody's business."""
    League.objects.update(visibility=League.Visibility.PRIVATE)
    assert visitor.get("/l/spring/").status_code == 404
    assert visitor.get("/l/nothing/").status_code == 404
