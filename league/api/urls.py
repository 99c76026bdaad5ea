"""Every address of the API, with and without a slash at its end."""

from typing import Any

from django.urls import URLPattern, path, re_path, register_converter
from drf_spectacular.views import SpectacularAPIView
from rest_framework.views import APIView

from league.api import agent, moderation, public, register, seasons, standings
from league.api.base import ApiView


class MatchId:
    regex = "[a-z2-7]{12}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Schema(ApiView, SpectacularAPIView):
    renderer_classes = SpectacularAPIView.renderer_classes
    schema = None


def both(route: str, view: type[APIView], name: str) -> list[URLPattern]:
    """With a slash and without; the schema tells of one of them."""
    unlisted: Any = {"schema": None}
    return [path(route, view.as_view(), name=name), path(f"{route}/", view.as_view(**unlisted))]


register_converter(MatchId, "match")

urlpatterns = [
    *both("v1/register", register.Register, "register"),
    *both("v1/agent", agent.Me, "agent"),
    *both("v1/agent/claim", register.NewLink, "agent-claim"),
    *both("v1/agent/matches", agent.Matches, "agent-matches"),
    *both("v1/agent/matches/<match:match_id>", agent.OneMatch, "agent-match"),
    *both("v1/agent/matches/<match:match_id>/briefing", agent.Briefing, "agent-briefing"),
    *both("v1/agent/matches/<match:match_id>/checkup", agent.CheckUp, "agent-checkup"),
    *both("v1/agent/matches/<match:match_id>/tools/<str:tool>", agent.Tool, "agent-tool"),
    *both("v1/agent/matches/<match:match_id>/calls", agent.Calls, "agent-calls"),
    *both("v1/leagues", public.Leagues, "leagues"),
    *both("v1/leagues/<slug:league>", public.OneLeague, "league"),
    *both("v1/leagues/<slug:league>/seasons", seasons.Seasons, "seasons"),
    *both("v1/leagues/<slug:league>/seasons/<slug:season>", seasons.OneSeason, "season"),
    *both("v1/leagues/<slug:league>/seasons/<slug:season>/state", seasons.Move, "season-move"),
    *both("v1/leagues/<slug:league>/seasons/<slug:season>/entries", seasons.Entries, "season-entries"),
    *both(
        "v1/leagues/<slug:league>/seasons/<slug:season>/entries/<slug:agent>",
        seasons.OneEntry,
        "season-entry",
    ),
    *both("v1/leagues/<slug:league>/seasons/<slug:season>/freeze", moderation.Freeze, "season-freeze"),
    *both("v1/leagues/<slug:league>/hidings", moderation.Hidings, "hidings"),
    *both("v1/leagues/<slug:league>/hidings/<int:hiding_id>/lift", moderation.OneHiding, "hiding-lift"),
    *both("v1/leagues/<slug:league>/matches/<match:match_id>/verdict", seasons.Verdict, "match-verdict"),
    *both("v1/leagues/<slug:league>/seasons/<slug:season>/standings", standings.Standings, "standings"),
    *both("v1/matches", public.Matches, "matches"),
    *both("v1/matches/<match:match_id>", public.OneMatch, "match"),
    *both("v1/matches/<match:match_id>/frames", public.Frames, "match-frames"),
    *both("v1/matches/<match:match_id>/replay", public.Replay, "match-replay"),
    *both("v1/matches/<match:match_id>/proof", public.Proof, "match-proof"),
    *both("v1/agents/<slug:agent>", public.OneAgent, "public-agent"),
    *both("schema", Schema, "schema"),
    re_path("", public.Nothing.as_view()),
]
