"""Values along a record with all cards known: what each card played was worth, and what it cost.

The end of a deal is solved first and the way back from there, with one table kept, so each
position finds most of its work done. Where a position goes beyond the limits, it and all before
it are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elfern_core.cards import CODES
from elfern_core.deal import SEATS
from elfern_core.solver import Limits, Solver

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from elfern_core.cards import Card
    from elfern_core.deal import Seat
    from elfern_core.game import Game
    from elfern_core.records import Checked

BUILD_LIMITS = Limits()
"""Limits where time is plenty: whole deals of standard Elfern are solved within them."""
LIVE_LIMITS = Limits(nodes=20_000, entries=400_000)
"""Limits for an answer while a reader waits: the second phase and the last draws."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One card played, judged with all cards known.

    All values are card points that forehand ends with when both play best from there on; in a
    fragment whose earlier tricks are unknown, those of the fragment alone.
    """

    ply: int
    """How many cards were played before it."""
    trick: int
    """Number of the trick, 1 to 16."""
    seat: Seat
    """Who played it."""
    card: Card
    """The card played."""
    before: int
    """The value before the card."""
    after: int
    """The value after it."""
    values: Mapping[Card, int]
    """The value of each card that might have been played, in ascending number."""
    line: tuple[Card, ...]
    """One line of best play from before the card to the end."""

    @property
    def cost(self) -> int:
        """Card points that the card cost its player; 0 for a best card."""
        return abs(self.before - self.after)

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that cost nothing."""
        return tuple(card for card, value in self.values.items() if value == self.before)


def judge(game: Game, limits: Limits | None = None) -> tuple[Judged, ...]:
    """Judge the cards of a game from where its positions are within the limits, in order.

    Args:
        game: the deal and the cards played.
        limits: what each position may take; by default `BUILD_LIMITS`.

    Returns:
        The last cards played, as many as could be judged; each of them with a value for every
        legal card.
    """
    limits = limits or BUILD_LIMITS
    solver = Solver(game.state.tables, game.deal.stock, limits)
    judged: list[Judged] = []
    for ply in range(len(game.plays) - 1, -1, -1):
        state, card = game.states[ply], game.plays[ply]
        result = solver.solve(state)
        if not result.complete or result.value is None:
            break
        values = {
            legal: result.forehand(value)
            for legal, value in result.values.items()
            if value is not None
        }
        judged.append(
            Judged(
                ply,
                state.trick_number,
                state.to_play,
                card,
                result.forehand(result.value),
                values[card],
                values,
                result.line,
            )
        )
    return tuple(reversed(judged))


def analyse(checked: Checked, limits: Limits | None = None) -> Iterator[dict[str, object]]:
    """Give for every card that can be judged what the commands write: one plain object.

    Args:
        checked: a record, replayed; of a faulty one its valid beginning is analysed.
        limits: what each position may take; by default `BUILD_LIMITS`.

    Yields:
        `id` of the record, `trick`, `seat` (`F` or `D`), `card` (its code) and `values`: the code
        of each legal card with the card points that forehand ends with when both play best
        with all cards known. Nothing for a record whose cards or ruleset are at fault.
    """
    if checked.game is None:
        return
    for one in judge(checked.game, limits):
        yield {
            "id": checked.record.id,
            "trick": one.trick,
            "seat": SEATS[one.seat],
            "card": CODES[one.card],
            "values": {CODES[card]: value for card, value in one.values.items()},
        }
