"""/compare/"""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league import play
from league.models import League, Match
from tests.league import season as cast
from tests.league.conftest import Player


def address(*matches: Match) -> str:
    return "/compare/?" + "&".join(f"m={match.pk}" for match in matches)


def test_it_works(alice: Player, match: Match, visitor: Client) -> None:
    """Two matches share both axes, in the order asked for: a line a match and plot, a point a settled day."""
    other = play.open_match(alice.agent, days=90, world_seed="w-2", match_seed="m-2")
    for _ in range(3):
        alice.tool(match, "end_day")
    alice.tool(other, "end_day")
    html = visitor.get(address(other, match)).content.decode()
    lines = re.findall(r'<polyline class="line line-(\d)" points="([^"]*)"', html)
    assert [(style, len(points.split())) for style, points in lines] == [("0", 1), ("1", 3)] * 2
    assert lines[1][1].split()[2].startswith(f"{640 * 3 / 90:.1f},")
    assert re.findall(r"<code>(\w+)</code>", html) == [other.pk, match.pk]
    assert "$485.00" in html


def test_addresses_and_repeats(match: Match, visitor: Client) -> None:
    """People paste what stands in the address bar; twice the same match is one column."""
    path = f"/compare/?m=https://example.org/m/{match.pk}/?step=3&m={match.pk}&m="
    html = visitor.get(path).content.decode()
    assert re.findall(r"<code>(\w+)</code>", html) == [match.pk]


def test_five_and_no_more(alice: Player, bob: Player, visitor: Client) -> None:
    """A sixth dropped without a word would look as if it had been compared."""
    six = [
        play.open_match(who.agent, days=30, world_seed=f"w-{n}", match_seed=f"m-{n}")
        for n in range(3)
        for who in (alice, bob)
    ]
    html = visitor.get(address(*six)).content.decode()
    assert re.findall(r"<code>(\w+)</code>", html) == [match.pk for match in six[:5]]
    assert "后面的 1 场没有列出" in html


@pytest.mark.parametrize("path", ["/compare/?m=nothere00000", "/compare/?m=%00", "/compare/?m=%27--"])
def test_unknown(path: str, visitor: Client, transactional_db: None) -> None:
    """A made-up id is a 404, not a 500."""
    assert visitor.get(path).status_code == 404


def test_private_is_unknown(match: Match, bob: Player, visitor: Client) -> None:
    """A match of a private league could be read beside one that is open."""
    open_one = play.open_match(bob.agent, days=30, world_seed="w-3", match_seed="m-3")
    League.objects.filter(pk=match.league_id).update(visibility=League.Visibility.PRIVATE)
    assert visitor.get(address(open_one, match)).status_code == 404
    assert visitor.get(address(open_one)).status_code == 200


@pytest.mark.parametrize("mode", ["calendar", "paired"])
def test_a_freeze_holds_here_too(mode: str, transactional_db: None, visitor: Client) -> None:
    """What is played behind a freeze, and would be read off a curve or a total."""
    made = cast.season(world_mode=mode)
    running = cast.opened(cast.rounds(made)[0], cast.entry(made, "甲"))
    cast.call(running, "end_day")
    play.freeze(made.pk)
    before = visitor.get(address(running)).content
    cast.call(running, "end_day")
    cast.give_up(running, "s1")
    assert visitor.get(address(running)).content == before


def test_an_embargo_holds_here_too(transactional_db: None, visitor: Client) -> None:
    """The quick one of a paired round would tell the slow one its takings of days to come."""
    made = cast.season(world_mode="paired")
    first = cast.rounds(made)[0]
    quick, slow = (cast.opened(first, cast.entry(made, name, team=name)) for name in "甲乙")
    cast.call(quick, "end_day")
    held = visitor.get(address(quick)).content.decode()
    assert "<polyline" not in held
    assert "$495.00" not in held
    cast.call(slow, "end_day")
    assert "$495.00" in visitor.get(address(quick)).content.decode()


@pytest.mark.parametrize("matches", [1, 3])
def test_queries(
    matches: int, alice: Player, visitor: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """One query for the rows and one for the days of all, however many."""
    shown = [
        play.open_match(alice.agent, days=30, world_seed=f"w-{n}", match_seed=f"m-{n}")
        for n in range(matches)
    ]
    for match in shown:
        alice.tool(match, "end_day")
    with django_assert_num_queries(2):
        assert visitor.get(address(*shown)).status_code == 200
    with django_assert_num_queries(0):
        visitor.get("/compare/")
