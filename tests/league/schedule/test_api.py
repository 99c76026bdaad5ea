"""/api/v1/leagues/{league}/seasons…: a season is scheduled from a script."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from league.models import AuditEntry, Entry, League, LeagueToken, Match, Membership, Season
from league.schedule import clock
from tests.league.conftest import Player
from tests.league.schedule.test_entries import at_once

NOW = timezone.now().replace(second=0, microsecond=0)
HOUR = timedelta(hours=1)


class Script:
    """A script with a token of a league."""

    def __init__(self, league: str, role: str = "admin") -> None:
        self.league, _ = League.objects.get_or_create(slug=league, defaults={"name": league.title()})
        self.user = User.objects.create_user(f"{role}-{league}")
        self.seat = Membership.objects.create(league=self.league, user=self.user, role=role)
        self.token, self.raw = LeagueToken.issue(self.league, self.user, name="脚本")

    def call(self, method: str, path: str = "", body: Any = None, **headers: str) -> HttpResponse:
        sent = {"Authorization": f"Bearer {self.raw}", **headers}
        return Client().generic(
            method,
            f"/api/v1/leagues/spring/{path}",
            json.dumps(body) if body is not None else "",
            content_type="application/json",
            headers=sent,
        )


def body(**changes: Any) -> dict[str, Any]:
    windows = [
        {
            "opens_at": (NOW + HOUR + n * 24 * HOUR).isoformat(),
            "closes_at": (NOW + 7 * HOUR + n * 24 * HOUR).isoformat(),
        }
        for n in range(3)
    ]
    return {
        "name": "脚本赛",
        "days": 30,
        "registration_opens_at": (NOW - HOUR).isoformat(),
        "registration_closes_at": (NOW + HOUR).isoformat(),
        "rounds": windows,
        **changes,
    }


@pytest.fixture
def script(transactional_db: None) -> Script:
    return Script("spring")


def test_a_whole_season_from_a_script(script: Script, alice: Player) -> None:
    """Preview, make, schedule, let in, run: all that the browser does, without one."""
    told = script.call("POST", "seasons?preview=1", body(matches_per_round=2))
    assert (told.status_code, told.json()["matches_each"]) == (200, 6)
    assert Season.objects.count() == 0
    made = script.call("POST", "seasons", body(slug="by-script", needs_approval=True))
    assert (made.status_code, made.json()["state"], made.json()["slug"]) == (201, "draft", "by-script")
    assert made["Location"] == "http://testserver/api/v1/leagues/spring/seasons/by-script"
    assert Client().get("/api/v1/leagues/spring/seasons/by-script").status_code == 404, "a draft is nobody's"
    moved = script.call("POST", "seasons/by-script/state", {"to": "scheduled"})
    assert moved.json()["state"] == "registration"
    public = Client().get("/api/v1/leagues/spring/seasons/by-script").json()
    assert public == moved.json() | {"untrusted": public["untrusted"]}
    Entry.objects.create(season=Season.objects.get(), agent=alice.agent, state="pending")
    let_in = script.call("POST", "seasons/by-script/entries/alice", {"state": "accepted"})
    assert let_in.json()["state"] == "accepted"
    clock.look(NOW + HOUR)
    match = Match.objects.get()
    judged = script.call(
        "POST", f"matches/{match.pk}/verdict", {"do": "rerun", "fault": "platform", "reason": "断电"}
    )
    assert judged.json()["superseded_by"] == Match.objects.get(voided_at=None).pk
    assert "令牌" in AuditEntry.objects.get(verb="match.rerun").actor_name


def test_ten_at_once_make_one(script: Script) -> None:
    """A script that retries must not schedule ten seasons, with a key or without."""
    key = {"Idempotency-Key": "once"}
    came = at_once(lambda _: script.call("POST", "seasons", body(), **key).json()["slug"], 10)
    assert len(set(came)) == 1
    status = at_once(lambda _: script.call("POST", "seasons", body()).status_code, 10)
    assert set(status) == {400}
    assert Season.objects.count() == 1
    other = script.call("POST", "seasons", body(days=90), **key)
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"days": 31}, "days"),
        ({"days": "30"}, "days"),
        ({"name": "\u200b"}, "name"),
        ({"slug": "manage"}, "slug"),
        ({"slug": "春"}, "slug"),
        ({"colour": "red"}, "colour"),
        ({"registration_opens_at": "2026-12-01T20:00:00"}, "registration_opens_at"),
        ({"rounds": [{"opens_at": 1}]}, "rounds"),
        ({"rounds": []}, "rounds"),
        ({"rounds": [{**body()["rounds"][0], "start_date": "9999-12-15"}]}, "rounds"),
        ({"world_mode": "shared"}, "world_mode"),
        ({"idle_seconds": 1}, "idle_limit"),
    ],
)
def test_malformed(script: Script, changes: dict[str, Any], field: str) -> None:
    """What cannot be meant is told by field, and nothing is made."""
    answer = script.call("POST", "seasons", body(**changes))
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert Season.objects.count() == 0


def test_a_change_that_hurts_is_refused(script: Script, alice: Player) -> None:
    """The same limits as in the browser."""
    script.call("POST", "seasons", body(slug="s"))
    script.call("POST", "seasons/s/state", {"to": "scheduled"})
    Entry.objects.create(season=Season.objects.get(), agent=alice.agent, state="accepted")
    answer = script.call("PATCH", "seasons/s", {"days": 90})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["days"])
    assert script.call("PATCH", "seasons/s", {"entry_limit": 9}).json()["entry_limit"] == 9
    refused = script.call("POST", "seasons/s/state", {"to": "published"})
    assert (refused.status_code, refused.json()["code"], refused.json()["reason"]) == (
        409,
        "conflict",
        "illegal_move",
    )
    assert script.call("DELETE", "seasons/s").status_code == 409


CALLS = [
    ("POST", "seasons", body()),
    ("PATCH", "seasons/s", {"entry_limit": 9}),
    ("DELETE", "seasons/s", None),
    ("POST", "seasons/s/state", {"to": "scheduled"}),
    ("GET", "seasons/s/entries", None),
    ("POST", "seasons/s/entries/alice", {"state": "accepted"}),
]


@pytest.mark.parametrize(("method", "path", "sent"), CALLS)
def test_who_may(script: Script, method: str, path: str, sent: Any) -> None:
    """Another league's token opens nothing here; a referee's reads; none at all is asked for one."""
    script.call("POST", "seasons", body(slug="s", name="另一个"))
    stranger, referee = Script("autumn"), Script("spring", "referee")
    assert stranger.call(method, path, sent).status_code == 404
    assert referee.call(method, path, sent).status_code == (200 if method == "GET" else 403)
    referee.raw = ""
    assert referee.call(method, path, sent).status_code == 401


def test_out_at_once(script: Script) -> None:
    """A revoked token, and that of somebody who was removed, are refused on the very next call."""
    assert script.call("GET", "seasons/none/entries").status_code == 404
    script.seat.delete()
    assert script.call("GET", "seasons/none/entries").status_code == 401
    Membership.objects.create(league=script.league, user=script.user, role="admin")
    LeagueToken.objects.update(revoked_at=NOW)
    assert script.call("GET", "seasons/none/entries").status_code == 401


def test_a_session_needs_its_csrf_token(script: Script) -> None:
    """A page elsewhere must not schedule a season with somebody's cookie."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(script.user)
    answer = browser.post("/api/v1/leagues/spring/seasons", body(), content_type="application/json")
    assert answer.status_code == 403
    assert Season.objects.count() == 0


