from datetime import timedelta
from importlib import import_module

from django.conf import settings
from django.utils import timezone

from league import tasks
from league.models import Call, Delivery, Hook, League, Match, Settlement
from tests.league.conftest import Player

OLD = timedelta(days=100)


def test_a_night_forgets_the_queue_and_nothing_that_was_played(alice: Player) -> None:
    """Tables that nobody reads would grow for ever; or a proof, or a day still to be settled, be lost."""
    sessions = import_module(settings.SESSION_ENGINE).SessionStore
    ended, lasting = sessions(), sessions()
    ended.set_expiry(timezone.now() - OLD)
    for session in (ended, lasting):
        session.save()
    hook = Hook.objects.create(league=League.objects.get(), kind="webhook", address="https://example.org/h")
    for age in (OLD, timedelta(0)):
        notice = Delivery.objects.create(hook=hook, event="round_opened", state="sent")
        Delivery.objects.filter(pk=notice.pk).update(created_at=timezone.now() - age)
    old, young = alice.finished_match(), alice.finished_match()
    Match.objects.filter(pk=old.pk).update(finished_at=timezone.now() - OLD)
    playing = alice.open_match()
    Settlement.objects.create(
        match=playing, day=1, requested_at=timezone.now() - OLD, queued_at=timezone.now() - OLD
    )
    calls = Call.objects.count()
    proof = alice.get(f"matches/{old.pk}/proof").getvalue()
    for _ in range(2):  # twice is as once
        tasks.tidy()
    assert set(Settlement.objects.values_list("match_id", flat=True)) == {young.pk, playing.pk}
    assert Delivery.objects.count() == 1
    assert not sessions().exists(ended.session_key)
    assert sessions().exists(lasting.session_key)
    assert Call.objects.count() == calls
    assert alice.get(f"matches/{old.pk}/proof").getvalue() == proof
