"""A board of the engine's frames, drawn: folded out of frames, then laid out for parts/machine.html."""

import json
from collections.abc import Iterable
from typing import Any

from league.pages.words import money, paint, picture, short, to_cents

Json = dict[str, Any]


def merge(target: Json, patch: Json) -> Json:
    """RFC 7396: null takes a member away, objects merge, anything else replaces."""
    merged = dict(target)
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        elif isinstance(value, dict):
            old = merged.get(name)
            merged[name] = merge(old if isinstance(old, dict) else {}, value)
        else:
            merged[name] = value
    return merged


def last_board(bodies: Iterable[str]) -> Json | None:
    """The board after these frames, of which the first must carry a whole one."""
    board: Json | None = None
    for body in bodies:
        frame = json.loads(body)
        if "board" in frame:
            board = frame["board"]
        elif board is not None:
            board = merge(board, frame["patch"])
    return board


def drawn(board: Json, *, slug: str, sign: str) -> Json:
    """What parts/machine.html needs."""
    names = {item["sku"]: item["name"] for item in board["catalogue"]}
    typical = {item["sku"]: item["typical_price"] for item in board["catalogue"]}
    return {
        "paint": paint(slug),
        "sign": sign,
        "day": board["day"],
        "days": board["days"],
        "cash": money(board["cash"]),
        "negative": board["cash"].startswith("-"),
        "net_worth": money(board["net_worth"]),
        "actions_left": board["actions_left"],
        "slots": [_slot(slot, names, board["prices"], typical) for slot in board["slots"]],
    }


def _slot(slot: Json, names: dict[str, str], prices: dict[str, str], typical: dict[str, str]) -> Json:
    sku = slot["sku"]
    if not sku:
        return {"size": slot["size"], "empty": True, "capacity": slot["capacity"]}
    price = prices.get(sku)
    usual = typical.get(sku)
    turn = 0 if price is None or usual is None else to_cents(price) - to_cents(usual)
    return {
        "size": slot["size"],
        "name": short(names.get(sku) or sku),
        "picture": picture(sku),
        "price": money(price),
        "turn": "is-up" if turn > 0 else "is-down" if turn < 0 else "",
        "quantity": slot["quantity"],
        "capacity": slot["capacity"],
        "fill": round(100 * slot["quantity"] / slot["capacity"]),
        "fronts": range(min(3, -(-3 * slot["quantity"] // slot["capacity"]))),
    }
