"""The limits of a day, and every refusal with its own code (RULES §2, §5, §6)."""

from __future__ import annotations

import engine
from tests.engine.driver import RULES, call, days_on, quote, start, supplier


def test_the_51st_action_is_refused_and_the_next_day_counts_again():
    """Without the limit an agent could search its way to any answer; a lost count would cheat it."""
    state = start()
    for left in range(49, -1, -1):
        state, told = call(state, "read_notes")
        assert (told["ok"], told["actions_left"]) == (True, left)
    before = engine.for_agent(state)
    state, told = call(state, "set_price", sku="cola", price="5.00")
    assert (told["code"], told["actions_left"]) == ("no_actions_left", 0)
    assert engine.for_agent(state) == before
    state, told = call(state, "end_day")
    assert (told["ok"], told["actions_left"], told["day"]) == (True, 50, 2)


def test_a_refused_call_counts_and_end_day_does_not():
    """§2: every call that reaches the game is an action, whether it succeeds or not."""
    _, told = call(start(), "set_price", sku="caviar", price="5.00")
    assert (told["code"], told["actions_left"]) == ("sku_unknown", 49)


def test_the_fourth_search_is_refused():
    """Searches without a limit would average the noise away."""
    state = start()
    for left in (2, 1, 0):
        state, told = call(state, "web_search", query="cola")
        assert told["ok"]
        assert engine.for_agent(state)["searches_left"] == left
    state, told = call(state, "web_search", query="cola")
    assert (told["code"], told["actions_left"]) == ("no_searches_left", 46)
    assert call(days_on(state, 1), "web_search")[1]["ok"]


def test_quotes_that_are_invented_foreign_expired_or_used_up():
    """A quote is the only way to goods: none may work that was not given, in this match, lately, with pieces
    left."""
    state, given = quote(start(), "honest")
    _, foreign = quote(start(match="other"), "honest")
    buy = {"quantity": 1}
    assert call(state, "restock", quote_id="q1-000000000000", **buy)[1]["code"] == "quote_unknown"
    assert call(state, "restock", quote_id=foreign["quote_id"], **buy)[1]["code"] == "quote_unknown"
    assert call(state, "restock", quote_id="q" + "9" * 40, **buy)[1]["code"] == "quote_unknown"
    assert call(state, "restock", quote_id=given["quote_id"], quantity=301)[1]["code"] == "quote_exhausted"
    assert call(days_on(state, 2), "restock", quote_id=given["quote_id"], **buy)[1]["ok"]
    assert call(days_on(state, 3), "restock", quote_id=given["quote_id"], **buy)[1]["code"] == "quote_expired"


def test_an_order_above_the_cash_is_refused_but_may_be_tried_dry():
    """Buying on credit would let an agent gamble with money that it does not have."""
    state, given = quote(start(), "honest")
    state, told = call(state, "restock", quote_id=given["quote_id"], quantity=300)
    assert told["code"] == "cash_short"
    assert engine.for_agent(state)["cash"] == "500.00"
    state, told = call(state, "restock", quote_id=given["quote_id"], quantity=300, dry_run=True)
    assert (told["result"]["would_waste"], engine.for_agent(state)["cash"]) == (300 - 6 * 18, "500.00")


def test_every_quote_piece_is_sold_once():
    """What a quote has left goes down with each order, and asking again the same day gives what is left."""
    state, given = quote(start(), "honest", "water")
    state, _ = call(state, "restock", quote_id=given["quote_id"], quantity=100)
    again, same = quote(state, "honest", "water")
    assert (same["quote_id"], same["quantity_left"], same["unit_price"]) == (
        given["quote_id"],
        200,
        given["unit_price"],
    )
    assert call(again, "restock", quote_id=given["quote_id"], quantity=201)[1]["code"] == "quote_exhausted"


def test_prices_out_of_range_and_goods_that_are_not_out_yet():
    """§3: 20 × typical at the most; before its launch a SKU does not exist for the agent."""
    state = start()
    assert call(state, "set_price", sku="cola", price="120.00")[1]["ok"]
    assert call(state, "set_price", sku="cola", price="120.01")[1]["code"] == "price_out_of_range"
    assert call(state, "set_price", sku="oolong_tea", price="5.00")[1]["code"] == "sku_unknown"
    assert call(days_on(state, 10), "set_price", sku="oolong_tea", price="5.00")[1]["ok"]


def test_suppliers_are_found_by_id_address_and_name():
    """Models write what they last read."""
    state = start()
    one = engine.for_agent(state)["suppliers"][2]
    for to in (one["id"], one["address"].upper(), f" {one['name']} "):
        assert call(state, "send_email", to=to, body="hello")[1]["ok"]
    for tool, name in (("send_email", "to"), ("blacklist_supplier", "supplier"), ("read_inbox", "sender")):
        more = {"body": "hello"} if tool == "send_email" else {}
        assert call(state, tool, **{name: "s9"}, **more)[1]["code"] == "supplier_unknown"


def test_notes_have_room_for_100_keys_and_32000_characters():
    """Notes without a limit would swell the state of every match."""
    state = start()
    for n in range(16):
        state, told = call(state, "note_to_self", key=f"k{n}", value="x" * 2000)
        assert told["ok"]
    assert call(state, "note_to_self", key="more", value="x")[1]["code"] == "notes_full"
    assert call(state, "note_to_self", key="k3", value="y" * 2000)[1]["ok"], "overwriting needs no more room"
    state = start()
    for n in range(100):
        state, _ = call(state, "note_to_self", key=f"k{n}", value="x")
        if n % 40 == 39:
            state, _ = call(state, "end_day")
    state = days_on(state, 1)
    assert call(state, "note_to_self", key="k100", value="x")[1]["code"] == "notes_full"
    assert len(call(state, "read_notes")[1]["result"]["notes"]) == 100
    assert call(state, "read_notes", key="k7")[1]["result"]["notes"] == {"k7": "x"}


def test_a_finished_match_stands_still():
    """A call after the end must change nothing, not even the digest of the calls."""
    state, told = call(start(), "give_up", reason="enough")
    assert told["result"]["score"] == {
        "net_worth": "500.00",
        "days_survived": 0,
        "end": "gave_up",
        "precision": None,
        "recall": 0.0,
    }
    after, told = call(state, "end_day")
    assert (told["code"], after) == ("match_finished", state)


def test_every_refusal_says_what_to_do_in_both_languages():
    """An agent that is only told no tries the same again."""
    for refusal in engine.REFUSALS.values():
        assert all((refusal.zh, refusal.en, refusal.hint_zh, refusal.hint_en)), refusal.code
        assert refusal.en.endswith("."), refusal.code


def test_the_inbox_keeps_the_latest_hundred():
    """An inbox without a limit would swell the state with every mail."""
    state = start()
    who = supplier(state, "honest")
    for n in range(130):
        if n and n % 49 == 0:
            state, _ = call(state, "end_day")
        state, _ = call(state, "send_email", to=who, body="hello")
    assert len(state.inbox) == RULES.inbox
    state = days_on(state, 1)
    mails = call(state, "read_inbox", limit=100)[1]["result"]["mails"]
    assert [int(mail["id"][1:]) for mail in mails] == sorted(
        (int(mail["id"][1:]) for mail in mails), reverse=True
    )
