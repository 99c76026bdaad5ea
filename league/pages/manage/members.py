"""`/l/{league}/manage/members/`: who runs a league, and whom it has asked."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from league import access, invitations, leagues
from league.access import NotThere
from league.models import Invitation, Membership
from league.pages import once
from league.pages.console import deed, do, page, user_of
from league.pages.invitation import post

OWNER, ADMIN = Membership.Role.OWNER, Membership.Role.ADMIN
ROLES = [
    (Invitation.Role.FOUNDER.value, "建队：来这个联赛建一支队伍（私有联赛只能这样进来）"),
    (Invitation.Role.REFEREE.value, "裁判：看得到后台，处理比赛里的问题"),
    (Invitation.Role.ADMIN.value, "管理员：排赛季、审报名、改联赛资料"),
    (Invitation.Role.LEAGUE_OWNER.value, "所有者：还能任免管理员、停办联赛"),
]
BY_ADMINS = {Invitation.Role.FOUNDER.value, Invitation.Role.REFEREE.value}


class InviteForm(forms.Form):
    email = forms.EmailField(label="邮箱", error_messages={"invalid": "这不像一个邮箱地址。"})
    role = forms.ChoiceField(label="角色")

    def __init__(self, *args: object, owner: bool, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        choice: object = self.fields["role"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [role for role in ROLES if owner or role[0] in BY_ADMINS]


class RoleForm(forms.Form):
    role = forms.ChoiceField(choices=Membership.Role.choices)


@page
def members(request: HttpRequest, slug: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug, ADMIN)
    form = InviteForm(request.POST or None, owner=seat.role == OWNER)

    def work() -> str:
        given = form.cleaned_data
        asked = invitations.invite(seat.league, None, user_of(request), given["email"], given["role"])
        post(request, asked)
        messages.success(request, f"邀请已发给 {asked.email}，也可以把下面的链接复制给对方。")
        return reverse("pages:manage_members", args=[slug])

    return once.submit(request, form, work) or render(
        request,
        "leagues/members.html",
        {
            "seat": seat,
            "league": seat.league,
            "members": seat.league.memberships.select_related("user").order_by("created_at", "pk"),
            "invitations": access.invitations_of(seat)[:50],
            "form": form,
            "roles": Membership.Role.choices,
        },
    )


@deed
def role(request: HttpRequest, slug: str, member_id: int) -> HttpResponse:
    seat = access.league_seat(request.user, slug, OWNER)
    theirs, form = _member(seat, member_id), RoleForm(request.POST)
    if not form.is_valid():
        raise NotThere
    back = reverse("pages:manage_members", args=[slug])
    wanted = form.cleaned_data["role"]
    return do(request, back, lambda: leagues.set_role(theirs, user_of(request), wanted), "角色已改。")


@deed
def remove(request: HttpRequest, slug: str, member_id: int) -> HttpResponse:
    """Owners put out anybody, admins referees; and everybody may leave."""
    seat = access.league_seat(request.user, slug)
    theirs = _member(seat, member_id)
    if theirs.pk != seat.pk:
        referee = theirs.role == Membership.Role.REFEREE
        seat = access.league_seat(request.user, slug, ADMIN if referee else OWNER)
    back = reverse("pages:manage_members", args=[slug])
    answer = do(
        request, back, lambda: leagues.leave(theirs, user_of(request)), "已移除，对方马上就进不来了。"
    )
    stays = access.league_seats(request.user).filter(league__slug=slug).exists()
    return answer if stays else HttpResponseRedirect(reverse("pages:mine"))


@deed
def uninvite(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    seat = access.league_seat(request.user, slug, ADMIN)
    asked = access.invitations_of(seat).filter(pk=invitation_id).select_related("league").first()
    if asked is None:
        raise NotThere
    if asked.role not in BY_ADMINS:
        access.league_seat(request.user, slug, OWNER)
    back = reverse("pages:manage_members", args=[slug])
    return do(request, back, lambda: invitations.revoke(asked, user_of(request)), "邀请已撤回，链接失效。")


def _member(seat: Membership, member_id: int) -> Membership:
    found = Membership.objects.filter(league=seat.league_id, pk=member_id).first()
    if found is None:
        raise NotThere
    return found
