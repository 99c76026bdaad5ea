"""What machines ask: /healthz, /readyz, /metrics. Answered before anything else looks at the request, since a
probe comes by address, not by the name of the site, and shall not fill the logs."""

import hmac
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse


class Watch:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.doors = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        door = self.doors.get(request.path)
        answer = door(request) if door else None
        if answer is None:
            return self.get_response(request)
        answer["Cache-Control"] = "no-store"
        return answer


def healthz(request: HttpRequest) -> HttpResponse:
    """The process lives and has a thread to answer with. It asks nobody: who would restart all web processes
    because PostgreSQL is away?"""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """503: no request can be answered well. What only lacks Redis or the clock is ready, and says `degraded`;
    with ?all=1, for alarms, that is 503 as well."""
    from league import vitals

    checks = vitals.checks()
    ready = checks["database"] == checks["migrations"] == "ok"
    degraded = [name for name, word in checks.items() if word != "ok"]
    good = ready and not (degraded and request.GET.get("all"))
    told = {"ready": ready, "degraded": degraded, "checks": checks}
    return JsonResponse(told, status=200 if good else 503)


def metrics(request: HttpRequest) -> HttpResponse | None:
    """For Prometheus, with METRICS_TOKEN as its bearer token. For everybody else there is no such page."""
    from league import vitals

    given = request.META.get("HTTP_AUTHORIZATION", "").removeprefix("Bearer ")
    token = settings.METRICS_TOKEN
    if not token or not hmac.compare_digest(given.encode(), token.encode()):
        return None
    return HttpResponse(vitals.exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")
