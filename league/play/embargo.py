"""What may be seen of a paired round, whose matches share one world (RULES §8): frames of a day once every
match has got past it or is finished, seeds once the round is closed. What may not is not in the tables that
the public reads; here it is moved there."""

import json
import logging
from functools import partial
from typing import Any

from django.db import transaction

import engine
from league import live, standings
from league.models import Entry, Frame, Held, HeldFrame, Match, Round
from league.play.table import cents, run, writing

log = logging.getLogger(__name__)

FIGURES = ("phase", "day", "date", "cash", "net_worth", "end", "finished_at", "score")


def secrets_of(state: Any) -> dict[str, Any]:
    """What a match reveals when it may."""
    reveal = engine.reveal(state)
    return {"reveal": reveal, "world_seed": reveal["world_seed"], "match_seed": reveal["match_seed"]}


def tell_boards(entry_id: int) -> None:
    """THE call site of the boards: a result of this entry came, or went, in this transaction."""
    standings.recompute(entry_id)


def look_again(round_id: int) -> None:
    """A match of the round has got past a day. If this fails, the clock looks again."""
    try:
        lift(round_id)
    except Exception:
        log.exception("round %d is not lifted yet", round_id)


def horizon(round: Round) -> int:
    """The last day that every match of the round has got past or is finished; 0 while one has not begun."""
    held = Held.objects.filter(match__round=round, match__voided_at=None)
    rows = list(held.values_list("match__entry", "match__number", "phase", "day"))
    playing = Entry.objects.filter(
        season=round.season_id, state=Entry.State.ACCEPTED, decided_at__lte=round.opened_at
    ).values_list("pk", flat=True)
    wanted = {(entry, number) for entry in playing for number in range(1, round.season.matches_per_round + 1)}
    if wanted - {(entry, number) for entry, number, _, _ in rows}:
        return 0
    days = round.season.days
    return min(
        (days if phase == Match.Phase.FINISHED else day - 1 for _, _, phase, day in rows), default=days
    )


def lift(round_id: int) -> int | None:
    """Move out what may be seen by now, and tell it; what was seen stays seen. The last such day."""
    with writing():
        round = (
            Round.objects.select_for_update(of=("self",), no_key=True)
            .select_related("season")
            .get(pk=round_id)
        )
        if round.public_day is None or standings.frozen(round.season):
            return None
        day = max(round.public_day, horizon(round))
        if day == round.public_day and not _behind(round):
            return day
        Round.objects.filter(pk=round_id).update(public_day=day)
        for match_id in Held.objects.filter(match__round=round).values_list("pk", flat=True):
            _move(match_id, day)
    return day


def release(round_id: int) -> None:
    """The round is closed: everything is public, seeds and personas too."""
    with writing():
        round = (
            Round.objects.select_for_update(of=("self",), no_key=True)
            .select_related("season")
            .get(pk=round_id)
        )
        if standings.frozen(round.season):
            _count_behind_the_ice(round)
            return
        for match_id in Held.objects.filter(match__round=round).values_list("pk", flat=True):
            held = _move(match_id, round.season.days)
            match = Match.objects.filter(pk=held.match_id)
            if held.phase == Match.Phase.FINISHED:
                (state,) = run(
                    "SELECT state FROM league_save WHERE match_id = %s", (held.match_id,)
                ).fetchone()
                match.update(**secrets_of(engine.thaw(state)))
                told = match.values_list("entry_id", flat=True).get()
                if told is not None:
                    tell_boards(told)
            else:  # under way after a freeze, or a stuck one that was voided
                match.update(**{name: getattr(held, name) for name in FIGURES[:5]})
            held.delete()
        if round.public_day is not None:
            Round.objects.filter(pk=round_id).update(public_day=None)


def _count_behind_the_ice(round: Round) -> None:
    """The round of a frozen season is closed: its results count on the board that the public does not see."""
    Round.objects.filter(pk=round.pk).update(public_day=None)
    entries = Match.objects.filter(round=round, entry__isnull=False).values_list("entry_id", flat=True)
    for entry_id in sorted(set(entries)):
        if entry_id is not None:
            tell_boards(entry_id)


def _behind(round: Round) -> bool:
    """Whether frames wait that may be seen, since a match went on to play a day that is public already."""
    return HeldFrame.objects.filter(match__round=round, day__lte=round.public_day).exists()


def _move(match_id: str, day: int) -> Held:
    """The frames of a match up to a day, with the figures that they show."""
    match = Match.objects.select_for_update(no_key=True).get(pk=match_id)  # no call of it is under way
    held = Held.objects.get(pk=match_id)
    frames = HeldFrame.objects.filter(match=match, day__lte=day).order_by("seq")
    lines = list(frames.values_list("seq", "day", "body"))
    Frame.objects.bulk_create(
        Frame(match=match, seq=seq, day=of_day, body=body) for seq, of_day, body in lines
    )
    frames.delete()
    ended = held.phase == Match.Phase.FINISHED and held.day <= day
    if ended:  # it counts once its seeds are told as well
        Match.objects.filter(pk=match_id).update(**{name: getattr(held, name) for name in FIGURES})
    elif shown := next(
        (board for *_, body in reversed(lines) if (board := json.loads(body).get("board"))), None
    ):
        Match.objects.filter(pk=match_id).update(
            day=shown["day"],
            date=shown["date"],
            cash=cents(shown["cash"]),
            net_worth=cents(shown["net_worth"]),
        )
    for seq, _, body in lines:
        last = ended and seq == lines[-1][0]
        transaction.on_commit(partial(live.publish, match_id, seq, body, last))
    return held
