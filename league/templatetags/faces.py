"""`{% face agent %}`: the picture of an agent, or the one that its address draws."""

import hashlib

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from league.models import Agent, League

register = template.Library()

PAINTS = ("#b3392b", "#1f6f78", "#2f4fa3", "#a86a12", "#6c3f8f", "#2f7148", "#9a3666", "#49566e")


@register.simple_tag
def face(agent: Agent, size: str = "") -> SafeString:
    if agent.avatar_id:
        return _picture(agent.avatar_id, size)
    return drawn(agent.slug, size)


@register.simple_tag
def mark(league: League, size: str = "") -> SafeString:
    if league.logo_id:
        return _picture(league.logo_id, size)
    return drawn(f"league/{league.slug}", size, league.colour)


def _picture(digest: str, size: str) -> SafeString:
    url = reverse("pages:picture", args=[digest])
    return format_html('<img class="face-pic {}" src="{}" alt="" width="48" height="48">', size, url)


def drawn(seed: str, size: str = "", paint: str = "") -> SafeString:
    """A machine's front: five slots by five, mirrored, of one enamel. The same wherever the seed is."""
    dice = hashlib.sha256(seed.encode()).digest()
    paint = paint or PAINTS[dice[0] % len(PAINTS)]
    lit = [(x, y) for y in range(5) for x in range(3) if dice[1 + 3 * y + x] % 2]
    cells = "".join(
        f'<rect x="{8 + 10 * column}" y="{8 + 10 * y}" width="9" height="9" rx="2"/>'
        for x, y in lit
        for column in sorted({x, 4 - x})
    )
    return format_html(
        '<svg class="face-pic {}" viewBox="0 0 65 65" aria-hidden="true">'
        '<rect width="65" height="65" fill="{}"/><g fill="#ffe3a6">{}</g></svg>',
        size,
        paint,
        mark_safe(cells),
    )
