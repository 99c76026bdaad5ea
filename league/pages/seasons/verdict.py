"""`/l/{league}/manage/matches/{id}/`: no contest and re-run, with the reason, after showing what it does."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from league import access
from league.models import Match
from league.pages.console import page, user_of
from league.pages.seasons.times import LeagueTime
from league.schedule import verdicts


class VerdictForm(forms.Form):
    do = forms.ChoiceField(
        label="怎么判",
        widget=forms.RadioSelect,
        choices=[("rerun", "作废并重赛"), ("void", "只作废，不重赛")],
        initial="rerun",
    )
    fault = forms.ChoiceField(label="责任", choices=Match.Fault.choices, initial=Match.Fault.PLATFORM)
    reason = forms.CharField(label="理由", max_length=200, help_text="写在比赛页上，谁都看得到。")

    def __init__(self, *args: Any, match: Match, **options: Any) -> None:
        super().__init__(*args, **options)
        choice: Any = self.fields["do"]
        if verdicts.no_rerun(match):
            choice.choices = choice.choices[1:]
            choice.initial = "void"
        else:
            due = verdicts.default_due(match, timezone.now())
            zone = match.league.time_zone
            self.fields["due_at"] = LeagueTime(zone=zone, shown=due, label="重赛截止", required=False)


@page
def verdict(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug)
    match = access.run_match(seat, match_id)
    trouble = verdicts.standing_in_the_way(match)
    form = VerdictForm(request.POST or None, match=match)
    confirming = False
    if request.method == "POST" and not trouble and form.is_valid():
        if request.POST.get("confirm") == "1":
            return _judge(request, match, form.cleaned_data)
        confirming = True
    return render(
        request,
        "seasons/verdict.html",
        {
            "seat": seat,
            "league": seat.league,
            "season": match.round and match.round.season,
            "match": match,
            "truth": getattr(match, "held", None) or match,
            "form": form,
            "trouble": trouble,
            "no_rerun": verdicts.no_rerun(match),
            "confirming": confirming,
            "what_if": verdicts.what_if(match) if confirming else None,
        },
    )


def _judge(request: HttpRequest, match: Match, given: dict[str, Any]) -> HttpResponse:
    """Of itself done once, however often it is sent: a match is voided once, and superseded by one."""
    user = user_of(request)
    try:
        if given["do"] == "rerun":
            again = verdicts.rerun(match, given["fault"], given["reason"], user, given.get("due_at"))
            messages.success(request, f"原比赛作废，重赛 {again.pk} 已经开局。")
        else:
            verdicts.void(match, given["fault"], given["reason"], user)
            messages.success(request, "比赛作废，不计成绩。")
    except ValidationError as trouble:
        messages.error(request, " ".join(trouble.messages))
    return HttpResponseRedirect(request.path)
