"""`/l/{league}/manage/seasons/{season}/board/`: the board as it is, for those who run the league, and what
they decide about it: freeze it, disqualify, reinstate."""

from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from league import access, moderation, standings
from league.models import Entry, Membership, Season
from league.pages import once
from league.pages.boards.table import Asked, table, tabs
from league.pages.console import deed, page, user_of

ADMIN = Membership.Role.ADMIN
MOST = 30  # rows of a preview


class ReasonForm(forms.Form):
    reason = forms.CharField(label="理由", max_length=200, help_text="会写进操作记录。")


class VerdictForm(ReasonForm):
    """Whoever confirms has to have read how many results it is about."""

    count = forms.IntegerField(label="确认场数")

    def __init__(self, *args: Any, matches: int, **options: Any) -> None:
        super().__init__(*args, **options)
        self.matches = matches
        self.fields["reason"].help_text = "会写进操作记录；取消资格的理由也显示在公开榜单上。"
        self.fields["count"].help_text = f"这会动到 {matches} 场成绩。请填 {matches} 确认。"

    def clean_count(self) -> int:
        count = int(self.cleaned_data["count"])
        if count != self.matches:
            raise ValidationError(f"场数不对：现在是 {self.matches} 场。")
        return count


class Change(NamedTuple):
    name: str
    before: int | None
    after: int | None


@page
def desk(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug)
    shown = access.run_season(seat, season)
    asked = Asked.read(request.GET)
    found = standings.standings(shown, asked.board, public=False)
    return render(
        request,
        "boards/desk.html",
        {
            "seat": seat,
            "league": seat.league,
            "season": shown,
            "frozen": standings.frozen(shown),
            "tabs": tabs(asked),
            "board": found.board,
            "table": table(asked, found.rows, len(found.rounds)),
            "form": ReasonForm(),
            "entries": [row for row in found.rows if row.state != Entry.State.WITHDRAWN],
            "may_freeze": seat.role != Membership.Role.REFEREE
            and shown.state in (Season.State.RUNNING, Season.State.CLOSED),
        },
    )


@deed
def freeze(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """Doing it twice does it once, without a once-token: the season is frozen, or it is not."""
    seat = access.league_seat(request.user, slug, ADMIN)
    shown = access.run_season(seat, season)
    form = ReasonForm(request.POST)
    back = HttpResponseRedirect(reverse("pages:manage_board", args=[slug, season]))
    if not form.is_valid():
        messages.error(request, "请写明理由。")
        return back
    do = moderation.unfreeze if request.POST.get("frozen") == "no" else moderation.freeze
    try:
        do(shown, user_of(request), form.cleaned_data["reason"])
    except ValidationError as trouble:
        messages.error(request, " ".join(trouble.messages))
    else:
        messages.success(request, "公开榜单已停住。" if do is moderation.freeze else "已解除封榜。")
    return back


@page
def verdict(request: HttpRequest, slug: str, season: str, agent: str) -> HttpResponse:
    """Disqualify or reinstate, after a look at what the board becomes."""
    seat = access.league_seat(request.user, slug)
    shown = access.run_season(seat, season)
    entry = access.run_entry(shown, agent)
    if entry.state not in (Entry.State.ACCEPTED, Entry.State.DISQUALIFIED):
        raise access.NotThere
    out = entry.state == Entry.State.ACCEPTED
    now = standings.standings(shown, "net_worth", public=False)
    then = standings.standings(
        shown,
        "net_worth",
        public=False,
        instead={entry.pk: Entry.State.DISQUALIFIED if out else Entry.State.ACCEPTED},
    )
    own = next(row for row in now.rows if row.number == entry.pk)
    form = VerdictForm(request.POST or None, matches=own.figures.matches)

    def work() -> str:
        decide = moderation.disqualify if out else moderation.reinstate
        decide(entry, user_of(request), form.cleaned_data["reason"])
        messages.success(request, "已取消参赛资格。" if out else "已恢复参赛资格。")
        return reverse("pages:manage_board", args=[slug, season])

    changes = changed(now, then)
    return once.submit(request, form, work) or render(
        request,
        "boards/verdict.html",
        {
            "seat": seat,
            "league": seat.league,
            "season": shown,
            "entry": entry,
            "out": out,
            "own": own,
            "form": form,
            "changes": changes[:MOST],
            "more": max(len(changes) - MOST, 0),
        },
    )


def changed(now: standings.Standings, then: standings.Standings) -> list[Change]:
    """Whose rank becomes another one, in the order of the board as it would be."""
    before = {row.number: row.rank for row in now.rows}
    return [
        Change(row.agent_name, before[row.number], row.rank)
        for row in then.rows
        if before[row.number] != row.rank
    ]
