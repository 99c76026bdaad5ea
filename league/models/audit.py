"""What was done in a league, by whom: written once, never changed."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models

from league.models.tenancy import League


class Unchangeable(Exception):
    """The audit trail is only ever added to."""


class AuditTrail(models.QuerySet["AuditEntry"]):
    def update(self, **values: Any) -> NoReturn:
        raise Unchangeable

    def delete(self) -> NoReturn:
        raise Unchangeable

    def bulk_update(self, *args: Any, **options: Any) -> NoReturn:
        raise Unchangeable

    def bulk_create(self, objs: Any, *args: Any, **options: Any) -> list["AuditEntry"]:
        if any(options.get(name) for name in ("update_conflicts", "update_fields")):
            raise Unchangeable
        return super().bulk_create(objs, *args, **options)


class AuditEntry(models.Model):
    """`actor` is lost with an account, `actor_name` stays. `target` names a row without holding on to it."""

    league = models.ForeignKey(League, models.PROTECT, related_name="audit")
    at = models.DateTimeField("时间", auto_now_add=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    actor_name = models.CharField("操作人", max_length=160)
    verb = models.CharField("操作", max_length=60)
    target_kind = models.CharField(max_length=40, blank=True)
    target_id = models.CharField(max_length=60, blank=True)
    target_name = models.CharField("对象", max_length=200, blank=True)
    data = models.JSONField("详情", default=dict)

    objects = AuditTrail.as_manager()

    class Meta:
        verbose_name = verbose_name_plural = "操作记录"
        ordering = ("-at", "-id")
        indexes = [
            models.Index("league", models.F("at").desc(), models.F("id").desc(), name="audit_of_league"),
        ]

    def __str__(self) -> str:
        return f"{self.actor_name} · {self.verb} · {self.target_name}"

    def save(self, *args: Any, **options: Any) -> None:
        if not self._state.adding:
            raise Unchangeable
        super().save(*args, **{**options, "force_insert": True})

    def delete(self, *args: Any, **options: Any) -> NoReturn:
        raise Unchangeable
