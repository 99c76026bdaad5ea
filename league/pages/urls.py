"""The addresses of the public pages, with and without a slash at the end."""

from django.urls import URLPattern, path

from league.pages import door
from league.pages.agent import agent
from league.pages.boards.alltime import alltime
from league.pages.boards.season import season
from league.pages.claim import claim
from league.pages.home import home
from league.pages.league import league
from league.pages.match import match
from league.pages.public import View
from league.pages.rules import rules


def both(route: str, view: View, name: str) -> list[URLPattern]:
    return [path(f"{route}/", view, name=name), path(route, view)]


app_name = "pages"
urlpatterns = [
    path("", home, name="home"),
    *both("m/<str:match_id>", match, "match"),
    *both("l/<slug:slug>", league, "league"),
    *both("l/<slug:league>/boards/<int:days>", alltime, "alltime"),
    *both("l/<slug:league>/<slug:season>", season, "season"),
    *both("a/<slug:slug>", agent, "agent"),
    *both("rules", rules, "rules"),
    # the door
    *both("claim/<str:token>", claim, "claim"),
    path("skill.md", door.skill, name="skill"),
    path("references/<slug:name>.md", door.reference, name="reference"),
    path("llms.txt", door.llms, name="llms"),
    *both("docs", door.docs, "docs"),
    *both("docs/api", door.browse, "docs-api"),
]
