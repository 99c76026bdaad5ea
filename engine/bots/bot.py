"""What all house agents have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

Call = tuple[str, dict[str, Any]]


class Bot:
    """An agent. `step` gives its next call; its plan is the generator `turns`, which looks at `seen`, the
    observation of now, and at `last`, the answer to its latest call (None before the first)."""

    name: ClassVar[str]

    def __init__(self) -> None:
        self.seen: dict[str, Any] = {}
        self.last: dict[str, Any] | None = None
        self._turns = self.turns()

    def step(self, observation: dict[str, Any], last: dict[str, Any] | None = None) -> Call:
        """The next call, as (tool, arguments); a thought may be among the arguments."""
        self.seen, self.last = observation, last
        return next(self._turns)

    def turns(self) -> Iterator[Call]:
        raise NotImplementedError

    @property
    def result(self) -> dict[str, Any]:
        """The result of the latest call; empty when it was refused."""
        return (self.last or {}).get("result") or {}

    def stock(self, sku: str) -> int:
        """Pieces of this SKU in the machine or on the way."""
        held: int = sum(slot["quantity"] for slot in self.seen["slots"] if slot["sku"] == sku)
        coming: int = sum(goods["quantity"] for goods in self.seen["on_the_way"] if goods["sku"] == sku)
        return held + coming

    def cents(self, amount: str) -> int:
        """Dollars as text to cents."""
        whole, _, part = amount.lstrip("-").partition(".")
        value: int = int(whole) * 100 + int(part.ljust(2, "0")[:2])
        return -value if amount.startswith("-") else value
