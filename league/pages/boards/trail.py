"""`/l/{league}/manage/audit/`: who did what, newest first. There is no way to change it, here or anywhere."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league import access, audit
from league.models import AuditEntry
from league.pages.console import page

AT_A_TIME = 50
CALLED = {
    "reason": "理由",
    "what": "内容",
    "seq": "步",
    "kind": "种类",
    "fault": "责任",
    "from": "原来",
    "to": "改为",
}


@page
def trail(request: HttpRequest, slug: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug)
    rows = AuditEntry.objects.filter(league=seat.league).order_by("-at", "-pk")
    verb = request.GET.get("verb", "")
    if verb in audit.VERBS:
        rows = rows.filter(verb=verb)
    before = request.GET.get("before", "")
    if before.isascii() and before.isdecimal() and len(before) < 19:
        rows = rows.filter(pk__lt=int(before))
    found = list(rows[: AT_A_TIME + 1])
    return render(
        request,
        "boards/audit.html",
        {
            "seat": seat,
            "league": seat.league,
            "verbs": sorted(audit.VERBS.items(), key=lambda pair: pair[1]),
            "verb": verb,
            "rows": [(row, audit.VERBS.get(row.verb, row.verb), told(row.data)) for row in found[:AT_A_TIME]],
            "next": found[AT_A_TIME - 1].pk if len(found) > AT_A_TIME else None,
        },
    )


def told(data: dict[str, Any]) -> str:
    return "；".join(f"{CALLED.get(name, name)}：{_plain(value)}" for name, value in data.items())


def _plain(value: Any) -> str:
    if isinstance(value, list) and len(value) == 2:
        return f"{_plain(value[0])} → {_plain(value[1])}"
    return "无" if value is None or value == "" else str(value)
