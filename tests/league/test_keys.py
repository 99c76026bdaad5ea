"""Keys of agents."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.access import caller_by_key
from league.models import AgentKey
from tests.league.conftest import Player

pytestmark = pytest.mark.django_db


def test_the_key_itself_is_not_kept(alice: Player) -> None:
    """Who reads the database must not be able to play."""
    key = AgentKey.objects.get(agent=alice.agent)
    assert alice.raw.startswith(f"cv_{key.prefix}_")
    assert alice.raw not in str(vars(key))
    assert len(key.digest) == 64


def test_the_right_prefix_with_a_wrong_secret(alice: Player) -> None:
    """The prefix only finds the row; the whole key must match."""
    assert caller_by_key(alice.raw[:-1] + ("a" if alice.raw[-1] != "a" else "b")) is None
    assert caller_by_key(alice.raw) is not None


def test_a_revoked_key_is_refused_on_the_very_next_call(alice: Player) -> None:
    """Revoking must not wait for a cache."""
    assert alice.get("agent").status_code == 200
    AgentKey.objects.get(agent=alice.agent).revoke()
    assert alice.get("agent").status_code == 401


def test_last_use_is_noted_once_a_minute(alice: Player) -> None:
    """A write for each call would double the cost of reading."""
    alice.get("agent")
    first = AgentKey.objects.get(agent=alice.agent).last_used_at
    assert first is not None
    alice.get("agent")
    assert AgentKey.objects.get(agent=alice.agent).last_used_at == first
    AgentKey.objects.update(last_used_at=timezone.now() - timedelta(minutes=2))
    alice.get("agent")
    again = AgentKey.objects.get(agent=alice.agent).last_used_at
    assert again is not None
    assert again >= first
