"""Filters of the boards: moments and zones of a league."""

from datetime import datetime

from django import template
from django.utils import timezone

from league import zones

register = template.Library()


@register.filter
def at(moment: datetime, zone: str) -> str:
    return zones.say(moment, zone)


@register.filter
def zone(name: str) -> str:
    """The zone's own name, with its offset of today."""
    return zones.name(timezone.now(), name)
