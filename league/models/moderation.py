"""What a league's people have taken out of sight, by whom and why. Nothing is deleted: the original is
here."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.matches import Match
from league.models.teams import Agent, Team
from league.models.tenancy import League


class Hiding(models.Model):
    """One thing that is hidden, until it is lifted: the name of a team or an agent, or the thought or the
    mail of one call. `original` is the name, or the frame, as it was; only the league's people see it."""

    class Kind(models.TextChoices):
        TEAM_NAME = "team_name", "队名"
        AGENT_NAME = "agent_name", "智能体名称"
        THOUGHT = "thought", "想法"
        MAIL = "mail", "邮件"

    league = models.ForeignKey(League, models.PROTECT, related_name="hidings")
    kind = models.CharField("内容", max_length=10, choices=Kind.choices)
    team = models.ForeignKey(Team, models.PROTECT, null=True, related_name="+")
    agent = models.ForeignKey(Agent, models.PROTECT, null=True, related_name="+")
    match = models.ForeignKey(Match, models.PROTECT, null=True, related_name="hidings")
    seq = models.PositiveIntegerField(null=True)
    original = models.TextField(blank=True, default="")
    reason = models.CharField("理由", max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField("时间", auto_now_add=True)
    lifted_at = models.DateTimeField("恢复时间", null=True)

    class Meta:
        verbose_name = verbose_name_plural = "屏蔽"
        constraints = [
            models.CheckConstraint(
                name="hiding_has_its_target",
                condition=Q(
                    kind="team_name",
                    team__isnull=False,
                    agent__isnull=True,
                    match__isnull=True,
                    seq__isnull=True,
                )
                | Q(
                    kind="agent_name",
                    team__isnull=True,
                    agent__isnull=False,
                    match__isnull=True,
                    seq__isnull=True,
                )
                | Q(
                    kind__in=["thought", "mail"],
                    team__isnull=True,
                    agent__isnull=True,
                    match__isnull=False,
                    seq__isnull=False,
                ),
            ),
            models.UniqueConstraint(
                fields=["kind", "team"],
                name="hiding_team_once",
                condition=Q(lifted_at__isnull=True, team__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["kind", "agent"],
                name="hiding_agent_once",
                condition=Q(lifted_at__isnull=True, agent__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["kind", "match", "seq"],
                name="hiding_of_call_once",
                condition=Q(lifted_at__isnull=True, match__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.team_id or self.agent_id or self.match_id}"
