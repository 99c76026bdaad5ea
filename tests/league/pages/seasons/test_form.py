"""/l/{league}/manage/seasons/new/ and …/edit/: what is written, previewed, and left alone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError

from league.models import AuditEntry, League, Season
from league.pages.seasons.times import LeagueTime, read, write
from tests.league.pages.seasons.conftest import NOW, Browser, filled, real
from tests.league.schedule.test_entries import at_once

NEW = "/l/spring/manage/seasons/new/"
HOUR = timedelta(hours=1)


def test_a_season_is_scheduled_in_one_form(olga: Browser) -> None:
    """What the form says is what is made; scheduled with its registration open, it opens at once."""
    page = olga.send(NEW, filled(do="schedule", matches_per_round=2, entry_limit=8, practice_a_day=3))
    made = Season.objects.get()
    assert page.redirect_chain[-1][0] == f"/l/spring/manage/seasons/{made.slug}/"
    assert (made.state, made.name, made.matches_per_round, made.entry_limit) == (
        "registration",
        "春季赛",
        2,
        8,
    )
    assert [(r.opens_at, r.closes_at) for r in made.rounds.all()] == [
        (NOW + HOUR + n * 24 * HOUR, NOW + 7 * HOUR + n * 24 * HOUR) for n in range(3)
    ]
    assert all(r.start_date for r in made.rounds.all())
    assert (made.idle_limit, made.practice_a_day, made.created_by) == (24 * HOUR, 3, olga.user)


def test_a_draft_waits(olga: Browser) -> None:
    """A draft must not begin by itself; the button does it."""
    olga.send(NEW, filled())
    made = Season.objects.get()
    assert (made.state, made.scheduled_at) == ("draft", None)
    here = f"/l/spring/manage/seasons/{made.slug}/"
    olga.send(here, {}, at=here + "schedule/")
    made.refresh_from_db()
    assert made.state == "registration"


def test_the_preview_saves_nothing(olga: Browser) -> None:
    """Who looks first must see the windows in the league's zone, and have made nothing."""
    page = olga.send(NEW, filled(do="preview", entry_limit=10, matches_per_round=2)).content.decode()
    assert Season.objects.count() == 0
    assert "每个智能体共 6 场" in page
    assert "共 60 场" in page
    assert page.count("北京时间（UTC+8）") >= 8


def test_ten_sendings_make_one_season(olga: Browser) -> None:
    """A form sent ten times at once makes one season, and all are led to it."""
    once = olga.token(NEW)
    came = at_once(lambda _: olga.client.post(NEW, {**filled(), "once": once})["Location"], 10)
    assert Season.objects.count() == 1
    assert len(set(came)) == 1
    assert AuditEntry.objects.filter(verb="season.created").count() == 1


def test_ten_forms_of_one_name_make_one_season(olga: Browser) -> None:
    """Even sent from ten pages: names that look alike are one name."""
    sent = [filled(name=name) for name in ("春季赛", "春 季 赛", "春\u200b季赛", "ＣＵＰ", "cup")]
    tokens = [olga.token(NEW) for _ in sent]
    at_once(lambda n: olga.client.post(NEW, {**sent[n], "once": tokens[n]}).status_code, len(sent))
    assert sorted(s.name_key for s in Season.objects.all()) == sorted(
        {s.name_key for s in Season.objects.all()}
    )
    assert Season.objects.count() == 2


ODD = ["Manage", "=HYPERLINK(1)", "<img src=x onerror=alert(1)>", "🏆", "\u202e春季赛"]


@pytest.mark.parametrize("name", ODD)
def test_names_are_shown_safely(olga: Browser, name: str) -> None:
    """Whatever people call a season, it has an address and runs no script."""
    page = olga.send(NEW, filled(name=name)).content.decode()
    assert Season.objects.get().slug not in ("", "manage")
    assert "<img src=x" not in page


def test_a_long_name_is_refused(olga: Browser) -> None:
    """200 characters are told, not cut."""
    assert "最多 80 个字" in olga.send(NEW, filled(name="赛" * 200)).content.decode()
    assert Season.objects.count() == 0


