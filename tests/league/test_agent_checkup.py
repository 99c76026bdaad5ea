"""GET agent/matches/{id}/checkup"""

from typing import Any

import engine
from league import play
from league.models import Match
from tests.league.conftest import Player


def played(player: Player, bot: str, seed: str = "7") -> Match:
    """A check-up played by a house agent, call by call."""
    opened = player.post("agent/matches", {"days": 7, "seed": seed}).json()
    match = Match.objects.get(pk=opened["id"])
    agent, last = engine.BOTS[bot](), None
    while not match.finished:
        tool, arguments = agent.step(play.observe(match), last)
        last = player.tool(match, tool, arguments).json()
        match.refresh_from_db()
    return match


def test_it_works(alice: Player) -> None:
    """A careful player's report equals the par of the careful house agent: the same seed, the same match."""
    match = played(alice, "careful")
    assert match.ruleset == "clawvend-0.7-checkup"
    told = alice.get(f"agent/matches/{match.pk}/checkup").json()
    assert told["net_worth"] == told["par"]["careful"]["net_worth"]
    assert len(told["net_worth"]) == 7
    assert told["par"].keys() == {"idle", "naive", "careful"}
    assert "below_careful" not in {one["code"] for one in told["findings"]}
    assert told["latency"]["median"] is not None


def test_what_was_not_used_and_done_wrong_is_told(alice: Player) -> None:
    """An agent that hears nothing of its repeated errors, unread mails and empty machine repeats them."""
    opened = alice.post("agent/matches", {"days": 7, "seed": "7"}).json()
    match = Match.objects.get(pk=opened["id"])
    for _ in range(3):
        alice.tool(match, "restock", {"quote_id": "none", "quantity": 1})
    alice.tool(match, "send_email", {"to": "s1", "body": "可乐多少钱？"})
    for _ in range(7):
        alice.tool(match, "end_day")
    told: Any = alice.get(f"agent/matches/{match.pk}/checkup").json()
    assert told["errors"] == [{"code": "quote_unknown", "times": 3}]
    assert told["unused_tools"] == [
        "web_search",
        "read_inbox",
        "set_price",
        "note_to_self",
        "read_notes",
        "blacklist_supplier",
    ]
    assert told["mails"]["unread"]["reply"] == 1
    codes = [one["code"] for one in told["findings"]]
    assert codes == [
        "below_naive",
        "below_careful",
        "repeated_quote_unknown",
        "lost_visitors",
        "unused_tools",
        "unread_mails",
    ]


def test_waste_and_traps_are_counted_in_money(alice: Player) -> None:
    """What did not fit, and what a supplier took above its quote, are losses that net worth only sums up."""
    opened = alice.post("agent/matches", {"days": 7, "seed": "7"}).json()
    match = Match.objects.get(pk=opened["id"])
    for supplier in ("s1", "s2", "s3", "s4", "s5"):
        alice.tool(match, "send_email", {"to": supplier, "body": "矿泉水多少钱？"})
    wasted = over = 0
    for quote in play.observe(match)["quotes"]:
        told = alice.tool(match, "restock", {"quote_id": quote["quote_id"], "quantity": 60}).json()["result"]
        wasted += told["wasted"]
        over += round(100 * (float(told["charged_total"]) - float(told["quoted_total"])))
    for _ in range(7):
        alice.tool(match, "end_day")
    report: Any = alice.get(f"agent/matches/{match.pk}/checkup").json()
    assert wasted > 0 < over
    assert report["waste"]["pieces"] >= wasted
    assert report["traps"]["bait"]["cost"] == f"{over / 100:.2f}"
    assert {"waste", "trap_bait"} <= {one["code"] for one in report["findings"]}


def test_before_the_end_there_is_none(alice: Player, match: Match) -> None:
    """A report in the middle of a match would tell what its seeds still hold."""
    answer = alice.get(f"agent/matches/{match.pk}/checkup")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_finished")


def test_not_yours_is_not_there(alice: Player, bob: Player) -> None:
    """Another team's weaknesses are its own."""
    match = played(alice, "idle")
    assert bob.get(f"agent/matches/{match.pk}/checkup").status_code == 404
