"""The team's view of its matches: every call, every error, several matches side by side."""

import pytest
from pytest_django import DjangoAssertNumQueries

from league.models import Match
from league.play import open_match
from tests.league.people.conftest import Town
from tests.league.season import call


@pytest.fixture
def match(town: Town) -> Match:
    """One mail, one refused price, one note."""
    made = open_match(town.agent, days=30, world_seed="w-1", match_seed="m-1")
    call(made, "send_email", to="s1", subject="询价", body="可乐多少钱？", thought="先问问")
    call(made, "set_price", sku="cola", price="9999")
    call(made, "note_to_self", key="k", value="<script>alert(1)</script>")
    return made


def log(town: Town, match: Match, query: str = "") -> str:
    page = town.bob.sees(f"{town.here}/matches/{match.pk}/{query}")
    return page[page.index("<tbody>") :] if "<tbody>" in page else ""


def test_it_shows_each_error(town: Town, match: Match) -> None:
    """Whoever debugs an agent sees that it failed, and not why, nor what to do."""
    shown = log(town, match)
    assert "price_out_of_range" in shown
    assert "定价超出范围" in shown
    assert "先问问" in shown
    assert "<script>alert" not in shown


@pytest.mark.parametrize(
    ("query", "tools"),
    [
        ("?result=refused", ["set_price"]),
        ("?result=ok", ["note_to_self", "send_email"]),
        ("?tool=send_email", ["send_email"]),
        ("?tool=send_email&result=refused", []),
        ("?day=2", []),
        ("?text=先问", ["send_email"]),
        ("?text=cola", ["set_price"]),
        ("?day=x&tool=nothing&result=maybe", ["note_to_self", "set_price", "send_email"]),
    ],
)
def test_filters(town: Town, match: Match, query: str, tools: list[str]) -> None:
    """A filter that drops what it should show hides the very call that is looked for."""
    shown = log(town, match, query)
    found = [tool for tool in ("note_to_self", "set_price", "send_email") if f">{tool}<" in shown]
    assert found == tools


@pytest.mark.parametrize("calls", [1, 30])
def test_queries(
    town: Town, match: Match, calls: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """A match of 18,000 calls would cost a query for each line."""
    for n in range(calls):
        call(match, "note_to_self", key=f"k{n}", value="v")
    town.bob.sees("/team/")
    with django_assert_num_queries(6):  # session, user, seat, match, count, calls
        town.bob.sees(f"{town.here}/matches/{match.pk}/")


def test_comparison_is_of_own_matches(town: Town, match: Match) -> None:
    """A comparison with a rival's match would tell how often it haggles."""
    other = open_match(town.agent, days=30, world_seed="w-2", match_seed="m-2")
    call(other, "give_up")
    page = town.bob.sees(f"{town.here}/compare/?m={match.pk}&m={other.pk}")
    assert page.count(match.pk) >= 1
    assert "放弃" in page
    rivals = open_match(town.carols_agent, days=30, world_seed="w-3", match_seed="m-3")
    assert town.bob.get(f"{town.here}/compare/?m={match.pk}&m={rivals.pk}").status_code == 404


@pytest.mark.parametrize("agents", [1, 3])
def test_the_team_page_costs_the_same(
    town: Town, match: Match, agents: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Each further agent or match would make the page slower."""
    for n in range(agents):
        town.alice.post(f"{town.here}/agents/new/", name=f"第 {n} 个")
        open_match(town.agent, days=30, world_seed=f"w{n}", match_seed="m")
    with django_assert_num_queries(8):
        town.alice.sees(f"{town.here}/")
