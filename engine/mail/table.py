"""Tables in mails: what the columns say about the numbers in them."""

import re

from .lexicon import grammar
from .tokens import Token

_CELL = re.compile(r"\||\t")
_RULE = re.compile(r"^[\s|:+-]*$")
_ROLES = {
    "discount": grammar("table", "discount"),
    "offered": grammar("table", "offered"),
    "ignored": grammar("table", "ignored"),
    "bid": grammar("table", "bid"),
    "quantity": grammar("table", "quantity"),
}
_ORDER = ("quantity", "discount", "bid", "offered", "ignored")


def read_tables(text: str, found: list[Token]) -> None:
    """Give each number that stands in a table the role that the head of its column tells."""
    if not _CELL.search(text):
        return
    at, head = 0, list[str]()
    for line in text.split("\n"):
        end = at + len(line)
        borders = [at + match.start() for match in _CELL.finditer(line)]
        if not borders:
            head = []
        elif not _RULE.match(line):
            cells = [cell.strip() for cell in _CELL.split(line)]
            row = [token for token in found if at <= token.start < end]
            if not any(token.kind in ("goods", "count") for token in row) or _is_head(cells, row):
                head = [_role(cell) for cell in cells]
                for token in row:
                    token.role = "ignored"
            else:
                for token in row:
                    column = sum(border < token.start for border in borders)
                    token.role = (head[column] if column < len(head) else "") or "cell"
        at = end + 1


def _is_head(cells: list[str], row: list[Token]) -> bool:
    roles = [_role(cell) for cell in cells if cell]
    return not any(token.kind == "goods" and token.sku for token in row) and sum(map(bool, roles)) >= 2


def _role(cell: str) -> str:
    """What a column with this head holds; the more telling word wins over plain "price" or "quantity"."""
    if _ROLES["discount"].search(cell):
        return "discount"
    if _ROLES["offered"].search(cell) and not _ROLES["quantity"].search(cell):
        return "offered" if not _ROLES["ignored"].search(cell) else "ignored"
    for role in ("ignored", "bid", "quantity"):
        if role == "ignored" and re.search(r"order qty|order quantity", cell):
            continue
        if _ROLES[role].search(cell):
            return role
    return ""
