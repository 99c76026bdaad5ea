"""A season is written down, changed, and moved from state to state. Each move is one conditional UPDATE, so
that of two clocks or hands at once one makes it."""

import secrets
from datetime import date, datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from league import audit, names, notices
from league.models import Entry, League, Match, Round, Season
from league.schedule import legal
from league.schedule.entries import TAKES_A_PLACE
from league.schedule.legal import State
from league.schedule.plan import RESERVED, SETTINGS, Plan, Situation, Window, as_data, hurts, plan_of, wrong

FIRST_START, START_DAYS = date(2026, 1, 1), 365  # RULES §4: any day of 2026


def create(league: League, plan: Plan, actor: audit.Actor, *, created_by: int | None = None) -> Season:
    """A draft. Raises ValidationError by field."""
    _require(wrong(plan))
    if league.retired_at is not None:
        raise ValidationError("这个联赛已经停办，不能再办赛季；要办先恢复联赛。", code="league_retired")
    slug = plan.slug or names.slug_of(plan.name, "season")
    taken = slug in RESERVED or Season.objects.filter(league=league, slug=slug).exists()
    if taken and not plan.slug:
        slug = names.another_slug(slug)
    try:
        with transaction.atomic():
            values = {name: getattr(plan, name) for name in SETTINGS}
            season = Season.objects.create(league=league, slug=slug, created_by_id=created_by, **values)
            Round.objects.bulk_create(_round(season, n, window) for n, window in enumerate(plan.rounds, 1))
            audit.record(league, actor, "season.created", season, as_data(plan))
    except IntegrityError:
        raise ValidationError(_taken(league, plan, slug)) from None
    return season


def change(season: Season, plan: Plan, actor: audit.Actor) -> list[str]:
    """Make a season what the plan says, as far as that hurts nobody; the names of what changed."""
    _require(wrong(plan))
    try:
        with transaction.atomic():
            season = Season.objects.select_for_update().select_related("league").get(pk=season.pk)
            rounds = list(season.rounds.select_for_update().order_by("number"))
            old = plan_of(season, rounds)
            _require(hurts(old, plan, situation(season, rounds)))
            changed = [name for name in SETTINGS if getattr(old, name) != getattr(plan, name)]
            if changed:
                for name in changed:
                    setattr(season, name, getattr(plan, name))
                season.save(update_fields=[*changed, *(["name_key"] if "name" in changed else [])])
            if plan.slug and plan.slug != season.slug and season.state == State.DRAFT:
                Season.objects.filter(pk=season.pk).update(slug=plan.slug)
                changed.append("slug")
            if old.rounds != plan.rounds:
                _set_windows(season, rounds, plan.rounds)
                changed.append("rounds")
            if "world_mode" in changed:
                for round in season.rounds.all():
                    round.start_date = _start(season, round.start_date)
                    round.save(update_fields=["start_date"])
            if changed:
                before, after = as_data(old), as_data(plan)
                told = {name: [before[name], after[name]] for name in changed}
                audit.record(season.league, actor, "season.changed", season, told)
    except IntegrityError:
        raise ValidationError(_taken(season.league, plan, plan.slug)) from None
    return changed


def situation(season: Season, rounds: list[Round]) -> Situation:
    return Situation(
        state=season.state,
        taken=Entry.objects.filter(season=season, state__in=TAKES_A_PLACE).count(),
        opened=tuple(r.opened_at is not None for r in rounds),
        closed=tuple(r.closed_at is not None for r in rounds),
    )


def _set_windows(season: Season, rounds: list[Round], windows: tuple[Window, ...]) -> None:
    for round, window in zip(rounds, windows, strict=False):
        later = window.closes_at != round.closes_at
        round.opens_at, round.closes_at = window.opens_at, window.closes_at
        round.start_date = _start(season, window.start_date or round.start_date)
        round.save(update_fields=["opens_at", "closes_at", "start_date"])
        if later:  # who has longer already, by a re-run, keeps it
            Match.objects.filter(round=round, due_at__lt=window.closes_at).update(due_at=window.closes_at)
    for extra in rounds[len(windows) :]:
        extra.delete()
    start = len(rounds)
    Round.objects.bulk_create(
        _round(season, n, window) for n, window in enumerate(windows[start:], start + 1)
    )


def _round(season: Season, number: int, window: Window) -> Round:
    return Round(
        season=season,
        number=number,
        opens_at=window.opens_at,
        closes_at=window.closes_at,
        start_date=_start(season, window.start_date),
    )


def _start(season: Season, wanted: date | None) -> date | None:
    """The date on which all matches of a round start is known from the beginning, where there is one."""
    if season.world_mode == Season.WorldMode.FREE:
        return None
    return wanted or FIRST_START + timedelta(days=secrets.randbelow(START_DAYS))


