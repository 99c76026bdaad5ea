"""Signing up: one account an address, however often the form is sent."""

import hashlib
import time
from datetime import timedelta

from allauth.account.adapter import get_adapter
from allauth.account.utils import perform_login
from allauth.account.views import signup as allauth_signup
from django.contrib import messages
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from league.models import Sending

SAME_MOMENT = timedelta(minutes=1)
PATIENCE = 20.0  # seconds that a second sending waits for the first


def signup(request: HttpRequest) -> HttpResponse:
    """allauth's page. Of several sendings for one address at the same moment the first makes the account, and
    the others, who know its password, are signed in to it."""
    email = request.POST.get("email", "").strip().lower()
    if request.method != "POST" or not email:
        return page(request)
    key = hashlib.sha256(f"signup\n{email}".encode()).hexdigest()
    Sending.objects.filter(key=key, created_at__lt=timezone.now() - SAME_MOMENT).delete()
    try:
        Sending.objects.create(key=key)
    except IntegrityError:
        return _sign_in(request, email, key)
    answer = page(request)
    if not User.objects.filter(email__iexact=email).exists():
        Sending.objects.filter(key=key).delete()  # a mistake in the form: it may be sent again
    return answer


def page(request: HttpRequest) -> HttpResponse:
    answer: HttpResponse = allauth_signup(request)
    return answer


def _sign_in(request: HttpRequest, email: str, key: str) -> HttpResponse:
    """Never makes an account: the one who came first may be slow, and two would share the address."""
    end = time.monotonic() + PATIENCE
    while not User.objects.filter(email__iexact=email).exists():
        if time.monotonic() > end:
            messages.warning(request, "账号正在建立，请稍等一下再登录。")
            return redirect("account_login")
        if not Sending.objects.filter(key=key).exists():
            return signup(request)  # the first one was refused
        time.sleep(0.05)
    password = request.POST.get("password1", "")
    user = get_adapter().authenticate(request, email=email, password=password)
    answer: HttpResponse = perform_login(request, user) if user else page(request)
    return answer
