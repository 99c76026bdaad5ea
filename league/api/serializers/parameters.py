"""What may be asked for in the address or the headers, and what is refused there."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db.models import Q, QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

import engine
from league import access, models
from league.api.errors import Malformed

STATUSES = ("open", "finished")


LONGEST_WAIT = 60  # seconds


WAIT = OpenApiParameter(
    "wait",
    {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT},
    description="Seconds to hold the answer until there is something to play.",
)


STATUS = OpenApiParameter("status", str, enum=STATUSES)


LIMIT = OpenApiParameter("limit", {"type": "integer", "minimum": 1, "maximum": 100})


MATCH = OpenApiParameter("match_id", {"type": "string", "pattern": "^[a-z2-7]{12}$"}, OpenApiParameter.PATH)


PAGE = (OpenApiParameter("cursor", str, description="From `next`; opaque."), LIMIT)


LEAGUE = OpenApiParameter("league", str)


AGENT = OpenApiParameter("agent", str)


AFTER = OpenApiParameter(
    "after",
    {"type": "integer", "minimum": -1, "maximum": 2**31 - 1},
    description="The seq of the last frame you have; -1 for all.",
)


BEFORE = OpenApiParameter(
    "before",
    {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
    description="Only calls with a lower seq.",
)


TOOL = OpenApiParameter("tool", str, OpenApiParameter.PATH, enum=tuple(engine.TOOLS))


PREVIEW = OpenApiParameter("preview", int, enum=(0, 1), description="1: tell what it would be.")


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[ -~]+$"},
    OpenApiParameter.HEADER,
    description="1 to 128 printable ASCII characters. A repeat with the same key gets the recorded answer.",
)


def slug(value: str, name: str) -> str:
    try:
        validate_slug(value)
    except ValidationError:
        raise Malformed({name: {"zh": "不是网址名。", "en": "Not a slug."}}) from None
    return value


def by_status(
    request: Request, rows: QuerySet[models.Match], finished: Q = access.FINISHED
) -> QuerySet[models.Match]:
    status = request.GET.get("status")
    if not status:
        return rows
    if status not in STATUSES:
        raise Malformed({"status": {"zh": "要用 open 或 finished。", "en": "Must be open or finished."}})
    return rows.filter(finished) if status == "finished" else rows.exclude(finished).filter(voided_at=None)
