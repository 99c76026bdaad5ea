"""Times that people write: in the league's zone, wherever their browser is. An input that comes back as it
was shown is the very same instant, down to the second and to the hour that a clock change repeats."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError

from league import zones

FORMATS = ("%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S")


class LeagueTime(forms.Field):
    def __init__(self, *, zone: str, shown: datetime | None = None, **options: Any) -> None:
        self.zone, self.shown = zone, shown
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=FORMATS[0])
        told = zones.name(shown or datetime.now(UTC), zone)
        super().__init__(**{"widget": widget, "help_text": told, "initial": shown, **options})

    def prepare_value(self, value: Any) -> Any:
        return write(value, self.zone) if isinstance(value, datetime) else value

    def to_python(self, value: Any) -> datetime | None:
        text = str(value or "").strip()
        if not text:
            return None
        if self.shown is not None and text == write(self.shown, self.zone):
            return self.shown
        return read(text, self.zone)


def write(at: datetime, zone: str) -> str:
    return at.astimezone(ZoneInfo(zone)).strftime(FORMATS[0])


def read(text: str, zone: str) -> datetime:
    for form in FORMATS:
        try:
            naive = datetime.strptime(text, form)
        except ValueError:
            continue
        if not 2000 < naive.year < 2200:
            raise ValidationError("年份要在 2001 到 2199 之间。", code="far_away")
        at = naive.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
        if at.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != naive:
            raise ValidationError("这个时间在当地不存在：时钟正好拨快了。", code="no_such_time")
        return at
    raise ValidationError("要写成日期和时间，例如 2026-12-01 20:00。", code="no_time")
