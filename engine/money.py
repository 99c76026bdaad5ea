"""Money is whole cents (RULES, head); dollars are text with two places; rounding is half-even, once."""

from __future__ import annotations

from fractions import Fraction


def half_even(numerator: int, denominator: int) -> int:
    """numerator / denominator to the nearest whole number, a half to the even one; the denominator is
    positive.

    >>> [half_even(n, 2) for n in (1, 3, 5, -1, -3)]
    [0, 2, 2, 0, -2]
    """
    quotient, rest = divmod(numerator, denominator)
    twice = rest + rest
    if twice > denominator or (twice == denominator and quotient & 1):
        quotient += 1
    return quotient


def cents(amount: Fraction) -> int:
    """A fraction of cents, rounded."""
    return half_even(amount.numerator, amount.denominator)


def dollars(amount: int) -> str:
    """Cents as the text that agents and spectators see.

    >>> dollars(1250), dollars(-5), dollars(0)
    ('12.50', '-0.05', '0.00')
    """
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def share(part: int, whole: int) -> float | None:
    """A share as a fraction to four places; None of nothing."""
    return round(part / whole, 4) if whole else None
