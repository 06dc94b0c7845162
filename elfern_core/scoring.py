"""From card points to game points, ties, dealers and the slate.

Rule sections: `game-points`, `stander`, `next-dealer`, `session`, `slate`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elfern_core.deal import DEALER, FOREHAND
from elfern_core.errors import RuleError
from elfern_core.rules import PACK_SIZE, Lot, NextDealer, Tie

if TYPE_CHECKING:
    from elfern_core.cards import Card
    from elfern_core.deal import Seat, Shuffler
    from elfern_core.rules import Rules

type Draws = tuple[tuple[Card, ...], tuple[Card, ...]]
"""What each of two players drew for the deal, the last cards of unlike rank."""

STANDER = "stander"
"""Class of a tied deal."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended."""

    points: tuple[int, int]
    """Card points, forehand first."""
    winner: Seat | None
    """Who won, `None` after a tie."""
    name: str
    """`simple`, `schneider`, `schwarz`, `stander`, or empty for an unnamed line of a scale."""
    base: int
    """Game points of the scale alone; 0 after a tie."""
    game_points: tuple[int, int]
    """Game points scored, what was held over included, forehand first."""
    held_before: int
    """What earlier ties had left for this deal."""
    held_after: int
    """What is left for the next deal."""


def outcome(rules: Rules, points: tuple[int, int], held: int = 0) -> Outcome:
    """Score a deal that has been played to the end.

    Args:
        rules: the rules, for scale and tie.
        points: card points, forehand first; together the pack's total.
        held: what earlier ties left (game points held over, or under `Tie.DOUBLE` the number
            of ties running).

    Raises:
        RuleError: if the points do not sum to the total, or `held` cannot arise.
    """
    check_held(rules, held)
    if sum(points) != rules.total or min(points) < 0:
        message = f"the card points of a deal sum to {rules.total}, not {points[0]} and {points[1]}"
        raise RuleError("points", message)
    if points[0] == points[1]:
        after = {
            Tie.CLEARED_BY_SECOND: 0 if held else 1,
            Tie.HOLD: 1,
            Tie.ACCUMULATE: held + 1,
            Tie.DOUBLE: held + 1,
            Tie.VOID: 0,
        }[rules.tie]
        return Outcome(points, None, STANDER, 0, (0, 0), held, after)
    winner = FOREHAND if points[0] > points[1] else DEALER
    step = max(
        (step for step in rules.scale if step.at_least <= points[winner]),
        key=lambda step: step.at_least,
    )
    if rules.tie is Tie.DOUBLE:
        scored = step.game_points * (2 if held else 1)
    else:
        scored = step.game_points + held
    game_points = (scored, 0) if winner == FOREHAND else (0, scored)
    return Outcome(points, winner, step.name, step.game_points, game_points, held, 0)


def check_held(rules: Rules, held: int) -> None:
    """Refuse a `held` that no run of ties can leave under these rules.

    Raises:
        RuleError: with the sentence.
    """
    most = rules.most_held()
    if held < 0 or (most is not None and held > most):
        allowed = "nothing" if most == 0 else f"0 or {most}" if most else "0 or more"
        message = f"under this ruleset a tie leaves {allowed} for the next deal, not {held}"
        raise RuleError("held", message)


def next_dealer(rules: Rules, result: Outcome) -> Seat | None:
    """Say which seat of this deal deals the next one; `None` if a draw decides.

    A lone deal without a winner under `NextDealer.WINNER` or `LOSER` is followed by a draw.
    """
    if rules.next_dealer is NextDealer.ALTERNATE:
        return FOREHAND
    if result.winner is None:
        return None
    return result.winner if rules.next_dealer is NextDealer.WINNER else 1 - result.winner


def dealer_by_lot(rules: Rules, draws: tuple[Card, Card], *, after_tie: bool) -> int | None:
    """Say which of two cards drawn makes the dealer: 0 the first, 1 the second.

    Returns:
        `None` where the ranks are equal and both draw again. Ranks follow the natural order;
        suits do not count.
    """
    first, second = draws[0] % 8, draws[1] % 8
    if first == second:
        return None
    lot = rules.tie_dealer if after_tie else rules.first_dealer
    return int((second > first) == (lot is Lot.HIGHER))


def draw_lots(rules: Rules, shuffler: Shuffler, *, after_tie: bool) -> tuple[Draws, int]:
    """Let two players draw for the deal until the ranks differ.

    Returns:
        What each drew, and which of them deals: 0 the first, 1 the second.
    """
    draws: list[tuple[Card, Card]] = []
    while True:
        first, second, *_ = shuffler.shuffled(range(PACK_SIZE))
        draws.append((first, second))
        dealer = dealer_by_lot(rules, (first, second), after_tie=after_tie)
        if dealer is not None:
            zero, one = zip(*draws, strict=True)
            return (zero, one), dealer


def banners(game_points: int, lines: int = 4) -> tuple[int, int]:
    """Draw game points as chalk banners: whole banners, and lines of the next one.

    Args:
        game_points: points on the slate, held ones not included.
        lines: lines in a whole banner.
    """
    return divmod(game_points, lines)


@dataclass(frozen=True, slots=True)
class Session:
    """The tally of a session: players stay, roles change from deal to deal."""

    rules: Rules
    """The rules of every deal of the session."""
    deals: tuple[tuple[int, Outcome], ...] = ()
    """For each deal which player (0 or 1) dealt, and the outcome."""

    def after(self, dealer: int, result: Outcome) -> Session:
        """Add a deal that player `dealer` dealt.

        Raises:
            RuleError: if the deal was dealt by the wrong player or scored with another `held`.
        """
        expected = self.dealer
        if expected is not None and dealer != expected:
            message = "the rules make the other player the dealer of this deal"
            raise RuleError("dealer", message)
        if result.held_before != self.held:
            message = f"{self.held} was held over for this deal, not {result.held_before}"
            raise RuleError("held", message)
        return Session(self.rules, (*self.deals, (dealer, result)))

    @property
    def held(self) -> int:
        """What the last deal left for the next; it lapses if the session ends here."""
        return self.deals[-1][1].held_after if self.deals else 0

    @property
    def dealer(self) -> int | None:
        """The player who deals next; `None` if a draw decides (first deal, or after a tie)."""
        if not self.deals:
            return None
        dealer, result = self.deals[-1]
        seat = next_dealer(self.rules, result)
        if seat is None:
            return None
        return dealer if seat == DEALER else 1 - dealer

    @property
    def totals(self) -> tuple[int, int]:
        """Game points of players 0 and 1."""
        totals = [0, 0]
        for dealer, result in self.deals:
            totals[1 - dealer] += result.game_points[FOREHAND]
            totals[dealer] += result.game_points[DEALER]
        return totals[0], totals[1]

    @property
    def leader(self) -> int | None:
        """The player with more game points; `None` if the session is drawn so far."""
        first, second = self.totals
        return None if first == second else int(second > first)

    def is_over(self, *, deals: int | None = None, target: int | None = None) -> bool:
        """Say whether a session of so many deals, or to this many game points, has ended."""
        by_deals = deals is not None and len(self.deals) >= deals
        return by_deals or (target is not None and max(self.totals) >= target)
