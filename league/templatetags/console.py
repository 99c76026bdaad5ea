"""How consoles write instants, and which page of them is shown."""

from datetime import UTC, datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince

from league import zones

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
