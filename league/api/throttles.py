"""Generous limits on the rate of requests; the limits of the game are the engine's.

The counters are in the cache, for all processes; but a process adds to them only every so many requests, so
that counting does not cost more than answering. When the cache is away each process counts for itself.
"""

import logging
import math
import threading
import time
from typing import ClassVar, NamedTuple

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from league.access import Caller

log = logging.getLogger(__name__)


class Rate(NamedTuple):
    most: int  # requests
    seconds: int  # in each window of so many
    share: int = 10  # a process adds to the common count after so many of its own


class Throttle(BaseThrottle):
    """Counted by key, or by address where there is none."""

    RATES: ClassVar[dict[str, Rate]] = {
        "tools": Rate(200, 10),
        "opens": Rate(60, 60, share=1),
        "reads": Rate(200, 10),
        "public": Rate(400, 10),
        "registers": Rate(20, 3600, share=1),
    }

    def allow_request(self, request: Request, view: APIView) -> bool:
        scope: str = getattr(view, "throttle_scope", "public")
        user: object = request.user
        who = f"key{user.key_id}" if isinstance(user, Caller) else request.META.get("REMOTE_ADDR", "")
        view.limit, self.left, within = allowance(scope, who)  # type: ignore[attr-defined]
        return within

    def wait(self) -> float:
        return math.ceil(self.left)


def allowance(scope: str, who: str) -> tuple[str, float, bool]:
    """Count one request: the limit in words, the seconds until its window ends, whether it is within."""
    rate = Throttle.RATES[scope]
    now = time.time()
    window = int(now // rate.seconds)
    within = not settings.RATE_LIMITS or _tally.count(f"rate:{scope}:{who}:{window}", rate) <= rate.most
    return f"{scope}: {rate.most}/{rate.seconds}s", (window + 1) * rate.seconds - now, within


class Tally:
    """Requests by counter: what all processes had when this one last asked, and its own since."""

    LARGEST = 10_000  # counters kept here before all are forgotten

    def __init__(self) -> None:
        self.counts: dict[str, tuple[int, int]] = {}
        self.lock = threading.Lock()

    def count(self, name: str, rate: Rate) -> int:
        with self.lock:
            known, own = self.counts.get(name, (0, 0))
            own += 1
            due = own % rate.share == 0
            self.counts[name] = (known, own)
            if len(self.counts) > self.LARGEST:
                self.counts = {name: (known, own)}
        if due and (total := _add(name, rate)) is not None:
            with self.lock:
                known, own = total, 0
                self.counts[name] = (known, own)
        return known + own


_tally = Tally()


def forget() -> None:
    """Start counting anew in this process."""
    _tally.counts.clear()


def _add(name: str, rate: Rate) -> int | None:
    try:
        cache.add(name, 0, rate.seconds + 5)
        return int(cache.incr(name, rate.share))
    except Exception as trouble:
        log.warning("requests are counted by process: %s", type(trouble).__name__)
        return None
