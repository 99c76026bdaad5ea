"""Errors to Sentry, or to what speaks its protocol, where SENTRY_DSN is set: no bodies, no people, no values
of variables, and the same scrubbing as in the logs."""

from typing import Any

import sentry_sdk

from clawvend_site.logs import scrubbed


def start(dsn: str, release: str) -> None:
    sentry_sdk.init(
        dsn=dsn,
        release=release,
        send_default_pii=False,
        max_request_body_size="never",
        include_local_variables=False,
        traces_sample_rate=0,
        before_send=before_send,
        before_breadcrumb=lambda crumb, hint: None,  # they hold statements and log lines
    )


def before_send(event: Any, hint: Any) -> Any:
    request = event.get("request")
    if request:
        event["request"] = {"method": request.get("method"), "url": scrubbed(request.get("url", ""))}
    return _clean(event)


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return scrubbed(value)
    if isinstance(value, dict):
        return {name: _clean(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_clean(item) for item in value]
    return value
