"""Chance (RULES §8): every draw comes from a stream that is named by what it is for.

No generator is ever stored, so no call by an agent can shift another draw. Only seeding by a string and
`Random.random()` are used: these two alone are promised to give the same numbers in every Python to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Stream:
    """The draws of one stream, in order.

    >>> a, b = Stream("w-1", "world/day/17/visitors"), Stream("w-1", "world/day/17/visitors")
    >>> [a.whole(40, 60) for _ in range(5)] == [b.whole(40, 60) for _ in range(5)]
    True
    """

    __slots__ = ("unit",)

    def __init__(self, seed: str, name: str) -> None:
        self.unit = Random(f"{seed}/{name}").random

    def whole(self, low: int, high: int) -> int:
        """A whole number, low and high included, each as likely."""
        return low + int(self.unit() * (high - low + 1))

    def happens(self, chance: Fraction) -> bool:
        """Whether something of this probability happens."""
        return self.unit() < chance

    def between(self, low: Fraction, high: Fraction) -> Fraction:
        """A share between the two, in steps of one millionth of the distance."""
        return low + (high - low) * Fraction(int(self.unit() * 1_000_001), 1_000_000)

    def weighted(self, weights: Sequence[int]) -> int:
        """An index, as likely as its whole-number weight says."""
        at = int(self.unit() * sum(weights))
        for index, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return index
        raise ValueError("no weights")

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """All of them, in any order, each order as likely (Fisher and Yates)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = int(self.unit() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return order


def token(seed: str, name: str, length: int) -> str:
    """Hexadecimal digits that nobody can guess without the seed; the same for the same name."""
    return sha256(f"{seed}/{name}".encode()).hexdigest()[:length]
