"""The twenty lines of the documents: the file that the tests run, with this site's address in it."""

from django.conf import settings

FILE = "client/examples/twenty.py"
ADDRESS = "http://localhost:8000"


def code(site: str) -> str:
    return (settings.BASE_DIR / FILE).read_text().replace(ADDRESS, site)
