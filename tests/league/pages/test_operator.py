from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from league.models import Delivery, Hook, League, Match, Settlement
from league.schedule import beat
from tests.league.conftest import Player, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("op", is_staff=True))
    return client


def stick(alice: Player, at: Any) -> Match:
    match = alice.open_match()
    Match.objects.filter(pk=match.pk).update(phase="settling")
    Settlement.objects.create(match=match, day=1, requested_at=at, queued_at=at)
    return match


def test_an_operator_sees_what_is_wrong(staff: Client) -> None:
    """A stopped clock, stuck matches and lost notices would be found by players first."""
    alice = player("spring", "Alice")
    old = timezone.now() - timedelta(minutes=10)
    match = stick(alice, old)
    hook = Hook.objects.create(league=League.objects.get(), kind="webhook", address="https://example.org/h")
    Delivery.objects.create(hook=hook, event="round_opened", state="pending", due_at=old)
    page = staff.get("/ops/").content.decode()
    assert "时钟停了" in page
    assert "1 个已关的日子超过 30 秒没有结算" in page
    assert f'href="/m/{match.pk}/"' in page
    assert "1 条通知超过 5 分钟没有发" in page
    beat.strike(timezone.now())
    Settlement.objects.all().delete()
    Delivery.objects.all().delete()
    page = staff.get("/ops/").content.decode()
    assert "一切正常。" in page


def test_nobody_else_has_such_a_page() -> None:
    """Players would see what breaks, and in which version."""
    client = Client()
    assert client.get("/ops/").status_code == 404
    client.force_login(User.objects.create_user("someone"))
    assert client.get("/ops/").status_code == 404


@pytest.mark.parametrize("rows", [1, 3])
def test_a_fixed_number_of_queries(staff: Client, django_assert_num_queries: Any, rows: int) -> None:
    """The page that is opened when things are bad would make them worse."""
    alice = player("spring", "Alice")
    hook = Hook.objects.create(league=League.objects.get(), kind="webhook", address="https://example.org/h")
    for _ in range(rows):
        stick(alice, timezone.now() - timedelta(minutes=10))
        Delivery.objects.create(hook=hook, event="round_opened", state="failed")
    from django.db import connection

    with django_assert_num_queries(10 if connection.vendor == "sqlite" else 11):
        staff.get("/ops/")
