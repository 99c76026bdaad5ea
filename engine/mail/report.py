"""How well labelled mails are understood: `python -m engine.mail.report [--misses] FILE...`.

A file holds one JSON object a line: `{id, lang, subject, body, expect: {kind, items: [{sku, qty}],
discount, target_price}}`, the price in dollars. Files called `held_out*` are told from the others.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from .understand import understand

FIELDS = ("kind", "items", "discount", "target_price", "all")


class Score(NamedTuple):
    """One mail: which fields are right, and what was read."""

    mail: dict[str, Any]
    read: dict[str, Any]
    right: dict[str, bool]


def score(mail: dict[str, Any]) -> Score:
    """Compare what a labelled mail is read as with what it says."""
    intent = understand(mail["subject"], mail["body"])
    price = None if intent.target_price is None else intent.target_price / 100
    read = {
        "kind": intent.kind,
        "items": sorted((item.sku, item.qty) for item in intent.items),
        "discount": intent.discount,
        "target_price": price,
    }
    expect = dict(
        mail["expect"], items=sorted((item["sku"], item["qty"]) for item in mail["expect"]["items"])
    )
    right = {field: _same(read[field], expect[field]) for field in FIELDS[:-1]}
    right["all"] = all(right.values())
    return Score(mail, read, right)


def _same(read: Any, expected: Any) -> bool:
    if isinstance(read, float) and isinstance(expected, int | float):
        return abs(read - expected) < 0.0051
    return bool(read == expected)


def scores(paths: Iterable[str | Path]) -> list[Score]:
    """The scores of all mails in some files."""
    return [
        score(json.loads(line))
        for path in paths
        for line in Path(path).read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]


def accuracy(found: list[Score], field: str = "all") -> float:
    """The part of `found` in which a field is right, 0 to 1."""
    return sum(one.right[field] for one in found) / len(found) if found else 1.0


def _groups(one: Score) -> tuple[str, str]:
    return f"kind {one.mail['expect']['kind']}", f"language {one.mail['lang']}"


def main(arguments: list[str]) -> None:
    files = [argument for argument in arguments if not argument.startswith("--")]
    parts = {
        "tuned": scores(file for file in files if "held_out" not in file),
        "held out": scores(file for file in files if "held_out" in file),
    }
    found = [one for part in parts.values() for one in part]
    print(f"{'':30}{'mails':>6}" + "".join(f"{field:>14}" for field in FIELDS))
    for group in ("all mails", *sorted({name for one in found for name in _groups(one)})):
        for part, within in parts.items():
            some = [one for one in within if group == "all mails" or group in _groups(one)]
            if some:
                row = "".join(f"{100 * accuracy(some, field):13.1f}%" for field in FIELDS)
                print(f"{group:20}{part:10}{len(some):6}{row}")
    if "--misses" in arguments:
        for one in found:
            if not one.right["all"]:
                wrong = [field for field in FIELDS[:-1] if not one.right[field]]
                print(f"\n{one.mail['id']} {', '.join(wrong)}")
                print(f"  {one.mail['subject']} | {one.mail['body'][:300]!r}")
                print("  read", {field: one.read[field] for field in wrong})
                print("  want", {field: one.mail["expect"][field] for field in wrong})


if __name__ == "__main__":
    main(sys.argv[1:])
