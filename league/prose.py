"""What people write about themselves, in Markdown, as HTML that can do no harm."""

from html import unescape

import markdown
import nh3

TAGS = {
    *("p", "br", "hr", "strong", "em", "del", "code", "pre", "blockquote", "ul", "ol", "li", "a"),
    *("h3", "h4", "h5", "table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"a": {"href", "title"}}
SCHEMES = {"http", "https", "mailto"}
DEEPER = {"h1": "h3", "h2": "h3", "h6": "h5"}  # the page has headings of its own


def html(text: str) -> str:
    """Whoever shows it marks it safe. Pictures and raw HTML are dropped; links carry rel and stay links."""
    made = markdown.markdown(text, extensions=["tables", "sane_lists", "nl2br", "fenced_code"])
    for heading, lower in DEEPER.items():
        made = made.replace(f"<{heading}>", f"<{lower}>").replace(f"</{heading}>", f"</{lower}>")
    return nh3.clean(
        made, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel="nofollow ugc noopener"
    )


def plain(text: str) -> str:
    """The first words of it, for a list or a search engine: no marks, no line breaks."""
    return " ".join(unescape(nh3.clean(html(text), tags=set())).split())
