import json
from pathlib import Path

from django.template import Context, Template
from pytest_django import Settings

MANIFEST = {
    "src/match.ts": {
        "file": "assets/match-AAAAAAAA.js",
        "css": ["assets/match-BBBBBBBB.css"],
        "imports": ["_vue-CCCCCCCC.js"],
    },
    "_vue-CCCCCCCC.js": {"file": "assets/vue-CCCCCCCC.js", "imports": ["_vue-CCCCCCCC.js"]},
}


def rendered(entry: str) -> str:
    return Template("{% load site %}{% site_assets entry %}").render(Context({"entry": entry}))


def test_without_a_build_it_is_empty(settings: Settings, tmp_path: Path) -> None:
    """Every page would be a 500 on a machine that cannot build the site."""
    settings.FRONTEND = tmp_path
    assert rendered("match") == ""


def test_it_links_what_vite_built(settings: Settings, tmp_path: Path) -> None:
    """A page would load without its style, or its script twice under two names."""
    settings.FRONTEND = tmp_path
    (tmp_path / ".vite").mkdir()
    (tmp_path / ".vite/manifest.json").write_text(json.dumps(MANIFEST))
    assert rendered("match") == (
        '<link rel="stylesheet" href="/static/assets/match-BBBBBBBB.css">'
        '<link rel="modulepreload" href="/static/assets/vue-CCCCCCCC.js">'
        '<script type="module" src="/static/assets/match-AAAAAAAA.js"></script>'
    )
    assert rendered("unknown") == ""
