"""The form of a season: what it asks, and the Plan that it means."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError

import engine
from league.models import League, Season
from league.pages.fields import NameField
from league.pages.seasons.times import LeagueTime
from league.schedule.plan import MOST_ROUNDS, Plan, Window, more_or_fewer, windows, wrong

HOURS = [1, 2, 3, 6, 12, 24, 48, 72, 168]
SAME = [  # what the form and the plan write alike
    *("name", "slug", "days", "ruleset", "world_mode", "matches_per_round", "entry_limit"),
    *("entries_per_team", "needs_approval", "practice_allowed", "practice_a_day"),
]
AT_ONCE, BY_HAND = "0", ""
PUBLISH = [
    (AT_ONCE, "结束后自动公布"),
    ("1", "结束 1 小时后"),
    ("24", "结束 1 天后"),
    ("72", "结束 3 天后"),
    (BY_HAND, "由管理员手动公布"),
]
MODES = [
    (Season.WorldMode.CALENDAR, "同一天开局：日期相同，天气和顾客各场随机（推荐）"),
    (Season.WorldMode.PAIRED, "同一个世界：天气和顾客完全相同；直播要等所有比赛都过完那一天"),
    (Season.WorldMode.FREE, "各自随机：每场一个世界，适合友谊赛"),
]


def hours(count: float) -> str:
    return f"{count / 24:g} 天" if count >= 24 and count % 24 == 0 else f"{count:g} 小时"


class SeasonForm(forms.Form):
    name = NameField(label="赛季名称")
    slug = forms.SlugField(
        label="网址名",
        required=False,
        max_length=60,
        help_text="只用英文字母、数字和横线；不填就自动起一个。",
        error_messages={"invalid": "只能用英文字母、数字和横线。"},
    )
    days = forms.TypedChoiceField(label="每场天数", coerce=int)
    ruleset = forms.ChoiceField(label="规则")
    world_mode = forms.ChoiceField(
        label="世界", widget=forms.RadioSelect, choices=MODES, initial=Season.WorldMode.CALENDAR
    )
    matches_per_round = forms.IntegerField(label="每轮每个智能体打几场", min_value=1, max_value=5, initial=1)
    idle_limit = forms.TypedChoiceField(
        label="闲置时限", coerce=float, help_text="一场比赛这么久没有行动就算超时，成绩照算。"
    )
    entry_limit = forms.IntegerField(
        label="名额", min_value=1, max_value=10_000, required=False, help_text="不填就不限。"
    )
    entries_per_team = forms.IntegerField(label="每队最多几个", min_value=1, max_value=100, initial=1)
    needs_approval = forms.BooleanField(label="报名要管理员审核", required=False)
    practice_allowed = forms.BooleanField(label="赛季进行时可以打练习赛", required=False, initial=True)
    practice_a_day = forms.IntegerField(
        label="每天最多几场练习赛",
        min_value=0,
        max_value=1000,
        required=False,
        help_text="按联赛时区的零点重新计数；不填就不限。",
    )
    publish_after = forms.ChoiceField(label="公布成绩", choices=PUBLISH, required=False, initial=AT_ONCE)

    def __init__(self, *args: Any, league: League, plan: Plan, generated: bool, **options: Any) -> None:
        """`generated`: rounds are asked for by number and length, not one by one."""
        self.league, self.plan, self.generated = league, plan, generated
        options["initial"] = _initial(plan)
        super().__init__(*args, **options)
        known = [id for id in engine.known() if not id.endswith("-checkup")]
        self._choose("ruleset", [(id, id) for id in known])
        lengths = engine.load(plan.ruleset).days
        self._choose("days", [(days, f"{days} 天") for days in lengths])
        limit = plan.idle_limit.total_seconds() / 3600
        self._choose("idle_limit", [(f"{h:g}", hours(h)) for h in sorted({*HOURS, limit})])
        after = plan.publish_after and plan.publish_after.total_seconds() / 3600
        if after and f"{after:g}" not in dict(PUBLISH):
            self._choose("publish_after", [*PUBLISH, (f"{after:g}", f"结束 {hours(after)}后")])
        self._time("registration_opens_at", "报名开始", plan.registration_opens_at)
        self._time("registration_closes_at", "报名截止", plan.registration_closes_at)
        if generated:
            self._generator()
        else:
            for number, window in enumerate(plan.rounds, 1):
                self._round(number, window)
            self.fields["round_count"] = forms.IntegerField(
                label="轮数",
                min_value=1,
                max_value=MOST_ROUNDS,
                initial=len(plan.rounds),
                help_text="改多了就照最后两轮的间隔接着排，改少了就去掉最后几轮。",
            )

    def _choose(self, name: str, choices: list[tuple[Any, str]]) -> None:
        field: Any = self.fields[name]
        field.choices = choices

    def _time(self, name: str, label: str, shown: datetime | None) -> None:
        self.fields[name] = LeagueTime(zone=self.league.time_zone, shown=shown, label=label)

    def _generator(self) -> None:
        first = self.plan.rounds[0]
        second = self.plan.rounds[1] if len(self.plan.rounds) > 1 else None
        length = (first.closes_at - first.opens_at).total_seconds() / 3600
        every = (second.opens_at - first.opens_at).total_seconds() / 3600 if second else length
        self.fields["round_count"] = forms.IntegerField(
            label="轮数", min_value=1, max_value=MOST_ROUNDS, initial=len(self.plan.rounds)
        )
        self._time("first_opens_at", "第 1 轮开始", first.opens_at)
        for name, label, shown in (
            ("round_hours", "每轮开放多久（小时）", length),
            ("every_hours", "每隔多久开一轮（小时）", every),
        ):
            self.fields[name] = forms.FloatField(
                label=label, min_value=0.1, max_value=24 * 366, initial=f"{shown:g}"
            )

    def _round(self, number: int, window: Window) -> None:
        self._time(f"opens_{number}", f"第 {number} 轮开始", window.opens_at)
        self._time(f"closes_{number}", f"第 {number} 轮截止", window.closes_at)
        self.fields[f"start_{number}"] = forms.DateField(
            label="游戏里的开局日期",
            required=False,
            initial=window.start_date,
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            help_text="智能体看到的第 1 天的日期；不填就随机定一个。",
        )

    def round_fields(self) -> Iterator[tuple[int, list[forms.BoundField]]]:
        for number in range(1, len(self.plan.rounds) + 1):
            yield number, [self[f"{name}_{number}"] for name in ("opens", "closes", "start")]

    def sections(self) -> list[tuple[str, list[forms.BoundField]]]:
        rounds = ["round_count"]
        if self.generated:
            rounds += ["first_opens_at", "round_hours", "every_hours"]
        parts = [
            ("基本", ["name", "slug", "days", "ruleset", "world_mode"]),
            ("报名", ["registration_opens_at", "registration_closes_at", "entry_limit", "entries_per_team"]),
            ("", ["needs_approval"]),
            ("赛程", [*rounds, "matches_per_round"]),
            ("比赛期间", ["idle_limit", "practice_allowed", "practice_a_day", "publish_after"]),
        ]
        return [(title, [self[name] for name in names]) for title, names in parts]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors:
            self.add_troubles(wrong(self.meant()))
        return given

    def add_troubles(self, troubles: dict[str, list[str]]) -> None:
        for name, texts in troubles.items():
            for text in texts:
                self.add_error(name if name in self.fields else None, text)

    def meant(self) -> Plan:
        given = self.cleaned_data
        after = given["publish_after"]
        return Plan(
            name=given["name"],
            slug=given["slug"].lower(),
            ruleset=given["ruleset"],
            days=given["days"],
            world_mode=given["world_mode"],
            matches_per_round=given["matches_per_round"],
            registration_opens_at=given["registration_opens_at"],
            registration_closes_at=given["registration_closes_at"],
            rounds=self._windows(given),
            entry_limit=given["entry_limit"],
            entries_per_team=given["entries_per_team"],
            needs_approval=given["needs_approval"],
            practice_allowed=given["practice_allowed"],
            practice_a_day=given["practice_a_day"],
            idle_limit=timedelta(hours=given["idle_limit"]),
            publish_after=None if after == BY_HAND else timedelta(hours=float(after)),
        )

    def _windows(self, given: dict[str, Any]) -> tuple[Window, ...]:
        if self.generated:
            length, every = (timedelta(hours=given[name]) for name in ("round_hours", "every_hours"))
            return windows(given["first_opens_at"], length, every, given["round_count"])
        written = [
            Window(given[f"opens_{n}"], given[f"closes_{n}"], given[f"start_{n}"])
            for n in range(1, len(self.plan.rounds) + 1)
        ]
        return more_or_fewer(written, given["round_count"])


def _initial(plan: Plan) -> dict[str, Any]:
    after = plan.publish_after
    return {
        **{name: getattr(plan, name) for name in SAME},
        "idle_limit": f"{plan.idle_limit.total_seconds() / 3600:g}",
        "publish_after": BY_HAND if after is None else f"{after.total_seconds() / 3600:g}",
    }


def proposal(league: League, now: datetime, ruleset: str) -> Plan:
    """What a new season's form shows: registration from now for three days, then three rounds of two days."""
    local = now.astimezone(ZoneInfo(league.time_zone)).replace(second=0, microsecond=0)
    closes = local.replace(hour=20, minute=0) + timedelta(days=3)
    return Plan(
        name="",
        ruleset=ruleset,
        days=30,
        registration_opens_at=local,
        registration_closes_at=closes,
        rounds=windows(closes, timedelta(days=2), timedelta(days=3), 3),
    )


def require(trouble: ValidationError, form: SeasonForm) -> None:
    """Put what the schedule refused at the fields it is about."""
    if hasattr(trouble, "error_dict"):
        form.add_troubles(
            {
                name: [text for e in errors for text in e.messages]
                for name, errors in trouble.error_dict.items()
            }
        )
    else:
        form.add_error(None, trouble)
