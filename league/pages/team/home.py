"""`/team/`: where everything of mine is: teams, leagues, invitations. And founding a team."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from league import access, teams
from league.access import NotThere
from league.models import Invitation, League
from league.pages import once
from league.pages.console import page, user_of
from league.pages.fields import NameField


class TeamForm(forms.Form):
    league = forms.ModelChoiceField(League.objects.none(), label="联赛", empty_label=None)
    name = NameField(label="队名", help_text="榜单上会显示。同一个联赛里不能重名，看上去一样也不行。")

    def __init__(self, *args: Any, leagues: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        choice: Any = self.fields["league"]
        choice.queryset = leagues
        choice.error_messages["invalid_choice"] = "没有这个联赛。"


@page
def mine(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    live = Count("team__agents", filter=Q(team__agents__retired_at=None))
    invited = Invitation.objects.filter(email__iexact=user.email, answer="", expires_at__gt=timezone.now())
    return render(
        request,
        "team/home.html",
        {
            "seats": access.team_seats(user).annotate(agents=live),
            "runs": access.league_seats(user),
            "invited": invited.select_related("league", "team") if user.email else [],
        },
    )


@page
def new(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    leagues = access.open_leagues(user)
    if slug := request.GET.get("league"):
        try:  # whoever has the address of an unlisted league may play in it
            leagues = leagues | League.objects.filter(pk=access.league(slug, user).pk, retired_at=None)
        except NotThere:
            slug = ""
    first = leagues.filter(slug=slug).first() if slug else None
    form = TeamForm(request.POST or None, leagues=leagues, initial={"league": first})

    def work() -> str:
        team = teams.found(form.cleaned_data["league"], user, form.cleaned_data["name"])
        messages.success(request, "队伍建好了，接下来登记智能体。")
        return reverse("pages:team", args=[team.pk])

    return once.submit(request, form, work) or render(request, "team/new.html", {"form": form})
