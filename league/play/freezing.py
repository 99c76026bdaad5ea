"""封榜: from a moment on the public sees nothing new of a season, on no board, page, socket or export. Its
matches go on; what they do is held back as in a paired round, and comes out when the season is published."""

from django.utils import timezone

from league import standings
from league.models import Held, Match, Round, Season
from league.play.embargo import lift, release
from league.play.table import writing


def freeze(season_id: int) -> bool:
    """Whether this call froze it. A match under way is held from its next call on."""
    with writing():
        free = Season.objects.filter(pk=season_id, frozen_at=None, published_at=None)
        if not free.update(frozen_at=timezone.now()):
            return False
        # Locked, so that a call that is under way has ended, and its result is in the copy.
        going = Match.objects.filter(round__season=season_id, voided_at=None).exclude(
            phase=Match.Phase.FINISHED
        )
        locked = going.select_for_update(of=("self",), no_key=True).filter(held=None).order_by("pk")
        Held.objects.bulk_create(
            Held(
                match=match,
                **{name: getattr(match, name) for name in ("phase", "day", "date", "cash", "net_worth")},
            )
            for match in locked
        )
        standings.copy(Season.objects.get(pk=season_id))
    return True


def thaw(season_id: int) -> None:
    """Let out what was held. What a paired round holds for a reason of its own stays until it closes."""
    Season.objects.filter(pk=season_id, frozen_at__isnull=False).update(frozen_at=None)
    for round in Round.objects.filter(season=season_id).order_by("number"):
        if round.public_day is None or round.closed_at:
            release(round.pk)
        else:
            lift(round.pk)


def thaw_published() -> None:
    """What a publication has left to do: by its own hand, or by the clock if that hand failed."""
    published = Season.objects.filter(frozen_at__isnull=False, published_at__isnull=False)
    for season_id in published.values_list("pk", flat=True):
        thaw(season_id)
