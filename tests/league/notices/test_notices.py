"""Notices: written with what they tell of, sent until they arrive, in the words of whoever gets them."""

import base64
import hashlib
import hmac
import json
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.utils import timezone

from league import notices, play, schedule
from league.models import Delivery, Hook, League, Match, Membership, Round, Season
from league.models.teams import Team
from league.notices import formats
from tests.league import season as cast
from tests.league.notices.test_outbound import Server, server

__all__ = ["server"]
EVENTS = ["round_opened", "match_finished", "season_published"]


@pytest.fixture
def season(transactional_db: None) -> Season:
    return cast.season()


def hook(league: League, address: str, kind: str = "webhook", team: Team | None = None, **more: str) -> Hook:
    return Hook.objects.create(
        league=league,
        team=team,
        kind=kind,
        address=address,
        events=EVENTS,
        secret=more.get("secret", "s3cret"),
    )


def finished(season: Season, name: str = "甲", round: int = 1) -> Match:
    return cast.give_up(cast.opened(cast.rounds(season)[round - 1], cast.entry(season, name)))


def later() -> None:
    """What is due some day is due now."""
    Delivery.objects.filter(state="pending").update(due_at=timezone.now())


def test_a_finished_match_is_told(season: Season, server: Server) -> None:
    """The body is signed, so that a receiver can refuse what is not ours; the id lets it drop a repeat."""
    told = hook(season.league, f"{server.url}/in")
    match = finished(season)
    assert notices.deliver() == 1
    path, headers, body = server.got[0]
    said = json.loads(body)
    assert (path, said["event"], said["data"]["match"]) == ("/in", "match_finished", match.pk)
    assert (said["data"]["net_worth"], said["data"]["end"]) == ("500.00", "gave_up")
    parts = dict(part.split("=") for part in headers["Clawvend-Signature"].split(","))
    right = hmac.new(told.secret.encode(), f"{parts['t']}.".encode() + body, hashlib.sha256).hexdigest()
    assert parts["v1"] == right
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.attempts, delivery.status) == ("sent", 1, 200)
    assert headers["Clawvend-Delivery"] == str(delivery.pk)
    assert notices.deliver() == 0


def test_retries_end(season: Season, server: Server) -> None:
    """A receiver that is away for an hour loses nothing; one that is gone is given up, and one sees why."""
    hook(season.league, server.url)
    finished(season)
    server.answers = [(500, "", {})] * 20
    tries, waits = 0, []
    for _ in range(12):
        tries += notices.deliver()
        waits += Delivery.objects.filter(state="pending").values_list("due_at", flat=True)
        later()
    assert len(waits) == 7
    delivery = Delivery.objects.get()
    assert (tries, delivery.attempts, delivery.state, delivery.answer) == (8, 8, "failed", "HTTP 500")
    notices.resend(delivery)
    server.answers = []
    notices.deliver()
    assert Delivery.objects.get().state == "sent"


def test_a_try_that_died_is_taken_up_again(season: Season, server: Server) -> None:
    """A worker killed between claim and answer would bury the notice."""
    from league.notices import delivery

    hook(season.league, server.url)
    finished(season)
    (row,) = delivery._due()
    assert delivery._claim(row)
    assert not delivery._claim(row)
    assert notices.deliver() == 0
    later()
    assert notices.deliver() == 1


def test_one_dead_address_holds_up_nobody(season: Season, server: Server) -> None:
    """An address that refuses, before one that works."""
    hook(season.league, "http://127.0.0.1:1/")
    hook(season.league, server.url)
    finished(season)
    assert notices.deliver() == 2
    assert sorted(Delivery.objects.values_list("state", flat=True)) == ["pending", "sent"]


def test_teams_hear_of_their_own(season: Season) -> None:
    """A team's hook that tells of a rival's match; or another league's that tells of ours."""
    mine, rival = cast.entry(season, "甲"), cast.entry(season, "乙")
    own = hook(season.league, "https://example.org/a", team=mine.agent.team)
    hook(cast.season("autumn").league, "https://example.org/b")
    cast.give_up(cast.opened(cast.rounds(season)[0], rival))
    assert Delivery.objects.count() == 0
    cast.give_up(cast.opened(cast.rounds(season)[0], mine))
    assert [row.hook_id for row in Delivery.objects.all()] == [own.pk]


