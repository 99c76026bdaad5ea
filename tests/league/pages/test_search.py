"""`/search/`"""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league import moderation
from league.models import Agent, League, Season, Team
from league.pages import search
from tests.league import season as cast

pytestmark = pytest.mark.django_db


def found(query: str, **more: str) -> list[str]:
    """The addresses of what was found."""
    html = Client().get("/search/", {"q": query, **more}).content.decode()
    main = html.split("<main")[1].split("</main>")[0]
    return [path for path in re.findall(r'<a href="(/[aml]/[^"]+)"', main) if path]


@pytest.fixture
def season() -> Season:
    made = cast.season(name="梅雨季")
    for name, team in (("精打细算", "官方陪练队"), ("Claw-7B", "Foo Labs"), ("ＦＵＬＬ宽", "全角队")):
        cast.opened(
            cast.rounds(made)[0], cast.entry(made, name, team=team, slug=f"x{name[0].encode().hex()}")
        )
    return made


def test_it_works(season: Season) -> None:
    """An agent, its match, a season, a team and a league, each by a piece of its name."""
    agent = Agent.objects.get(name="精打细算")
    match = agent.matches.get()
    assert found("打细") == [f"/a/{agent.slug}/", f"/m/{match.pk}/"]
    assert found("梅雨", kind="season") == ["/l/spring/s1/"]
    assert found("spri", kind="league") == ["/l/spring/"]
    assert found(match.pk) == [f"/m/{match.pk}/"]
    assert "Foo Labs" in Client().get("/search/?q=foo&kind=team").content.decode()


@pytest.mark.parametrize("query", ["full", "ＦＵＬＬ", "Full宽", "claw", "CLAW-7b", "7B claw", "claw foo"])
def test_looks_count(season: Season, query: str) -> None:
    """Who types with another width, case or order of words would find nothing."""
    assert len(found(query, kind="agent")) == 1


@pytest.mark.parametrize("visibility", [League.Visibility.PRIVATE, League.Visibility.UNLISTED])
def test_what_is_not_listed_is_not_found(season: Season, visibility: str) -> None:
    """A search that opens what the league wants closed."""
    League.objects.update(visibility=visibility)
    for query in ("精打", "梅雨", "spring", "官方"):
        assert found(query) == []


def test_drafts_and_hidden_names_are_not_found(season: Season, admin_user: Any) -> None:
    """The original of a hidden name would still lead to it."""
    agent = Agent.objects.get(name="精打细算")
    moderation.hide_name(season.league, agent, admin_user, "不雅")
    moderation.hide_name(season.league, agent.team, admin_user, "不雅")
    assert found("精打细算") == []
    assert found("官方陪练") == []
    Season.objects.update(state=Season.State.DRAFT)
    assert found("梅雨", kind="season") == []


@pytest.mark.parametrize("query", ["%", "_", "\x00", "' OR 1=1 --", "<script>", "\\", "🦞", "x" * 5000, "  "])
def test_odd_words(season: Season, query: str) -> None:
    """A sign that means something to a database or to HTML."""
    answer = Client().get("/search/", {"q": query})
    assert answer.status_code == 200
    assert "<script>" not in answer.content.decode().split("<main")[1]
    assert found(query, kind="league") == []


@pytest.mark.parametrize(
    "query",
    [
        "kind=nothing",
        "page=0",
        "page=x",
        "page=9999",
        "kind=agent&page=-1",
        f"kind=agent&page=0001{'0' * 40}",
    ],
)
def test_what_is_not_there(query: str) -> None:
    """Made-up kinds and pages are a 404, not a 500."""
    assert Client().get(f"/search/?q=a&{query}").status_code == 404


def test_pages(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thirty-first of a kind can be reached, and each is shown once."""
    monkeypatch.setattr(search, "PAGE", 2)
    team = Team.objects.first()
    for number in range(5):
        Agent.objects.create(team=team, name=f"翻页{number}", slug=f"p{number}")
    pages = [found("翻页", kind="agent", page=str(page)) for page in (1, 2, 3)]
    assert pages == [["/a/p0/", "/a/p1/"], ["/a/p2/", "/a/p3/"], ["/a/p4/"]]
    assert "page=2" in Client().get("/search/?q=翻页&kind=agent").content.decode()


@pytest.mark.parametrize("entries", [1, 3])
def test_queries(entries: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """One query for each kind, however much there is; none without a word."""
    made = cast.season()
    for number in range(entries):
        cast.opened(cast.rounds(made)[0], cast.entry(made, f"同名{number}", team=f"同名队{number}"))
    with django_assert_num_queries(5):
        Client().get("/search/?q=同名")
    with django_assert_num_queries(0):
        Client().get("/search/")
