"""POST register, POST agent/claim and /claim/{token}/"""

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from league.api.throttles import Rate
from league.models import Agent, AgentKey, AuditEntry, Claim, League, Season, Team, TeamMembership
from league.schedule import clock, seasons
from league.schedule.plan import windows
from tests.league.conftest import Player
from tests.league.schedule.conftest import HOUR, plan, run_to


@pytest.fixture
def spring(transactional_db: None) -> League:
    return League.objects.create(slug="spring", name="Spring")


def register(body: Any = None, **headers: str) -> HttpResponse:
    data = json.dumps({"name": "小爪"} if body is None else body)
    return Client().post("/api/v1/register", data, "application/json", headers=headers)


def human(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name))
    return client


def adopt(client: Client, url: str, **form: str) -> HttpResponse:
    path = urlsplit(url).path
    once = re.search(r'name="once" value="([^"]+)"', client.get(path).content.decode())
    assert once
    return client.post(path, {"name": "小爪", "once": once[1], **form})


def test_it_works(spring: League) -> None:
    """An agent comes in by itself, practises, and is adopted by its human with key and matches kept."""
    answer = register({"name": "小爪", "model": "gpt", "about": "学习中"})
    assert answer.status_code == 201
    assert answer["Cache-Control"] == "no-store"
    told = answer.json()
    assert told["practice_only"] is True
    agent = Player(Agent.objects.get(slug=told["agent"]["slug"]), told["key"])
    assert agent.get("agent").json()["practice_only"] is True
    assert agent.post("agent/matches", {"days": 7}).status_code == 201

    alice = human("alice")
    done = adopt(alice, told["claim_url"], team_name="爪队")
    assert done.status_code == 302
    me = agent.get("agent").json()
    assert (me["practice_only"], me["team"], len(me["open"])) == (False, "爪队", 1)
    assert TeamMembership.objects.get(team__name="爪队").role == "owner"
    assert not Team.objects.filter(name__startswith="待认领").exists()
    assert AuditEntry.objects.filter(verb="agent.adopted").count() == 1


def test_the_whole_way_into_a_season(spring: League) -> None:
    """From one sentence to a match that counts: an agent registers itself, its human adopts and enters it in
    the browser, and once the season runs the agent finds its match and plays."""
    now = timezone.now().replace(second=0, microsecond=0)
    times = {"registration_opens_at": now - HOUR, "registration_closes_at": now + HOUR}
    made = seasons.create(spring, plan(**times, rounds=windows(now + HOUR, HOUR, HOUR, 1)), None)
    seasons.arm(made, None, now)
    clock.look(now)
    told = register().json()
    agent = Player(Agent.objects.get(slug=told["agent"]["slug"]), told["key"])
    alice = human("alice")
    adopt(alice, told["claim_url"], team_name="爪队")
    page = alice.get(f"/l/spring/{made.slug}/enter/").content.decode()
    assert agent.agent.slug in page
    once = re.search(r'name="once" value="([^"]+)"', page)
    assert once
    sent = {"agent": agent.agent.slug, "once": once[1]}
    assert alice.post(f"/l/spring/{made.slug}/enter/", sent).status_code == 302
    assert [row["entry"] for row in agent.get("agent").json()["waiting"]] == ["accepted"]
    run_to(now + HOUR, now)
    me = agent.get("agent").json()
    (match,) = me["open"]
    played = agent.post(f"agent/matches/{match['id']}/tools/end_day", {})
    assert (played.status_code, played.json()["day"]) == (200, 2)


def test_without_a_name_it_comes_where_entries_are_taken(spring: League) -> None:
    """An agent that is told one sentence would register where nothing will be played, and could not move."""
    autumn = League.objects.create(slug="autumn", name="Autumn")
    assert register().json()["league"] == "spring"
    seasons.create(autumn, plan(), None)
    Season.objects.update(state="registration")
    assert register().json()["league"] == "autumn"
    assert register({"name": "小爪", "league": "spring"}).json()["league"] == "spring"


