"""How the installation is: for /readyz, for Prometheus, and for the operator's page."""

import os
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Min, Q
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

from league.models import Delivery, Match, Settlement
from league.schedule import beat

STUCK_AFTER = timedelta(seconds=30)  # a day that nobody has settled by then
OVERDUE = timedelta(minutes=5)  # a notice that should have been tried by then
QUEUES = ("settlement", "clock", "slow")


class Vitals(NamedTuple):
    now: datetime
    pulse: beat.Pulse
    open: int
    settling: int
    oldest: float  # seconds that the oldest closed day has waited
    stuck: int
    queues: dict[str, int] | None  # None: Redis is away
    notices_overdue: int
    notices_failed: int  # in a day

    @property
    def beat_age(self) -> float | None:
        return None if self.pulse.at is None else (self.now - self.pulse.at).total_seconds()


def vitals() -> Vitals:
    """Five queries, all on partial indexes."""
    now = timezone.now()
    waiting = Settlement.objects.filter(settled_at=None).aggregate(
        oldest=Min("requested_at"), stuck=Count("day", filter=Q(requested_at__lt=now - STUCK_AFTER))
    )
    phases = dict(
        Match.objects.filter(voided_at=None)
        .exclude(phase=Match.Phase.FINISHED)
        .values_list("phase")
        .annotate(n=Count("pk"))
        .order_by()
    )
    overdue = Delivery.objects.filter(
        state=Delivery.State.PENDING, due_at__lt=now - OVERDUE, hook__active=True
    )
    failed = Delivery.objects.filter(state=Delivery.State.FAILED, created_at__gte=now - timedelta(days=1))
    return Vitals(
        now,
        beat.pulse(now),
        phases.get(Match.Phase.OPEN, 0),
        phases.get(Match.Phase.SETTLING, 0),
        (now - waiting["oldest"]).total_seconds() if waiting["oldest"] else 0.0,
        waiting["stuck"],
        depths(),
        overdue.count(),
        failed.count(),
    )


@cache
def _redis(url: str) -> "redis.Redis":
    return redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=1)


def depths() -> dict[str, int] | None:
    """Tasks that wait in each queue, and those that a worker has in hand; {} where there is no Redis."""
    if not settings.REDIS_URL:
        return {}
    try:
        pipe = _redis(settings.REDIS_URL).pipeline(transaction=False)
        for name in QUEUES:
            pipe.llen(name)
        pipe.hlen("unacked")
        return dict(zip((*QUEUES, "in_hand"), map(int, pipe.execute()), strict=True))
    except redis.RedisError:
        return None


def checks() -> dict[str, str]:
    """Each part in a word: "ok", or what is wrong."""
    told = {"database": "ok", "migrations": "unknown", "redis": "ok", "clock": "unknown"}
    try:
        told["migrations"] = "ok" if _migrated() else "pending"
        told["clock"] = "late" if beat.pulse().alarm else "ok"
    except DatabaseError:
        told["database"] = "away"
    except Exception as trouble:  # the pool's own timeout, or whatever a half-made database brings
        told["database"] = type(trouble).__name__
    if depths() is None:
        told["redis"] = "away"
    return told


_up_to_date = False


def _migrated() -> bool:
    """Whether the database has all that this code wants. It stays so: an older process may run beside a newer
    schema, never the other way round."""
    global _up_to_date
    connection.ensure_connection()
    if not _up_to_date:
        executor = MigrationExecutor(connection)
        _up_to_date = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _up_to_date


def exposition() -> bytes:
    """All metrics as text. With PROMETHEUS_MULTIPROC_DIR those of all web processes that share it."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    counted = REGISTRY
    if folder:
        _bury(Path(folder))
        counted = CollectorRegistry()
        MultiProcessCollector(counted, folder)  # type: ignore[no-untyped-call]
    asked = CollectorRegistry()
    asked.register(_Asked())
    return generate_latest(counted) + generate_latest(asked)


def _bury(folder: Path) -> None:
    """A process that was killed leaves its gauges behind: sockets that nobody has any more."""
    for path in folder.glob("gauge_live*_*.db"):
        found = re.search(r"_(\d+)\.db$", path.name)
        if found and not Path(f"/proc/{found[1]}").exists():
            path.unlink(missing_ok=True)


class _Asked:
    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            state = vitals()
        except Exception as trouble:  # the counters are worth having without the database
            yield _gauge("up", "Whether the database answered.", 0 if trouble else 1)
            return
        yield _gauge("up", "Whether the database answered.", 1)
        yield _gauge("heartbeat_age_seconds", "Since the clock last ran.", state.beat_age)
        yield _gauge("matches_open", "Matches under way.", state.open)
        yield _gauge("matches_settling", "Matches with a closed day.", state.settling)
        yield _gauge("settlement_lag_seconds", "How long the oldest closed day has waited.", state.oldest)
        yield _gauge("matches_stuck", "Closed days that have waited over 30 s.", state.stuck)
        yield _gauge("notices_overdue", "Notices due for 5 minutes and not tried.", state.notices_overdue)
        yield _gauge("notices_failed", "Notices given up in a day.", state.notices_failed)
        depth = GaugeMetricFamily("clawvend_queue_depth", "Tasks that wait.", labels=["queue"])
        for name, tasks in (state.queues or {}).items():
            depth.add_metric([name], tasks)
        yield depth


def _gauge(name: str, text: str, value: float | None) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"clawvend_{name}", text, value=float("nan") if value is None else value)


def about() -> dict[str, Any]:
    """What runs here: for the operator's page."""
    import platform

    import celery
    import django

    import engine

    return {
        "clawvend": settings.VERSION,
        "python": platform.python_version(),
        "django": django.__version__,
        "celery": celery.__version__,
        "database": _database_version(),
        "redis": _redis_version(),
        "rulesets": "、".join(engine.known()),
    }


def _database_version() -> str:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT sqlite_version()")
            return f"SQLite {cursor.fetchone()[0]}"
        cursor.execute("SHOW server_version")
        return f"PostgreSQL {cursor.fetchone()[0]}"


def _redis_version() -> str:
    if not settings.REDIS_URL:
        return "—"
    try:
        return f"Redis {_redis(settings.REDIS_URL).info('server')['redis_version']}"
    except redis.RedisError:
        return "连不上"


def sizes() -> list[tuple[str, int]]:
    """The largest tables in bytes, with their indexes and what is stored beside them."""
    if connection.vendor == "sqlite":
        path = Path(str(connection.settings_dict["NAME"]))
        parts = (path, path.with_name(f"{path.name}-wal"))
        return [(part.name, part.stat().st_size) for part in parts if part.exists()]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_total_relation_size(relid) FROM pg_catalog.pg_statio_user_tables "
            "ORDER BY 2 DESC LIMIT 8"
        )
        return list(cursor.fetchall())
