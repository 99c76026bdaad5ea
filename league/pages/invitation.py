"""`/invitations/{token}/`: a page for each state of an invitation; and the letter that brings it."""

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league import invitations, tasks
from league.access import NotThere
from league.models import Invitation
from league.pages import once
from league.pages.console import deed, do, user_of
from league.pages.fields import NameField
from league.pages.proof import holds


class AnswerForm(forms.Form):
    """Nothing to fill in but the name of the team that somebody is asked to found."""

    def __init__(self, *args: object, founds: bool, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        if founds:
            self.fields["name"] = NameField(label="队名", help_text="榜单上会显示，以后可以改。")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    asked = Invitation.by_token(token)
    if asked is None:
        raise NotThere
    state = asked.state
    user = user_of(request) if request.user.is_authenticated else None
    bound = user is not None and holds(user, asked.email)
    founds = asked.role == Invitation.Role.FOUNDER
    form = AnswerForm(request.POST if bound else None, founds=founds)

    def work() -> str:
        assert user is not None
        team = invitations.accept(asked, user, form.cleaned_data.get("name", ""))
        messages.success(request, f"欢迎加入 {team or asked.league}。")
        return (
            reverse("pages:team", args=[team.pk])
            if team
            else reverse("pages:manage", args=[asked.league.slug])
        )

    if bound and (answer := once.submit(request, form, work)):
        return answer
    context = {"invitation": asked, "state": asked.state if bound else state, "form": form, "token": token}
    return render(request, "team/invitation.html", {**context, "bound": bound, "founds": founds})


@deed
def decline(request: HttpRequest, token: str) -> HttpResponse:
    asked = Invitation.by_token(token)
    if asked is None or not holds(user_of(request), asked.email):
        raise NotThere
    back = reverse("pages:invitation", args=[token])
    return do(request, back, lambda: invitations.decline(asked, user_of(request)), "已谢绝。")


def link(request: HttpRequest, asked: Invitation) -> str:
    return request.build_absolute_uri(reverse("pages:invitation", args=[asked.token]))


def post(request: HttpRequest, asked: Invitation) -> None:
    """The letter goes out once the invitation is there."""
    to = str(asked.team or asked.league)
    by = asked.invited_by
    context = {"invitation": asked, "link": link(request, asked), "to": to, "by": by and _called(by)}
    body = render_to_string("team/invitation.txt", context)
    transaction.on_commit(lambda: tasks.post.delay(f"邀请你加入 {to}"[:180], body, asked.email))


def _called(user: User) -> str:
    return user.get_full_name() or user.email