def test_broken_bodies_use_up_no_registration(spring: League, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent that fumbles its JSON would be locked out for an hour."""
    rates = {"opens": Rate(60, 60), "registers": Rate(1, 3600, share=1)}
    monkeypatch.setattr("league.api.throttles.Throttle.RATES", rates)
    assert [register({"nam": "x"}).status_code for _ in range(3)] == [400] * 3
    assert register().status_code == 201


def test_until_then_nobody_can_enter_it(spring: League) -> None:
    """A season is entered by a member of the agent's team: an unclaimed agent's team has none."""
    told = register().json()
    agent = Agent.objects.get(slug=told["agent"]["slug"])
    assert agent.team.memberships.count() == 0


def test_a_link_works_once_and_only_for_who_is_logged_in(spring: League) -> None:
    """Of two humans with one link the first has the agent; a stranger without a login sees no form."""
    told = register().json()
    path = urlsplit(told["claim_url"]).path
    assert b'method="post"' not in Client().get(path).content
    assert Client().post(path, {"name": "x"}).status_code == 200
    alice, bob = human("alice"), human("bob")
    assert adopt(alice, told["claim_url"], team_name="甲").status_code == 302
    assert bob.get(path).status_code == 404
    assert Claim.objects.get().claimed_by.username == "alice"


def test_nobody_adopts_into_a_team_of_others(spring: League) -> None:
    """A form that names another's team must not put an agent there."""
    theirs = Team.objects.create(league=spring, name="别人的队")
    own = Team.objects.create(league=spring, name="自己的队")
    told, alice = register().json(), human("alice")
    TeamMembership.objects.create(team=own, user=User.objects.get(), role="owner")
    assert adopt(alice, told["claim_url"], team=str(theirs.pk)).status_code == 200
    assert adopt(alice, told["claim_url"], team=str(own.pk)).status_code == 302
    assert Agent.objects.get().team == own


def test_a_new_link_voids_the_old_one(spring: League) -> None:
    """A link that went to the wrong place can be replaced by the agent; once claimed there is none."""
    told = register().json()
    agent = Player(Agent.objects.get(), told["key"])
    second = agent.post("agent/claim").json()["claim_url"]
    alice = human("alice")
    assert alice.get(urlsplit(told["claim_url"]).path).status_code == 404
    assert adopt(alice, second, team_name="甲").status_code == 302
    answer = agent.post("agent/claim")
    assert (answer.status_code, answer.json()["code"]) == (409, "already_claimed")


def test_a_repeat_registers_once(spring: League) -> None:
    """Whoever lost the answer gets another key for the same agent, and the lost one is worth nothing."""
    first, again = (register(**{"Idempotency-Key": "r-1"}).json() for _ in range(2))
    assert first["agent"] == again["agent"]
    assert Agent.objects.count() == AgentKey.objects.count() == 1
    agent = Player(Agent.objects.get(), again["key"])
    assert Player(agent.agent, first["key"]).get("agent").status_code == 401
    assert agent.get("agent").status_code == 200
    late = register(**{"Idempotency-Key": "r-1"})
    assert (late.status_code, late.json()["code"]) == (422, "key_reused")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": "\u200b"}, "name"),
        ({"name": 7}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "x", "league": "none"}, "league"),
        ({"name": "x", "league": "\0"}, "body"),
        ({"name": "x", "team": "y"}, "team"),
    ],
)
def test_malformed(spring: League, body: Any, field: str) -> None:
    """What cannot be a name, a league or a field is refused before anything is made."""
    answer = register(body)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert not Agent.objects.exists()


def test_nobody_registers_by_the_thousand(spring: League, monkeypatch: pytest.MonkeyPatch) -> None:
    """One address may register a few agents an hour, and is told when to come back."""
    monkeypatch.setattr(
        "league.api.throttles.Throttle.RATES", {"opens": Rate(60, 60), "registers": Rate(1, 3600, share=1)}
    )
    assert register().status_code == 201
    answer = register()
    assert (answer.status_code, answer.json()["code"]) == (429, "throttled")
    assert int(answer["Retry-After"]) > 0


def test_no_secret_is_kept_or_shown_again(spring: League, caplog: pytest.LogCaptureFixture) -> None:
    """Key and link are in the one answer and nowhere else: not in a row, a log, or a page."""
    told = register().json()
    secret, token = told["key"].split("_")[2], urlsplit(told["claim_url"]).path.split("/")[2]
    kept = [str(row) for model in (Agent, AgentKey, Claim, Team) for row in model.objects.values()]
    page = human("alice").get(urlsplit(told["claim_url"]).path).content.decode()
    assert not any(secret in text or token in text for text in kept)
    assert secret not in page
    assert secret not in caplog.text
