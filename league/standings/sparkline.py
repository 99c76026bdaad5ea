"""The rounds of a row as a small line: one point a round, a gap where a round was not played."""

from collections.abc import Callable, Sequence

from league.standings.board import Row
from league.standings.maths import RoundFigures

WIDTH, HEIGHT, EDGE = 960, 240, 30  # of the viewBox

# What a board draws of a round; None where there is nothing to draw.
FIGURES: dict[str, Callable[[RoundFigures], float | None]] = {
    "net_worth": lambda each: each.net_worth / each.matches,
    "longevity": lambda each: each.days / each.matches,
    "precision": lambda each: each.tp / each.marked if each.marked else None,
    "recall": lambda each: each.tp / each.bad if each.bad else None,
}


def sparklines(board: str, rows: Sequence[Row], rounds: int) -> list[str]:
    """SVG path data of each row. All rows that are shown together share one scale, so heights compare."""
    figure = FIGURES[board]
    points = [
        [(each.round, value) for each in row.rounds if (value := figure(each)) is not None] for row in rows
    ]
    values = [value for of_row in points for _, value in of_row]
    low, high = (min(values), max(values)) if values else (0.0, 0.0)
    step = (WIDTH - 2 * EDGE) / max(rounds - 1, 1)
    rise = (HEIGHT - 2 * EDGE) / (high - low) if high > low else 0.0
    floor = HEIGHT - EDGE if rise else HEIGHT / 2
    return [
        _path(
            [(number, EDGE + (number - 1) * step, floor - (value - low) * rise) for number, value in of_row]
        )
        for of_row in points
    ]


def _path(points: list[tuple[int, float, float]]) -> str:
    """A line where rounds follow each other, a dot for one that stands alone."""
    drawn, last = [], 0
    for at, (number, x, y) in enumerate(points):
        if last and number == last + 1:
            drawn.append(f"L{x:.0f} {y:.0f}")
        else:
            alone = at + 1 == len(points) or points[at + 1][0] != number + 1
            drawn.append(f"M{x:.0f} {y:.0f}{'h0' if alone else ''}")
        last = number
    return "".join(drawn)