@pytest.mark.parametrize("mode", ["frozen", "paired"])
def test_what_is_held_back_is_not_told(mode: str, transactional_db: None) -> None:
    """A league's chat would be told what the public may not know; the team itself knows it anyway."""
    season = cast.season(world_mode="paired" if mode == "paired" else "calendar")
    mine = cast.entry(season, "甲")
    hook(season.league, "https://example.org/a")
    own = hook(season.league, "https://example.org/b", team=mine.agent.team)
    match = cast.opened(cast.rounds(season)[0], mine)
    cast.opened(cast.rounds(season)[0], cast.entry(season, "乙"))
    if mode == "frozen":
        play.freeze(season.pk)
    cast.give_up(match)
    assert [row.hook_id for row in Delivery.objects.all()] == [own.pk]


def test_rounds_and_publication_are_told(season: Season) -> None:
    """The two that the clock makes happen, each told once however often the clock looks."""
    cast.entry(season, "甲")
    hook(season.league, "https://example.org/a")
    Round.objects.filter(season=season, number=3).update(opened_at=None)
    now = timezone.now()
    for _ in range(2):
        schedule.look(now)
    opened = Delivery.objects.get(event="round_opened")
    assert (opened.facts["round"], "北京时间（UTC+8）" in opened.facts["closes"]) == (3, True)
    result = cast.opened(cast.rounds(season)[0], season.entries.get())
    cast.result(result, 60_000)
    Season.objects.filter(pk=season.pk).update(state="closed", closed_at=now)
    Match.objects.exclude(pk=result.pk).update(voided_at=now, fault="platform", void_reason="x")
    for _ in range(2):
        schedule.look(now + timedelta(seconds=1))
    published = Delivery.objects.get(event="season_published")
    assert published.facts["first"] == [{"rank": 1, "agent": "甲", "net_worth": "600.00"}]


def delivery_of(kind: str, name: str = "甲", secret: str = "k") -> Delivery:
    at = {"feishu": "https://open.feishu.cn/x", "dingtalk": "https://oapi.dingtalk.com/x?access_token=t"}
    made = Hook(kind=kind, address=at.get(kind, "https://qyapi.weixin.qq.com/x?key=k"), secret=secret)
    facts = {
        "league": "春",
        "season": "一",
        "round": 2,
        "agent": name,
        "team": "队",
        "end_label": "期满",
        "net_worth": "512.00",
        "days_survived": 30,
        "path": "/m/x/",
    }
    return Delivery(hook=made, event="match_finished", facts=facts, created_at=timezone.now())


def test_feishu(db: None) -> None:
    """Feishu refuses a wrong signature, and reads `<at>` in plain text as a mention."""
    name = '<at user_id="all">所有人</at>'
    asked = formats.request(delivery_of("feishu", name), 1_700_000_000)
    body = json.loads(asked.body)
    sign = base64.b64encode(hmac.new(b"1700000000\nk", b"", hashlib.sha256).digest()).decode()
    assert (body["timestamp"], body["sign"], body["msg_type"]) == ("1700000000", sign, "post")
    said = body["content"]["post"]["zh_cn"]
    assert [line[0]["tag"] for line in said["content"]] == ["text", "text", "text", "a"]
    assert said["content"][1][0]["text"] == f"{name}（队）"


def test_dingtalk(db: None) -> None:
    """DingTalk signs milliseconds, in the address; a link message reads no Markdown."""
    asked = formats.request(delivery_of("dingtalk", "# [点我](http://evil)"), 1_700_000_000)
    query = parse_qs(urlsplit(asked.url).query)
    sign = hmac.new(b"k", b"1700000000000\nk", hashlib.sha256).digest()
    assert query["access_token"] == ["t"]
    assert query["sign"] == [base64.b64encode(sign).decode()]
    assert query["timestamp"] == ["1700000000000"]
    assert json.loads(asked.body)["msgtype"] == "link"


def test_wecom(db: None) -> None:
    """A text message reads neither Markdown nor `<@user>`."""
    body = json.loads(formats.request(delivery_of("wecom", "<@all>"), 1_700_000_000).body)
    assert body["msgtype"] == "text"
    assert "<@all>（队）" in body["text"]["content"]


