"""The arithmetic of a board: no database, no Django, no clock. Money in cents, means of days in hundredths.

What is added up stays whole; a mean is rounded once, half-even, when it is kept. Boards compare what is kept,
so two rows that show the same figure share a rank.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

# Student's t at 97.5 %, for 1 to 30 degrees of freedom.
_T = (
    *(12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281),
    *(2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860),
    *(2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423),
)
_Z = 1.959964
PER_MYRIAD = 10_000


class Result(NamedTuple):
    """A finished match that counts. `tp`: bad suppliers marked; `marked`: marked at all; `bad`: bad at
    all."""

    round: int
    net_worth: int
    days: int
    completed: bool
    tp: int
    marked: int
    bad: int


class RoundFigures(NamedTuple):
    """One round of one entry, in sums over its matches, and the worst of them. Kept as a list in this
    order."""

    round: int
    matches: int
    completed: int
    net_worth: int
    net_worth_min: int
    days: int
    days_min: int
    tp: int
    marked: int
    bad: int


class Mean(NamedTuple):
    """A mean over rounds and its 95 % interval, which takes two rounds at least."""

    mean: int
    low: int | None
    high: int | None


class Figures(NamedTuple):
    """One entry over its rounds. `n` counts the rounds that have a result. Means are over rounds, a minimum
    is the worst single match. Without a result there is no figure, never a zero."""

    n: int = 0
    matches: int = 0
    completed: int = 0
    net_worth_mean: int | None = None
    net_worth_min: int | None = None
    net_worth_low: int | None = None
    net_worth_high: int | None = None
    days_mean: int | None = None
    days_min: int | None = None
    days_low: int | None = None
    days_high: int | None = None
    tp: int = 0
    marked: int = 0
    bad: int = 0


def by_round(results: Iterable[Result]) -> list[RoundFigures]:
    """The rounds of one entry, in order, whatever order its results come in."""
    rounds: dict[int, list[Result]] = {}
    for result in results:
        rounds.setdefault(result.round, []).append(result)
    return [_round(number, found) for number, found in sorted(rounds.items())]


def _round(number: int, found: list[Result]) -> RoundFigures:
    return RoundFigures(
        round=number,
        matches=len(found),
        completed=sum(each.completed for each in found),
        net_worth=sum(each.net_worth for each in found),
        net_worth_min=min(each.net_worth for each in found),
        days=sum(each.days for each in found),
        days_min=min(each.days for each in found),
        tp=sum(each.tp for each in found),
        marked=sum(each.marked for each in found),
        bad=sum(each.bad for each in found),
    )


def figures(rounds: Iterable[RoundFigures]) -> Figures:
    """Over the rounds of a season, or over those of several seasons. Each round weighs the same, however many
    matches it has: the matches of a round share its world, only rounds are independent of each other."""
    found = list(rounds)
    if not found:
        return Figures()
    worth = mean_of([Fraction(each.net_worth, each.matches) for each in found])
    days = mean_of([Fraction(100 * each.days, each.matches) for each in found], lowest=0)
    return Figures(
        n=len(found),
        matches=sum(each.matches for each in found),
        completed=sum(each.completed for each in found),
        net_worth_mean=worth.mean,
        net_worth_min=min(each.net_worth_min for each in found),
        net_worth_low=worth.low,
        net_worth_high=worth.high,
        days_mean=days.mean,
        days_min=min(each.days_min for each in found),
        days_low=days.low,
        days_high=days.high,
        tp=sum(each.tp for each in found),
        marked=sum(each.marked for each in found),
        bad=sum(each.bad for each in found),
    )


def mean_of(values: list[Fraction], lowest: int | None = None) -> Mean:
    """Mean and Student's 95 % interval of independent values."""
    n = len(values)
    mean = sum(values, Fraction(0)) / n
    if n < 2:
        return Mean(round(mean), None, None)
    variance = sum(((value - mean) ** 2 for value in values), Fraction(0)) / (n - 1)
    half = Fraction(t_975(n - 1) * sqrt(variance / n))
    low = round(mean - half)
    return Mean(round(mean), low if lowest is None else max(low, lowest), round(mean + half))


def t_975(df: int) -> float:
    """The quantile of Student's t that leaves 2.5 % above it; past the table by Cornish and Fisher's
    series."""
    if df <= len(_T):
        return _T[df - 1]
    return _Z + (_Z**3 + _Z) / (4 * df) + (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / (96 * df**2)


def share(part: int, whole: int) -> Mean | None:
    """A share pooled over matches, in hundredths of a per cent, with Wilson's 95 % interval; None of
    nothing."""
    if not whole:
        return None
    p, z2 = part / whole, _Z**2
    centre = (p + z2 / (2 * whole)) / (1 + z2 / whole)
    half = _Z * sqrt(p * (1 - p) / whole + z2 / (4 * whole**2)) / (1 + z2 / whole)
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return Mean(round(Fraction(PER_MYRIAD * part, whole)), round(PER_MYRIAD * low), round(PER_MYRIAD * high))


def overlap(one: Mean | None, other: Mean | None) -> bool | None:
    """Whether two intervals have a point in common; None where one of them has no interval."""
    if one is None or other is None or one.low is None or other.low is None:
        return None
    assert one.high is not None
    assert other.high is not None
    return one.low <= other.high and other.low <= one.high
