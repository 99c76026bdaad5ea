"""Whether the clock runs. It is told on every console, so that a schedule cannot stall silently."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from league.models import Beat

TICK = "tick"
WRITTEN_EVERY = timedelta(seconds=5)
ALARM_AFTER = timedelta(seconds=60)


class Pulse(NamedTuple):
    at: datetime | None  # never, if the clock has not run at all
    since: datetime | None
    alarm: bool


def strike(now: datetime) -> datetime:
    """The clock runs; since when it does without a gap. Several clocks share one beat."""
    beat = Beat.objects.filter(pk=TICK).first()
    if beat is None:
        try:
            with transaction.atomic():
                return Beat.objects.create(pk=TICK, at=now, since=now).since
        except IntegrityError:
            beat = Beat.objects.get(pk=TICK)
    if now - beat.at > ALARM_AFTER:
        Beat.objects.filter(pk=TICK, at=beat.at).update(at=now, since=now)
        return Beat.objects.get(pk=TICK).since
    if now - beat.at >= WRITTEN_EVERY:
        Beat.objects.filter(pk=TICK, at=beat.at).update(at=now)
    return beat.since


def pulse(now: datetime | None = None) -> Pulse:
    beat = Beat.objects.filter(pk=TICK).first()
    if beat is None:
        return Pulse(None, None, True)
    return Pulse(beat.at, beat.since, (now or timezone.now()) - beat.at > ALARM_AFTER)
