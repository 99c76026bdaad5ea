"""Seats in teams and leagues: changing, leaving, being put out. The next call is refused already."""

import pytest
from django.db import connection

from league.models import Membership, TeamMembership
from tests.league.people.conftest import Town, together


def seat(town: Town, who: str) -> TeamMembership:
    return TeamMembership.objects.get(user=getattr(town, who).user)


def post(town: Town, who: str) -> Membership:
    return Membership.objects.get(user=getattr(town, who).user)


def test_a_kicked_member_is_outside_on_the_next_call(town: Town) -> None:
    """Somebody who was put out could go on taking keys until his session ends."""
    town.bob.sees(f"{town.here}/agents/alices/")
    assert town.alice.post(f"{town.here}/members/{seat(town, 'bob').pk}/remove/").status_code == 302
    assert town.bob.get(f"{town.here}/").status_code == 404
    assert town.bob.post(f"{town.here}/agents/alices/keys/", name="偷").status_code == 404
    assert town.agent.keys.count() == 1
    assert "春风队" not in town.bob.sees("/team/")


def test_a_removed_admin_is_outside_on_the_next_call(town: Town) -> None:
    """A dismissed admin could still change the league."""
    town.adam.sees(f"{town.manage}/look/")
    town.olga.post(f"{town.manage}/members/{post(town, 'adam').pk}/remove/")
    form = {"name": "改了", "visibility": "public", "time_zone": "Asia/Shanghai"}
    assert town.adam.post(f"{town.manage}/look/", **form).status_code == 404
    town.league.refresh_from_db()
    assert town.league.name == "春季联赛"


def test_a_deactivated_person_is_outside(town: Town) -> None:
    """The operator's switch would only hold from the next login on."""
    town.alice.user.is_active = False
    town.alice.user.save()
    assert town.alice.get(f"{town.here}/").status_code == 302


def test_the_last_captain_stays(town: Town) -> None:
    """A team without a captain could never again be changed by anybody."""
    town.alice.post(f"{town.here}/leave/")
    assert seat(town, "alice").role == "owner"
    assert "至少要有一位队长" in town.alice.sees(f"{town.here}/settings/")
    town.alice.post(f"{town.here}/members/{seat(town, 'alice').pk}/role/", role="member")
    assert seat(town, "alice").role == "owner"
    town.alice.post(f"{town.here}/members/{seat(town, 'bob').pk}/role/", role="owner")
    assert town.alice.post(f"{town.here}/leave/")["Location"] == "/team/"
    assert not TeamMembership.objects.filter(user=town.alice.user).exists()


def test_the_last_owner_of_a_league_stays(town: Town) -> None:
    """A league without an owner would be nobody's to answer for."""
    town.olga.post(f"{town.manage}/members/{post(town, 'olga').pk}/remove/")
    assert post(town, "olga").role == "owner"
    town.olga.post(f"{town.manage}/members/{post(town, 'olga').pk}/role/", role="admin")
    assert post(town, "olga").role == "owner"


@pytest.mark.parametrize("of", ["team", "league"])
def test_two_last_owners_cannot_leave_at_once(town: Town, of: str) -> None:
    """Each sees the other still there, both go, and nobody is left."""
    if of == "team":
        TeamMembership.objects.filter(user=town.bob.user).update(role="owner")
        who = [(town.alice, f"{town.here}/leave/"), (town.bob, f"{town.here}/leave/")]
    else:
        Membership.objects.filter(user=town.adam.user).update(role="owner")
        who = [
            (town.olga, f"{town.manage}/members/{post(town, 'olga').pk}/remove/"),
            (town.adam, f"{town.manage}/members/{post(town, 'adam').pk}/remove/"),
        ]

    def go(i: int) -> int:
        person, path = who[i]
        try:
            return person.post(path).status_code
        finally:
            connection.close()

    assert together(go, 2) == [302, 302]
    rows = town.team.memberships if of == "team" else town.league.memberships
    assert rows.filter(role="owner").count() == 1  # type: ignore[union-attr]


def test_ranks(town: Town) -> None:
    """A referee could name admins, an admin unseat the owner."""
    rita, adam, olga = (post(town, who).pk for who in ("rita", "adam", "olga"))
    assert town.rita.post(f"{town.manage}/members/{rita}/role/", role="owner").status_code == 403
    assert town.rita.post(f"{town.manage}/members/{adam}/remove/").status_code == 403
    assert town.adam.post(f"{town.manage}/members/{olga}/remove/").status_code == 403
    assert town.adam.post(f"{town.manage}/members/{adam}/role/", role="owner").status_code == 403
    assert town.adam.post(f"{town.manage}/members/{rita}/remove/").status_code == 302
    assert Membership.objects.filter(league=town.league).count() == 2


def test_a_seat_of_elsewhere_is_not_there(town: Town) -> None:
    """A captain could put out the members of any team whose numbers he guesses."""
    carols = seat(town, "carol").pk
    freds = post(town, "fred").pk
    assert town.alice.post(f"{town.here}/members/{carols}/remove/").status_code == 404
    assert town.olga.post(f"{town.manage}/members/{freds}/remove/").status_code == 404
    assert town.alice.post(f"{town.here}/members/{carols}/role/", role="member").status_code == 404
