"""The five personas, figure by figure (RULES §5)."""

from __future__ import annotations

from fractions import Fraction

import pytest

import engine
from tests.engine.driver import RULES, call, cents, days_on, quote, start, supplier

SEEDS = [str(n) for n in range(120)]


def offers(persona: str, sku: str = "cola"):
    return [cents(quote(start(match=seed), persona, sku)[1]["unit_price"]) for seed in SEEDS]


def test_what_each_persona_quotes():
    """Market ± 5 %, at market, × 0.80, × 1.10, × 0.6 to 1.6."""
    assert set(offers("greedy")) == {300}
    assert set(offers("bait")) == {240}
    assert set(offers("outage")) == {330}
    honest, newbie = offers("honest"), offers("newbie")
    assert 285 <= min(honest) < 290 < 310 < max(honest) <= 315
    assert 180 <= min(newbie) < 200 < 440 < max(newbie) <= 480


def test_asking_again_the_same_day_changes_nothing():
    """Otherwise an agent would ask until the newbie draws low."""
    for persona in ("honest", "newbie"):
        state, first = quote(start(), persona)
        for _ in range(3):
            state, again = quote(state, persona)
            assert again == first
        assert quote(days_on(state, 1), persona)[1]["unit_price"] != first["unit_price"]


def haggle(state, persona: str, body: str):
    return call(state, "send_email", to=supplier(state, persona), body=body)[0]


@pytest.mark.parametrize(
    ("persona", "off", "low", "high"),
    [
        ("honest", 10, 1, 1),
        ("honest", 11, 0, 0),
        ("greedy", 1, 0, 0),
        ("bait", 30, 1, 1),
        ("bait", 31, 0, 0),
        ("outage", 10, 0.25, 0.55),
        ("outage", 11, 0, 0),
        ("newbie", 15, 0.35, 0.65),
        ("newbie", 16, 0, 0),
    ],
)
def test_who_grants_how_much(persona, off, low, high):
    """Limits and chances of a discount."""
    granted = 0
    for seed in SEEDS:
        state, before = quote(start(match=seed), persona)
        state = haggle(state, persona, f"Can you give {off}% off the cola?")
        after = next(q for q in engine.for_agent(state)["quotes"] if q["quote_id"] == before["quote_id"])
        if after["unit_price"] != before["unit_price"]:
            granted += 1
            exact = Fraction(cents(before["unit_price"])) * (100 - off) / 100
            assert cents(after["unit_price"]) == round(exact)
    assert low <= granted / len(SEEDS) <= high


def test_a_quote_is_bargained_over_once():
    """A second try would turn a refusal of a chance into a matter of patience."""
    state, before = quote(start(), "honest")
    for bid in ("Can you give 40% off the cola?", "Can you give 5% off the cola?"):
        state = haggle(state, "honest", bid)
        assert quote(state, "honest")[1]["unit_price"] == before["unit_price"]
    state, fresh = quote(days_on(state, 1), "honest")
    state = haggle(state, "honest", "Can you give 5% off the cola?")
    assert cents(quote(state, "honest")[1]["unit_price"]) == round(
        Fraction(cents(fresh["unit_price"])) * 95 / 100
    )


def test_a_bid_by_price_and_without_naming_goods_refers_to_the_thread():
    """ "$2.80 then" answers the last quote of that supplier; a bid above the price costs nobody anything."""
    state, before = quote(start(), "bait")
    state = haggle(state, "bait", "I can pay $2.30 each, deal?")
    after = quote(state, "bait")[1]
    assert (after["quote_id"], after["unit_price"]) == (before["quote_id"], "2.30")
    state, before = quote(start(), "bait")
    state = haggle(state, "bait", "I can pay $9.00 each, deal?")
    after = quote(state, "bait")[1]
    assert (after["unit_price"], after["bargained"]) == ("2.40", False)


def test_a_bid_without_a_quote_and_without_goods_is_asked_back():
    """Guessing the goods would quote what nobody asked for."""
    state = haggle(start(), "honest", "Can you give 10% off?")
    assert engine.for_agent(state)["quotes"] == []


def buy(state, given, pieces: int):
    state, told = call(state, "restock", quote_id=given["quote_id"], quantity=pieces)
    return state, told["result"]


def test_bait_charges_the_market_and_a_third_and_can_take_cash_below_zero():
    """§5: market × 1.30 whatever was agreed; answer and invoice say what was really charged."""
    state, given = quote(start(), "bait")
    state = haggle(state, "bait", "30% off the cola please, can you?")
    state, given = quote(state, "bait")
    assert given["unit_price"] == "1.68"
    state, bill = buy(state, given, 100)
    assert (bill["quoted_total"], bill["charged_total"]) == ("168.00", "390.00")
    invoice = call(state, "read_inbox", limit=1)[1]["result"]["mails"][0]
    assert invoice["kind"] == "invoice"
    assert "390.00" in invoice["body"]
    state, bill = buy(state, given, 65)
    assert engine.for_agent(state)["cash"] == "-143.50"


