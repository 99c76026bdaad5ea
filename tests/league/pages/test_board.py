"""`/l/{league}/{season}/`, its files, and the board over the API."""

import csv
import io
import re
from html import unescape

import openpyxl
import pytest
from django.test import Client
from django.utils import timezone

from league import standings
from league.models import Entry, Match, Round, Season
from league.pages.boards import table
from tests.league import season as cast

NASTY = [
    "春季赛",
    "🤖 选手 🎰",
    "长" * 80,
    "ＦＵＬＬ　ｗｉｄｔｈ",
    "\u200b零\u200d宽\u200b",
    "\u202egnp.evil",
    '=HYPERLINK("http://evil.example","点我")',
    "<img src=x onerror=alert(1)>",
    "+1+cmd|' /C calc'!A0",
    "@SUM(A1)",
]


def page(season: Season, query: str = "") -> str:
    answer = Client().get(f"/l/{season.league.slug}/{season.slug}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def api(season: Season, query: str = "") -> dict:
    return Client().get(f"/api/v1/leagues/{season.league.slug}/seasons/{season.slug}/standings{query}").json()


def names(html: str) -> list[str]:
    return [unescape(found) for found in re.findall(r"/a/[^/]+/\"><bdi>(.*?)</bdi>", html, re.S)]


def lines(season: Season, query: str = "") -> list[list[str]]:
    """The table of the CSV, under its heading."""
    body = Client().get(f"/l/{season.league.slug}/{season.slug}/standings.csv{query}").content
    assert body.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(body.decode("utf-8-sig"))))
    return rows[rows.index([]) + 1 :]


@pytest.fixture
def season(transactional_db: None) -> Season:
    """Four who tie in the middle, one who has not played, one out, one who left."""
    made = cast.season(rounds=4)
    first, second, *_ = cast.rounds(made)
    for name, worth in (("甲", 80_000), ("乙", 70_000), ("丙", 70_000), ("丁", 60_000)):
        entry = cast.entry(made, name)
        cast.result(cast.opened(first, entry), worth)
        cast.result(cast.opened(second, entry), worth)
    cast.entry(made, "没打")
    for name, state in (("作弊", Entry.State.DISQUALIFIED), ("走了", Entry.State.WITHDRAWN)):
        entry = cast.entry(made, name)
        cast.result(cast.opened(first, entry), 99_000)
        Entry.objects.filter(pk=entry.pk).update(state=state, reason="用了外部数据" if name == "作弊" else "")
    return made


def test_it_works(season: Season) -> None:
    """Ranks 1, 2, 2, 4; unplayed is unplayed; who is out has no rank; the order is told in its own words."""
    html = page(season)
    assert names(html) == ["甲", "乙", "丙", "丁", "没打", "作弊", "走了"]
    assert re.findall(r"<tr[^>]*><td class=\"n\">(\S+)</td>", html)[:7] == ["1", "2", "2", "4", "—", "—", "—"]
    assert "未出战" in html
    assert "取消资格：用了外部数据" in html
    assert standings.BOARDS["net_worth"].order in html
    assert "0.00" not in html.split("没打")[1].split("</tr>")[0]


def test_the_api_says_the_same(season: Season) -> None:
    """A board over the API that differs from the page."""
    told = api(season)
    assert [row["agent"]["name"] for row in told["results"]] == names(page(season))
    assert [row["rank"] for row in told["results"]] == [1, 2, 2, 4, None, None, None]
    assert told["order"] == standings.BOARDS["net_worth"].order
    first, unplayed = told["results"][0], told["results"][4]
    assert first["net_worth"] == {"mean": "800.00", "low": "800.00", "high": "800.00", "min": "800.00"}
    assert (unplayed["played"], unplayed["net_worth"]["mean"]) == (False, None)


