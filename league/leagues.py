"""Opening a league, running it, closing it."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from league import audit, names
from league.models import League, Membership

LEAGUES_OF_A_USER = 5
LOOK = ("intro", "colour", "logo", "time_zone", "visibility")
SHOWN = {"intro": "简介", "colour": "主色", "logo": "标志", "time_zone": "时区", "visibility": "可见性"}
Role = Membership.Role


@transaction.atomic
def open_league(user: User, name: str, look: Mapping[str, Any], slug: str = "") -> League:
    User.objects.select_for_update().get(pk=user.pk)
    owned = Membership.objects.filter(user=user, role=Role.OWNER, league__retired_at=None).count()
    if owned >= LEAGUES_OF_A_USER and not user.is_superuser:
        raise ValidationError(f"一个人最多办 {LEAGUES_OF_A_USER} 个联赛。")
    if League.objects.filter(name_key=names.skeleton(name)).exists():
        raise _taken()
    wanted = slug
    slug = slug or names.slug_of(name, "league")
    while True:
        try:
            with transaction.atomic():
                league = League.objects.create(
                    slug=slug, name=name, **{f: look[f] for f in LOOK if f in look}
                )
                break
        except IntegrityError:
            if League.objects.filter(name_key=names.skeleton(name)).exists():
                raise _taken() from None
            if wanted:
                raise ValidationError({"slug": "这个网址名已经有人用了，请换一个。"}) from None
            slug = names.another_slug(slug)
    Membership.objects.create(league=league, user=user, role=Role.OWNER)
    audit.record(league, user, "league.created", league)
    return league


@transaction.atomic
def change(league: League, user: User, name: str, look: Mapping[str, Any]) -> None:
    """The address stays."""
    before = League.objects.select_for_update().get(pk=league.pk)
    league.name = name
    for field in LOOK:
        if field in look:
            setattr(league, field, look[field])
    changed = [SHOWN[field] for field in LOOK if getattr(before, field) != getattr(league, field)]
    try:
        with transaction.atomic():
            league.save(update_fields=["name", "name_key", *LOOK])
    except IntegrityError:
        raise _taken() from None
    data: dict[str, Any] = {"changed": changed}
    if before.name != name:
        data |= {"before": before.name, "after": name}
    audit.record(league, user, "league.changed", league, data)


@transaction.atomic
def retire(league: League, user: User, *, retired: bool) -> None:
    """No new teams and no new seasons; everything that was played stays to be read."""
    now = timezone.now() if retired else None
    if League.objects.filter(pk=league.pk, retired_at__isnull=retired).update(retired_at=now):
        audit.record(league, user, "league.retired" if retired else "league.reopened", league)


@transaction.atomic
def set_role(seat: Membership, user: User, role: str) -> None:
    seat = _locked(seat)
    if seat.role == role:
        return
    if role != Role.OWNER:
        _not_the_last_owner(seat)
    before, seat.role = seat.get_role_display(), role
    seat.save(update_fields=["role"])
    change = {"before": before, "after": seat.get_role_display()}
    audit.record(
        seat.league, user, "member.changed", seat.league, {"who": audit.name_of(seat.user), **change}
    )


@transaction.atomic
def leave(seat: Membership, user: User) -> None:
    seat = _locked(seat)
    _not_the_last_owner(seat)
    verb = "member.left" if seat.user_id == user.pk else "member.removed"
    who = {"who": audit.name_of(seat.user), "role": seat.get_role_display()}
    audit.record(seat.league, user, verb, seat.league, who)
    seat.delete()


def _locked(seat: Membership) -> Membership:
    League.objects.select_for_update().get(pk=seat.league_id)
    now = Membership.objects.select_related("league", "user").filter(pk=seat.pk).first()
    if now is None:
        raise ValidationError("这位成员已经不在了。")
    return now


def _not_the_last_owner(seat: Membership) -> None:
    others = Membership.objects.filter(league=seat.league_id, role=Role.OWNER).exclude(pk=seat.pk)
    if seat.role == Role.OWNER and not others.exists():
        raise ValidationError("联赛至少要有一位所有者：先把另一位成员设为所有者。", code="last_owner")


def _taken() -> ValidationError:
    return ValidationError("已经有一个同名或看上去同名的联赛，请换一个名字。", code="taken")
