"""The audit trail: added to, never changed."""

import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError, connection, transaction

from league import audit
from league.models import AuditEntry, League
from league.models.audit import Unchangeable


@pytest.fixture
def entry(transactional_db: None) -> AuditEntry:
    league = League.objects.create(slug="spring", name="春季联赛")
    alice = get_user_model().objects.create_user("alice", first_name="爱丽丝")
    return audit.record(league, alice, "league.changed", league, {"reason": "换个主色"})


def test_it_works(entry: AuditEntry) -> None:
    """Who, what, on what and why are kept as they were at that moment."""
    kept = AuditEntry.objects.get()
    assert (kept.actor_name, kept.verb, kept.target_kind, kept.target_name, kept.data) == (
        "爱丽丝",
        "league.changed",
        "league",
        "春季联赛",
        {"reason": "换个主色"},
    )


def test_no_way_round_it(entry: AuditEntry) -> None:
    """Somebody who did wrong could tidy up behind himself: by the object, by a query, or by SQL."""
    entry.verb = "league.created"
    with pytest.raises(Unchangeable):
        entry.save()
    with pytest.raises(Unchangeable):
        entry.delete()
    with pytest.raises(Unchangeable):
        AuditEntry.objects.all().delete()
    with pytest.raises(Unchangeable):
        AuditEntry.objects.update(verb="x")
    with pytest.raises(Unchangeable):
        AuditEntry.objects.bulk_update([entry], ["verb"])
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE league_auditentry SET verb = 'x'")
    assert AuditEntry.objects.get().verb == "league.changed"


def test_an_account_may_go(entry: AuditEntry) -> None:
    """An account could not be deleted, or its deeds would go with it."""
    get_user_model().objects.get(username="alice").delete()
    kept = AuditEntry.objects.get()
    assert (kept.actor_id, kept.actor_name) == (None, "爱丽丝")


def test_no_secret_and_no_nameless_verb(entry: AuditEntry) -> None:
    """A key written into the trail would be there for all admins, for ever."""
    with pytest.raises(ValueError, match="no secrets"):
        audit.record(entry.league, None, "key.issued", None, {"raw_key": "cv_x"})
    with pytest.raises(ValueError, match="no name"):
        audit.record(entry.league, None, "key.eaten")