@pytest.mark.parametrize("when", ["0001-01-01T00:00", "9999-12-31T23:59"])
@pytest.mark.parametrize("field", ["registration_opens_at", "first_opens_at"])
def test_a_year_that_is_none_of_ours_is_told(olga: Browser, field: str, when: str) -> None:
    """A slip of the year would be an error page, or a match that breaks at the end of the calendar."""
    assert "年份要在" in olga.send(NEW, filled(**{field: when})).content.decode()
    assert Season.objects.count() == 0


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "UTC", "America/New_York"])
def test_saving_thrice_moves_no_date(olga: Browser, zone: str) -> None:
    """A form that is saved as it is shown changes nothing, whatever the league's zone, seconds included."""
    League.objects.update(time_zone=zone)
    made = real()
    made.rounds.filter(number=2).update(opens_at=NOW + 25 * HOUR + timedelta(seconds=42))
    before = list(made.rounds.values_list("opens_at", "closes_at", "start_date"))
    edit = f"/l/spring/manage/seasons/{made.slug}/edit/"
    for _ in range(3):
        shown = olga.get(edit).context["form"]
        sent = {field.html_name: field.value() for field in shown if field.value() not in (None, False)}
        page = olga.send(edit, {**sent, "do": "save"})
        assert "没有改动" in page.content.decode(), page.context["form"].errors
    assert list(made.rounds.values_list("opens_at", "closes_at", "start_date")) == before
    assert not AuditEntry.objects.filter(verb="season.changed").exists()


def test_changes_after_the_start_are_limited(olga: Browser) -> None:
    """What would hurt those who play is refused at its field; what does not is done and audited."""
    made = real()
    Season.objects.update(state="running")
    edit = f"/l/spring/manage/seasons/{made.slug}/edit/"
    shown = olga.get(edit).context["form"]
    sent = {field.html_name: field.value() for field in shown if field.value() not in (None, False)}
    page = olga.send(edit, {**sent, "closes_1": write(NOW + 2 * HOUR, "Asia/Shanghai")}).content.decode()
    assert "第 1 轮只能推后" in page
    olga.send(edit, {**sent, "closes_1": write(NOW + 8 * HOUR, "Asia/Shanghai"), "name": "夏季赛"})
    made.refresh_from_db()
    assert (made.name, made.rounds.get(number=1).closes_at) == ("夏季赛", NOW + 8 * HOUR)
    assert set(AuditEntry.objects.get(verb="season.changed").data) == {"name", "rounds"}


def test_a_clone_starts_from_the_old_one(olga: Browser) -> None:
    """The next season is the last one, later, under a new name."""
    old = real(matches_per_round=3, name="第一季")
    form = olga.get(f"{NEW}?like={old.slug}").context["form"]
    assert form["matches_per_round"].value() == 3
    assert form["name"].value() == ""
    assert form.plan.registration_opens_at >= NOW
    assert form.plan.rounds[0].opens_at - form.plan.registration_opens_at == 2 * HOUR


@pytest.mark.parametrize(
    ("text", "zone", "instant"),
    [
        ("2026-12-01T20:00", "Asia/Shanghai", datetime(2026, 12, 1, 12, tzinfo=UTC)),
        ("2026-12-01T20:00", "America/New_York", datetime(2026, 12, 2, 1, tzinfo=UTC)),
        ("2026-07-01T20:00:30", "Europe/Berlin", datetime(2026, 7, 1, 18, 0, 30, tzinfo=UTC)),
    ],
)
def test_times_are_the_leagues(text: str, zone: str, instant: datetime) -> None:
    """What is typed is meant in the league's zone, wherever the browser or the server is."""
    assert read(text, zone) == instant


def test_clock_changes() -> None:
    """An hour that does not exist is refused; the second of two like hours survives being saved."""
    with pytest.raises(ValidationError):
        read("2026-03-29T02:30", "Europe/Berlin")
    second = datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)
    field = LeagueTime(zone="Europe/Berlin", shown=second)
    assert field.clean(write(second, "Europe/Berlin")) == second
