"""Filters of the pages: money, shares and the paint of a machine."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from league import prose
from league.pages import words

register = template.Library()
register.filter("money", words.money)
register.filter("share", words.share)
register.filter("paint", words.paint)
register.filter("picture", words.picture)
register.filter("short", words.short)
register.filter("plain", prose.plain)


@register.filter("prose")
def as_html(text: str) -> SafeString:
    """What somebody wrote in Markdown; league.prose has taken out whatever could do harm."""
    return mark_safe(prose.html(text))
