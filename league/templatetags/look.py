"""Filters of the pages: money, shares and the paint of a machine."""

from django import template

from league.pages import words

register = template.Library()
register.filter("money", words.money)
register.filter("share", words.share)
register.filter("paint", words.paint)
register.filter("picture", words.picture)
register.filter("short", words.short)
