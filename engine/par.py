"""The par line: what the house agents make of the very same match."""

from __future__ import annotations

from typing import Any

from engine.bots import BOTS
from engine.play import play
from engine.state import State


def par(state: State) -> dict[str, list[dict[str, Any]]]:
    """The frames of each house agent's match with the rules, days and seeds of this one. They hold what is
    still to come: before a match is finished nobody may see more of them than its own days."""
    hidden = state.hidden
    return {
        name: play(bot(), state.rules, state.days, hidden.world_seed, hidden.match_seed, state.start)[2]
        for name, bot in BOTS.items()
    }
