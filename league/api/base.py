"""What all views of the API share."""

from collections.abc import Callable
from typing import Any, ClassVar, cast

from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.access import Viewer, caller_by_key
from league.api.auth import AgentKeyAuthentication, IsAgent
from league.api.errors import handle
from league.api.throttles import Throttle
from league.api.untrusted import label


class ProblemRenderer(JSONRenderer):
    """So that a client may say that it accepts problem+json, and is answered."""

    media_type = "application/problem+json"


class ApiView(APIView):
    """Anybody may call. Errors are problems, there is no OPTIONS page, answers are JSON."""

    authentication_classes: Any = ()
    permission_classes: Any = ()
    renderer_classes: Any = (JSONRenderer, ProblemRenderer)
    throttle_classes = (Throttle,)
    throttle_scope = "public"
    http_method_names: Any = ("get", "head", "post")
    untrusted: ClassVar[tuple[str, ...]] = ()  # fields of the answer that others wrote

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], HttpResponse]:
        return handle

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Say beside an answer which of its fields hold other people's words."""
        if self.untrusted and isinstance(response, Response) and isinstance(response.data, dict):
            response.data.setdefault("untrusted", label(*self.untrusted))
        if isinstance(response, Response) and isinstance(request.accepted_renderer, ProblemRenderer):
            response.content_type = JSONRenderer.media_type  # who accepts problems only gets no other success
        return super().finalize_response(request, response, *args, **kwargs)


class AgentView(ApiView):
    """Only with an agent's key."""

    authentication_classes = (AgentKeyAuthentication,)
    permission_classes = (IsAgent,)
    throttle_scope = "reads"


def viewer_of(request: Request) -> Viewer:
    """Who reads a public address: an agent by its key, or a person by the session of the site. Looked up only
    when it is needed, which is when a league is private."""
    scheme, _, raw = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    if scheme.lower() == "bearer":
        return cast(Viewer, SimpleLazyObject(lambda: caller_by_key(raw.strip()) or AnonymousUser()))
    return cast(Viewer, SimpleLazyObject(lambda: get_user(request._request)))


def json_text(text: str, status: int = 200) -> HttpResponse:
    """An answer that is JSON text already."""
    return HttpResponse(text, status=status, content_type="application/json")


def watch_url(request: HttpRequest, match_id: str) -> str:
    return request.build_absolute_uri(f"/m/{match_id}/")
