"""The board, folded and drawn on the server."""

import engine
from league.pages import machine
from league.pages.words import money, paint, share, short


def test_merge_follows_rfc_7396() -> None:
    """The page would show another board than the agent's."""
    target = {"a": "b", "c": {"d": "e", "f": "g"}, "l": [1, 2]}
    patch = {"a": "z", "c": {"f": None}, "l": [3], "n": {"x": None, "y": 1}}
    assert machine.merge(target, patch) == {"a": "z", "c": {"d": "e"}, "l": [3], "n": {"y": 1}}
    assert target["a"] == "b"


def test_a_fresh_machine_is_empty() -> None:
    """Twelve places in the order of the board, none of them with goods."""
    state, events = engine.new_match(engine.load("clawvend-0.7"), days=30, world_seed="w", match_seed="m")
    shown = machine.drawn(engine.frame(state, events)["board"], slug="a", sign="A")
    assert [slot["size"] for slot in shown["slots"]] == ["large"] * 6 + ["small"] * 6
    assert all(slot["empty"] for slot in shown["slots"])


def test_words() -> None:
    """A sign or a separator in the wrong place changes what a figure says."""
    assert money(-123456) == "−$1,234.56"
    assert money("-0.05") == "−$0.05"
    assert money(None) == "—"
    assert share(2 / 3) == "66.7%"
    assert share(1.0) == "100%"
    assert short("Snickers bar, 士力架") == "士力架"
    assert paint("house-careful") == paint("house-careful") < 8
