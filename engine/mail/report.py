"""How well labelled mails are understood: `python -m engine.mail.report [--misses] FILE...`.

A file holds one JSON object a line: `{id, lang, subject, body, expect: {kind, items: [{sku, qty}],
discount, target_price}}`, the price in dollars.
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


def main(arguments: list[str]) -> None:
    files = [argument for argument in arguments if not argument.startswith("--")]
    found = scores(files)
    groups = {"all mails": found}
    for one in found:
        groups.setdefault(f"kind {one.mail['expect']['kind']}", []).append(one)
        groups.setdefault(f"language {one.mail['lang']}", []).append(one)
    print(f"{'':20}{'mails':>6}" + "".join(f"{field:>14}" for field in FIELDS))
    for name in ("all mails", *sorted(group for group in groups if group != "all mails")):
        row = "".join(f"{100 * accuracy(groups[name], field):13.1f}%" for field in FIELDS)
        print(f"{name:20}{len(groups[name]):6}{row}")
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
