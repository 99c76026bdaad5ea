"""Boards: maths (no Django), order (who stands before whom), keep (the kept figures), board (what is
shown)."""

from league.standings.alltime import alltime
from league.standings.board import Row, Standings, frozen, standings
from league.standings.columns import COLUMNS, Column, sorted_by
from league.standings.keep import copy, differences, recompute, refresh
from league.standings.order import BOARDS, Board
from league.standings.par import Par, of_board
from league.standings.profile import of_agent
from league.standings.sparkline import sparklines

__all__ = [
    "BOARDS",
    "COLUMNS",
    "Board",
    "Column",
    "Par",
    "Row",
    "Standings",
    "alltime",
    "copy",
    "differences",
    "frozen",
    "of_agent",
    "of_board",
    "recompute",
    "refresh",
    "sorted_by",
    "sparklines",
    "standings",
]
