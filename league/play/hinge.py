"""THE HINGE. Only here does a match move, always in the same order: lock, thaw, apply, append, freeze,
commit, then tell. Only this package names the engine's apply and the sealed Save.

A match of a paired round is held back (RULES §8): its frames and figures go into Held and HeldFrame, and
`embargo` moves them out once they may be seen.
"""

import logging
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from celery import current_app
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerAway

import engine
from league import bell, live, metrics, notices
from league.access import OWN_MATCH, Caller, NotThere
from league.models import Call, Held, Match, Settlement
from league.play import embargo
from league.play.opening import Key, NotNow
from league.play.table import HELD_FRAME, NEW_FRAME, cents, frame_text, now, run, text, writing

log = logging.getLogger(__name__)

SETTLEMENT_SECONDS = 10  # how long end_day waits for its day


@dataclass(frozen=True, slots=True)
class Answer:
    """What the engine told the caller, as JSON text; `repeated` when it is the recorded one."""

    outcome: str
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Pending:
    """The day is closed and its settlement is under way."""

    day: int


class Sealed(NamedTuple):
    """The locked row, and the call recorded under the same idempotency key, if there is one. `round_id` and
    `entry_id` of a match of a season; `held` when its frames may not be seen yet."""

    match_id: str
    round_id: int | None
    entry_id: int | None
    held: bool
    void: bool
    phase: str
    day: int
    seq: int
    state: str
    outcome: str | None
    digest: str | None


_LOCK = """
SELECT m.id, m.round_id, m.entry_id, h.match_id IS NOT NULL, m.voided_at IS NOT NULL,
m.phase, m.day, s.seq, s.state, c.outcome, c.digest
FROM league_match m JOIN league_save s ON s.match_id = m.id
LEFT JOIN league_held h ON h.match_id = m.id
LEFT JOIN league_call c ON c.match_id = m.id AND c.idempotency_key = %s
WHERE """
_NEW_CALL = """INSERT INTO league_call
(match_id, seq, day, tool, arguments, thought, outcome, idempotency_key, digest, created_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"""
_SEAL = "UPDATE league_save SET seq = %s, state = %s WHERE match_id = %s"


def lock(condition: str, *values: Any, key: Key | None = None) -> Sealed:
    rows = "" if connection.vendor == "sqlite" else " FOR UPDATE OF m, s"
    row = run(_LOCK + condition + rows, (key and key.value, *values)).fetchone()
    if row is None:
        raise NotThere
    save = Sealed(*row)
    if save.round_id is not None:  # read after the lock: the joined row may be from before the wait for it
        now_held = run("SELECT phase, day FROM league_held WHERE match_id = %s", (save.match_id,)).fetchone()
        held = dict(zip(("phase", "day"), now_held or (save.phase, save.day), strict=True))
        save = save._replace(held=now_held is not None, **held)
    return save


def act(caller: Caller, match_id: str, action: Any, *, key: Key | None = None) -> Answer:
    """One call of any tool but end_day."""
    try:
        return _act(caller, match_id, action, key)
    except IntegrityError:
        if key is None:
            raise
        return _act(caller, match_id, action, key)  # the same key was faster by a moment: its answer is there


def _act(caller: Caller, match_id: str, action: Any, key: Key | None) -> Answer:
    with writing():
        save = lock(OWN_MATCH, match_id, caller.agent_id, key=key)
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
    with metrics.SETTLED.time():
        answer = report(match_id, closed.day)
        if answer is None:
            bell.wait(match_id, closed.day, seconds)
            answer = report(match_id, closed.day)
    return answer or closed


def close_day(caller: Caller, match_id: str, action: Any, *, key: Key | None = None) -> Answer | Pending:
    with writing():
        save = lock(OWN_MATCH, match_id, caller.agent_id, key=key)
        if key is not None:
            save = _with_call_of(save, key)
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
        (Held.objects if save.held else Match.objects).filter(pk=match_id).update(phase=Match.Phase.SETTLING)
        transaction.on_commit(partial(queue, match_id, save.day))
    return Pending(save.day)


def settle_day(match_id: str, day: int) -> bool:
    """Settle a closed day, once however often and from wherever this is called."""
    with writing():
        save = lock("m.id = %s", match_id)
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


def time_out(match_id: str, reason: str, fault: str = "") -> bool:
    """End an open match by the league's clock. One that is being settled is left for the next look."""
    with writing():
        save = lock("m.id = %s", match_id)
        if save.phase != Match.Phase.OPEN or save.void:
            return False
        stop(save, reason)
        if fault:
            Match.objects.filter(pk=match_id).update(fault=fault)
    return True


def stop(save: Sealed, reason: str) -> None:
    state = engine.thaw(save.state)
    _append(save, state, engine.time_out(state, reason), "time_out", {"reason": reason}, "", None)


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


def forget_settled(before: datetime) -> int:
    """The queue of matches that ended before then; what came of it is in their calls."""
    over = Settlement.objects.filter(
        match__phase=Match.Phase.FINISHED, match__finished_at__lt=before, settled_at__isnull=False
    )
    return int(over.delete()[0])


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


