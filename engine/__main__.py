"""python -m engine play | verify | rules | par: the game without the site."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import product

import engine
from engine.play import play, record

LATEST = "clawvend-0.7"


def main(arguments: list[str] | None = None) -> int:
    """Run one command. Returns the exit status: 0, or 1 when a record does not hold."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    one = commands.add_parser(
        "play", help="let a house agent play a match; prints its story, or its record with --json"
    )
    one.add_argument("--bot", choices=engine.BOTS, default="careful")
    one.add_argument("--seed", default="7", help="world and match seed")
    one.add_argument("--start-date", help="YYYY-MM-DD; drawn from the world if left out")
    one.add_argument("--json", action="store_true", help="print the record that verify reads")

    check = commands.add_parser("verify", help="play a published record again and compare everything")
    check.add_argument("file", metavar="FILE", help="a proof record, or - for standard input")

    figures = commands.add_parser("rules", help="print a ruleset and the tools as JSON")

    par = commands.add_parser("par", help="print the mean net worth of the house agents over many seeds")
    par.add_argument("--seeds", type=int, default=50)

    for command in (one, figures, par):
        command.add_argument("--ruleset", choices=engine.known(), default=LATEST)
    for command in (one, par):
        command.add_argument(
            "--days", type=int, choices=engine.load(LATEST).days, default=30 if command is one else None
        )
    options = parser.parse_args(arguments)
    return int(globals()[f"_{options.command}"](options) or 0)


def _play(options: argparse.Namespace) -> None:
    state, calls, _ = play(
        engine.BOTS[options.bot](),
        engine.load(options.ruleset),
        options.days,
        options.seed,
        options.seed,
        options.start_date,
    )
    if options.json:
        print(json.dumps(record(state, calls), ensure_ascii=False))
        return
    for call in calls:
        given = call["outcome"]
        if call["tool"] == "end_day" and given["ok"]:
            day = given["result"]
            print(
                f"day {day['day']:>3}  {day['visitors']:>3} visitors  {sum(day['sold'].values()):>3} sold  "
                f"{day['lost_to_stockout']:>2} lost  cash ${day['cash']:>9}  net worth ${day['net_worth']:>9}"
            )
    print(state)
    print(json.dumps(engine.score(state)))
    for supplier in engine.reveal(state)["suppliers"]:
        mark = "blacklisted" if supplier["blacklisted"] else ""
        print(f"{supplier['id']}  {supplier['name']:<24} {supplier['persona']:<8} {mark}")


def _verify(options: argparse.Namespace) -> int:
    try:
        with sys.stdin if options.file == "-" else open(options.file, encoding="utf-8") as file:
            told = json.load(file)
    except (OSError, ValueError) as fault:
        print(f"cannot read {options.file}: {fault}", file=sys.stderr)
        return 1
    verdict = engine.verify(told)
    print(
        f"{'holds' if verdict.ok else 'does not hold'}: {verdict.reason}"
        + ("" if verdict.seq is None else f" (step {verdict.seq})")
    )
    return 0 if verdict.ok else 1


def _rules(options: argparse.Namespace) -> None:
    rules = engine.load(options.ruleset)
    told = {name: getattr(rules, name) for name in rules.__dataclass_fields__}
    told["tools"] = [
        {"name": tool.name, "description": tool.description_en, "schema": tool.schema}
        for tool in engine.TOOLS.values()
    ]
    print(
        json.dumps(
            told,
            ensure_ascii=False,
            indent=2,
            default=lambda thing: getattr(thing, "__dict__", None) or str(thing),
        )
    )


def _par(options: argparse.Namespace) -> None:
    rules = engine.load(options.ruleset)
    print("days  bot          mean $     lowest    highest precision recall   calls")
    for days, name in product([options.days] if options.days else rules.days, engine.BOTS):
        worth, caught, marked, calls = [], 0, 0, 0
        for seed in map(str, range(options.seeds)):
            state, made, _ = play(engine.BOTS[name](), rules, days, seed, seed)
            worth.append(state.net_worth)
            calls += len(made)
            people = engine.reveal(state)["suppliers"]
            marked += sum(one["blacklisted"] for one in people)
            caught += sum(one["blacklisted"] and one["bad"] for one in people)
        bad = sum(persona.bad for persona in rules.personas) * options.seeds
        precision = f"{caught / marked:.2f}" if marked else "-"
        mean, low, high = sum(worth) // len(worth), min(worth), max(worth)
        print(
            f"{days:>4}  {name:<8} {mean / 100:>10,.2f} {low / 100:>10,.2f} {high / 100:>10,.2f} "
            f"{precision:>9} {caught / bad:>6.2f} {calls / options.seeds:>7.1f}"
        )


if __name__ == "__main__":
    sys.exit(main())
