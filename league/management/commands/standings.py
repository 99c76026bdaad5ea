"""Whether the kept standings are what the raw results say."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from league import standings
from league.models import Season


class Command(BaseCommand):
    help = "Rebuilds all standings from their results; with --check compares them, and fails if they differ."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing")
        parser.add_argument("--season", help="league/season: this one alone")

    def handle(self, *, check: bool, season: str | None, **options: Any) -> None:
        seasons = Season.objects.exclude(state=Season.State.DRAFT).select_related("league").order_by("pk")
        if season:
            league, _, slug = season.partition("/")
            seasons = seasons.filter(league__slug=league, slug=slug)
        wrong = 0
        for each in seasons:
            found = standings.differences(each.pk)
            wrong += len(found)
            for entry_id, odd in found.items():
                self.stdout.write(f"{each.league.slug}/{each.slug}: entry {entry_id}: {odd}")
            if found and not check:
                standings.refresh(each.pk)
        if check and wrong:
            raise CommandError(f"{wrong} standings differ from their results.")
        self.stdout.write(f"{len(seasons)} seasons, {wrong} standings differed.")
