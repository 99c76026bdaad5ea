"""The secret key of an installation that was given none: made once, kept beside its data."""

import contextlib
import os
import secrets
from pathlib import Path


def key_under(folder: Path) -> str:
    path = folder / "secret_key"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f"secret_key.{os.getpid()}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)  # two processes may start at once: the first to link decides
        draft.unlink()
    return path.read_text()
