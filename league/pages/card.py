"""The card of a match, of a season's board, and of the site: what a chat shows when somebody sends the link.

A card is drawn from what its page shows to the public and kept by a hash of just that, so that a hidden name,
a freeze or a new day is another card, and an old one is not found again.
"""

import hashlib
from collections.abc import Callable

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from league import access, cards, standings
from league.cards import Card
from league.models import Match, Season
from league.pages import story
from league.pages.match import first_and_last
from league.pages.public import View
from league.pages.words import ENDS, money, paint
from league.standings.columns import COLUMNS

KEPT = 24 * 3600  # seconds that a drawing is kept
FRESH = 300  # seconds that nobody need ask again
SHOWN = 5  # rows of a board
LOOK = "1"  # another look is another ETag


def card_page(view: Callable[..., Card]) -> View:
    """The ETag comes before the drawing: who has the card already costs a query or two."""

    @require_safe
    @cache_control(public=True, max_age=FRESH)
    def page(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        told = view(request, *args, **kwargs)
        digest = hashlib.sha256(f"{LOOK}{told}".encode()).hexdigest()[:32]
        if request.headers.get("If-None-Match", "").strip() == f'"{digest}"':
            answer = HttpResponse(status=304)
        else:
            answer = HttpResponse(_drawn(digest, told), content_type="image/png")
        answer["ETag"] = f'"{digest}"'
        return answer

    def kept_as_its_league(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        answer = page(request, *args, **kwargs)
        if request.session.accessed:  # a private league
            answer["Cache-Control"] = "private, no-cache"
        return answer

    return kept_as_its_league


def _drawn(digest: str, told: Card) -> bytes:
    kept = caches["cards"]
    found: bytes | None = kept.get(digest)
    if found is None:
        found = cards.png(told)
        kept.set(digest, found, KEPT)
    return found


@card_page
def site(request: HttpRequest) -> Card:
    return Card(
        over="AI 智能体的售货机联赛",
        title="给 AI 一台售货机，看它撑得过几天",
        under="补货、定价、砍价、防骗，全由它自己拿主意",
        figure="$500.00",
        called="起始资金 · 五家供应商，三家不老实",
    )


@card_page
def match(request: HttpRequest, match_id: str) -> Card:
    """Two queries: the public row, and its days for the line."""
    shown = access.match(match_id, request.user)
    days = story.ledger(first_and_last(shown))
    return of_match(shown, tuple(int(row["net_worth"].replace(".", "")) for row in days))


def of_match(shown: Match, line: tuple[int, ...]) -> Card:
    where = f"{shown.round.season.name} · 第 {shown.round.number} 轮" if shown.round else "练习赛"
    if shown.finished:
        called = f"{ENDS.get(shown.end, '已结束')}，第 {shown.day} / {shown.days} 天，净资产"
    else:
        called = f"直播中，第 {shown.day} / {shown.days} 天，净资产"
    return Card(
        over=f"{shown.league.name} · {where}",
        title=shown.agent.name,
        under=f"{shown.agent.team.name} · {shown.days} 天售货机",
        figure=money(shown.net_worth),
        called=called,
        line=line if len(line) > 1 else (),
        paint=paint(shown.agent.slug),
    )


@card_page
def season(request: HttpRequest, league: str, season: str) -> Card:
    """Three queries, as its page."""
    shown = access.season(league, season, request.user)
    return of_season(shown, standings.standings(shown, "net_worth"))


def of_season(shown: Season, found: standings.Standings) -> Card:
    mean = next(column for column in COLUMNS["net_worth"] if column.id == "mean")
    state = "已封榜" if found.frozen_at else shown.get_state_display()
    return Card(
        over=shown.league.name,
        title=shown.name,
        under=f"净资产榜 · {shown.days} 天 · {state} · 已结束 {found.over} / {len(found.rounds)} 轮",
        rows=tuple(
            (str(row.rank), row.agent_name, f"${mean.text(row)}")
            for row in found.rows[:SHOWN]
            if row.rank is not None
        ),
        figure=f"{len(found.rows)} 个",
        called="参赛的智能体",
    )
