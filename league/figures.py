"""What the frames of a match add up to: one pass over what everybody may see, for an agent or for a bot."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import engine


class Figures:
    """Money in cents. Suppliers are measured by the market price, the wholesale price of the ruleset."""

    def __init__(self, rules: engine.Ruleset) -> None:
        self.rules = rules
        self.net_worth: list[int] = []  # at the close of each day
        self.visitors = self.sold = self.lost = 0
        self.takings = self.wasted = self.wasted_pieces = 0
        self.tools: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.actions = self.searches = 0
        self.arrived: dict[str, str] = {}  # mail -> its kind
        self.read: set[str] = set()
        self.lowest: dict[tuple[str, str], int] = {}  # (supplier, SKU) -> the lowest price it ever asked
        self.suppliers: dict[str, Counter[str]] = {}
        self.score: dict[str, Any] = {}

    def add(self, frames: Iterable[dict[str, Any]]) -> "Figures":
        for frame in frames:
            if frame["tool"] is not None:
                self.tools[frame["tool"]] += 1
            for event in frame["events"]:
                getattr(self, f"_{event['type']}", _nothing)(event, frame["day"])
        return self

    def _refused(self, event: dict[str, Any], day: int) -> None:
        self.refused[event["code"]] += 1

    def _day_settled(self, event: dict[str, Any], day: int) -> None:
        self.net_worth.append(cents(event["net_worth"]))
        self.visitors += event["visitors"]
        self.sold += sum(event["sold"].values())
        self.lost += event["lost_to_stockout"]
        self.takings += cents(event["takings"])

    def _scrapped(self, event: dict[str, Any], day: int) -> None:
        self.wasted_pieces += event["quantity"]
        self.wasted += cents(event["cost"])

    def _mail_arrived(self, event: dict[str, Any], day: int) -> None:
        self.arrived[event["id"]] = event["kind"]
        for quote in event["quotes"]:
            at, price = (quote["supplier"], quote["sku"]), cents(quote["unit_price"])
            self.lowest[at] = min(price, self.lowest.get(at, price))

    def _inbox_read(self, event: dict[str, Any], day: int) -> None:
        self.read.update(event["ids"])

    def _restocked(self, event: dict[str, Any], day: int) -> None:
        supplier, pieces = event["supplier"], event["quantity"]
        price, charged = cents(event["unit_price"]), cents(event["charged_total"])
        sku = self.rules.sku(event["sku"])
        assert sku is not None
        figures = self.suppliers.setdefault(supplier, Counter())
        figures["orders"] += 1
        figures["pieces"] += pieces
        figures["paid"] += charged
        figures["over_quote"] += max(0, charged - cents(event["quoted_total"]))
        figures["over_market"] += max(0, charged - sku.wholesale * pieces)
        figures["crept"] += pieces * max(0, price - self.lowest.get((supplier, event["sku"]), price))
        figures["late_orders"] += bool(event["delayed"])

    def _delivered(self, event: dict[str, Any], day: int) -> None:
        self.suppliers.setdefault(event["supplier"], Counter())["late_days"] += day - event["ordered_day"]

    def _match_ended(self, event: dict[str, Any], day: int) -> None:
        self.score = event["score"]


def _nothing(event: dict[str, Any], day: int) -> None:
    """An event that no figure counts."""


def cents(amount: str) -> int:
    whole, _, part = amount.lstrip("-").partition(".")
    value = int(whole) * 100 + int(part)
    return -value if amount.startswith("-") else value
