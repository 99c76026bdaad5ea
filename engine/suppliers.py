"""What suppliers do (RULES §5): quote, bargain, charge, deliver. This file alone knows what a persona means.

Every draw hangs on supplier, day and SKU, or on the number of the supplier's order: asking again changes
nothing.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from engine.chance import Stream, token
from engine.money import cents
from engine.ruleset import Persona, Ruleset, Sku
from engine.state import Quote, State, Supplier


def find(state: State, text: str) -> Supplier | None:
    """The supplier of this id, address or name; case and outer blanks do not matter."""
    wanted = text.strip().casefold()
    for supplier in state.suppliers:
        if wanted in (supplier.id, supplier.address.casefold(), supplier.name.casefold()):
            return supplier
    return None


def by_id(state: State, id: str) -> Supplier:
    return next(supplier for supplier in state.suppliers if supplier.id == id)


def _persona(state: State, supplier: Supplier) -> Persona:
    return state.rules.persona(state.hidden.personas[state.suppliers.index(supplier)])


def quote(state: State, supplier: Supplier, sku: Sku) -> Quote:
    """Today's quote for a SKU: the one that was given already, with what is left of it, or a new one."""
    id = quote_id(state, supplier.id, sku.id, state.day)
    given = state.quotes.get(id)
    if given is None:
        price = _price(state, supplier, sku)
        given = Quote(id, supplier.id, sku.id, state.day, price, state.rules.quote_largest, price, False)
        state.quotes[id] = given
    return given


def latest(state: State, supplier: Supplier, sku: Sku) -> Quote:
    """The newest quote of this supplier for the SKU that still holds; today's if there is none."""
    for day in range(state.day, max(state.day - state.rules.quote_good_for, 1) - 1, -1):
        given = state.quotes.get(quote_id(state, supplier.id, sku.id, day))
        if given is not None:
            return given
    return quote(state, supplier, sku)


def quote_id(state: State, supplier: str, sku: str, day: int) -> str:
    """Tells the day of issue, so that an old id can be told from an invented one; the rest nobody can
    guess."""
    return _quote_id(state.hidden.match_seed, supplier, sku, day)


@lru_cache(maxsize=16384)
def _quote_id(match_seed: str, supplier: str, sku: str, day: int) -> str:
    return f"q{day}-{token(match_seed, f'match/quote/{supplier}/{day}/{sku}', 12)}"


def was_given(state: State, id: str) -> bool:
    """Whether this is the id of a quote of an earlier day: expired, not invented."""
    head, _, _ = id.partition("-")
    if not (head[:1] == "q" and head[1:].isascii() and head[1:].isdigit() and len(head) < 6):
        return False
    day = int(head[1:])
    return 1 <= day < state.day and any(
        id == quote_id(state, supplier.id, sku.id, day)
        for supplier in state.suppliers
        for sku in state.rules.on_market(day)
    )


def _price(state: State, supplier: Supplier, sku: Sku) -> int:
    persona = _persona(state, supplier)
    low, high = persona.price
    share: Fraction = low if low == high else _draws(state, supplier.id, sku.id, state.day).between(low, high)
    dearer = Fraction(1)
    for _ in range(supplier.orders if persona.step else 0):
        dearer *= 1 + persona.step
    return max(1, cents(Fraction(sku.wholesale) * share * dearer))


def _draws(state: State, supplier: str, sku: str, day: int) -> Stream:
    return Stream(state.hidden.match_seed, f"match/supplier/{supplier}/day/{day}/{sku}")


class Bargain(NamedTuple):
    """How a counter-offer went: accepted, refused, met (the bid is no lower than the price) or final; the
    quote as it stands now, and its price before."""

    result: str
    quote: Quote
    before: int


def bargain(state: State, quote: Quote, discount: Fraction | None, target: int | None) -> Bargain:
    """Answer a counter-offer: a share off, or a price in cents a piece. A quote is bargained over once."""
    before = quote.unit_price
    wanted = target if target is not None else cents(before * (1 - (discount or Fraction(0))))
    if wanted >= before:
        return Bargain("met", quote, before)
    if quote.bargained:
        return Bargain("final", quote, before)
    supplier = by_id(state, quote.supplier)
    persona = _persona(state, supplier)
    asked = Fraction(before - wanted, before) if discount is None else discount
    granted = (
        wanted > 0
        and asked <= persona.bargain_up_to
        and Stream(
            state.hidden.match_seed, f"match/supplier/{quote.supplier}/day/{quote.day}/{quote.sku}/bargain"
        ).happens(persona.bargain_chance)
    )
    quote = quote._replace(unit_price=wanted if granted else before, bargained=True)
    state.quotes[quote.id] = quote
    return Bargain("accepted" if granted else "refused", quote, before)


class Terms(NamedTuple):
    """What an order really comes to: cents a piece, and days until delivery (0: at once)."""

    unit_price: int
    late: int


def order(state: State, quote: Quote) -> Terms:
    """What happens to an order on this quote; counts it as an order that the supplier has had."""
    supplier = by_id(state, quote.supplier)
    persona, sku = _persona(state, supplier), state.rules.sku(quote.sku)
    assert sku is not None
    draws = Stream(state.hidden.match_seed, f"match/supplier/{supplier.id}/order/{supplier.orders + 1}")
    late = draws.whole(*persona.late_days) if draws.happens(persona.late_chance) else 0
    state.suppliers[state.suppliers.index(supplier)] = supplier._replace(orders=supplier.orders + 1)
    charged = quote.unit_price if persona.charge is None else cents(sku.wholesale * persona.charge)
    return Terms(charged, late)


def cast(rules: Ruleset, match_seed: str) -> tuple[list[Supplier], tuple[str, ...], tuple[int, ...]]:
    """The suppliers of a match, and in the same order their personas and their voices, each drawn on its
    own."""
    names = Stream(match_seed, "match/names").shuffled(rules.names)[: len(rules.personas)]
    personas = Stream(match_seed, "match/personas").shuffled([persona.id for persona in rules.personas])
    voices = Stream(match_seed, "match/voices")
    people = [Supplier(f"s{n}", name, _address(name), False, 0, 0, ()) for n, name in enumerate(names, 1)]
    return people, tuple(personas), tuple(voices.whole(0, rules.voices - 1) for _ in people)


def _address(name: str) -> str:
    letters = "".join(char for char in name.lower() if char.isascii() and char.isalnum())
    return f"sales@{letters}.example"
