"""The cards of links: what they say, to whom, and that they are drawn for any name."""

import io
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from league import cards, moderation, play
from league.cards import Card
from league.models import League, Match, Season
from league.pages import card
from tests.league import season as cast
from tests.league.conftest import Player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    caches["cards"].clear()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Card]:
    """What the cards are drawn from: all that can be read off them."""
    drawn: list[Card] = []
    monkeypatch.setattr(cards, "png", lambda told: drawn.append(told) or b"png")
    return drawn


def board(rounds: int = 2, entries: int = 3) -> Season:
    made = cast.season(rounds=rounds)
    for number in range(entries):
        entry = cast.entry(made, f"选手{number}")
        cast.result(cast.opened(cast.rounds(made)[0], entry), 90_000 - 1_000 * number)
    return made


def test_a_match(alice: Player, told: list[Card]) -> None:
    """Name, league, day and money, as the page has them."""
    match = alice.open_match()
    assert Client().get(f"/m/{match.pk}/card.png").status_code == 200
    assert told == [
        Card(
            over="Spring · 练习赛",
            title="Alice",
            under="Alice's team · 30 天售货机",
            figure="$500.00",
            called="直播中，第 1 / 30 天，净资产",
            paint=told[0].paint,
        )
    ]


@pytest.mark.parametrize("entries", [1, 3])
def test_a_season(told: list[Card], entries: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """The head of the board, at one and at three rows for the same queries."""
    made = board(entries=entries)
    with django_assert_num_queries(3):
        Client().get(f"/l/spring/{made.slug}/card.png")
    assert (
        told[0].rows
        == (("1", "选手0", "$900.00"), ("2", "选手1", "$890.00"), ("3", "选手2", "$880.00"))[:entries]
    )


def test_queries_of_a_match(match: Match, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """The row, and the frames of its days."""
    with django_assert_num_queries(2):
        Client().get(f"/m/{match.pk}/card.png")


def test_it_is_a_picture(match: Match) -> None:
    """Chats show nothing for what is no PNG of the announced size, and give up on large ones."""
    for path in ("/card.png", f"/m/{match.pk}/card.png", f"/l/spring/{board().slug}/card.png"):
        answer = Client().get(path)
        assert answer.headers["Content-Type"] == "image/png"
        with Image.open(io.BytesIO(answer.content)) as image:
            assert image.size == cards.SIZE
        assert len(answer.content) < 100_000


def test_not_modified(match: Match, told: list[Card]) -> None:
    """Crawlers ask again and again: an unchanged card is neither drawn nor sent."""
    first = Client().get(f"/m/{match.pk}/card.png")
    again = Client().get(f"/m/{match.pk}/card.png", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["Cache-Control"] == "public, max-age=300"
    assert "Set-Cookie" not in first.headers
    Client().get(f"/m/{match.pk}/card.png")
    assert len(told) == 1


def test_a_freeze_holds(told: list[Card]) -> None:
    """The figures behind a freeze, in a picture that nobody thought of."""
    made = board(entries=1)
    play.freeze(made.pk)
    entry = made.entries.get()
    cast.result(cast.opened(cast.rounds(made)[1], entry), 10_000_000)
    Client().get(f"/l/spring/{made.slug}/card.png")
    assert told[-1].rows == (("1", "选手0", "$900.00"),)
    assert "已封榜" in told[-1].under


def test_an_embargo_holds(told: list[Card]) -> None:
    """In a paired round nobody may see more of a match than the slowest one has got to."""
    made = cast.season(world_mode="paired", rounds=1)
    first, second = (cast.opened(cast.rounds(made)[0], cast.entry(made, name)) for name in "甲乙")
    cast.give_up(first)
    assert first.held.phase == Match.Phase.FINISHED
    Client().get(f"/m/{first.pk}/card.png")
    assert told[-1].called == "直播中，第 1 / 30 天，净资产"
    assert (told[-1].figure, told[-1].line) == ("$500.00", ())
    assert second.day == 1


def test_a_hidden_name_is_not_drawn_again(match: Match, told: list[Card], admin_user: Any) -> None:
    """A card that was kept under the match's number would show the name for another day."""
    Client().get(f"/m/{match.pk}/card.png")
    moderation.hide_name(match.league, match.agent, admin_user, "不雅")
    Client().get(f"/m/{match.pk}/card.png")
    assert [one.title for one in told] == ["Alice", f"已屏蔽的名称 {match.agent_id}"]


def test_a_private_league(match: Match) -> None:
    """A card is as private as its page."""
    League.objects.update(visibility=League.Visibility.PRIVATE)
    assert Client().get(f"/m/{match.pk}/card.png").status_code == 404
    assert Client().get(f"/l/spring/{board().slug}/card.png").status_code == 404


def test_the_pages_name_their_cards(match: Match) -> None:
    """Without these tags a chat shows a bare address."""
    made = board()
    for path, own in (
        (f"/m/{match.pk}/", f"/m/{match.pk}/card.png"),
        (f"/l/spring/{made.slug}/", f"/l/spring/{made.slug}/card.png"),
        ("/", "/card.png"),
        ("/rules/", "/card.png"),
        (f"/a/{match.agent.slug}/", "/card.png"),
    ):
        html = Client().get(path).content.decode()
        assert f'<meta property="og:image" content="http://testserver{own}">' in html, path
        assert f'<meta property="og:url" content="http://testserver{path}">' in html
        for name in ('property="og:title"', 'property="og:description"', 'name="twitter:card"'):
            assert html.count(name) == 1, (path, name)


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("喆堃镕珅龘", "喆堃镕珅龘"),
        ("🦞 小龙虾", "小龙虾"),
        ("👩‍🚀❤️", "〓"),
        ("\u202egnp.evil", "gnp.evil"),
        ("한국", "〓〓"),
        ("ＡＢ｡ −1", "ＡＢ｡ −1"),
        ("", "〓"),
    ],
)
def test_any_name(name: str, drawn: str) -> None:
    """Little boxes in place of a name, or a name that turns the line around."""
    assert cards.drawable(name) == drawn


@pytest.mark.parametrize("name", ["长" * 200, "W" * 200, "word " * 40, "Ѫ" * 80])
def test_long_names_stay_inside(name: str) -> None:
    """A name of 200 characters over the machine or out of the picture."""
    for line in cards.wrapped(cards.drawable(name), 48, 700, 2):
        assert cards.font(48).getlength(line) <= 700
    assert len(cards.wrapped(name, 48, 700, 2)) <= 2


def test_a_finished_match(alice: Player, told: list[Card]) -> None:
    """The end is told, and the line of its days where it has some."""
    match = alice.finished_match()
    Client().get(f"/m/{match.pk}/card.png")
    assert told[0].called == "放弃，第 2 / 30 天，净资产"
    assert card.of_match(match, (1, 2)).line == (1, 2)
    assert timezone.now() >= match.finished_at
