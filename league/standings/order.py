"""Who stands before whom. The page's sentence about the order is made of the very criteria that sort."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from league.standings.maths import Figures, Mean, overlap, share


class Candidate(NamedTuple):
    """An entry that may be ranked. `number` is its place in the order of registration; `regular` that it
    has a result in at least half of the rounds that are over."""

    number: int
    figures: Figures
    regular: bool = True


class Criterion(NamedTuple):
    """More is better; None is worst."""

    text: str
    of: Callable[[Candidate], int | float | None]


class Placed(NamedTuple):
    """`rank` is None without a result. `separable` from the leader: None where an interval is missing, and
    for the leader itself."""

    number: int
    rank: int | None
    separable: bool | None


@dataclass(frozen=True, slots=True)
class Board:
    name: str
    title: str
    unit: str
    criteria: tuple[Criterion, ...]
    figure: Callable[[Figures], Mean | None]

    @property
    def order(self) -> str:
        """The order in words."""
        steps = "；".join(f"{mark} {each.text}" for mark, each in zip("①②③④", self.criteria, strict=False))
        return f"{steps}。全都相同的名次并列（1、2、2、4），并列的按报名先后列出；没有成绩的不排名次。"

    def key(self, candidate: Candidate) -> tuple[tuple[bool, int | float], ...]:
        """Higher comes first."""
        values = (criterion.of(candidate) for criterion in self.criteria)
        return tuple((value is not None, value or 0) for value in values)

    def place(self, candidates: Iterable[Candidate]) -> list[Placed]:
        """All of them in the board's order, whatever order they come in."""
        rows = sorted(candidates, key=lambda each: each.number)
        ranked = [(self.key(each), each) for each in rows if each.figures.n]
        ranked.sort(key=lambda pair: pair[0], reverse=True)  # stable: equals stay in order of registration
        placed: list[Placed] = []
        rank, before, leader = 0, None, None
        for at, (key, each) in enumerate(ranked, start=1):
            if key != before:
                rank, before = at, key
            figure = self.figure(each.figures)
            meets = None if at == 1 else overlap(leader, figure)
            leader = figure if at == 1 else leader
            placed.append(Placed(each.number, rank, None if meets is None else not meets))
        return placed + [Placed(each.number, None, None) for each in rows if not each.figures.n]


def _mean(mean: int | None, low: int | None, high: int | None) -> Mean | None:
    return None if mean is None else Mean(mean, low, high)


def _net_worth(figures: Figures) -> Mean | None:
    return _mean(figures.net_worth_mean, figures.net_worth_low, figures.net_worth_high)


def _days(figures: Figures) -> Mean | None:
    return _mean(figures.days_mean, figures.days_low, figures.days_high)


def precision(figures: Figures) -> Mean | None:
    return share(figures.tp, figures.marked)


def recall(figures: Figures) -> Mean | None:
    return share(figures.tp, figures.bad)


def _ratio(part: int, whole: int) -> float | None:
    """Equal shares give the same float, and unequal ones of such small counts never do."""
    return part / whole if whole else None


_REGULAR = Criterion("已结束的轮次至少有一半出了成绩的在前", lambda each: int(each.regular))

BOARDS = {
    board.name: board
    for board in (
        Board(
            "net_worth",
            "净资产",
            "美元",
            (
                _REGULAR,
                Criterion(
                    "期满场次占比高的在前（破产、放弃、超时不算期满）",
                    lambda each: _ratio(each.figures.completed, each.figures.matches),
                ),
                Criterion("各轮净资产的平均值高的在前", lambda each: each.figures.net_worth_mean),
            ),
            _net_worth,
        ),
        Board(
            "longevity",
            "存活天数",
            "天",
            (_REGULAR, Criterion("各轮存活天数的平均值高的在前", lambda each: each.figures.days_mean)),
            _days,
        ),
        Board(
            "precision",
            "识骗精确率",
            "%",
            (
                _REGULAR,
                Criterion(
                    "精确率（标对 ÷ 标记，各场合计）高的在前，一个都没标的排在最后",
                    lambda each: _ratio(each.figures.tp, each.figures.marked),
                ),
            ),
            precision,
        ),
        Board(
            "recall",
            "识骗召回率",
            "%",
            (
                _REGULAR,
                Criterion(
                    "召回率（标对 ÷ 全部骗子，各场合计）高的在前",
                    lambda each: _ratio(each.figures.tp, each.figures.bad),
                ),
            ),
            recall,
        ),
    )
}


def provisional(figures: Figures, rounds: int) -> bool:
    """Until half of the season's rounds are in."""
    return 2 * figures.n < rounds


def regular(figures: Figures, rounds_over: int) -> bool:
    """Has a result in at least half of the rounds that are over."""
    return 2 * figures.n >= rounds_over
