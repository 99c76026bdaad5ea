"""The import order of the house (CONTRIBUTING.md): lower numbers know nothing of higher ones."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PLACES = {
    "apps": 0,  # names the app, imports nothing
    "names": 0,  # imports nothing of the league
    "models": 1,
    "zones": 1,
    "access": 2,
    "audit": 2,
    "bell": 2,
    "bundle": 2,
    "cards": 2,
    "figures": 2,
    "hall": 3,
    "live": 2,
    "metrics": 0,  # imports nothing of the league
    "pictures": 2,
    "wire": 0,  # imports nothing of the league
    "prose": 2,
    "standings": 2,
    "findings": 3,
    "guests": 3,
    "leagues": 3,
    "play": 3,
    "search": 3,
    "agents": 4,
    "checkup": 4,
    "claims": 4,
    "export": 4,
    "moderation": 4,
    "notices": 2,
    "invitations": 4,
    "replays": 4,
    "schedule": 4,
    "tasks": 4,
    "teams": 4,
    "vitals": 5,
    "admin": 5,
    "api": 5,
    "consumers": 5,
    "longpoll": 5,
    "management": 5,
    "mcp": 5,
    "pages": 5,
    "templatetags": 5,
}


SEALED = {"Save", "HeldFrame", "RoundSecret"}


def sources(folder: str) -> list[Path]:
    return [p for p in sorted((ROOT / folder).rglob("*.py")) if "migrations" not in p.parts]


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(line, absolute dotted name) of all that a file imports, at its top or inside a function."""
    package = list(path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{source}.{alias.name}") for alias in node.names)


def place(module: str) -> str:
    """The part of the league that a module belongs to: league.api.errors -> api."""
    return module.split(".")[1]


@pytest.mark.parametrize("path", sources("engine"), ids=dotted)
def test_engine_imports_the_standard_library_alone(path: Path) -> None:
    """An engine that knows Django, HTTP or any package could not be sealed, nor verified elsewhere."""
    foreign = [
        f"{path.name}:{line} {name}"
        for line, name in imports(path)
        if name.split(".")[0] not in sys.stdlib_module_names | {"engine"}
    ]
    assert foreign == []


@pytest.mark.parametrize("path", [*sources("league"), *sources("clawvend_site")], ids=dotted)
def test_the_engine_has_one_front_door(path: Path) -> None:
    """A caller that reaches for a module inside the engine would break when the engine is rearranged."""
    inside = [f"{path.name}:{line} {name}" for line, name in imports(path) if name.startswith("engine.")]
    assert inside == []


@pytest.mark.parametrize("path", sources("league"), ids=dotted)
def test_league_imports_point_downwards(path: Path) -> None:
    """A model that knows a page, or play that knows the API, would tie the storeys into one knot."""
    if path.parent == ROOT / "league" and path.name == "__init__.py":
        return
    here = place(dotted(path))
    assert here in PLACES, (
        f"{here} has no place in the import order yet: give it one here and in CONTRIBUTING.md"
    )
    upwards = [
        f"{path.name}:{line} {name}"
        for line, name in imports(path)
        if name.startswith("league.") and PLACES.get(place(name), 9) > PLACES[here]
    ]
    assert upwards == []


@pytest.mark.parametrize("path", sources("league"), ids=dotted)
def test_only_play_advances_a_match(path: Path) -> None:
    """A second place that applies actions or reads the sealed state could skip the lock, or leak it."""
    if place(dotted(path) + ".") in ("play", "models"):
        return
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Attribute(value=ast.Name(id="engine"), attr="apply" | "time_out" | "thaw"):
                found.append(f"{path.name}:{node.lineno} engine.{node.attr}")
            case ast.Name(id=name) | ast.alias(name=name) | ast.Attribute(attr=name) if name in SEALED:
                found.append(f"{path.name}:{node.lineno} {name}")
    assert found == []


def test_contributing_tells_the_same_order() -> None:
    """The page that people read would send a new module to the wrong storey."""
    told = re.split(r"^(\d)\. ", (ROOT / "CONTRIBUTING.md").read_text(), flags=re.MULTILINE)
    storeys = {
        int(number): text.split("\n\n")[0] for number, text in zip(told[1::2], told[2::2], strict=True)
    }
    untold = [
        f"{number} {name}"
        for name, number in PLACES.items()
        if number and f"`{name}`" not in storeys[number] and f"`league.{name}`" not in storeys[number]
    ]
    assert untold == []
