"""Forms that do their work once, however often and from wherever they are sent.

A form carries `{% once %}` (league/templatetags/once.py). The first sending does the work; every other one,
at the same moment or later, is led to where the first was led.

    form = TeamForm(request.POST or None)
    if answer := once.submit(request, form, lambda: create(...)):   # create returns where to go
        return answer
    return render(...)      # GET, or errors: the work did not happen, and the same sheet may be sent again
"""

import hashlib
import secrets
from collections.abc import Callable
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from league.models import Sending

FIELD = "once"
KEPT = timedelta(days=1)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def submit(request: HttpRequest, form: BaseForm, work: Callable[[], str]) -> HttpResponse | None:
    """The redirect once the work is done; None where the page has to be shown, with the form's errors."""
    if request.method != "POST" or not form.is_valid():
        return None
    try:
        return perform(request, work)
    except ValidationError as trouble:
        form.add_error(None, trouble)
        return None


def perform(request: HttpRequest, work: Callable[[], str]) -> HttpResponse:
    """`work` runs in a transaction and answers where to go; what it raises takes everything back."""
    location, _ = first(request, work)
    return HttpResponseRedirect(location)


def first(request: HttpRequest, work: Callable[[], str]) -> tuple[str, bool]:
    """Where to go, and whether this sending was the one that did the work."""
    key = _key(request)
    try:
        with transaction.atomic():
            # The others wait here for the first to commit; then their row is one too many.
            sending = Sending.objects.create(key=key)
            sending.location = work()
            sending.save(update_fields=["location"])
            Sending.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
            return sending.location, True
    except IntegrityError:
        done = Sending.objects.filter(key=key).first()
        if done is None:
            raise
        return done.location, False


def _key(request: HttpRequest) -> str:
    token = request.POST.get(FIELD, "")
    if not 16 <= len(token) <= 64:
        raise ValidationError("这个页面已经过期，请刷新后再提交。", code="once")
    who = request.user.pk or request.session.session_key
    return hashlib.sha256(f"{who}\n{request.path}\n{token}".encode()).hexdigest()
