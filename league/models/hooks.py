"""Whom to tell of what happens, and whether they were reached."""

import secrets

from django.db import models
from django.db.models import Q

from league.models.teams import Team
from league.models.tenancy import League


def new_secret() -> str:
    return secrets.token_urlsafe(32)


class Hook(models.Model):
    """One address to tell. A league's hook hears of all its matches, a team's of its own alone."""

    class Kind(models.TextChoices):
        WEBHOOK = "webhook", "Webhook（带签名）"
        EMAIL = "email", "邮件"
        FEISHU = "feishu", "飞书群机器人"
        DINGTALK = "dingtalk", "钉钉群机器人"
        WECOM = "wecom", "企业微信群机器人"

    class Event(models.TextChoices):
        ROUND_OPENED = "round_opened", "轮次开始"
        MATCH_FINISHED = "match_finished", "比赛结束"
        SEASON_PUBLISHED = "season_published", "赛季公布"
        TEST = "test", "测试"

    league = models.ForeignKey(League, models.CASCADE, related_name="hooks")
    team = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="hooks")
    kind = models.CharField("方式", max_length=10, choices=Kind.choices)
    address = models.CharField("地址", max_length=500)
    secret = models.CharField("签名密钥", max_length=128, blank=True, default="")
    events: "models.JSONField[list[str], list[str]]" = models.JSONField("事件", default=list)
    active = models.BooleanField("启用", default=True)
    created_at = models.DateTimeField("创建时间", auto_now_add=True)

    class Meta:
        verbose_name = verbose_name_plural = "通知"
        constraints = [
            models.CheckConstraint(
                name="hook_kind_known",
                condition=Q(kind__in=["webhook", "email", "feishu", "dingtalk", "wecom"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.host}"

    @property
    def host(self) -> str:
        """What of the address may be shown: bots carry their key in the path."""
        return self.address if self.kind == self.Kind.EMAIL else self.address.split("/")[2]


class Delivery(models.Model):
    """One notice to one address. `facts` are written with what they tell of, in one transaction; how they
    look is decided when they are sent. Pending rows are the queue."""

    class State(models.TextChoices):
        PENDING = "pending", "待发送"
        SENT = "sent", "已送达"
        FAILED = "failed", "已放弃"

    hook = models.ForeignKey(Hook, models.CASCADE, related_name="deliveries")
    event = models.CharField("事件", max_length=20, choices=Hook.Event.choices)
    facts = models.JSONField("内容", default=dict)
    state = models.CharField("状态", max_length=10, choices=State.choices, default=State.PENDING)
    attempts = models.PositiveSmallIntegerField("已试次数", default=0)
    due_at = models.DateTimeField("下次发送", null=True)
    status = models.PositiveSmallIntegerField("应答码", null=True)
    answer = models.CharField("应答", max_length=300, blank=True, default="")
    created_at = models.DateTimeField("时间", auto_now_add=True)
    sent_at = models.DateTimeField("送达时间", null=True)

    class Meta:
        verbose_name = verbose_name_plural = "通知记录"
        indexes = [
            models.Index("due_at", name="delivery_due", condition=Q(state="pending")),
            models.Index("hook", models.F("created_at").desc(), name="delivery_of_hook"),
        ]
        constraints = [
            models.CheckConstraint(
                name="delivery_state_known", condition=Q(state__in=["pending", "sent", "failed"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.state}"
