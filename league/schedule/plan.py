"""A season as people write it down: what a form, a script and a clone have in common. Pure but for `times`,
which are instants."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any

import engine
from league.models import Round, Season

MOST_ROUNDS = 50
SHORTEST_ROUND = timedelta(minutes=5)
SHORTEST_IDLE = timedelta(minutes=10)
RESERVED = {
    "manage",
    "all-time",
    "boards",
    "calendar",
    "enter",
    "export",
    "seasons",
    "teams",
    "agents",
    "new",
}

Troubles = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Window:
    opens_at: datetime
    closes_at: datetime
    start_date: date | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    name: str
    ruleset: str
    days: int
    registration_opens_at: datetime
    registration_closes_at: datetime
    rounds: tuple[Window, ...]
    slug: str = ""  # made of the name where there is none
    world_mode: str = Season.WorldMode.CALENDAR
    matches_per_round: int = 1
    entry_limit: int | None = None
    entries_per_team: int = 1
    needs_approval: bool = False
    practice_allowed: bool = True
    practice_a_day: int | None = None
    idle_limit: timedelta = timedelta(days=1)
    publish_after: timedelta | None = timedelta(0)

    @property
    def matches_each(self) -> int:
        """How many matches an entry plays."""
        return len(self.rounds) * self.matches_per_round


SETTINGS = (
    "name",
    "ruleset",
    "days",
    "registration_opens_at",
    "registration_closes_at",
    "world_mode",
    "matches_per_round",
    "entry_limit",
    "entries_per_team",
    "needs_approval",
    "practice_allowed",
    "practice_a_day",
    "idle_limit",
    "publish_after",
)


def plan_of(season: Season, rounds: list[Round]) -> Plan:
    windows = tuple(Window(r.opens_at, r.closes_at, r.start_date) for r in rounds)
    return Plan(slug=season.slug, rounds=windows, **{name: getattr(season, name) for name in SETTINGS})


def windows(first: datetime, length: timedelta, every: timedelta, count: int) -> tuple[Window, ...]:
    """Rounds of one length, one after the other."""
    return tuple(Window(first + n * every, first + n * every + length) for n in range(count))


def more_or_fewer(rounds: list[Window], count: int) -> tuple[Window, ...]:
    """So many rounds: the last ones go, or more follow as the last one followed the one before it."""
    last = rounds[-1]
    length = last.closes_at - last.opens_at
    every = last.opens_at - rounds[-2].opens_at if len(rounds) > 1 else length
    more = windows(last.opens_at + every, length, every, count - len(rounds))
    return (*rounds[:count], *more)


def moved(plan: Plan, by: timedelta, *, name: str) -> Plan:
    """The same season another time: what a clone starts from."""
    return replace(
        plan,
        name=name,
        slug="",
        registration_opens_at=plan.registration_opens_at + by,
        registration_closes_at=plan.registration_closes_at + by,
        rounds=tuple(Window(w.opens_at + by, w.closes_at + by) for w in plan.rounds),
    )


def wrong(plan: Plan) -> Troubles:
    """What cannot be meant, by field; `rounds` for the windows."""
    found: Troubles = {}

    def say(name: str, text: str) -> None:
        found.setdefault(name, []).append(text)

    if plan.ruleset not in engine.known():
        say("ruleset", "没有这套规则。")
    elif plan.days not in engine.load(plan.ruleset).days:
        say("days", "这套规则没有这个天数。")
    if plan.slug in RESERVED:
        say("slug", "这个网址名已被占用。")
    if not 1 <= plan.matches_per_round <= 5:
        say("matches_per_round", "每轮 1 到 5 场。")
    if plan.world_mode == Season.WorldMode.PAIRED:
        if plan.matches_per_round != 1:
            say("matches_per_round", "同一个世界里每轮只能打 1 场：第二场就已经知道天气了。")
        if plan.entries_per_team != 1:
            say("entries_per_team", "同一个世界里每队只能报 1 个智能体：快的会告诉慢的。")
    if plan.registration_closes_at <= plan.registration_opens_at:
        say("registration_closes_at", "报名截止要晚于报名开始。")
    if plan.idle_limit < SHORTEST_IDLE:
        say("idle_limit", "闲置时限至少 10 分钟。")
    for text in _wrong_windows(plan):
        say("rounds", text)
    return found


def _wrong_windows(plan: Plan) -> Iterator[str]:
    if not 1 <= len(plan.rounds) <= MOST_ROUNDS:
        yield f"要有 1 到 {MOST_ROUNDS} 轮。"
        return
    if plan.rounds[0].opens_at < plan.registration_closes_at:
        yield "第 1 轮不能早于报名截止。"
    for number, window in enumerate(plan.rounds, 1):
        if window.closes_at - window.opens_at < SHORTEST_ROUND:
            yield f"第 {number} 轮的截止要比开始至少晚 5 分钟。"
        if window.start_date is not None and not 2000 < window.start_date.year < 2200:
            yield f"第 {number} 轮的开局日期要在 2001 到 2199 年之间。"
        if number > 1 and window.opens_at < plan.rounds[number - 2].opens_at:
            yield f"第 {number} 轮不能早于第 {number - 1} 轮开始。"


@dataclass(frozen=True, slots=True)
class Situation:
    """What has happened to a season that is about to be changed."""

    state: str
    taken: int = 0  # entries that take a place
    opened: tuple[bool, ...] = field(default=())
    closed: tuple[bool, ...] = field(default=())


PLAYED_BY = ("ruleset", "days", "world_mode", "matches_per_round")  # what people sign up for
ONLY_NAME = {Season.State.PUBLISHED, Season.State.CLOSED}


def hurts(old: Plan, new: Plan, now: Situation) -> Troubles:
    """What of a change would hurt those who have entered or play already. A draft may become anything."""
    found: Troubles = {}

    def keep(*names: str, text: str) -> None:
        for name in names:
            if getattr(old, name) != getattr(new, name):
                found.setdefault(name, []).append(text)

    if now.state == Season.State.DRAFT:
        return found
    if now.state in ONLY_NAME:
        others = [name for name in (*SETTINGS, "rounds") if name not in ("name", "publish_after")]
        keep(*others, text="赛季已经结束，不能再改。")
        if now.state == Season.State.PUBLISHED:
            keep("publish_after", text="成绩已经公布。")
        return found
    if now.taken:
        keep(*PLAYED_BY, text="已经有人报名，不能再改。")
        if new.idle_limit < old.idle_limit:
            found["idle_limit"] = ["已经有人报名，只能放宽。"]
        if new.entries_per_team < old.entries_per_team:
            found["entries_per_team"] = ["已经有人报名，只能放宽。"]
    if new.entry_limit is not None and new.entry_limit < now.taken:
        found["entry_limit"] = [f"已经有 {now.taken} 个参赛者，名额不能更少。"]
    if now.state == Season.State.RUNNING:
        keep(
            "registration_opens_at",
            "registration_closes_at",
            "needs_approval",
            text="赛季已经开始，不能再改。",
        )
        if old.practice_allowed and not new.practice_allowed:
            found["practice_allowed"] = ["赛季已经开始，不能再收紧练习。"]
        if _tighter(old.practice_a_day, new.practice_a_day):
            found["practice_a_day"] = ["赛季已经开始，不能再收紧练习。"]
        if rounds := list(_hurt_windows(old, new, now)):
            found["rounds"] = rounds
    return found


def _tighter(old: int | None, new: int | None) -> bool:
    return new is not None and (old is None or new < old)


def _hurt_windows(old: Plan, new: Plan, now: Situation) -> Iterator[str]:
    if len(old.rounds) != len(new.rounds):
        yield "赛季已经开始，轮数不能再改。"
        return
    pairs = zip(old.rounds, new.rounds, now.opened, now.closed, strict=True)
    for number, (was, window, opened, closed) in enumerate(pairs, 1):
        if closed and window != was:
            yield f"第 {number} 轮已经结束，不能再改。"
        elif opened and (window.opens_at != was.opens_at or window.start_date != was.start_date):
            yield f"第 {number} 轮已经开始，只能推迟截止。"
        elif not closed and (window.opens_at < was.opens_at or window.closes_at < was.closes_at):
            yield f"第 {number} 轮只能推后，不能提前。"


def as_data(plan: Plan) -> dict[str, Any]:
    """For the audit trail."""
    rounds = [
        {
            "opens_at": window.opens_at.isoformat(),
            "closes_at": window.closes_at.isoformat(),
            "start_date": window.start_date and window.start_date.isoformat(),
        }
        for window in plan.rounds
    ]
    told = {name: _plain(getattr(plan, name)) for name in SETTINGS}
    return {**told, "slug": plan.slug, "rounds": rounds}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return value.total_seconds() if isinstance(value, timedelta) else value
