"""`/team/{id}/agents/…`: registering an agent, its profile, and putting it out of use."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league import access, agents
from league.models import Agent
from league.pages import once
from league.pages.console import deed, do, page, user_of
from league.pages.fields import LineField, NameField, PictureField, TextField
from league.pages.team.keys import KeyForm, RotateForm


class AgentForm(forms.Form):
    name = NameField(label="名称", help_text="榜单和比赛页上显示。")
    model = LineField(label="模型", help_text="比如 Claude Sonnet 5、Qwen3-Max；脚本就写“脚本”。")
    framework = LineField(label="框架", help_text="比如 LangGraph、自写循环。")
    about = TextField(label="介绍", longest=1000, rows=3)
    avatar = PictureField(label="头像")
    no_avatar = forms.BooleanField(label="不用上传的头像，换回自动生成的", required=False)

    def __init__(self, *args: Any, agent: Agent | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        if agent is None or agent.avatar_id is None:
            del self.fields["no_avatar"]

    def profile(self) -> dict[str, Any]:
        """What is to change: no picture sent means that the old one stays."""
        given = dict(self.cleaned_data)
        if given.pop("no_avatar", False):
            return {**given, "avatar": None}
        if given["avatar"] is None:
            del given["avatar"]
        return given


@page
def new(request: HttpRequest, team_id: int) -> HttpResponse:
    seat = access.team_seat(request.user, team_id)
    form = AgentForm(request.POST or None, request.FILES or None)

    def work() -> str:
        given = form.profile()
        made = agents.register(seat.team, user_of(request), given.pop("name"), given)
        messages.success(request, "登记好了，接下来给它一把密钥。")
        return reverse("pages:team_agent", args=[team_id, made.slug])

    context = {"seat": seat, "team": seat.team, "league": seat.team.league, "form": form}
    return once.submit(request, form, work) or render(request, "team/agent_new.html", context)


@page
def agent(request: HttpRequest, team_id: int, slug: str) -> HttpResponse:
    seat = access.team_seat(request.user, team_id)
    shown = access.team_agent(seat, slug)
    initial = {field: getattr(shown, field) for field in ("name", "model", "framework", "about")}
    form = AgentForm(request.POST or None, request.FILES or None, agent=shown, initial=initial)

    def work() -> str:
        given = form.profile()
        agents.change(shown, user_of(request), given.pop("name"), given)
        messages.success(request, "资料已保存。")
        return reverse("pages:team_agent", args=[team_id, slug])

    return once.submit(request, form, work) or render(
        request,
        "team/agent.html",
        {
            "seat": seat,
            "team": seat.team,
            "league": seat.team.league,
            "agent": Agent.objects.select_related("avatar").get(pk=shown.pk),
            "form": form,
            "keys": shown.keys.order_by("-created_at", "-pk"),
            "key_form": KeyForm(auto_id="key_%s"),
            "rotate_form": RotateForm(auto_id="rotate_%s"),
        },
    )


@deed
def retire(request: HttpRequest, team_id: int, slug: str) -> HttpResponse:
    seat = access.team_seat(request.user, team_id)
    shown = access.team_agent(seat, slug)
    back = reverse("pages:team_agent", args=[team_id, slug])
    off = request.POST.get("retired") == "yes"
    told = "已停用，它的密钥马上失效。" if off else "已恢复。"
    return do(request, back, lambda: agents.retire(shown, user_of(request), retired=off), told)
