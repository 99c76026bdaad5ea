"""What a season may become, when, and by whom; pure. The clock is handed in, never looked at."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from league.models import Round, Season

State = Season.State

CLOCK, HAND = "clock", "hand"


class Move(NamedTuple):
    """One legal transition: who may make it, and what the button says."""

    by: frozenset[str]
    label: str
    ends_play: bool = False  # asks for a reason


BOTH, BY_HAND = frozenset({CLOCK, HAND}), frozenset({HAND})

MOVES: dict[tuple[str, str], Move] = {
    (State.DRAFT, State.REGISTRATION): Move(BOTH, "现在开始报名"),
    (State.REGISTRATION, State.DRAFT): Move(BY_HAND, "退回草稿"),
    (State.REGISTRATION, State.RUNNING): Move(BOTH, "现在开赛"),
    (State.REGISTRATION, State.CLOSED): Move(BY_HAND, "取消赛季", ends_play=True),
    (State.RUNNING, State.CLOSED): Move(BOTH, "提前结束赛季", ends_play=True),
    (State.CLOSED, State.RUNNING): Move(frozenset(), "重赛"),  # a re-run alone takes this way
    (State.CLOSED, State.PUBLISHED): Move(BOTH, "公布成绩"),
    (State.PUBLISHED, State.CLOSED): Move(BY_HAND, "撤回公布", ends_play=True),
}


@dataclass(frozen=True, slots=True)
class Facts:
    """What a hand's move depends on besides the season itself."""

    entries: int = 0  # pending and accepted
    accepted: int = 0
    under_way: int = 0  # matches that count and are not finished


def due(season: Season, rounds: Sequence[Round], now: datetime) -> str | None:
    """What the clock makes of a season at this moment, or None."""
    match season.state:
        case State.DRAFT if season.scheduled_at is not None and season.registration_opens_at <= now:
            return State.REGISTRATION
        case State.REGISTRATION if rounds and min(r.opens_at for r in rounds) <= now:
            return State.RUNNING
        case State.RUNNING if all(r.closed_at is not None for r in rounds):
            return State.CLOSED
        case State.CLOSED if season.publish_after is not None and season.closed_at is not None:
            return State.PUBLISHED if season.closed_at + season.publish_after <= now else None
    return None


def refused(season: Season, to: str, facts: Facts) -> str | None:
    """Why a hand may not make this move now; None when it may."""
    move = MOVES.get((season.state, to))
    if move is None or HAND not in move.by:
        return f"赛季现在是「{season.get_state_display()}」，不能这样变更。"
    match (season.state, to):
        case (State.REGISTRATION, State.DRAFT) if facts.entries:
            return "已经有人报名，不能退回草稿；要停办请取消赛季。"
        case (State.REGISTRATION, State.RUNNING) if not facts.accepted:
            return "还没有参赛者，不能开赛。"
        case (State.RUNNING, State.CLOSED) if facts.under_way:
            return f"还有 {facts.under_way} 场比赛在进行，打完或截止后才能结束赛季。"
        case (State.CLOSED, State.PUBLISHED) if facts.under_way:
            return f"还有 {facts.under_way} 场重赛没有打完，现在不能公布。"
    return None


def choices(season: Season, facts: Facts) -> list[tuple[str, Move, str | None]]:
    """The moves a hand could make from here, with what stands in their way."""
    found = [(to, move) for (start, to), move in MOVES.items() if start == season.state and HAND in move.by]
    return [(to, move, refused(season, to, facts)) for to, move in found]


class Idle(StrEnum):
    """How near a match is to being timed out."""

    FINE = "fine"
    SOON = "soon"  # half of its time is gone
    URGENT = "urgent"  # four fifths
    OVER = "over"


IDLE_LABELS = {Idle.FINE: "正常", Idle.SOON: "久未行动", Idle.URGENT: "即将超时", Idle.OVER: "已超时"}


class Countdown(NamedTuple):
    """When a match ends if nothing more comes, why then, and how near that is."""

    state: Idle
    ends_at: datetime
    because: str  # "idle" or "due"


class Played(NamedTuple):
    """What of a match its deadlines depend on."""

    opened: datetime
    last: datetime  # its latest call, or its opening
    due_at: datetime


def countdown(played: Played, limit: timedelta, clock_since: datetime, now: datetime) -> Countdown:
    """Time in which the clock stood still is nobody's fault: idle time counts from when that runs again."""
    start = max(played.last, clock_since)
    idle_at, due_at = start + limit, deadline(played, clock_since)
    gone = (now - start) / limit
    if now >= min(idle_at, due_at):
        state = Idle.OVER
    elif gone >= 0.8 or due_at - now <= 0.1 * limit:
        state = Idle.URGENT
    else:
        state = Idle.SOON if gone >= 0.5 else Idle.FINE
    return Countdown(state, min(idle_at, due_at), "idle" if idle_at < due_at else "due")


OUTAGE_GRACE = timedelta(minutes=15)


def deadline(played: Played, clock_since: datetime) -> datetime:
    """When its round is over; if the clock stood still meanwhile, not before a little after it ran again."""
    return max(played.due_at, clock_since + OUTAGE_GRACE) if clock_since > played.opened else played.due_at


class RoundState(StrEnum):
    WAITING = "waiting"
    OPEN = "open"
    CLOSED = "closed"
    DROPPED = "dropped"  # the season ended before it opened


ROUND_LABELS = {
    RoundState.WAITING: "未开始",
    RoundState.OPEN: "进行中",
    RoundState.CLOSED: "已结束",
    RoundState.DROPPED: "未举行",
}


def round_state(round: Round) -> RoundState:
    if round.closed_at is not None:
        return RoundState.CLOSED if round.opened_at is not None else RoundState.DROPPED
    return RoundState.OPEN if round.opened_at is not None else RoundState.WAITING
