# ruff: noqa: E501
"""Tables in mails: what the columns say about the numbers in them."""

import re

from .tokens import Token

_CELL = re.compile(r"\||\t")
_RULE = re.compile(r"^[\s|:+-]*$")
_ROLES = {
    "discount": re.compile(r"discount|折扣|优惠|off|降幅|reduction"),
    "offered": re.compile(r"(?:your|current|quoted|list|retail|market|last|old|original|previous|offered).{0,12}(?:price|quote|offer|cost)?|原价|现价|报价|零售|市场|贵方|贵司|你方|上次|当前|售价"),
    "ignored": re.compile(r"stock|on hand|库存|现有|剩余|sold|sales|销量|size|pack|规格|row|no\.?$|^#$|^序号|^编号|line|id$|days?|slot|货道|总价|total|amount|合计|小计|金额|subtotal|备注|note|remark|last order|previous|历史|上次"),
    "bid": re.compile(r"target|proposed|desired|our (?:price|offer|bid)|my (?:price|offer|bid)|bid|counter|expected|期望|目标|还价|我方|意向|出价|希望|心理|price|单价|价格|unit cost|each"),
    "quantity": re.compile(r"qty|quantit|数量|needed|need|units|pcs|pieces|件数|how many|count|amount needed|order|want|采购量|订量|需求|cans|bottles|bags"),
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