@pytest.mark.parametrize("board", standings.BOARDS)
def test_every_board(season: Season, board: str) -> None:
    """A tab that answers 500."""
    assert standings.BOARDS[board].title in page(season, f"?board={board}")
    assert api(season, f"?board={board}")["board"] == board


def test_sorting_keeps_ranks(season: Season) -> None:
    """A board sorted by its worst match must not hand out new ranks."""
    html = page(season, "?sort=mean")
    assert names(html)[:4] == ["丁", "乙", "丙", "甲"]
    assert re.findall(r"<tr[^>]*><td class=\"n\">(\S+)</td>", html)[:4] == ["4", "2", "2", "1"]
    assert names(page(season, "?sort=-no_such_column"))[:2] == ["甲", "乙"]


@pytest.mark.parametrize("query", ["?board=no_such", "?page=0x1", "?page=99"])
def test_what_is_not_there(season: Season, query: str) -> None:
    """A made-up board or page must not be a 500, nor a page that looks right."""
    assert Client().get(f"/l/spring/s1/{query}").status_code == 404


def test_pages_keep_ranks(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rank 101 stands on page 2 as 101, not as 1."""
    monkeypatch.setattr(table, "PAGE", 100)
    made = cast.season()
    first = cast.rounds(made)[0]
    for number in range(102):
        cast.result(cast.opened(first, cast.entry(made, f"选手{number:03}")), 100_000 - number)
    html = page(made, "?page=2")
    assert names(html) == ["选手100", "选手101"]
    assert re.findall(r"<tr[^>]*><td class=\"n\">(\S+)</td>", html)[:2] == ["101", "102"]
    told = api(made, "?limit=101")
    assert [row["rank"] for row in told["results"]][-1] == 101
    assert "offset=101" in told["next"]


@pytest.mark.parametrize("entries", [1, 3])
def test_queries_do_not_grow(entries: int, transactional_db: None, django_assert_num_queries: object) -> None:
    """A query for each row."""
    made = cast.season()
    for number in range(entries):
        cast.result(cast.opened(cast.rounds(made)[0], cast.entry(made, f"选手{number}")), 60_000)
    with django_assert_num_queries(3):
        page(made)
    with django_assert_num_queries(3):
        api(made)
    with django_assert_num_queries(3):
        lines(made)
    with django_assert_num_queries(2):
        assert Client().get("/l/spring/boards/30/").status_code == 200


def test_a_draft_is_not_there(transactional_db: None) -> None:
    """The plans of a league would be public."""
    cast.season(state=Season.State.DRAFT)
    assert Client().get("/l/spring/s1/").status_code == 404
    assert Client().get("/l/spring/s1/standings.csv").status_code == 404
    assert Client().get("/l/spring/s1/calendar.ics").status_code == 404
    assert Client().get("/api/v1/leagues/spring/seasons/s1/standings").status_code == 404


@pytest.mark.parametrize("name", NASTY)
def test_names_are_shown_safely(name: str, transactional_db: None) -> None:
    """A name that becomes a tag on the page, or a formula in a spreadsheet."""
    made = cast.season()
    entry = cast.entry(made, name, team=f"{name[:70]}队")
    cast.result(cast.opened(cast.rounds(made)[0], entry), 60_000)
    html = page(made)
    assert names(html) == [name]
    assert "<img" not in html.split("<tbody>")[1]
    _, row = lines(made)
    assert row[1].removeprefix("'") == name
    assert not row[1].startswith(("=", "+", "-", "@"))
    book = openpyxl.load_workbook(
        io.BytesIO(Client().get("/l/spring/s1/standings.xlsx").content), data_only=False
    )
    cells = [cell for line in book.active.iter_rows() for cell in line]
    assert name in [cell.value for cell in cells]
    assert {cell.data_type for cell in cells} <= {"s", "n"}
    assert api(made)["results"][0]["agent"]["name"] == name


@pytest.mark.parametrize("query", ["", "?board=longevity", "?board=precision&sort=-counts", "?sort=agent"])
def test_exports_match_the_screen(season: Season, query: str) -> None:
    """A figure, an order or a column that differs between the page and its files."""
    html = page(season, query)
    title, *rows = lines(season, query)
    assert [row[1] for row in rows] == names(html)
    assert title == [unescape(each) for each in re.findall(r"<th[^>]*><a href=\"\?[^>]*>(.*?)</a>", html)]
    shown = re.findall(r"<tr[^>]*><td class=\"n\">(.*?)</td>.*?</th>(.*?)</tr>", html, re.S)
    for row, (rank, rest) in zip(rows, shown, strict=False):
        figures = [unescape(each) for each in re.findall(r"<td class=\"n\">(.*?)</td>", rest)]
        assert [rank, *figures] == [row[0], *row[3:-1]]
    book = openpyxl.load_workbook(io.BytesIO(Client().get(f"/l/spring/s1/standings.xlsx{query}").content))
    sheet = [[cell.value for cell in line] for line in book.active.iter_rows()]
    table = sheet[sheet.index([*title]) + 1 :]
    assert [line[1] for line in table] == names(html)
    assert [line[2] for line in table] == [row[2] for row in rows]


def test_files_name_the_zone(season: Season) -> None:
    """A moment without its zone, in a file that travels."""
    season.league.time_zone = "America/New_York"
    season.league.save(update_fields=["time_zone"])
    body = Client().get("/l/spring/s1/standings.csv").content.decode()
    assert re.search(r"导出时间,\d+年\d+月\d+日 \d\d:\d\d 纽约时间（UTC−[45]）", body)
    assert "纽约时间（UTC−" in page(season)
    ics = Client().get("/l/spring/s1/calendar.ics").content.decode()
    assert ics.count("BEGIN:VEVENT") == 4
    assert "纽约时间" in ics.replace("\r\n ", "")
    assert all(len(line.encode()) <= 75 for line in ics.split("\r\n"))
    assert re.search(r"DTSTART:\d{8}T\d{6}Z\r\n", ics)


def test_leaving_breaks_no_board(season: Season) -> None:
    """A team that is dissolved or an agent that is retired takes its row, or the page, with it."""
    before = names(page(season))
    entry = Entry.objects.select_related("agent__team").get(season=season, agent__name="甲")
    now = timezone.now()
    type(entry.agent).objects.filter(pk=entry.agent_id).update(retired_at=now)
    type(entry.agent.team).objects.filter(pk=entry.agent.team_id).update(retired_at=now)
    assert names(page(season)) == before
    assert Client().get(f"/a/{entry.agent.slug}/").status_code == 200
    assert Client().get(f"/m/{Match.objects.filter(entry=entry).first().pk}/").status_code == 200


def test_alltime_pools_seasons_and_keeps_lengths_apart(season: Season) -> None:
    """Thirty days and ninety in one mean; or a disqualified season that counts."""
    other = cast.season(season.league, "s2", rounds=1)
    entry = cast.entry(other, "甲")
    cast.result(cast.opened(cast.rounds(other)[0], entry), 50_000)
    long = cast.season(season.league, "s90", rounds=1, days=90)
    cast.result(cast.opened(cast.rounds(long)[0], cast.entry(long, "甲")), 900_000)
    html = Client().get("/l/spring/boards/30/").content.decode()
    assert names(html) == ["走了", "甲", "乙", "丙", "丁"]
    assert "9000.00" not in html
    assert names(Client().get("/l/spring/boards/90/").content.decode()) == ["甲"]
    assert Client().get("/l/spring/boards/31/").status_code == 404


def test_the_board_is_provisional_until_half_the_rounds_are_over(season: Season) -> None:
    """A first round read as a final standing."""
    assert "暂定榜" in page(season)
    Round.objects.filter(season=season, number__lte=2).update(closed_at=timezone.now())
    assert "暂定榜" not in page(season)
