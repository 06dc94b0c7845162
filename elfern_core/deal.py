"""How a shuffled pack becomes two hands and a stock, and a shuffle of our own.

A deal is the position from which cards are played: usually a fresh deal, or the middle of one
for an example that starts later. Rule sections: `deal`, `cut`, `draw`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elfern_core.cards import ALL_CARDS, CODES, cards_of, mask
from elfern_core.errors import Finding, TextError
from elfern_core.rules import PACK_SIZE, TRICKS, Trump

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elfern_core.cards import Card
    from elfern_core.rules import Rules

type Seat = int
"""A player's role in a deal: `FOREHAND` or `DEALER`."""
FOREHAND: Seat = 0
"""The non-dealer, who leads to the first trick (section `lead`)."""
DEALER: Seat = 1
"""The player who deals."""
SEATS = "FD"
"""Letters of the seats in records."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Two hands, the stock and who leads: everything that play starts from."""

    hands: tuple[int, int]
    """Masks of the cards of forehand and dealer, equal in number."""
    stock: tuple[Card, ...]
    """The stock, top card first."""
    trump: int | None = None
    """The trump suit, 0 to 3, where the rules have one."""
    leader: Seat = FOREHAND
    """Who leads first; other than forehand only in a fragment."""
    won: tuple[int, int] | None = (0, 0)
    """Card points taken before, forehand first; `None` if unknown."""

    @property
    def first_trick(self) -> int:
        """Number of the first trick to be played, 1 in a whole deal."""
        return TRICKS + 1 - (self.hands[0].bit_count() + len(self.stock) // 2)

    @property
    def is_whole(self) -> bool:
        """Whether this is a fresh deal of the whole pack."""
        return self.first_trick == 1

    def faults(self, rules: Rules) -> list[tuple[str, str, str]]:
        """Check the deal against the rules.

        Returns:
            For each fault its code, the part concerned (`hands`, `stock`, `trump`, `leader`,
            `won`) and a sentence.
        """
        return _faults(self, rules)


def _faults(deal: Deal, rules: Rules) -> list[tuple[str, str, str]]:
    found = []
    forehand, dealer = deal.hands
    stock = mask(deal.stock)
    sizes = forehand.bit_count(), dealer.bit_count()
    size, drawn_later = sizes[0], len(deal.stock)
    shared = forehand & dealer | (forehand | dealer) & stock
    if shared:
        names = " ".join(CODES[card] for card in cards_of(shared))
        found.append(("card-twice", "stock", f"dealt more than once: {names}"))
    elif stock.bit_count() != drawn_later:
        twice = [CODES[card] for card in set(deal.stock) if deal.stock.count(card) > 1]
        found.append(
            ("card-twice", "stock", f"in the stock more than once: {' '.join(sorted(twice))}")
        )
    if sizes[0] != sizes[1]:
        found.append(
            ("hand-size", "hands", f"the hands differ in size: {sizes[0]} and {sizes[1]} cards")
        )
    elif drawn_later and size != rules.hand_size:
        found.append(
            (
                "hand-size",
                "hands",
                f"while there is a stock each hand holds {rules.hand_size} cards, not {size}",
            )
        )
    elif not 1 <= size <= rules.hand_size:
        found.append(
            ("hand-size", "hands", f"a hand holds 1 to {rules.hand_size} cards, not {size}")
        )
    if drawn_later % 2 or drawn_later > rules.stock_size:
        found.append(
            (
                "stock-size",
                "stock",
                (
                    f"the stock holds an even number of cards up to {rules.stock_size}, "
                    f"not {drawn_later}"
                ),
            )
        )
    if (rules.trump is not Trump.NONE) != (deal.trump is not None):
        needs = "needs a trump suit" if deal.trump is None else "has no trump"
        found.append(("trump", "trump", f"this ruleset {needs}"))
    elif rules.trump is Trump.FIXED and deal.trump != rules.trump_suit:
        found.append(("trump", "trump", "the trump suit is not the one that the ruleset fixes"))
    elif rules.trump is Trump.TURNED and deal.stock and deal.stock[-1] // 8 != deal.trump:
        found.append(
            ("trump", "trump", "the trump suit is that of the last card of the stock, turned up")
        )
    if deal.won is not None and (min(deal.won) < 0 or sum(deal.won) > rules.total):
        found.append(("won", "won", f"the pack holds {rules.total} card points"))
    return found


def deal_pack(rules: Rules, order: Sequence[Card]) -> Deal:
    """Deal a pack from the top: packets in turn, forehand first, the rest is the stock.

    Under a turned trump the first card after the deal is laid open under the stock.

    Args:
        rules: the rules, for hand size, packets and trump.
        order: the 32 cards, top card first.

    Raises:
        TextError: if these are not the 32 cards of the pack.
    """
    if len(order) != PACK_SIZE or mask(order) != ALL_CARDS:
        raise TextError(Finding("pack", "a pack is all 32 cards, each once"))
    hands = [0, 0]
    top = 0
    dealt = 0
    while dealt < rules.hand_size:
        packet = min(rules.packet, rules.hand_size - dealt)
        for seat in (FOREHAND, DEALER):
            hands[seat] |= mask(order[top : top + packet])
            top += packet
        dealt += packet
    stock = tuple(order[top:])
    trump = rules.trump_suit
    if rules.trump is Trump.TURNED:
        turned, *others = stock
        stock = (*others, turned)
        trump = turned // 8
    return Deal((hands[0], hands[1]), stock, trump)


_WORD = (1 << 64) - 1


class Shuffler:
    """A small random generator of our own (SplitMix64), the same in every Python for ever.

    Example:
        >>> Shuffler(1).below(6)
        3
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        """Start from an integer seed; only its lowest 64 bits count."""
        self._state = seed & _WORD

    def next_word(self) -> int:
        """Give the next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        word = self._state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return word ^ word >> 31

    def below(self, bound: int) -> int:
        """Give a number from 0 to `bound` − 1, each equally likely."""
        limit = _WORD + 1 - (_WORD + 1) % bound
        while (word := self.next_word()) >= limit:
            pass
        return word % bound

    def shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Give the cards in a random order (Fisher–Yates)."""
        pile = list(cards)
        for last in range(len(pile) - 1, 0, -1):
            chosen = self.below(last + 1)
            pile[last], pile[chosen] = pile[chosen], pile[last]
        return tuple(pile)


def shuffled_pack(seed: int) -> tuple[Card, ...]:
    """Give the 32 cards in the order that this seed shuffles them, top card first.

    A record never stores the seed: it stores the cards.
    """
    return Shuffler(seed).shuffled(range(PACK_SIZE))
