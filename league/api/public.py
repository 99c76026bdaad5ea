"""What anybody may read, without a key."""

import gzip
import json
from typing import Any

from django.http import HttpResponse, HttpResponseNotModified, StreamingHttpResponse
from django.views import View
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league import access, replays
from league.api import serializers as shapes
from league.api.base import ApiView, json_text, viewer_of
from league.api.paging import next_url, page_of_matches
from league.api.reading import whole
from league.api.untrusted import MATCH, as_text, each
from league.models import Frame, League, Match

FOR_EVER = "public, max-age=31536000, immutable"


class Leagues(ApiView):
    untrusted = ("results[].name", "results[].intro")

    @extend_schema(operation_id="leagues", responses=shapes.LeaguePage)
    def get(self, request: Request) -> Response:
        """The listed leagues, by name."""
        rows = access.leagues().order_by("name", "id")[:200]
        return Response({"next": None, "results": [shapes.league(request, row) for row in rows]})


class OneLeague(ApiView):
    untrusted = ("name", "intro")

    @extend_schema(operation_id="league", responses=shapes.League)
    def get(self, request: Request, league: str) -> Response:
        return Response(shapes.league(request, access.league(league, viewer_of(request))))


class Matches(ApiView):
    untrusted = each("results", *MATCH)

    @extend_schema(
        operation_id="matches",
        parameters=[shapes.LEAGUE, shapes.AGENT, shapes.STATUS, *shapes.PAGE],
        responses=shapes.MatchPage,
    )
    def get(self, request: Request) -> Response:
        """Matches, newest first. A league or agent that is not there has none."""
        league = request.GET.get("league")
        rows = access.matches(
            access.league(shapes.slug(league, "league"), viewer_of(request)) if league else None
        )
        if agent := request.GET.get("agent"):
            rows = rows.filter(agent__slug=shapes.slug(agent, "agent"))
        return page_of_matches(request, shapes.by_status(request, rows), shapes.match)


class OneMatch(ApiView):
    untrusted = (*MATCH, "reveal.suppliers[].name")

    @extend_schema(operation_id="match", responses=shapes.Match)
    def get(self, request: Request, match_id: str) -> Response:
        return Response(shapes.match(request, access.match(match_id, viewer_of(request))))


class Frames(ApiView):
    untrusted = ("results[].thought", "results[].events[]", "results[].board", "results[].patch")

    @extend_schema(
        operation_id="match_frames", parameters=[shapes.AFTER, shapes.LIMIT], responses=shapes.FramePage
    )
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """The frames after a seq, in order: what the socket pushes, and what a replay is made of."""
        after = whole(request, "after", default=-1, lowest=-1, highest=2**31 - 1)
        limit = whole(request, "limit", default=500, lowest=1, highest=1000)
        match = access.match(match_id, viewer_of(request))
        frames = Frame.objects.filter(match=match, seq__gt=after).order_by("seq")
        found = list(frames.values_list("seq", "body")[: limit + 1])
        more = next_url(request, after=found[limit - 1][0]) if len(found) > limit else None
        bodies = ",".join(body for _, body in found[:limit])
        label = as_text(*self.untrusted)
        return json_text(f'{{"next":{json.dumps(more)},"results":[{bodies}],"untrusted":{label}}}')


class Replay(ApiView):
    written = ("match.agent.name", "match.team", "match.season.name", "frames[]")

    @extend_schema(operation_id="match_replay", responses=shapes.Replay)
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """A finished match in one piece that never changes."""
        match = _finished(request, match_id)
        replay = replays.replay_of(match)
        etag = f'"{replay.sha256[:32]}"'
        packed = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
        body = bytes(replay.body)
        answer = HttpResponse(content_type="application/json")
        if etag in request.META.get("HTTP_IF_NONE_MATCH", ""):
            answer = HttpResponseNotModified()
        elif packed:
            answer.content = body
            answer["Content-Encoding"] = "gzip"
        else:
            answer.content = gzip.decompress(body)
        answer["ETag"], answer["Cache-Control"], answer["Vary"] = etag, _kept(match), "Accept-Encoding"
        answer["X-Untrusted"] = ", ".join(self.written)  # the text itself was packed when the match ended
        return answer


class Proof(ApiView):
    written = ("calls[].arguments", "calls[].outcome", "reveal.suppliers[].name")

    @extend_schema(operation_id="match_proof", responses=shapes.Proof)
    def get(self, request: Request, match_id: str) -> StreamingHttpResponse:
        """The action log with its seeds: save it and run `python -m engine verify FILE`."""
        match = _finished(request, match_id)
        pieces = replays.proof(match)
        answer = StreamingHttpResponse(pieces, content_type="application/json")
        answer["Cache-Control"] = _kept(match)
        answer["X-Untrusted"] = ", ".join(self.written)
        return answer


class OneAgent(ApiView):
    untrusted = ("name", "team")

    @extend_schema(operation_id="public_agent", responses=shapes.Agent)
    def get(self, request: Request, agent: str) -> Response:
        return Response(shapes.agent(request, access.agent(agent, viewer_of(request))))


class Nothing(ApiView):
    """Any address under /api/ that is none, by any method."""

    schema = None
    http_method_names = View.http_method_names

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        raise access.NotThere

    post = put = patch = delete = options = get  # type: ignore[assignment]


def _finished(request: Request, match_id: str) -> Match:
    match = access.match(match_id, viewer_of(request))
    if not match.finished or match.reveal is None:  # of a paired round: when it closes
        raise access.NotThere
    return match


def _kept(match: Match) -> str:
    """A private league's matches are in nobody's cache: whoever leaves it would still find them there."""
    return "private, no-store" if match.league.visibility == League.Visibility.PRIVATE else FOR_EVER
