"""Letters that ask somebody into a team, or into the running of a league."""

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.db import models
from django.db.models import Q
from django.utils import timezone

from league.models.teams import Team
from league.models.tenancy import League


class Invitation(models.Model):
    """For one address, once, for a week. The link holds a signature of the row's number: nothing to store,
    and those who may invite can copy it again."""

    LASTS = timedelta(days=7)

    class Role(models.TextChoices):
        TEAM_OWNER = "team_owner", "队长"
        TEAM_MEMBER = "team_member", "队员"
        FOUNDER = "founder", "建队"
        LEAGUE_OWNER = "league_owner", "联赛所有者"
        ADMIN = "admin", "管理员"
        REFEREE = "referee", "裁判"

    class State(models.TextChoices):
        OPEN = "open", "等待接受"
        ACCEPTED = "accepted", "已接受"
        DECLINED = "declined", "已谢绝"
        REVOKED = "revoked", "已撤回"
        EXPIRED = "expired", "已过期"

    league = models.ForeignKey(League, models.PROTECT, related_name="invitations")
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="invitations")
    role = models.CharField("角色", max_length=12, choices=Role.choices)
    email = models.EmailField("邮箱")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField("邀请时间", auto_now_add=True)
    expires_at = models.DateTimeField("有效期至")
    answered_at = models.DateTimeField("答复时间", null=True, blank=True)
    answer = models.CharField(
        max_length=8,
        blank=True,
        default="",
        choices=[(s.value, s.label) for s in (State.ACCEPTED, State.DECLINED, State.REVOKED)],
    )
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = verbose_name_plural = "邀请"
        constraints = [
            models.UniqueConstraint(
                "team", "email", name="invitation_to_team_once", condition=Q(answer="", team__isnull=False)
            ),
            models.UniqueConstraint(
                "league", "email", name="invitation_to_league_once", condition=Q(answer="", team__isnull=True)
            ),
            models.CheckConstraint(
                name="invitation_role_fits",
                condition=Q(team__isnull=False, role__in=["team_owner", "team_member"])
                | Q(team__isnull=True, role__in=["founder", "league_owner", "admin", "referee"]),
            ),
            models.CheckConstraint(
                name="invitation_answer_known",
                condition=Q(answer__in=["", "accepted", "declined", "revoked"]),
            ),
            models.CheckConstraint(
                name="invitation_answered_has_its_time",
                condition=Q(answer="", answered_at__isnull=True)
                | (~Q(answer="") & Q(answered_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.email} · {self.team or self.league}"

    @property
    def state(self) -> State:
        if self.answer:
            return self.State(self.answer)
        return self.State.EXPIRED if self.expires_at <= timezone.now() else self.State.OPEN

    @property
    def token(self) -> str:
        return _signer().sign(str(self.pk))

    @classmethod
    def by_token(cls, token: str) -> "Invitation | None":
        try:
            number = int(_signer().unsign(token))
        except (signing.BadSignature, ValueError):
            return None
        rows = cls.objects.select_related("team", "league", "invited_by")
        return rows.filter(pk=number).first()


def _signer() -> signing.Signer:
    return signing.Signer(salt="league.invitation")
