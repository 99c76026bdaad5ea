"""The state of one match: everything that the next step depends on, and nothing else.

A State is never changed once `rules.apply` has given it out: a step works on a copy, whose containers are
its own and whose leaves are immutable. `freeze` and `thaw` turn it into text and back; to the platform the
text is opaque.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from datetime import date, timedelta
from typing import Any, NamedTuple

from engine.money import dollars
from engine.ruleset import Ruleset, load

FORMAT = 1


class Slot(NamedTuple):
    """What is in a slot: `sku` is None when it is empty."""

    sku: str | None
    quantity: int


class Quote(NamedTuple):
    """A price for one SKU (§5): cents a piece, good from `day` for the ruleset's days; `first` is what was
    asked before a bargain; `bargained` once a counter-offer has been answered."""

    id: str
    supplier: str
    sku: str
    day: int
    unit_price: int
    left: int
    first: int
    bargained: bool


class Supplier(NamedTuple):
    """What the agent may know of a supplier, how many mails and orders it has had, and what it quoted
    last."""

    id: str
    name: str
    address: str
    blacklisted: bool
    mails: int
    orders: int
    about: tuple[str, ...]


class Delivery(NamedTuple):
    """Goods that are paid and on the way (§5): cents paid, the day of the order, and, told to nobody, the
    day due."""

    supplier: str
    sku: str
    quantity: int
    paid: int
    ordered: int
    due: int


class Mail(NamedTuple):
    """A mail in the inbox; `letter` is an `engine.mail.Letter` as JSON text, read only when somebody reads
    it."""

    id: str
    day: int
    sender: str
    read: bool
    letter: str


class Running(NamedTuple):
    """A shock under way, through its last day."""

    shock: str
    last_day: int


@dataclass(frozen=True)
class Hidden:
    """What nobody may know before the match is finished: seeds, and by supplier, in order, persona and
    voice."""

    world_seed: str = field(repr=False)
    match_seed: str = field(repr=False)
    personas: tuple[str, ...] = field(repr=False)
    voices: tuple[int, ...] = field(repr=False)


@dataclass(slots=True)
class State:
    """One moment of a match. Money in cents; `costs` is what the stock of each SKU cost in all; `prices`
    holds only those that were set; `actions` and `searches` are those used up today; `digest` binds all
    calls so far (§8)."""

    rules: Ruleset
    days: int
    start: date
    day: int
    phase: str
    end: str | None
    reason: str
    cash: int
    negative_days: int
    days_survived: int
    actions: int
    searches: int
    language: str
    mails: int
    slots: list[Slot]
    costs: dict[str, int]
    prices: dict[str, int]
    on_the_way: list[Delivery]
    shocks: list[Running]
    suppliers: list[Supplier]
    quotes: dict[str, Quote]
    inbox: list[Mail]
    notes: dict[str, str]
    digest: str
    hidden: Hidden

    @property
    def date(self) -> date:
        """The calendar date of today."""
        return self.start + timedelta(days=self.day - 1)

    def quantity(self, sku: str) -> int:
        """Pieces of this SKU in the machine."""
        return sum(slot.quantity for slot in self.slots if slot.sku == sku)

    def price(self, sku: str) -> int:
        """What a customer pays for it, in cents (§3)."""
        set_price = self.prices.get(sku)
        if set_price is not None:
            return set_price
        found = self.rules.sku(sku)
        assert found is not None
        return found.retail

    @property
    def net_worth(self) -> int:
        """Cash, stock at cost and goods on the way at cost, in cents (§7)."""
        return self.cash + sum(self.costs.values()) + sum(delivery.paid for delivery in self.on_the_way)

    def copy(self) -> State:
        """Another State with containers of its own."""
        return State(
            self.rules,
            self.days,
            self.start,
            self.day,
            self.phase,
            self.end,
            self.reason,
            self.cash,
            self.negative_days,
            self.days_survived,
            self.actions,
            self.searches,
            self.language,
            self.mails,
            self.slots.copy(),
            self.costs.copy(),
            self.prices.copy(),
            self.on_the_way.copy(),
            self.shocks.copy(),
            self.suppliers.copy(),
            self.quotes.copy(),
            self.inbox.copy(),
            self.notes.copy(),
            self.digest,
            self.hidden,
        )

    def __str__(self) -> str:
        """The machine as a picture, for people at a terminal."""
        columns = max(column for _, column, _, _ in self.rules.slots)
        cells = [
            f"{slot.sku or '·':>11} {slot.quantity or '':>2}/{capacity}"
            for slot, (_, _, _, capacity) in zip(self.slots, self.rules.slots, strict=True)
        ]
        rows = [" | ".join(cells[at : at + columns]) for at in range(0, len(cells), columns)]
        head = (
            f"day {self.day} of {self.days}, {self.date} ({self.phase}): cash ${dollars(self.cash)}, "
            f"net worth ${dollars(self.net_worth)}"
        )
        return "\n".join([head, *rows])


_PLAIN = (
    "days",
    "day",
    "phase",
    "end",
    "reason",
    "cash",
    "negative_days",
    "days_survived",
    "actions",
    "searches",
    "language",
    "mails",
    "slots",
    "costs",
    "prices",
    "on_the_way",
    "shocks",
    "suppliers",
    "notes",
    "inbox",
    "digest",
)
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def freeze(state: State) -> str:
    """The state as text; equal states give equal text."""
    data: dict[str, Any] = {name: getattr(state, name) for name in _PLAIN}
    hidden = state.hidden
    data |= {
        "format": FORMAT,
        "rules": state.rules.id,
        "start": state.start.isoformat(),
        "quotes": list(state.quotes.values()),
        "hidden": [hidden.world_seed, hidden.match_seed, hidden.personas, hidden.voices],
    }
    return _ENCODER.encode(data)


def thaw(text: str) -> State:
    """The state that `freeze` wrote. Raises ValueError for text of another format."""
    data = json.loads(text)
    if data.pop("format", None) != FORMAT:
        raise ValueError("not a state of this engine")
    world_seed, match_seed, personas, voices = data.pop("hidden")
    quotes = [Quote(*row) for row in data.pop("quotes")]
    return State(
        rules=load(data.pop("rules")),
        start=date.fromisoformat(data.pop("start")),
        slots=[Slot(*row) for row in data.pop("slots")],
        on_the_way=[Delivery(*row) for row in data.pop("on_the_way")],
        shocks=[Running(*row) for row in data.pop("shocks")],
        suppliers=[Supplier._make([*row[:6], tuple(row[6])]) for row in data.pop("suppliers")],
        quotes={quote.id: quote for quote in quotes},
        inbox=[Mail(*row) for row in data.pop("inbox")],
        hidden=Hidden(world_seed, match_seed, tuple(personas), tuple(voices)),
        **data,
    )


assert {one.name for one in fields(State)} == {*_PLAIN, "rules", "start", "quotes", "hidden"}
