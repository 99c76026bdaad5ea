"""The par line of boards."""

import pytest

import engine
from league.play import RULESET
from league.standings import BOARDS, par


def test_every_length_has_its_par() -> None:
    """A new ruleset or length whose boards have no line to hold on to: run `manage.py par`."""
    for days, matches in par.MATCHES.items():
        for board in BOARDS:
            assert [one.matches for one in par.of_board(RULESET, days, board)] == [matches] * 3
    assert set(par.MATCHES) == set(engine.load(RULESET).days)
    assert par.of_board("clawvend-0.1", 30, "net_worth") == []


@pytest.mark.parametrize(("days", "number"), [(30, 0), (30, 99), (90, 39)])
def test_it_is_what_the_house_agents_do(days: int, number: int) -> None:
    """Figures that were true of an earlier house agent: run `manage.py par`."""
    kept = par.results()[f"{RULESET}/{days}"]
    assert par.played(RULESET, days, number) == {bot: its[number] for bot, its in kept.items()}


def test_figures() -> None:
    """Of the first board: cents to dollars; of the last: all marks together."""
    idle, _, careful = par.of_board(RULESET, 30, "net_worth")
    assert (idle.name, idle.text, idle.value) == ("躺平掌柜", "350.00", 350.0)
    assert careful.value > 10 * idle.value
    assert par.of_board(RULESET, 30, "precision")[0].text == "—"
