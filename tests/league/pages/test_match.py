"""/m/{id}/"""

import json
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

import engine
from league import play
from league.models import League, Match
from tests.league.conftest import Player
from tests.league.pages.conftest import buy


def island(html: str) -> Any:
    found = re.search(r'<script id="match-data" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_it_works(alice: Player, match: Match, visitor: Client) -> None:
    """Without JavaScript a visitor reads the machine, the mails as chat and the thoughts."""
    buy(alice, match)
    answer = visitor.get(f"/m/{match.pk}/")
    html = answer.content.decode()
    assert answer.status_code == 200
    assert '<h1><a href="/a/alice/">Alice</a>' in html
    assert "先问一家" in html
    assert "可乐 20 罐，什么价？" in html
    assert html.count('href="#g-cola"') >= 3
    assert html.count('<li class="slot') == 12
    assert 'property="og:title"' in html


def test_the_island_gets_what_it_needs(alice: Player, match: Match, visitor: Client) -> None:
    """It would start with an empty machine, or fold patches onto the board of another day."""
    buy(alice, match)
    alice.tool(match, "end_day")
    alice.tool(match, "set_price", {"sku": "cola", "price": "5.50"})
    data = island(visitor.get(f"/m/{match.pk}/").content.decode())
    assert [row["day"] for row in data["ledger"]] == [1]
    assert "board" in data["frames"][0]
    assert [frame["seq"] for frame in data["frames"]] == [3, 4]
    assert data["ledger"][0]["seq"] == 3
    assert data["match"]["reveal"] is None


def test_a_finished_match_is_revealed(finished: Match, visitor: Client) -> None:
    """Seeds and personas stand beside the names, and all thirty days in the table."""
    html = visitor.get(f"/m/{finished.pk}/").content.decode()
    assert "w-secret-1" in html
    assert html.count('class="persona"') == 5
    assert "期满" in html
    assert len(island(html)["ledger"]) == 30


def test_nothing_is_revealed_before_the_end(alice: Player, visitor: Client) -> None:
    """A seed or a persona on the page of a match under way would hand the game to whoever reads it."""
    match = play.open_match(alice.agent, days=30, world_seed="canary-world", match_seed="canary-match")
    buy(alice, match)
    for path in (f"/m/{match.pk}/", "/", "/l/spring/", "/a/alice/"):
        html = visitor.get(path).content.decode()
        assert "canary" not in html
        assert 'class="persona"' not in html
        assert '"bad"' not in html


def test_what_people_write_stays_text(alice: Player, match: Match, visitor: Client) -> None:
    """A thought with markup would run in every spectator's browser."""
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    alice.tool(match, "send_email", {"to": "s1", "subject": evil, "body": evil, "thought": evil})
    html = visitor.get(f"/m/{match.pk}/").content.decode()
    assert "<script>alert" not in html
    assert "<img src=x" not in html


@pytest.mark.parametrize("days", [1, 3])
def test_queries(
    alice: Player, visitor: Client, django_assert_num_queries: DjangoAssertNumQueries, days: int
) -> None:
    """A page that asks once a day would be slow for exactly the matches that are worth watching."""
    match = alice.open_match()
    for _ in range(days):
        play.end_day(alice.caller, match.pk, engine.read_action("end_day", {}))
    with django_assert_num_queries(2):
        assert visitor.get(f"/m/{match.pk}/").status_code == 200


def test_it_is_not_sent_twice(match: Match, alice: Player, visitor: Client) -> None:
    """Who asks again for what has not changed gets an empty 304, and the page again after the next call."""
    first = visitor.get(f"/m/{match.pk}/")
    same = {"If-None-Match": first.headers["ETag"]}
    assert visitor.get(f"/m/{match.pk}/", headers=same).status_code == 304
    alice.tool(match, "set_price", {"sku": "cola", "price": "5.50"})
    assert visitor.get(f"/m/{match.pk}/", headers=same).status_code == 200


@pytest.mark.parametrize("path", ["/m/aaaaaaaaaaaa/", "/m/x/", "/m/x'%3B--/"])
def test_unknown(path: str, visitor: Client, transactional_db: None) -> None:
    """A mistyped address says so in Chinese and leads on."""
    answer = visitor.get(path)
    assert answer.status_code == 404
    assert "这个货道是空的" in answer.content.decode()


def test_private_is_unknown(match: Match, visitor: Client) -> None:
    """A private league's match must look like none at all."""
    League.objects.update(visibility=League.Visibility.PRIVATE)
    assert visitor.get(f"/m/{match.pk}/").status_code == 404


def test_only_reading(match: Match, visitor: Client) -> None:
    """A page changes nothing."""
    assert visitor.post(f"/m/{match.pk}/").status_code == 405
