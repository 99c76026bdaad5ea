"""`{% site_assets "match" %}`: the bundle of one page, as Vite built it; nothing where there is no build."""

import json
from functools import lru_cache
from typing import TypedDict

from django import template
from django.conf import settings
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


class Chunk(TypedDict, total=False):
    file: str
    css: list[str]
    imports: list[str]


@register.simple_tag
def site_assets(entry: str) -> SafeString:
    """Links the style sheets and the script of `frontend/src/<entry>.ts`."""
    path = settings.FRONTEND / ".vite/manifest.json"
    if not path.exists():
        return SafeString("")
    manifest = read_manifest(path.stat().st_mtime_ns)
    key = f"src/{entry}.ts"
    if key not in manifest:
        return SafeString("")
    chunks = with_imports(manifest, key)
    styles = dict.fromkeys(css for chunk in chunks for css in chunk.get("css", []))
    scripts = [chunk["file"] for chunk in chunks]
    return (
        format_html_join("", '<link rel="stylesheet" href="{}">', ((static(css),) for css in styles))
        + format_html_join(
            "", '<link rel="modulepreload" href="{}">', ((static(file),) for file in scripts[:-1])
        )
        + format_html('<script type="module" src="{}"></script>', static(scripts[-1]))
    )


@lru_cache(maxsize=1)
def read_manifest(built_at: int) -> dict[str, Chunk]:
    manifest: dict[str, Chunk] = json.loads((settings.FRONTEND / ".vite/manifest.json").read_text())
    return manifest


def with_imports(manifest: dict[str, Chunk], key: str) -> list[Chunk]:
    """The chunk after all chunks that it imports, each once."""
    order: dict[str, Chunk] = {}
    seen: set[str] = set()

    def visit(name: str) -> None:
        seen.add(name)
        for imported in manifest[name].get("imports", []):
            if imported not in seen:
                visit(imported)
        order[name] = manifest[name]

    visit(key)
    return list(order.values())


@register.simple_tag(takes_context=True)
def social(context: Context) -> SafeString:
    """Where the page is, and its card: `card` in the context, or that of the site."""
    request = context.get("request")
    if request is None:
        return SafeString("")
    return format_html(
        '<meta property="og:url" content="{}"><meta property="og:image" content="{}">'
        '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">'
        '<meta name="twitter:card" content="summary_large_image">',
        request.build_absolute_uri(request.path),
        request.build_absolute_uri(context.get("card") or reverse("pages:card")),
    )
