"""The arithmetic of boards, without a database."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.standings.maths import Figures, Mean, Result, by_round, figures, mean_of, overlap, share, t_975
from league.standings.order import BOARDS, Candidate, provisional, regular

results = st.builds(
    Result,
    round=st.integers(1, 5),
    net_worth=st.integers(-50_000, 500_000),
    days=st.integers(1, 365),
    completed=st.booleans(),
    tp=st.integers(0, 3),
    marked=st.integers(3, 5),
    bad=st.just(3),
)


def result(round: int = 1, net_worth: int = 50_000, **more: int) -> Result:
    given = {"days": 30, "completed": True, "tp": 2, "marked": 3, "bad": 3} | more
    return Result(round, net_worth, **given)


def test_a_season_by_hand() -> None:
    """The figures everybody is ranked by: means over rounds, worst match, pooled counts, t interval."""
    found = figures(
        by_round(
            [
                result(1, 80_000),
                result(2, 90_000, tp=1, marked=1),
                result(2, 70_000, tp=3, marked=3),
                result(3, 50_000, days=11, completed=False, tp=0, marked=0),
            ]
        )
    )
    # Rounds: 800, 800, 500; s = 173.205, half-width 4.3027 * s / sqrt(3) = 430.27.
    assert found == Figures(
        n=3,
        matches=4,
        completed=3,
        net_worth_mean=70_000,
        net_worth_min=50_000,
        net_worth_low=26_973,
        net_worth_high=113_027,
        days_mean=2367,
        days_min=11,
        days_low=0,
        days_high=5092,
        tp=6,
        marked=7,
        bad=12,
    )


def test_unplayed_is_not_zero() -> None:
    """A zero for who has not played would rank below nobody and say what did not happen."""
    assert figures([]) == Figures()
    assert (Figures().net_worth_mean, Figures().days_mean) == (None, None)


def test_one_round_has_no_interval() -> None:
    """An interval of one value would be made up."""
    found = figures(by_round([result(), result(net_worth=90_000)]))
    assert (found.net_worth_mean, found.net_worth_low, found.net_worth_high) == (70_000, None, None)


@given(st.lists(results, max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_arrival_changes_nothing(found: list[Result], random: Random) -> None:
    """Two results in the same second come in either order; a rebuild reads them in a third."""
    shuffled = list(found)
    random.shuffle(shuffled)
    assert figures(by_round(shuffled)) == figures(by_round(found))


@given(st.lists(results, min_size=1, max_size=12))
def test_a_mean_lies_in_its_interval(found: list[Result]) -> None:
    """A row would show a mean outside of its own whiskers, or one below the worst match."""
    each = figures(by_round(found))
    assert each.net_worth_min <= each.net_worth_mean
    if each.n > 1:
        assert each.net_worth_low <= each.net_worth_mean <= each.net_worth_high
        assert 0 <= each.days_low <= each.days_mean <= each.days_high


def test_rounding_is_half_even_once() -> None:
    """Half-cents that always go up would favour whoever plays an even number of rounds."""
    assert mean_of([Fraction(1), Fraction(2)]).mean == 2
    assert mean_of([Fraction(2), Fraction(3)]).mean == 2


@pytest.mark.parametrize(
    ("df", "t"),
    [(1, 12.706), (4, 2.776), (30, 2.042), (31, 2.0395), (40, 2.0211), (60, 2.0003), (120, 1.9799)],
)
def test_students_t(df: int, t: float) -> None:
    """A wrong quantile makes every interval wrong. Values from printed tables."""
    assert t_975(df) == pytest.approx(t, abs=5e-4)


def test_wilson() -> None:
    """Of nothing there is no share; 2 of 3 is 66.67 %, with an interval that stays within 0 and 100."""
    assert share(0, 0) is None
    assert share(2, 3) == Mean(6667, 2077, 9385)
    assert share(3, 3) == Mean(10_000, 4385, 10_000)
    assert share(0, 3).low == 0


def test_overlap_is_unknown_without_an_interval() -> None:
    """One round proves nothing about who is better, either way."""
    assert overlap(Mean(5, 3, 7), Mean(9, 7, 11)) is True
    assert overlap(Mean(5, 3, 7), Mean(9, 8, 10)) is False
    assert overlap(Mean(5, 3, 7), Mean(9, None, None)) is None


def candidate(number: int, *found: Result, regular: bool = True) -> Candidate:
    return Candidate(number, figures(by_round(found)), regular)


def ranks(board: str, *candidates: Candidate) -> list[tuple[int, int | None]]:
    return [(each.number, each.rank) for each in BOARDS[board].place(candidates)]


def test_ties_share_a_rank() -> None:
    """1, 2, 2, 4; equals in order of registration, whatever order they are read in."""
    rows = [
        candidate(4, result(net_worth=70_000)),
        candidate(3, result(net_worth=60_000)),
        candidate(2, result(net_worth=70_000)),
        candidate(1, result(net_worth=80_000)),
        candidate(5),
    ]
    assert ranks("net_worth", *rows) == [(1, 1), (2, 2), (4, 2), (3, 4), (5, None)]
    assert ranks("net_worth", *reversed(rows)) == ranks("net_worth", *rows)


def test_what_is_shown_alike_is_ranked_alike() -> None:
    """Means of 800.00 1/3 and 800.00 cents would look the same and yet have two ranks."""
    thirds = [result(n, worth) for n, worth in enumerate((80_000, 80_000, 80_001), start=1)]
    whole = [result(n, 80_000) for n in (1, 2, 3)]
    assert ranks("net_worth", candidate(1, *whole), candidate(2, *thirds)) == [(1, 1), (2, 1)]


def test_completed_stands_above_whatever_the_figure() -> None:
    """RULES section 7: a rich bankrupt is behind a poor one who lasted; on other boards that says nothing."""
    rich = candidate(1, result(net_worth=900_000, completed=False, days=29))
    poor = candidate(2, result(net_worth=1_000, days=20))
    assert ranks("net_worth", rich, poor) == [(2, 1), (1, 2)]
    assert ranks("longevity", rich, poor) == [(1, 1), (2, 2)]


def test_precision_of_none_marked_ranks_last() -> None:
    """Who marks nobody has no precision, and is behind who marks only wrong ones (RULES section 7)."""
    none, wrong, right = (
        candidate(1, result(tp=0, marked=0)),
        candidate(2, result(tp=0, marked=2)),
        candidate(3, result(tp=1, marked=1)),
    )
    assert ranks("precision", none, wrong, right) == [(3, 1), (2, 2), (1, 3)]
    assert ranks("recall", none, wrong, right) == [(3, 1), (1, 2), (2, 2)]


def test_pooled_shares_tie_exactly() -> None:
    """2/3 and 4/6 are one share: by floats they might be two."""
    once = candidate(1, result(1, tp=2, marked=3))
    twice = candidate(2, result(1, tp=2, marked=3), result(2, tp=2, marked=3))
    assert ranks("precision", twice, once) == [(1, 1), (2, 1)]


def test_who_stays_away_does_not_lead() -> None:
    """One lucky round of ten, and then no more, would win the season."""
    lucky = candidate(1, result(net_worth=990_000), regular=False)
    steady = candidate(2, *(result(n, 60_000) for n in range(1, 11)))
    assert ranks("net_worth", lucky, steady) == [(2, 1), (1, 2)]
    assert regular(lucky.figures, 2)
    assert not regular(lucky.figures, 3)


def test_separable_from_the_leader() -> None:
    """A board that names a winner where the intervals overlap says more than it knows."""
    tight = [candidate(1, *(result(n, 90_000 + n) for n in range(1, 5)))]
    near = candidate(2, *(result(n, 80_000 + 10_000 * (n % 2)) for n in range(1, 5)))
    far = candidate(3, *(result(n, 50_000 + n) for n in range(1, 5)))
    once = candidate(4, result(1, 40_000))
    placed = BOARDS["net_worth"].place([*tight, near, far, once])
    assert [each.separable for each in placed] == [None, False, True, None]


def test_provisional_until_half_the_rounds_are_in() -> None:
    """One early result of ten rounds would look like a standing."""
    one, two = figures(by_round([result(1)])), figures(by_round([result(1), result(2)]))
    assert (provisional(one, 3), provisional(two, 3), provisional(one, 2)) == (True, False, False)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_the_order_in_words_names_every_criterion(board: object) -> None:
    """A page that tells another order than the one that sorts."""
    for criterion in board.criteria:
        assert criterion.text in board.order
