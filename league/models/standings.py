"""What a board shows, kept ready: one row per entry, written anew when one of its results changes."""

from typing import Any

from django.db import models

from league.models.seasons import Entry, Season


class Kept(models.Model):
    """The figures of one entry (league.standings.maths.Figures) and the sums per round they are made of.
    Money in cents, means of days in hundredths. NULL is "no figure": what was not played is not zero."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="+")
    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True, related_name="%(class)s")
    n = models.PositiveSmallIntegerField("轮数", default=0)
    matches = models.PositiveSmallIntegerField("场数", default=0)
    completed = models.PositiveSmallIntegerField("期满场数", default=0)
    net_worth_mean = models.BigIntegerField(null=True)
    net_worth_min = models.BigIntegerField(null=True)
    net_worth_low = models.BigIntegerField(null=True)
    net_worth_high = models.BigIntegerField(null=True)
    days_mean = models.PositiveIntegerField(null=True)
    days_min = models.PositiveIntegerField(null=True)
    days_low = models.PositiveIntegerField(null=True)
    days_high = models.PositiveIntegerField(null=True)
    tp = models.PositiveIntegerField("标对", default=0)
    marked = models.PositiveIntegerField("标记", default=0)
    bad = models.PositiveIntegerField("骗子", default=0)
    rounds: "models.JSONField[Any, Any]" = models.JSONField("各轮", default=list)
    updated_at = models.DateTimeField("更新时间")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.entry_id} · {self.n}"


class Standing(Kept):
    """As it is. While a season is frozen only its league's people see this."""

    class Meta:
        verbose_name = verbose_name_plural = "成绩"


class StandingCopy(Kept):
    """As it was when the season was frozen (封榜), the entry's state included."""

    state = models.CharField("状态", max_length=12, choices=Entry.State.choices)
    reason = models.CharField("理由", max_length=200, blank=True, default="")

    class Meta:
        verbose_name = verbose_name_plural = "封榜成绩"
