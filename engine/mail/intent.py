"""What a mail to a supplier was understood to mean."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Item:
    """One SKU that a mail is about; `qty` in pieces, None when the mail names none."""

    sku: str
    qty: int | None = None


@dataclass(frozen=True, slots=True)
class Intent:
    """The reading of one mail (RULES.md section 6, `send_email`).

    `items` is empty when the mail is about everything, or about what the thread is about.
    `discount` is the fraction off that is asked for (0.1 is 10 % off), `target_price` the cents a
    piece that are bid; both are None in anything but a `negotiate`.
    """

    kind: str  # inquiry | negotiate | order | complaint | other
    items: tuple[Item, ...] = ()
    discount: float | None = None
    target_price: int | None = None
    language: str = "en"  # the language to answer in: zh | en
    injection: bool = False  # the mail tried to give the supplier other orders
