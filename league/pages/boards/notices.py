"""`/l/{league}/manage/notices/` and `/team/{id}/notices/`: whom to tell, and whether they were reached."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league import access, audit, notices
from league.models import Delivery, Hook, League, Membership, Team
from league.models.hooks import new_secret
from league.notices import outbound
from league.pages import once
from league.pages.console import deed, do, page, user_of

MOST_HOOKS = 10
LATEST = 50
BOTS: dict[str, tuple[str, ...]] = {
    Hook.Kind.FEISHU: ("open.feishu.cn", "open.larksuite.com"),
    Hook.Kind.DINGTALK: ("oapi.dingtalk.com",),
    Hook.Kind.WECOM: ("qyapi.weixin.qq.com",),
}
EVENTS: list[tuple[str, str]] = [
    (event.value, event.label) for event in Hook.Event if event != Hook.Event.TEST
]


@dataclass(frozen=True, slots=True)
class Side:
    """Whose notices: a league's, or those of one of its teams."""

    league: League
    team: Team | None
    shown: dict[str, Any]
    base: str
    where: tuple[Any, ...]  # in the addresses

    def url(self, name: str, *more: Any) -> str:
        return reverse(f"pages:{name}", args=[*self.where, *more])

    def hooks(self) -> Any:
        return Hook.objects.filter(league=self.league, team=self.team)

    def hook(self, hook_id: int) -> Hook:
        found: Hook | None = self.hooks().select_related("league").filter(pk=hook_id).first()
        if found is None:
            raise access.NotThere
        return found


class HookForm(forms.Form):
    kind = forms.ChoiceField(label="方式", choices=Hook.Kind.choices, widget=forms.RadioSelect)
    address = forms.CharField(
        label="地址",
        max_length=500,
        help_text="机器人或 Webhook 的网址，https:// 开头；邮件只能填你自己账号的邮箱。",
    )
    secret = forms.CharField(
        label="机器人的签名密钥",
        max_length=128,
        required=False,
        help_text="飞书、钉钉机器人开了“加签”才要填。Webhook 的密钥由我们生成，保存后在记录页可见。",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    events = forms.MultipleChoiceField(
        label="哪些事", choices=EVENTS, widget=forms.CheckboxSelectMultiple, initial=[e for e, _ in EVENTS]
    )

    def __init__(self, *args: Any, email: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.email = email

    def clean(self) -> dict[str, Any]:
        super().clean()
        given = self.cleaned_data
        kind, address = given.get("kind"), str(given.get("address", "")).strip()
        if kind == Hook.Kind.EMAIL:
            if address.lower() != self.email.lower() or not address:
                self.add_error("address", "只能填你自己账号的邮箱。")
        elif kind and address:
            try:
                to = outbound.target(address)
            except outbound.NotAllowed as refused:
                self.add_error("address", str(refused))
            else:
                hosts = BOTS.get(kind)
                if hosts and to.host not in hosts:
                    self.add_error("address", f"{Hook.Kind(kind).label}的网址在 {'、'.join(hosts)}。")
        given["address"] = address
        return given


def of_league(request: HttpRequest, slug: str) -> Side:
    seat = access.league_seat(request.user, slug, Membership.Role.ADMIN)
    return Side(seat.league, None, {"seat": seat, "league": seat.league}, "leagues/base.html", (slug,))


def of_team(request: HttpRequest, team_id: int) -> Side:
    seat = access.team_seat(request.user, team_id)
    shown = {"seat": seat, "team": seat.team, "league": seat.team.league}
    return Side(seat.team.league, seat.team, shown, "team/base.html", (team_id,))


def listed(request: HttpRequest, side: Side, prefix: str) -> HttpResponse:
    form = HookForm(request.POST or None, email=user_of(request).email)

    def work() -> str:
        given = form.cleaned_data
        League.objects.select_for_update().get(pk=side.league.pk)
        if side.hooks().count() >= MOST_HOOKS:
            raise ValidationError(f"最多设 {MOST_HOOKS} 个通知。")
        secret = new_secret() if given["kind"] == Hook.Kind.WEBHOOK else given["secret"].strip()
        hook = Hook.objects.create(
            league=side.league,
            team=side.team,
            kind=given["kind"],
            address=given["address"],
            secret=secret,
            events=given["events"],
        )
        audit.record(side.league, user_of(request), "notice.added", hook)
        messages.success(request, "已保存，先发一条测试通知看看。")
        return side.url(f"{prefix}_notice", hook.pk)

    return once.submit(request, form, work) or render(
        request,
        "boards/notices.html",
        {
            **side.shown,
            "base": side.base,
            "form": form,
            "hooks": [(hook, side.url(f"{prefix}_notice", hook.pk)) for hook in side.hooks().order_by("pk")],
            "email": user_of(request).email,
        },
    )


def log(request: HttpRequest, side: Side, prefix: str, hook_id: int) -> HttpResponse:
    hook = side.hook(hook_id)
    return render(
        request,
        "boards/notice.html",
        {
            **side.shown,
            "base": side.base,
            "hook": hook,
            "deliveries": hook.deliveries.order_by("-created_at", "-pk")[:LATEST],
            "change": side.url(f"{prefix}_notice_change", hook.pk),
            "back": side.url(f"{prefix}_notices"),
            "events": [label for value, label in EVENTS if value in hook.events],
        },
    )


def change(request: HttpRequest, side: Side, prefix: str, hook_id: int) -> HttpResponse:
    """test, pause, resume, remove, or resend one delivery."""
    hook, what = side.hook(hook_id), request.POST.get("do", "")
    back = side.url(f"{prefix}_notice", hook.pk)
    user = user_of(request)

    def switch(on: bool) -> None:
        Hook.objects.filter(pk=hook.pk).update(active=on)
        audit.record(side.league, user, "notice.changed", hook, {"active": on})

    def remove() -> None:
        audit.record(side.league, user, "notice.removed", hook)
        hook.delete()

    def again() -> None:
        wanted = request.POST.get("delivery", "")
        found = wanted.isascii() and wanted.isdecimal() and len(wanted) < 19
        delivery = Delivery.objects.filter(hook=hook, pk=int(wanted)).first() if found else None
        if delivery is None:
            raise access.NotThere
        notices.resend(delivery)

    match what:
        case "test":
            return do(request, back, lambda: notices.test(hook), "测试通知已排队，过几秒刷新看结果。")
        case "pause":
            return do(request, back, lambda: switch(False), "已暂停。")
        case "resume":
            return do(request, back, lambda: switch(True), "已恢复。")
        case "remove":
            return do(request, side.url(f"{prefix}_notices"), remove, "已删除。")
        case "resend":
            return do(request, back, again, "已排队重发。")
    raise access.NotThere


@page
def league_notices(request: HttpRequest, slug: str) -> HttpResponse:
    return listed(request, of_league(request, slug), "manage")


@page
def league_notice(request: HttpRequest, slug: str, hook_id: int) -> HttpResponse:
    return log(request, of_league(request, slug), "manage", hook_id)


@deed
def league_change(request: HttpRequest, slug: str, hook_id: int) -> HttpResponse:
    return change(request, of_league(request, slug), "manage", hook_id)


@page
def team_notices(request: HttpRequest, team_id: int) -> HttpResponse:
    return listed(request, of_team(request, team_id), "team")


@page
def team_notice(request: HttpRequest, team_id: int, hook_id: int) -> HttpResponse:
    return log(request, of_team(request, team_id), "team", hook_id)


@deed
def team_change(request: HttpRequest, team_id: int, hook_id: int) -> HttpResponse:
    return change(request, of_team(request, team_id), "team", hook_id)
