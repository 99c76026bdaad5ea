"""Ten sendings of one form, in the same moment, make one thing; on SQLite and on PostgreSQL."""

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from league.models import Agent, AgentKey, AuditEntry, Invitation, League, Team, TeamMembership
from tests.league.people.conftest import Town, together

TEN = 10
RAW = re.compile(r"cv_[0-9a-f]{12}_[\w-]{43}")


def test_founding_a_team(town: Town) -> None:
    """A double click would leave two teams, or an error page for what in fact succeeded."""
    answers = town.sam.at_once(TEN, "/team/new/", league=town.league.pk, name="新队")
    team = Team.objects.get(name="新队")
    assert {(a.status_code, a["Location"]) for a in answers} == {(302, f"/team/{team.pk}/")}
    assert team.memberships.get().role == "owner"
    assert AuditEntry.objects.filter(verb="team.created").count() == 1


def test_registering_an_agent(town: Town) -> None:
    """Ten agents of one name would stand on the board."""
    answers = town.alice.at_once(TEN, f"{town.here}/agents/new/", name="二号", model="脚本")
    agent = Agent.objects.get(name="二号")
    assert {a["Location"] for a in answers} == {f"{town.here}/agents/{agent.slug}/"}


def test_issuing_a_key_shows_the_same_one_to_every_click(town: Town) -> None:
    """The browser shows the answer to the last click: it must hold the key that the first one made."""
    answers = town.alice.at_once(TEN, f"{town.here}/agents/alices/keys/", name="正式")
    key = AgentKey.objects.get(name="正式")
    shown = {match for a in answers for match in RAW.findall(a.content.decode())}
    assert [a.status_code for a in answers] == [200] * TEN
    (raw,) = shown
    assert AgentKey.digest_of(raw) == key.digest


def test_rotating_a_key(town: Town) -> None:
    """Ten rotations of one key would fill the agent with keys nobody has seen."""
    old = town.agent.keys.get()
    town.alice.at_once(TEN, f"{town.here}/agents/alices/keys/{old.pk}/rotate/", hours="24")
    assert town.agent.keys.count() == 2


def test_opening_a_league(town: Town) -> None:
    """Ten leagues of one name, or nine error pages."""
    look = {"visibility": "public", "time_zone": "Asia/Shanghai"}
    answers = town.sam.at_once(TEN, "/leagues/new/", name="Sam 的联赛", **look)
    league = League.objects.get(name="Sam 的联赛")
    assert {a["Location"] for a in answers} == {f"/l/{league.slug}/manage/"}


def test_inviting(town: Town) -> None:
    """The invited would get ten letters, of which nine links do not work."""
    town.alice.at_once(TEN, f"{town.here}/members/", email="sam@example.org", role="team_member")
    assert Invitation.objects.count() == 1


def test_accepting(town: Town) -> None:
    """Somebody would sit in a team twice, or see an error after having joined."""
    town.alice.post(f"{town.here}/members/", email="sam@example.org", role="team_member")
    link = f"/invitations/{Invitation.objects.get().token}/"
    answers = town.sam.at_once(TEN, link)
    assert TeamMembership.objects.filter(user=town.sam.user, team=town.team).count() == 1
    assert {a.status_code for a in answers} <= {302, 200}
    assert "已经用过" in town.sam.sees(link)


def test_different_forms_of_one_invitation_are_one_answer_too(town: Town) -> None:
    """Accepting in two windows, each with a form of its own, is no double click; it is used once as well."""
    town.alice.post(f"{town.here}/members/", email="sam@example.org", role="team_member")
    link = f"/invitations/{Invitation.objects.get().token}/"

    def accept(_: int) -> int:
        try:
            return town.sam.post(link).status_code
        finally:
            connection.close()

    assert sorted(together(accept, 4)) == [200, 200, 200, 302]
    assert AuditEntry.objects.filter(verb="member.joined").count() == 1


def test_signing_up(transactional_db: None) -> None:
    """Ten accounts would share one address, and nobody could say which of them a password belongs to."""

    def send(_: int) -> tuple[int, str]:
        try:
            form = {"email": "New@example.org", "password1": "ein-gutes-wort-7", "nickname": "新人"}
            answer = Client().post("/accounts/signup/", form)
            return answer.status_code, answer.headers.get("Location", "")
        finally:
            connection.close()

    answers = together(send, 5)
    assert User.objects.get(email="new@example.org").first_name == "新人"
    assert set(answers) == {(302, "/team/")}


def test_a_form_without_its_token_does_nothing(town: Town) -> None:
    """A page that was kept for days, or a script: there is nothing to tell one sending from the next."""
    answer = town.sam.client.post("/team/new/", {"league": town.league.pk, "name": "新队"})
    assert (answer.status_code, "已经过期" in answer.content.decode()) == (200, True)
    assert not Team.objects.filter(name="新队").exists()


def test_a_mistake_may_be_put_right_on_the_same_sheet(town: Town) -> None:
    """A form that was refused would count as sent, and its correction be dropped."""
    refused = town.sam.post("/team/new/", once="t" * 32, league=town.league.pk, name="春风队")
    assert (refused.status_code, "同名" in refused.content.decode()) == (200, True)
    assert town.sam.post("/team/new/", once="t" * 32, league=town.league.pk, name="秋风队").status_code == 302


@pytest.mark.parametrize("who", ["sam", "carol"])
def test_another_persons_token_tells_nothing(town: Town, who: str) -> None:
    """Whoever learns a token could be led to what somebody else made with it."""
    town.alice.post(f"{town.here}/agents/new/", once="t" * 32, name="二号")
    stranger = getattr(town, who)
    assert stranger.post(f"{town.here}/agents/new/", once="t" * 32, name="二号").status_code == 404
