"""Plays the par of boards anew: league/standings/par.json."""

import json
from typing import Any

from django.core.management import BaseCommand

from league.play import RULESET
from league.standings import par


class Command(BaseCommand):
    help = "Plays the house agents in every length and writes league/standings/par.json; takes a minute."

    def handle(self, **options: Any) -> None:
        kept: dict[str, dict[str, list[par.Result]]] = {}
        for days, matches in par.MATCHES.items():
            played = [par.played(RULESET, days, number) for number in range(matches)]
            kept[f"{RULESET}/{days}"] = {bot: [one[bot] for one in played] for bot in par.HOUSE}
        lines = [
            f'  "{key}": {{\n'
            + ",\n".join(
                f'    "{bot}": {json.dumps(its, separators=(",", ":"))}' for bot, its in bots.items()
            )
            + "\n  }"
            for key, bots in kept.items()
        ]
        par.FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        self.stdout.write(str(par.FILE))
