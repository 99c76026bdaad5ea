"""The only ways to obtain a league, a match or an agent for somebody. "Not yours" and "not there" are one
answer.

A statement elsewhere that must find and lock in one go (league.play) takes its condition from here.
"""

import hmac
from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import Http404
from django.utils import timezone

from league.models import (
    Agent,
    AgentKey,
    Beat,
    Call,
    Claim,
    Entry,
    Frame,
    Invitation,
    League,
    LeagueToken,
    Match,
    Membership,
    Season,
    Team,
    TeamMembership,
)

OWN_MATCH = "m.id = %s AND m.agent_id = %s"  # league_match m

FINISHED = Q(phase=Match.Phase.FINISHED)
UNENDED = Q(voided_at__isnull=False) & ~FINISHED
OWN_FINISHED = FINISHED | Q(held__phase=Match.Phase.FINISHED)  # its agent knows earlier than the public
LISTED = Q(visibility=League.Visibility.PUBLIC)


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


Viewer = User | AnonymousUser | Caller | None  # who looks: a person, or an agent by its key

_KEY = """
SELECT k.digest, k.last_used_at, k.expires_at, k.id, a.id, a.slug, a.name, t.name, l.id, l.slug
FROM league_agentkey k JOIN league_agent a ON a.id = k.agent_id
JOIN league_team t ON t.id = a.team_id JOIN league_league l ON l.id = t.league_id
WHERE k.prefix = %s AND k.revoked_at IS NULL AND a.retired_at IS NULL AND t.retired_at IS NULL"""


def caller_by_key(raw: str) -> Caller | None:
    """One query. Unknown, malformed, wrong, expired and revoked keys are alike."""
    prefix = AgentKey.prefix_of(raw)
    if prefix is None:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_KEY, [prefix])
        row = cursor.fetchone()
    if row is None or not hmac.compare_digest(row[0], AgentKey.digest_of(raw)):
        return None
    last_used, expires = map(_instant, row[1:3])
    if expires is not None and expires <= timezone.now():
        return None
    caller = Caller(*row[3:])
    _note_use(caller.key_id, last_used)
    return caller


def _instant(value: datetime | None) -> datetime | None:
    """SQLite keeps instants in UTC without saying so."""
    return value.replace(tzinfo=UTC) if value is not None and timezone.is_naive(value) else value


def _note_use(key_id: int, last: datetime | None) -> None:
    now = timezone.now()
    if last is None or last < now - AgentKey.USED_EVERY:
        AgentKey.objects.filter(pk=key_id).update(last_used_at=now)


def own_agent(caller: Caller) -> Agent:
    return Agent.objects.select_related("team__league").get(pk=caller.agent_id)


def _rows() -> QuerySet[Match]:
    newest = Frame.objects.filter(match=OuterRef("pk")).order_by("-seq").values("seq")[:1]
    return Match.objects.select_related("agent__team", "league", "round__season").annotate(
        last_seq=Subquery(newest)
    )


def own_matches(caller: Caller) -> QuerySet[Match]:
    """With what tells how long each may still be left alone."""
    last = Call.objects.filter(match=OuterRef("pk")).order_by("-seq").values("created_at")[:1]
    clock = Beat.objects.values("since")[:1]
    mine = _rows().filter(agent_id=caller.agent_id).select_related("held")
    return mine.annotate(last_call_at=Subquery(last), clock_since=Subquery(clock))


def own_match(caller: Caller, match_id: str) -> Match:
    match = own_matches(caller).filter(pk=match_id).first()
    if match is None:
        raise NotThere
    return match


def agent_of(caller: Caller) -> Agent:
    return Agent.objects.select_related("team").get(pk=caller.agent_id)


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


def league(slug: str, viewer: Viewer = None) -> League:
    """A private league is there for those who run it and those who play in it."""
    found = League.objects.select_related("logo").filter(slug=slug).first()
    if found is None or not may_see(found, viewer):
        raise NotThere
    return found


def may_see(league: League, viewer: Viewer) -> bool:
    """Asked again for every frame of a private match: whoever is put out sees no further one."""
    return league.visibility != League.Visibility.PRIVATE or is_inside(league.pk, viewer)


