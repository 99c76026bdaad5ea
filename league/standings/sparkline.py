"""The rounds of a row as a small line: one point a round, a gap where a round was not played."""

from collections.abc import Callable, Iterable

from league.standings.board import Row
from league.standings.maths import RoundFigures

WIDTH, HEIGHT, EDGE = 96, 24, 3

# What a board draws of a round; None where there is nothing to draw.
FIGURES: dict[str, Callable[[RoundFigures], float | None]] = {
    "net_worth": lambda each: each.net_worth / each.matches,
    "longevity": lambda each: each.days / each.matches,
    "precision": lambda each: each.tp / each.marked if each.marked else None,
    "recall": lambda each: each.tp / each.bad if each.bad else None,
}


class Scale:
    """One scale for all rows that are shown together, so that heights can be compared."""

    def __init__(self, board: str, rows: Iterable[Row], rounds: int) -> None:
        self.figure, self.rounds = FIGURES[board], rounds
        values = [value for row in rows for each in row.rounds if (value := self.figure(each)) is not None]
        self.low, self.high = (min(values), max(values)) if values else (0.0, 0.0)

    def path(self, row: Row) -> str:
        """SVG path data: a line where rounds follow each other, a dot for one that stands alone."""
        points = [
            (each.round, f"{self._x(each.round):g} {self._y(value):g}")
            for each in row.rounds
            if (value := self.figure(each)) is not None
        ]
        drawn, last = [], None
        for at, (number, point) in enumerate(points):
            if last is not None and number == last + 1:
                drawn.append(f"L{point}")
            else:
                alone = at + 1 == len(points) or points[at + 1][0] != number + 1
                drawn.append(f"M{point}h0" if alone else f"M{point}")
            last = number
        return "".join(drawn)

    def _x(self, number: int) -> float:
        steps = max(self.rounds - 1, 1)
        return round(EDGE + (number - 1) * (WIDTH - 2 * EDGE) / steps, 1)

    def _y(self, value: float) -> float:
        if self.high == self.low:
            return HEIGHT / 2
        return round(HEIGHT - EDGE - (value - self.low) * (HEIGHT - 2 * EDGE) / (self.high - self.low), 1)
