"""When is played, by whom, under which limits. Times are instants; people read and write them in the league's
zone."""

import hashlib
import hmac
import secrets
from datetime import timedelta
from typing import Any, Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from league.models.naming import NameKey
from league.models.teams import Agent
from league.models.tenancy import League


class Season(models.Model):
    class State(models.TextChoices):
        DRAFT = "draft", "草稿"
        REGISTRATION = "registration", "报名"
        RUNNING = "running", "进行中"
        CLOSED = "closed", "已结束"
        PUBLISHED = "published", "已公布"

    class WorldMode(models.TextChoices):  # RULES §8
        CALENDAR = "calendar", "同一天开局"
        PAIRED = "paired", "同一个世界"
        FREE = "free", "各自随机"

    league = models.ForeignKey(League, models.PROTECT, related_name="seasons")
    slug = models.SlugField("网址名", max_length=60)
    name = models.CharField("名称", max_length=80)
    name_key = NameKey()
    state = models.CharField("状态", max_length=12, choices=State.choices, default=State.DRAFT)
    scheduled_at = models.DateTimeField("排定时间", null=True, blank=True)  # before, no clock moves a draft

    ruleset = models.CharField("规则", max_length=40)
    days = models.PositiveSmallIntegerField("天数")
    world_mode = models.CharField(
        "世界", max_length=10, choices=WorldMode.choices, default=WorldMode.CALENDAR
    )
    matches_per_round = models.PositiveSmallIntegerField(
        "每轮场数", default=1, validators=[MinValueValidator(1), MaxValueValidator(5)]
    )
    entry_limit = models.PositiveIntegerField(
        "名额", null=True, blank=True, validators=[MinValueValidator(1)]
    )
    entries_per_team = models.PositiveSmallIntegerField(
        "每队名额", default=1, validators=[MinValueValidator(1)]
    )
    needs_approval = models.BooleanField("报名要审核", default=False)
    practice_allowed = models.BooleanField("比赛期间可以练习", default=True)
    practice_a_day = models.PositiveSmallIntegerField("每天练习场数上限", null=True, blank=True)
    idle_limit = models.DurationField("闲置时限", default=timedelta(days=1))
    registration_opens_at = models.DateTimeField("报名开始")
    registration_closes_at = models.DateTimeField("报名截止")
    publish_after = models.DurationField(  # from the close; None: by hand
        "结束后多久公布", null=True, blank=True, default=timedelta(0)
    )
    closed_at = models.DateTimeField("结束时间", null=True, blank=True)
    frozen_at = models.DateTimeField("封榜时间", null=True, blank=True)
    published_at = models.DateTimeField("公布时间", null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField("创建时间", auto_now_add=True)

    class Meta:
        verbose_name = verbose_name_plural = "赛季"
        constraints = [
            models.UniqueConstraint("league", "slug", name="season_slug_in_league"),
            models.UniqueConstraint("league", "name_key", name="season_name_in_league"),
            models.CheckConstraint(
                name="season_state_known",
                condition=Q(state__in=["draft", "registration", "running", "closed", "published"]),
            ),
            models.CheckConstraint(
                name="season_world_mode_known", condition=Q(world_mode__in=["calendar", "paired", "free"])
            ),
            models.CheckConstraint(
                name="season_matches_per_round", condition=Q(matches_per_round__range=(1, 5))
            ),
            models.CheckConstraint(name="season_entries_per_team", condition=Q(entries_per_team__gte=1)),
            models.CheckConstraint(
                name="season_registration_in_order",
                condition=Q(registration_closes_at__gt=F("registration_opens_at")),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Round(models.Model):
    """`public_day`: None where everything is public. In a paired round that is not closed, frames of the days
    up to it are, and nothing of later ones (RULES §8)."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField("第几轮")
    opens_at = models.DateTimeField("开始")
    closes_at = models.DateTimeField("截止")
    start_date = models.DateField("开局日期", null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    public_day = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = verbose_name_plural = "轮次"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint("season", "number", name="round_number_in_season"),
            models.CheckConstraint(name="round_window_in_order", condition=Q(closes_at__gt=F("opens_at"))),
        ]
        indexes = [
            models.Index("opens_at", name="round_to_open", condition=Q(opened_at__isnull=True)),
            models.Index("closes_at", name="round_to_close", condition=Q(closed_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.season} · 第 {self.number} 轮"


class RoundSecret(models.Model):
    """SEALED: the world that all matches of a paired round share. Only league.play reads it."""

    round = models.OneToOneField(Round, models.CASCADE, primary_key=True, related_name="+")
    world_seed = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"sealed · {self.round_id}"


class Entry(models.Model):
    class State(models.TextChoices):
        PENDING = "pending", "待审核"
        ACCEPTED = "accepted", "已参赛"
        DECLINED = "declined", "未通过"
        WITHDRAWN = "withdrawn", "已退出"
        DISQUALIFIED = "disqualified", "取消资格"

    season = models.ForeignKey(Season, models.PROTECT, related_name="entries")
    agent = models.ForeignKey(Agent, models.PROTECT, related_name="entries")
    state = models.CharField("状态", max_length=12, choices=State.choices)
    reason = models.CharField("理由", max_length=200, blank=True, default="")
    decided_at = models.DateTimeField("处理时间", null=True, blank=True)
    created_at = models.DateTimeField("报名时间", auto_now_add=True)

    class Meta:
        verbose_name = verbose_name_plural = "参赛"
        constraints = [
            models.UniqueConstraint("season", "agent", name="entry_once"),
            models.CheckConstraint(
                name="entry_state_known",
                condition=Q(state__in=["pending", "accepted", "declined", "withdrawn", "disqualified"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.agent} · {self.season}"


class Beat(models.Model):
    """When a clock last ran, and since when it has run without a gap."""

    name = models.CharField(primary_key=True, max_length=20)
    at = models.DateTimeField()
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} · {self.at}"


class LeagueToken(models.Model):
    """`cvl_<prefix>_<secret>`: what a script of a league's admin shows. It can do what its user's membership
    can at the moment of the call, and nothing once that has gone. Shown once, by `issue`."""

    league = models.ForeignKey(League, models.CASCADE, related_name="tokens")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="league_tokens")
    prefix = models.CharField(max_length=12, unique=True)
    digest = models.CharField(max_length=64)
    name = models.CharField("用途", max_length=80, blank=True)
    created_at = models.DateTimeField("创建时间", auto_now_add=True)
    last_used_at = models.DateTimeField("最近使用", null=True, blank=True)
    revoked_at = models.DateTimeField("吊销时间", null=True, blank=True)

    class Meta:
        verbose_name = verbose_name_plural = "管理令牌"

    def __str__(self) -> str:
        return f"cvl_{self.prefix}_…"

    @classmethod
    def issue(cls, league: League, user: Any, *, name: str = "") -> tuple[Self, str]:
        """A new token and its only showing."""
        prefix = secrets.token_hex(6)
        raw = f"cvl_{prefix}_{secrets.token_urlsafe(32)}"
        digest = hashlib.sha256(raw.encode()).hexdigest()
        return cls.objects.create(league=league, user=user, prefix=prefix, digest=digest, name=name), raw

    @staticmethod
    def prefix_of(raw: str) -> str | None:
        """The prefix in a well-formed token, or None."""
        parts = raw.split("_", 2)
        if len(parts) != 3 or parts[0] != "cvl" or not 1 <= len(parts[1]) <= 12 or len(raw) > 128:
            return None
        return parts[1] if raw.isascii() and raw.isprintable() else None

    def proved_by(self, raw: str) -> bool:
        return hmac.compare_digest(self.digest, hashlib.sha256(raw.encode()).hexdigest())
