"""Whole databases, out and in: PostgreSQL by its own tools, SQLite by its online backup. For commands."""

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from django.core.management import CommandError
from django.db import connection, connections


def suffix() -> str:
    return ".sqlite3" if connection.vendor == "sqlite" else ".dump"


def dump(path: Path) -> None:
    """A consistent copy of this moment, while the site runs on. Readable by its owner alone."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with closing(sqlite3.connect(path)) as copy:
            connection.connection.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise CommandError(f"The copy is broken: {verdict}")
        return
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={path}")
    _run("pg_restore", "--list", str(path))  # a dump that cannot be read is none


def load(path: Path) -> None:
    """Into a database without tables, all or nothing."""
    if connection.introspection.table_names():
        raise CommandError("This database is not empty. Restore into a new one, then let the site use that.")
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as copy:
            copy.backup(connection.connection)
        connections.close_all()
        return
    options = ("--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges")
    connections.close_all()
    _run("pg_restore", *options, f"--dbname={connection.settings_dict['NAME']}", str(path))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _run(program: str, *arguments: str) -> None:
    """The password goes by the environment: arguments can be read by everybody on the machine."""
    given = connection.settings_dict
    names = {
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGDATABASE": "NAME",
    }
    env = {**os.environ, **{ours: str(given[theirs]) for ours, theirs in names.items() if given[theirs]}}
    if "host" in given["OPTIONS"]:
        env["PGHOST"] = given["OPTIONS"]["host"]
    if "sslmode" in given["OPTIONS"]:
        env["PGSSLMODE"] = given["OPTIONS"]["sslmode"]
    try:
        done = subprocess.run([program, *arguments], env=env, capture_output=True, text=True)
    except FileNotFoundError:
        raise CommandError(
            f"{program} is missing: install postgresql-client, not older than the server."
        ) from None
    if done.returncode:
        raise CommandError(f"{program}: {done.stderr.strip()}")
