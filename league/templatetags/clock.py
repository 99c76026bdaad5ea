"""`{% clock_alarm league %}`: says on every page of a league's console that the scheduler stands still."""

from typing import Any

from django import template

from league.models import League
from league.schedule import beat

register = template.Library()


@register.inclusion_tag("seasons/alarm.html")
def clock_alarm(league: League) -> dict[str, Any]:
    return {"league": league, "pulse": beat.pulse()}
