"""Shares, means and correlations with their 99 % confidence intervals."""

from __future__ import annotations

import math
from typing import NamedTuple

Z99 = 2.5758293035489004
"""Half-width of a 99 % interval in standard errors."""
_PLACES = 6


class Interval(NamedTuple):
    """An estimate with the ends of its 99 % confidence interval."""

    value: float
    """The estimate."""
    low: float
    """Lower end."""
    high: float
    """Upper end."""

    def to_json(self) -> dict[str, float]:
        """Give the three numbers by name, rounded to six places."""
        return {name: round(part, _PLACES) + 0.0 for name, part in self._asdict().items()}


def share(count: int, of: int) -> Interval:
    """Give a count as a share (Wilson's interval); of nothing, all shares are possible."""
    if not of:
        return Interval(0.5, 0.0, 1.0)
    part = count / of
    squared = Z99 * Z99
    middle = (part + squared / (2 * of)) / (1 + squared / of)
    spread = math.sqrt(part * (1 - part) / of + squared / (4 * of * of))
    half = spread * Z99 / (1 + squared / of)
    return Interval(part, max(0.0, middle - half), min(1.0, middle + half))


class Mean:
    """Whole numbers added up exactly, for their mean and spread.

    Attributes:
        count: how many numbers.
        total: their sum.
        squares: the sum of their squares.
    """

    __slots__ = ("count", "squares", "total")

    def __init__(self) -> None:
        """Begin with nothing."""
        self.count = self.total = self.squares = 0

    def add(self, number: int, times: int = 1) -> None:
        """Add a number, so many times."""
        self.count += times
        self.total += number * times
        self.squares += number * number * times

    @property
    def variance(self) -> float:
        """The sample variance; 0 for fewer than two numbers."""
        if self.count < 2:  # noqa: PLR2004
            return 0.0
        return (self.squares - self.total * self.total / self.count) / (self.count - 1)

    def interval(self) -> Interval:
        """Give the mean with its interval (normal)."""
        count = max(1, self.count)
        mean = self.total / count
        half = Z99 * math.sqrt(max(0.0, self.variance) / count)
        return Interval(mean, mean - half, mean + half)


class Correlation:
    """Pairs of whole numbers added up exactly, for their correlation.

    Attributes:
        first: the first numbers.
        second: the second numbers.
    """

    __slots__ = ("_products", "first", "second")

    def __init__(self) -> None:
        """Begin with nothing."""
        self.first, self.second = Mean(), Mean()
        self._products = 0

    def add(self, first: int, second: int) -> None:
        """Add a pair."""
        self.first.add(first)
        self.second.add(second)
        self._products += first * second

    def interval(self) -> Interval:
        """Give the correlation with its interval (Fisher's); of no spread, nothing is known."""
        count = self.first.count
        spread = math.sqrt(max(0.0, self.first.variance * self.second.variance))
        if count <= 3 or not spread:  # noqa: PLR2004
            return Interval(0.0, -1.0, 1.0)
        covariance = (self._products - self.first.total * self.second.total / count) / (count - 1)
        value = max(-1.0, min(1.0, covariance / spread))
        if abs(value) == 1:
            return Interval(value, value, value)
        middle, half = math.atanh(value), Z99 / math.sqrt(count - 3)
        return Interval(value, math.tanh(middle - half), math.tanh(middle + half))
