"""A season as JSON: read strictly into a Plan, and told."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from rest_framework.request import Request

from league import names
from league.api.errors import Malformed
from league.models import Round, Season
from league.schedule import legal
from league.schedule.plan import MOST_ROUNDS, Plan, Window, as_data

Wrong = dict[str, dict[str, str]]


class _Bad(ValueError):
    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en)
        self.said = {"zh": zh, "en": en}


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _Bad("要用文字。", "Must be text.")
    cleaned = names.clean(value)
    if not 1 <= len(cleaned) <= 80:
        raise _Bad("要用 1 到 80 个看得见的字。", "Must be 1 to 80 visible characters.")
    return cleaned


def _slug(value: Any) -> str:
    ok = isinstance(value, str) and len(value) <= 60 and value.replace("-", "").replace("_", "").isalnum()
    if not ok or not value.isascii():
        raise _Bad("只能用英文字母、数字和横线。", "Letters, digits and hyphens only.")
    return str(value).lower()


def _whole(lowest: int, highest: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
            raise _Bad(f"要用 {lowest} 到 {highest} 的整数。", f"A whole number from {lowest} to {highest}.")
        return value

    return read


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Bad("要用 true 或 false。", "Must be true or false.")
    return value


def instant(value: Any) -> datetime:
    try:
        at = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        at = None
    if at is None or at.utcoffset() is None or not 2000 < at.year < 2200:
        raise _Bad("要用带时区的时间，例如 2026-12-01T20:00:00+08:00。", "ISO 8601 with an offset.")
    return at


def _day(value: Any) -> date:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise _Bad("要用日期，例如 2026-12-01。", "A date such as 2026-12-01.") from None


def _seconds(value: Any) -> timedelta:
    return timedelta(seconds=_whole(0, 366 * 86400)(value))


def _or_none(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)


def _rounds(value: Any) -> tuple[Window, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_ROUNDS:
        raise _Bad(f"要用 1 到 {MOST_ROUNDS} 轮的列表。", f"A list of 1 to {MOST_ROUNDS} rounds.")
    return tuple(_window(one) for one in value)


def _window(value: Any) -> Window:
    if not isinstance(value, dict) or not {"opens_at", "closes_at"} <= value.keys():
        raise _Bad("每轮要写 opens_at 和 closes_at。", "Each round has opens_at and closes_at.")
    if value.keys() - {"opens_at", "closes_at", "start_date"}:
        raise _Bad("每轮只能写 opens_at、closes_at、start_date。", "Only opens_at, closes_at, start_date.")
    start = value.get("start_date")
    return Window(
        instant(value["opens_at"]), instant(value["closes_at"]), None if start is None else _day(start)
    )


def _known(value: Any) -> str:
    if not isinstance(value, str):
        raise _Bad("要用文字。", "Must be text.")
    return value


def _mode(value: Any) -> str:
    if value not in Season.WorldMode.values:
        raise _Bad("要用 calendar、paired 或 free。", "Must be calendar, paired or free.")
    return str(value)


# field in JSON: (name in Plan, how it is read)
FIELDS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "name": ("name", _text),
    "slug": ("slug", _slug),
    "ruleset": ("ruleset", _known),
    "days": ("days", _whole(1, 1000)),
    "world_mode": ("world_mode", _mode),
    "matches_per_round": ("matches_per_round", _whole(1, 5)),
    "entry_limit": ("entry_limit", _or_none(_whole(1, 10_000))),
    "entries_per_team": ("entries_per_team", _whole(1, 100)),
    "needs_approval": ("needs_approval", _flag),
    "practice_allowed": ("practice_allowed", _flag),
    "practice_a_day": ("practice_a_day", _or_none(_whole(0, 1000))),
    "idle_seconds": ("idle_limit", _seconds),
    "publish_after_seconds": ("publish_after", _or_none(_seconds)),
    "registration_opens_at": ("registration_opens_at", instant),
    "registration_closes_at": ("registration_closes_at", instant),
    "rounds": ("rounds", _rounds),
}
NEEDED = ("name", "days", "registration_opens_at", "registration_closes_at", "rounds")


def read_plan(body: dict[str, Any], base: Plan | None, ruleset: str) -> Plan:
    """A new plan of a whole body, or `base` with what the body names."""
    wrong: Wrong = {
        name[:100]: {"zh": "没有这个字段。", "en": "There is no such field."}
        for name in body.keys() - FIELDS.keys()
    }
    given: dict[str, Any] = {}
    for name in body.keys() & FIELDS.keys():
        target, read = FIELDS[name]
        try:
            given[target] = read(body[name])
        except _Bad as bad:
            wrong[name] = bad.said
    if base is None:
        for name in NEEDED:
            if name not in body:
                wrong[name] = {"zh": "缺少这个字段。", "en": "This field is missing."}
    if wrong:
        raise Malformed(wrong)
    return replace(base, **given) if base is not None else Plan(**{"ruleset": ruleset, **given})


def preview(plan: Plan) -> dict[str, Any]:
    """What would be made of a plan, in the words in which it is asked for."""
    told = as_data(plan)
    after = told.pop("publish_after")
    return {
        **told,
        "idle_seconds": int(told.pop("idle_limit")),
        "publish_after_seconds": None if after is None else int(after),
        "matches_each": plan.matches_each,
    }


def season(request: Request, row: Season) -> dict[str, Any]:
    """What anybody may know of a season. Needs its rounds and its league."""
    after, at = row.publish_after, f"/l/{row.league.slug}/{row.slug}/"
    return {
        "slug": row.slug,
        "name": row.name,
        "league": row.league.slug,
        "state": row.state,
        "scheduled": row.scheduled_at is not None,
        "time_zone": row.league.time_zone,
        "ruleset": row.ruleset,
        "days": row.days,
        "world_mode": row.world_mode,
        "matches_per_round": row.matches_per_round,
        "entry_limit": row.entry_limit,
        "entries_per_team": row.entries_per_team,
        "needs_approval": row.needs_approval,
        "practice_allowed": row.practice_allowed,
        "practice_a_day": row.practice_a_day,
        "idle_seconds": int(row.idle_limit.total_seconds()),
        "publish_after_seconds": None if after is None else int(after.total_seconds()),
        "registration_opens_at": row.registration_opens_at.isoformat(),
        "registration_closes_at": row.registration_closes_at.isoformat(),
        "closed_at": row.closed_at and row.closed_at.isoformat(),
        "published_at": row.published_at and row.published_at.isoformat(),
        "rounds": [_round(one) for one in row.rounds.all()],
        "url": request.build_absolute_uri(at),
        "enter_url": request.build_absolute_uri(f"{at}enter/"),
    }


def _round(row: Round) -> dict[str, Any]:
    return {
        "number": row.number,
        "state": legal.round_state(row),
        "opens_at": row.opens_at.isoformat(),
        "closes_at": row.closes_at.isoformat(),
        "start_date": row.start_date and row.start_date.isoformat(),
        "public_day": row.public_day,
    }
