"""Registering agents, and the keys that they show."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from league import audit, names
from league.models import Agent, AgentKey, AgentVersion, Team
from league.schedule import entries

AGENTS_OF_A_TEAM = 20
KEYS_OF_AN_AGENT = 10  # valid at one time
PROFILE = ("model", "framework", "about", "avatar")


@transaction.atomic
def register(team: Team, user: User, name: str, profile: Mapping[str, Any]) -> Agent:
    team = Team.objects.select_for_update().select_related("league").get(pk=team.pk)
    if team.agents.filter(retired_at=None).count() >= AGENTS_OF_A_TEAM:
        raise ValidationError(f"一支队伍最多有 {AGENTS_OF_A_TEAM} 个在用的智能体，先停用不用的。")
    if team.agents.filter(name_key=names.skeleton(name)).exists():
        raise _taken()
    slug = names.slug_of(name, "agent")
    while True:
        try:
            with transaction.atomic():
                agent = Agent.objects.create(
                    team=team,
                    slug=slug,
                    name=name,
                    **{field: profile[field] for field in PROFILE if field in profile},
                )
                break
        except IntegrityError:  # the slug: it is unique among all leagues
            slug = names.another_slug(slug)
    audit.record(team.league, user, "agent.created", agent)
    return agent


@transaction.atomic
def change(agent: Agent, user: User, name: str, profile: Mapping[str, Any]) -> None:
    """The address stays: links to it are out in the world."""
    before, version = agent.name, (agent.model, agent.framework)
    agent.name = name
    for field in PROFILE:
        if field in profile:
            setattr(agent, field, profile[field])
    try:
        with transaction.atomic():
            agent.save(update_fields=["name", "name_key", *PROFILE])
    except IntegrityError:
        raise _taken() from None
    if version != (agent.model, agent.framework) and any(version):
        AgentVersion.objects.create(agent=agent, model=version[0], framework=version[1])
    renamed = {"before": before, "after": name} if before != name else {}
    audit.record(agent.team.league, user, "agent.changed", agent, renamed)


@transaction.atomic
def retire(agent: Agent, user: User, *, retired: bool) -> None:
    """A retired agent's keys do not open anything; it gives back its places in seasons that have
    not begun. Its matches and its rows on boards stay."""
    team = Team.objects.select_for_update().get(pk=agent.team_id)
    agent = Agent.objects.select_related("team__league").get(pk=agent.pk)
    if (agent.retired_at is not None) == retired:
        return
    if not retired and team.agents.filter(retired_at=None).count() >= AGENTS_OF_A_TEAM:
        raise ValidationError(f"一支队伍最多有 {AGENTS_OF_A_TEAM} 个在用的智能体，先停用别的。")
    agent.retired_at = timezone.now() if retired else None
    agent.save(update_fields=["retired_at"])
    if retired:
        entries.withdraw_all(Agent.objects.filter(pk=agent.pk), user)
    audit.record(agent.team.league, user, "agent.retired" if retired else "agent.reinstated", agent)


@transaction.atomic
def issue_key(agent: Agent, user: User, *, name: str, raw: str) -> AgentKey:
    _room_for_a_key(agent)
    key, _ = AgentKey.issue(agent, name=name, raw=raw)
    audit.record(agent.team.league, user, "key.issued", agent, {"key": str(key), "name": name})
    return key


@transaction.atomic
def rotate_key(old: AgentKey, user: User, *, overlap: timedelta, raw: str) -> AgentKey:
    """A new key for the same use; the old one goes on for `overlap`, so that a match need not stop."""
    agent = Agent.objects.select_related("team__league").get(pk=old.agent_id)
    _room_for_a_key(agent)
    old = AgentKey.objects.get(pk=old.pk)
    if not old.valid:
        raise ValidationError("这把密钥已经失效，请直接新建一把。")
    end = timezone.now() + overlap
    old.expires_at = end if old.expires_at is None else min(end, old.expires_at)
    old.save(update_fields=["expires_at"])
    key, _ = AgentKey.issue(agent, name=old.name, raw=raw)
    audit.record(
        agent.team.league,
        user,
        "key.rotated",
        agent,
        {"key": str(key), "replaces": str(old), "until": old.expires_at.isoformat()},
    )
    return key


@transaction.atomic
def revoke_key(key: AgentKey, user: User) -> None:
    agent = Agent.objects.select_related("team__league").get(pk=key.agent_id)
    if AgentKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=timezone.now()):
        audit.record(agent.team.league, user, "key.revoked", agent, {"key": str(key)})


def valid_keys() -> Q:
    return Q(revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=timezone.now()))


def _room_for_a_key(agent: Agent) -> None:
    Team.objects.select_for_update().get(pk=agent.team_id)
    if agent.keys.filter(valid_keys()).count() >= KEYS_OF_AN_AGENT:
        raise ValidationError(f"一个智能体最多有 {KEYS_OF_AN_AGENT} 把有效的密钥，先吊销不用的。")


def _taken() -> ValidationError:
    return ValidationError("队里已经有一个同名或看上去同名的智能体，请换一个名字。", code="taken")