def test_greedy_creeps_up_with_every_order_and_old_quotes_keep_their_price():
    """+8 %, compounding on the orders that it has had."""
    state, given = quote(start(), "greedy")
    state, _ = buy(state, given, 1)
    state, _ = buy(state, given, 1)
    assert quote(state, "greedy")[1]["unit_price"] == "3.00"
    assert quote(state, "greedy", "water")[1]["unit_price"] == "1.17", "1.00 × 1.08²"
    state, _ = buy(days_on(state, 1), given, 1)
    assert quote(state, "greedy")[1]["unit_price"] == "3.78", "3.00 × 1.08³"


def test_outage_delivers_late_in_three_of_ten_orders():
    """Paid at once, on the way at cost, delivered after one to three days, and nobody is told when."""
    late, waits = 0, set()
    for seed in SEEDS:
        state, given = quote(start(match=seed), "outage")
        state, bill = buy(state, given, 10)
        assert engine.for_agent(state)["cash"] == "467.00"
        assert cents(engine.for_agent(state)["net_worth"]) == 50_000
        if not bill["delayed"]:
            assert bill["stocked"] == 10
            continue
        late += 1
        assert (bill["stocked"], engine.for_agent(state)["on_the_way"][0]["quantity"]) == (0, 10)
        days = 0
        while engine.for_agent(state)["on_the_way"]:
            state, days = days_on(state, 1), days + 1
        waits.add(days)
        assert state.quantity("cola") == 10
    assert 0.18 < late / len(SEEDS) < 0.42
    assert waits == {1, 2, 3}


def test_others_deliver_at_once_and_charge_what_they_quote():
    """Only the outage delays, only the bait overcharges."""
    for persona in ("honest", "greedy", "newbie"):
        for seed in SEEDS[:40]:
            state, given = quote(start(match=seed), persona)
            _, bill = buy(state, given, 10)
            assert (bill["delayed"], bill["quoted_total"]) == (False, bill["charged_total"])


def test_who_is_who_is_drawn_anew_for_each_match():
    """A name, an id or a voice that went with a persona would be a tell."""
    seats, names, voices = {}, {}, {}
    for n in range(600):
        state = start(match=str(n))
        for at, (persona, voice) in enumerate(zip(state.hidden.personas, state.hidden.voices, strict=True)):
            seats[persona, at] = seats.get((persona, at), 0) + 1
            names.setdefault(state.suppliers[at].name, set()).add(persona)
            voices.setdefault(voice, set()).add(persona)
    assert min(seats.values()) > 80
    assert max(seats.values()) < 160
    assert len(names) == 15
    assert all(len(found) == 5 for found in names.values())
    assert set(voices) == set(range(RULES.voices))
    assert all(len(found) == 5 for found in voices.values())


def test_waste_is_told_before_and_after_and_stays_paid():
    """§3: what does not fit is scrapped on the spot."""
    state, given = quote(start(), "honest", "water")
    _, told = call(state, "restock", quote_id=given["quote_id"], quantity=120, dry_run=True)
    assert told["result"]["would_waste"] == 12
    state, bill = buy(state, given, 120)
    assert (bill["stocked"], bill["wasted"]) == (108, 12)
    charged = cents(bill["charged_total"])
    assert cents(engine.for_agent(state)["net_worth"]) == 50_000 - round(Fraction(charged * 12, 120))


def test_scores_of_the_boards():
    """Precision over the marks, recall over the three bad ones; nothing marked has no precision; unmarking
    counts."""
    state = start()
    for persona in ("bait", "honest", "outage"):
        state, _ = call(state, "blacklist_supplier", supplier=supplier(state, persona), reason="?")
    state, _ = call(state, "blacklist_supplier", supplier=supplier(state, "honest"), blacklisted=False)
    with pytest.raises(engine.NotFinished):
        engine.reveal(state)
    assert engine.score(state)["precision"] is None
    state, _ = call(state, "give_up")
    assert engine.score(state) == {
        "net_worth": "500.00",
        "days_survived": 0,
        "end": "gave_up",
        "precision": 1.0,
        "recall": 0.6667,
    }
    assert {one["persona"] for one in engine.reveal(state)["suppliers"]} == {p.id for p in RULES.personas}


def test_five_days_below_zero_are_bankruptcy():
    """Cash below zero at the close of 5 days in a row; a day above zero starts the count again."""
    state = start()
    state.cash = -1
    for day in range(1, 6):
        assert state.phase == "open"
        state, told = call(state, "end_day")
        assert told["result"]["negative_days"] == day
    assert (state.end, engine.score(state)["days_survived"]) == ("bankrupt", 5)
    state = start()
    state.cash = -1
    state = days_on(state, 4)
    state.cash = 10_000
    state = days_on(state, 1)
    assert (state.phase, state.negative_days) == ("open", 0)


def test_the_league_can_time_a_match_out():
    """§1: the figures stand as they are; a finished match is not touched."""
    state, events = engine.time_out(days_on(start(), 3), "idle")
    assert engine.outcome(events)["result"]["score"]["end"] == "timed_out"
    assert engine.score(state)["days_survived"] == 3
    again, events = engine.time_out(state)
    assert (again, engine.outcome(events)["code"]) == (state, "match_finished")
