"""A board as a table: the same columns as its exports, sorted by any of them, in pages that keep ranks."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.safestring import SafeString

from league import standings
from league.access import NotThere
from league.pages.words import paint
from league.standings.columns import AGENT, MARKS, RANK, TEAM, marks

PAGE = 150
OWN_CELLS = {RANK.id, AGENT.id, TEAM.id, MARKS.id}  # drawn by the template, not as plain text


class Asked(NamedTuple):
    """What the address asks for."""

    board: str
    sort: str
    page: int

    @classmethod
    def read(cls, query: QueryDict) -> "Asked":
        board, page = query.get("board", "net_worth"), query.get("page", "1")
        if board not in standings.BOARDS or not (page.isascii() and page.isdecimal() and len(page) < 6):
            raise NotThere
        return cls(board, query.get("sort", ""), max(int(page), 1))

    def link(self, **changes: Any) -> str:
        wanted = {**self._asdict(), **changes}
        plain = {"board": "net_worth", "sort": "", "page": 1}
        return "?" + urlencode({name: value for name, value in wanted.items() if value != plain[name]})


def tabs(asked: Asked) -> list[dict[str, Any]]:
    return [
        {"title": board.title, "link": asked.link(board=name, sort="", page=1), "here": name == asked.board}
        for name, board in standings.BOARDS.items()
    ]


def table(asked: Asked, rows: Sequence[standings.Row], rounds: int) -> dict[str, Any]:
    """What boards/table.html draws."""
    ordered = standings.sorted_by(list(rows), asked.board, asked.sort)
    pages = max((len(ordered) + PAGE - 1) // PAGE, 1)
    if asked.page > pages:
        raise NotThere
    shown = ordered[(asked.page - 1) * PAGE : asked.page * PAGE]
    plain = [column for column in standings.COLUMNS[asked.board] if column.id not in OWN_CELLS]
    lines = standings.sparklines(asked.board, shown, rounds)
    return {
        "heads": [_head(asked, column) for column in standings.COLUMNS[asked.board]],
        "rows": [_cells(row, plain, line) for row, line in zip(shown, lines, strict=True)],
        "pages": pages,
        "previous": asked.link(page=asked.page - 1) if asked.page > 1 else "",
        "next": asked.link(page=asked.page + 1) if asked.page < pages else "",
        "page": asked.page,
        "total": len(ordered),
    }


def _head(asked: Asked, column: standings.Column) -> dict[str, Any]:
    """A title that sorts: figures from above first, then from below; ranks and names the other way."""
    first = "-" if column.number and column.id != RANK.id else ""
    other = {"": "-", "-": ""}[first]
    falling = {f"-{column.id}": "descending", column.id: "ascending"}
    by_rank = column.id == RANK.id and not asked.sort
    return {
        "title": column.title,
        "number": column.number,
        "link": asked.link(
            sort=""
            if column.id == RANK.id
            else (other if asked.sort == first + column.id else first) + column.id,
            page=1,
        ),
        "sorted": "ascending" if by_rank else falling.get(asked.sort, ""),
    }


def _cells(row: standings.Row, plain: Sequence[standings.Column], path: str) -> tuple[Any, ...]:
    return (
        RANK.text(row),
        row.agent,
        row.agent_name,
        row.team_name,
        paint(row.agent),
        _tags('<td class="n">', (column.text(row) for column in plain), "</td>"),
        _tags('<span class="tag">', marks(row), "</span> "),
        path,
        row.rank is None,
    )


def _tags(begin: str, texts: Iterable[str], end: str) -> SafeString:
    """Many small elements at once: a template's loop would take half of the page's time for them."""
    return SafeString("".join(f"{begin}{escape(text)}{end}" for text in texts))
