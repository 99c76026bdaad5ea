"""league.schedule.entries: who plays."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection

from league import agents, leagues, teams
from league.models import AuditEntry, Entry, Season
from league.schedule import entries
from tests.league.schedule.conftest import DAY, HOUR, NOON, Player, player, season


def at_once(do: Callable[[int], object], times: int) -> list[object]:
    """The same moment, as many threads; what each came to, errors too."""
    start = Barrier(times)

    def one(n: int) -> object:
        start.wait()
        try:
            return do(n)
        except ValidationError as trouble:
            return trouble.code
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(one, range(times)))


def test_ten_race_for_the_last_place(transactional_db: None) -> None:
    """Two agents in one place would be one too many in every round."""
    players = [player("spring", f"P{n}") for n in range(10)]
    made = season(entry_limit=1)
    came = at_once(lambda n: entries.enter(made, players[n].agent, None, NOON).state, 10)
    assert sorted(map(str, came)) == ["accepted", *["season_full"] * 9]
    assert Entry.objects.filter(season=made).count() == 1


def test_ten_sendings_make_one_entry(alice: Player) -> None:
    """A form sent ten times must not enter an agent twice, nor tell nine of them of an error."""
    made = season()
    came = at_once(lambda n: entries.enter(made, alice.agent, None, NOON).pk, 10)
    assert len(set(came)) == 1
    assert AuditEntry.objects.filter(verb="entry.made").count() == 1


def test_a_team_has_so_many_places(alice: Player) -> None:
    """A team that could enter ten agents would crowd out the others."""
    second = type(alice.agent).objects.create(team=alice.agent.team, slug="second", name="Second")
    made = season(alice)
    with pytest.raises(ValidationError) as refused:
        entries.enter(made, second, None, NOON)
    assert refused.value.code == "team_full"


@pytest.mark.parametrize("hours", [1, 2, 99])
def test_registration_ends_by_itself(alice: Player, hours: int) -> None:
    """The deadline holds even if the clock has not moved the season yet."""
    with pytest.raises(ValidationError) as refused:
        entries.enter(season(), alice.agent, None, NOON + hours * HOUR)
    assert refused.value.code == "registration_closed"


def test_approval(alice: Player, carol: Player) -> None:
    """Pending holds a place; who is declined gives it free and does not come back by itself."""
    made = season(alice, needs_approval=True, entry_limit=1)
    entry = Entry.objects.get(season=made)
    assert entry.state == "pending"
    entries.decline(entry, "资料不全", None, NOON)
    entries.decline(entry, "资料不全", None, NOON)
    assert (entry.state, entry.reason) == ("declined", "资料不全")
    with pytest.raises(ValidationError) as refused:
        entries.enter(made, alice.agent, None, NOON)
    assert refused.value.code == "entry_refused"
    entries.approve(entries.enter(made, carol.agent, None, NOON), None, NOON)
    with pytest.raises(ValidationError) as full:
        entries.approve(entry, None, NOON)
    assert full.value.code == "season_full"
    verbs = list(
        AuditEntry.objects.filter(verb__startswith="entry").order_by("id").values_list("verb", flat=True)
    )
    assert verbs == ["entry.made", "entry.declined", "entry.made", "entry.approved"]


def test_leaving_and_coming_back(alice: Player) -> None:
    """Before the start one may leave and come back, on the same row; afterwards nobody leaves the board."""
    made = season(alice)
    entry = Entry.objects.get(season=made)
    entries.withdraw(entry, None, NOON)
    assert entries.enter(made, alice.agent, None, NOON).pk == entry.pk
    Season.objects.update(state="running")
    with pytest.raises(ValidationError):
        entries.withdraw(Entry.objects.get(pk=entry.pk), None, NOON + DAY)


@pytest.mark.parametrize("what", ["agent", "team"])
def test_who_goes_out_of_use_leaves_its_place(alice: Player, carol: Player, what: str) -> None:
    """A retired agent would hold the last place of a season it will never play."""
    made = season(alice, entry_limit=1)
    begun = season(alice, name="夏季赛")
    Season.objects.filter(pk=begun.pk).update(state="running")
    user = User.objects.create_user("captain")
    if what == "agent":
        agents.retire(alice.agent, user, retired=True)
    else:
        teams.retire(alice.agent.team, user)
    states = dict(Entry.objects.values_list("season__name", "state"))
    assert states == {made.name: "withdrawn", "夏季赛": "accepted"}
    assert entries.enter(made, carol.agent, None, NOON).state == "accepted"


def test_a_retired_league_makes_no_seasons(alice: Player) -> None:
    """People would enter a season of a league that nobody runs any more."""
    league = alice.agent.team.league
    leagues.retire(league, User.objects.create_user("owner"), retired=True)
    with pytest.raises(ValidationError) as refused:
        season()
    assert (refused.value.code, Season.objects.count()) == ("league_retired", 0)
