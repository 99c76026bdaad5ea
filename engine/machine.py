"""The machine (RULES §3): slots, stocking, selling, and moving-average cost. Works on the state it is
given."""

from __future__ import annotations

from engine.money import half_even
from engine.ruleset import Sku
from engine.state import Slot, State


def room(state: State, sku: Sku) -> int:
    """How many more pieces fit: into its own part-filled slots and the empty ones of its size."""
    return sum(
        capacity - slot.quantity
        for slot, (_, _, size, capacity) in zip(state.slots, state.rules.slots, strict=True)
        if slot.sku == sku.id or (slot.sku is None and size == sku.size)
    )


def stock(state: State, sku: Sku, quantity: int, cost: int) -> tuple[int, int, int]:
    """Stock a delivery that cost so many cents. Returns (pieces stocked, pieces scrapped, cents of them
    scrapped).

    What does not fit never enters the machine: its share of the delivery's cost is the loss.
    """
    stocked = min(quantity, room(state, sku))
    wasted = quantity - stocked
    scrapped = half_even(cost * wasted, quantity)
    if stocked:
        state.costs[sku.id] = state.costs.get(sku.id, 0) + cost - scrapped
        left = _fill(state, sku, stocked, own=True)
        _fill(state, sku, left, own=False)
    return stocked, wasted, scrapped


def _fill(state: State, sku: Sku, quantity: int, own: bool) -> int:
    wanted = sku.id if own else None
    for at, (slot, (_, _, size, capacity)) in enumerate(zip(state.slots, state.rules.slots, strict=True)):
        if quantity and slot.sku == wanted and size == sku.size:
            more = min(quantity, capacity - slot.quantity)
            state.slots[at] = Slot(sku.id, slot.quantity + more)
            quantity -= more
    return quantity


def take(state: State, sku: str, quantity: int) -> int:
    """Take sold pieces out, emptiest slot first. Returns their cost in cents: their share, or all that
    remains."""
    in_stock = state.quantity(sku)
    if quantity == in_stock:
        cost = state.costs.pop(sku)
    else:
        cost = half_even(state.costs[sku] * quantity, in_stock)
        state.costs[sku] -= cost
    own = [at for at, slot in enumerate(state.slots) if slot.sku == sku]
    for at in sorted(own, key=lambda at: (state.slots[at].quantity, -at)):
        held = state.slots[at].quantity
        sold = min(held, quantity)
        state.slots[at] = Slot(sku, held - sold) if sold < held else Slot(None, 0)
        quantity -= sold
        if not quantity:
            break
    return cost
