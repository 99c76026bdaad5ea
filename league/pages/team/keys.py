"""`/team/{id}/agents/{agent}/keys/…`: a key is shown once, on the page that answers its making.

The key is drawn from the form's own token, so that a form sent twice shows the same key twice and not, at the
second time, nothing: whoever clicks twice sees the answer to the second click."""

import base64
import hashlib
import hmac
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from league import access, agents
from league.access import NotThere
from league.models import Agent, AgentKey, TeamMembership
from league.pages import once
from league.pages.console import deed, do, user_of
from league.pages.fields import LineField

SHOWN_FOR = timedelta(minutes=10)  # to whoever sends the same form again
OVERLAPS = [("0", "马上失效"), ("1", "再用 1 小时"), ("24", "再用 1 天"), ("168", "再用 7 天")]


class KeyForm(forms.Form):
    name = LineField(label="用途", longest=40, help_text="方便认：比如“本地调试”“正式比赛”。")


class RotateForm(forms.Form):
    hours = forms.ChoiceField(label="旧密钥", choices=OVERLAPS, initial="24")


@deed
def issue(request: HttpRequest, team_id: int, slug: str) -> HttpResponse:
    seat = access.team_seat(request.user, team_id)
    agent = access.team_agent(seat, slug)
    form = KeyForm(request.POST)
    if not form.is_valid():
        return _back(request, agent, form)
    name = form.cleaned_data["name"]
    return _shown(
        request, seat, agent, lambda raw: agents.issue_key(agent, user_of(request), name=name, raw=raw)
    )


@deed
def rotate(request: HttpRequest, team_id: int, slug: str, key_id: int) -> HttpResponse:
    seat = access.team_seat(request.user, team_id)
    agent = access.team_agent(seat, slug)
    old = access.agent_key(agent, key_id)
    form = RotateForm(request.POST)
    if not form.is_valid():
        return _back(request, agent, form)
    overlap = timedelta(hours=int(form.cleaned_data["hours"]))
    return _shown(
        request,
        seat,
        agent,
        lambda raw: agents.rotate_key(old, user_of(request), overlap=overlap, raw=raw),
        replaced=old,
    )


@deed
def revoke(request: HttpRequest, team_id: int, slug: str, key_id: int) -> HttpResponse:
    seat = access.team_seat(request.user, team_id)
    key = access.agent_key(access.team_agent(seat, slug), key_id)
    back = reverse("pages:team_agent", args=[team_id, slug])
    return do(request, back, lambda: agents.revoke_key(key, user_of(request)), f"{key} 已吊销，马上失效。")


def _shown(
    request: HttpRequest,
    seat: TeamMembership,
    agent: Agent,
    make: Callable[[str], object],
    replaced: AgentKey | None = None,
) -> HttpResponse:
    back = reverse("pages:team_agent", args=[seat.team_id, agent.slug])
    raw = _drawn(request, agent)

    def work() -> str:
        if agent.retired_at is not None:
            raise ValidationError("这个智能体已停用，先恢复再发密钥。")
        make(raw)
        return back

    try:
        once.first(request, work)
    except ValidationError as trouble:
        messages.error(request, " ".join(trouble.messages))
        return HttpResponseRedirect(back)
    fresh = AgentKey.objects.filter(
        agent=agent, digest=AgentKey.digest_of(raw), created_at__gt=timezone.now() - SHOWN_FOR
    ).first()
    if fresh is None or not fresh.valid:
        return HttpResponseRedirect(back)
    if replaced is not None:
        replaced.refresh_from_db()
    context = {"seat": seat, "team": seat.team, "league": seat.team.league, "agent": agent}
    return render(request, "team/key.html", {**context, "raw": raw, "key": fresh, "replaced": replaced})


def _drawn(request: HttpRequest, agent: Agent) -> str:
    """256 bits out of the token of the form and the secret of the site: the same for the same form only."""
    token = request.POST.get(once.FIELD, "")
    said = f"{request.user.pk}\n{request.path}\n{agent.pk}\n{token}".encode()
    dice = hmac.digest(f"agent key\n{settings.SECRET_KEY}".encode(), said, hashlib.sha512)
    secret = base64.urlsafe_b64encode(dice[6:38]).decode().rstrip("=")
    return f"cv_{dice[:6].hex()}_{secret}"


def _back(request: HttpRequest, agent: Agent, form: Any) -> HttpResponse:
    if not form.errors:
        raise NotThere
    messages.error(request, " ".join(e for errors in form.errors.values() for e in errors))
    return HttpResponseRedirect(reverse("pages:team_agent", args=[agent.team_id, agent.slug]))