def test_who_is_out_and_what_is_hidden_from_a_script(running: Season, alice: Player) -> None:
    """Disqualify, reinstate, freeze and hide, each once however often it is sent, with the reason on the
    trail; and a thought that was hidden is gone from what anybody may read."""
    referee, admin = Script("spring", "referee"), Script("spring")
    here = f"seasons/{running.slug}"
    entry = f"{here}/entries/alice"
    assert referee.call("POST", entry, {"state": "declined", "reason": "不行"}).status_code == 403
    assert referee.call("POST", entry, {"state": "disqualified"}).json()["errors"].keys() == {"reason"}
    for _ in range(2):
        out = referee.call("POST", entry, {"state": "disqualified", "reason": "共用密钥"})
        assert (out.json()["state"], out.json()["reason"]) == ("disqualified", "共用密钥")
    for _ in range(2):
        back = referee.call("POST", entry, {"state": "reinstated", "reason": "查清了"})
        assert (back.status_code, back.json()["state"]) == (200, "accepted")

    assert referee.call("POST", f"{here}/freeze", {"frozen": True, "reason": "最后一周"}).status_code == 403
    for frozen in (True, True, False, False):
        told = admin.call("POST", f"{here}/freeze", {"frozen": frozen, "reason": "最后一周"})
        assert (told.status_code, told.json()) == (200, {"frozen": frozen})

    match = Match.objects.get(entry__agent=alice.agent)
    alice.post(f"agent/matches/{match.pk}/tools/end_day", {"thought": "泄漏的想法"})
    frames = f"/api/v1/matches/{match.pk}/frames"
    assert "泄漏的想法" in Client().get(frames).content.decode()
    order = {"kind": "thought", "match": match.pk, "seq": 1, "reason": "不雅"}
    hidden = referee.call("POST", "hidings", order)
    assert (hidden.status_code, hidden.json()["seq"]) == (201, 1)
    assert "泄漏的想法" not in Client().get(frames).content.decode()
    assert referee.call("POST", "hidings", order).json()["reason"] == "hidden"
    (row,) = referee.call("GET", "hidings").json()["results"]
    for _ in range(2):
        lifted = referee.call("POST", f"hidings/{row['id']}/lift", {"reason": "看错了"})
        assert (lifted.status_code, lifted.json()["lifted_at"] is not None) == (200, True)
    assert "泄漏的想法" in Client().get(frames).content.decode()
    done = AuditEntry.objects.filter(actor_name__contains="令牌").exclude(verb="entry.made")
    assert list(done.order_by("pk").values_list("verb", flat=True)) == [
        "entry.disqualified",
        "entry.reinstated",
        "season.frozen",
        "season.unfrozen",
        "words.hidden",
        "hiding.lifted",
    ]


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ({"kind": "name"}, "kind"),
        ({"kind": "team_name", "team": "没有这队", "reason": "x"}, "team"),
        ({"kind": "agent_name", "agent": "bob", "reason": "x"}, "agent"),
        ({"kind": "thought", "match": "aaaaaaaaaaaa", "seq": 1, "reason": "x"}, "match"),
        ({"kind": "agent_name", "agent": "alice"}, "reason"),
    ],
)
def test_nothing_of_others_is_hidden(
    script: Script, alice: Player, bob: Player, order: dict[str, Any], field: str
) -> None:
    """What is not of this league cannot be named; Bob's agent is of another one."""
    answer = script.call("POST", "hidings", order)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
