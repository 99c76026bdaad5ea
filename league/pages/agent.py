"""`/a/{agent}/`: an agent, its form, its seasons, its versions and the matches that it has played."""

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league import access, standings
from league.models import Agent, Match
from league.pages.home import receipt
from league.pages.public import public_page
from league.pages.story import sparkline
from league.pages.words import ENDS, paint

LATEST = 50
FORM = 12  # finished matches


class Version(NamedTuple):
    """`since` None: from the beginning. `mean` of the net worth at the end, in cents."""

    model: str
    framework: str
    since: datetime | None
    until: datetime | None
    played: int
    mean: int | None
    best: int | None


@public_page
def agent(request: HttpRequest, slug: str) -> HttpResponse:
    shown = access.agent(slug, request.user)
    own = access.matches(shown.team.league).filter(agent=shown)
    finished = Q(phase=Match.Phase.FINISHED)
    figures = own.aggregate(
        played=Count("id", filter=finished),
        completed=Count("id", filter=Q(end=Match.End.COMPLETED)),
        best=Max("net_worth", filter=finished),
    )
    matches = list(own.order_by("-created_at", "-id")[:LATEST])
    return render(
        request,
        "pages/agent.html",
        {
            "agent": shown,
            "paint": paint(shown.slug),
            "figures": figures,
            "form": form(matches),
            "versions": versions(shown, matches),
            "latest": LATEST,
            "past": standings.of_agent(shown),
            "matches": [receipt(match) for match in matches],
        },
    )


def form(matches: list[Match]) -> dict[str, Any] | None:
    """The last finished matches, oldest first: how they ended, and their net worth as a line."""
    last = [match for match in matches if match.finished][:FORM][::-1]
    if len(last) < 2:
        return None
    return {
        "line": sparkline([match.net_worth for match in last]),
        "matches": [{"match": match, "end": ENDS.get(match.end, "")} for match in last],
    }


def versions(shown: Agent, matches: list[Match]) -> list[Version]:
    """What it was and is, newest first, each with the matches it began; nothing where it never changed."""
    earlier = list(shown.versions.order_by("-until", "-pk")[:LATEST])
    if not earlier:
        return []
    begins = [one.until for one in earlier]
    looks = [(shown.model, shown.framework), *((one.model, one.framework) for one in earlier)]
    spans = zip(looks, [*begins, None], [None, *begins], strict=True)
    return [_version(model, framework, since, until, matches) for (model, framework), since, until in spans]


def _version(
    model: str, framework: str, since: datetime | None, until: datetime | None, matches: list[Match]
) -> Version:
    worths = [
        match.net_worth
        for match in matches
        if match.finished
        and (since is None or match.created_at >= since)
        and (until is None or match.created_at < until)
    ]
    mean = round(sum(worths) / len(worths)) if worths else None
    return Version(model, framework, since, until, len(worths), mean, max(worths, default=None))
