"""`/search/?q=`: what is to be found by a name. An overview of all kinds, or all of one kind in pages."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league import search as finding
from league.access import NotThere
from league.pages.home import receipt
from league.pages.public import public_page

FIRST, PAGE, LAST = 6, 30, 200


@public_page
def search(request: HttpRequest) -> HttpResponse:
    """A query for each kind that is shown, and none without a word."""
    asked = request.GET.get("q", "")[: finding.LONGEST]
    kind, page = request.GET.get("kind", ""), request.GET.get("page", "1")
    if kind not in ("", *finding.KINDS) or not (
        page.isascii() and page.isdecimal() and len(page) <= 3 and 0 < int(page) <= LAST
    ):
        raise NotThere
    words = finding.words_of(asked)
    groups: list[dict[str, Any]] = []
    if words:
        shown = [kind] if kind else list(finding.KINDS)
        groups = [_group(each, words, asked, int(page) if kind else 0) for each in shown]
    return render(
        request,
        "pages/search.html",
        {
            "q": asked,
            "words": words,
            "kind": kind,
            "title": finding.KINDS[kind][0] if kind else "",
            "groups": [group for group in groups if group["rows"]],
        },
    )


def _group(kind: str, words: list[str], asked: str, page: int) -> dict[str, Any]:
    """`page` 0: the first few, and whether there are more."""
    title, find = finding.KINDS[kind]
    size = PAGE if page else FIRST
    begin = max(page - 1, 0) * size
    found = list(find(words)[begin : begin + size + 1])
    link = "?" + urlencode({"q": asked, "kind": kind})
    rows = [receipt(match) for match in found[:size]] if kind == "match" else found[:size]
    more = len(found) > size
    return {
        "kind": kind,
        "title": title,
        "rows": rows,
        "all": link if more and not page else "",
        "previous": f"{link}&page={page - 1}" if page > 1 else "",
        "next": f"{link}&page={page + 1}" if more and page and page < LAST else "",
        "page": page,
    }
