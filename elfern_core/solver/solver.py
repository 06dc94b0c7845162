"""The front of the search: solve positions of one deal, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.cards import cards_of
from elfern_core.solver.equality import equality_of
from elfern_core.solver.result import Limits, Result
from elfern_core.solver.search import OutOfNodesError, Search, narrow

if TYPE_CHECKING:
    from collections.abc import Callable

    from elfern_core.cards import Card
    from elfern_core.state import State
    from elfern_core.tables import RuleTables


class Solver:
    """Solves positions of one deal and keeps what it learns from one to the next.

    The answers do not depend on what was asked before; the work does.
    """

    def __init__(
        self, tables: RuleTables, stock: tuple[Card, ...], limits: Limits | None = None
    ) -> None:
        """Prepare for the positions of a deal.

        Args:
            tables: the compiled rules, `State.tables`.
            stock: the whole stock of the deal, `State.stock`.
            limits: what one answer may take; by default those of `Limits`.
        """
        self._tables = tables
        self._stock = stock
        self._limits = limits or Limits()
        self._search = Search(tables, stock)

    def solve(self, state: State, *, each: bool = True, line: bool = True) -> Result:
        """Solve a position, at a lead or with a card led.

        Args:
            state: a position of the deal.
            each: whether to value every legal card; else only the value of the position.
            line: whether to give a line of best play.

        Raises:
            ValueError: if the position is of another deal.
        """
        if state.tables is not self._tables or state.stock != self._stock:
            message = "this solver was made for the positions of another deal"
            raise ValueError(message)
        limits, search = self._limits, self._search
        before = search.nodes
        search.allow(max(0, min(limits.nodes, limits.entries - search.entries)))
        position = _Position(search, state)
        best: list[Card] = []
        complete = True
        try:
            position.find_value()
            if each:
                position.find_each()
            if line:
                _follow(search, state, position.value, best)
        except OutOfNodesError:
            complete = False
        return Result(
            state.to_play,
            position.value,
            position.values,
            tuple(best),
            state.points,
            position.left,
            search.nodes - before,
            search.entries,
            complete,
        )


def solve(
    state: State, limits: Limits | None = None, *, each: bool = True, line: bool = True
) -> Result:
    """Solve one position, all cards known; see `Solver.solve`."""
    return Solver(state.tables, state.stock, limits).solve(state, each=each, line=line)


class _Position:
    """One position as the search sees it: who leads, both hands, the draws to come."""

    def __init__(self, search: Search, state: State) -> None:
        self.search = search
        self.led = state.led
        self.draws = (len(state.stock) - state.drawn) // 2
        hands = state.hands
        self.mine, self.other = hands[state.to_play], hands[1 - state.to_play]
        on_table = 1 << state.led if state.led >= 0 else 0
        self.left = search.points(self.mine, self.other | on_table, self.draws)
        self.value: int | None = None
        self.values: dict[Card, int | None] = dict.fromkeys(state.legal())
        met = self.other | on_table | search.rest(self.draws)
        legal = state.legal_mask()
        self.sets = [
            one & legal for one in equality_of(state.tables).sets(self.mine, met) if one & legal
        ]

    def asker(self, card: Card) -> Callable[[int], int]:
        """Give the function that asks for a bound on the value of a card."""
        search, led = self.search, self.led
        mine, other, draws = self.mine, self.other, self.draws
        if led < 0:
            return lambda need: search.lead_bound(mine, other, draws, card, need)
        return lambda need: search.reply_bound(other, mine, draws, led, card, need)

    def find_value(self) -> None:
        """Find the value of the position."""
        if not self.sets:
            self.value = 0
        elif self.led < 0:
            self.value = self.search.value(self.mine, self.other, self.draws)
        else:
            best = 0
            for one in self.sets:
                card = cards_of(one)[0]
                best = narrow(self.asker(card), best, self.left, best + 1)
            self.value = best

    def find_each(self) -> None:
        """Find the value of each legal card, that of the position being known."""
        if self.value is None:
            return
        for one in self.sets:
            cards = cards_of(one)
            value = narrow(self.asker(cards[0]), 0, self.value, self.value)
            for card in cards:
                self.values[card] = value


def _follow(search: Search, state: State, value: int | None, line: list[Card]) -> None:
    """Add to `line` one line of best play from a position of known value."""
    while value is not None and not state.is_over:
        position = _Position(search, state)
        card = next(
            card
            for card in (cards_of(one)[0] for one in position.sets)
            if position.asker(card)(value) >= value
        )
        line.append(card)
        following = state.play(card)
        won = following.points[state.to_play] - state.points[state.to_play]
        if following.to_play == state.to_play:
            value -= won
        else:
            lost = following.points[1 - state.to_play] - state.points[1 - state.to_play]
            value = position.left - lost - value
        state = following
