"""A round opens, is played and closes. Every function may be called by several clocks at once, and again
after a crash; where one match is stuck it goes on with the others."""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from league import notices, play
from league.models import Call, Entry, Match, Round, Season
from league.schedule import legal
from league.schedule.legal import State

log = logging.getLogger(__name__)

STUCK_AFTER = timedelta(minutes=10)  # past its deadline a match that cannot be ended is the platform's fault
AT_A_TIME = 100  # matches in one look

IDLE, DUE = "league idle limit", "round closed"
STUCK = "到截止时间平台仍未能结算这场比赛"


def open_due(now: datetime) -> None:
    """Claim the rounds whose time has come; `open_matches` fills them."""
    due = Round.objects.filter(season__state=State.RUNNING, opened_at=None, closed_at=None, opens_at__lte=now)
    for round in due.select_related("season__league"):
        paired = round.season.world_mode == Season.WorldMode.PAIRED
        with transaction.atomic():
            opened = Round.objects.filter(pk=round.pk, opened_at=None, closed_at=None).update(
                opened_at=now, public_day=0 if paired else None
            )
            if opened:
                log.info("round %d of season %d opened", round.number, round.season_id)
                notices.round_opened(round)


def open_matches() -> None:
    """The matches that open rounds lack. Who was accepted after a round opened plays from the next one on."""
    for round in Round.objects.filter(opened_at__isnull=False, closed_at=None).select_related("season"):
        for entry, number in list(missing(round))[:AT_A_TIME]:
            _go_on(play.open_round_match, round, entry, number)


def missing(round: Round) -> Iterator[tuple[Entry, int]]:
    for number in range(1, round.season.matches_per_round + 1):
        have = Match.objects.filter(round=round, number=number, entry__isnull=False).values("entry")
        entries = Entry.objects.filter(
            season=round.season_id, state=Entry.State.ACCEPTED, decided_at__lte=round.opened_at
        )
        for entry in entries.exclude(pk__in=have).select_related("agent").order_by("pk"):
            yield entry, number


def end_idle(now: datetime, clock_since: datetime) -> None:
    """Matches without a call for as long as their season allows. After an outage all have that long anew."""
    limits = Season.objects.filter(rounds__closed_at=None, rounds__opened_at__isnull=False).distinct()
    for season in limits:
        cutoff = now - season.idle_limit
        if clock_since > cutoff:
            continue
        calls = Call.objects.filter(match=OuterRef("pk"), created_at__gte=cutoff)
        idle = playing().filter(round__season=season, created_at__lt=cutoff).filter(~Exists(calls))
        for match_id in list(idle.values_list("pk", flat=True)[:AT_A_TIME]):
            _go_on(play.time_out, match_id, IDLE, Match.Fault.AGENT)


def end_due(now: datetime, clock_since: datetime) -> None:
    """Matches whose deadline has passed. One that will not end for long is nobody's: no contest."""
    due = playing().filter(due_at__lte=now).order_by("due_at")
    for match_id, opened, due_at in list(due.values_list("pk", "created_at", "due_at")[:AT_A_TIME]):
        assert due_at is not None
        deadline = legal.deadline(legal.Played(opened, opened, due_at), clock_since)
        if now >= deadline + STUCK_AFTER:
            _go_on(_give_up, match_id)
        elif now >= deadline:
            _go_on(play.time_out, match_id, DUE, Match.Fault.AGENT)


def _give_up(match_id: str) -> None:
    try:
        if play.time_out(match_id, DUE, Match.Fault.AGENT):
            return
    except Exception:
        log.exception("%s cannot be ended: no contest", match_id)
    play.void(match_id, fault=Match.Fault.PLATFORM, reason=STUCK)


def close_due(now: datetime) -> None:
    """Rounds whose window is over and whose matches are. Seeds of a paired round come out with it."""
    over = Round.objects.filter(opened_at__isnull=False, closed_at=None, closes_at__lte=now)
    for round in over.select_related("season"):
        _go_on(close, round, now)


def close(round: Round, now: datetime) -> bool:
    """A match that could not even be opened does not keep a round open for long."""
    if playing().filter(round=round).exists():
        return False
    if now < round.closes_at + STUCK_AFTER and next(missing(round), None):
        return False
    if not Round.objects.filter(pk=round.pk, closed_at=None).update(closed_at=now):
        return False
    log.info("round %d of season %d closed", round.number, round.season_id)
    return True


def release_closed() -> None:
    """What closed rounds still hold back. After the close, so that a crash between loses nothing."""
    for round_id in Round.objects.filter(closed_at__isnull=False, public_day__isnull=False).values_list(
        "pk", flat=True
    ):
        _go_on(play.release, round_id)


def lift_open() -> None:
    """Days that all matches have got past and that nobody told."""
    for round_id in Round.objects.filter(closed_at=None, public_day__isnull=False).values_list(
        "pk", flat=True
    ):
        _go_on(play.lift, round_id)


def playing() -> QuerySet[Match]:
    """Matches of rounds that count and are not finished, by where they really stand."""
    rows = Match.objects.filter(round__isnull=False, voided_at=None).exclude(phase=Match.Phase.FINISHED)
    return rows.exclude(held__phase=Match.Phase.FINISHED)


def _go_on(do: Callable[..., object], *values: object) -> None:
    try:
        do(*values)
    except Exception:
        log.exception("%s%s failed", getattr(do, "__qualname__", do), values)
