"""`/accounts/profile/`: what one is called, and deleting one's account."""

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from league import leagues, teams
from league.models import Membership, TeamMembership
from league.pages import once
from league.pages.accounts import Nickname
from league.pages.console import page, user_of


class ProfileForm(forms.Form):
    nickname = Nickname(help_text="队友和联赛管理员看到的名字。")


class DeleteForm(forms.Form):
    sure = forms.BooleanField(label="我明白账号删了找不回来")


@page
def profile(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    form = ProfileForm(request.POST or None, initial={"nickname": user.first_name})

    def work() -> str:
        User.objects.filter(pk=user.pk).update(first_name=form.cleaned_data["nickname"])
        messages.success(request, "改好了。")
        return reverse("pages:profile")

    return once.submit(request, form, work) or render(request, "account/profile.html", {"form": form})


def _delete(request: HttpRequest) -> HttpResponse:
    """The person goes, and their seats; teams, agents, matches and boards stay as they are."""
    user = user_of(request)
    form = DeleteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            forget(user)
        except ValidationError as trouble:
            form.add_error(None, trouble)
        else:
            logout(request)
            messages.success(request, "账号已删除。")
            return HttpResponseRedirect("/")
    return render(request, "account/delete.html", {"form": form})


delete = page(reauthentication_required(_delete))  # asks for the password again


@transaction.atomic
def forget(user: User) -> None:
    """Every seat is left as anybody leaves it, so that no team and no league is without an owner."""
    stuck: list[str] = []
    for seat in TeamMembership.objects.filter(user=user, team__retired_at=None).select_related("team"):
        try:
            with transaction.atomic():
                teams.leave(seat, user)
        except ValidationError:
            stuck.append(seat.team.name)
    for post in Membership.objects.filter(user=user).select_related("league"):
        try:
            with transaction.atomic():
                leagues.leave(post, user)
        except ValidationError:
            stuck.append(post.league.name)
    if stuck:
        raise ValidationError(f"你是这些地方唯一的负责人，先交给别人或解散：{'、'.join(stuck)}。")
    user.delete()
