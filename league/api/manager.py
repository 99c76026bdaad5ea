"""Who manages a league over the API: a token of its own, or the session of the site. Either is only as good
as the membership is at this moment."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from league import access, audit
from league.access import NotThere
from league.api.base import ApiView
from league.api.errors import Malformed, Refused, problem
from league.api.reading import idempotency_key
from league.models import League, Membership, Sending
from league.play import NotNow

ADMIN, REFEREE = Membership.Role.ADMIN, Membership.Role.REFEREE


@dataclass(frozen=True, slots=True)
class Manager:
    user: User
    league_id: int | None  # of a token: it opens one league
    name: str  # as the audit trail calls it; empty for the user's own

    is_authenticated = True


class ManagerAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Manager, None] | None:
        scheme, _, raw = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() == "bearer":
            found = access.seat_by_token(raw.strip())
            if found is None:
                return None
            token, seat = found
            return Manager(token.user, seat.league_id, f"{audit.name_of(token.user)}（令牌 {token}）"), None
        session = SessionAuthentication().authenticate(request)  # checks CSRF where it finds a user
        return (Manager(cast(User, session[0]), None, ""), None) if session else None


class ManagerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = ManagerAuthentication
    name = "LeagueToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "cvl_<prefix>_<secret>"}


class ManagerView(ApiView):
    """For those who run a league; who has no seat in it is told that there is nothing."""

    authentication_classes = (ManagerAuthentication,)
    http_method_names = ("get", "head", "post", "patch", "delete")
    throttle_scope = "reads"

    def seat(self, league: str, least: Membership.Role = ADMIN) -> Membership:
        user: object = self.request.user
        if not isinstance(user, Manager):
            raise Refused("not_authenticated")
        seat = access.league_seats(user.user).filter(league__slug=league).first()
        if seat is None or user.league_id not in (None, seat.league_id):
            raise NotThere
        if access.RANKS[Membership.Role(seat.role)] < access.RANKS[least]:
            raise Refused("forbidden")
        return seat

    def seat_or_none(self, league: str) -> Membership | None:
        """For what anybody may read, and those who run the league see more of."""
        try:
            return self.seat(league, REFEREE)
        except (Refused, NotThere):
            return None

    @property
    def actor(self) -> audit.Actor:
        manager = cast(Manager, self.request.user)
        return manager.name or manager.user

    def handle_exception(self, exc: Exception) -> Any:
        return refused(exc) if isinstance(exc, ValidationError) else super().handle_exception(exc)


def refused(trouble: ValidationError) -> HttpResponse:
    """What the schedule will not do: by field where it is about one, else as a conflict with its reason."""
    if hasattr(trouble, "error_dict"):
        fields = {
            name: {"zh": " ".join(text for one in errors for text in one.messages), "en": "Refused; see zh."}
            for name, errors in trouble.error_dict.items()
        }
        return problem("malformed", errors=fields)
    return problem("conflict", detail=" ".join(trouble.messages), reason=getattr(trouble, "code", None))


def once(request: Request, league: League, body: dict[str, Any], work: Callable[[], str]) -> tuple[str, bool]:
    """What the work made, and whether this request did: a repeat under the same Idempotency-Key gets what the
    first one made."""
    key = idempotency_key(request, f"{request.method} {request.path}", body)
    if key is None:
        return work(), True
    manager = cast(Manager, request.user)
    name = hashlib.sha256(f"api\n{manager.user.pk}\n{league.pk}\n{key.value}".encode()).hexdigest()
    try:
        with transaction.atomic():
            sending = Sending.objects.create(key=name)
            made = work()
            sending.location = f"{key.digest} {made}"
            sending.save(update_fields=["location"])
            return made, True
    except IntegrityError:
        done = Sending.objects.filter(key=name).first()
        if done is None:
            raise
        digest, _, made = done.location.partition(" ")
        if digest != key.digest:
            raise NotNow("key_reused") from None
        return made, False


def text(body: dict[str, Any], name: str, longest: int = 200) -> str:
    value = body.get(name, "")
    if not isinstance(value, str) or len(value) > longest:
        raise Malformed({name: {"zh": f"要用不超过 {longest} 字的文字。", "en": f"Text, at most {longest}."}})
    return value.strip()


def only(body: dict[str, Any], *names: str) -> None:
    wrong = {
        name[:100]: {"zh": "没有这个字段。", "en": "There is no such field."}
        for name in body.keys() - set(names)
    }
    if wrong:
        raise Malformed(wrong)
