"""A match and everything that is written while it is played. What is sealed has a table of its own (Save),
so that no list of another table's columns can leak it."""

import secrets
from typing import Any

from django.db import models
from django.db.models import F, Q

from league.models.seasons import Entry, Round
from league.models.teams import Agent
from league.models.tenancy import League

_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


def new_match_id() -> str:
    """60 random bits in base32: names a match in URLs and cannot be counted through."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))


def dollars(cents: int) -> str:
    """1250 -> "12.50": money as every answer shows it."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


class Match(models.Model):
    """The public row. `day`, `date`, `cash` and the like repeat what the last frame's board says, so that
    lists need not open it. Money in cents."""

    class Phase(models.TextChoices):
        OPEN = "open", "营业中"
        SETTLING = "settling", "结算中"
        FINISHED = "finished", "已结束"

    class End(models.TextChoices):
        COMPLETED = "completed", "期满"
        BANKRUPT = "bankrupt", "破产"
        GAVE_UP = "gave_up", "放弃"
        TIMED_OUT = "timed_out", "超时"

    class Fault(models.TextChoices):
        AGENT = "agent", "参赛方"
        PLATFORM = "platform", "平台"

    id = models.CharField(primary_key=True, max_length=12, default=new_match_id, editable=False)
    league = models.ForeignKey(League, models.PROTECT, related_name="matches")
    agent = models.ForeignKey(Agent, models.PROTECT, related_name="matches")
    practice = models.BooleanField("练习赛", default=True)
    round = models.ForeignKey(Round, models.PROTECT, null=True, blank=True, related_name="matches")
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="matches")
    number = models.PositiveSmallIntegerField("本轮第几场", null=True, blank=True)
    attempt = models.PositiveSmallIntegerField("第几次", default=1)
    due_at = models.DateTimeField("截止时间", null=True, blank=True)  # the round's end, later for a re-run
    ruleset = models.CharField("规则", max_length=40)
    days = models.PositiveSmallIntegerField("天数")
    start_date = models.DateField("指定的开局日期", null=True, blank=True)
    world_commitment = models.CharField(max_length=64)
    match_commitment = models.CharField(max_length=64)

    phase = models.CharField("阶段", max_length=10, choices=Phase.choices, default=Phase.OPEN)
    day = models.PositiveSmallIntegerField("第几天", default=1)
    date = models.DateField("日期")
    cash = models.BigIntegerField("现金（分）")
    net_worth = models.BigIntegerField("净资产（分）")
    created_at = models.DateTimeField("开局时间", auto_now_add=True)

    end = models.CharField("结局", max_length=10, choices=End.choices, blank=True, default="")
    finished_at = models.DateTimeField("结束时间", null=True, blank=True)
    score = models.JSONField("成绩", null=True, blank=True)
    reveal = models.JSONField("揭晓", null=True, blank=True)
    world_seed = models.CharField(max_length=64, blank=True, default="")
    match_seed = models.CharField(max_length=64, blank=True, default="")
    packed_at = models.DateTimeField("回放封存时间", null=True, blank=True)

    fault = models.CharField("责任", max_length=10, choices=Fault.choices, blank=True, default="")
    void_reason = models.CharField("作废理由", max_length=200, blank=True, default="")
    voided_at = models.DateTimeField("作废时间", null=True, blank=True)
    superseded_by = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="supersedes", verbose_name="重赛"
    )

    class Meta:
        verbose_name = verbose_name_plural = "比赛"
        indexes = [
            models.Index("league", F("created_at").desc(), F("id").desc(), name="match_of_league"),
            models.Index("agent", F("created_at").desc(), F("id").desc(), name="match_of_agent"),
            models.Index(F("created_at").desc(), F("id").desc(), name="match_latest"),
            models.Index("created_at", name="match_unfinished", condition=~Q(phase="finished")),
            models.Index(
                "finished_at", name="match_unpacked", condition=Q(phase="finished", packed_at__isnull=True)
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="match_phase_known", condition=Q(phase__in=["open", "settling", "finished"])
            ),
            models.CheckConstraint(
                name="match_end_known",
                condition=Q(end__in=["", "completed", "bankrupt", "gave_up", "timed_out"]),
            ),
            models.CheckConstraint(name="match_day_within_days", condition=Q(day__gte=1, day__lte=F("days"))),
            models.CheckConstraint(
                name="match_finished_has_its_end",
                condition=(Q(phase="finished", finished_at__isnull=False, score__isnull=False) & ~Q(end=""))
                | ~Q(phase="finished"),
            ),
            models.CheckConstraint(  # those of a paired round are told when the round closes
                name="match_tells_its_secrets_together",
                condition=(Q(reveal__isnull=False) & ~Q(world_seed="") & ~Q(match_seed=""))
                | Q(reveal__isnull=True, world_seed="", match_seed=""),
            ),
            models.UniqueConstraint(
                fields=["round", "entry", "number"],
                name="match_counts_once",
                condition=Q(voided_at__isnull=True, round__isnull=False),
            ),
            models.CheckConstraint(
                name="match_of_a_round_or_none",
                condition=Q(round__isnull=True, entry__isnull=True, number__isnull=True)
                | Q(
                    round__isnull=False,
                    entry__isnull=False,
                    number__isnull=False,
                    due_at__isnull=False,
                    practice=False,
                ),
            ),
            models.CheckConstraint(
                name="match_fault_known", condition=Q(fault__in=["", "agent", "platform"])
            ),
            models.CheckConstraint(
                name="match_void_has_its_cause",
                condition=Q(voided_at__isnull=True, superseded_by__isnull=True)
                | (Q(voided_at__isnull=False) & ~Q(fault="") & ~Q(void_reason="")),
            ),
            models.CheckConstraint(
                name="match_unfinished_tells_no_seed",
                condition=Q(phase="finished")
                | Q(
                    end="",
                    finished_at__isnull=True,
                    score__isnull=True,
                    reveal__isnull=True,
                    world_seed="",
                    match_seed="",
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.id}（{self.days} 天）"

    @property
    def finished(self) -> bool:
        return self.phase == self.Phase.FINISHED

    def as_public(self) -> dict[str, Any]:
        """What anybody may know. Needs `agent__team`, `league`, `round__season` and the annotation
        `last_seq`."""
        return {
            "id": self.pk,
            "agent": {"slug": self.agent.slug, "name": self.agent.name},
            "team": self.agent.team.name,
            "league": self.league.slug,
            "days": self.days,
            "day": self.day,
            "date": self.date.isoformat(),
            "phase": self.phase,
            "status": "finished" if self.finished else "open",
            "end": self.end or None,
            "practice": self.practice,
            "season": self.round and {"slug": self.round.season.slug, "name": self.round.season.name},
            "round": self.round and self.round.number,
            "number": self.number,
            "void": self.voided_at
            and {
                "fault": self.fault,
                "reason": self.void_reason,
                "at": self.voided_at.isoformat(),
                "superseded_by": self.superseded_by_id,
            },
            "ruleset": self.ruleset,
            "commitments": {"world": self.world_commitment, "match": self.match_commitment},
            "cash": dollars(self.cash),
            "net_worth": dollars(self.net_worth),
            "last_seq": getattr(self, "last_seq", None),
            "created_at": self.created_at.isoformat(),
            "finished_at": self.finished_at and self.finished_at.isoformat(),
            "score": self.score,
            "reveal": self.reveal,
        }

    def as_own(self) -> dict[str, Any]:
        """What its agent may know: of a match that is held back, where it really stands. Needs `held`."""
        held: Held | None = getattr(self, "held", None)
        if held is None:
            return self.as_public()
        finished = held.phase == self.Phase.FINISHED
        return {
            **self.as_public(),
            "day": held.day,
            "date": held.date.isoformat(),
            "phase": held.phase,
            "status": "finished" if finished else "open",
            "end": held.end or None,
            "cash": dollars(held.cash),
            "net_worth": dollars(held.net_worth),
            "finished_at": held.finished_at and held.finished_at.isoformat(),
            "score": held.score,
        }


class Opening(models.Model):
    """The recorded answer to a POST that opened a practice match under an idempotency key."""

    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+")
    key = models.CharField(max_length=128)
    digest = models.CharField(max_length=64)
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint("agent", "key", name="opening_key_once")]

    def __str__(self) -> str:
        return f"{self.agent_id} · {self.key}"


class Save(models.Model):
    """SEALED: seeds, personas and all that is to come are in `state`, the engine's opaque string. Only
    league.play reads or writes it, and by statements that no log sees. `seq` is that of the last call."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    seq = models.PositiveIntegerField(default=0)
    state = models.TextField()

    def __str__(self) -> str:
        return f"sealed · {self.match_id}"


class Settlement(models.Model):
    """A day that was closed and shall be settled once. Unsettled rows are the queue that cannot be lost."""

    pk = models.CompositePrimaryKey("match", "day")
    match = models.ForeignKey(Match, models.CASCADE, related_name="settlements", db_index=False)
    day = models.PositiveSmallIntegerField()
    thought = models.TextField(blank=True, default="")
    idempotency_key = models.CharField(max_length=128, null=True)  # noqa: DJ001 - NULLs never collide
    digest = models.CharField(max_length=64, blank=True, default="")
    requested_at = models.DateTimeField()
    queued_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index("queued_at", name="settlement_waiting", condition=Q(settled_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} · {self.day}"


class Call(models.Model):
    """One action that reached the game. `arguments` and `outcome` are JSON text, encoded once."""

    pk = models.CompositePrimaryKey("match", "seq")
    match = models.ForeignKey(Match, models.CASCADE, related_name="calls", db_index=False)
    seq = models.PositiveIntegerField()
    day = models.PositiveSmallIntegerField()
    tool = models.CharField(max_length=40)
    arguments = models.TextField()
    thought = models.TextField(blank=True, default="")
    outcome = models.TextField()
    idempotency_key = models.CharField(max_length=128, null=True)  # noqa: DJ001 - NULLs never collide
    digest = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "idempotency_key"],
                name="call_key_once",
                condition=Q(idempotency_key__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} · {self.seq} · {self.tool}"


class Frame(models.Model):
    """What anyone may see of one call: `body` is the encoded public frame, relayed and joined as it is."""

    pk = models.CompositePrimaryKey("match", "seq")
    match = models.ForeignKey(Match, models.CASCADE, related_name="frames", db_index=False)
    seq = models.PositiveIntegerField()
    day = models.PositiveSmallIntegerField()
    body = models.TextField()

    def __str__(self) -> str:
        return f"{self.match_id} · {self.seq}"


class Replay(models.Model):
    """A finished match, packed once: gzipped JSON that is served as it is and never changes."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="replay")
    body = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"replay · {self.match_id}"


class Held(models.Model):
    """The truth of a match of a paired round while its public row may not tell it yet (RULES §8): where the
    match really stands. There is none once the round is closed. For the agent's own eyes, and the clock's."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="held")
    phase = models.CharField(max_length=10, choices=Match.Phase.choices, default=Match.Phase.OPEN)
    day = models.PositiveSmallIntegerField(default=1)
    date = models.DateField()
    cash = models.BigIntegerField()
    net_worth = models.BigIntegerField()
    end = models.CharField(max_length=10, choices=Match.End.choices, blank=True, default="")
    finished_at = models.DateTimeField(null=True)
    score = models.JSONField(null=True)
    reveal = models.JSONField(null=True)  # for the board behind a freeze; nothing shows it

    def __str__(self) -> str:
        return f"held · {self.match_id}"


class HeldFrame(models.Model):
    """A frame of a day that the public may not see yet. It is moved to Frame, never copied."""

    pk = models.CompositePrimaryKey("match", "seq")
    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    day = models.PositiveSmallIntegerField()
    body = models.TextField()

    def __str__(self) -> str:
        return f"held · {self.match_id} · {self.seq}"
