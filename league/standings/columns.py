"""The columns of a board, named once for the page, its exports and its sorting."""

from collections.abc import Callable
from typing import Any, NamedTuple

from league.models import Entry
from league.standings.board import Row
from league.standings.maths import PER_MYRIAD, Figures, Mean
from league.standings.order import precision, recall

Number = int | float | None


class Column(NamedTuple):
    """`text` is what is read; `value` is what sorting compares, and what a spreadsheet gets if there is a
    `format` for it: else it gets the text."""

    id: str
    title: str
    text: Callable[[Row], str]
    value: Callable[[Row], str | Number]
    number: bool = True
    format: str = ""


def hundredths(value: int | None) -> str:
    """81233 -> "812.33"; no value is a dash."""
    if value is None:
        return "—"
    return f"{'-' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02}"


def per_cent(value: int | None) -> str:
    """6667, hundredths of a per cent -> "66.7%"."""
    return "—" if value is None else f"{value / 100:.1f}%"


def span(mean: Mean | None, text: Callable[[int | None], str]) -> str:
    return "—" if mean is None or mean.low is None else f"[{text(mean.low)}, {text(mean.high)}]"


def half_width(mean: Mean | None) -> Number:
    """By which an interval is sorted: how far it reaches."""
    return None if mean is None or mean.low is None or mean.high is None else (mean.high - mean.low) / 2


def marks(row: Row) -> list[str]:
    """What a reader must know beside the rank."""
    if row.out:
        return [state(row)]
    if not row.figures.n:
        return ["未出战"]
    found = ["暂定"] if row.provisional else []
    return [*found, "与榜首无法区分"] if row.separable is False else found


def state(row: Row) -> str:
    """Why a row has no rank."""
    said = Entry.State(row.state).label
    return f"{said}：{row.reason}" if row.reason else said


RANK = Column(
    "rank", "名次", lambda row: "—" if row.rank is None else str(row.rank), lambda row: row.rank, format="0"
)
AGENT = Column("agent", "智能体", lambda row: row.agent_name, lambda row: row.agent_name, number=False)
TEAM = Column("team", "队伍", lambda row: row.team_name, lambda row: row.team_name, number=False)
ROUNDS = Column("rounds", "轮数", lambda row: str(row.figures.n), lambda row: row.figures.n, format="0")
MATCHES = Column(
    "matches", "场数", lambda row: str(row.figures.matches), lambda row: row.figures.matches, format="0"
)
COMPLETED = Column(
    "completed",
    "期满",
    lambda row: f"{row.figures.completed}/{row.figures.matches}" if row.figures.n else "—",
    lambda row: row.figures.completed / row.figures.matches if row.figures.n else None,
)
MARKS = Column(
    "marks", "备注", lambda row: "；".join(marks(row)), lambda row: "；".join(marks(row)), number=False
)


def _kept(id: str, title: str, name: str) -> Column:
    return Column(
        id,
        title,
        lambda row: hundredths(getattr(row.figures, name)),
        lambda row: _hundredth(getattr(row.figures, name)),
        format="0.00",
    )


def _hundredth(value: int | None) -> Number:
    return None if value is None else value / 100


def _interval(of: Callable[[Figures], Mean | None], text: Callable[[int | None], str]) -> Column:
    return Column(
        "interval",
        "95% 区间",
        lambda row: span(of(row.figures), text),
        lambda row: half_width(of(row.figures)),
    )


def _pooled(id: str, title: str, of: Callable[[Figures], Mean | None]) -> Column:
    def value(row: Row) -> Number:
        share = of(row.figures)
        return None if share is None else share.mean / PER_MYRIAD

    def text(row: Row) -> str:
        share = of(row.figures)
        return per_cent(None if share is None else share.mean)

    return Column(id, title, text, value, format="0.0%")


def _counts(title: str, whole: str) -> Column:
    return Column(
        "counts",
        title,
        lambda row: f"{row.figures.tp}/{getattr(row.figures, whole)}" if row.figures.n else "—",
        lambda row: row.figures.tp if row.figures.n else None,
    )


def _worth(figures: Figures) -> Mean | None:
    mean = figures.net_worth_mean
    return None if mean is None else Mean(mean, figures.net_worth_low, figures.net_worth_high)


def _days(figures: Figures) -> Mean | None:
    mean = figures.days_mean
    return None if mean is None else Mean(mean, figures.days_low, figures.days_high)


_WHO, _END = (RANK, AGENT, TEAM), (ROUNDS, MATCHES, MARKS)
COLUMNS: dict[str, tuple[Column, ...]] = {
    "net_worth": (
        *_WHO,
        _kept("mean", "净资产均值（美元）", "net_worth_mean"),
        _interval(_worth, hundredths),
        _kept("min", "最低一场（美元）", "net_worth_min"),
        COMPLETED,
        *_END,
    ),
    "longevity": (
        *_WHO,
        _kept("mean", "存活均值（天）", "days_mean"),
        _interval(_days, hundredths),
        Column(
            "min",
            "最短一场（天）",
            lambda row: "—" if row.figures.days_min is None else str(row.figures.days_min),
            lambda row: row.figures.days_min,
            format="0",
        ),
        COMPLETED,
        *_END,
    ),
    "precision": (
        *_WHO,
        _pooled("mean", "精确率", precision),
        _interval(precision, per_cent),
        _counts("标对/标记", "marked"),
        *_END,
    ),
    "recall": (
        *_WHO,
        _pooled("mean", "召回率", recall),
        _interval(recall, per_cent),
        _counts("标对/骗子", "bad"),
        *_END,
    ),
}


def sorted_by(rows: list[Row], board: str, wanted: str) -> list[Row]:
    """By a column, "-" before its id for the other way round; who has no value stays last. An unknown one
    sorts by nothing. Ranks stay with their rows."""
    column = next((each for each in COLUMNS[board] if each.id == wanted.removeprefix("-")), None)
    if column is None or wanted == RANK.id:
        return rows
    of: Callable[[Row], Any] = column.value
    having = [row for row in rows if of(row) is not None]
    having.sort(key=of, reverse=wanted.startswith("-"))
    return having + [row for row in rows if of(row) is None]
