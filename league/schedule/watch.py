"""What those who run a season look at: its rounds in figures, its live matches, the time they have left."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, OuterRef, Q, Subquery

from league.models import Call, Held, Match, Round, Season
from league.schedule import legal
from league.schedule.legal import Countdown, RoundState
from league.schedule.rounds import playing

SOONEST = [legal.Idle.OVER, legal.Idle.URGENT, legal.Idle.SOON, legal.Idle.FINE]


class Watched(NamedTuple):
    """A match under way, where it really stands, and what is left to it."""

    match: Match
    truth: Match | Held
    last: datetime
    left: Countdown

    @property
    def label(self) -> str:
        return legal.IDLE_LABELS[self.left.state]


def watched(season: Season, clock_since: datetime, now: datetime) -> list[Watched]:
    """The most urgent first. One query."""
    last = Call.objects.filter(match=OuterRef("pk")).order_by("-seq").values("created_at")[:1]
    rows = playing().filter(round__season=season).annotate(last_call_at=Subquery(last))
    found = []
    for match in rows.select_related("agent__team", "round", "held"):
        at = match.last_call_at or match.created_at
        due = match.due_at or now
        played = legal.Played(match.created_at, at, due)
        left = legal.countdown(played, season.idle_limit, clock_since, now)
        found.append(Watched(match, getattr(match, "held", None) or match, at, left))
    return sorted(found, key=lambda one: (SOONEST.index(one.left.state), one.left.ends_at))


class Counted(NamedTuple):
    round: Round
    state: RoundState
    matches: int
    finished: int
    void: int
    longest: datetime | None  # when the last of its matches has to be over: later than the round, by a re-run

    @property
    def label(self) -> str:
        return legal.ROUND_LABELS[self.state]


def counted(season: Season) -> list[Counted]:
    """One query."""
    counts = Q(matches__voided_at=None)
    over = Q(matches__phase=Match.Phase.FINISHED) | Q(matches__held__phase=Match.Phase.FINISHED)
    rows = season.rounds.annotate(
        all=Count("matches", filter=counts),
        over=Count("matches", filter=counts & over),
        void=Count("matches", filter=~counts),
        longest=Max("matches__due_at", filter=counts),
    ).order_by("number")
    return [Counted(r, legal.round_state(r), r.all, r.over, r.void, r.longest) for r in rows]