def is_inside(league_id: int, viewer: Viewer) -> bool:
    if isinstance(viewer, Caller):
        return viewer.league_id == league_id
    if viewer is None or viewer.pk is None:
        return False
    runs = Membership.objects.filter(league=league_id, user=viewer.pk, user__is_active=True)
    plays = TeamMembership.objects.filter(
        team__league=league_id, team__retired_at=None, user=viewer.pk, user__is_active=True
    )
    return runs.exists() or plays.exists()


def season(league: str, slug: str, viewer: Viewer = None) -> Season:
    """What its league's readers may open; a draft is its league's own affair."""
    rows = Season.objects.select_related("league__logo").filter(league__slug=league, slug=slug)
    found = rows.exclude(state=Season.State.DRAFT).first()
    if found is None or not may_see(found.league, viewer):
        raise NotThere
    return found


def matches(league: League | None = None) -> QuerySet[Match]:
    """What anybody may list: the matches of one league, or of all listed ones. One that was voided because it
    cannot be ended is under way for nobody."""
    rows = _rows().exclude(UNENDED)
    if league is not None:
        return rows.filter(league=league)
    return rows.filter(league__visibility=League.Visibility.PUBLIC)


def match(match_id: str, viewer: Viewer = None) -> Match:
    """What anybody may open who has the address."""
    found = _rows().filter(pk=match_id).first()
    if found is None or not may_see(found.league, viewer):
        raise NotThere
    return found


def several(ids: list[str], viewer: Viewer = None) -> list[Match]:
    """As `match`, in the order asked for: all of them or none, and one query for those of open leagues."""
    rows = {found.pk: found for found in _rows().filter(pk__in=ids)}
    leagues = {found.league_id: found.league for found in rows.values()}
    if len(rows) < len(set(ids)) or not all(may_see(each, viewer) for each in leagues.values()):
        raise NotThere
    return [rows[each] for each in ids]


def agent(slug: str, viewer: Viewer = None) -> Agent:
    found = Agent.objects.select_related("team__league", "avatar").filter(slug=slug).first()
    if found is None or not may_see(found.team.league, viewer):
        raise NotThere
    return found


# People, by their seat in a team or in a league. Who has no seat is told that there is nothing; who has a
# lower one than it takes is told so.

Person = User | AnonymousUser
RANKS = {Membership.Role.REFEREE: 1, Membership.Role.ADMIN: 2, Membership.Role.OWNER: 3}


def team_seats(user: Person) -> QuerySet[TeamMembership]:
    rows = TeamMembership.objects.filter(user=user.pk, user__is_active=True, team__retired_at=None)
    return rows.select_related("team__league").order_by("team__name", "team_id")


def team_seat(user: Person, team_id: int, *, owner: bool = False) -> TeamMembership:
    seat = team_seats(user).filter(team=team_id).first()
    if seat is None:
        raise NotThere
    if owner and seat.role != TeamMembership.Role.OWNER:
        raise PermissionDenied
    return seat


def entering(seat: TeamMembership) -> QuerySet[Season]:
    """The seasons of the team's league that take entries now."""
    now = timezone.now()
    rows = Season.objects.filter(league=seat.team.league_id, state=Season.State.REGISTRATION)
    return rows.filter(registration_closes_at__gt=now).order_by("registration_closes_at", "pk")


def team_agent(seat: TeamMembership, slug: str) -> Agent:
    found = (
        Agent.objects.select_related("team__league", "avatar").filter(team=seat.team_id, slug=slug).first()
    )
    if found is None:
        raise NotThere
    return found


def agent_key(agent: Agent, key_id: int) -> AgentKey:
    found = AgentKey.objects.filter(agent=agent, pk=key_id).first()
    if found is None:
        raise NotThere
    return found


def team_matches(seat: TeamMembership) -> QuerySet[Match]:
    return _rows().filter(agent__team=seat.team_id)


