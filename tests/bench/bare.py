"""The floor of a tool call: a DRF view with one key look-up, one locked read and update of an 8 KB state and
one insert, answering 1 KB; served by the same process as the real site."""

from clawvend_site.asgi import application  # isort: skip - sets Django up for what follows

import hashlib
import hmac
import json
from typing import Any

from django.db import models, transaction
from django.urls import path
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clawvend_site import urls
from league.api.throttles import Rate, Throttle

__all__ = ["application"]

STATE = {"filler": ["x" * 70] * 100, "n": 0}  # 8 KB
ANSWER = {"ok": True, "result": "y" * 1000}


class Key(models.Model):  # noqa: DJ008
    prefix = models.CharField(max_length=12, unique=True)
    digest = models.CharField(max_length=64)
    is_authenticated = True

    class Meta:
        app_label = "bare"


class State(models.Model):  # noqa: DJ008
    state = models.TextField()

    class Meta:
        app_label = "bare"


class Event(models.Model):  # noqa: DJ008
    state = models.ForeignKey(State, models.CASCADE)
    body = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "bare"


class ByKey(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Key, None]:
        raw = request.META["HTTP_AUTHORIZATION"].removeprefix("Bearer ")
        key = Key.objects.get(prefix=raw.split("_")[1])
        if not hmac.compare_digest(key.digest, hashlib.sha256(raw.encode()).hexdigest()):
            raise AuthenticationFailed
        return key, None


class Bare(APIView):
    authentication_classes = (ByKey,)
    permission_classes = (IsAuthenticated,)

    def post(self, request: Request, number: int) -> Response:
        asked = request.data
        with transaction.atomic():
            row = State.objects.select_for_update().get(pk=number)
            state: dict[str, Any] = json.loads(row.state)
            state["n"] += 1
            row.state = json.dumps(state)
            row.save(update_fields=["state"])
            Event.objects.create(state=row, body=json.dumps({**ANSWER, "asked": asked}))
        return Response(ANSWER)


urls.urlpatterns.insert(0, path("bare/<int:number>", Bare.as_view()))
Throttle.RATES["tools"] = Rate(10**9, 10)
