"""The client without a server: what it sends, how long it waits, when it gives up."""

import json
from typing import Any

import httpx2
import pytest

from tests.client import conftest  # puts the client on the path

assert conftest

import clawvend  # noqa: E402
from clawvend import synchronous  # noqa: E402


class Server:
    """Answers what it is told, in turn, and keeps what it was sent."""

    def __init__(self, *answers: Any) -> None:
        self.answers, self.sent = list(answers), list[httpx2.Request]()

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.sent.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        status, body, headers = (*answer, {})[:3]
        return httpx2.Response(status, json=body, headers=headers)


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    pauses: list[float] = []
    monkeypatch.setattr(synchronous.time, "sleep", pauses.append)
    return pauses


def client(server: Server, **options: Any) -> clawvend.Clawvend:
    http = httpx2.Client(transport=httpx2.MockTransport(server))
    return clawvend.Clawvend("http://site/", "cv_a_b", http=http, **options)


OUTCOME = {"ok": True, "result": {"sku": "cola", "price": "6.50", "before": "6.00"}}


def test_a_lost_answer_is_asked_for_with_the_same_key(slept: list[float]) -> None:
    """An action whose answer was lost is repeated under its key, so that it counts once."""
    server = Server(httpx2.ReadTimeout("lost"), (503, {}, {"Retry-After": "2"}), (200, OUTCOME))
    told = client(server).match("m" * 12).set_price("cola", "6.50")
    assert told["price"] == "6.50"
    assert len({request.headers["Idempotency-Key"] for request in server.sent}) == 1
    assert slept == [0.25, 2.0]
    assert json.loads(server.sent[0].content) == {"sku": "cola", "price": "6.50"}


def test_every_action_has_a_key_of_its_own(slept: list[float]) -> None:
    """Two equal actions are two: a shared key would swallow the second."""
    server = Server((200, OUTCOME), (200, OUTCOME))
    match = client(server).match("m" * 12)
    match.set_price("cola", "6.50")
    match.set_price("cola", "6.50")
    assert len({request.headers["Idempotency-Key"] for request in server.sent}) == 2


def test_a_day_being_settled_is_waited_for(slept: list[float]) -> None:
    """202 and `in_flight` mean: ask again under the same key, and the report will be there."""
    server = Server(
        (202, {"ok": True, "result": None}, {"Retry-After": "1"}),
        (409, {"code": "in_flight", "status": 409}, {"Retry-After": "1"}),
        (200, {"ok": True, "result": {"day": 1}}),
    )
    assert client(server).match("m" * 12).end_day()["day"] == 1
    assert slept == [1.0, 1.0]


def test_a_refusal_is_raised_at_once(slept: list[float]) -> None:
    """What a rule refuses it refuses again: the code and its hint go to the caller, nothing is repeated."""
    server = Server((409, {"code": "cash_short", "status": 409, "hint": "减少数量", "hint_en": "Fewer."}))
    with pytest.raises(clawvend.Refused) as refused:
        client(server).match("m" * 12).restock("q", 1)
    assert (refused.value.code, refused.value.hint, refused.value.status) == ("cash_short", "减少数量", 409)
    assert slept == []


def test_patience_ends(slept: list[float]) -> None:
    """A server that is away for good is told of, without the key in the message."""
    server = Server(*[httpx2.ConnectError("away")] * 50)
    with pytest.raises(clawvend.Unavailable) as trouble:
        client(server, patience=10).me()
    assert sum(slept) <= 16
    assert "cv_a_b" not in str(trouble.value)


def test_without_a_key_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A 401 from the server would not say where the client looks for its key."""
    monkeypatch.delenv("CLAWVEND_KEY", raising=False)
    with pytest.raises(clawvend.ClawvendError, match="CLAWVEND_KEY"):
        clawvend.Clawvend("http://site").me()


async def test_the_async_client_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both drive one exchange; this one awaits."""
    server = Server((429, {"code": "throttled"}, {"Retry-After": "0"}), (200, OUTCOME))
    http = httpx2.AsyncClient(transport=httpx2.MockTransport(server))
    async with clawvend.AsyncClawvend("http://site", "cv_a_b", http=http) as league:
        told = await league.match("m" * 12).set_price("cola", "6.50", thought="试试")
    assert told["before"] == "6.00"
    assert json.loads(server.sent[1].content)["thought"] == "试试"


def test_both_clients_have_the_same_methods() -> None:
    """A tool that only one of them knows would be found out by whoever changes over."""
    for one, other in [(clawvend.Clawvend, clawvend.AsyncClawvend), (clawvend.Match, clawvend.AsyncMatch)]:
        names = {name for name in vars(one) if not name.startswith("_")} - {"close"}
        assert names == {name for name in vars(other) if not name.startswith("_")} - {"aclose"}
