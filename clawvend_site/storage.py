import re

from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED_BY_VITE = re.compile(r"^assets/.+-[\w-]{8}\.\w+$")
HASHED = re.compile(r"/assets/.+-[\w-]{8}\.\w+$|\.[0-9a-f]{12}\.\w+$")


class SiteStaticStorage(CompressedManifestStaticFilesStorage):
    """Manifest storage that leaves alone what Vite has hashed, and plain names where nothing was collected.

    A file of the bundle that is renamed once more would be loaded twice, since its siblings import it by the
    name that Vite gave: the module would run twice and open two sockets.
    """

    def hashed_name(self, name, content=None, filename=None):
        return name if HASHED_BY_VITE.match(name) else super().hashed_name(name, content, filename)

    def stored_name(self, name):
        return super().stored_name(name) if self.hashed_files else name


def is_immutable(path: str, url: str) -> bool:
    return bool(HASHED.search(url))
