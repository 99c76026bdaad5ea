"""A board as a file: the columns, the order and the figures of the screen, in the league's zone. And a
season's rounds as a calendar."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import xlsxwriter
from django.utils import timezone

from league import zones
from league.models import Round, Season
from league.standings import Column, Row

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
BOM = "\ufeff"


def plain(text: str) -> str:
    """What a spreadsheet would take for a formula gets an apostrophe before it, and is read as text."""
    return f"'{text}" if text.startswith(FORMULA) or text.lstrip().startswith(FORMULA[:4]) else text


def heading(season: Season, title: str, order: str, at: datetime | None) -> list[tuple[str, str]]:
    """What a file must say of itself once it is away from its page."""
    moment = zones.say(at or timezone.now(), season.league.time_zone)
    return [
        ("联赛", season.league.name),
        ("赛季", season.name),
        ("榜单", title),
        ("封榜时间" if at else "导出时间", moment),
        ("排序", order),
    ]


def as_csv(head: Iterable[tuple[str, str]], columns: Sequence[Column], rows: Iterable[Row]) -> str:
    """With a byte order mark, by which Excel knows UTF-8. Figures are as on the screen, a minus included;
    words of other people are made safe."""
    out = io.StringIO()
    out.write(BOM)
    writer = csv.writer(out)
    writer.writerows((name, plain(value)) for name, value in head)
    writer.writerow(())
    writer.writerow([column.title for column in columns])
    for row in rows:
        writer.writerow(
            [column.text(row) if column.number else plain(column.text(row)) for column in columns]
        )
    return out.getvalue()


def as_xlsx(head: Iterable[tuple[str, str]], columns: Sequence[Column], rows: Iterable[Row]) -> bytes:
    """Figures are numbers that can be added up; text is text, whatever it begins with."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(
        out,
        {
            "in_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "strings_to_numbers": False,
        },
    )
    sheet = book.add_worksheet("榜单")
    bold = book.add_format({"bold": True})
    formats = {
        column.format: book.add_format({"num_format": column.format}) for column in columns if column.format
    }
    at = 0
    for at, (name, said) in enumerate(head):
        sheet.write_string(at, 0, name, bold)
        sheet.write_string(at, 1, said)
    top = at + 2
    for x, column in enumerate(columns):
        sheet.write_string(top, x, column.title, bold)
    y = top
    for y, row in enumerate(rows, start=top + 1):
        for x, column in enumerate(columns):
            value = column.value(row)
            if column.format and isinstance(value, int | float):
                sheet.write_number(y, x, value, formats[column.format])
            else:
                sheet.write_string(y, x, column.text(row))
    sheet.freeze_panes(top + 1, 0)
    sheet.autofilter(top, 0, y, len(columns) - 1)
    sheet.autofit()
    book.close()
    return out.getvalue()


def as_ics(season: Season, rounds: Iterable[Round], host: str) -> str:
    """RFC 5545: times in UTC, which every calendar shows in the zone of whoever reads it; the league's zone
    is written into the text."""
    zone = season.league.time_zone
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Clawvend//league//ZH",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{_escaped(f'{season.league.name} · {season.name}')}",
        f"X-WR-TIMEZONE:{_escaped(zone)}",
    ]
    for round in rounds:
        about = f"{zones.say(round.opens_at, zone)} 开始，{zones.say(round.closes_at, zone)} 截止。"
        lines += [
            "BEGIN:VEVENT",
            f"UID:round-{round.pk}@{host}",
            f"DTSTAMP:{_utc(season.created_at)}",
            f"DTSTART:{_utc(round.opens_at)}",
            f"DTEND:{_utc(round.closes_at)}",
            f"SUMMARY:{_escaped(f'{season.name} 第 {round.number} 轮')}",
            f"DESCRIPTION:{_escaped(about)}",
            f"URL:https://{host}/l/{season.league.slug}/{season.slug}/",
            "END:VEVENT",
        ]
    return "\r\n".join(_folded(line) for line in [*lines, "END:VCALENDAR", ""])


def _utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return "\\n".join(text.splitlines())


def _folded(line: str) -> str:
    """Lines of at most 75 bytes; a line that goes on begins with a space. No character is cut in two."""
    pieces: list[str] = []
    piece = ""
    for sign in line:
        if len((piece + sign).encode()) > (75 if not pieces else 74):
            pieces.append(piece)
            piece = ""
        piece += sign
    return "\r\n ".join([*pieces, piece])
