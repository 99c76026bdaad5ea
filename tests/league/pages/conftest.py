"""Matches at every stage, as a visitor without a login meets them."""

import pytest
from django.test import Client

import engine
from league import play
from league.models import Match
from tests.league.conftest import Player


@pytest.fixture
def visitor() -> Client:
    return Client()


def buy(player: Player, match: Match) -> None:
    """One order, so that there are mails, a thought and stock to show."""
    ask = {"to": "s1", "body": "可乐 20 罐，什么价？", "thought": "先问一家"}
    assert player.tool(match, "send_email", ask).status_code == 200
    quote = player.get(f"agent/matches/{match.pk}").json()["quotes"][0]
    order = {"quote_id": quote["quote_id"], "quantity": 20}
    assert player.tool(match, "restock", order).status_code == 200


@pytest.fixture
def finished(alice: Player) -> Match:
    """Thirty days, of which the first had an order."""
    match = play.open_match(alice.agent, days=30, world_seed="w-secret-1", match_seed="m-secret-1")
    buy(alice, match)
    for _ in range(30):
        play.end_day(alice.caller, match.pk, engine.read_action("end_day", {}))
    match.refresh_from_db()
    assert match.finished
    return match
