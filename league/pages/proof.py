"""Whether an address is somebody's."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User


def holds(user: User, email: str) -> bool:
    """Proven by a letter, where letters can be sent. Elsewhere the account's own address counts: who has an
    invitation's link was given it by hand."""
    own = EmailAddress.objects.filter(user=user, email__iexact=email)
    if settings.EMAIL_URL:
        return bool(own.filter(verified=True).exists())
    return user.email.lower() == email.lower() or bool(own.exists())
