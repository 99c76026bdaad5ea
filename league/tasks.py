"""Celery's leaves: primitives in, one call, done. All of them may be lost, doubled or killed half-way."""

import logging
from collections.abc import Callable
from datetime import timedelta

from celery import shared_task
from django.core.cache import cache
from django.core.mail import send_mail
from django.core.management import call_command
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from league import access, notices, play, replays, schedule

log = logging.getLogger(__name__)

LOST_AFTER = timedelta(seconds=10)  # a settlement not done by then is asked for again
IDLE_PRACTICE = timedelta(days=7)  # without a call a practice match times out
AT_A_TIME = 50
QUEUE_KEPT = timedelta(days=30)  # the queue of a finished match


@shared_task(name="league.tasks.settle", ignore_result=True)
def settle(match_id: str, day: int) -> None:
    with bound_contextvars(match_id=match_id, day=day):
        play.settle_day(match_id, day)


@shared_task(name="league.tasks.pack", ignore_result=True)
def pack(match_id: str) -> None:
    replays.pack(match_id)


@shared_task(name="league.tasks.tick", ignore_result=True)
def tick() -> None:
    """What nobody asks for: settlements that were lost, matches that were left, replays to pack, seasons. One
    that fails is logged and does not hold up the others."""
    now = timezone.now()
    for match_id, day in play.lost_settlements(now - LOST_AFTER, AT_A_TIME):
        log.info("day %d of %s is asked for again", day, match_id)
        play.queue(match_id, day)
    for match_id in access.idle_practice(now - IDLE_PRACTICE)[:AT_A_TIME]:
        _try(play.time_out, match_id, "practice left idle")
    for match_id in access.unpacked()[:AT_A_TIME]:
        if cache.add(f"packing:{match_id}", 1, 60):
            _try(pack.delay, match_id)
    _try(schedule.look, now)


@shared_task(name="league.tasks.notify", ignore_result=True)
def notify() -> None:
    """Notices that are due. Apart from tick: nobody's slow address holds up a season."""
    notices.deliver()


@shared_task(name="league.tasks.tidy", ignore_result=True)
def tidy() -> None:
    """Each night: what nobody will ask for again. What was played is kept for ever."""
    _try(notices.forget_old)
    _try(play.forget_settled, timezone.now() - QUEUE_KEPT)
    _try(call_command, "clearsessions")


def _try(do: Callable[..., object], *values: object) -> None:
    try:
        do(*values)
    except Exception:
        log.exception("%s%s failed", getattr(do, "__qualname__", do), values)


@shared_task(name="league.tasks.post", ignore_result=True, autoretry_for=(OSError,), retry_backoff=30)
def post(subject: str, body: str, to: str) -> None:
    """A letter. One that cannot be sent is tried again for a while."""
    send_mail(" ".join(subject.split()), body, None, [to])
