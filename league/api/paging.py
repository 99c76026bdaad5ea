"""Lists in pages: newest first, {next, results}. The cursor names the last row, so rows that come meanwhile
shift nothing."""

import base64
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.errors import Malformed
from league.api.reading import whole
from league.models import Match

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def page_of_matches(
    request: Request, rows: QuerySet[Match], show: Callable[[Request, Match], dict[str, Any]]
) -> Response:
    limit = whole(request, "limit", default=50, lowest=1, highest=100)
    rows = rows.order_by("-created_at", "-id")
    if cursor := request.GET.get("cursor"):
        at, match_id = _read(cursor)
        rows = rows.filter(Q(created_at__lt=at) | Q(created_at=at, id__lt=match_id))
    found = list(rows[: limit + 1])
    more = next_url(request, cursor=_write(found[limit - 1])) if len(found) > limit else None
    return Response({"next": more, "results": [show(request, match) for match in found[:limit]]})


def next_url(request: Request, **changes: Any) -> str:
    query = request.GET.copy()
    for name, value in changes.items():
        query[name] = str(value)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def _write(match: Match) -> str:
    micros = (match.created_at - _EPOCH) // timedelta(microseconds=1)
    return base64.urlsafe_b64encode(f"{micros}.{match.pk}".encode()).decode().rstrip("=")


def _read(cursor: str) -> tuple[datetime, str]:
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
        micros, _, match_id = text.partition(".")
        if not (micros.isdecimal() and len(micros) <= 16 and match_id.isalnum() and len(match_id) == 12):
            raise ValueError
        return _EPOCH + timedelta(microseconds=int(micros)), match_id
    except ValueError:
        wrong = {"zh": "不是本接口给出的 next。", "en": "Not a cursor that was given out here."}
        raise Malformed({"cursor": wrong}) from None
