"""`/leagues/new/` and `/l/{league}/manage/look/`: opening a league, and how it presents itself."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league import access, leagues, names, zones
from league.models import League, Membership
from league.pages import once
from league.pages.console import deed, do, page, user_of
from league.pages.fields import NameField, PictureField, TextField

ZONES = [(zone, f"{called}（{zone}）") for zone, called in zones.NAMES.items()]
PLAIN = "#b3392b"  # what the colour picker shows where none was chosen


class LookForm(forms.Form):
    name = NameField(label="联赛名称")
    intro = TextField(
        label="简介",
        longest=10_000,
        rows=6,
        help_text="显示在联赛页上。可以用 Markdown：**粗体**、列表、链接、表格；图片和 HTML 会去掉。",
    )
    visibility = forms.ChoiceField(
        label="谁看得到",
        widget=forms.RadioSelect,
        initial=League.Visibility.PUBLIC,
        choices=[
            (League.Visibility.PUBLIC, "公开：列在首页，谁都能看，谁都能来建队"),
            (League.Visibility.UNLISTED, "不列出：有网址就能看、能建队"),
            (League.Visibility.PRIVATE, "私有：只有管理者和受邀的队伍能看"),
        ],
    )
    time_zone = forms.ChoiceField(
        label="时区", initial="Asia/Shanghai", help_text="赛程和截止时间都按这个时区写。"
    )
    colour = forms.CharField(
        label="主色",
        required=False,
        widget=forms.TextInput(attrs={"type": "color"}),
        validators=[RegexValidator(r"^#[0-9a-fA-F]{6}$", "颜色要写成 #rrggbb。")],
    )
    logo = PictureField(label="标志")
    no_logo = forms.BooleanField(label="不用上传的标志，换回自动生成的", required=False)

    def __init__(self, *args: Any, league: League | None = None, **options: Any) -> None:
        if league is not None:
            shown = {name: getattr(league, name) for name in ("name", "intro", "visibility", "time_zone")}
            options["initial"] = {**shown, "colour": league.colour or PLAIN}
        else:
            options["initial"] = {"colour": PLAIN}
        super().__init__(*args, **options)
        if league is None or league.logo_id is None:
            del self.fields["no_logo"]
        zone: Any = self.fields["time_zone"]
        others = sorted(
            z for z in available_timezones() if z not in zones.NAMES and "/" in z and z[:4] != "Etc/"
        )
        zone.choices = [("常用", ZONES), ("其他", [(z, z) for z in others])]

    def clean_colour(self) -> str:
        return str(self.cleaned_data["colour"]).lower()

    def look(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        if given.pop("no_logo", False):
            return {**given, "logo": None}
        if given["logo"] is None:
            del given["logo"]
        return given


class NewForm(LookForm):
    slug = forms.SlugField(
        label="网址名",
        required=False,
        min_length=3,
        max_length=40,
        help_text="只用小写英文字母、数字和横线，定了就不能改；不填就自动起一个。",
        error_messages={"invalid": "只能用小写英文字母、数字和横线。"},
    )
    field_order = ("name", "slug")

    def clean_slug(self) -> str:
        slug = str(self.cleaned_data["slug"]).lower()
        if slug in names.RESERVED or slug.isdecimal():
            raise ValidationError("这个网址名不能用，请换一个。")
        return slug


@page
def new(request: HttpRequest) -> HttpResponse:
    form = NewForm(request.POST or None, request.FILES or None)

    def work() -> str:
        look = form.look()
        made = leagues.open_league(user_of(request), look.pop("name"), look, slug=look.pop("slug"))
        messages.success(request, "联赛开好了，接下来排一个赛季。")
        return reverse("pages:manage", args=[made.slug])

    return once.submit(request, form, work) or render(request, "leagues/new.html", {"form": form})


@page
def look(request: HttpRequest, slug: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug, Membership.Role.ADMIN)
    form = LookForm(request.POST or None, request.FILES or None, league=seat.league)

    def work() -> str:
        given = form.look()
        leagues.change(seat.league, user_of(request), given.pop("name"), given)
        messages.success(request, "改好了。")
        return reverse("pages:manage_look", args=[slug])

    answer = once.submit(request, form, work)
    shown = League.objects.select_related("logo").get(pk=seat.league_id)
    return answer or render(request, "leagues/look.html", {"seat": seat, "league": shown, "form": form})


@deed
def retire(request: HttpRequest, slug: str) -> HttpResponse:
    seat = access.league_seat(request.user, slug, Membership.Role.OWNER)
    off = request.POST.get("retired") == "yes"
    back = reverse("pages:manage_look", args=[slug])
    told = "联赛已停办：不再接受新队伍和新赛季。" if off else "联赛已恢复。"
    return do(request, back, lambda: leagues.retire(seat.league, user_of(request), retired=off), told)
