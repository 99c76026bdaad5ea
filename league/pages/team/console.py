"""`/team/{id}/`: how a team stands, and its settings."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from league import access, teams
from league.agents import valid_keys
from league.models import AgentKey, Entry, Match
from league.pages import once
from league.pages.console import deed, do, page, user_of
from league.pages.fields import NameField

LATEST = 8


class RenameForm(forms.Form):
    name = NameField(label="队名")


class RetireForm(forms.Form):
    name = forms.CharField(label="输入队名确认")

    def __init__(self, *args: object, expected: str, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        self.expected = expected

    def clean_name(self) -> str:
        if self.cleaned_data["name"].strip() != self.expected:
            raise forms.ValidationError("和队名不一样。")
        return self.expected


@page
def team(request: HttpRequest, team_id: int) -> HttpResponse:
    """Eight queries, however many agents and matches there are."""
    seat = access.team_seat(request.user, team_id)
    valid = Count("keys", filter=Q(keys__in=AgentKey.objects.filter(valid_keys())), distinct=True)
    rows = seat.team.agents.select_related("avatar").annotate(
        valid_keys=valid, used_at=Max("keys__last_used_at")
    )
    matches = access.team_matches(seat)
    entered_by = Entry.objects.filter(agent__team=seat.team).select_related("season", "agent")
    entries = list(entered_by.order_by("-created_at", "-pk")[:LATEST])
    agents = list(rows.order_by("retired_at", "name", "pk"))
    entered = {entry.season_id for entry in entries}
    return render(
        request,
        "team/team.html",
        {
            "seat": seat,
            "team": seat.team,
            "league": seat.team.league,
            "agents": agents,
            "steps": _steps(agents, bool(entries)),
            "seasons": [row for row in access.entering(seat) if row.pk not in entered],
            "live": matches.exclude(phase=Match.Phase.FINISHED).order_by("-created_at", "-id")[:LATEST],
            "closed": matches.filter(phase=Match.Phase.FINISHED).order_by("-finished_at", "-id")[:LATEST],
            "entries": entries,
        },
    )


def _steps(agents: list[Any], entered: bool) -> dict[str, Any] | None:
    """What a new team has still to do; None once it has done it all."""
    fresh = next((agent for agent in agents if agent.retired_at is None), None)
    done = {
        "agent": fresh,
        "key": any(agent.valid_keys for agent in agents),
        "used": any(agent.used_at for agent in agents),
        "entered": entered,
    }
    return None if all(done.values()) else done


@page
def entries(request: HttpRequest, team_id: int) -> HttpResponse:
    seat = access.team_seat(request.user, team_id)
    rows = Entry.objects.filter(agent__team=seat.team).select_related("season__league", "agent__avatar")
    context = {"seat": seat, "team": seat.team, "league": seat.team.league}
    return render(request, "team/entries.html", {**context, "entries": rows.order_by("-created_at", "-pk")})


@page
def settings(request: HttpRequest, team_id: int) -> HttpResponse:
    seat = access.team_seat(request.user, team_id)
    owner = seat.role == teams.Role.OWNER
    if request.method == "POST" and not owner:
        access.team_seat(request.user, team_id, owner=True)
    asked = request.POST if request.method == "POST" else None
    retiring = bool(asked and "retire" in asked)
    here = reverse("pages:team_settings", args=[team_id])
    form = RenameForm(asked if not retiring else None, initial={"name": seat.team.name})
    retire = RetireForm(asked if retiring else None, expected=seat.team.name, prefix="retire")

    def rename() -> str:
        teams.rename(seat.team, user_of(request), form.cleaned_data["name"])
        messages.success(request, "改好了。")
        return here

    def dissolve() -> str:
        teams.retire(seat.team, user_of(request))
        messages.success(request, f"{seat.team.name} 已解散。")
        return reverse("pages:mine")

    answer = once.submit(request, retire, dissolve) if retiring else once.submit(request, form, rename)
    context = {"seat": seat, "team": seat.team, "league": seat.team.league, "owner": owner}
    return answer or render(request, "team/settings.html", {**context, "form": form, "retire": retire})


@deed
def leave(request: HttpRequest, team_id: int) -> HttpResponse:
    seat = access.team_seat(request.user, team_id)
    back = reverse("pages:team_settings", args=[team_id])
    answer = do(request, back, lambda: teams.leave(seat, user_of(request)), "")
    if access.team_seats(request.user).filter(team=team_id).exists():
        return answer
    messages.success(request, f"你已离开 {seat.team.name}。")
    return HttpResponseRedirect(reverse("pages:mine"))
