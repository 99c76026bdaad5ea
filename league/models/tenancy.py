"""The tenant. Everything else is reached from its league."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models

from league.models.naming import NameKey
from league.models.pictures import Picture


class League(models.Model):
    class Visibility(models.TextChoices):
        PUBLIC = "public", "公开"
        UNLISTED = "unlisted", "不列出"
        PRIVATE = "private", "私有"

    slug = models.SlugField("网址名", max_length=40, unique=True)
    name = models.CharField("名称", max_length=80)
    name_key = NameKey()
    intro = models.TextField("简介", max_length=10_000, blank=True)
    colour = models.CharField(
        "主色", max_length=7, blank=True, default="", validators=[RegexValidator(r"^#[0-9a-f]{6}$")]
    )
    logo = models.ForeignKey(Picture, models.SET_NULL, null=True, blank=True, related_name="+")
    time_zone = models.CharField("时区", max_length=64, default="Asia/Shanghai")
    visibility = models.CharField(
        "可见性", max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    created_at = models.DateTimeField("创建时间", auto_now_add=True)
    retired_at = models.DateTimeField("停办时间", null=True, blank=True)

    class Meta:
        verbose_name = verbose_name_plural = "联赛"
        constraints = [
            models.UniqueConstraint("name_key", name="league_name_once"),
            models.CheckConstraint(
                name="league_visibility_known",
                condition=models.Q(visibility__in=["public", "unlisted", "private"]),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    class Role(models.TextChoices):
        OWNER = "owner", "所有者"
        ADMIN = "admin", "管理员"
        REFEREE = "referee", "裁判"

    league = models.ForeignKey(League, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="league_memberships")
    role = models.CharField("角色", max_length=10, choices=Role.choices)
    created_at = models.DateTimeField("加入时间", auto_now_add=True)

    class Meta:
        verbose_name = verbose_name_plural = "联赛成员"
        constraints = [
            models.UniqueConstraint("league", "user", name="membership_once"),
            models.CheckConstraint(
                name="membership_role_known", condition=models.Q(role__in=["owner", "admin", "referee"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.league} · {self.get_role_display()}"
