"""/l/{league}/manage/…: who may do what, and what the console shows."""

from typing import Any

import pytest

from league import play
from league.models import AuditEntry, Beat, Entry, LeagueToken, Match, Membership, Season
from league.schedule import clock
from tests.league.conftest import Player
from tests.league.pages.seasons.conftest import HOUR, NOW, Browser, real
from tests.league.schedule.test_entries import at_once


@pytest.fixture
def playing(alice: Player, carol: Player) -> Season:
    made = real(alice, carol)
    clock.look(NOW + HOUR)
    made.refresh_from_db()
    return made


def test_the_console_of_a_season(olga: Browser, playing: Season) -> None:
    """Rounds, live matches and deadlines, each with its zone; a fixed number of queries."""
    page = olga.get(f"/l/spring/manage/seasons/{playing.slug}/").content.decode()
    for said in ("正在比赛", "Alice", "Carol", "截止时间", "北京时间（UTC+8）", "进行中", "时钟正常"):
        assert said in page


def test_a_clock_that_stands_still_is_told(olga: Browser, playing: Season) -> None:
    """A schedule that has stalled must be seen on the console."""
    Beat.objects.update(at=NOW - 2 * HOUR)
    assert "时钟停了" in olga.get(f"/l/spring/manage/seasons/{playing.slug}/").content.decode()
    assert "时钟停了" in olga.get("/l/spring/manage/seasons/").content.decode()


def addresses(season: Season, match: Match) -> list[str]:
    of = f"/l/spring/manage/seasons/{season.slug}"
    return [
        "/l/spring/manage/seasons/",
        "/l/spring/manage/seasons/new/",
        f"{of}/",
        f"{of}/edit/",
        f"{of}/entries/",
        f"/l/spring/manage/matches/{match.pk}/",
        "/l/spring/manage/tokens/",
    ]


def test_another_league_is_not_there(oscar: Browser, playing: Season, bob: Player) -> None:
    """Running one league must not open a door to another, through its own address or through theirs."""
    match = Match.objects.first()
    assert match is not None
    for path in addresses(playing, match):
        assert oscar.get(path).status_code == 404
    assert oscar.get(f"/l/autumn/manage/seasons/{playing.slug}/").status_code == 404
    assert oscar.get(f"/l/autumn/manage/matches/{match.pk}/").status_code == 404


def test_a_referee_judges_and_does_not_schedule(rita: Browser, playing: Season) -> None:
    """A referee reaches matches and entries; seasons and tokens are for admins."""
    match = Match.objects.first()
    assert match is not None
    status = [rita.get(path).status_code for path in addresses(playing, match)]
    assert status == [200, 403, 200, 403, 200, 200, 403]


def test_a_removed_admin_is_out_at_once(olga: Browser, playing: Season) -> None:
    """The very next request is refused, and so is the token."""
    page = olga.send("/l/spring/manage/tokens/", {"name": "脚本"}).content.decode()
    raw = page[page.index("cvl_") :].split("<")[0]
    asked = {"headers": {"Authorization": f"Bearer {raw}"}}
    assert olga.client.get("/api/v1/leagues/spring/seasons", **asked).status_code == 200
    Membership.objects.all().delete()
    assert olga.get("/l/spring/manage/seasons/").status_code == 404
    assert LeagueToken.objects.count() == 1


def test_approval_in_the_browser(olga: Browser, alice: Player) -> None:
    """Pending entries are let in or not, with a reason that their people see."""
    made = real(alice, needs_approval=True)
    here = f"/l/spring/manage/seasons/{made.slug}/entries/"
    page = olga.send(here, {"state": "declined", "reason": ""}, at=f"{here}alice/").content.decode()
    assert "要写理由" in page
    olga.send(here, {"state": "declined", "reason": "资料不全"}, at=f"{here}alice/")
    assert Entry.objects.get().reason == "资料不全"
    olga.send(here, {"state": "accepted"}, at=f"{here}alice/")
    assert Entry.objects.get().state == "accepted"


def test_entering_in_the_browser(tom: Browser, olga: Browser) -> None:
    """A team's people enter their own agents, see when it starts in the league's zone, and may leave."""
    made = real()
    here = f"/l/spring/{made.slug}/enter/"
    page = tom.get(here).content.decode()
    assert "北京时间（UTC+8）" in page
    once = tom.token(here)
    at_once(lambda _: tom.client.post(here, {"agent": "alice", "once": once}).status_code, 10)
    assert Entry.objects.get().state == "accepted"
    assert olga.send(here, {"agent": "alice"}, once=once).status_code == 404, "not of her team"
    tom.send(here, {"agent": "alice", "do": "withdraw"})
    assert Entry.objects.get().state == "withdrawn"


def test_void_and_rerun_in_the_browser(rita: Browser, playing: Season, alice: Player) -> None:
    """The cause is asked for, the board's change is shown, nothing is done before the confirmation, and ten
    confirmations make one re-run."""
    match = Match.objects.get(entry__agent=alice.agent)
    alice.tool(match, "set_price", {"sku": "cola", "price": "6.50"})
    alice.tool(match, "give_up")
    here = f"/l/spring/manage/matches/{match.pk}/"
    given: dict[str, Any] = {"do": "rerun", "fault": "platform", "reason": "断电"}
    page = rita.client.post(here, given).content.decode()
    match.refresh_from_db()
    assert match.voided_at is None
    assert "作废 1 场，重赛 1 场" in page
    at_once(lambda _: rita.client.post(here, {**given, "confirm": "1"}).status_code, 10)
    match.refresh_from_db()
    assert match.superseded_by is not None
    assert Match.objects.filter(entry__agent=alice.agent).count() == 2
    assert AuditEntry.objects.filter(verb="match.rerun").count() == 1
    assert "断电" in rita.get(f"/m/{match.pk}/").content.decode()
    assert rita.client.post(here, {**given, "reason": "", "confirm": "1"}).status_code == 200


def test_moves_by_hand(olga: Browser, alice: Player) -> None:
    """Buttons make legal moves only; what ends play wants a reason; a second press changes nothing."""
    made = real(alice)
    here = f"/l/spring/manage/seasons/{made.slug}/"
    page = olga.send(here, {"to": "published"}, at=here + "move/").content.decode()
    assert "不能这样变更" in page
    assert "请写明理由" in olga.send(here, {"to": "closed"}, at=here + "move/").content.decode()
    olga.send(here, {"to": "running"}, at=here + "move/")
    olga.send(here, {"to": "running"}, at=here + "move/")
    assert Season.objects.get().state == "running"
    assert AuditEntry.objects.filter(verb="season.moved", data__to="running").count() == 1
    clock.look(NOW + HOUR)
    match = Match.objects.get()
    assert "还有 1 场比赛在进行" in olga.get(here).content.decode()
    assert play.void(match.pk, fault="platform", reason="取消")
    olga.send(here, {"to": "closed", "reason": "人数不足"}, at=here + "move/")
    assert Season.objects.get().state == "closed"


def test_a_page_costs_the_same_for_many(olga: Browser, alice: Player, django_assert_num_queries: Any) -> None:
    """More rounds, entries and matches must not cost more queries."""
    made = real(alice)
    clock.look(NOW + HOUR)
    here = f"/l/spring/manage/seasons/{made.slug}/"
    with django_assert_num_queries(20, exact=False) as first:
        olga.get(here)
    Match.objects.update(number=2)
    clock.look(NOW + HOUR)
    assert Match.objects.count() == 2
    with django_assert_num_queries(len(first)):
        olga.get(here)
