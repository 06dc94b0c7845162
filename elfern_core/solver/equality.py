"""Which cards and which positions are equal, derived from the compiled tables alone.

Two cards of one hand are equal if they count the same, owe the same duty, beat the same of the
cards that they can still meet and lose to the same of them. Two positions are equal if one
becomes the other by exchanging cards that play the same part among the cards still in play.
Nothing here knows a rule of the game: touching cards are equal where the tables make them so,
and are not where the next rank alone wins.

The pack is cut into four blocks of eight cards, the suits wherever a suit's cards stand
together, else pairs of ranks. A position is the sum of what its blocks are, so each block is
worked out once and looked up ever after.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from elfern_core.cards import ALL_CARDS, SUIT_MASKS, cards_of
from elfern_core.rules import Phases

if TYPE_CHECKING:
    from elfern_core.tables import RuleTables

OTHER = 32
"""A block's cards of both hands are one number: the leader's mask, the other's shifted by this."""
FORM_BITS = 13
"""Bits for the number of a block's form; there are at most 3⁸ forms."""
FIELDS = 4 * FORM_BITS
"""Where the counts stand that follow a form's number: four forms fit below."""
COUNT_BITS = 4
"""Bits for a count of cards of one hand."""

_RANK_PAIRS = tuple(sum(0x03 << (8 * suit + 2 * pair) for suit in range(4)) for pair in range(4))


class Equality:
    """What is equal under one table of rules.

    Attributes:
        tables: the compiled rules.
        by_suit: whether blocks are suits; else they are pairs of ranks.
        duty: whether a suit must ever be followed.
        blocks: masks of the four blocks.
        beaten: for each card led as a reply, the mask of the leads it would win against.
        point_bits: bits that hold any sum of card points.
    """

    def __init__(self, tables: RuleTables) -> None:
        """Derive all that does not depend on a deal."""
        beats = tables.beats
        self.tables = tables
        self.by_suit = all(
            not beats[card] & ~tables.suit[card] & ~(tables.trumps & ~_own_trumps(tables, card))
            for card in range(32)
        )
        self.duty = tables.rules.follow is not Phases.NEVER
        self.blocks: tuple[int, ...] = SUIT_MASKS if self.by_suit else _RANK_PAIRS
        self.beaten = tuple(
            sum(1 << lead for lead in range(32) if beats[lead] >> card & 1) for card in range(32)
        )
        self.point_bits = sum(tables.points).bit_length()
        self._forms: dict[tuple[int, int], Forms] = {}
        self._equals: dict[tuple[int, int], Equals] = {}
        self._closed_numbers: dict[object, int] = {}

    def forms(self, block: int, rest: int) -> Forms:
        """Give the forms of a block while `rest` (a mask) is what the stock holds."""
        key = block, rest & self.blocks[block]
        if key not in self._forms:
            # Without a stock one suit is as good as another, so all four share their numbers.
            shared = self._closed_numbers if self.by_suit and not rest else {}
            if rest and not key[1]:
                self._forms[key] = Forms(self, block, 0, {}, closed=False)
            self._forms[key] = Forms(self, block, key[1], shared, closed=not rest)
        return self._forms[key]

    def equals(self, block: int, rest: int) -> Equals:
        """Give the equal cards of a block while `rest` (a mask) is what the stock holds."""
        key = block, rest & self.blocks[block]
        if key not in self._equals:
            self._equals[key] = Equals(self, key[1])
        return self._equals[key]
