"""What a cache may do with the pages that everybody may see."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.models import Match
from tests.league import season as cast
from tests.league.conftest import Player

PAGES = [
    "/",
    "/rules/",
    "/rules/demand/?p-cola=6",
    "/search/",
    "/search/?q=alice",
    "/docs/",
    "/skill.md",
    "/llms.txt",
    "/l/spring/",
    "/l/spring/s1/",
    "/l/spring/s1/?board=recall&sort=-mean",
    "/l/spring/boards/30/",
    "/a/alice/",
    "/m/{match}/",
    "/m/{match}/card.png",
    "/l/spring/s1/card.png",
    "/card.png",
]


@pytest.fixture
def league(alice: Player) -> Match:
    made = cast.season(alice.agent.team.league)
    cast.result(cast.opened(cast.rounds(made)[0], cast.entry(made, "甲")), 90_000)
    return alice.open_match()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_may_be_kept(league: Match, path: str) -> None:
    """One cookie, or one answer that says nothing of caching, and every visitor costs a whole page."""
    path = path.format(match=league.pk)
    visitor = Client()
    answer = visitor.get(path)
    assert answer.status_code == 200
    assert not visitor.cookies
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert answer.headers["Cache-Control"].startswith("public") or "public" in answer.headers["Cache-Control"]
    etag = answer.headers["ETag"]
    again = visitor.get(path, headers={"If-None-Match": etag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    assert visitor.get(path, headers={"If-None-Match": '"another"'}).status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_it_is_the_same_for_everybody(league: Match, path: str) -> None:
    """What one reader is shown must not be kept for the next one: the page knows nobody."""
    path = path.format(match=league.pk)
    somebody = Client()
    somebody.force_login(User.objects.create_user("zoe-the-reader", "zoe@example.org", "x"))
    assert somebody.get(path).content == Client().get(path).content
