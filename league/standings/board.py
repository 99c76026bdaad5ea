"""One board of one season, in its order, as the public or as the league's people may see it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import F, TextField
from django.db.models.functions import Cast

from league.models import Entry, Round, Season
from league.standings.keep import SHOWN
from league.standings.maths import Figures, RoundFigures
from league.standings.order import BOARDS, Board, Candidate, provisional, regular


class Row(NamedTuple):
    """`rank` is None for who has no result, has left or is disqualified; `separable` as in order.Placed."""

    number: int
    agent: str
    agent_name: str
    team_name: str
    state: str
    reason: str
    figures: Figures
    kept_rounds: str | list[RoundFigures]  # as JSON text, which is read for the rows that are shown
    rank: int | None = None
    separable: bool | None = None
    provisional: bool = False

    @property
    def rounds(self) -> list[RoundFigures]:
        if isinstance(self.kept_rounds, str):
            return [RoundFigures(*each) for each in json.loads(self.kept_rounds)]
        return self.kept_rounds

    @property
    def out(self) -> bool:
        """Played and may not be ranked."""
        return self.state != Entry.State.ACCEPTED


@dataclass(frozen=True, slots=True)
class Standings:
    board: Board
    rounds: list[Round]
    frozen_at: datetime | None  # the rows stand still since then
    rows: list[Row]

    @property
    def over(self) -> int:
        """Rounds that are over, as far as these rows know."""
        return over(self.rounds, self.frozen_at)

    @property
    def provisional(self) -> bool:
        """Until half the rounds are over."""
        return 2 * self.over < len(self.rounds)


def over(rounds: Iterable[Round], until: datetime | None) -> int:
    closed = [each.closed_at for each in rounds if each.closed_at]
    return len(closed if until is None else [at for at in closed if at <= until])


def frozen(season: Season) -> bool:
    """Whether the public sees the copy."""
    return season.frozen_at is not None and season.published_at is None


def standings(
    season: Season, board: str, *, public: bool = True, instead: Mapping[int, str] | None = None
) -> Standings:
    """Two queries, whatever the season's size. `instead`: states that entries would have, for a preview."""
    until = season.frozen_at if public and frozen(season) else None
    rounds = list(Round.objects.filter(season=season).order_by("number"))
    found: Iterable[Row] = _rows(season, until is not None)
    if instead:
        found = (row._replace(state=instead.get(row.number, row.state)) for row in found)
    rows = placed(BOARDS[board], found, len(rounds), over(rounds, until))
    return Standings(BOARDS[board], rounds, until, rows)


def placed(board: Board, rows: Iterable[Row], rounds: int, rounds_over: int) -> list[Row]:
    """Ranked rows, then those who have not played, then those who are out of it."""
    by_number = {row.number: row for row in rows}
    in_it = [
        Candidate(row.number, row.figures, regular(row.figures, rounds_over))
        for row in by_number.values()
        if not row.out
    ]
    ranked = [
        by_number[each.number]._replace(
            rank=each.rank,
            separable=each.separable,
            provisional=each.rank is not None and provisional(by_number[each.number].figures, rounds),
        )
        for each in board.place(in_it)
    ]
    return ranked + sorted((row for row in by_number.values() if row.out), key=lambda row: row.number)


def _rows(season: Season, still: bool) -> Iterable[Row]:
    """An entry that left before it had a result is not listed."""
    of = "standingcopy" if still else "standing"
    columns = [f"{of}__{name}" for name in Figures._fields]
    entries = Entry.objects.filter(season=season, **({"standingcopy__isnull": False} if still else {}))
    found = entries.annotate(
        shown_state=F("standingcopy__state") if still else F("state"),
        shown_reason=F("standingcopy__reason") if still else F("reason"),
        kept_rounds=Cast(f"{of}__rounds", TextField()),
    ).filter(shown_state__in=SHOWN)
    names = ("pk", "agent__slug", "agent__name", "agent__team__name", "shown_state", "shown_reason")
    for row in found.order_by("pk").values_list(*names, "kept_rounds", *columns):
        number, agent, agent_name, team_name, state, reason, rounds, *values = row
        figures = _NONE if values[0] is None else Figures._make(values)  # of an outer join
        if state != Entry.State.WITHDRAWN or figures.n:
            yield Row(number, agent, agent_name, team_name, state, reason, figures, rounds or "[]")


_NONE = Figures()
