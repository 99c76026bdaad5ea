"""One look at all seasons: what is due is done. Celery beat and the embedded ticker call the same."""

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial

from league import play
from league.models import Season
from league.schedule import beat, rounds, seasons
from league.schedule.legal import State

log = logging.getLogger(__name__)


def look(now: datetime) -> None:
    """Steps are independent: one that fails is logged, and the next is taken."""
    since = beat.strike(now)
    for step in (
        lambda: move_seasons(now),
        lambda: rounds.open_due(now),
        rounds.open_matches,
        lambda: rounds.end_idle(now, since),
        lambda: rounds.end_due(now, since),
        rounds.lift_open,
        lambda: rounds.close_due(now),
        rounds.release_closed,
        lambda: move_seasons(now),
        play.thaw_published,
    ):
        _try(step)


def move_seasons(now: datetime) -> None:
    for season in Season.objects.exclude(state=State.PUBLISHED).prefetch_related("rounds"):
        _try(partial(_move, season, now))


def _move(season: Season, now: datetime) -> None:
    while seasons.step(season, now):  # a season that was never looked at may be due for several moves
        pass


def _try(do: Callable[[], object]) -> None:
    try:
        do()
    except Exception:
        log.exception("a step of the clock failed")
