"""What a referee decides about a match: no contest, and whether it is played again."""

from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from league import audit, play, standings
from league.models import Match, Round, Season
from league.schedule.legal import State


def standing_in_the_way(match: Match) -> str | None:
    """Why this match cannot be voided or re-run; None when it can."""
    if match.round is None:
        return "练习赛不计成绩，不需要作废。"
    if match.voided_at is not None:
        return "这场比赛已经作废。"
    if match.round.season.state == State.PUBLISHED:
        return "成绩已经公布；请先撤回公布。"
    return None


def no_rerun(match: Match) -> str | None:
    """Why it can be voided but not played again."""
    if match.round is None:
        return "练习赛不能重赛。"
    paired = match.round.season.world_mode == Season.WorldMode.PAIRED
    if paired and match.round.closed_at is not None:
        return "这一轮的世界已经公开，不能在同一个世界里重赛。"
    return None


def default_due(match: Match, now: datetime) -> datetime:
    """A re-run has the rest of the round, or as long as the round was, if that is over or nearly so."""
    assert match.round is not None
    length = match.round.closes_at - match.round.opens_at
    return max(match.round.closes_at, (now + length).replace(second=0, microsecond=0))


def void(match: Match, fault: str, reason: str, actor: audit.Actor) -> bool:
    """No contest. True when this call did it."""
    _require(match, reason)
    return play.void(
        match.pk,
        fault=fault,
        reason=reason,
        also=partial(_record, match, actor, "match.voided", fault, reason),
    )


def rerun(match: Match, fault: str, reason: str, actor: audit.Actor, due_at: datetime | None = None) -> Match:
    """Void it and open it anew; the one that is there already, if another hand was faster."""
    match = Match.objects.select_related("round__season__league", "superseded_by").get(pk=match.pk)
    if match.superseded_by is not None:
        return match.superseded_by
    _require(match, reason)
    if trouble := no_rerun(match):
        raise ValidationError(trouble, code="world_is_public")
    now = timezone.now()
    due_at = due_at or default_due(match, now)
    if due_at <= now:
        raise ValidationError({"due_at": "重赛的截止时间要在以后。"})
    return play.rerun(
        match.pk,
        fault=fault,
        reason=reason,
        due_at=due_at,
        also=partial(_reopen, match, actor, fault, reason),
    )


def _require(match: Match, reason: str) -> None:
    if trouble := standing_in_the_way(match):
        raise ValidationError(trouble, code="cannot_void")
    if not reason.strip():
        raise ValidationError({"reason": "请写明理由。"})


def _reopen(match: Match, actor: audit.Actor, fault: str, reason: str) -> None:
    """In the transaction of the re-run: its round and season go on until it is played."""
    assert match.round is not None
    _record(match, actor, "match.rerun", fault, reason)
    Round.objects.filter(pk=match.round.pk).update(closed_at=None)
    Season.objects.filter(pk=match.round.season_id, state=State.CLOSED).update(
        state=State.RUNNING, closed_at=None
    )


def _record(match: Match, actor: audit.Actor, verb: str, fault: str, reason: str) -> None:
    audit.record(match.league, actor, verb, match, {"fault": fault, "reason": reason})


class WhatIf(NamedTuple):
    """One line of the board as it is, and as it would be without the match."""

    name: str
    rank: int | None
    then: int | None
    net_worth: int | None
    net_worth_then: int | None


def what_if(match: Match) -> list[WhatIf]:
    """What the net worth board becomes if this match does not count: done, read, and taken back."""
    assert match.round is not None
    season = match.round.season
    now = {row.number: row for row in standings.standings(season, "net_worth", public=False).rows}
    with transaction.atomic():
        Match.objects.filter(pk=match.pk).update(
            voided_at=timezone.now(), fault=Match.Fault.PLATFORM, void_reason="…"
        )
        if match.entry_id is not None:
            standings.recompute(match.entry_id)
        then = standings.standings(season, "net_worth", public=False).rows
        transaction.set_rollback(True)
    return [
        WhatIf(
            row.agent_name,
            now[row.number].rank,
            row.rank,
            now[row.number].figures.net_worth_mean,
            row.figures.net_worth_mean,
        )
        for row in then
        if row.number in now
    ]
