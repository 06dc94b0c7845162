"""Worlds: how the unseen cards may lie, as bare masks, and playing them out fast.

A world is a guess at the other hand and the stock that agrees with all that a seat has seen. It
holds no past, so making one costs next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import comb, factorial
from typing import TYPE_CHECKING

from elfern_core.cards import cards_of, mask
from elfern_core.rules import Trump
from elfern_core.solver.equality import equality_of
from elfern_core.tables import compile_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from elfern_core.cards import Card
    from elfern_core.deal import Shuffler
    from elfern_core.tables import RuleTables
    from elfern_core.view import View


@dataclass(frozen=True, slots=True)
class World:
    """One way in which the cards may lie."""

    other: int
    """Mask of the other hand, a card led from it not included."""
    stock: tuple[Card, ...]
    """The rest of the stock, top first."""


def tables_for(view: View) -> RuleTables:
    """Give the compiled rules of a view."""
    rules = view.ruleset.rules
    return compile_rules(rules, view.trump if rules.trump is Trump.TURNED else None)


def _under(view: View) -> tuple[Card, ...]:
    """Give the open card under the stock, if it still lies there."""
    return (view.turned,) if view.turned is not None and view.stock_left else ()


def count_worlds(view: View) -> int:
    """Count the worlds that agree with a view."""
    unseen = view.unseen.bit_count()
    missing = view.other_size - view.other_known.bit_count()
    return comb(unseen, missing) * factorial(unseen - missing)


def all_worlds(view: View) -> Iterator[World]:
    """Give every world that agrees with a view, in a fixed order."""
    unseen = cards_of(view.unseen)
    missing = view.other_size - view.other_known.bit_count()
    under = _under(view)
    for held in combinations(unseen, missing):
        rest = [card for card in unseen if card not in held]
        for stock in permutations(rest):
            yield World(view.other_known | mask(held), stock + under)


def random_world(view: View, rng: Shuffler) -> World:
    """Give a world that agrees with a view, each equally likely."""
    hidden = rng.shuffled(cards_of(view.unseen))
    missing = view.other_size - view.other_known.bit_count()
    return World(view.other_known | mask(hidden[:missing]), hidden[missing:] + _under(view))


class Tactics:
    """The simplest sensible play under one table of rules, as fast as it can be had.

    Attributes:
        tables: the compiled rules.
        worth: for each card its rank among all 32 from the one given away most gladly: first by
            card points, then by how many cards it beats.
    """

    def __init__(self, tables: RuleTables) -> None:
        """Rank the cards."""
        self.tables = tables
        beaten = [sum(lead >> card & 1 for lead in tables.beats) for card in range(32)]
        order = sorted(
            range(32), key=lambda card: (tables.points[card], beaten[card], card % 8, card)
        )
        self.worth = tuple(order.index(card) for card in range(32))

    def reply(self, hand: int, lead: Card, *, second: bool) -> Card:
        """Choose a reply: take card points as cheaply as possible, else give away the least."""
        tables = self.tables
        legal = tables.legal(hand, lead, second)
        cards = cards_of(legal)
        if len(cards) == 1:
            return cards[0]
        worth = self.worth.__getitem__
        least = min(cards, key=worth)
        winning = legal & tables.beats[lead]
        if not winning:
            return least
        takers = cards_of(winning)
        if tables.points[lead]:
            return min(takers, key=worth)
        # Nothing to take: win only to keep one's own card, or where every trick counts.
        if second or tables.points[least]:
            return min(takers, key=worth)
        return least

    def lead(self, hand: int, met: int, *, second: bool) -> Card:
        """Choose a lead: in the second phase what nothing beats, before it the least.

        Args:
            hand: mask of the hand.
            met: mask of the cards that may answer.
            second: whether the second phase has begun.
        """
        tables = self.tables
        cards = cards_of(hand)
        worth = self.worth.__getitem__
        # Winners are kept for the second phase only where suits bind there and so force them in.
        if second or not tables.follow[1]:
            sure = [card for card in cards if not tables.beats[card] & met]
            if sure:
                return max(sure, key=worth)
        return min(cards, key=worth)

    def play_out(
        self,
        hands: tuple[int, int],
        stock: tuple[Card, ...],
        leader: int,
        led: Card,
        *,
        closed: bool = False,
    ) -> tuple[int, tuple[int, int], int]:
        """Play on by these tactics.

        Args:
            hands: masks of two hands, first the one that the answer speaks for.
            stock: the rest of the stock, top first.
            leader: whose lead it is or was, 0 for the first hand, 1 for the second.
            led: the card that he has led, -1 if none.
            closed: stop when the stock is empty instead of at the end.

        Returns:
            Card points that the first hand took, the hands then, and who is to lead.
        """
        tables = self.tables
        beats, points = tables.beats, tables.points
        first, second_hand = hands
        taken = drawn = 0
        size = len(stock)
        rest = mask(stock)
        while (first and second_hand) or led >= 0:
            second = drawn == size
            if second and closed and led < 0:
                break
            if leader:
                if led < 0:
                    led = self.lead(second_hand, first | rest, second=second)
                    second_hand ^= 1 << led
                reply = self.reply(first, led, second=second)
                first ^= 1 << reply
            else:
                if led < 0:
                    led = self.lead(first, second_hand | rest, second=second)
                    first ^= 1 << led
                reply = self.reply(second_hand, led, second=second)
                second_hand ^= 1 << reply
            if beats[led] >> reply & 1:
                leader = 1 - leader
            if not leader:
                taken += points[led] + points[reply]
            if not second:
                upper, lower = 1 << stock[drawn], 1 << stock[drawn + 1]
                drawn += 2
                rest ^= upper | lower
                if leader:
                    first, second_hand = first | lower, second_hand | upper
                else:
                    first, second_hand = first | upper, second_hand | lower
            led = -1
        return taken, (first, second_hand), leader


@lru_cache(maxsize=16)
def tactics_of(tables: RuleTables) -> Tactics:
    """Give the tactics under these tables, made once and kept."""
    return Tactics(tables)


def candidates(view: View) -> tuple[Card, ...]:
    """Give one legal card of each set that is equal in every world, in ascending number."""
    met = view.unseen | view.other_known | mask(_under(view))
    if view.led >= 0:
        met |= 1 << view.led
    legal = mask(view.legal)
    sets = equality_of(tables_for(view)).sets(view.hand, met)
    return tuple(cards_of(one & legal)[0] for one in sets if one & legal)


def try_card(
    tables: RuleTables, view: View, world: World, card: Card
) -> tuple[int, tuple[int, int], tuple[Card, ...], int, Card]:
    """Play one card of the view's seat in a world.

    Returns:
        Card points won by it at once, both hands (the seat's first), the rest of the stock, who
        leads or has led (0 the seat, 1 the other), and the card led, -1 if the trick is over.
    """
    mine, other, stock = view.hand ^ 1 << card, world.other, world.stock
    led = view.led
    if led < 0:
        return 0, (mine, other), stock, 0, card
    wins = tables.beats[led] >> card & 1
    won = tables.points[led] + tables.points[card] if wins else 0
    if stock:
        upper, lower = (1 << drawn for drawn in stock[:2])
        mine, other = (mine | upper, other | lower) if wins else (mine | lower, other | upper)
    return won, (mine, other), stock[2:], 0 if wins else 1, -1


def most(means: Mapping[Card, float], tactics: Tactics) -> Card:
    """Give the card with the greatest mean; among equals the one given away most gladly."""
    return max(means, key=lambda card: (means[card], -tactics.worth[card]))
