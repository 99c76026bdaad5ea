"""/play/, /play/{id}/ and /m/{id}/checkup/: a person plays by hand."""

import re
from urllib.parse import urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client

import engine
from league.models import Call, Match

pytestmark = pytest.mark.django_db(transaction=True)


def opened(client: Client, days: str = "7", seed: str = "7") -> str:
    answer = client.post("/play/", {"days": days, "seed": seed, "once": token(client.get("/play/"))})
    assert answer.status_code == 302
    return urlsplit(answer["Location"]).path


def token(page: HttpResponse) -> str:
    found = re.search(r'name="once" value="([^"]+)"', page.content.decode())
    assert found
    return found[1]


def act(client: Client, path: str, tool: str, **form: str) -> str:
    """The page after a call."""
    answer = client.post(f"{path}{tool}/", {"once": token(client.get(path)), **form})
    assert answer.status_code == 302, answer.content
    return client.get(path).content.decode()


def test_it_works() -> None:
    """Somebody without an account asks for prices, buys, prices, closes a week and sees the par beside it."""
    client = Client()
    path = opened(client)
    page = act(client, path, "send_email", to="s1", body="可乐多少钱？")
    quote = re.search(r'name="quote_id" value="([^"]+)"', page)
    assert quote
    assert "实收" in act(client, path, "restock", quote_id=quote[1], quantity="12")
    assert "别人写的" in act(client, path, "read_inbox", **{"unread_only?": "1", "unread_only": "1"})
    act(client, path, "set_price", sku="cola", price="6.30")
    page = act(client, path, "end_day")
    assert "精打细算" in page
    for _ in range(6):
        page = act(client, path, "end_day")
    match = Match.objects.get()
    assert (match.phase, match.ruleset, match.league.visibility) == (
        "finished",
        "clawvend-0.7-checkup",
        "unlisted",
    )
    assert f"/m/{match.pk}/checkup/" in page
    report = Client().get(f"/m/{match.pk}/checkup/")
    assert report.status_code == 200
    assert "没有用过" in report.content.decode()


def test_all_tools_are_there_and_a_refusal_is_told() -> None:
    """The ten tools of an agent; a rule's no comes with what to do, and a typing error costs nothing."""
    client = Client()
    path = opened(client)
    page = client.get(path).content.decode()
    assert all(f'action="{path}{tool}/"' in page for tool in engine.TOOLS)
    assert "quote_unknown" in act(client, path, "restock", quote_id="none", quantity="1")
    assert "malformed" in act(client, path, "restock", quote_id="none", quantity="viele")
    assert Call.objects.count() == 1


def test_a_double_click_acts_once() -> None:
    """The same form sent twice is one call."""
    client = Client()
    path = opened(client)
    form = {"once": token(client.get(path)), "sku": "cola", "price": "6.30"}
    assert [client.post(f"{path}set_price/", form).status_code for _ in range(2)] == [302, 302]
    assert Call.objects.count() == 1


def test_the_future_is_not_drawn() -> None:
    """The par lines end where the match stands: more of them would tell the weather of tomorrow."""
    client = Client()
    path = opened(client)
    act(client, path, "end_day")
    page = act(client, path, "end_day")
    for points in re.findall(r'points="([^"]+)"', page):
        assert len(points.split()) == 2


def test_not_yours_is_not_there() -> None:
    """Another browser neither sees nor plays this match by hand."""
    path = opened(Client())
    stranger = Client()
    assert stranger.get(path).status_code == 404
    assert stranger.post(f"{path}end_day/").status_code == 404
    opened(stranger)
    assert stranger.get(path).status_code == 404


def test_before_the_end_there_is_no_report() -> None:
    """The report of a running match would show what its seeds still hold."""
    client = Client()
    path = opened(client)
    assert Client().get(f"/m/{path.split('/')[2]}/checkup/").status_code == 404
