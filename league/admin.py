"""Django's admin, for the operator. Save is not registered, nor anything that repeats what it seals."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from league.models import Agent, League, Match, Membership, Team, TeamMembership

if TYPE_CHECKING:  # at run time these classes are not generic
    Pages = admin.ModelAdmin[Any]
    Lines = admin.TabularInline[Any, Any]
else:
    Pages, Lines = admin.ModelAdmin, admin.TabularInline


class ReadOnly(Pages):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False


class Members(Lines):
    model = Membership
    extra = 0


class TeamMembers(Lines):
    model = TeamMembership
    extra = 0


@admin.register(League)
class LeagueAdmin(Pages):
    list_display = ("slug", "name", "visibility")
    inlines = (Members,)


@admin.register(Team)
class TeamAdmin(Pages):
    list_display = ("name", "league")
    list_filter = ("league",)
    inlines = (TeamMembers,)


@admin.register(Agent)
class AgentAdmin(Pages):
    list_display = ("slug", "name", "team")


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("id", "agent", "days", "day", "phase", "end", "created_at")
    list_filter = ("phase", "practice", "league")
    fields = (
        "id",
        "league",
        "agent",
        "practice",
        "ruleset",
        "days",
        "day",
        "date",
        "phase",
        "end",
        "created_at",
        "finished_at",
    )