def team_match(seat: TeamMembership, match_id: str) -> Match:
    found = team_matches(seat).filter(pk=match_id).first()
    if found is None:
        raise NotThere
    return found


def league_seats(user: Person) -> QuerySet[Membership]:
    rows = Membership.objects.filter(user=user.pk, user__is_active=True)
    return rows.select_related("league").order_by("league__name", "league_id")


def league_seat(user: Person, slug: str, least: Membership.Role = Membership.Role.REFEREE) -> Membership:
    """The seat of somebody who runs the league, with at least this rank."""
    seat = league_seats(user).filter(league__slug=slug).first()
    if seat is None:
        raise NotThere
    if RANKS[Membership.Role(seat.role)] < RANKS[least]:
        raise PermissionDenied
    return seat


def open_leagues(user: Person) -> QuerySet[League]:
    """Where this person may found a team: listed leagues, and those that they run or play in."""
    inside = Exists(Membership.objects.filter(league=OuterRef("pk"), user=user.pk)) | Exists(
        TeamMembership.objects.filter(team__league=OuterRef("pk"), user=user.pk)
    )
    return League.objects.filter(LISTED | Q(inside), retired_at=None).order_by("name", "pk")


def invitations_of(seat: TeamMembership | Membership) -> QuerySet[Invitation]:
    if isinstance(seat, TeamMembership):
        rows = Invitation.objects.filter(team=seat.team_id)
    else:
        rows = Invitation.objects.filter(league=seat.league_id, team=None)
    return rows.select_related("invited_by").order_by("-created_at", "-pk")


# Seasons and what is in them, by a seat in their league.


def seat_by_token(raw: str) -> tuple[LeagueToken, Membership] | None:
    """Whose token it is, and the seat that makes it good: without the one the other is nothing."""
    prefix = LeagueToken.prefix_of(raw)
    token = (
        LeagueToken.objects.select_related("user").filter(prefix=prefix, revoked_at=None).first()
        if prefix
        else None
    )
    if token is None or not token.proved_by(raw):
        return None
    seat = league_seats(token.user).filter(league=token.league_id).first()
    if seat is None:
        return None
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at < now - AgentKey.USED_EVERY:
        LeagueToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token, seat


def league_tokens(seat: Membership) -> QuerySet[LeagueToken]:
    """One's own; an owner sees all."""
    rows = LeagueToken.objects.filter(league=seat.league_id, revoked_at=None).select_related("user")
    return rows if seat.role == Membership.Role.OWNER else rows.filter(user=seat.user_id)


def seasons(league: League) -> QuerySet[Season]:
    """What anybody may know of who may see the league."""
    rows = Season.objects.filter(league=league).exclude(state=Season.State.DRAFT)
    return rows.prefetch_related("rounds").order_by("-created_at", "-pk")


def run_seasons(seat: Membership) -> QuerySet[Season]:
    rows = Season.objects.filter(league=seat.league_id).select_related("league")
    return rows.prefetch_related("rounds").order_by("-created_at", "-pk")


def run_season(seat: Membership, slug: str) -> Season:
    found = run_seasons(seat).filter(slug=slug).first()
    if found is None:
        raise NotThere
    return found


def run_entry(season: Season, agent: str) -> Entry:
    found = (
        Entry.objects.select_related("agent__team", "season")
        .filter(season=season, agent__slug=agent, agent__team__league=season.league_id)
        .first()
    )
    if found is None:
        raise NotThere
    return found


def run_match(seat: Membership, match_id: str) -> Match:
    """A match of a round of the league, as it really stands."""
    found = (
        _rows()
        .select_related("held", "entry", "round__season__league")
        .filter(pk=match_id, league=seat.league_id, round__isnull=False)
        .first()
    )
    if found is None:
        raise NotThere
    return found


def own_entries(caller: Caller) -> QuerySet[Entry]:
    """Of an agent, in seasons that are not over."""
    over = (Season.State.CLOSED, Season.State.PUBLISHED)
    rows = Entry.objects.filter(agent=caller.agent_id).exclude(season__state__in=over)
    return rows.select_related("season__league").prefetch_related("season__rounds").order_by("created_at")


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
