"""One backup of all that must not be lost: the database. Pictures are in it, static files are built anew."""

import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand
from django.utils import timezone

from league.management import storage

NAME = re.compile(r"clawvend-\d{8}T\d{6}Z\.(dump|sqlite3)")


class Command(BaseCommand):
    help = "Writes the whole database into a file of the folder, while the site runs on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, nargs="?", default=Path(settings.BACKUPS))
        parser.add_argument("--keep", type=int, default=0, metavar="N", help="delete all but the newest N")

    def handle(self, *, folder: Path, keep: int, **options: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"clawvend-{timezone.now():%Y%m%dT%H%M%SZ}{storage.suffix()}"
        draft = path.with_suffix(path.suffix + ".part")
        try:
            storage.dump(draft)
            draft.rename(path)  # whoever copies backups away never takes half of one
        finally:
            draft.unlink(missing_ok=True)
        self.stdout.write(str(path))
        if keep:
            for old in sorted(found for found in folder.iterdir() if NAME.fullmatch(found.name))[:-keep]:
                old.unlink()
