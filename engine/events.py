"""Facts: what happened in a step, one frozen dataclass each. `audience` says who may ever learn of it.

Money in cents, days as numbers. Only `views` turns facts into what anyone sees; a new fact is sealed until
it says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from engine.mail import Intent, Letter
from engine.state import Mail


class Audience(Enum):
    """Who may learn of a fact: nobody before the end, the agent only, or everyone."""

    SEALED = 0
    AGENT = 1
    PUBLIC = 2


class Event:
    """A fact."""

    __slots__ = ()
    audience: ClassVar[Audience] = Audience.SEALED


class AgentEvent(Event):
    """A fact for the agent that acted."""

    __slots__ = ()
    audience = Audience.AGENT


class PublicEvent(Event):
    """A fact for everyone."""

    __slots__ = ()
    audience = Audience.PUBLIC


@dataclass(frozen=True, slots=True)
class Acted(AgentEvent):
    """The last fact of every step: which tool, and where the match stands now."""

    tool: str
    day: int
    phase: str
    actions_left: int
    digest: str


@dataclass(frozen=True, slots=True)
class Refused(PublicEvent):
    tool: str
    code: str


@dataclass(frozen=True, slots=True)
class MatchOpened(PublicEvent):
    days: int
    date: str
    ruleset: str
    world: str
    match: str


@dataclass(frozen=True, slots=True)
class Cast(Event):
    """Who is who: persona and voice of each supplier, in order (§5)."""

    personas: tuple[str, ...]
    voices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DayOpened(PublicEvent):
    day: int
    date: str
    weekday: int


@dataclass(frozen=True, slots=True)
class ShockBegan(PublicEvent):
    shock: str
    name: str
    factor: float


@dataclass(frozen=True, slots=True)
class ShockDrawn(Event):
    """How long a shock will last."""

    shock: str
    last_day: int


@dataclass(frozen=True, slots=True)
class SkuLaunched(PublicEvent):
    sku: str
    name: str


@dataclass(frozen=True, slots=True)
class Range:
    """Prices of a SKU as a search finds them, in cents."""

    sku: str
    wholesale: tuple[int, int]
    retail: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Searched(PublicEvent):
    query: str
    results: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class MailSent(PublicEvent):
    id: str
    to: str
    subject: str
    body: str
    intent: Intent
    reply: str


@dataclass(frozen=True, slots=True)
class MailArrived(PublicEvent):
    mail: Mail
    name: str
    letter: Letter


@dataclass(frozen=True, slots=True)
class InboxRead(PublicEvent):
    """Mails with the names of their senders. Everyone sees which; what they say was seen when they came."""

    mails: tuple[tuple[Mail, str], ...]


@dataclass(frozen=True, slots=True)
class PriceSet(PublicEvent):
    sku: str
    price: int
    before: int


@dataclass(frozen=True, slots=True)
class RestockPreviewed(PublicEvent):
    quote_id: str
    supplier: str
    sku: str
    quantity: int
    unit_price: int
    quoted_total: int
    would_stock: int
    would_waste: int


@dataclass(frozen=True, slots=True)
class Restocked(PublicEvent):
    quote_id: str
    supplier: str
    sku: str
    quantity: int
    unit_price: int
    quoted_total: int
    charged_total: int
    stocked: int
    wasted: int
    delayed: bool


@dataclass(frozen=True, slots=True)
class Scrapped(PublicEvent):
    """What did not fit, and what it had cost."""

    sku: str
    quantity: int
    cost: int


@dataclass(frozen=True, slots=True)
class DeliveryDue(Event):
    """When delayed goods will come."""

    supplier: str
    sku: str
    quantity: int
    due: int


@dataclass(frozen=True, slots=True)
class Delivered(PublicEvent):
    supplier: str
    sku: str
    quantity: int
    stocked: int
    wasted: int
    ordered: int


@dataclass(frozen=True, slots=True)
class NoteWritten(PublicEvent):
    key: str
    value: str


@dataclass(frozen=True, slots=True)
class NotesRead(PublicEvent):
    """Everyone sees which keys; what they say was seen when they were written."""

    notes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SupplierMarked(PublicEvent):
    supplier: str
    blacklisted: bool
    reason: str


@dataclass(frozen=True, slots=True)
class DaySettled(PublicEvent):
    day: int
    date: str
    visitors: int
    sold: tuple[tuple[str, int], ...]
    lost: int
    takings: int
    cost_of_goods: int
    fee: int
    cash: int
    net_worth: int
    negative_days: int


@dataclass(frozen=True, slots=True)
class MatchEnded(PublicEvent):
    """`precision` and `recall` as (part, whole): a whole of 0 has no value."""

    end: str
    reason: str
    net_worth: int
    days_survived: int
    precision: tuple[int, int]
    recall: tuple[int, int]
