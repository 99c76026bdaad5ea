"""What a mail bids: the fraction off and the price a piece, told from prices that are only mentioned."""

import re

from .lexicon import grammar
from .reading import Clause, Reading
from .tokens import Token

_FROM_TO = re.compile(r"(?:(?<![a-z])(?:from|between)|由|从)\s*(?:\$|usd|美元)?\s*$")
_THRESHOLD_AFTER = grammar("bids", "threshold_after")
_THRESHOLD_BEFORE = grammar("bids", "threshold_before")
_AT = grammar("bids", "at")
_PER_PIECE = grammar("bids", "per_piece")
_TOTAL = re.compile(r"(?:总共|一共|打包|合计|总价|共计|(?<![a-z])total(?: of)?|altogether)\s*[:=是为]?\s*$")
_PAID = re.compile(r"(?:(?<![a-z])(?:pay|paying|at|for|to|of|charge)|按|的|以|付|价的)\s*$")
_OF_LIST = grammar("bids", "of_list")
_OF_LIST_PRICE = grammar("bids", "of_list_price")
_THEIR_FIGURE = grammar("bids", "their_figure")
_PRICE_NINE = re.compile(r"(?:报价|原价|价格|单价|现价|标价|价)(?:的|按)?\s*$")
_BEYOND_ME = grammar("bids", "beyond_me")
_AGREED_AFTER = grammar("bids", "agreed_after")
_OWN_FIGURE = grammar("bids", "own_figure")
_CUT_BEFORE = grammar("bids", "cut_before")
_CUT_AFTER = grammar("bids", "cut_after")
_MAX_PIECE = 1_500  # cents: more than any SKU costs a piece
_REFUSED_AFTER = grammar("bids", "refused_after")
_REFUSED_BEFORE = grammar("bids", "refused_before")


def read_bids(reading: Reading, quantity: int | None) -> tuple[float | None, int | None]:
    """The discount asked for and the cents a piece that are bid, where the mail says so."""
    share = _best_share(reading)
    return share, _best_price(reading, quantity, share is not None)


def _best_share(reading: Reading) -> float | None:
    best: tuple[float, int, float] | None = None
    for place, token in enumerate(reading.of_kind("share")):
        share = token.amount or 0.0
        if token.role in ("offered", "ignored", "bid", "quantity"):
            continue
        if not token.sure and _is_paid_part(reading, token, share):
            share, score = 1 - share, 3.0
        else:
            score = _share_score(reading, token)
        if 0 < share < 1 and score > 0 and (best is None or (score, place) > best[:2]):
            best = (score, place, share)
    return round(best[2], 4) if best else None


def _is_paid_part(reading: Reading, token: Token, share: float) -> bool:
    """90 % of list, 报价的九成: what is paid, not what is taken off."""
    if share < 0.5:
        return False
    head = reading.text[max(0, token.start - 8) : token.start]
    return bool(
        (_PAID.search(head) and _OF_LIST.match(reading.text, token.end))
        or _PRICE_NINE.search(head)
        or _OF_LIST_PRICE.match(reading.text, token.end)
    )


def _share_score(reading: Reading, token: Token) -> float:
    clause = reading.clause_at(token.start)
    cues, whole = clause.cues, reading.sentence_cues(clause)
    score = 0.0
    if token.sure:
        score += 2
    if token.role == "discount":
        score += 4
    near = _nearest_gap(reading, clause, token, "off")
    rise = _nearest_gap(reading, clause, token, "raised")
    if near is not None and (rise is None or near <= rise):
        score += 2
    elif rise is not None:
        score -= 4
    if {"bid", "ask", "cheaper"} & cues:
        score += 1
    elif {"bid", "ask", "cheaper"} & whole:
        score += 0.5
    if _refused(reading, token):
        score -= 4
    if _accepted(reading, clause, token):
        score -= 6
    if "history" in cues and not {"bid", "ask"} & cues:
        score -= 4
    if "rival" in cues and "ask" not in cues and not token.sure:
        score -= 3
    if _THEIR_FIGURE.search(reading.text[clause.start : token.start]):
        score -= 4
    return score


def _nearest_gap(reading: Reading, clause: Clause, token: Token, cue: str) -> int | None:
    gaps = [max(token.start - hit.end, hit.start - token.end, 0) for hit in reading.hits_in(clause, cue)]
    return min((gap for gap in gaps if gap <= 40), default=None)


def _best_price(reading: Reading, quantity: int | None, shared: bool) -> int | None:
    best: tuple[float, int, int] | None = None
    rivals: list[int] = []
    matching = "matching" in reading.cues
    old_price = "same_price" in reading.cues and not any(
        "same_price" in clause.cues and "?" in reading.text[clause.start : clause.end]
        for clause in reading.clauses
    )
    settled = bool({"accept", "order"} & reading.cues)
    idle = not reading.in_thread and not reading.cues and not reading.of_kind("goods")
    for place, token in enumerate(_prices(reading)):
        cents = _piece(reading, token, quantity)
        if cents is None or token.role in ("offered", "ignored", "quantity"):
            continue
        clause = reading.clause_at(token.start)
        score, evidence = _price_score(reading, clause, token)
        if old_price and "history" in clause.cues:
            rivals.append(cents)
        if _rival_price(reading, clause, token):
            if matching:
                rivals.append(cents)
            asks_only = "inquiry" in reading.cues and not matching
            if asks_only or not {"matching", "bid"} & clause.cues:
                continue
        if _is_cut(reading, token):
            continue
        if score < 0 or (not evidence and (settled or idle or "inquiry" in reading.cues)):
            continue
        if best is None or (score, place) > best[:2]:
            best = (score, place, cents)
    if best:
        return best[2]
    return min(rivals) if rivals and not shared else None


