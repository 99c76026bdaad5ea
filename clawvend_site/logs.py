"""What is logged, and how: lines for a person at a terminal, JSON for a machine (LOG_FORMAT). Never a body,
and no secret that happens to stand in an address, a header or the text of an exception."""

import re
from typing import Any

import structlog
from django_structlog.middlewares import RequestMiddleware

_KEY = re.compile(r"\b(cvl?_[a-z0-9]+)_[\w-]+")
_BEARER = re.compile(r"(?i)\b(bearer|token|basic) [\w.~+/=-]{8,}")
_LINK = re.compile(r"(/(?:claim|invitations|confirm-email|password/reset/key)/)[^/\s?\"']+")
_QUERY = re.compile(r"(/[^\s?\"']*)\?[^\s\"']+")
_URL_PASSWORD = re.compile(r"(\w+://[^\s:/@]*):[^\s@/]+@")
# PostgreSQL quotes whole rows there, and a row may be a sealed state.
_ROW = re.compile(r"^(?:DETAIL|CONTEXT): .*(?:\n(?!\S+Error|The above|During).*)*", re.M)


def scrubbed(text: str) -> str:
    text = _KEY.sub(r"\1_…", text)
    text = _BEARER.sub(r"\1 …", text)
    text = _LINK.sub(r"\1…", text)
    text = _QUERY.sub(r"\1?…", text)
    text = _URL_PASSWORD.sub(r"\1:…@", text)
    return _ROW.sub("DETAIL: …", text)


def scrub(logger: Any, name: str, line: dict[str, Any]) -> dict[str, Any]:
    return {word: scrubbed(value) if isinstance(value, str) else value for word, value in line.items()}


class Requests(RequestMiddleware):
    """A line for each request: its id (also told to the caller), route, match and status. The route stands as
    the resolver spells it, so that what a link or a query string says is in no log."""

    @staticmethod
    def format_request(request: Any) -> str:
        found = request.resolver_match
        return f"{request.method} /{found.route}" if found else f"{request.method} {request.path}"

    @classmethod
    def bind_ip(cls, request: Any) -> None:
        """As the server in front vouches for it, never as a header claims."""
        structlog.contextvars.bind_contextvars(ip=request.META.get("REMOTE_ADDR"))

    def handle_response(self, request: Any, response: Any) -> None:
        found = request.resolver_match
        if found and "match_id" in found.kwargs:
            structlog.contextvars.bind_contextvars(match_id=found.kwargs["match_id"])
        response["X-Request-ID"] = structlog.contextvars.get_contextvars().get("request_id", "")
        super().handle_response(request, response)


_BEFORE: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


def configuration(style: str, level: str) -> dict[str, Any]:
    """Django's LOGGING."""
    line = {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}
    json = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            scrub,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        "foreign_pre_chain": _BEFORE,
    }
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_BEFORE,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    ours = {"handlers": [], "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": line, "json": json},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": style}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "celery.app.trace": {"level": "WARNING"},  # else a line a task, and a tick is one
            "mcp": {"level": "WARNING"},  # else a line at the end of each stateless call
            "uvicorn": ours,  # its own handlers write lines of their own form
            "uvicorn.error": ours,
            "uvicorn.access": {**ours, "level": "WARNING"},  # addresses with all that stands in them
        },
    }
