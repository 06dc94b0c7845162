"""Which cards and which positions are equal, derived from the compiled tables alone.

Two cards of one hand are equal if they count the same, owe the same duty, beat the same of the
cards that they can still meet and lose to the same of them. Two positions are equal if one
becomes the other by exchanging cards that play the same part among the cards still in play.
Nothing here knows a rule of the game: touching cards are equal where the tables make them so,
and are not where the next rank alone wins.

The pack is cut into four blocks of eight cards, the suits wherever only trumps reach from one
suit into another, else pairs of ranks. A position is the sum of what its blocks are, so each
block is worked out once and looked up ever after.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from elfern_core.cards import SUIT_MASKS, cards_of
from elfern_core.rules import Phases

if TYPE_CHECKING:
    from elfern_core.tables import RuleTables

OTHER = 32
"""A block's cards are one number: the leader's mask, and the other's shifted up by this."""
LEADER = (1 << OTHER) - 1
"""Mask of the leader's half of that number."""
FORM_BITS = 14
"""Bits for the number of a form: at most 3⁸ of a plain block, as many of the trumps."""
COUNTS = 4 * FORM_BITS
"""Where the counts begin that stand above a form's number; four forms fit below."""
CARD_BITS = 4
"""Bits for a number of cards of one hand."""

_RANK_PAIRS = tuple(sum(0x03 << (8 * suit + 2 * pair) for suit in range(4)) for pair in range(4))


class Equality:
    """What is equal under one table of rules.

    Attributes:
        tables: the compiled rules.
        beaten: for each card, the mask of the leads that it beats as a reply.
        by_suit: whether the blocks are the suits; else they are pairs of ranks.
        blocks: masks of the four blocks.
        duty: whether a suit must ever be followed.
        point_bits: bits that hold any sum of card points.
    """

    def __init__(self, tables: RuleTables) -> None:
        """Derive what does not depend on a deal.

        Raises:
            ValueError: if a card counts less than nothing.
        """
        if min(tables.points) < 0:
            message = "positions are solved only where no card counts less than nothing"
            raise ValueError(message)
        self.tables = tables
        self.beaten = tuple(
            sum(1 << lead for lead in range(32) if tables.beats[lead] >> card & 1)
            for card in range(32)
        )
        self.by_suit = all(
            tables.beats[card] & ~tables.suit[card] in (0, tables.trumps) for card in range(32)
        )
        self.blocks: tuple[int, ...] = SUIT_MASKS if self.by_suit else _RANK_PAIRS
        self.duty = tables.rules.follow is not Phases.NEVER
        self.point_bits = sum(tables.points).bit_length()
        self._forms: dict[tuple[int, int, bool], Forms] = {}
        self._equals: dict[tuple[int, int], Equals] = {}
        # Without a stock one plain suit is as good as another: they share their numbers.
        self._numbers: dict[object, int] = {}

    def forms(self, block: int, rest: int) -> Forms:
        """Give the forms of a block (0 to 3) while the mask `rest` lies in the stock."""
        key = block, rest & self.blocks[block], not rest
        if key not in self._forms:
            numbers = self._numbers if self.by_suit and not rest else {}
            self._forms[key] = Forms(self, self.blocks[block], key[1], numbers, closed=not rest)
        return self._forms[key]

    def equals(self, block: int, rest: int) -> Equals:
        """Give the equal cards of a block (0 to 3) while the mask `rest` lies in the stock."""
        key = block, rest & self.blocks[block]
        if key not in self._equals:
            self._equals[key] = Equals(self, key[1])
        return self._equals[key]

    def one_of_each(self, hand: int, met: int) -> int:
        """Take one card of each set of equal cards of a hand.

        Args:
            hand: mask of the hand.
            met: mask of the cards that they can still meet: the other hand and the stock.

        Returns:
            The mask of the lowest card of each set.
        """
        return sum(one & -one for one in self.sets(hand, met))

    def sets(self, hand: int, met: int) -> tuple[int, ...]:
        """Divide a hand into sets of equal cards, each a mask; `met` as in `one_of_each`."""
        tables, beaten = self.tables, self.beaten
        sets: dict[object, int] = {}
        for card in cards_of(hand):
            part = (
                tables.points[card],
                tables.suit[card] if self.duty else 0,
                tables.beats[card] & met,
                beaten[card] & met,
            )
            sets[part] = sets.get(part, 0) | 1 << card
        return tuple(sets.values())


class Equals(dict[int, int]):
    """For the cards of a block in both hands, one of each set of equal cards.

    Key and value hold two masks each: the leader's, and the other's shifted up by `OTHER`.

    Attributes:
        equality: the rules' equality.
        rest: mask of the block's cards in the stock.
    """

    def __init__(self, equality: Equality, rest: int) -> None:
        """Begin empty; `rest` is the mask of the block's cards in the stock."""
        super().__init__()
        self.equality = equality
        self.rest = rest

    def __missing__(self, cards: int) -> int:
        """Work out a block not met before."""
        leader, other = cards & LEADER, cards >> OTHER
        one_of_each = self.equality.one_of_each
        kept = one_of_each(leader, other | self.rest)
        kept |= one_of_each(other, leader | self.rest) << OTHER
        self[cards] = kept
        return kept


