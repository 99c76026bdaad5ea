"""The audit trail: who did what in a league. Whoever changes something on behalf of somebody says so here."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import models

from league.models import AuditEntry, League

Actor = User | str | None  # a user, the name of a token, or the platform itself

SECRETS = ("secret", "password", "token", "raw", "digest", "seed")

# What each verb is called on the page. A verb that is not here cannot be recorded.
VERBS = {
    # teams and agents
    "team.created": "新建队伍",
    "team.changed": "修改队伍",
    "team.retired": "解散队伍",
    "agent.created": "登记智能体",
    "agent.adopted": "认领智能体",
    "agent.changed": "修改智能体",
    "agent.retired": "停用智能体",
    "agent.reinstated": "恢复智能体",
    "key.issued": "新建密钥",
    "key.rotated": "轮换密钥",
    "key.revoked": "吊销密钥",
    # people
    "member.invited": "邀请成员",
    "member.joined": "加入",
    "member.declined": "谢绝邀请",
    "member.changed": "改变角色",
    "member.removed": "移除成员",
    "member.left": "离开",
    "invitation.revoked": "撤回邀请",
    # the league itself
    "league.created": "开办联赛",
    "league.changed": "修改联赛",
    "league.retired": "停办联赛",
    "league.reopened": "恢复联赛",
    # seasons
    "season.created": "新建赛季",
    "season.changed": "修改赛季",
    "season.scheduled": "排定赛季",
    "season.moved": "变更赛季状态",
    "season.deleted": "删除草稿赛季",
    "entry.made": "报名",
    "entry.approved": "通过报名",
    "entry.declined": "不通过报名",
    "entry.withdrawn": "退出赛季",
    "entry.disqualified": "取消参赛资格",
    "entry.reinstated": "恢复参赛资格",
    "season.frozen": "封榜",
    "season.unfrozen": "解除封榜",
    "name.hidden": "屏蔽名称",
    "words.hidden": "屏蔽内容",
    "hiding.lifted": "解除屏蔽",
    "notice.added": "新增通知",
    "notice.changed": "修改通知",
    "notice.removed": "删除通知",
    "match.voided": "判比赛作废",
    "match.rerun": "安排重赛",
    "token.issued": "新建管理令牌",
    "token.revoked": "吊销管理令牌",
}


def record(
    league: League,
    actor: Actor,
    verb: str,
    target: models.Model | None = None,
    data: Mapping[str, Any] | None = None,
) -> AuditEntry:
    """Call it inside the transaction of what it tells about. `actor`: a user, the name of a token, or None
    for the platform itself. `data` is shown to the league: reason, before and after; never a secret."""
    if verb not in VERBS:
        raise ValueError(f"{verb} has no name in league.audit.VERBS")
    leaks = [name for name in data or {} if any(secret in name for secret in SECRETS)]
    if leaks:
        raise ValueError(f"The audit trail keeps no secrets: {', '.join(leaks)}")
    return AuditEntry.objects.create(
        league=league,
        actor=None if isinstance(actor, str) else actor,
        actor_name=name_of(actor),
        verb=verb,
        target_kind=target._meta.model_name or "" if target is not None else "",
        target_id=str(target.pk) if target is not None else "",
        target_name=str(target)[:200] if target is not None else "",
        data=dict(data or {}),
    )


def name_of(actor: User | str | None) -> str:
    if actor is None:
        return "系统"
    return actor[:160] if isinstance(actor, str) else (actor.get_full_name() or actor.get_username())[:160]
