"""People, agents, teams and leagues go; boards, replays and names stay."""

import pytest
from django.contrib.auth.models import User
from django.db.models import ProtectedError
from django.http import HttpResponse
from django.test import Client

from league.models import AuditEntry, Match, Membership, TeamMembership
from league.pages.once import FIELD, new_token
from tests.league.people.conftest import Person, Town
from tests.league.season import entry, give_up, opened, rounds, season

PAGES = ("/l/spring/s1/", "/a/alices/", "/l/spring/", "/l/spring/boards/30/")


@pytest.fixture
def played(town: Town) -> Match:
    """Alice's agent has played a match of a season."""
    spring = season(town.league, "s1", rounds=1)
    match = opened(rounds(spring)[0], entry(spring, town.agent.name, team=town.team.name))
    match = give_up(match)
    match.refresh_from_db()
    return match


def public(match: Match) -> list[bytes]:
    """What anybody sees: the board, the agent, the league, the match and its replay."""
    api = (
        f"/api/v1/matches/{match.pk}",
        f"/api/v1/matches/{match.pk}/replay",
        "/api/v1/leagues/spring/seasons/s1/standings?board=net_worth",
    )
    found = []
    for path in (*PAGES, f"/m/{match.pk}/", *api):
        answer: HttpResponse = Client().get(path)
        assert answer.status_code == 200, path
        assert "春风队" in answer.content.decode() or path in ("/l/spring/", f"/m/{match.pk}/", *api[1:2]), (
            path
        )
        found.append(answer.content if path in api else b"")
    return found


def deleted(who: Person) -> HttpResponse:
    """Through the page, with the password asked again."""
    who.user.set_password("ein-gutes-wort-7")
    who.user.save()
    who.client.force_login(who.user)
    page = who.client.get("/accounts/delete/", follow=True)
    asked = {"password": "ein-gutes-wort-7", "next": "/accounts/delete/"}
    assert "密码" in page.content.decode()
    who.client.post("/accounts/reauthenticate/", asked)
    return who.client.post("/accounts/delete/", {"sure": "on", FIELD: new_token()})


def test_an_account_that_is_deleted(town: Town, played: Match) -> None:
    """Whoever leaves would take the team's results along, or could not leave at all."""
    before = public(played)
    TeamMembership.objects.filter(user=town.bob.user).update(role="owner")
    assert deleted(town.alice)["Location"] == "/"
    assert not User.objects.filter(username="alice").exists()
    assert public(played) == before
    assert town.team.memberships.get().user == town.bob.user
    left = AuditEntry.objects.get(verb="member.left")
    assert (left.actor_id, left.actor_name) == (None, "Alice")


def test_the_last_captain_cannot_delete_the_account(town: Town, played: Match) -> None:
    """The team would be left without anybody who may do anything."""
    answer = deleted(town.alice)
    assert (answer.status_code, "春风队" in answer.content.decode()) == (200, True)
    assert User.objects.filter(username="alice").exists()
    assert TeamMembership.objects.filter(user=town.alice.user).exists()
    answer = deleted(town.olga)
    assert "春季联赛" in answer.content.decode()
    assert Membership.objects.filter(user=town.olga.user).exists()


@pytest.mark.parametrize("what", ["agent", "team", "league"])
def test_out_of_use_but_not_out_of_sight(town: Town, played: Match, what: str) -> None:
    """A board would lose a row, or a replay its name, because somebody tidied up."""
    before = public(played)
    if what == "agent":
        town.alice.post(f"{town.here}/agents/alices/retire/", retired="yes")
    elif what == "team":
        town.alice.post(f"{town.here}/settings/", retire="yes", **{"retire-name": "春风队"})
        assert town.alice.get(f"{town.here}/").status_code == 404
    else:
        town.olga.post(f"{town.manage}/retire/", retired="yes")
    assert public(played) == before


def test_the_database_holds_on_to_what_was_played(town: Town, played: Match) -> None:
    """A slip in the operator's admin would delete a season's results in a cascade."""
    for row in (town.league, town.team, town.agent):
        with pytest.raises(ProtectedError):
            row.delete()


def test_a_retired_league_takes_no_teams(town: Town) -> None:
    """People would found teams where nothing will be played."""
    town.olga.post(f"{town.manage}/retire/", retired="yes")
    page = town.sam.post("/team/new/", league=town.league.pk, name="新队")
    assert (page.status_code, town.league.teams.count()) == (200, 2)
    town.olga.post(f"{town.manage}/retire/", retired="no")
    assert town.sam.post("/team/new/", league=town.league.pk, name="新队").status_code == 302