def par(match: Match) -> dict[str, list[dict[str, Any]]]:
    """The frames of the house agents on the seeds of this practice match: before its end they hold what the
    caller must not pass on (league.checkup)."""
    return dict(engine.par(_saved(match)))


def _saved(match: Match) -> Any:
    (state,) = run("SELECT state FROM league_save WHERE match_id = %s", (match.pk,)).fetchone()
    return engine.thaw(state)


def _with_call_of(save: Sealed, key: Key) -> Sealed:
    """Look for the key again. The statement that waited for the lock saw calls as they were when it began;
    meanwhile the same key may have closed this day and had it settled: it must not close the next one."""
    calls = Call.objects.filter(match_id=save.match_id, idempotency_key=key.value)
    found = calls.values_list("outcome", "digest").first()
    return save if found is None else save._replace(outcome=found[0], digest=found[1])


def _recorded(save: Sealed, key: Key | None) -> Answer:
    if key is None or save.digest != key.digest or save.outcome is None:
        raise NotNow("key_reused")
    return Answer(save.outcome, repeated=True)


def _require_open(save: Sealed, key: Key | None) -> None:
    if save.void:
        raise NotNow("match_void")
    if save.phase == Match.Phase.FINISHED:
        raise NotNow("match_finished")
    if save.phase == Match.Phase.SETTLING:
        waiting = Settlement.objects.filter(match_id=save.match_id, day=save.day).first()
        if key and waiting and waiting.idempotency_key == key.value:
            raise NotNow("in_flight" if waiting.digest == key.digest else "key_reused")
        raise NotNow("settling")


def _apply(save: Sealed, action: Any, *, key: Key | None) -> Answer:
    state = engine.thaw(save.state)
    return _append(
        save, state, engine.apply(state, action), action.tool, action.arguments, action.thought, key
    )


def _append(
    save: Sealed,
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
    body = frame_text(seq, frame, thought)
    outcome = text(engine.outcome(events))
    call = (
        save.match_id,
        seq,
        save.day,
        tool,
        text(arguments),
        thought,
        outcome,
        key.value if key else None,
        key.digest if key else "",
        now(),
    )
    line = (save.match_id, seq, save.day, body)
    seal = (seq, engine.freeze(state), save.match_id)
    finished = state.phase == Match.Phase.FINISHED
    table = "league_held" if save.held else "league_match"
    public, figures = ("", []) if finished else _public(frame, table, save.match_id)
    new_frame = HELD_FRAME if save.held else NEW_FRAME
    if connection.vendor == "sqlite":
        run(_NEW_CALL, call)
        run(new_frame, line)
        if public:
            run(public, figures)
        run(_SEAL, seal)
    else:
        at_once = f"WITH c AS ({_NEW_CALL}), f AS ({new_frame})"
        at_once = f"{at_once}, p AS ({public}) {_SEAL}" if public else f"{at_once} {_SEAL}"
        run(at_once, (*call, *line, *figures, *seal))
    if finished:
        _finish(save, state)
    if not save.held:
        transaction.on_commit(partial(live.publish, save.match_id, seq, body, finished))
    elif save.round_id is not None and (finished or state.day != save.day):
        transaction.on_commit(partial(embargo.look_again, save.round_id))
    return Answer(outcome)


def _public(frame: dict[str, Any], table: str, match_id: str) -> tuple[str, list[Any]]:
    """The statement that repeats a frame's changed figures in the public row, or in that of what is held
    back; empty when none has changed."""
    board = frame.get("board") or frame["patch"]
    changed = {name: board[name] for name in ("phase", "day", "date") if name in board}
    changed |= {name: cents(board[name]) for name in ("cash", "net_worth") if name in board}
    if not changed:
        return "", []
    columns = ", ".join(f"{name} = %s" for name in changed)
    key = "match_id" if table == "league_held" else "id"
    return f"UPDATE {table} SET {columns} WHERE {key} = %s", [*changed.values(), match_id]


def _finish(save: Sealed, state: Any) -> None:
    """The end: score, personas and seeds leave the save; those of a held match stay in it."""
    board = engine.frame(state, [])["board"]
    end = {
        "phase": Match.Phase.FINISHED,
        "day": state.day,
        "date": board["date"],
        "cash": cents(board["cash"]),
        "net_worth": cents(board["net_worth"]),
        "end": state.end,
        "finished_at": timezone.now(),
        "score": engine.score(state),
    }
    if save.held:
        Held.objects.filter(pk=save.match_id).update(**end, reveal=engine.reveal(state))
        if save.entry_id is not None:
            embargo.tell_boards(save.entry_id)
            notices.match_finished(save.match_id)
        return
    Match.objects.filter(pk=save.match_id).update(**end, **embargo.secrets_of(state))
    if save.entry_id is not None:
        embargo.tell_boards(save.entry_id)
        notices.match_finished(save.match_id)
