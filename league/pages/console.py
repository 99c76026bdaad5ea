"""What every page behind the login shares: who asks, nothing kept in caches, GET shows and POST does."""

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.pages import once

View = Callable[..., HttpResponse]


def page(view: View) -> View:
    """Shows, and does on POST. Who is not logged in is led to the login and back."""
    kept: View = never_cache(require_http_methods(["GET", "HEAD", "POST"])(login_required(view)))
    return kept


def deed(view: View) -> View:
    """Does one thing, on POST only."""
    kept: View = never_cache(require_POST(login_required(view)))
    return kept


def user_of(request: HttpRequest) -> User:
    return cast(User, request.user)


def do(request: HttpRequest, back: str, work: Callable[[], Any], told: str) -> HttpResponse:
    """A button: does its work once and goes back, saying that it is done or why not."""

    def doing() -> str:
        work()
        return back

    try:
        location, first = once.first(request, doing)
    except ValidationError as trouble:
        messages.error(request, " ".join(trouble.messages))
        return HttpResponseRedirect(back)
    if first and told:
        messages.success(request, told)
    return HttpResponseRedirect(location)
