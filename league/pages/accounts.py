"""How people are called, and what allauth's sign-up asks beside address and password."""

import secrets
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from league import names

LONGEST = 40


class Nickname(forms.CharField):
    """What others in a team see of somebody: kept in `first_name`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"label": "称呼", "required": False, "max_length": 150, **options})

    def clean(self, value: Any) -> str:
        called = names.clean(super().clean(value) or "")
        if len(called) > LONGEST:
            raise ValidationError(f"称呼最多 {LONGEST} 个字，现在是 {len(called)} 个。")
        return called


class SignupForm(forms.Form):
    nickname = Nickname(help_text="队友和联赛管理员看到的名字，以后可以改。")

    def signup(self, request: HttpRequest, user: User) -> None:
        user.first_name = self.cleaned_data["nickname"] or user.email.split("@")[0][:LONGEST]
        user.save(update_fields=["first_name"])


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    def generate_unique_username(self, txts: Any, regex: Any = None) -> str:
        """Nobody has to remember it: people sign in by their address."""
        return f"user-{secrets.token_hex(6)}"
