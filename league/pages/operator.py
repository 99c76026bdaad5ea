"""`/ops/`: how the installation is, for its operators (Django's staff). Nobody else has such a page."""

from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league import vitals
from league.access import NotThere
from league.models import Delivery, Settlement

QUEUES = {"settlement": "结算", "clock": "时钟", "slow": "慢活（通知、打包）", "in_hand": "正在处理"}
LATEST = 10


@never_cache
@require_safe
def ops(request: HttpRequest) -> HttpResponse:
    if not (isinstance(request.user, User) and request.user.is_active and request.user.is_staff):
        raise NotThere
    state = vitals.vitals()
    stuck = Settlement.objects.filter(settled_at=None, requested_at__lt=state.now - vitals.STUCK_AFTER)
    failed = Delivery.objects.filter(state=Delivery.State.FAILED).select_related("hook__league")
    return render(
        request,
        "pages/operator.html",
        {
            "state": state,
            "troubles": troubles(state),
            "queues": [(QUEUES[name], tasks) for name, tasks in (state.queues or {}).items()],
            "stuck": stuck.order_by("requested_at").annotate(league=F("match__league__name"))[:LATEST],
            "failed": failed.order_by("-created_at")[:LATEST],
            "about": vitals.about(),
            "sizes": vitals.sizes(),
            "backup": last_backup(),
            "embedded": settings.EMBEDDED,
        },
    )


def troubles(state: vitals.Vitals) -> list[str]:
    """What wants a hand, in whole sentences."""
    found = {
        "时钟停了：轮次不会开始、截止和公布。看 beat 和结算 worker 是否在运行。": state.pulse.alarm,
        "连不上 Redis：比赛照常进行，当天的结算要等它恢复。": state.queues is None,
        f"{state.stuck} 个已关的日子超过 30 秒没有结算。看结算 worker 的日志。": bool(state.stuck),
        f"{state.notices_overdue} 条通知超过 5 分钟没有发。看慢活 worker 的日志。": bool(
            state.notices_overdue
        ),
    }
    return [sentence for sentence, is_so in found.items() if is_so]


def last_backup() -> datetime | None:
    """Of those that this machine can see."""
    folder: Any = Path(settings.BACKUPS)
    found = [path.stat().st_mtime for path in folder.glob("clawvend-*") if path.suffix != ".part"]
    return datetime.fromtimestamp(max(found), timezone.get_current_timezone()) if found else None
