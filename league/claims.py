"""How an agent that nobody knows comes in, and how its human takes it over."""

import hashlib
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from league import audit, names
from league.models import Agent, AgentKey, Claim, League, Team
from league.play import Key, NotNow

PURPOSE = "自助登记"


@dataclass(frozen=True, slots=True)
class Registered:
    agent: Agent
    key: str
    token: str


def register(league: League, name: str, about: dict[str, str], key: Key | None = None) -> Registered:
    try:
        return _register(league, name, about, key)
    except IntegrityError:  # the same key, or the same slug, was faster by a moment
        return _register(league, name, about, key)


def _register(league: League, name: str, about: dict[str, str], key: Key | None) -> Registered:
    """A new agent with a key for practice, and the token of the link for its human. Whoever lost the answer
    and repeats the request gets a new key for the same agent, as long as the first was never used."""
    with transaction.atomic():
        if key is not None:
            claim = Claim.objects.select_related("agent").filter(registration=_hashed(key)).first()
            if claim is not None:
                return _again(claim, key)
        slug = names.slug_of(name, "agent")
        while Agent.objects.filter(slug=slug).exists():
            slug = names.another_slug(slug)
        team = Team.objects.create(league=league, name=f"待认领 {slug}"[:80])
        agent = Agent.objects.create(team=team, slug=slug, name=name, **about)
        asked = key.digest if key else ""
        claim = Claim(agent=agent, registration=_hashed(key) if key else None, asked=asked)
        token = claim.new_link()
        claim.save()
        _, raw = AgentKey.issue(agent, name=PURPOSE)
    return Registered(agent, raw, token)


def _again(claim: Claim, key: Key) -> Registered:
    keys = AgentKey.objects.filter(agent=claim.agent)
    if claim.asked != key.digest or claim.claimed_at or keys.exclude(last_used_at=None).exists():
        raise NotNow("key_reused")
    keys.delete()
    token = claim.new_link()
    claim.save(update_fields=["digest", "expires_at"])
    _, raw = AgentKey.issue(claim.agent, name=PURPOSE)
    return Registered(claim.agent, raw, token)


def _hashed(key: Key) -> str:
    return hashlib.sha256(key.value.encode()).hexdigest()


def new_link(agent_id: int) -> tuple[Claim, str] | None:
    """Another link for an agent that is still unclaimed."""
    claim = Claim.objects.filter(agent_id=agent_id, claimed_at=None).first()
    if claim is None:
        return None
    token = claim.new_link()
    claim.save(update_fields=["digest", "expires_at"])
    return claim, token


def adopt(claim: Claim, team: Team, user: User, name: str) -> Agent:
    """The agent moves into the team with its key and its matches. Once: of two humans the first has it."""
    agent = claim.agent
    shown = names.clean(name) or agent.name
    with transaction.atomic():
        now = timezone.now()
        if not Claim.objects.filter(pk=claim.pk, claimed_at=None).update(claimed_at=now, claimed_by=user):
            raise ValidationError("这个智能体已经被认领了。")
        waiting = agent.team
        agent.team, agent.name = team, shown
        try:
            with transaction.atomic():
                agent.save(update_fields=["team", "name", "name_key"])
        except IntegrityError:
            raise ValidationError("队里已有同名的智能体，请换一个名字。") from None
        waiting.delete()
        told: dict[str, Any] = {"team": team.name, "agent": agent.slug}
        audit.record(team.league, user, "agent.adopted", agent, told)
    return agent
