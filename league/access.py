"""The only ways to obtain a league, a match or an agent for somebody. "Not yours" and "not there" are one
answer.

A statement elsewhere that must find and lock in one go (league.play) takes its condition from here.
"""

import hmac
from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import Http404
from django.utils import timezone

from league.models import Agent, AgentKey, Call, Claim, Frame, League, Match, Season, Team

OWN_MATCH = "m.id = %s AND m.agent_id = %s"  # league_match m

FINISHED = Q(phase=Match.Phase.FINISHED)
OWN_FINISHED = FINISHED | Q(held__phase=Match.Phase.FINISHED)  # its agent knows earlier than the public
LISTED = Q(visibility=League.Visibility.PUBLIC)
OPEN = (League.Visibility.PUBLIC, League.Visibility.UNLISTED)
OPEN_TO_ALL = Q(visibility__in=[League.Visibility.PUBLIC, League.Visibility.UNLISTED])


class NotThere(Http404):
    """There is nothing of that name that this caller may see."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who showed a key. Its agent's team leads to the tenant; nothing that a client sends does."""

    key_id: int
    agent_id: int
    agent_slug: str
    agent_name: str
    team_name: str
    league_id: int
    league_slug: str

    is_authenticated = True


_KEY = """
SELECT k.digest, k.last_used_at, k.id, a.id, a.slug, a.name, t.name, l.id, l.slug
FROM league_agentkey k JOIN league_agent a ON a.id = k.agent_id
JOIN league_team t ON t.id = a.team_id JOIN league_league l ON l.id = t.league_id
WHERE k.prefix = %s AND k.revoked_at IS NULL"""


def caller_by_key(raw: str) -> Caller | None:
    """One query. Unknown, malformed, wrong and revoked keys are alike."""
    prefix = AgentKey.prefix_of(raw)
    if prefix is None:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_KEY, [prefix])
        row = cursor.fetchone()
    if row is None or not hmac.compare_digest(row[0], AgentKey.digest_of(raw)):
        return None
    caller = Caller(*row[2:])
    _note_use(caller.key_id, row[1])
    return caller


def _note_use(key_id: int, last: datetime | None) -> None:
    now = timezone.now()
    if last is not None and timezone.is_naive(last):  # as SQLite keeps it
        last = last.replace(tzinfo=UTC)
    if last is None or last < now - AgentKey.USED_EVERY:
        AgentKey.objects.filter(pk=key_id).update(last_used_at=now)


def _rows() -> QuerySet[Match]:
    newest = Frame.objects.filter(match=OuterRef("pk")).order_by("-seq").values("seq")[:1]
    return Match.objects.select_related("agent__team", "league", "round__season").annotate(
        last_seq=Subquery(newest)
    )


def own_matches(caller: Caller) -> QuerySet[Match]:
    return _rows().filter(agent_id=caller.agent_id).select_related("held")


def own_match(caller: Caller, match_id: str) -> Match:
    match = own_matches(caller).filter(pk=match_id).first()
    if match is None:
        raise NotThere
    return match


def is_unclaimed(caller: Caller) -> bool:
    """Whether nobody has adopted the agent that registered itself."""
    return Claim.objects.filter(agent_id=caller.agent_id, claimed_at=None).exists()


def claim(token: str) -> Claim:
    """What the link for an agent's human opens, while it is open."""
    found = Claim.by_token(token)
    if found is None:
        raise NotThere
    return found


def teams_to_adopt_into(user: User, league: League) -> QuerySet[Team]:
    return Team.objects.filter(league=league, memberships__user=user, retired_at=None).order_by("name", "id")


def leagues() -> QuerySet[League]:
    return League.objects.filter(LISTED)


def league(slug: str) -> League:
    found = League.objects.filter(OPEN_TO_ALL, slug=slug).first()
    if found is None:
        raise NotThere
    return found


def season(league: str, slug: str) -> Season:
    """What anybody may open; a draft is its league's own affair."""
    found = (
        Season.objects.select_related("league")
        .filter(league__slug=league, slug=slug, league__visibility__in=OPEN)
        .exclude(state=Season.State.DRAFT)
        .first()
    )
    if found is None:
        raise NotThere
    return found


def matches(league: League | None = None) -> QuerySet[Match]:
    """What anybody may list: the matches of one league, or of all listed ones."""
    rows = _rows()
    if league is not None:
        return rows.filter(league=league)
    return rows.filter(league__visibility=League.Visibility.PUBLIC)


def match(match_id: str) -> Match:
    """What anybody may open who has the address."""
    found = (
        _rows()
        .filter(pk=match_id, league__visibility__in=[League.Visibility.PUBLIC, League.Visibility.UNLISTED])
        .first()
    )
    if found is None:
        raise NotThere
    return found


def agent(slug: str) -> Agent:
    found = (
        Agent.objects.select_related("team__league")
        .filter(
            slug=slug, team__league__visibility__in=[League.Visibility.PUBLIC, League.Visibility.UNLISTED]
        )
        .first()
    )
    if found is None:
        raise NotThere
    return found


def every_match() -> QuerySet[Match]:
    """For the platform's own work, never for somebody's request."""
    return _rows()


def idle_practice(since: datetime) -> QuerySet[Match, str]:
    """Practice matches under way without a call since then."""
    calls = Call.objects.filter(match=OuterRef("pk"), created_at__gte=since)
    rows = Match.objects.filter(practice=True, phase=Match.Phase.OPEN, created_at__lt=since)
    return rows.filter(~Exists(calls)).order_by("created_at").values_list("pk", flat=True)


def unpacked() -> QuerySet[Match, str]:
    rows = Match.objects.filter(phase=Match.Phase.FINISHED, packed_at=None, reveal__isnull=False)
    return rows.order_by("finished_at").values_list("pk", flat=True)
