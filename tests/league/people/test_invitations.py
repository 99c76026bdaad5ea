"""An invitation: for one address, for a week, once; and a page for each of its states."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.models import Invitation, Membership, Team, TeamMembership
from tests.league.people.conftest import Town


@pytest.fixture
def asked(town: Town) -> Invitation:
    answer = town.alice.post(f"{town.here}/members/", email="Sam@Example.org", role="team_member")
    assert answer.status_code == 302
    return Invitation.objects.get()


def link(asked: Invitation) -> str:
    return f"/invitations/{asked.token}/"


def test_it_works(town: Town, asked: Invitation) -> None:
    """Nobody could come into a team but by the operator's hand."""
    assert [(m.to, link(asked) in m.body) for m in mail.outbox] == [(["sam@example.org"], True)]
    assert "春风队 邀请你当队员" in town.sam.sees(link(asked))
    assert town.sam.post(link(asked))["Location"] == f"{town.here}/"
    assert TeamMembership.objects.get(user=town.sam.user).role == "member"


def test_it_is_bound_to_its_address(town: Town, asked: Invitation) -> None:
    """A forwarded link would let anybody in."""
    page = town.carol.sees(link(asked))
    assert "这份邀请是给 sam@example.org 的" in page
    assert town.carol.post(link(asked)).status_code == 200
    assert town.carol.post(f"{link(asked)}decline/").status_code == 404
    assert not town.team.memberships.filter(user=town.carol.user).exists()
    asked.refresh_from_db()
    assert asked.state == "open"


def test_where_letters_go_out_the_address_must_be_proven(
    town: Town, asked: Invitation, settings: Any
) -> None:
    """Whoever signs up with somebody else's address and never confirms it would sit in their seat."""
    settings.EMAIL_URL = "smtp://mail.example.org"
    town.sam.post(link(asked))
    assert not TeamMembership.objects.filter(user=town.sam.user).exists()


def test_who_is_not_logged_in_is_shown_the_way(town: Town, asked: Invitation) -> None:
    """The invited has no account yet: the link would lead nowhere."""
    page = Client().get(link(asked)).content.decode()
    assert f"/accounts/signup/?next={link(asked)}".replace(":", "%3A") in page.replace(":", "%3A")


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ("accepted", "这份邀请已经用过了"),
        ("declined", "这份邀请已经谢绝"),
        ("revoked", "这份邀请已经撤回"),
        ("expired", "这份邀请过期了"),
    ],
)
def test_each_end_has_its_page_and_no_way_back(town: Town, asked: Invitation, state: str, says: str) -> None:
    """A link that is over would show an error, or worse, still work."""
    if state == "accepted":
        town.sam.post(link(asked))
        TeamMembership.objects.filter(user=town.sam.user).delete()
    elif state == "declined":
        town.sam.post(f"{link(asked)}decline/")
    elif state == "revoked":
        assert town.alice.post(f"{town.here}/invitations/{asked.pk}/revoke/").status_code == 302
    else:
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert says in town.sam.sees(link(asked))
    assert town.sam.post(link(asked)).status_code == 200
    assert not TeamMembership.objects.filter(user=town.sam.user).exists()


def test_a_link_that_was_tampered_with(town: Town, asked: Invitation) -> None:
    """Numbers could be counted through to other people's invitations."""
    assert town.sam.get(f"/invitations/{asked.pk + 1}:{asked.token.split(':')[1]}/").status_code == 404
    assert town.sam.get(f"/invitations/{asked.pk}/").status_code == 404


def test_a_second_one_replaces_the_first(town: Town, asked: Invitation) -> None:
    """Two open links of different roles, and the weaker could not be taken back by sending a new one."""
    town.alice.post(f"{town.here}/members/", email="sam@example.org", role="team_owner")
    asked.refresh_from_db()
    assert asked.state == "revoked"
    assert Invitation.objects.filter(answer="").get().role == "team_owner"


def test_members_may_not_invite(town: Town) -> None:
    """Any member could fill the team with friends."""
    assert (
        town.bob.post(f"{town.here}/members/", email="sam@example.org", role="team_owner").status_code == 403
    )
    assert Invitation.objects.count() == 0


@pytest.mark.parametrize(
    ("who", "role", "allowed"),
    [
        ("olga", "league_owner", True),
        ("olga", "referee", True),
        ("adam", "referee", True),
        ("adam", "founder", True),
        ("adam", "admin", False),
        ("adam", "league_owner", False),
    ],
)
def test_who_may_ask_whom_into_a_league(town: Town, who: str, role: str, allowed: bool) -> None:
    """An admin could make himself a second owner."""
    answer = getattr(town, who).post(f"{town.manage}/members/", email="sam@example.org", role=role)
    assert answer.status_code == (302 if allowed else 200)
    assert Invitation.objects.filter(role=role).exists() == allowed


def test_a_seat_in_the_league(town: Town) -> None:
    """A referee who accepted would still stand before a closed door."""
    town.olga.post(f"{town.manage}/members/", email="sam@example.org", role="referee")
    town.sam.post(link(Invitation.objects.get()))
    assert Membership.objects.get(user=town.sam.user).role == "referee"
    assert "春季联赛" in town.sam.sees(f"{town.manage}/")


def test_founding_a_team_in_a_private_league(town: Town) -> None:
    """Nobody could ever play in a private league: whoever is outside does not even see that it is there."""
    town.league.visibility = "private"
    town.league.save()
    assert town.sam.get("/team/new/?league=spring").content.decode().count("春季联赛") == 0
    refused = town.sam.post("/team/new/?league=spring", league=town.league.pk, name="新队")
    assert "没有这个联赛" in refused.content.decode()
    town.olga.post(f"{town.manage}/members/", email="sam@example.org", role="founder")
    asked = Invitation.objects.get()
    assert "同名" in town.sam.post(link(asked), name="春风队").content.decode()
    team_page = town.sam.post(link(asked), name="新队")["Location"]
    assert Team.objects.get(name="新队").league == town.league
    assert "新队" in town.sam.sees(team_page)
    assert town.sam.get("/l/spring/").status_code == 200
