"""A page for everybody: it may be kept by anyone who asks again before showing it."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_safe

View = Callable[..., HttpResponse]


def public_page(view: View) -> View:
    """GET and HEAD only, compressed, with an ETag. Such a page shows nothing of who is looking, and asks who
    that is only where not everybody may look."""
    kept: View = cache_control(public=True, no_cache=True)(conditional_page(view))
    safe: View = require_safe(gzip_page(kept))

    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = safe(request, *args, **kwargs)
        if request.session.accessed:  # what it shows depended on who asked: a private league
            answer["Cache-Control"] = "private, no-cache"
        return answer

    return page
