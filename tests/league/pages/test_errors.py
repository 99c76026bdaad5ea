"""404 and 500"""

from typing import Any

import pytest
from django.test import Client

from league.pages import urls


def test_a_page_that_breaks_says_what_to_do(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> None:
    """A trace or a blank page would help nobody."""
    client = Client(raise_request_exception=False)

    def breaks(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(urls.urlpatterns[0], "callback", breaks)
    answer = client.get("/")
    assert answer.status_code == 500
    assert "机器卡住了" in answer.content.decode()
    assert "Idempotency-Key" in answer.content.decode()


@pytest.mark.parametrize("path", ["/nothing/", "/l/", "/a/x/y/z"])
def test_not_found(path: str, visitor: Client, transactional_db: None) -> None:
    """Whoever is lost is led to what there is."""
    answer = visitor.get(path)
    assert answer.status_code == 404
    assert 'href="/rules/"' in answer.content.decode()


@pytest.mark.parametrize("path", ["/rules", "/rules/", "/l/spring", "/a/alice"])
def test_a_slash_at_the_end_makes_no_difference(path: str, alice: object, visitor: Client) -> None:
    """Addresses are typed by hand."""
    assert visitor.get(path).status_code == 200
