import re
import sys
from importlib.metadata import packages_distributions

import pytest

from tests.test_imports import ROOT, imports, sources

OURS = {"bin", "clawvend", "clawvend_site", "engine", "league", "tests"}


def locked(*names: str) -> set[str]:
    """The packages of these locks, by the spelling that package indexes use."""
    return {
        name
        for file in names
        for name in re.findall(r"^([a-z0-9-]+)==", (ROOT / file).read_text(), re.MULTILINE)
    }


@pytest.mark.parametrize(
    ("folders", "locks"),
    [
        (["clawvend_site", "league"], ["requirements.txt"]),
        (["tests"], ["requirements.txt", "requirements-dev.txt"]),
    ],
    ids=["runs", "tests"],
)
def test_what_is_imported_is_locked(folders: list[str], locks: list[str]) -> None:
    """It would work where somebody happened to install the package, and break everywhere else."""
    there = locked(*locks)
    providers = packages_distributions()
    missing = set()
    for path in (path for folder in folders for path in sources(folder)):
        for line, name in imports(path):
            top = name.split(".")[0]
            if top in sys.stdlib_module_names | OURS:
                continue
            packages = {re.sub(r"[-_.]+", "-", dist).lower() for dist in providers.get(top, [top])}
            if not packages & there:
                missing.add(f"{path.relative_to(ROOT)}:{line} {top}")
    assert missing == set()


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_a_lock_names_no_index(name: str) -> None:
    """A lock that names an index would fail for everybody who can reach only another one."""
    lock = (ROOT / name).read_text()
    assert re.findall(r"^.*(?:://|--(?:extra-)?index|--find-links).*$", lock, re.MULTILINE) == []
    assert len(re.findall(r"^[a-z].* \\$", lock, re.MULTILINE)) == len(
        re.findall(r"^[a-z]", lock, re.MULTILINE)
    )
