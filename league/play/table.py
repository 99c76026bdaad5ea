"""Transactions and statements of the hinge.

Sealed text goes through cursors of the driver itself: Django's would write statements with their values to
its debug log, and bind them into the statement that PostgreSQL logs when it fails.
"""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

NEW_FRAME = "INSERT INTO league_frame (match_id, seq, day, body) VALUES (%s, %s, %s, %s)"
HELD_FRAME = NEW_FRAME.replace("league_frame", "league_heldframe")

_one_writer = threading.RLock()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction. SQLite has one writer at a time; taking turns here keeps its waits short and fair."""
    turn = _one_writer if connection.vendor == "sqlite" else nullcontext()
    with turn, transaction.atomic(durable=True):
        yield


def run(sql: str, values: Sequence[Any]) -> Any:
    connection.ensure_connection()
    with connection.wrap_database_errors:
        raw: Any = connection.connection
        if connection.vendor == "sqlite":
            return raw.execute(sql.replace("%s", "?"), values)
        if raw.prepare_threshold is None and settings.PREPARE_STATEMENTS:
            raw.prepare_threshold = 5
        return psycopg.Cursor(raw).execute(sql, values)


def now() -> Any:
    """This moment as the database keeps it."""
    return connection.ops.adapt_datetimefield_value(timezone.now())


def frame_text(seq: int, frame: dict[str, Any], thought: str) -> str:
    return text({"seq": seq, "thought": thought, **frame})


def text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def cents(dollars: str) -> int:
    """ "12.50" -> 1250; the engine writes two places always."""
    return int(dollars.replace(".", ""))
