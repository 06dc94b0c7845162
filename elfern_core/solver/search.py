"""One search for every ruleset: how many card points can the leader take, all cards known?

It asks yes-or-no questions (windows of width zero) and keeps what it learns as bounds. The
rules come from the compiled tables, equal cards and equal positions from
`elfern_core.solver.equality`. Values are always card points that the player about to lead takes
from here on, so a position does not depend on what was won before, nor on the seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.cards import cards_of, mask
from elfern_core.solver.equality import CARD_BITS, COUNTS, FORM_BITS, LEADER, OTHER, equality_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from elfern_core.cards import Card
    from elfern_core.solver.equality import Equals, Forms
    from elfern_core.tables import RuleTables

    type _Level = tuple[
        Forms, Forms, Forms, Forms, Equals, Equals, Equals, Equals,
        dict[int, int], int, int, int, bool, int,
    ]  # fmt: skip
    type Reach = Callable[[int, int, int, int, int], int]
    """The search compiled for one deal."""


class OutOfNodesError(Exception):
    """The search has used up what it was allowed."""


class Search:
    """A search over the positions of one deal, with all that it has learnt.

    Attributes:
        nodes: positions looked into so far, in all questions.
        most_nodes: how many may be looked into; a question that needs more raises
            `OutOfNodesError` and leaves what was learnt in order.
    """

    def __init__(self, tables: RuleTables, stock: tuple[Card, ...] = ()) -> None:
        """Prepare for one deal.

        Args:
            tables: the compiled rules.
            stock: the stock, top first, from the earliest position that will be asked about.
        """
        self._equality = equality_of(tables)
        self._tables = tables
        self._stock = stock
        self._points_left = [
            sum(tables.points[card] for card in stock[len(stock) - 2 * draws :])
            for draws in range(len(stock) // 2 + 1)
        ]
        self._known: list[dict[int, int]] = [{} for _ in self._points_left]
        self._budget = [0, 1 << 62]
        self._reach = self._build()

    @property
    def nodes(self) -> int:
        """Positions looked into so far."""
        return self._budget[0]

    @property
    def entries(self) -> int:
        """Positions about which something is known."""
        return sum(map(len, self._known))

    def allow(self, nodes: int) -> None:
        """Allow so many nodes more from now on."""
        self._budget[1] = self._budget[0] + nodes

    def points(self, leader: int, other: int, draws: int) -> int:
        """Count the card points still to be won: both hands and the stock."""
        return self._points_left[draws] + sum(
            self._tables.points[card] for card in cards_of(leader | other)
        )

    def bound(self, leader: int, other: int, draws: int, need: int) -> int:
        """Ask whether the leader can take at least `need` card points.

        Args:
            leader: mask of the hand of the player to lead.
            other: mask of the other hand.
            draws: draws still to come (cards of the stock, halved).
            need: the number asked for; any number, sensible or not.

        Returns:
            A number not below `need` that the value reaches at least, or a number below `need`
            that it does not exceed.

        Raises:
            OutOfNodesError: if more nodes are needed than allowed.
        """
        return self._reach(leader, other, draws, need, self.points(leader, other, draws))

    def value(self, leader: int, other: int, draws: int, guess: int | None = None) -> int:
        """Give the card points that the leader takes with best play by both.

        Args:
            leader: mask of the hand of the player to lead.
            other: mask of the other hand.
            draws: draws still to come.
            guess: where to ask first; the answer does not depend on it.

        Raises:
            OutOfNodesError: if more nodes are needed than allowed.
        """
        total = self.points(leader, other, draws)
        start = (total + 1) // 2 if guess is None else guess
        reach = self._reach
        return narrow(lambda need: reach(leader, other, draws, need, total), 0, total, start)

    def lead_bound(self, leader: int, other: int, draws: int, lead: Card, need: int) -> int:
        """Ask as `bound` does, the leader having led this card."""
        total = self.points(leader, other, draws)
        hand = leader & ~(1 << lead)
        allowed = self._tables.legal(other, lead, not draws)
        least = total
        for reply in self._replies(other, leader, draws, allowed, lead):
            reached = total - self.reply_bound(hand, other, draws, lead, reply, total - need + 1)
            least = min(least, reached)
            if least < need:
                break
        return least

    def reply_bound(
        self, leader: int, other: int, draws: int, lead: Card, reply: Card, need: int
    ) -> int:
        """Ask whether the *other* player, replying with this card, takes at least `need`.

        Args:
            leader: mask of the leader's hand without the card led.
            other: mask of the hand of the player who replies.
            draws: draws still to come, this trick's included.
            lead: the card led.
            reply: the reply.
            need: the number asked for.
        """
        tables = self._tables
        won = tables.points[lead] + tables.points[reply]
        after = other & ~(1 << reply)
        top, below = self._draw(draws)
        draws = max(0, draws - 1)
        if tables.beats[lead] >> reply & 1:
            return won + self.bound(after | top, leader | below, draws, need - won)
        left = self.points(leader | top, after | below, draws)
        return left - self.bound(leader | top, after | below, draws, left - need + 1)

    def _draw(self, draws: int) -> tuple[int, int]:
        """Give masks of the cards that winner and loser of the next trick draw."""
        if not draws:
            return 0, 0
        upper, lower = self._stock[len(self._stock) - 2 * draws :][:2]
        return 1 << upper, 1 << lower

    def rest(self, draws: int) -> int:
        """Give the mask of the stock when so many draws are still to come."""
        return mask(self._stock[len(self._stock) - 2 * draws :])

    def _replies(
        self, other: int, leader: int, draws: int, allowed: int, lead: Card
    ) -> Iterable[Card]:
        """List the replies worth asking about, those that win first."""
        met = leader | self.rest(draws)
        kept = self._equality.one_of_each(other, met) & allowed
        beats = self._tables.beats[lead]
        return (*cards_of(kept & beats), *cards_of(kept & ~beats))

    def _build(self) -> Reach:  # noqa: C901, PLR0915 (one hot loop, kept in one place)
        """Make the function that answers one question; its tables are its own variables."""
        tables, equality = self._tables, self._equality
        points, beats, legal = tables.points, tables.beats, tables.legal
        most_points = max(points)
        counting = tables.counting
        by_suit = equality.by_suit
        # Where suits bind, cards of two suits are never equal: then blocks tell all.
        blockwise = by_suit and equality.duty
        one_of_each = equality.one_of_each
        block_0, block_1, block_2, block_3 = (block | block << OTHER for block in equality.blocks)
        second, third, fourth = FORM_BITS, 2 * FORM_BITS, 3 * FORM_BITS
        key_mask = (1 << COUNTS) - 1
        card_mask = (1 << CARD_BITS) - 1
        bits = equality.point_bits
        point_mask = (1 << bits) - 1
        gain_at = CARD_BITS
        safe_at = gain_at + bits
        safe_points_at = safe_at + CARD_BITS
        free_at = safe_points_at + bits
        lead_at = 2 * bits
        budget = self._budget
        levels: list[_Level] = []
        for draws, known in enumerate(self._known):
            rest = self.rest(draws)
            top, below = self._draw(draws)
            levels.append(
                (
                    equality.forms(0, rest),
                    equality.forms(1, rest),
                    equality.forms(2, rest),
                    equality.forms(3, rest),
                    equality.equals(0, rest),
                    equality.equals(1, rest),
                    equality.equals(2, rest),
                    equality.equals(3, rest),
                    known,
                    rest,
                    top,
                    below,
                    not draws,
                    max(0, draws - 1),
                )
            )

        def reach(  # noqa: C901, PLR0912, PLR0915 (few calls: this is where the time goes)
            leader: int, other: int, draws: int, need: int, total: int
        ) -> int:
            (
                forms_0, forms_1, forms_2, forms_3,
                equals_0, equals_1, equals_2, equals_3,
                known, rest, top, below, stock_gone, after,
            ) = levels[draws]  # fmt: skip
            both = leader | other << OTHER
            cards_0, cards_1 = both & block_0, both & block_1
            cards_2, cards_3 = both & block_2, both & block_3
            a, b, c, d = forms_0[cards_0], forms_1[cards_1], forms_2[cards_2], forms_3[cards_3]
            counts = a + b + c + d >> COUNTS
            if by_suit and not draws:
                # Plain suits are as good as each other: sort them.
                if a > b:
                    a, b = b, a
                if c > d:
                    c, d = d, c
                if a > c:
                    a, c = c, a
                if b > d:
                    b, d = d, b
                if b > c:
                    b, c = c, b
            key = (a | b << second | c << third | d << fourth) & key_mask
            found = known.get(key)
            if found is None:
                best = -1
                low, high = counts >> gain_at & point_mask, total
                if low >= need:
                    return low
                if not draws:
                    size = leader.bit_count()
                    if counts & card_mask >= size:
                        return total
                    safe = counts >> safe_at & card_mask
                    if safe:
                        # Leads from blocks where the other has no safe card; then he comes in.
                        left = size - (counts >> free_at)
                        if safe >= size == left:
                            return 0
                        lost = counts >> safe_points_at & point_mask
                        if safe > left:
                            lost -= most_points * (safe - left)
                        if lost > 0:
                            high -= lost
            else:
                best = (found >> lead_at) - 1
                low, high = found & point_mask, found >> bits & point_mask
                if low >= need:
                    return low
            if high < need:
                return high
            if budget[0] >= budget[1]:
                raise OutOfNodesError
            budget[0] += 1
            if blockwise:
                kept = equals_0[cards_0] | equals_1[cards_1] | equals_2[cards_2] | equals_3[cards_3]
                mine, replies = kept & LEADER, kept >> OTHER
            else:
                mine = one_of_each(leader, other | rest)
                replies = one_of_each(other, leader | rest)
            order = list(cards_of(mine))
            if len(order) > 1:
                order.sort(key=lambda card: (other & beats[card] != 0, -points[card]))
                if best >= 0 and mine >> best & 1:
                    order.remove(best)
                    order.insert(0, best)
            most = 0
            for lead in order:
                hand = leader ^ 1 << lead
                allowed = legal(replies, lead, stock_gone)
                winning = allowed & beats[lead]
                least = total
                if winning:
                    hand_below = hand | below
                    for reply in cards_of(winning):
                        left = total - points[lead] - points[reply]
                        ask = left - need + 1
                        if ask <= 0:
                            least = left
                            break
                        reached = left - reach(
                            other ^ 1 << reply | top, hand_below, after, ask, left
                        )
                        if reached < least:
                            least = reached
                            if least < need:
                                break
                if least >= need:
                    losing = allowed & ~winning
                    hand_top = hand | top
                    for reply in cards_of(losing & ~counting) + cards_of(losing & counting):
                        won = points[lead] + points[reply]
                        reached = won
                        if won < need:
                            reached += reach(
                                hand_top, other ^ 1 << reply | below, after, need - won, total - won
                            )
                        if reached < least:
                            least = reached
                            if least < need:
                                break
                if least >= need:
                    known[key] = least | high << bits | lead + 1 << lead_at
                    return least
                most = max(most, least)
            most = min(most, high)
            known[key] = low | most << bits | best + 1 << lead_at
            return most

        return reach


def narrow(ask: Callable[[int], int], low: int, high: int, start: int) -> int:
    """Find a value by yes-or-no questions, near `start` first, then in widening steps.

    Args:
        ask: gives a bound as `Search.bound` does.
        low: the least that the value can be.
        high: the most that it can be.
        start: the number to ask for first.
    """
    need = start
    step = 1
    while low < high:
        need = min(max(need, low + 1), high)
        reached = ask(need)
        if reached >= need:
            low = reached
            need = low + step if high - low > 2 * step else (low + high + 1) // 2
        else:
            high = reached
            need = high - step + 1 if high - low > 2 * step else (low + high + 1) // 2
        step *= 2
    return low