@pytest.mark.parametrize(
    ("kind", "status", "answer", "good"),
    [
        ("webhook", 204, "", True),
        ("webhook", 302, "", False),
        ("feishu", 200, '{"code":0,"msg":"success"}', True),
        ("feishu", 200, '{"StatusCode":0}', True),
        ("feishu", 200, '{"code":19021,"msg":"sign match fail"}', False),
        ("dingtalk", 200, '{"errcode":310000,"errmsg":"keywords not in content"}', False),
        ("wecom", 200, '{"errcode":0,"errmsg":"ok"}', True),
        ("wecom", 200, "<html>", False),
        ("wecom", 200, "[]", False),
    ],
)
def test_bots_say_no_with_200(kind: str, status: int, answer: str, good: bool) -> None:
    """A bot that refuses every message would look like one that got them all."""
    assert (formats.trouble(kind, status, answer) == "") is good


def test_mail(season: Season) -> None:
    """A letter arrives once; its subject holds no line break of a name."""
    hook(season.league, "a@example.org", kind="email")
    finished(season, "甲\n乙")
    notices.deliver()
    assert [(letter.to, letter.subject) for letter in mail.outbox] == [
        (["a@example.org"], "Clawvend：第 1 轮一场比赛结束")
    ]
    assert "净资产 $500.00" in mail.outbox[0].body


@pytest.fixture
def admin(season: Season) -> Client:
    user = User.objects.create_user("admin", "admin@example.org", "correct horse")
    Membership.objects.create(league=season.league, user=user, role="admin")
    client = Client()
    client.force_login(user)
    return client


PAGE = "/l/spring/manage/notices/"


def fill(client: Client, **given: object) -> object:
    once = client.get(PAGE).content.decode().split('name="once" value="')[1].split('"')[0]
    return client.post(PAGE, {"once": once, "events": EVENTS, "secret": "", **given})


@pytest.mark.parametrize(
    ("kind", "address", "good"),
    [
        ("webhook", "https://example.org/x", True),
        ("webhook", "https://10.0.0.1/x", False),
        ("webhook", "http://example.org/x", False),
        ("feishu", "https://open.feishu.cn/open-apis/bot/v2/hook/x", True),
        ("feishu", "https://example.org/x", False),
        ("dingtalk", "https://oapi.dingtalk.com/robot/send?access_token=x", True),
        ("wecom", "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=x", True),
        ("wecom", "https://qyapi.weixin.qq.com.evil.org/x", False),
        ("email", "admin@example.org", True),
        ("email", "somebody@else.org", False),
        ("email", "", False),
        ("pigeon", "https://example.org/x", False),
    ],
)
def test_the_form(admin: Client, kind: str, address: str, good: bool) -> None:
    """An address inside the house, another's mailbox, or a bot's name on a stranger's host."""
    answer = fill(admin, kind=kind, address=address)
    assert (answer.status_code == 302, Hook.objects.count()) == (good, int(good))


def test_add_test_pause_remove(admin: Client, server: Server) -> None:
    """The console: what is sent is in the log, a paused one gets nothing, a bot's key is never shown."""
    fill(admin, kind="webhook", address="https://example.org/secret-path")
    made = Hook.objects.get()
    assert "secret-path" not in admin.get(PAGE).content.decode()
    Hook.objects.filter(pk=made.pk).update(address=f"{server.url}/secret-path")

    def do(what: str, **more: object) -> None:
        once = admin.get(f"{PAGE}{made.pk}/").content.decode().split('name="once" value="')[1].split('"')[0]
        assert admin.post(f"{PAGE}{made.pk}/do/", {"once": once, "do": what, **more}).status_code == 302

    do("test")
    assert notices.deliver() == 1
    assert json.loads(server.got[0][2])["event"] == "test"
    assert "已送达" in admin.get(f"{PAGE}{made.pk}/").content.decode()
    do("resend", delivery=Delivery.objects.get().pk)
    assert notices.deliver() == 1
    do("pause")
    do("test")
    assert notices.deliver() == 0
    do("remove")
    assert Hook.objects.count() == 0
