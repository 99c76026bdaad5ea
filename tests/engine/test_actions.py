"""Reading calls: what is malformed never reaches the game (RULES §2, §6)."""

from __future__ import annotations

import math

import pytest

import engine

NO_PRICE = [
    math.nan,
    math.inf,
    -math.inf,
    1e400,
    True,
    False,
    "１２",
    -5,
    0,
    2**63,
    "12.345",
    12.345,
    "",
    " 6",
    "6 ",
    "6.5\n",
    "1e3",
    "+5",
    "-0",
    "0",
    "0.00",
    "0x10",
    "1,000",
    "$6",
    "٣",
    "NaN",
    None,
    [],
    {},
    "6.",
    ".5",
    "99999999",
    1e22,
    -0.0,
]
NO_QUANTITY = [
    math.nan,
    math.inf,
    1e400,
    True,
    "１２",
    -5,
    0,
    2**63,
    "12.345",
    12.0,
    "12",
    1.5,
    None,
    [],
    {},
    10**30,
]


@pytest.mark.parametrize("price", NO_PRICE, ids=repr)
def test_a_malformed_price_is_no_action(price):
    """A price that reads as something else, or as nothing, would sell goods at a figure nobody meant."""
    with pytest.raises(engine.BadAction) as bad:
        engine.read_action("set_price", {"sku": "cola", "price": price})
    assert set(bad.value.fields) == {"price"}
    assert set(bad.value.fields["price"]) == {"zh", "en"}


@pytest.mark.parametrize("quantity", NO_QUANTITY, ids=repr)
def test_a_malformed_quantity_is_no_action(quantity):
    """A quantity that reads as something else would buy what nobody ordered."""
    with pytest.raises(engine.BadAction) as bad:
        engine.read_action("restock", {"quote_id": "q1-0", "quantity": quantity})
    assert set(bad.value.fields) == {"quantity"}


@pytest.mark.parametrize(
    ("price", "cents"),
    [
        ("6.50", 650),
        ("6.5", 650),
        ("6", 600),
        (6, 600),
        (6.5, 650),
        ("0.01", 1),
        (0.01, 1),
        (0.29, 29),
        ("007", 700),
        (1e5, 10_000_000),
    ],
)
def test_prices_are_read_to_the_cent(price, cents):
    """Reading through a binary float would lose cents (0.29 × 100 is 28.999…)."""
    assert engine.read_action("set_price", {"sku": "cola", "price": price}).price == cents


@pytest.mark.parametrize(
    ("tool", "arguments", "field"),
    [
        ("sell_everything", {}, "tool"),
        ("end_day", [], "arguments"),
        ("end_day", None, "arguments"),
        ("end_day", "x", "arguments"),
        ("set_price", {"price": "5.00"}, "sku"),
        ("set_price", {"sku": None, "price": "5.00"}, "sku"),
        ("set_price", {"sku": 7, "price": "5.00"}, "sku"),
        ("set_price", {"sku": "cola", "price": "5.00", "currency": "USD"}, "currency"),
        ("end_day", {"thought": "x" * 2001}, "thought"),
        ("end_day", {"thought": 5}, "thought"),
        ("note_to_self", {"key": "k", "value": "x" * 2001}, "value"),
        ("note_to_self", {"key": " ", "value": "x"}, "key"),
        ("note_to_self", {"key": "a\0b", "value": "x"}, "key"),
        ("note_to_self", {"key": "k", "value": "\ud800"}, "value"),
        ("read_inbox", {"limit": 0}, "limit"),
        ("read_inbox", {"limit": 101}, "limit"),
        ("read_inbox", {"unread_only": "yes"}, "unread_only"),
        ("blacklist_supplier", {"supplier": "s1", "blacklisted": 1}, "blacklisted"),
        ("time_out", {}, "tool"),
    ],
)
def test_other_malformed_calls_name_the_argument(tool, arguments, field):
    """A caller that is not told which argument is wrong tries the same again."""
    with pytest.raises(engine.BadAction) as bad:
        engine.read_action(tool, arguments)
    assert list(bad.value.fields) == [field]


def test_every_fault_is_told_at_once():
    """One fault a call would cost an agent as many calls as it made mistakes."""
    with pytest.raises(engine.BadAction) as bad:
        engine.read_action("set_price", {"price": True, "colour": "red"})
    assert set(bad.value.fields) == {"sku", "price", "colour"}


@pytest.mark.parametrize("name", engine.TOOLS)
def test_arguments_read_back_to_an_equal_action(name):
    """A replay reads the recorded arguments: it must get the action that was played."""
    samples = {
        "query": "cola",
        "unread_only": True,
        "from": "s2",
        "limit": 7,
        "to": "s1",
        "subject": "嗨",
        "body": "可乐？",
        "sku": "cola",
        "price": "6.5",
        "quote_id": "q1-a",
        "quantity": 5,
        "dry_run": True,
        "key": "k",
        "value": "v",
        "supplier": "s3",
        "reason": "r",
        "blacklisted": False,
    }
    arguments = {key: samples[key] for key in engine.TOOLS[name].schema["properties"] if key in samples}
    action = engine.read_action(name, {**arguments, "thought": "想"})
    assert engine.read_action(name, action.arguments).arguments == action.arguments
    assert action.thought == "想"
    assert "thought" not in action.arguments


def test_null_for_an_optional_argument_is_not_given():
    """Models send null for what they leave out."""
    assert engine.read_action("read_inbox", {"from": None, "limit": None}) == engine.read_action(
        "read_inbox", {}
    )


def test_the_ten_tools():
    """The tools of §6 and no others are open to agents."""
    assert list(engine.TOOLS) == [
        "web_search",
        "read_inbox",
        "send_email",
        "set_price",
        "restock",
        "note_to_self",
        "read_notes",
        "blacklist_supplier",
        "end_day",
        "give_up",
    ]
