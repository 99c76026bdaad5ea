"""Entries of a season: the league's people let in, a team's people enter."""

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from league import access
from league.access import NotThere
from league.models import Agent, Entry, Membership, Season, Team
from league.pages.console import deed, do, page, user_of
from league.schedule import entries

ADMIN = Membership.Role.ADMIN
ORDER = [
    Entry.State.PENDING,
    Entry.State.ACCEPTED,
    Entry.State.DISQUALIFIED,
    Entry.State.DECLINED,
    Entry.State.WITHDRAWN,
]


@page
def entered(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug)
    shown = access.run_season(seat, season)
    rows = list(Entry.objects.filter(season=shown).select_related("agent__team").order_by("created_at", "pk"))
    rows.sort(key=lambda entry: ORDER.index(Entry.State(entry.state)))
    taken = sum(entry.state in entries.TAKES_A_PLACE for entry in rows)
    context = {"seat": seat, "league": seat.league, "season": shown, "entries": rows, "taken": taken}
    return render(request, "seasons/entries.html", context)


class VerdictForm(forms.Form):
    state = forms.ChoiceField(choices=[("accepted", "通过"), ("declined", "不通过")])
    reason = forms.CharField(max_length=200, required=False)


@deed
def decide(request: HttpRequest, slug: str, season: str, agent: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug, ADMIN)
    entry = access.run_entry(access.run_season(seat, season), agent)
    form = VerdictForm(request.POST)
    if not form.is_valid():
        raise NotThere
    reason, user = form.cleaned_data["reason"], user_of(request)
    back = reverse("pages:manage_entries", args=[slug, season])

    def work() -> None:
        if form.cleaned_data["state"] == Entry.State.ACCEPTED:
            entries.approve(entry, user)
        elif not reason.strip():
            raise ValidationError("不通过要写理由，参赛者看得到。")
        else:
            entries.decline(entry, reason.strip(), user)

    return do(request, back, work, f"{entry.agent.name}：处理好了。")


@page
def enter(request: HttpRequest, league: str, season: str) -> HttpResponse:
    """`/l/{league}/{season}/enter/`: a team's people enter their agents, or take them back."""
    shown = access.season(league, season, request.user)
    seats = access.team_seats(request.user).filter(team__league=shown.league_id)
    teams = [seat.team for seat in seats]
    if request.method == "POST":
        return _enter(request, shown, teams)
    agents = list(
        Agent.objects.filter(team__in=teams, retired_at=None)
        .select_related("team")
        .order_by("team__name", "name")
    )
    mine = {entry.agent_id: entry for entry in Entry.objects.filter(season=shown, agent__in=agents)}
    taken = Entry.objects.filter(season=shown, state__in=entries.TAKES_A_PLACE).count()
    return render(
        request,
        "seasons/enter.html",
        {
            "league": shown.league,
            "season": shown,
            "rounds": list(shown.rounds.all()),
            "teams": teams,
            "rows": [(agent, mine.get(agent.pk)) for agent in agents],
            "closed": entries.closed_to(shown, timezone.now()),
            "left": None if shown.entry_limit is None else max(0, shown.entry_limit - taken),
        },
    )


def _enter(request: HttpRequest, season: Season, teams: list[Team]) -> HttpResponse:
    agent = Agent.objects.filter(slug=request.POST.get("agent", ""), team__in=teams, retired_at=None).first()
    if agent is None:
        raise NotThere
    user, back = user_of(request), request.path
    if request.POST.get("do") == "withdraw":
        entry = Entry.objects.filter(season=season, agent=agent).first()
        if entry is None:
            raise NotThere
        return do(request, back, lambda: entries.withdraw(entry, user), f"{agent.name} 已退出。")
    told = "报名已提交，等管理员审核。" if season.needs_approval else "报名成功，到时间会自动开赛。"
    return do(request, back, lambda: entries.enter(season, agent, user), f"{agent.name}：{told}")
