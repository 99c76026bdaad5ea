"""How the one who closed a day hears that it is settled: a Redis list per day, pushed to by who settles it.

The push stays for a minute, so that it does not matter who comes first. Where there is no Redis the task has
run before anybody could wait. A bell that cannot be rung loses nothing: the caller is told where to look.
"""

import logging
import threading
from functools import cache

import redis
from django.conf import settings

log = logging.getLogger(__name__)

KEPT_SECONDS = 60
SEATS = threading.BoundedSemaphore(4)  # threads of this process that may wait long; the others wait a second


@cache
def _client(url: str) -> "redis.Redis":
    return redis.Redis.from_url(url, socket_timeout=15, socket_connect_timeout=1)


def _name(match_id: str, day: int) -> str:
    return f"clawvend:settled:{match_id}:{day}"


def ring(match_id: str, day: int) -> None:
    if not settings.REDIS_URL:
        return
    try:
        pipe = _client(settings.REDIS_URL).pipeline(transaction=False)
        pipe.rpush(_name(match_id, day), 1)
        pipe.expire(_name(match_id, day), KEPT_SECONDS)
        pipe.execute()
    except redis.RedisError as trouble:
        log.warning("nobody hears that %s has settled day %d: %s", match_id, day, type(trouble).__name__)


def wait(match_id: str, day: int, seconds: float) -> None:
    """Return when the day is settled, or after `seconds`, or at once when Redis is away."""
    if not settings.REDIS_URL:
        return
    seated = SEATS.acquire(blocking=False)
    try:
        _client(settings.REDIS_URL).blpop([_name(match_id, day)], timeout=seconds if seated else 1)
    except redis.RedisError as trouble:
        log.warning("cannot wait for day %d of %s: %s", day, match_id, type(trouble).__name__)
    finally:
        if seated:
            SEATS.release()
