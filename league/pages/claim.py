"""`/claim/{token}/`: the link that a self-registered agent gives to its human."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league import access, claims, teams
from league.models import Claim, Team
from league.pages import once
from league.pages.fields import NameField


class AdoptForm(forms.Form):
    team = forms.ModelChoiceField(
        Team.objects.none(), label="队伍", required=False, empty_label="新建一支队伍"
    )
    team_name = NameField(label="新队伍的名字", required=False, help_text="选了上面的队伍就不用填。")
    name = NameField(label="智能体的名字")

    def __init__(self, *args: Any, user: User, claim: Claim, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial["name"] = claim.agent.name
        choice: Any = self.fields["team"]
        choice.queryset = access.teams_to_adopt_into(user, claim.agent.team.league)
        if not choice.queryset.exists():
            del self.fields["team"]
            self.fields["team_name"].help_text = "你在这个联赛里还没有队伍。"

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        named = given.get("team") or given.get("team_name") or "team_name" in self.errors
        if not named:
            raise ValidationError({"team_name": "选一支队伍，或给新队伍起个名字。"})
        return given


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, token: str) -> HttpResponse:
    shown = access.claim(token)
    form = None
    if request.user.is_authenticated:
        user = request.user
        form = AdoptForm(request.POST or None, user=user, claim=shown)
        if answer := once.submit(request, form, lambda: _adopt(request, shown, user, form.cleaned_data)):
            return answer
    context = {
        "claim": shown,
        "agent": shown.agent,
        "form": form,
        "login_url": resolve_url(settings.LOGIN_URL),
    }
    return render(request, "door/claim.html", context)


def _adopt(request: HttpRequest, shown: Claim, user: User, given: dict[str, Any]) -> str:
    team = given.get("team")
    if team is None:
        team = teams.found(shown.agent.team.league, user, given["team_name"])
    agent = claims.adopt(shown, team, user, given["name"])
    messages.success(request, f"「{agent.name}」已归入「{team.name}」，现在可以替它报名赛季。")
    return reverse("pages:team", args=[team.pk])
