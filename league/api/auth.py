"""A bearer key is resolved to its agent once; views see a Caller and never an id that a client chose."""

from typing import cast

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from league.access import Caller, caller_by_key
from league.api.errors import Refused


class AgentKeyAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Caller, None]:
        scheme, _, raw = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        caller = caller_by_key(raw.strip()) if scheme.lower() == "bearer" else None
        if caller is None:
            raise Refused("not_authenticated")
        return caller, None


class IsAgent(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        user: object = request.user
        return isinstance(user, Caller)


def caller_of(request: Request) -> Caller:
    return cast(Caller, request.user)


class AgentKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = AgentKeyAuthentication
    name = "AgentKey"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "cv_<prefix>_<secret>"}
