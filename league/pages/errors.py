"""404 and 500 that help. The root addresses name them as handlers."""

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template import loader


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "404.html", status=404)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Somebody is inside, but their role does not reach that far."""
    return render(request, "403.html", status=403)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without the token of this browser: another site's, or one that lay open for long."""
    return render(request, "403.html", {"stale": True}, status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Touches neither database nor session: either may be what broke."""
    return HttpResponseServerError(loader.render_to_string("500.html"))
