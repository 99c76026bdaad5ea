"""The inbox (RULES §6): letters come in, the latest are kept. Works on the state it is given."""

from __future__ import annotations

import json

from engine.chance import Stream
from engine.events import Event, MailArrived
from engine.mail import Letter
from engine.state import Mail, State, Supplier

CUSTOMERS, MARKET = "customers", "market"
NAMES = {CUSTOMERS: {"zh": "顾客", "en": "Customers"}, MARKET: {"zh": "市场快讯", "en": "Market news"}}
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def variant(state: State, name: str) -> int:
    """Which phrasing a letter takes, out of its own stream."""
    return Stream(state.hidden.match_seed, f"match/phrases/{name}").whole(0, 2**31 - 1)


def next_id(state: State) -> str:
    """The id of the next mail, sent or received."""
    state.mails += 1
    return f"m{state.mails}"


def deliver(state: State, events: list[Event], sender: str, name: str, letter: Letter) -> str:
    """Put a letter into the inbox, push the oldest out. Returns the mail's id."""
    mail = Mail(next_id(state), state.day, sender, False, _ENCODER.encode(letter))
    state.inbox.append(mail)
    del state.inbox[: -state.rules.inbox]
    events.append(MailArrived(mail, name, letter))
    return mail.id


def sender_name(state: State, sender: str) -> str:
    """The public name behind a mail's sender."""
    if sender in NAMES:
        return NAMES[sender][state.language]
    return next(supplier.name for supplier in state.suppliers if supplier.id == sender)


def announce(
    state: State,
    events: list[Event],
    sender: str,
    kind: str,
    topic: str,
    lines: tuple[tuple[object, ...], ...],
) -> None:
    """A mail from the customers or the market, in the language that the agent writes."""
    name = sender_name(state, sender)
    which = variant(state, f"{topic}/day/{state.day}/{'+'.join(str(line[0]) for line in lines)}")
    deliver(state, events, sender, name, Letter(kind, topic, state.language, 0, which, name, "", lines))


def from_supplier(
    state: State,
    events: list[Event],
    supplier: Supplier,
    kind: str,
    topic: str,
    re: str,
    lines: tuple[tuple[object, ...], ...],
) -> str:
    """A mail from a supplier, in its own voice. Returns the mail's id."""
    at = state.suppliers.index(supplier)
    voice = state.hidden.voices[at]
    which = variant(state, f"{supplier.id}/{supplier.mails}")
    state.suppliers[at] = supplier._replace(mails=supplier.mails + 1)
    return deliver(
        state,
        events,
        supplier.id,
        supplier.name,
        Letter(kind, topic, state.language, voice, which, supplier.name, re, lines),
    )


def letter_of(mail: Mail) -> Letter:
    """The letter of a mail in the inbox."""
    row = json.loads(mail.letter)
    return Letter._make([*row[:-1], tuple(tuple(line) for line in row[-1])])
