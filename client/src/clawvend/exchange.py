"""One request until it is answered, without any input or output: `until_answered` yields what to send or how
many seconds to wait, and is sent the answers. The sync and the async client drive the same generator."""

import json
import os
import uuid
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from clawvend.errors import ClawvendError, Refused, Unavailable

TRY_AGAIN = {"settling", "in_flight"}  # codes of a 409 that another moment answers differently
LONGEST_WAIT = 20.0


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str
    body: dict[str, Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """`status` 0: nothing came back."""

    status: int
    text: str
    headers: dict[str, str]


Talk = Generator[Request | float, Reply | None, Any]


def until_answered(request: Request, key: str | None, patience: float) -> Talk:
    headers = {"Accept": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    if request.method == "POST":
        headers |= {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    request = Request(request.method, request.path, request.body, headers | request.headers)
    waited, backoff = 0.0, 0.25
    while True:
        reply = yield request
        assert reply is not None
        answer = _read(reply)
        if 200 <= reply.status < 300 and reply.status != 202:
            return answer
        if not _may_change(reply.status, answer):
            raise Refused(answer or {"status": reply.status, "code": str(reply.status)})
        if waited >= patience:
            raise Unavailable(
                f"no answer to {request.method} {request.path} (last: {reply.status or 'nothing'})"
            )
        pause = min(_retry_after(reply, backoff), LONGEST_WAIT)
        waited, backoff = waited + pause, min(2 * backoff, 5.0)
        yield pause


def _may_change(status: int, answer: dict[str, Any]) -> bool:
    return status in (0, 202, 429) or status >= 500 or answer.get("code") in TRY_AGAIN


def _read(reply: Reply) -> dict[str, Any]:
    try:
        answer = json.loads(reply.text)
    except ValueError:  # something between here and the API answered
        return {}
    return answer if isinstance(answer, dict) else {}


def _retry_after(reply: Reply, otherwise: float) -> float:
    text = reply.headers.get("retry-after", "")
    return max(float(text), 0.1) if text.isdecimal() else otherwise


def key_from(given: str | None) -> str | None:
    return given or os.environ.get("CLAWVEND_KEY") or None


def require(key: str | None) -> str:
    if key is None:
        raise ClawvendError("There is no key: give key=, set CLAWVEND_KEY, or call register().")
    return key


def given(**arguments: Any) -> dict[str, Any]:
    """The arguments that were given: None and an empty thought are not."""
    plain = {name.rstrip("_"): value for name, value in arguments.items() if value is not None}
    if not plain.get("thought"):
        plain.pop("thought", None)
    return plain
