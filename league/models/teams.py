"""Who plays: teams, their agents, and the keys the agents show."""

import hashlib
import secrets
from datetime import timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from league.models.naming import NameKey
from league.models.pictures import Picture
from league.models.tenancy import League


class Team(models.Model):
    """A team plays in one league: its key leads to the tenant, and nothing a client sends can."""

    league = models.ForeignKey(League, models.PROTECT, related_name="teams")
    name = models.CharField("队名", max_length=80)
    name_key = NameKey()
    created_at = models.DateTimeField("创建时间", auto_now_add=True)
    retired_at = models.DateTimeField("解散时间", null=True, blank=True)

    class Meta:
        verbose_name = verbose_name_plural = "队伍"
        constraints = [models.UniqueConstraint("league", "name_key", name="team_name_in_league")]

    def __str__(self) -> str:
        return self.name


class TeamMembership(models.Model):
    class Role(models.TextChoices):
        OWNER = "owner", "队长"
        MEMBER = "member", "队员"

    team = models.ForeignKey(Team, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="team_memberships")
    role = models.CharField("角色", max_length=10, choices=Role.choices)
    created_at = models.DateTimeField("加入时间", auto_now_add=True)

    class Meta:
        verbose_name = verbose_name_plural = "队伍成员"
        constraints = [
            models.UniqueConstraint("team", "user", name="team_membership_once"),
            models.CheckConstraint(
                name="team_membership_role_known", condition=models.Q(role__in=["owner", "member"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.team} · {self.get_role_display()}"


class Agent(models.Model):
    team = models.ForeignKey(Team, models.PROTECT, related_name="agents")
    slug = models.SlugField("网址名", max_length=60, unique=True)
    name = models.CharField("名称", max_length=80)
    name_key = NameKey()
    model = models.CharField("模型", max_length=80, blank=True, default="")
    framework = models.CharField("框架", max_length=80, blank=True, default="")
    about = models.TextField("介绍", max_length=1000, blank=True, default="")
    avatar = models.ForeignKey(Picture, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField("创建时间", auto_now_add=True)
    retired_at = models.DateTimeField("停用时间", null=True, blank=True)

    class Meta:
        verbose_name = verbose_name_plural = "智能体"
        constraints = [models.UniqueConstraint("team", "name_key", name="agent_name_in_team")]

    def __str__(self) -> str:
        return self.name


class AgentVersion(models.Model):
    """What an agent was until then; what it is now stands in its own row."""

    agent = models.ForeignKey(Agent, models.CASCADE, related_name="versions")
    model = models.CharField("模型", max_length=80, blank=True)
    framework = models.CharField("框架", max_length=80, blank=True)
    until = models.DateTimeField("直到", auto_now_add=True)

    class Meta:
        verbose_name = verbose_name_plural = "智能体版本"

    def __str__(self) -> str:
        return f"{self.agent_id} · {self.model} · {self.framework}"


class AgentKey(models.Model):
    """`cv_<prefix>_<secret>`: the prefix finds the row, the SHA-256 of the whole proves it. A random secret
    of 256 bits needs no slow hash. The key itself is shown once, by `issue`, and kept nowhere."""

    USED_EVERY = timedelta(minutes=1)

    agent = models.ForeignKey(Agent, models.CASCADE, related_name="keys")
    prefix = models.CharField(max_length=12, unique=True)
    digest = models.CharField(max_length=64)
    name = models.CharField("用途", max_length=80, blank=True)
    created_at = models.DateTimeField("创建时间", auto_now_add=True)
    last_used_at = models.DateTimeField("最近使用", null=True, blank=True)
    expires_at = models.DateTimeField("失效时间", null=True, blank=True)
    revoked_at = models.DateTimeField("吊销时间", null=True, blank=True)

    class Meta:
        verbose_name = verbose_name_plural = "密钥"

    def __str__(self) -> str:
        return f"cv_{self.prefix}_…"

    @classmethod
    def issue(cls, agent: Agent, *, name: str = "", raw: str | None = None) -> tuple[Self, str]:
        """A new key and its only showing."""
        raw = raw or cls.new_raw()
        prefix = raw.split("_", 2)[1]
        return cls.objects.create(agent=agent, prefix=prefix, digest=cls.digest_of(raw), name=name), raw

    @staticmethod
    def new_raw() -> str:
        return f"cv_{secrets.token_hex(6)}_{secrets.token_urlsafe(32)}"

    @property
    def valid(self) -> bool:
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > timezone.now())

    @staticmethod
    def digest_of(raw: str) -> str:
        return hashlib.sha256(raw.encode()).hexdigest()

    @staticmethod
    def prefix_of(raw: str) -> str | None:
        """The prefix in a well-formed key, or None."""
        parts = raw.split("_", 2)
        if len(parts) != 3 or parts[0] != "cv" or not 1 <= len(parts[1]) <= 12 or len(raw) > 128:
            return None
        return parts[1] if raw.isascii() and raw.isprintable() else None

    def revoke(self) -> None:
        if self.revoked_at is None:
            self.revoked_at = timezone.now()
            self.save(update_fields=["revoked_at"])
