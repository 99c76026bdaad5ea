"""Boards: maths (no Django), order (who stands before whom), keep (the kept figures), board (what is
shown)."""

from league.standings.board import Row, Standings, frozen, standings
from league.standings.keep import copy, differences, recompute, refresh
from league.standings.order import BOARDS, Board

__all__ = [
    "BOARDS",
    "Board",
    "Row",
    "Standings",
    "copy",
    "differences",
    "frozen",
    "recompute",
    "refresh",
    "standings",
]
