"""What a league's people hide or take out of the ranking."""

import json

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client

from league import moderation, standings
from league.models import (
    AuditEntry,
    Entry,
    Frame,
    Hiding,
    Match,
    Membership,
    Season,
    Standing,
    TeamMembership,
)
from tests.league import season as cast

PASSWORD = "correct horse battery"


@pytest.fixture
def season(transactional_db: None) -> Season:
    made = cast.season()
    for name, worth in (("甲", 80_000), ("乙", 70_000), ("丙", 60_000)):
        cast.result(cast.opened(cast.rounds(made)[0], cast.entry(made, name)), worth)
    return made


def person(name: str, season: Season | None = None, role: str = "") -> Client:
    user = User.objects.create_user(name, f"{name}@example.com", PASSWORD)
    if season is not None:
        Membership.objects.create(league=season.league, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


def entry_of(season: Season, name: str) -> Entry:
    return Entry.objects.select_related("agent__team", "season__league").get(season=season, agent__name=name)


def url(season: Season, entry: Entry) -> str:
    return f"/l/{season.league.slug}/manage/seasons/{season.slug}/board/{entry.agent.slug}/"


def once_of(answer: object) -> str:
    return answer.content.decode().split('name="once" value="')[1].split('"')[0]


def ranks(season: Season) -> dict[str, int | None]:
    return {row.agent_name: row.rank for row in standings.standings(season, "net_worth").rows}


def test_disqualify_and_reinstate(season: Season) -> None:
    """The preview says what the board becomes; it becomes that; and a reinstatement takes everything back."""
    referee, entry = person("referee", season, "referee"), entry_of(season, "甲")
    before, kept = ranks(season), Standing.objects.get(entry=entry).net_worth_mean
    shown = referee.get(url(season, entry))
    text = shown.content.decode()
    assert [part in text for part in ("甲", "乙", "丙", "请填 1 确认")] == [True] * 4
    answer = referee.post(
        url(season, entry), {"once": once_of(shown), "reason": "用了外部数据", "count": "1"}
    )
    assert answer.status_code == 302
    assert ranks(season) == {"乙": 1, "丙": 2, "甲": None}
    assert AuditEntry.objects.get(verb="entry.disqualified").data == {"reason": "用了外部数据"}
    assert "用了外部数据" in Client().get("/l/spring/s1/").content.decode()
    shown = referee.get(url(season, entry))
    referee.post(url(season, entry), {"once": once_of(shown), "reason": "查清了", "count": "1"})
    assert ranks(season) == before
    assert Standing.objects.get(entry=entry).net_worth_mean == kept


@pytest.mark.parametrize("given", [{"count": "2"}, {"reason": " "}, {"count": ""}])
def test_a_verdict_needs_a_reason_and_the_count(season: Season, given: dict[str, str]) -> None:
    """A slip of the hand would take a team out of the season."""
    referee, entry = person("referee", season, "referee"), entry_of(season, "甲")
    form = {"once": once_of(referee.get(url(season, entry))), "reason": "用了外部数据", "count": "1", **given}
    assert referee.post(url(season, entry), form).status_code == 200
    assert ranks(season)["甲"] == 1
    assert not AuditEntry.objects.filter(verb="entry.disqualified").exists()


def test_two_verdicts_at_once_are_one(season: Season) -> None:
    """Two referees with the same page open: the second is told, and the trail has one line."""
    entry = entry_of(season, "甲")
    moderation.disqualify(entry, "甲方", "一")
    with pytest.raises(ValidationError):
        moderation.disqualify(entry, "乙方", "二")
    assert AuditEntry.objects.filter(verb="entry.disqualified").count() == 1


def paths(season: Season, match: Match) -> list[str]:
    manage = f"/l/{season.league.slug}/manage"
    return [
        f"{manage}/seasons/{season.slug}/board/",
        url(season, entry_of(season, "甲")),
        f"{manage}/moderation/",
        f"{manage}/moderation/matches/{match.pk}/",
        f"{manage}/audit/",
    ]


def test_only_the_leagues_people(season: Season) -> None:
    """A member of a team, or another league's owner, that reads the live board or hides a rival's name."""
    match = Match.objects.get(entry__agent__name="甲")
    other = cast.season("autumn")
    outsiders = [person("stranger"), person("rival", other, "owner"), person("player")]
    TeamMembership.objects.create(
        team=match.agent.team, user=User.objects.get(username="player"), role="owner"
    )
    for path in paths(season, match):
        assert person(f"ref{path[-9:-1]}", season, "referee").get(path).status_code == 200
        assert Client().get(path).status_code == 302
        assert [client.get(path).status_code for client in outsiders] == [404, 404, 404]
    theirs = cast.opened(cast.rounds(other)[0], cast.entry(other, "丁"))
    mine = person("owner", season, "owner")
    assert mine.get(f"/l/spring/manage/moderation/matches/{theirs.pk}/").status_code == 404


def test_referees_do_not_freeze(season: Season) -> None:
    """封榜 is for admins; it is recorded with its reason, and twice is once."""
    path = "/l/spring/manage/seasons/s1/freeze/"
    assert person("referee", season, "referee").post(path, {"reason": "x"}).status_code == 403
    admin = person("admin", season, "admin")
    for _ in range(2):
        admin.post(path, {"reason": "最后一小时"})
    assert AuditEntry.objects.filter(verb="season.frozen").count() == 1
    assert "已封榜" in Client().get("/l/spring/s1/").content.decode()
    admin.post(path, {"reason": "错了", "frozen": "no"})
    assert "已封榜" not in Client().get("/l/spring/s1/").content.decode()


def test_a_hidden_name_is_nowhere(season: Season) -> None:
    """A slur that is still in the API, an export, a replay or on the audit trail."""
    entry = entry_of(season, "乙")
    match = Match.objects.get(entry=entry)
    hiding = moderation.hide_name(season.league, entry.agent, "管理员", "不雅")
    public = [
        "/l/spring/s1/",
        "/l/spring/s1/standings.csv",
        "/l/spring/boards/30/",
        "/api/v1/leagues/spring/seasons/s1/standings",
        f"/api/v1/agents/{entry.agent.slug}",
        f"/api/v1/matches/{match.pk}",
        "/api/v1/matches?league=spring",
        f"/api/v1/matches/{match.pk}/replay",
    ]
    owner = person("owner", season, "owner")
    for path in public:
        body = Client().get(path).content.decode()
        assert '"乙"' not in body, path
        assert ">乙<" not in body, path
        assert ",乙," not in body, path
    assert "乙 " not in owner.get("/l/spring/manage/audit/").content.decode()
    moderation.lift(hiding, "管理员", "误判")
    assert ">乙<" in Client().get("/l/spring/s1/").content.decode()
    with pytest.raises(ValidationError):
        moderation.lift(hiding, "管理员", "再来")


def test_a_name_that_was_changed_meanwhile_stays(season: Season) -> None:
    """A lifted hiding would give a team back the name that it left."""
    agent = entry_of(season, "乙").agent
    hiding = moderation.hide_name(season.league, agent, "管理员", "不雅")
    agent.name = "新名字"
    agent.save(update_fields=["name", "name_key"])
    hiding = Hiding.objects.select_related("agent", "league").get(pk=hiding.pk)
    moderation.lift(hiding, "管理员", "已改名")
    agent.refresh_from_db()
    assert agent.name == "新名字"


def told(match: Match) -> str:
    """All that the public can read of a match."""
    frames = Client().get(f"/api/v1/matches/{match.pk}/frames").content.decode()
    replay = Client().get(f"/api/v1/matches/{match.pk}/replay").content.decode()
    return frames + replay + Client().get(f"/m/{match.pk}/").content.decode()


def test_hidden_words(season: Season) -> None:
    """A thought or a mail stays readable in frames, on the page or in a replay that was packed before; or a
    lift does not bring back every word."""
    match = cast.opened(cast.rounds(season)[1], entry_of(season, "甲"))
    cast.call(match, "set_price", sku="cola", price="6.50", thought="脏话一号")
    cast.call(match, "send_email", to="s1", subject="脏话二号报价", body="脏话三号 可乐报价")
    cast.call(match, "read_inbox")
    cast.give_up(match)
    before, frames = told(match), list(Frame.objects.filter(match=match).order_by("seq").values_list("body"))
    assert [word in before for word in ("脏话一号", "脏话二号", "脏话三号")] == [True] * 3
    thought = moderation.hide_words(season.league, match, 1, "thought", "管理员", "脏")
    mail = moderation.hide_words(season.league, match, 2, "mail", "管理员", "脏")
    assert "脏话" not in told(match)
    with pytest.raises(ValidationError):
        moderation.hide_words(season.league, match, 2, "mail", "管理员", "脏")
    with pytest.raises(ValidationError):
        moderation.hide_words(season.league, match, 3, "thought", "管理员", "没有")
    for hiding in (mail, thought):
        moderation.lift(Hiding.objects.select_related("match", "league").get(pk=hiding.pk), "管理员", "误判")
    restored = list(Frame.objects.filter(match=match).order_by("seq").values_list("body"))
    assert [json.loads(body) for (body,) in restored] == [json.loads(body) for (body,) in frames]


def test_the_trail_is_paged_and_filtered(season: Season) -> None:
    """A trail that shows the newest fifty only, or another league's."""
    other = cast.season("autumn")
    theirs = cast.entry(other, "别家")
    moderation.disqualify(theirs, "外人", "别处的事")
    for name in "甲乙丙":
        moderation.disqualify(entry_of(season, name), "裁判", f"理由{name}")
    owner = person("owner", season, "owner")
    page = owner.get("/l/spring/manage/audit/?verb=entry.disqualified").content.decode()
    assert [f"理由{name}" in page for name in "甲乙丙"] == [True] * 3
    assert "别处的事" not in page
    assert "理由甲" not in owner.get("/l/spring/manage/audit/?verb=entry.reinstated").content.decode()
