"""A ruleset: every figure of the game, read from `rulesets/*.toml` once (RULES, all sections)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class Sku:
    """A product (§3): money in cents, baseline in pieces a day, launch the first day on the market."""

    id: str
    name: str
    kind: str
    size: str
    wholesale: int
    retail: int
    baseline: int
    elasticity: float
    launch: int


@dataclass(frozen=True)
class Shock:
    """What changes the number of visitors for some days (§4)."""

    id: str
    name: str
    name_en: str
    factor: Fraction
    days: tuple[int, int]
    weight: int


@dataclass(frozen=True)
class Persona:
    """How a supplier behaves (§5): shares of the market price, days, probabilities."""

    id: str
    name: str
    bad: bool
    price: tuple[Fraction, Fraction]
    charge: Fraction | None
    step: Fraction
    bargain_up_to: Fraction
    bargain_chance: Fraction
    late_chance: Fraction
    late_days: tuple[int, int]


@dataclass(frozen=True)
class Ruleset:
    """The whole of one ruleset. Money in cents; shares as exact fractions."""

    id: str
    days: tuple[int, ...]
    year: int
    starting_cash: int
    stall_fee: int
    bankrupt_after: int
    actions: int
    searches: int
    inbox: int
    note_keys: int
    note_characters: int
    notes_total: int
    search_noise: Fraction
    search_spread: Fraction
    price_highest: int
    price_dear: Fraction
    complaint_lost: int
    slots: tuple[tuple[int, int, str, int], ...]
    visitors: tuple[int, int]
    weekend: Fraction
    months: tuple[Fraction, ...]
    diversity: tuple[Fraction, ...]
    leave: int
    dear: int
    shock_chance: Fraction
    shocks: tuple[Shock, ...]
    skus: tuple[Sku, ...]
    quote_largest: int
    quote_good_for: int
    personas: tuple[Persona, ...]
    voices: int
    names: tuple[str, ...]

    def sku(self, id: str) -> Sku | None:
        """The product of this id, on the market or not yet; None if there is none."""
        return _by_id(self).get(id)

    def on_market(self, day: int) -> tuple[Sku, ...]:
        """The products that suppliers quote on this day, in the order of §3."""
        return tuple(sku for sku in self.skus if sku.launch <= day)

    def shock(self, id: str) -> Shock:
        return next(shock for shock in self.shocks if shock.id == id)

    def persona(self, id: str) -> Persona:
        return next(persona for persona in self.personas if persona.id == id)

    def __hash__(self) -> int:
        return hash(self.id)


@lru_cache
def _by_id(rules: Ruleset) -> dict[str, Sku]:
    return {sku.id: sku for sku in rules.skus}


@lru_cache
def load(id: str) -> Ruleset:
    """The ruleset of this id. Raises LookupError if there is none."""
    if id not in known():
        raise LookupError(f"no ruleset {id!r}; known: {', '.join(known())}")
    return _read(_data(id))


def _data(id: str) -> dict[str, Any]:
    """The figures of a ruleset file; one that extends another says only what is different."""
    text = files("engine").joinpath("rulesets", f"{id}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text, parse_float=Decimal)
    if "extends" not in data:
        return data
    base = _data(data.pop("extends"))
    tables = {name: {**base[name], **data[name]} for name in data if isinstance(data[name], dict)}
    return {**base, **data, **tables}


@lru_cache
def known() -> tuple[str, ...]:
    """The ids of all rulesets, oldest first."""
    return tuple(
        sorted(
            f.name.removesuffix(".toml")
            for f in files("engine").joinpath("rulesets").iterdir()
            if f.name.endswith(".toml")
        )
    )


def _read(data: dict[str, Any]) -> Ruleset:
    match, notes, machine, demand = data["match"], data["notes"], data["machine"], data["demand"]
    slots = tuple(
        (row, column, size, machine["capacity"][size])
        for row, size in enumerate(machine["rows"], 1)
        for column in range(1, machine["columns"] + 1)
    )
    return Ruleset(
        id=data["id"],
        days=tuple(match["days"]),
        year=match["year"],
        starting_cash=match["starting_cash"],
        stall_fee=match["stall_fee"],
        bankrupt_after=match["bankrupt_after"],
        actions=match["actions"],
        searches=match["searches"],
        inbox=match["inbox"],
        note_keys=notes["keys"],
        note_characters=notes["characters"],
        notes_total=notes["total"],
        search_noise=Fraction(data["search"]["noise"]),
        search_spread=Fraction(data["search"]["spread"]),
        price_highest=data["price"]["highest"],
        price_dear=Fraction(data["price"]["dear"]),
        complaint_lost=data["complaints"]["lost"],
        slots=slots,
        visitors=_pair(demand["visitors"]),
        weekend=Fraction(demand["weekend"]),
        months=tuple(map(Fraction, demand["months"])),
        diversity=tuple(map(Fraction, demand["diversity"])),
        leave=demand["leave"],
        dear=demand["dear"],
        shock_chance=Fraction(demand["shock"]),
        shocks=tuple(
            Shock(s["id"], s["name"], s["name_en"], Fraction(s["factor"]), _pair(s["days"]), s["weight"])
            for s in data["shock"]
        ),
        skus=tuple(Sku(**{**s, "elasticity": float(s["elasticity"])}) for s in data["sku"]),
        quote_largest=data["quote"]["largest"],
        quote_good_for=data["quote"]["good_for"],
        personas=tuple(map(_persona, data["persona"])),
        voices=data["suppliers"]["voices"],
        names=tuple(data["suppliers"]["names"]),
    )


def _persona(data: dict[str, Any]) -> Persona:
    low, high = data["price"]
    late = data.get("late", {"chance": 0, "days": [0, 0]})
    return Persona(
        id=data["id"],
        name=data["name"],
        bad=data["bad"],
        price=(Fraction(low), Fraction(high)),
        charge=Fraction(data["charge"]) if "charge" in data else None,
        step=Fraction(data.get("step", 0)),
        bargain_up_to=Fraction(data["bargain"]["up_to"]),
        bargain_chance=Fraction(data["bargain"]["chance"]),
        late_chance=Fraction(late["chance"]),
        late_days=_pair(late["days"]),
    )


def _pair(numbers: list[int]) -> tuple[int, int]:
    low, high = numbers
    return low, high
