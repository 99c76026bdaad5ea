"""One step of a match: `apply` takes a state and an action to the next state and the facts of the step.

Pure, and it never raises: what a rule refuses is a fact too, and counts as an action (RULES §2).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from engine import day, desk, machine, market, suppliers
from engine.actions import (
    Action,
    BlacklistSupplier,
    EndDay,
    GiveUp,
    NoteToSelf,
    ReadInbox,
    ReadNotes,
    Restock,
    SendEmail,
    SetPrice,
    WebSearch,
)
from engine.chance import Stream
from engine.events import (
    Acted,
    Cast,
    DeliveryDue,
    Event,
    InboxRead,
    MailSent,
    MatchOpened,
    NotesRead,
    NoteWritten,
    PriceSet,
    Refused,
    Restocked,
    RestockPreviewed,
    Scrapped,
    Searched,
    SupplierMarked,
)
from engine.inbox import CUSTOMERS, MARKET, from_supplier, next_id, sender_name
from engine.mail import understand
from engine.proof import commitment, link
from engine.ruleset import Ruleset
from engine.state import Delivery, Hidden, Slot, State

Step = tuple[State, list[Event]]


class Refuse(Exception):
    """A rule says no; nothing has changed."""


def new_match(
    rules: Ruleset, days: int, world_seed: str, match_seed: str, start_date: date | str | None = None
) -> Step:
    """A match on the morning of its first day. Without a date, the world draws one. Raises ValueError for a
    length that the ruleset does not have, or for what is no ISO date."""
    if days not in rules.days:
        raise ValueError(f"a match lasts {', '.join(map(str, rules.days))} days, not {days}")
    first = date(rules.year, 1, 1)
    length = (date(rules.year + 1, 1, 1) - first).days
    start = (
        first + timedelta(days=Stream(world_seed, "world/start").whole(0, length - 1))
        if start_date is None
        else date.fromisoformat(start_date)
        if isinstance(start_date, str)
        else start_date
    )
    people, personas, voices = suppliers.cast(rules, match_seed)
    state = State(
        rules=rules,
        days=days,
        start=start,
        day=1,
        phase="open",
        end=None,
        reason="",
        cash=rules.starting_cash,
        negative_days=0,
        days_survived=0,
        actions=0,
        searches=0,
        language="zh",
        mails=0,
        slots=[Slot(None, 0)] * len(rules.slots),
        costs={},
        prices={},
        on_the_way=[],
        shocks=[],
        suppliers=people,
        quotes={},
        inbox=[],
        notes={},
        digest=link("", rules.id, days, start.isoformat(), commitment(world_seed), commitment(match_seed)),
        hidden=Hidden(world_seed, match_seed, personas, voices),
    )
    events: list[Event] = [
        MatchOpened(days, start.isoformat(), rules.id, commitment(world_seed), commitment(match_seed)),
        Cast(personas, voices),
    ]
    day.open_day(state, events)
    return state, events


def apply(state: State, action: Action) -> Step:
    """The state after the action, and what happened. The given state stays as it is."""
    after, events = state.copy(), list[Event]()
    counts = not isinstance(action, EndDay | GiveUp)
    if state.phase == "finished":
        return _over(state, action.tool)
    if counts and state.actions >= state.rules.actions:
        events.append(Refused(action.tool, "no_actions_left"))
    else:
        after.actions += counts
        try:
            _DO[type(action)](after, events, action)
        except Refuse as refusal:
            events.append(Refused(action.tool, str(refusal)))
    return _acted(after, events, action.tool, action.arguments)


def time_out(state: State, reason: str = "") -> Step:
    """End the match because its league's time limit ran out (§1). A finished match stays as it is."""
    if state.phase == "finished":
        return _over(state, "time_out")
    after, events = state.copy(), list[Event]()
    day.finish(after, events, "timed_out", reason)
    return _acted(after, events, "time_out", {"reason": reason})


def _over(state: State, tool: str) -> Step:
    left = state.rules.actions - state.actions
    return state, [Refused(tool, "match_finished"), Acted(tool, state.day, state.phase, left, state.digest)]


def _acted(state: State, events: list[Event], tool: str, arguments: dict[str, Any]) -> Step:
    state.digest = link(state.digest, tool, arguments)
    events.append(Acted(tool, state.day, state.phase, state.rules.actions - state.actions, state.digest))
    return state, events


def _web_search(state: State, events: list[Event], action: WebSearch) -> None:
    if state.searches >= state.rules.searches:
        raise Refuse("no_searches_left")
    state.searches += 1
    events.append(Searched(action.query, market.search(state, action.query)))


