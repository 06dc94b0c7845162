"""Sessions made of a study's deals: whose turn it is to deal, what is held over, the slate.

The deals of a study follow each other as the deals of one evening after the other do. The rules
say after each deal who deals the next, so a deal is taken from the seat in which the player then
sits. Rule sections: `stander`, `next-dealer`, `session`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from elfern_core.deal import Shuffler
from elfern_core.scoring import Session, outcome
from elfern_core.study.intervals import Mean, share

if TYPE_CHECKING:
    from collections.abc import Callable

    from elfern_core.rules import Rules
    from elfern_core.scoring import Outcome
    from elfern_core.study.rows import Row

SESSION_DEALS = 12
"""Deals in a session by number of deals: even, as Bohemian Schneider needs it."""
SESSION_POINTS = 7
"""Game points that end a session by points; a rule page of Bohemian Schneider plays to seven."""


class Chain:
    """One session after another under the same rules, out of deals in order.

    Attributes:
        session: the session under way.
    """

    def __init__(self, rules: Rules) -> None:
        """Begin with an empty slate."""
        self.session = Session(rules)
        self._outcomes: dict[tuple[int, int], Outcome] = {}

    def dealer(self, number: int) -> int:
        """Say which player deals: by the rules, else by a lot that follows from the number."""
        known = self.session.dealer
        return Shuffler(number).below(2) if known is None else known

    def add(self, dealer: int, forehand_points: int) -> Outcome:
        """Score a deal with so many card points of forehand."""
        rules, held = self.session.rules, self.session.held
        key = forehand_points, held
        if key not in self._outcomes:
            points = forehand_points, rules.total - forehand_points
            self._outcomes[key] = outcome(rules, points, held)
        result = self._outcomes[key]
        self.session = self.session.after(dealer, result)
        return result

    def end(self) -> None:
        """Wipe the slate."""
        self.session = Session(self.session.rules)


class Sessions:
    """Figures of the sessions that the deals of a study make up.

    Attributes:
        count: sessions by number of deals that are complete.
        won: how many of them each player won.
        length: how many deals the sessions by game points took.
    """

    def __init__(self, rules: Rules, base: Rules | None) -> None:
        """Begin; `base` are the rules to compare with, if there are any."""
        self.count = 0
        self.won = [0, 0]
        self.length: Counter[int] = Counter()
        self._both, self._winner = Mean(), Mean()
        self._chain, self._by_points = Chain(rules), Chain(rules)
        self._base = Chain(base) if base else None
        self._parts = False
        self._parted = 0

    def add(self, row_with_forehand: Callable[[int], Row], number: int) -> None:
        """Add a deal.

        Args:
            row_with_forehand: gives the deal's row in which player 0, or 1, is forehand.
            number: the deal's number.
        """
        chain = self._chain
        dealer = chain.dealer(number)
        result = chain.add(dealer, row_with_forehand(1 - dealer).forehand_points)
        if self._base is not None:
            base_dealer = self._base.dealer(number)
            points = row_with_forehand(1 - base_dealer).base_points or 0
            base_result = self._base.add(base_dealer, points)
            scored = [result.game_points[dealer == seat] for seat in (0, 1)]
            base_scored = [base_result.game_points[base_dealer == seat] for seat in (0, 1)]
            self._parts |= dealer != base_dealer or scored != base_scored
        if chain.session.is_over(deals=SESSION_DEALS):
            self._end(chain.session)
        chain = self._by_points
        dealer = chain.dealer(number)
        chain.add(dealer, row_with_forehand(1 - dealer).forehand_points)
        if chain.session.is_over(target=SESSION_POINTS):
            self.length[len(chain.session.deals)] += 1
            chain.end()

    def _end(self, session: Session) -> None:
        self.count += 1
        if session.leader is not None:
            self.won[session.leader] += 1
        self._both.add(sum(session.totals))
        self._winner.add(max(session.totals))
        self._parted += self._parts
        self._parts = False
        self._chain.end()
        if self._base is not None:
            self._base.end()

    @property
    def parted(self) -> int:
        """Sessions in which dealer or slate went otherwise than under the base game."""
        return self._parted

    def to_json(self) -> dict[str, Any]:
        """Give the figures as plain data."""
        length = Mean()
        for deals, times in self.length.items():
            length.add(deals, times)
        return {
            "deals": SESSION_DEALS,
            "sessions": self.count,
            "gamePointsOfBoth": self._both.interval().to_json(),
            "gamePointsOfTheBetter": self._winner.interval().to_json(),
            "drawn": share(self.count - sum(self.won), self.count).to_json(),
            "target": SESSION_POINTS,
            "sessionsToTarget": length.count,
            "dealsToTarget": length.interval().to_json(),
            "lengths": {str(deals): self.length[deals] for deals in sorted(self.length)},
        }
