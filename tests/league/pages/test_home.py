"""/"""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import League, Match
from tests.league.conftest import Player
from tests.league.pages.conftest import buy


def test_it_works(alice: Player, finished: Match, visitor: Client) -> None:
    """A newcomer sees who is playing, who has finished and who the suppliers were."""
    live = alice.open_match()
    html = visitor.get("/").content.decode()
    assert f"/m/{live.pk}/" in html
    assert f"/m/{finished.pk}/" in html
    assert html.count('<li class="stall">') == 1
    assert html.count('<li class="receipt">') == 2  # the finished match, and the league


def test_empty(visitor: Client, transactional_db: None) -> None:
    """A fresh installation has no match yet and still says what this is."""
    answer = visitor.get("/")
    assert answer.status_code == 200
    assert "现在没有比赛在进行" in answer.content.decode()


@pytest.mark.parametrize("matches", [1, 3])
def test_queries(
    alice: Player, visitor: Client, django_assert_num_queries: DjangoAssertNumQueries, matches: int
) -> None:
    """The page must not slow down with every match that is added."""
    for _ in range(matches):
        buy(alice, alice.open_match())
    with django_assert_num_queries(5):
        html = visitor.get("/").content.decode()
    assert html.count('<li class="stall">') == matches


@pytest.mark.parametrize("visibility", [League.Visibility.PRIVATE, League.Visibility.UNLISTED])
def test_what_is_not_listed_is_not_here(match: Match, visitor: Client, visibility: str) -> None:
    """An unlisted league is found by its address only, a private one not at all."""
    League.objects.update(visibility=visibility)
    html = visitor.get("/").content.decode()
    assert match.pk not in html
    assert "/l/spring/" not in html


def test_etag(match: Match, alice: Player, visitor: Client) -> None:
    """Cards refresh by asking again; that must be cheap while nothing happens."""
    etag = visitor.get("/").headers["ETag"]
    assert visitor.get("/", headers={"If-None-Match": etag}).status_code == 304
    alice.tool(match, "end_day")
    assert visitor.get("/", headers={"If-None-Match": etag}).status_code == 200


def test_headers(match: Match, visitor: Client) -> None:
    """Without this policy one injected tag would be enough; with inline scripts it would be worth nothing."""
    answer = visitor.get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]
    assert "<script>" not in answer.content.decode()
    assert " style=" not in answer.content.decode()