def _read_inbox(state: State, events: list[Event], action: ReadInbox) -> None:
    sender = action.sender
    if sender is not None and sender.strip().lower() in (CUSTOMERS, MARKET):
        sender = sender.strip().lower()
    elif sender is not None:
        found = suppliers.find(state, sender)
        if found is None:
            raise Refuse("supplier_unknown")
        sender = found.id
    picked = [
        at
        for at in range(len(state.inbox) - 1, -1, -1)
        if (sender is None or state.inbox[at].sender == sender)
        and not (action.unread_only and state.inbox[at].read)
    ][: action.limit]
    events.append(
        InboxRead(tuple((state.inbox[at], sender_name(state, state.inbox[at].sender)) for at in picked))
    )
    for at in picked:
        state.inbox[at] = state.inbox[at]._replace(read=True)


def _send_email(state: State, events: list[Event], action: SendEmail) -> None:
    supplier = suppliers.find(state, action.to)
    if supplier is None:
        raise Refuse("supplier_unknown")
    intent = understand(action.subject, action.body)
    state.language = intent.language
    sent, at = next_id(state), len(events)
    reply = desk.answer(state, events, supplier, action.subject, intent)
    events.insert(at, MailSent(sent, supplier.id, action.subject, action.body, intent, reply))


def _set_price(state: State, events: list[Event], action: SetPrice) -> None:
    sku = state.rules.sku(action.sku)
    if sku is None or sku.launch > state.day:
        raise Refuse("sku_unknown")
    if action.price > state.rules.price_highest * sku.retail:
        raise Refuse("price_out_of_range")
    before = state.price(sku.id)
    state.prices[sku.id] = action.price
    events.append(PriceSet(sku.id, action.price, before))


def _restock(state: State, events: list[Event], action: Restock) -> None:
    quote = state.quotes.get(action.quote_id.strip())
    if quote is None:
        raise Refuse(
            "quote_expired" if suppliers.was_given(state, action.quote_id.strip()) else "quote_unknown"
        )
    if action.quantity > quote.left:
        raise Refuse("quote_exhausted")
    quoted_total = quote.unit_price * action.quantity
    sku = state.rules.sku(quote.sku)
    assert sku is not None
    ordered = (quote.id, quote.supplier, quote.sku, action.quantity, quote.unit_price, quoted_total)
    if action.dry_run:
        fits = min(action.quantity, machine.room(state, sku))
        events.append(RestockPreviewed(*ordered, fits, action.quantity - fits))
        return
    if quoted_total > state.cash:
        raise Refuse("cash_short")
    terms = suppliers.order(state, quote)
    state.quotes[quote.id] = quote._replace(left=quote.left - action.quantity)
    charged_total = terms.unit_price * action.quantity
    state.cash -= charged_total
    stocked = wasted = cost = 0
    if terms.late:
        due = state.day + terms.late
        state.on_the_way.append(
            Delivery(quote.supplier, sku.id, action.quantity, charged_total, state.day, due)
        )
        events.append(DeliveryDue(quote.supplier, sku.id, action.quantity, due))
    else:
        stocked, wasted, cost = machine.stock(state, sku, action.quantity, charged_total)
    events.append(Restocked(*ordered, charged_total, stocked, wasted, bool(terms.late)))
    if wasted:
        events.append(Scrapped(sku.id, wasted, cost))
    from_supplier(
        state,
        events,
        suppliers.by_id(state, quote.supplier),
        "invoice",
        "invoice",
        "",
        (
            (
                quote.id,
                sku.id,
                action.quantity,
                quote.unit_price,
                terms.unit_price,
                charged_total,
                int(bool(terms.late)),
            ),
        ),
    )


def _note_to_self(state: State, events: list[Event], action: NoteToSelf) -> None:
    rules, others = state.rules, {key: note for key, note in state.notes.items() if key != action.key}
    if (
        len(others) >= rules.note_keys
        or sum(map(len, others.values())) + len(action.value) > rules.notes_total
    ):
        raise Refuse("notes_full")
    state.notes[action.key] = action.value
    events.append(NoteWritten(action.key, action.value))


def _read_notes(state: State, events: list[Event], action: ReadNotes) -> None:
    events.append(
        NotesRead(tuple((key, note) for key, note in state.notes.items() if action.key in (None, key)))
    )


def _blacklist_supplier(state: State, events: list[Event], action: BlacklistSupplier) -> None:
    supplier = suppliers.find(state, action.supplier)
    if supplier is None:
        raise Refuse("supplier_unknown")
    state.suppliers[state.suppliers.index(supplier)] = supplier._replace(blacklisted=action.blacklisted)
    events.append(SupplierMarked(supplier.id, action.blacklisted, action.reason))


def _end_day(state: State, events: list[Event], action: EndDay) -> None:
    day.end(state, events)


def _give_up(state: State, events: list[Event], action: GiveUp) -> None:
    day.finish(state, events, "gave_up", action.reason)


_DO: dict[type[Action], Callable[[State, list[Event], Any], None]] = {
    WebSearch: _web_search,
    ReadInbox: _read_inbox,
    SendEmail: _send_email,
    SetPrice: _set_price,
    Restock: _restock,
    NoteToSelf: _note_to_self,
    ReadNotes: _read_notes,
    BlacklistSupplier: _blacklist_supplier,
    EndDay: _end_day,
    GiveUp: _give_up,
}
