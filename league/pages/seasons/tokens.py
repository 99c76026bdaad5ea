"""`/l/{league}/manage/tokens/`: tokens for scripts that run seasons over the API."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from league import access, audit, names
from league.access import NotThere
from league.models import LeagueToken, Membership
from league.pages import once
from league.pages.console import deed, do, page, user_of


@page
def tokens(request: HttpRequest, slug: str) -> HttpResponse:
    """A new one is shown in the answer to the POST that makes it, and never again."""
    seat = access.league_seat(request.user, slug, Membership.Role.ADMIN)
    made: list[str] = []
    back = reverse("pages:manage_tokens", args=[slug])

    def work() -> str:
        name = names.clean(request.POST.get("name", ""))[:80]
        token, raw = LeagueToken.issue(seat.league, user_of(request), name=name)
        audit.record(seat.league, user_of(request), "token.issued", token, {"name": name})
        made.append(raw)
        return back

    if request.method == "POST" and not once.first(request, work)[1]:
        return HttpResponseRedirect(back)
    shown = access.league_tokens(seat).order_by("-created_at", "-pk")
    context = {"seat": seat, "league": seat.league, "tokens": shown, "raw": made[0] if made else ""}
    return render(request, "seasons/tokens.html", context)


@deed
def revoke(request: HttpRequest, slug: str, token_id: int) -> HttpResponse:
    seat = access.league_seat(request.user, slug, Membership.Role.ADMIN)
    token = access.league_tokens(seat).filter(pk=token_id).first()
    if token is None:
        raise NotThere

    def work() -> None:
        LeagueToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
        audit.record(seat.league, user_of(request), "token.revoked", token, {"name": token.name})

    return do(request, reverse("pages:manage_tokens", args=[slug]), work, "令牌吊销了，立即失效。")
