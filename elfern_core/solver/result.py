"""What a solved position says, and how much work it may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elfern_core.cards import Card
    from elfern_core.deal import Seat


@dataclass(frozen=True, slots=True)
class Limits:
    """How much work one answer may take: counts, not seconds, so that it can be repeated."""

    nodes: int = 4_000_000
    """Positions that may be looked into; about 100,000 a second in CPython."""
    entries: int = 4_000_000
    """Positions that may be kept, those of earlier answers included; some 150 bytes each."""


@dataclass(frozen=True, slots=True)
class Result:
    """A position with all cards known, solved as far as the limits allowed.

    Every value is a number of card points that `seat`, the player on move, takes from here to
    the end of the deal when both play best; the trick on the table counts in full.
    """

    seat: Seat
    """The player on move, for whom all values speak."""
    value: int | None
    """The value of the position; `None` if it was not computed."""
    values: Mapping[Card, int | None]
    """The value of each legal card; `None` if it was not computed."""
    line: tuple[Card, ...]
    """One line of best play from here to the end, or as far as it was computed."""
    taken: tuple[int, int]
    """Card points taken before, forehand first."""
    left: int
    """Card points still to be taken by either."""
    nodes: int
    """Positions looked into for this answer."""
    entries: int
    """Positions kept by the solver now."""
    complete: bool
    """Whether everything asked for was computed."""

    @property
    def best(self) -> tuple[Card, ...]:
        """The legal cards known to reach the value, in ascending number."""
        if self.value is None:
            return ()
        return tuple(card for card, value in self.values.items() if value == self.value)

    def forehand(self, value: int) -> int:
        """Turn a value of this result into the card points that forehand ends with."""
        return self.taken[0] + (self.left - value if self.seat else value)
