"""GET leagues/{league}/seasons/{season}/standings: a board, as its page shows it."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from league import access, standings
from league.api import serializers as shapes
from league.api.base import ApiView, viewer_of
from league.api.errors import Malformed
from league.api.paging import next_url
from league.api.reading import whole
from league.models.matches import dollars
from league.standings.columns import hundredths
from league.standings.maths import PER_MYRIAD, Mean
from league.standings.order import precision, recall

BOARD = OpenApiParameter("board", str, enum=tuple(standings.BOARDS))
OFFSET = OpenApiParameter("offset", int, description="How many rows to leave out; `next` has it.")


class Figure(s.Serializer[Any]):
    """A mean over rounds with its 95 % interval; null where there is none."""

    mean = s.CharField(allow_null=True)
    low = s.CharField(allow_null=True)
    high = s.CharField(allow_null=True)
    min = s.CharField(allow_null=True)


class Share(s.Serializer[Any]):
    """Pooled over matches, with Wilson's 95 % interval."""

    value = s.FloatField(allow_null=True)
    low = s.FloatField(allow_null=True)
    high = s.FloatField(allow_null=True)


class RoundShape(s.Serializer[Any]):
    round = s.IntegerField()
    matches = s.IntegerField()
    completed = s.IntegerField()
    net_worth = s.CharField()
    days_survived = s.FloatField()


class StandingShape(s.Serializer[Any]):
    rank = s.IntegerField(allow_null=True)
    agent = shapes.Name()
    team = s.CharField()
    state = s.CharField()
    reason = s.CharField()
    played = s.BooleanField()
    provisional = s.BooleanField()
    separable_from_leader = s.BooleanField(allow_null=True)
    rounds = s.IntegerField()
    matches = s.IntegerField()
    completed = s.IntegerField()
    net_worth = Figure()
    days_survived = Figure()
    precision = Share()
    recall = Share()
    true_positives = s.IntegerField()
    marked = s.IntegerField()
    bad = s.IntegerField()
    by_round = RoundShape(many=True)


class StandingPage(s.Serializer[Any]):
    board = s.ChoiceField(tuple(standings.BOARDS))
    order = s.CharField(help_text="The order in words, made of the criteria that sort.")
    provisional = s.BooleanField()
    frozen_at = s.DateTimeField(allow_null=True)
    rounds = s.IntegerField()
    rounds_over = s.IntegerField()
    next = s.CharField(allow_null=True)
    results = StandingShape(many=True)


class Standings(ApiView):
    untrusted = ("results[].agent.name", "results[].team", "results[].reason")

    @extend_schema(operation_id="standings", parameters=[BOARD, OFFSET, shapes.LIMIT], responses=StandingPage)
    def get(self, request: Request, league: str, season: str) -> Response:
        """One board of a season: ranked rows, then who has not played, then who is out of it."""
        board = request.GET.get("board", "net_worth")
        if board not in standings.BOARDS:
            known = ", ".join(standings.BOARDS)
            raise Malformed({"board": {"zh": f"要用 {known} 之一。", "en": f"Must be one of {known}."}})
        offset = whole(request, "offset", default=0, lowest=0, highest=10**6)
        limit = whole(request, "limit", default=100, lowest=1, highest=500)
        found = standings.standings(access.season(league, season, viewer_of(request)), board)
        more = next_url(request, offset=offset + limit) if len(found.rows) > offset + limit else None
        return Response(
            {
                "board": board,
                "order": found.board.order,
                "provisional": found.provisional,
                "frozen_at": found.frozen_at and found.frozen_at.isoformat(),
                "rounds": len(found.rounds),
                "rounds_over": found.over,
                "next": more,
                "results": [line(row) for row in found.rows[offset : offset + limit]],
            }
        )


def line(row: standings.Row) -> dict[str, Any]:
    of = row.figures
    return {
        "rank": row.rank,
        "agent": {"slug": row.agent, "name": row.agent_name},
        "team": row.team_name,
        "state": row.state,
        "reason": row.reason if row.out else "",
        "played": of.n > 0,
        "provisional": row.provisional,
        "separable_from_leader": row.separable,
        "rounds": of.n,
        "matches": of.matches,
        "completed": of.completed,
        "net_worth": _figure(of.net_worth_mean, of.net_worth_low, of.net_worth_high, of.net_worth_min),
        "days_survived": _figure(
            of.days_mean, of.days_low, of.days_high, None if of.days_min is None else 100 * of.days_min
        ),
        "precision": _share(precision(of)),
        "recall": _share(recall(of)),
        "true_positives": of.tp,
        "marked": of.marked,
        "bad": of.bad,
        "by_round": [
            {
                "round": each.round,
                "matches": each.matches,
                "completed": each.completed,
                "net_worth": dollars(round(each.net_worth / each.matches)),
                "days_survived": round(each.days / each.matches, 2),
            }
            for each in row.rounds
        ],
    }


def _figure(mean: int | None, low: int | None, high: int | None, least: int | None) -> dict[str, str | None]:
    values = {"mean": mean, "low": low, "high": high, "min": least}
    return {name: None if value is None else hundredths(value) for name, value in values.items()}


def _share(share: Mean | None) -> dict[str, float | None]:
    if share is None or share.low is None or share.high is None:
        return {"value": None, "low": None, "high": None}
    return {
        "value": share.mean / PER_MYRIAD,
        "low": share.low / PER_MYRIAD,
        "high": share.high / PER_MYRIAD,
    }
