"""THE HINGE. Only here does a match move, always in the same order: lock, thaw, apply, append, freeze,
commit, then tell. Only this module names the engine's apply and the sealed Save.

Sealed text goes through cursors of the driver itself: Django's would write statements with their values to
its debug log, and bind them into the statement that PostgreSQL logs when it fails.
"""

import json
import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, NamedTuple

import psycopg
from celery import current_app
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerAway

import engine
from league import bell, live
from league.access import OWN_MATCH, Caller, NotThere
from league.models import Agent, Call, Match, Opening, Settlement

log = logging.getLogger(__name__)

RULESET = "clawvend-0.7"
OPEN_PRACTICE_MATCHES = 5  # at once, for each agent
SETTLEMENT_SECONDS = 10  # how long end_day waits for its day


class NotNow(Exception):
    """The platform, not a rule, refuses: settling, in_flight, match_finished, key_reused, too_many_open."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key, and the digest of what was asked under it."""

    value: str
    digest: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the engine told the caller, as JSON text; `repeated` when it is the recorded one."""

    outcome: str
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Pending:
    """The day is closed and its settlement is under way."""

    day: int


class _Save(NamedTuple):
    """The locked row, and the call recorded under the same idempotency key, if there is one."""

    match_id: str
    phase: str
    day: int
    seq: int
    state: str
    outcome: str | None
    digest: str | None


_LOCK = """
SELECT m.id, m.phase, m.day, s.seq, s.state, c.outcome, c.digest
FROM league_match m JOIN league_save s ON s.match_id = m.id
LEFT JOIN league_call c ON c.match_id = m.id AND c.idempotency_key = %s
WHERE """
_NEW_CALL = """INSERT INTO league_call
(match_id, seq, day, tool, arguments, thought, outcome, idempotency_key, digest, created_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"""
_NEW_FRAME = "INSERT INTO league_frame (match_id, seq, day, body) VALUES (%s, %s, %s, %s)"
_PUBLIC = "UPDATE league_match SET phase = %s, day = %s, date = %s, cash = %s, net_worth = %s WHERE id = %s"
_SEAL = "UPDATE league_save SET seq = %s, state = %s WHERE match_id = %s"
_AT_ONCE = f"WITH c AS ({_NEW_CALL}), f AS ({_NEW_FRAME})"

_one_writer = threading.RLock()


@contextmanager
def _writing() -> Iterator[None]:
    """A transaction. SQLite has one writer at a time; taking turns here keeps its waits short and fair."""
    turn = _one_writer if connection.vendor == "sqlite" else nullcontext()
    with turn, transaction.atomic(durable=True):
        yield


def _run(sql: str, values: Sequence[Any]) -> Any:
    connection.ensure_connection()
    with connection.wrap_database_errors:
        raw: Any = connection.connection
        if connection.vendor == "sqlite":
            return raw.execute(sql.replace("%s", "?"), values)
        if raw.prepare_threshold is None:
            raw.prepare_threshold = 5
        return psycopg.Cursor(raw).execute(sql, values)


def _now() -> Any:
    """This moment as the database keeps it."""
    return connection.ops.adapt_datetimefield_value(timezone.now())


def _lock(condition: str, *values: Any, key: Key | None = None) -> _Save:
    rows = "" if connection.vendor == "sqlite" else " FOR UPDATE OF m, s"
    row = _run(_LOCK + condition + rows, (key and key.value, *values)).fetchone()
    if row is None:
        raise NotThere
    return _Save(*row)


def open_match(
    agent: Agent,
    *,
    days: int,
    world_seed: str,
    match_seed: str,
    ruleset: str = RULESET,
    start_date: date | None = None,
    practice: bool = True,
    key: Key | None = None,
) -> Match:
    """A new match with its opening frame. The same key opens one match only, and answers it again."""
    state, events = engine.new_match(
        engine.load(ruleset),
        days=days,
        world_seed=world_seed,
        match_seed=match_seed,
        start_date=start_date,
    )
    frame = engine.frame(state, events)
    commitments = engine.commitments(state)
    with _writing():
        Agent.objects.select_for_update().get(pk=agent.pk)  # opens one match after the other
        if key is not None:
            opening = Opening.objects.select_related("match").filter(agent=agent, key=key.value).first()
            if opening is not None:
                if opening.digest != key.digest:
                    raise NotNow("key_reused")
                return opening.match
        unfinished = Match.objects.filter(agent=agent, practice=True).exclude(phase=Match.Phase.FINISHED)
        if practice and unfinished.count() >= OPEN_PRACTICE_MATCHES:
            raise NotNow("too_many_open")
        match = Match.objects.create(
            league_id=agent.team.league_id,
            agent=agent,
            practice=practice,
            ruleset=ruleset,
            days=days,
            start_date=start_date,
            world_commitment=commitments["world"],
            match_commitment=commitments["match"],
            day=state.day,
            date=frame["board"]["date"],
            cash=_cents(frame["board"]["cash"]),
            net_worth=_cents(frame["board"]["net_worth"]),
        )
        _run(
            "INSERT INTO league_save (match_id, seq, state) VALUES (%s, 0, %s)",
            (match.pk, engine.freeze(state)),
        )
        _run(_NEW_FRAME, (match.pk, 0, state.day, _body(0, frame, "")))
        if key is not None:
            Opening.objects.create(agent=agent, key=key.value, digest=key.digest, match=match)
    return match


def act(caller: Caller, match_id: str, action: Any, *, key: Key | None = None) -> Answer:
    """One call of any tool but end_day."""
    try:
        return _act(caller, match_id, action, key)
    except IntegrityError:
        if key is None:
            raise
        return _act(caller, match_id, action, key)  # the same key was faster by a moment: its answer is there


def _act(caller: Caller, match_id: str, action: Any, key: Key | None) -> Answer:
    with _writing():
        save = _lock(OWN_MATCH, match_id, caller.agent_id, key=key)
        if save.outcome is not None:
            return _recorded(save, key)
        _require_open(save, key)
        return _apply(save, action, key=key)


def end_day(
    caller: Caller, match_id: str, action: Any, *, key: Key | None = None, seconds: float = SETTLEMENT_SECONDS
) -> Answer | Pending:
    """Close the day, have it settled, and wait for that for up to `seconds`."""
    closed = close_day(caller, match_id, action, key=key)
    if isinstance(closed, Answer):
        return closed
    answer = report(match_id, closed.day)
    if answer is None:
        bell.wait(match_id, closed.day, seconds)
        answer = report(match_id, closed.day)
    return answer or closed


def close_day(caller: Caller, match_id: str, action: Any, *, key: Key | None = None) -> Answer | Pending:
    with _writing():
        save = _lock(OWN_MATCH, match_id, caller.agent_id, key=key)
        if save.outcome is not None:
            return _recorded(save, key)
        _require_open(save, key)
        now = timezone.now()
        Settlement.objects.create(
            match_id=match_id,
            day=save.day,
            thought=action.thought,
            idempotency_key=key.value if key else None,
            digest=key.digest if key else "",
            requested_at=now,
            queued_at=now,
        )
        Match.objects.filter(pk=match_id).update(phase=Match.Phase.SETTLING)
        transaction.on_commit(partial(queue, match_id, save.day))
    return Pending(save.day)


def settle_day(match_id: str, day: int) -> bool:
    """Settle a closed day, once however often and from wherever this is called."""
    with _writing():
        save = _lock("m.id = %s", match_id)
        settlement = Settlement.objects.filter(match_id=match_id, day=day, settled_at=None).first()
        if settlement is None:
            return False
        key = settlement.idempotency_key
        _apply(
            save,
            engine.read_action("end_day", {"thought": settlement.thought} if settlement.thought else {}),
            key=Key(key, settlement.digest) if key else None,
        )
        Settlement.objects.filter(match_id=match_id, day=day).update(settled_at=timezone.now())
        transaction.on_commit(partial(bell.ring, match_id, day))
    return True


def time_out(match_id: str, reason: str) -> bool:
    """End an open match by the league's clock. One that is being settled is left for the next look."""
    with _writing():
        save = _lock("m.id = %s", match_id)
        if save.phase != Match.Phase.OPEN:
            return False
        state = engine.thaw(save.state)
        _append(save, state, engine.time_out(state, reason), "time_out", {"reason": reason}, "", None)
    return True


def queue(match_id: str, day: int) -> None:
    """Ask a worker to settle the day. If nobody can be asked the row waits, and the next tick asks again."""
    if "league.tasks.settle" not in current_app.tasks:
        current_app.loader.import_default_modules()
    try:
        current_app.tasks["league.tasks.settle"].apply_async(
            (match_id, day), retry=True, retry_policy={"max_retries": 1, "interval_start": 0.05}
        )
    except (BrokerAway, OSError) as trouble:
        log.warning("day %d of %s waits for the next tick: %s", day, match_id, type(trouble).__name__)


def lost_settlements(before: datetime, most: int) -> list[tuple[str, int]]:
    """Days that were asked for before then and are not settled; each is claimed by one clock only."""
    waiting = Settlement.objects.filter(settled_at=None, queued_at__lt=before).order_by("queued_at")
    found = list(waiting.values_list("match_id", "day", "queued_at")[:most])
    return [
        (match_id, day)
        for match_id, day, queued_at in found
        if Settlement.objects.filter(match_id=match_id, day=day, settled_at=None, queued_at=queued_at).update(
            queued_at=timezone.now()
        )
    ]


def report(match_id: str, day: int) -> Answer | None:
    """What end_day answered for this day, if it is settled."""
    found = Call.objects.filter(match_id=match_id, day=day, tool="end_day").order_by("-seq")
    outcome = found.values_list("outcome", flat=True).first()
    return None if outcome is None else Answer(outcome)


def observe(match: Match) -> dict[str, Any]:
    """What the match's agent may know now: free, and without a lock."""
    return dict(engine.for_agent(_saved(match)))


def observe_with_notes(match: Match) -> dict[str, Any]:
    """The same, with what the notes say beside their names."""
    state = _saved(match)
    return {**engine.for_agent(state), "notes": engine.frame(state, [])["board"]["notes"]}


def _saved(match: Match) -> Any:
    (state,) = _run("SELECT state FROM league_save WHERE match_id = %s", (match.pk,)).fetchone()
    return engine.thaw(state)


def _recorded(save: _Save, key: Key | None) -> Answer:
    if key is None or save.digest != key.digest or save.outcome is None:
        raise NotNow("key_reused")
    return Answer(save.outcome, repeated=True)


def _require_open(save: _Save, key: Key | None) -> None:
    if save.phase == Match.Phase.FINISHED:
        raise NotNow("match_finished")
    if save.phase == Match.Phase.SETTLING:
        waiting = Settlement.objects.filter(match_id=save.match_id, day=save.day).first()
        if key and waiting and waiting.idempotency_key == key.value:
            raise NotNow("in_flight" if waiting.digest == key.digest else "key_reused")
        raise NotNow("settling")


def _apply(save: _Save, action: Any, *, key: Key | None) -> Answer:
    state = engine.thaw(save.state)
    return _append(
        save, state, engine.apply(state, action), action.tool, action.arguments, action.thought, key
    )


def _append(
    save: _Save,
    before: Any,
    step: tuple[Any, Any],
    tool: str,
    arguments: dict[str, Any],
    thought: str,
    key: Key | None,
) -> Answer:
    """Write one step: call, frame, save and, where they changed, public figures. Tell after the commit."""
    state, events = step
    seq = save.seq + 1
    frame = engine.frame(state, events, before)
    body = _body(seq, frame, thought)
    outcome = _text(engine.outcome(events))
    call = (
        save.match_id,
        seq,
        save.day,
        tool,
        _text(arguments),
        thought,
        outcome,
        key.value if key else None,
        key.digest if key else "",
        _now(),
    )
    line = (save.match_id, seq, save.day, body)
    seal = (seq, engine.freeze(state), save.match_id)
    finished = state.phase == Match.Phase.FINISHED
    public, figures = ("", []) if finished else _public(frame, save.match_id)
    if connection.vendor == "sqlite":
        _run(_NEW_CALL, call)
        _run(_NEW_FRAME, line)
        if public:
            _run(public, figures)
        _run(_SEAL, seal)
    else:
        at_once = f"{_AT_ONCE}, p AS ({public}) {_SEAL}" if public else f"{_AT_ONCE} {_SEAL}"
        _run(at_once, (*call, *line, *figures, *seal))
    if finished:
        _finish(save.match_id, state)
    transaction.on_commit(partial(live.publish, save.match_id, seq, body, finished))
    return Answer(outcome)


def _public(frame: dict[str, Any], match_id: str) -> tuple[str, list[Any]]:
    """The statement that repeats a frame's changed figures in the public row; empty when none has changed."""
    board = frame.get("board") or frame["patch"]
    changed = {name: board[name] for name in ("phase", "day", "date") if name in board}
    changed |= {name: _cents(board[name]) for name in ("cash", "net_worth") if name in board}
    columns = ", ".join(f"{name} = %s" for name in changed)
    return (
        f"UPDATE league_match SET {columns} WHERE id = %s" if changed else "",
        [*changed.values(), match_id],
    )


def _finish(match_id: str, state: Any) -> None:
    """The end: score, personas and seeds leave the save."""
    score, reveal = engine.score(state), engine.reveal(state)
    board = engine.frame(state, [])["board"]
    Match.objects.filter(pk=match_id).update(
        phase=Match.Phase.FINISHED,
        day=state.day,
        date=board["date"],
        cash=_cents(board["cash"]),
        net_worth=_cents(board["net_worth"]),
        end=state.end,
        finished_at=timezone.now(),
        score=score,
        reveal=reveal,
        world_seed=reveal["world_seed"],
        match_seed=reveal["match_seed"],
    )


def _body(seq: int, frame: dict[str, Any], thought: str) -> str:
    return _text({"seq": seq, "thought": thought, **frame})


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _cents(dollars: str) -> int:
    """ "12.50" -> 1250; the engine writes two places always."""
    return int(dollars.replace(".", ""))
