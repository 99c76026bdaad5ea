"""Who plays in a season: entering, approving, leaving. Places are given out one after the other, behind a
lock on the season's row."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from league import audit
from league.models import Agent, Entry, Season
from league.schedule.legal import State

TAKES_A_PLACE = (Entry.State.PENDING, Entry.State.ACCEPTED)


def closed_to(season: Season, now: datetime) -> str | None:
    """Why nobody may enter now; None when one may."""
    if season.state == State.DRAFT or (
        season.state == State.REGISTRATION and now < season.registration_opens_at
    ):
        return "报名还没有开始。"
    if season.state != State.REGISTRATION or now >= season.registration_closes_at:
        return "报名已经截止。"
    return None


def enter(season: Season, agent: Agent, actor: audit.Actor, now: datetime | None = None) -> Entry:
    """An entry of this agent, or the one it has. Raises ValidationError with what stands in the way."""
    now = now or timezone.now()
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season.pk)
        entry = Entry.objects.filter(season=season, agent=agent).first()
        if entry is not None and entry.state in TAKES_A_PLACE:
            return entry
        if trouble := closed_to(season, now):
            raise ValidationError(trouble, code="registration_closed")
        if entry is not None and entry.state != Entry.State.WITHDRAWN:
            raise ValidationError("这个智能体的报名没有通过，不能再报。", code="entry_refused")
        _require_place(season, agent)
        entry = entry or Entry(season=season, agent=agent)
        entry.state = Entry.State.PENDING if season.needs_approval else Entry.State.ACCEPTED
        entry.decided_at, entry.reason = None if season.needs_approval else now, ""
        entry.save()
        audit.record(season.league, actor, "entry.made", entry, {"state": entry.state})
    return entry


def _require_place(season: Season, agent: Agent) -> None:
    if agent.retired_at is not None or agent.team.retired_at is not None:
        raise ValidationError("这个智能体已经停用。", code="agent_retired")
    taken = Entry.objects.filter(season=season, state__in=TAKES_A_PLACE)
    if season.entry_limit is not None and taken.count() >= season.entry_limit:
        raise ValidationError(f"{season.entry_limit} 个名额已经报满。", code="season_full")
    if taken.filter(agent__team=agent.team_id).count() >= season.entries_per_team:
        raise ValidationError(
            f"每支队伍最多报 {season.entries_per_team} 个智能体，你们已经报满。", code="team_full"
        )


def withdraw(entry: Entry, actor: audit.Actor, now: datetime | None = None) -> None:
    """Before the first round. Who has begun to play is not let out of the board."""
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=entry.season_id)
        if season.state not in (State.DRAFT, State.REGISTRATION):
            raise ValidationError("赛季已经开始，不能退出；不想继续可以不再行动。", code="season_started")
        if _decide(entry, TAKES_A_PLACE, Entry.State.WITHDRAWN, "", now):
            audit.record(season.league, actor, "entry.withdrawn", entry)


def withdraw_all(agents: QuerySet[Agent], actor: audit.Actor) -> None:
    """Of agents that go out of use: their places in seasons that have not begun are free again."""
    rows = Entry.objects.filter(agent__in=agents, state__in=TAKES_A_PLACE)
    for entry in rows.filter(season__state__in=(State.DRAFT, State.REGISTRATION)).order_by("season_id"):
        try:
            withdraw(entry, actor)
        except ValidationError:  # the season began at this moment: it is played, and counts
            continue


def approve(entry: Entry, actor: audit.Actor, now: datetime | None = None) -> None:
    """Also during the season: who is let in late plays from the next round on."""
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=entry.season_id)
        _require_unfinished(season)
        if entry.state == Entry.State.DECLINED:
            _require_place(season, entry.agent)
        waiting = (Entry.State.PENDING, Entry.State.DECLINED)
        if _decide(entry, waiting, Entry.State.ACCEPTED, "", now):
            audit.record(season.league, actor, "entry.approved", entry)


def decline(entry: Entry, reason: str, actor: audit.Actor, now: datetime | None = None) -> None:
    """Who was accepted may be declined until the season starts; from then on that is a disqualification."""
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=entry.season_id)
        _require_unfinished(season)
        started = season.state == State.RUNNING
        open_to = (Entry.State.PENDING,) if started else TAKES_A_PLACE
        if _decide(entry, open_to, Entry.State.DECLINED, reason, now):
            audit.record(season.league, actor, "entry.declined", entry, {"reason": reason})


def _require_unfinished(season: Season) -> None:
    if season.state in (State.CLOSED, State.PUBLISHED):
        raise ValidationError("赛季已经结束。", code="season_over")


def _decide(
    entry: Entry, before: tuple[Entry.State, ...], state: Entry.State, reason: str, now: datetime | None
) -> bool:
    """Whether this call changed it: a repeat changes nothing, and anything else is told."""
    now = now or timezone.now()
    changed = Entry.objects.filter(pk=entry.pk, state__in=before).update(
        state=state, reason=reason, decided_at=now
    )
    entry.refresh_from_db()
    if not changed and entry.state != state:
        raise ValidationError(f"这条报名现在是「{entry.get_state_display()}」。", code="entry_state")
    return bool(changed)
