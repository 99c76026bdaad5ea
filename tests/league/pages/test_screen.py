"""/screen/{league}/: the big screen, as it comes and as it is asked for again."""

import json
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from pytest_django import DjangoAssertNumQueries

import engine
from league import moderation, play
from league.models import League, Match, Season
from league.pages.screen import wished
from tests.league import season as cast

pytestmark = pytest.mark.django_db
QUERIES = 10  # league; seasons and rounds; live; race; points (2); board (2); frames


def act(match: Match, tool: str = "read_notes", **more: Any) -> None:
    play.act(cast.caller(match.agent), match.pk, engine.read_action(tool, more))


def settle(match: Match) -> None:
    match.refresh_from_db()
    day = match.day
    play.close_day(cast.caller(match.agent), match.pk, engine.read_action("end_day", {}))
    play.settle_day(match.pk, day)


def field(names: str) -> tuple[Season, list[Match]]:
    season = cast.season(rounds=1)
    return season, [cast.opened(cast.rounds(season)[0], cast.entry(season, name)) for name in names]


def picture(client: Client, query: str = "") -> Any:
    answer = client.get(f"/screen/spring/now.json{query}")
    assert answer.status_code == 200
    return answer.json()


def test_it_works(client: Client) -> None:
    """Standings and machines can be read without a script; the picture carries race, boards and deadline."""
    season, (one, two) = field("甲乙")
    act(one, thought="先看看笔记")
    settle(one)
    page = client.get("/screen/spring/")
    text = page.content.decode()
    for needed in ("甲", "乙", "$495.00", "正在比赛", season.name, 'data-theme="dark"', "<noscript>"):
        assert needed in text
    seen = picture(client)
    assert [(row["id"], row["worth"], row["points"]) for row in seen["race"]] == [
        (two.pk, 50_000, []),
        (one.pk, 49_500, [[1, 49_500]]),
    ]
    stall = next(stall for stall in seen["live"] if stall["id"] == one.pk)
    assert (stall["seq"], stall["board"]["day"]) == (2, 2)
    assert [frame["thought"] for frame in stall["latest"]] == ["", "先看看笔记", ""]
    assert seen["season"]["closes_at"] == cast.rounds(season)[0].closes_at.isoformat()


@pytest.mark.parametrize("names", ["甲", "甲乙丙"])
def test_queries(client: Client, names: str, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """The same number, whoever plays."""
    for match in field(names)[1]:
        settle(match)
    with django_assert_num_queries(QUERIES):
        assert client.get("/screen/spring/").status_code == 200


def test_an_empty_league(client: Client) -> None:
    """Nothing to show is no error."""
    League.objects.create(slug="spring", name="Spring")
    assert "现在没有比赛在进行" in client.get("/screen/spring/").content.decode()
    seen = picture(client)
    assert (seen["season"], seen["board"], seen["race"], seen["live"]) == (None, [], [], [])


def test_a_private_league(client: Client) -> None:
    """Not there for a stranger; an unlisted one is there for who has the address."""
    League.objects.create(slug="spring", name="Spring", visibility="private")
    assert client.get("/screen/spring/").status_code == 404
    assert client.get("/screen/spring/now.json").status_code == 404
    League.objects.update(visibility="unlisted")
    assert client.get("/screen/spring/").status_code == 200


def test_a_freeze(client: Client) -> None:
    """What is played behind a freeze is on no screen: race, machines and figures stand still."""
    season, (match,) = field("甲")
    settle(match)
    before = picture(client)
    play.freeze(season.pk)
    act(match, thought="谁也别看")
    settle(match)
    after = picture(client)
    assert after["season"].pop("frozen")
    assert not before["season"].pop("frozen")
    for part in ("race", "live", "board", "season"):
        assert after[part] == before[part]
    assert "谁也别看" not in client.get("/screen/spring/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_an_embargo(client: Client) -> None:
    """A paired match that nobody may see yet has no machine on the screen."""
    season = cast.season(rounds=1, world_mode=Season.WorldMode.PAIRED)
    one, two = [cast.opened(cast.rounds(season)[0], cast.entry(season, name)) for name in "甲乙"]
    act(one, thought="天气真好")
    settle(one)
    assert picture(client)["live"] == []
    settle(two)
    assert {stall["board"]["day"] for stall in picture(client)["live"]} == {2}


def test_a_hidden_thought(client: Client) -> None:
    """It is not on a screen that begins later."""
    season, (match,) = field("甲")
    act(match, thought="脏话")
    assert "脏话" in json.dumps(picture(client), ensure_ascii=False)
    moderation.hide_words(season.league, match, 1, "thought", "管理员", "脏")
    assert "脏话" not in json.dumps(picture(client), ensure_ascii=False)


@pytest.mark.parametrize(
    ("query", "pace", "matches", "theme", "notes"),
    [
        ("", 15, 6, "dark", 0),
        ("pace=30&matches=3&theme=light", 30, 3, "light", 0),
        ("pace=0&matches=99", 5, 12, "dark", 2),
        ("pace=fast&matches=-1&theme=pink", 15, 6, "dark", 3),
        ("pace=٣", 15, 6, "dark", 1),
        ("pace=" + "9" * 5000, 15, 6, "dark", 1),
    ],
)
def test_wishes(query: str, pace: int, matches: int, theme: str, notes: int) -> None:
    """A wish that cannot be granted is put right and told, never an error on a wall that nobody stands at."""
    found = wished(QueryDict(query))
    assert (found.pace, found.matches, found.theme, len(found.notes)) == (pace, matches, theme, notes)


def test_an_unknown_season(client: Client) -> None:
    """The running one is shown instead, and the page says so."""
    field("甲")
    assert "没有 season 这个赛季" in client.get("/screen/spring/?season=none").content.decode()
