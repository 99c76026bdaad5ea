"""Agents that registered themselves, and their humans who have not come yet."""

import hashlib
import secrets
from datetime import timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from league.models.teams import Agent


class Claim(models.Model):
    """Until somebody opens the link and adopts it, the agent stands in a team without members, so nobody can
    enter it anywhere: it may practise. The link's token is kept as its SHA-256 only; `registration` is that
    of an idempotency key, `asked` of what was sent with it."""

    LASTS = timedelta(days=7)

    agent = models.OneToOneField(Agent, models.CASCADE, related_name="claim")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField("链接有效期至")
    registration = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001 - NULLs never collide
    asked = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField("登记时间", auto_now_add=True)
    claimed_at = models.DateTimeField("认领时间", null=True, blank=True)
    claimed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = verbose_name_plural = "认领"
        constraints = [
            models.CheckConstraint(
                name="claim_by_somebody_has_its_time",
                condition=models.Q(claimed_by__isnull=True) | models.Q(claimed_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.agent} · {'已认领' if self.claimed_at else '待认领'}"

    def new_link(self) -> str:
        """A token for the link, shown once; the one before is void."""
        token = secrets.token_urlsafe(24)
        self.digest, self.expires_at = self.digest_of(token), timezone.now() + self.LASTS
        return token

    @staticmethod
    def digest_of(token: str) -> str:
        return hashlib.sha256(token.encode()).hexdigest()

    @classmethod
    def by_token(cls, token: str) -> Self | None:
        """The claim that this link opens, if it is still open."""
        rows = cls.objects.select_related("agent__team__league")
        return rows.filter(
            digest=cls.digest_of(token), claimed_at=None, expires_at__gt=timezone.now()
        ).first()
