"""THE HINGE: only this package moves a match, names the engine's apply, or reads what is sealed."""

from league.play.embargo import lift, release
from league.play.freezing import freeze, thaw, thaw_published
from league.play.hinge import (
    SETTLEMENT_SECONDS,
    Answer,
    Pending,
    act,
    close_day,
    end_day,
    forget_settled,
    lost_settlements,
    observe,
    observe_with_notes,
    par,
    queue,
    report,
    settle_day,
    time_out,
)
from league.play.opening import OPEN_PRACTICE_MATCHES, RULESET, Key, NotNow, open_match
from league.play.rounds import open_round_match, rerun, void

__all__ = [
    "OPEN_PRACTICE_MATCHES",
    "RULESET",
    "SETTLEMENT_SECONDS",
    "Answer",
    "Key",
    "NotNow",
    "Pending",
    "act",
    "close_day",
    "end_day",
    "forget_settled",
    "freeze",
    "lift",
    "lost_settlements",
    "observe",
    "observe_with_notes",
    "open_match",
    "open_round_match",
    "par",
    "queue",
    "release",
    "report",
    "rerun",
    "settle_day",
    "thaw",
    "thaw_published",
    "time_out",
    "void",
]
