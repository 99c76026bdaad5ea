"""封榜: what the public sees of a frozen season stands still, everywhere, until it is published."""

import pytest
from django.test import Client
from django.utils import timezone

from league import play, standings
from league.models import Entry, Frame, Match, Season
from tests.league import season as cast


@pytest.fixture
def season(transactional_db: None) -> Season:
    return cast.season()


def seen(season: Season, match: Match) -> list[bytes]:
    """Everything that the public can ask for and that could tell."""
    league, agent = season.league.slug, match.agent.slug
    paths = [
        f"/l/{league}/{season.slug}/",
        f"/l/{league}/{season.slug}/?board=precision",
        f"/l/{league}/boards/30/",
        f"/l/{league}/",
        f"/a/{agent}/",
        f"/m/{match.pk}/",
        f"/api/v1/matches?league={league}",
        f"/api/v1/matches/{match.pk}",
        f"/api/v1/matches/{match.pk}/frames",
        f"/api/v1/matches/{match.pk}/replay",
        f"/api/v1/matches/{match.pk}/proof",
        f"/api/v1/leagues/{league}/seasons/{season.slug}/standings",
        f"/l/{league}/{season.slug}/standings.csv",
    ]
    return [Client().get(path).content for path in paths]


@pytest.mark.parametrize("mode", ["calendar", "paired", "free"])
def test_nothing_moves_for_the_public(mode: str, transactional_db: None) -> None:
    """A result that can be read on the match page, in a replay or an export would tell the frozen board."""
    season = cast.season(world_mode=mode)
    entry = cast.entry(season, "甲")
    first, second, third = cast.rounds(season)
    cast.give_up(cast.opened(first, entry))
    play.release(first.pk)
    running = cast.opened(second, entry)
    cast.call(running, "set_price", sku="cola", price="6.50")
    assert play.freeze(season.pk)
    assert not play.freeze(season.pk)
    before = seen(season, running)
    told = Frame.objects.count()
    cast.give_up(running, "s1", "s2")
    later = cast.give_up(cast.opened(third, entry), "s1")
    play.release(second.pk)
    Entry.objects.filter(pk=entry.pk).update(state=Entry.State.DISQUALIFIED, reason="作弊")
    hidden = seen(season, running)
    assert hidden[:3] == before[:3]
    assert hidden[7:] == before[7:]
    assert all("作弊".encode() not in page for page in hidden)
    assert (Frame.objects.count(), later.end) == (told, "")
    Entry.objects.filter(pk=entry.pk).update(state=Entry.State.ACCEPTED, reason="")
    behind = standings.standings(Season.objects.get(pk=season.pk), "net_worth", public=False).rows
    assert [row.figures.n for row in behind] == [2 if mode == "paired" else 3]
    assert standings.differences(season.pk) == {}


def test_published_it_moves(season: Season) -> None:
    """A freeze that is never lifted, or a lift that loses what was played behind it."""
    entry = cast.entry(season, "甲")
    first, second, _ = cast.rounds(season)
    cast.give_up(cast.opened(first, entry))
    running = cast.opened(second, entry)
    play.freeze(season.pk)
    cast.give_up(running, "s1")
    Season.objects.filter(pk=season.pk).update(state=Season.State.PUBLISHED, published_at=timezone.now())
    play.thaw_published()
    running.refresh_from_db()
    assert (running.end, running.reveal is None) == ("gave_up", False)
    assert Frame.objects.filter(match=running).count() == 3
    (row,) = standings.standings(Season.objects.get(pk=season.pk), "net_worth").rows
    assert (row.figures.n, row.figures.marked) == (2, 1)
    assert standings.differences(season.pk) == {}


def test_lifted_while_it_runs(season: Season) -> None:
    """A match that was held when the freeze was lifted would stay behind it, or lose its phase."""
    entry = cast.entry(season, "甲")
    running = cast.opened(cast.rounds(season)[0], entry)
    play.freeze(season.pk)
    cast.call(running, "set_price", sku="cola", price="6.50")
    play.thaw(season.pk)
    assert Frame.objects.filter(match=running).count() == 2
    cast.give_up(running)
    assert (running.phase, running.end) == ("finished", "gave_up")
