"""`/team/{id}/members/`: who is in the team, and whom it has asked."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league import access, invitations, teams
from league.access import NotThere
from league.models import Invitation, TeamMembership
from league.pages import once
from league.pages.console import deed, do, page, user_of
from league.pages.invitation import post

ROLES = [
    (Invitation.Role.TEAM_MEMBER.value, "队员：管理智能体和密钥，看比赛记录"),
    (Invitation.Role.TEAM_OWNER.value, "队长：还能邀请和移除成员、改队名"),
]


class InviteForm(forms.Form):
    email = forms.EmailField(label="邮箱", error_messages={"invalid": "这不像一个邮箱地址。"})
    role = forms.ChoiceField(label="角色", choices=ROLES)


class RoleForm(forms.Form):
    role = forms.ChoiceField(choices=TeamMembership.Role.choices)


@page
def members(request: HttpRequest, team_id: int) -> HttpResponse:
    owner = request.method == "POST"
    seat = access.team_seat(request.user, team_id, owner=owner)
    form = InviteForm(request.POST or None)

    def work() -> str:
        asked = invitations.invite(
            seat.team.league,
            seat.team,
            user_of(request),
            form.cleaned_data["email"],
            form.cleaned_data["role"],
        )
        post(request, asked)
        messages.success(request, f"邀请已发给 {asked.email}，也可以把下面的链接复制给对方。")
        return reverse("pages:team_members", args=[team_id])

    return once.submit(request, form, work) or render(
        request,
        "team/members.html",
        {
            "seat": seat,
            "team": seat.team,
            "league": seat.team.league,
            "members": seat.team.memberships.select_related("user").order_by("created_at", "pk"),
            "invitations": access.invitations_of(seat)[:50],
            "form": form,
            "roles": TeamMembership.Role.choices,
        },
    )


@deed
def role(request: HttpRequest, team_id: int, member_id: int) -> HttpResponse:
    seat = access.team_seat(request.user, team_id, owner=True)
    theirs, form = _member(seat, member_id), RoleForm(request.POST)
    if not form.is_valid():
        raise NotThere
    back = reverse("pages:team_members", args=[team_id])
    wanted = form.cleaned_data["role"]
    return do(request, back, lambda: teams.set_role(theirs, user_of(request), wanted), "角色已改。")


@deed
def remove(request: HttpRequest, team_id: int, member_id: int) -> HttpResponse:
    seat = access.team_seat(request.user, team_id, owner=True)
    theirs = _member(seat, member_id)
    back = reverse("pages:team_members", args=[team_id])
    return do(request, back, lambda: teams.leave(theirs, user_of(request)), "已移除，对方马上就进不来了。")


@deed
def uninvite(request: HttpRequest, team_id: int, invitation_id: int) -> HttpResponse:
    seat = access.team_seat(request.user, team_id, owner=True)
    asked = access.invitations_of(seat).filter(pk=invitation_id).select_related("league", "team").first()
    if asked is None:
        raise NotThere
    back = reverse("pages:team_members", args=[team_id])
    return do(request, back, lambda: invitations.revoke(asked, user_of(request)), "邀请已撤回，链接失效。")


def _member(seat: TeamMembership, member_id: int) -> TeamMembership:
    found = TeamMembership.objects.filter(team=seat.team_id, pk=member_id).first()
    if found is None:
        raise NotThere
    return found
