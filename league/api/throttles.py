"""Generous limits on the rate of requests; the limits of the game are the engine's. One counter per caller
and window in the cache; when the cache is away nobody is limited."""

import logging
import time
from typing import ClassVar

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from league.access import Caller

log = logging.getLogger(__name__)


class Throttle(BaseThrottle):
    """So many requests in each window of so many seconds, counted by key, or by address without one."""

    RATES: ClassVar[dict[str, tuple[int, int]]] = {
        "tools": (200, 10),
        "opens": (60, 60),
        "reads": (200, 10),
        "public": (400, 10),
        "registers": (20, 3600),
    }

    def allow_request(self, request: Request, view: APIView) -> bool:
        scope: str = getattr(view, "throttle_scope", "public")
        user: object = request.user
        who = f"key{user.key_id}" if isinstance(user, Caller) else request.META.get("REMOTE_ADDR", "")
        view.limit, self.left, within = allowance(scope, who)  # type: ignore[attr-defined]
        return within

    def wait(self) -> float:
        return self.left


def allowance(scope: str, who: str) -> tuple[str, float, bool]:
    """Count one request: the limit in words, the seconds until its window ends, whether it is within."""
    most, seconds = Throttle.RATES[scope]
    now = time.time()
    window = int(now // seconds)
    within = _count(f"rate:{scope}:{who}:{window}", seconds) <= most
    return f"{scope}: {most}/{seconds}s", (window + 1) * seconds - now, within


def _count(name: str, seconds: int) -> int:
    try:
        try:
            return int(cache.incr(name))
        except ValueError:
            return 1 if cache.add(name, 1, seconds + 1) else int(cache.incr(name))
    except Exception as trouble:
        log.warning("requests are not counted: %s", type(trouble).__name__)
        return 0
