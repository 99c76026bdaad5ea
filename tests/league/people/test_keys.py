"""Keys of an agent: several at a time, replaced with overlap, revoked at once, last use shown."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.models import AgentKey
from tests.league.people.conftest import Town

RAW = re.compile(r"cv_[0-9a-f]{12}_[\w-]{43}")


def knows(raw: str) -> bool:
    status = Client().get("/api/v1/agent", headers={"Authorization": f"Bearer {raw}"}).status_code
    assert status in (200, 401)
    return status == 200


def issued(town: Town, path: str, **data: str) -> str:
    answer = town.alice.post(f"{town.here}/agents/alices/keys/{path}", **data)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return RAW.findall(answer.content.decode())[0]


def test_it_works(town: Town) -> None:
    """A new key would not open anything, or only the newest would."""
    second = issued(town, "", name="正式")
    assert (knows(town.raw), knows(second)) == (True, True)
    page = town.alice.sees(f"{town.here}/agents/alices/")
    assert second not in page
    assert "正式" in page
    assert page.count("刚刚</time>") >= 2


def test_revoked_at_once(town: Town) -> None:
    """A leaked key would work on until some cache lets go of it."""
    assert knows(town.raw)
    town.bob.post(f"{town.here}/agents/alices/keys/{town.agent.keys.get().pk}/revoke/")
    assert not knows(town.raw)


def test_rotation_overlaps(town: Town) -> None:
    """A match under way would break when its key is replaced, or the old key would never end."""
    old = town.agent.keys.get()
    new = issued(town, f"{old.pk}/rotate/", hours="1")
    assert (knows(town.raw), knows(new)) == (True, True)
    old.refresh_from_db()
    assert old.expires_at is not None
    assert timedelta(minutes=59) < old.expires_at - timezone.now() < timedelta(hours=1)
    AgentKey.objects.filter(pk=old.pk).update(expires_at=timezone.now())
    assert (knows(town.raw), knows(new)) == (False, True)


def test_rotation_without_overlap(town: Town) -> None:
    """Whoever replaces a leaked key wants the old one dead now."""
    new = issued(town, f"{town.agent.keys.get().pk}/rotate/", hours="0")
    assert (knows(town.raw), knows(new)) == (False, True)


@pytest.mark.parametrize("how", ["agent", "team"])
def test_out_of_use(town: Town, how: str) -> None:
    """The keys of an agent or of a team that plays no more would still play."""
    if how == "agent":
        town.alice.post(f"{town.here}/agents/alices/retire/", retired="yes")
    else:
        assert (
            town.alice.post(f"{town.here}/settings/", retire="yes", **{"retire-name": "春风队"}).status_code
            == 302
        )
    assert not knows(town.raw)
    if how == "agent":
        town.alice.post(f"{town.here}/agents/alices/retire/", retired="no")
        assert knows(town.raw)


def test_there_is_an_end_to_keys(town: Town) -> None:
    """A script gone wild would fill the table."""
    for n in range(9):
        issued(town, "", name=str(n))
    refused = town.alice.post(f"{town.here}/agents/alices/keys/", name="11")
    assert refused.status_code == 302
    assert "最多有 10 把有效的密钥" in town.alice.sees(f"{town.here}/agents/alices/")
    assert town.agent.keys.count() == 10


def test_a_key_of_elsewhere_is_not_there(town: Town) -> None:
    """A captain could revoke the keys of any agent whose numbers he guesses."""
    theirs, _ = AgentKey.issue(town.carols_agent)
    for deed in ("revoke", "rotate"):
        path = f"{town.here}/agents/alices/keys/{theirs.pk}/{deed}/"
        assert town.alice.post(path, hours="0").status_code == 404
    assert AgentKey.objects.get(pk=theirs.pk).valid


def test_kept_nowhere(town: Town) -> None:
    """A copy of the database would be a bunch of keys."""
    raw = issued(town, "", name="正式")
    key = AgentKey.objects.get(name="正式")
    secret = raw.split("_", 2)[2]
    assert all(secret not in str(value) for value in vars(key).values())
    assert all(secret not in str(entry.data) for entry in town.league.audit.all())
