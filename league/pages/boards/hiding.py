"""`/l/{league}/manage/moderation/`: what is hidden, and hiding names, thoughts and mails."""

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league import access, moderation
from league.models import Agent, Frame, Hiding, Match, Team
from league.pages import once
from league.pages.boards.desk import ReasonForm
from league.pages.console import page, user_of

AT_A_TIME = 50
SAID = 200  # steps of a match on one page


class NameForm(ReasonForm):
    what = forms.ChoiceField(
        label="屏蔽什么",
        choices=[("agent", "智能体名称"), ("team", "队名")],
        widget=forms.RadioSelect,
        initial="agent",
    )
    name = forms.CharField(label="现在的名称或智能体网址名", max_length=200)
    field_order = ("what", "name", "reason")


class WordsForm(ReasonForm):
    kind = forms.ChoiceField(choices=[(kind, kind) for kind in (Hiding.Kind.THOUGHT, Hiding.Kind.MAIL)])
    seq = forms.IntegerField(min_value=1)


@page
def hidden(request: HttpRequest, slug: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug)
    form = NameForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _owner(seat.league_id, form) is None:
        form.add_error("name", "这个联赛里没有这个名称。")

    def work() -> str:
        owner = _owner(seat.league_id, form)
        assert owner is not None
        moderation.hide_name(seat.league, owner, user_of(request), form.cleaned_data["reason"])
        messages.success(request, "已屏蔽，页面、接口和导出里都换成了代号。")
        return reverse("pages:manage_moderation", args=[slug])

    rows = Hiding.objects.filter(league=seat.league).select_related("team", "agent", "match", "by")
    return once.submit(request, form, work) or render(
        request,
        "boards/moderation.html",
        {
            "seat": seat,
            "league": seat.league,
            "form": form,
            "hidings": rows.order_by("-created_at", "-pk")[:AT_A_TIME],
            "matches": access.matches(seat.league).order_by("-created_at", "-pk")[:20],
        },
    )


@page
def lift(request: HttpRequest, slug: str, hiding_id: int) -> HttpResponse:
    seat = access.league_seat(request.user, slug)
    hiding = (
        Hiding.objects.select_related("team", "agent", "match", "league")
        .filter(league=seat.league, pk=hiding_id, lifted_at=None)
        .first()
    )
    if hiding is None:
        raise access.NotThere
    form = ReasonForm(request.POST or None)

    def work() -> str:
        moderation.lift(hiding, user_of(request), form.cleaned_data["reason"])
        messages.success(request, "已恢复显示。")
        return reverse("pages:manage_moderation", args=[slug])

    shown = {"seat": seat, "league": seat.league, "form": form, "hiding": hiding}
    return once.submit(request, form, work) or render(request, "boards/lift.html", shown)


@page
def words(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """The public words of one match, each with a way to hide it."""
    seat = access.league_seat(request.user, slug)
    match = access.matches(seat.league).filter(pk=match_id).first()
    if match is None:
        raise access.NotThere
    form = WordsForm(request.POST or None)

    def work() -> str:
        given = form.cleaned_data
        moderation.hide_words(
            seat.league, match, given["seq"], given["kind"], user_of(request), given["reason"]
        )
        messages.success(request, "已屏蔽。")
        return request.get_full_path()

    after = request.GET.get("after", "0")
    after = after if after.isascii() and after.isdecimal() and len(after) < 9 else "0"
    return once.submit(request, form, work) or render(
        request,
        "boards/words.html",
        {
            "seat": seat,
            "league": seat.league,
            "match": match,
            "form": form,
            "after": after,
            **_said(match, int(after)),
        },
    )


def _said(match: Match, after: int) -> dict[str, Any]:
    frames = list(
        Frame.objects.filter(match=match, seq__gt=after)
        .order_by("seq")
        .values_list("seq", "body")[: SAID + 1]
    )
    steps = []
    for seq, text in frames[:SAID]:
        body = json.loads(text)
        mails = [e for e in body["events"] if e["type"] == "mail_sent"]
        if body.get("thought") or mails:
            steps.append({"seq": seq, "day": body["day"], "thought": body.get("thought"), "mails": mails})
    return {"steps": steps, "next": frames[SAID - 1][0] if len(frames) > SAID else None}


def _owner(league_id: int, form: NameForm) -> Team | Agent | None:
    name = form.cleaned_data["name"].strip()
    if form.cleaned_data["what"] == "team":
        return Team.objects.filter(league=league_id, name=name).first()
    agents = Agent.objects.filter(team__league=league_id)
    return agents.filter(slug=name).first() or agents.filter(name=name).order_by("pk").first()
