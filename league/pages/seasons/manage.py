"""`/l/{league}/manage/seasons/…`: seasons for those who run them."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from league import access, play
from league.models import Entry, League, Membership, Season
from league.pages import once
from league.pages.console import deed, do, page, user_of
from league.pages.seasons.form import SeasonForm, proposal, require
from league.schedule import beat, legal, seasons, watch
from league.schedule.plan import Plan, moved, plan_of

ADMIN = Membership.Role.ADMIN
PLACES = Count("entries", filter=Q(entries__state__in=[Entry.State.PENDING, Entry.State.ACCEPTED]))


def here(season: Season) -> str:
    return reverse("pages:manage_season", args=[season.league.slug, season.slug])


@page
def listed(request: HttpRequest, slug: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug)
    return render(
        request,
        "seasons/list.html",
        {
            "seat": seat,
            "league": seat.league,
            "seasons": access.run_seasons(seat).annotate(places=PLACES),
            "pulse": beat.pulse(),
        },
    )


@page
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """A season of one's own, or one like another (`?like=`)."""
    seat = access.league_seat(request.user, slug, ADMIN)
    now = timezone.now()
    plan = proposal(seat.league, now, play.RULESET)
    like = request.GET.get("like")
    if like:
        plan = _clone(access.run_season(seat, like), plan)
    form = SeasonForm(request.POST or None, league=seat.league, plan=plan, generated=True)

    def work() -> str:
        user = user_of(request)
        try:
            made = seasons.create(seat.league, form.meant(), user, created_by=user.pk)
        except ValidationError as trouble:
            raise _Told(trouble) from None
        if request.POST.get("do") == "schedule":
            seasons.arm(made, user, now)
            seasons.step(made, now)
            messages.success(request, f"「{made.name}」排定了，之后由时钟推进。")
        else:
            messages.success(request, f"「{made.name}」存成了草稿，排定之前不会开始。")
        return here(made)

    return _answer(request, form, work, seat, {"new": True, "like": like})


@page
def edit(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug, ADMIN)
    shown = access.run_season(seat, season)
    plan = plan_of(shown, list(shown.rounds.all()))
    form = SeasonForm(request.POST or None, league=seat.league, plan=plan, generated=False)

    def work() -> str:
        try:
            changed = seasons.change(shown, form.meant(), user_of(request))
        except ValidationError as trouble:
            raise _Told(trouble) from None
        messages.success(request, "改好了。" if changed else "没有改动。")
        shown.refresh_from_db()
        return here(shown)

    return _answer(request, form, work, seat, {"season": shown})


class _Told(Exception):
    def __init__(self, trouble: ValidationError) -> None:
        self.trouble = trouble


def _answer(
    request: HttpRequest, form: SeasonForm, work: Any, seat: Membership, context: dict[str, Any]
) -> HttpResponse:
    valid = request.method == "POST" and form.is_valid()
    if valid and request.POST.get("do") != "preview":
        try:
            if answer := once.submit(request, form, work):
                return answer
        except _Told as told:
            require(told.trouble, form)
    preview = _preview(seat.league, form.meant()) if valid and form.is_valid() else None
    return render(
        request,
        "seasons/form.html",
        {**context, "seat": seat, "league": seat.league, "form": form, "preview": preview},
    )


def _preview(league: League, plan: Plan) -> dict[str, Any]:
    """What saving this would make."""
    closes = max(window.closes_at for window in plan.rounds)
    return {
        "plan": plan,
        "rounds": list(enumerate(plan.rounds, 1)),
        "each": plan.matches_each,
        "most": plan.entry_limit and plan.entry_limit * plan.matches_each,
        "published_at": None if plan.publish_after is None else closes + plan.publish_after,
        "zone": league.time_zone,
        "late": plan.registration_closes_at <= timezone.now(),
    }


def _clone(old: Season, proposed: Plan) -> Plan:
    """As many whole days later as it takes to begin no earlier than now."""
    plan = plan_of(old, list(old.rounds.all()))
    days = -(-(proposed.registration_opens_at - plan.registration_opens_at) // timedelta(days=1))
    return moved(plan, timedelta(days=max(days, 0)), name="")


@page
def season(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """Where a season stands: its clock, its rounds, what is under way and near its end."""
    seat = access.league_seat(request.user, slug)
    shown = access.run_season(seat, season)
    pulse, now = beat.pulse(), timezone.now()
    facts = seasons.facts(shown)
    live = watch.watched(shown, pulse.since or now, now)
    return render(
        request,
        "seasons/season.html",
        {
            "seat": seat,
            "may_run": access.RANKS[Membership.Role(seat.role)] >= access.RANKS[ADMIN],
            "league": seat.league,
            "season": shown,
            "rounds": watch.counted(shown),
            "pulse": pulse,
            "facts": facts,
            "pending": Entry.objects.filter(season=shown, state=Entry.State.PENDING).count(),
            "moves": legal.choices(shown, facts),
            "live": live[:100],
            "live_count": len(live),
            "warned": sum(one.left.state != legal.Idle.FINE for one in live),
            "now": now,
        },
    )


@deed
def move(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug, ADMIN)
    shown = access.run_season(seat, season)
    to, reason = request.POST.get("to", ""), request.POST.get("reason", "").strip()[:200]
    label = dict(Season.State.choices).get(to, to)
    return do(
        request,
        here(shown),
        lambda: seasons.move(shown, to, user_of(request), reason=reason),
        f"赛季现在是「{label}」。",
    )


@deed
def schedule(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug, ADMIN)
    shown = access.run_season(seat, season)

    def work() -> None:
        now = timezone.now()
        if shown.registration_closes_at <= now:
            raise ValidationError("报名截止时间已过，请先改日程。")
        seasons.arm(shown, user_of(request), now)
        seasons.step(shown, now)

    return do(request, here(shown), work, "排定了，之后由时钟推进。")


@deed
def delete(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug, ADMIN)
    shown = access.run_season(seat, season)
    back = reverse("pages:manage_seasons", args=[slug])
    try:
        seasons.delete(shown, user_of(request))
    except ValidationError as trouble:
        messages.error(request, " ".join(trouble.messages))
        return HttpResponseRedirect(here(shown))
    messages.success(request, f"草稿「{shown.name}」删除了。")
    return HttpResponseRedirect(back)
