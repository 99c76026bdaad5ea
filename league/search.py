"""Finding leagues, seasons, teams, agents and matches by their names. Only what is listed for everybody is
found, by the names that are shown now: a hidden name is no way to what it named.

A word is found anywhere in a name, as Chinese needs it, whatever the case or width of its letters: `name_key`
is the name as it looks (league.names).
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet

from league import access, names
from league.models import Agent, League, Match, Season, Team

LONGEST, WORDS = 80, 6
M = TypeVar("M", bound=Model)


def words_of(query: str) -> list[str]:
    return names.clean(query[:LONGEST]).split()[:WORDS]


def leagues(words: list[str]) -> QuerySet[League]:
    found = access.leagues().select_related("logo")
    return _all(found, words, ("",), ("slug",)).order_by("name", "pk")


def seasons(words: list[str]) -> QuerySet[Season]:
    found = Season.objects.filter(league__in=access.leagues()).exclude(state=Season.State.DRAFT)
    return _all(found.select_related("league"), words, ("", "league__")).order_by("-created_at", "-pk")


def teams(words: list[str]) -> QuerySet[Team]:
    found = Team.objects.filter(league__in=access.leagues(), retired_at=None)
    return _all(found.select_related("league"), words, ("",)).order_by("name", "pk")


def agents(words: list[str]) -> QuerySet[Agent]:
    found = Agent.objects.filter(team__league__in=access.leagues()).select_related("team__league", "avatar")
    return _all(found, words, ("", "team__"), ("slug", "model", "framework")).order_by("name", "pk")


def matches(words: list[str]) -> QuerySet[Match]:
    found = _all(access.matches(), words, ("agent__", "agent__team__", "round__season__"), ("id",))
    return found.order_by("-created_at", "-id")


KINDS: dict[str, tuple[str, Callable[[list[str]], QuerySet[Any]]]] = {
    "agent": ("智能体", agents),
    "match": ("比赛", matches),
    "season": ("赛季", seasons),
    "team": ("队伍", teams),
    "league": ("联赛", leagues),
}


def _all(
    rows: QuerySet[M], words: list[str], named: tuple[str, ...], plain: tuple[str, ...] = ()
) -> QuerySet[M]:
    """Every word in one of the names, or at the beginning of one of the plain fields."""
    for word in words:
        wanted = Q()
        key = names.skeleton(word)
        for path in named:
            wanted |= Q(**{f"{path}name__icontains": word})
            if key:
                wanted |= Q(**{f"{path}name_key__contains": key})
        for field in plain:
            wanted |= Q(**{f"{field}__istartswith": word})
        rows = rows.filter(wanted)
    return rows
