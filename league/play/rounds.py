"""Matches of a season: each is opened once, and once more if the platform spoiled it."""

import logging
import secrets
from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.db import IntegrityError, transaction
from django.utils import timezone

from league import standings
from league.models import Entry, Match, Round, RoundSecret, Season, Settlement
from league.play import embargo
from league.play.hinge import Sealed, lock, stop
from league.play.opening import Deal, NotNow, deal, write
from league.play.table import writing

log = logging.getLogger(__name__)


def open_round_match(round: Round, entry: Entry, number: int) -> Match | None:
    """The entry's match of that number, opened now if it never was. Two clocks at once open one."""
    if found := _any(round, entry, number):
        return found
    new, held = _deal(round)
    try:
        with writing():
            playing = Entry.objects.select_for_update().filter(pk=entry.pk, state=Entry.State.ACCEPTED)
            if not playing.exists() or _any(round, entry, number):
                return _any(round, entry, number)
            held = held or _frozen(round)
            return write(new, _row(round, entry, number, round.closes_at), held=held)
    except IntegrityError:
        return _any(round, entry, number)


def void(match_id: str, *, fault: str, reason: str, also: Callable[[], None] = lambda: None) -> bool:
    """Whatever comes of this match from now on counts for nothing. One that is under way ends. `also` is done
    in the same transaction, by the call that voids it."""
    with writing():
        done = _void(lock("m.id = %s", match_id), fault, reason)
        if done:
            also()
    return done


def rerun(
    match_id: str, *, fault: str, reason: str, due_at: datetime, also: Callable[[], None] = lambda: None
) -> Match:
    """Void a match and open it anew, once however often this is called."""
    old = Match.objects.select_related("round__season", "entry__agent", "superseded_by").get(pk=match_id)
    if old.superseded_by:
        return old.superseded_by
    if old.round is None or old.entry is None or old.number is None:
        raise NotNow("not_of_a_season")
    if old.round.season.world_mode == Season.WorldMode.PAIRED and old.round.public_day is None:
        raise NotNow("world_is_public")
    new, held = _deal(old.round)
    with writing():
        save = lock("m.id = %s", match_id)
        superseding = Match.objects.filter(supersedes=match_id).first()
        if superseding:
            return superseding
        _void(save, fault, reason)
        row = _row(old.round, old.entry, old.number, due_at)
        row.attempt = old.attempt + 1
        write(new, row, held=held or _frozen(old.round))
        Match.objects.filter(pk=match_id).update(superseded_by=row)
        also()
    return row


def _any(round: Round, entry: Entry, number: int) -> Match | None:
    return Match.objects.filter(round=round, entry=entry, number=number).order_by("-attempt").first()


def _deal(round: Round) -> tuple[Deal, bool]:
    """What the season's world mode says is shared (RULES §8), and whether it is held back."""
    season = round.season
    paired = season.world_mode == Season.WorldMode.PAIRED
    world = secrets.token_hex(16)
    if paired:
        secret, _ = RoundSecret.objects.get_or_create(round=round, defaults={"world_seed": world})
        world = secret.world_seed
    start = None if season.world_mode == Season.WorldMode.FREE else round.start_date
    return deal(season.ruleset, season.days, world, secrets.token_hex(16), start), paired


def _frozen(round: Round) -> bool:
    """Locked, so that a season is frozen before this match is opened, or after."""
    return standings.frozen(Season.objects.select_for_update(no_key=True).get(pk=round.season_id))


def _row(round: Round, entry: Entry, number: int, due_at: datetime) -> Match:
    return Match(
        league_id=round.season.league_id,
        agent=entry.agent,
        practice=False,
        round=round,
        entry=entry,
        number=number,
        due_at=due_at,
    )


def _void(save: Sealed, fault: str, reason: str) -> bool:
    at = timezone.now()
    if save.void:
        return False
    if save.phase != Match.Phase.FINISHED:
        try:
            with transaction.atomic():
                stop(save, reason)
        except Exception:  # its state cannot even be read: it stays as it is, and counts for nothing
            log.exception("%s could not be ended", save.match_id)
        Settlement.objects.filter(match_id=save.match_id, settled_at=None).update(settled_at=at)
    Match.objects.filter(pk=save.match_id).update(fault=fault, void_reason=reason[:200], voided_at=at)
    if save.entry_id is not None:
        embargo.tell_boards(save.entry_id)
        if save.held and save.round_id is not None:
            transaction.on_commit(partial(embargo.look_again, save.round_id))
    return True