class Forms(dict[int, int]):
    """For the cards of a block in both hands, the number of its form and what it promises.

    The key holds two masks as in `Equals`. The value holds the number of the form in its lowest
    `FORM_BITS`, and from bit `COUNTS` on, lowest first:

    * `CARD_BITS`: cards with which the leader wins if he leads them one after the other;
    * `point_bits`: card points that this brings him at least;
    * `CARD_BITS`: cards of the other that no card of the leader beats, while each of them
      beats any card that the leader has in the block; 0 where there is a stock;
    * `point_bits`: their card points;
    * `CARD_BITS`: cards of the leader, if the other has no such card in the block.

    So the counts of four blocks can be added up all at once.

    Attributes:
        equality: the rules' equality.
        block: mask of the block.
        rest: mask of the block's cards in the stock.
        numbers: the numbers given to forms so far.
        closed: whether the whole stock has been drawn.
        sealed: whether no card of another block beats a card of this one.
    """

    def __init__(
        self,
        equality: Equality,
        block: int,
        rest: int,
        numbers: dict[object, int],
        *,
        closed: bool,
    ) -> None:
        """Begin empty.

        Args:
            equality: the rules' equality.
            block: mask of the block.
            rest: mask of the block's cards in the stock.
            numbers: the numbers given to forms so far.
            closed: whether the whole stock has been drawn.
        """
        super().__init__()
        self.equality = equality
        self.block = block
        self.rest = rest
        self.numbers = numbers
        self.closed = closed
        # Where cards of other blocks can win, nothing is promised.
        self.sealed = all(not equality.tables.beats[card] & ~block for card in cards_of(block))

    def __missing__(self, cards: int) -> int:
        """Work out a block not met before."""
        leader, other = cards & LEADER, cards >> OTHER
        form = self._form(leader, other)
        number = self.numbers.setdefault(form, len(self.numbers))
        self[cards] = value = number | self._counts(leader, other) << COUNTS
        return value

    def _form(self, leader: int, other: int) -> tuple[object, ...]:
        """Describe the block by the part that each of its cards plays, in order.

        Cards that play the same part before any card was played are sorted by who holds them.
        """
        equality, tables = self.equality, self.equality.tables
        present = leader | other | self.rest
        suit_counts = equality.duty and not equality.by_suit
        order = []
        for card in cards_of(present):
            outside = tables.beats[card] & ~self.block, equality.beaten[card] & ~self.block
            inside = tables.beats[card] & self.block, equality.beaten[card] & self.block
            suit = tables.suit[card] if suit_counts else 0
            holder = leader >> card & 1 | (other >> card & 1) << 1
            whole = tables.points[card], suit, outside, inside
            order.append((card if equality.by_suit else 0, whole, holder, card))
        order.sort()
        cards = [card for *_, card in order]
        return tuple(
            (whole[:3], holder, tuple(tables.beats[card] >> one & 1 for one in cards))
            for _, whole, holder, card in order
        )

    def _counts(self, leader: int, other: int) -> int:
        if not self.sealed:
            return (leader.bit_count() if self.closed else 0) << 2 * (
                CARD_BITS + self.equality.point_bits
            )
        tables = self.equality.tables
        points = tables.points
        met = other | self.rest
        sure = [card for card in cards_of(leader) if not tables.beats[card] & met]
        wins = len(sure)
        gain = sum(points[card] for card in sure)
        safe: list[int] = []
        if self.closed:
            if tables.follow[1]:
                others = sorted(points[card] for card in cards_of(other))
                if wins >= len(others):
                    # The other runs out of the suit; then every card of it wins.
                    wins = leader.bit_count()
                    gain = sum(points[card] for card in cards_of(leader | other))
                else:
                    gain += sum(others[:wins])
            safe = [card for card in cards_of(other) if not tables.beats[card] & leader]
            if any(
                not tables.beats[lead] >> card & 1 for lead in cards_of(leader) for card in safe
            ):
                safe = []
        counts = 0
        for bits, amount in reversed(
            (
                (CARD_BITS, wins),
                (self.equality.point_bits, gain),
                (CARD_BITS, len(safe)),
                (self.equality.point_bits, sum(points[card] for card in safe)),
                (CARD_BITS, leader.bit_count() if self.closed and not safe else 0),
            )
        ):
            counts = counts << bits | amount
        return counts


@lru_cache(maxsize=16)
def equality_of(tables: RuleTables) -> Equality:
    """Give what is equal under these tables; it is derived once and kept."""
    return Equality(tables)
