"""A backup into an empty database, and the proof that it is whole."""

import hashlib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, call_command

from league.management import storage
from league.models import Match, Replay


class Command(BaseCommand):
    help = "Reads a backup into the database of DATABASE_URL, which must be empty; then migrates it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        if not file.is_file():
            raise CommandError(f"{file} is not there.")
        storage.load(file)
        call_command("migrate", verbosity=0)
        replays = Replay.objects.values_list("match_id", "body", "sha256")
        for match_id, body, sha256 in replays.iterator(chunk_size=50):
            if hashlib.sha256(bytes(body)).hexdigest() != sha256:
                raise CommandError(f"The replay of {match_id} is not what it was.")
        self.stdout.write(f"{Match.objects.count()} matches, {Replay.objects.count()} replays: whole.")
