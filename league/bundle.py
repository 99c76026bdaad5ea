"""Which build of the site is served: a screen that was opened under another one loads itself anew."""

import zlib
from functools import lru_cache

from django.conf import settings


def build() -> str:
    path = settings.FRONTEND / ".vite/manifest.json"
    return _digest(path.stat().st_mtime_ns) if path.exists() else ""


@lru_cache(maxsize=1)
def _digest(built_at: int) -> str:
    return f"{zlib.crc32((settings.FRONTEND / '.vite/manifest.json').read_bytes()):08x}"