def _prices(reading: Reading) -> list[Token]:
    """Prices, and bare whole numbers that stand where only a price can: "at 3 each"."""
    found = []
    for token in reading.tokens:
        if token.kind == "price":
            found.append(token)
        elif token.kind == "count" and token.amount and not token.sure and token.amount >= 20:
            if _TOTAL.search(reading.text[max(0, token.start - 12) : token.start]):
                found.append(Token("price", token.start, token.end, token.amount * 100))
        elif token.kind == "count" and token.amount and not token.sure:
            head = reading.text[max(0, token.start - 8) : token.start]
            if token.role == "bid" or (_AT.search(head) and _PER_PIECE.match(reading.text, token.end)):
                found.append(Token("price", token.start, token.end, token.amount * 100, role=token.role))
    return found


def _piece(reading: Reading, token: Token, quantity: int | None) -> int | None:
    """Cents a piece: a price for the whole lot is divided by the quantity."""
    cents = int(token.amount or 0)
    if cents <= 0:
        return None
    clause = reading.clause_at(token.start)
    per_piece = _PER_PIECE.match(reading.text, token.end)
    lot = "lot" in clause.cues or ("lot" in reading.sentence_cues(clause) and not per_piece)
    if (
        quantity
        and not per_piece
        and (cents > _MAX_PIECE or (lot and cents / quantity >= 10 and cents > 1_000))
    ):
        cents = round(cents / quantity)
    return cents if cents <= _MAX_PIECE else None


def _price_score(reading: Reading, clause: Clause, token: Token) -> tuple[float, bool]:
    """How much a price looks like a bid, and whether anything says so."""
    text = reading.text
    cues, whole = clause.cues, reading.sentence_cues(clause)
    score = 4.0 if token.role == "bid" else 0.0
    bid = {"bid", "ask"} & cues
    score += 2 if bid else 1 if {"bid", "ask", "cheaper"} & whole else 0
    score += 1 if not score and _follows_bid(reading, clause, token) else 0
    evidence = score > 0
    offered = [hit for hit in reading.hits_in(clause, "offered") if hit.start < token.start]
    if offered and token.role != "bid":
        last = max(hit.end for hit in offered)
        between = [hit for hit in reading.hits_in(clause, "bid") if last <= hit.start < token.start]
        other = [price for price in reading.of_kind("price") if last <= price.start < token.start]
        score -= 0 if between else 1 if other else 4
    if _FROM_TO.search(text[max(0, token.start - 10) : token.start]):
        score -= 4
    if _refused(reading, token):
        score -= 5
    if "stock" in cues:
        score -= 3
    if "history" in cues and "bid" not in cues:
        score -= 3
    if _accepted(reading, clause, token):
        score -= 6
    head = text[max(0, token.start - 14) : token.start]
    if (
        _THRESHOLD_AFTER.match(text, token.end) or _THRESHOLD_BEFORE.search(head)
    ) and "inquiry" in reading.cues:
        score -= 4
    return score, evidence


def _follows_bid(reading: Reading, clause: Clause, token: Token) -> bool:
    """ "Here is what I can do. $5.10": the sentence before announces it; or the one behind asks: "Deal?"."""
    if {"bid", "ask"} & reading.sentences.get(clause.sentence + 1, set()) and "inquiry" not in reading.cues:
        return True
    announced = {"bid", "cheaper"} & reading.sentences.get(clause.sentence - 1, set())
    return bool(announced) and not reading.text[clause.start : token.start].strip()


def _refused(reading: Reading, token: Token) -> bool:
    head = reading.text[max(0, token.start - 30) : token.start]
    tail = reading.text[token.end : reading.clause_at(token.start).end]
    return bool(
        _REFUSED_BEFORE.search(head)
        or _REFUSED_AFTER.match(reading.text, token.end)
        or _BEYOND_ME.search(tail)
    )


def _is_cut(reading: Reading, token: Token) -> bool:
    """ "20 cents off", 再少两毛: what comes off the price, not the price."""
    head = reading.text[max(0, token.start - 16) : token.start]
    return token.role == "" and bool(_CUT_AFTER.match(reading.text, token.end) or _CUT_BEFORE.search(head))


def _accepted(reading: Reading, clause: Clause, token: Token) -> bool:
    """A figure in the words of an agreement is settled, unless it is asked about or made a condition."""
    agreed = [
        hit
        for hit in reading.hits_in(clause, "accept")
        if hit.start < token.start or _AGREED_AFTER.match(reading.text, token.end)
    ]
    if not agreed or "ask" in reading.sentence_cues(clause) or "condition" in clause.cues:
        return False
    return not _OWN_FIGURE.search(reading.text[clause.start : token.start])


def _rival_price(reading: Reading, clause: Clause, token: Token) -> bool:
    return any(hit.start < token.start + 12 for hit in reading.hits_in(clause, "rival")) or (
        "rival" in reading.sentence_cues(clause) and not {"bid", "cheaper"} & clause.cues
    )