def delete(season: Season, actor: audit.Actor) -> None:
    """A draft that nobody entered goes; anything else stays for ever."""
    with transaction.atomic():
        found = Season.objects.select_for_update().filter(pk=season.pk, state=State.DRAFT).first()
        if found is None:
            raise ValidationError("只有草稿可以删除。", code="not_a_draft")
        if found.entries.exists():
            raise ValidationError("已经有人报过名，不能删除。", code="has_entries")
        audit.record(found.league, actor, "season.deleted", found)
        found.delete()


def arm(season: Season, actor: audit.Actor, now: datetime | None = None) -> bool:
    """排定: from now on the clock moves this draft."""
    now = now or timezone.now()
    with transaction.atomic():
        draft = Season.objects.filter(pk=season.pk, state=State.DRAFT, scheduled_at=None)
        done = draft.update(scheduled_at=now)
        if done:
            season.scheduled_at = now
            audit.record(season.league, actor, "season.scheduled", season)
    return bool(done)


def facts(season: Season) -> legal.Facts:
    counted = Entry.objects.filter(season=season).aggregate(
        entries=Count("pk", filter=Q(state__in=TAKES_A_PLACE)),
        accepted=Count("pk", filter=Q(state=Entry.State.ACCEPTED)),
    )
    return legal.Facts(**counted, under_way=under_way(season).count())


def under_way(season: Season) -> QuerySet[Match]:
    """Matches that count and are not finished: where they really stand."""
    rows = Match.objects.filter(round__season=season, voided_at=None)
    return rows.exclude(phase=Match.Phase.FINISHED).exclude(held__phase=Match.Phase.FINISHED)


def move(
    season: Season, to: str, actor: audit.Actor, *, reason: str = "", now: datetime | None = None
) -> bool:
    """By hand. True when this call made the move, False when it was made already."""
    now = now or timezone.now()
    with transaction.atomic():
        season = Season.objects.select_for_update().select_related("league").get(pk=season.pk)
        if season.state == to:
            return False
        if trouble := legal.refused(season, to, facts(season)):
            raise ValidationError(trouble, code="illegal_move")
        if legal.MOVES[season.state, to].ends_play and not reason.strip():
            raise ValidationError("请写明理由。", code="reason_missing")
        if (season.state, to) == (State.REGISTRATION, State.RUNNING):
            _start_now(season, now)
        if (season.state, to) == (State.DRAFT, State.REGISTRATION):
            _register_now(season, now)
        return _move(season, to, actor, now, reason)


def _register_now(season: Season, now: datetime) -> None:
    if season.registration_closes_at <= now:
        raise ValidationError("报名截止时间已过，请先改日程。", code="registration_closed")
    opens = min(season.registration_opens_at, now.replace(second=0, microsecond=0))
    Season.objects.filter(pk=season.pk).update(registration_opens_at=opens)


def _start_now(season: Season, now: datetime) -> None:
    """Registration ends, and the first round opens now instead of later."""
    minute = now.replace(second=0, microsecond=0)
    closes = max(minute, season.registration_opens_at + timedelta(minutes=1))
    if season.registration_closes_at > closes:
        Season.objects.filter(pk=season.pk).update(registration_closes_at=closes)
    Round.objects.filter(season=season, number=1, opens_at__gt=closes).update(opens_at=closes)


def step(season: Season, now: datetime) -> str | None:
    """By the clock: the move that is due, if another clock has not made it."""
    rounds = list(season.rounds.all())
    to = legal.due(season, rounds, now)
    if to is None or (to == State.PUBLISHED and under_way(season).exists()):
        return None
    with transaction.atomic():
        return to if _move(season, to, None, now, "") else None


def _move(season: Season, to: str, actor: audit.Actor, now: datetime, reason: str) -> bool:
    start = season.state
    values: dict[str, Any] = {}
    match to:
        case State.DRAFT:
            values = {"scheduled_at": None}
        case State.CLOSED if start == State.PUBLISHED:
            values = {"published_at": None, "publish_after": None}  # or the clock would publish it at once
        case State.CLOSED:
            values = {"closed_at": now}
        case State.PUBLISHED:
            values = {"published_at": now}
    if not Season.objects.filter(pk=season.pk, state=start).update(state=to, **values):
        return False
    if to == State.CLOSED and start != State.PUBLISHED:  # rounds that never opened never will
        Round.objects.filter(season=season, closed_at=None).update(closed_at=now)
    season.refresh_from_db()
    if to == State.PUBLISHED:
        notices.season_published(season)
    told = {"from": start, "to": to, **({"reason": reason} if reason else {})}
    audit.record(season.league, actor, "season.moved", season, told)
    return True


def _require(troubles: dict[str, list[str]]) -> None:
    if troubles:
        raise ValidationError(troubles)


def _taken(league: League, plan: Plan, slug: str) -> dict[str, str]:
    if slug and Season.objects.filter(league=league, slug=slug).exists():
        return {"slug": "这个网址名已经用了。"}
    return {"name": f"这个联赛已经有叫「{plan.name}」或看上去一样的赛季。"}
