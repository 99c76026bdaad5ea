"""`{% once %}`: the hidden field by which a form does its work once (league/pages/once.py)."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.pages.once import FIELD, new_token

register = template.Library()


@register.simple_tag
def once() -> SafeString:
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, new_token())
