"""How consoles write instants, and which page of them is shown."""

from datetime import UTC, datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince

from league import zones
from league.models import Match

register = template.Library()


@register.filter
def when(at: datetime | None, zone: str) -> SafeString | str:
    """An instant in a league's zone, with its name."""
    if at is None:
        return "—"
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), zones.say(at, zone))


@register.filter
def ago(at: datetime | None) -> SafeString | str:
    """刚刚, 3 小时前. The exact instant is in the tooltip, in UTC."""
    if at is None:
        return "从未"
    seconds = (timezone.now() - at).total_seconds()
    told = "刚刚" if seconds < 60 else f"{timesince(at, depth=1)}前"
    exact = f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return format_html('<time datetime="{}" title="{}">{}</time>', at.isoformat(), exact, told)


@register.filter
def lasting(length: timedelta) -> str:
    """1 天, 6 小时, 30 分钟."""
    minutes = round(length.total_seconds() / 60)
    for size, called in ((1440, "天"), (60, "小时")):
        if minutes and minutes % size == 0:
            return f"{minutes // size} {called}"
    return f"{minutes} 分钟"


@register.filter
def zone_name(zone: str) -> str:
    return zones.name(timezone.now(), zone)


@register.filter
def faulty(fault: str) -> str:
    return str(Match.Fault(fault).label)
