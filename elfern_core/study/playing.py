"""Deals played: here, or in batches by any executor of `concurrent.futures`."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING

from elfern_core.cards import mask
from elfern_core.catalogue import ruleset
from elfern_core.deal import FOREHAND, Shuffler, deal_pack
from elfern_core.game import Game
from elfern_core.players import PLAYERS
from elfern_core.players.worlds import Tactics
from elfern_core.rules import PACK_SIZE, Rules
from elfern_core.scoring import outcome
from elfern_core.solver import Limits, solve
from elfern_core.state import State
from elfern_core.study.plan import StudyError
from elfern_core.study.rows import UNNAMED, Row
from elfern_core.tables import compile_rules
from elfern_core.view import view_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor, Future

    from elfern_core.cards import Card
    from elfern_core.catalogue import Ruleset
    from elfern_core.study.plan import Plan
    from elfern_core.tables import RuleTables

_AFTER_PLAY = {
    "scale", "tie", "next_dealer", "first_dealer", "tie_dealer", "even_deals", "banner",
}  # fmt: skip
_DURING_PLAY = tuple(one.name for one in fields(Rules) if one.name not in _AFTER_PLAY)
TACTICIAN = "beginner"
"""The player whose choice follows from the tactics alone."""
SOLVING = Limits(nodes=40_000_000, entries=16_000_000)
"""Limits within which a whole deal is solved."""


@dataclass(frozen=True, slots=True)
class _Played:
    """A deal played to its end."""

    plays: tuple[tuple[int, Card], ...]
    """Seat and card, for each card played."""
    points: tuple[int, int]
    tricks: tuple[int, ...]
    """Who won each trick."""
    bound: int
    touched: int


@lru_cache(maxsize=256)
def _playing_part(expression: str) -> tuple[object, ...]:
    """Give the switches that matter while cards are played: no player looks at the others."""
    rules = ruleset(expression).rules
    return tuple(getattr(rules, name) for name in _DURING_PLAY)


@lru_cache(maxsize=256)
def _tactics_of(tables: RuleTables) -> Tactics:
    """Give the tactics under these tables: a study goes through many in turn."""
    return Tactics(tables)


class _Deals:
    """One deal of a study under one ruleset after the other, nothing played twice."""

    def __init__(self, plan: Plan, number: int) -> None:
        # One generator gives each deal its own seeds, far apart whatever the study's seed.
        self._seed = Shuffler(plan.seed).next_word() + 3 * number
        self._pack = Shuffler(self._seed).shuffled(range(PACK_SIZE))
        self._played: dict[object, _Played] = {}
        self._solved: dict[object, int] = {}

    def played(self, expression: str, pair: tuple[str, str]) -> _Played:
        key = _playing_part(expression), pair
        if key not in self._played:
            self._played[key] = self._play(ruleset(expression), pair)
        return self._played[key]

    def _play(self, chosen: Ruleset, pair: tuple[str, str]) -> _Played:
        rules = chosen.rules
        base = compile_rules(chosen.game.rules, chosen.game.rules.trump_suit)
        deal = deal_pack(rules, self._pack)
        state = State.start(rules, deal)
        tactics = _tactics_of(state.tables)
        # Views are made for those who look at more than their hand and the cards that are gone.
        game = None if set(pair) == {TACTICIAN} else Game(chosen, deal)
        rngs = Shuffler(self._seed + 1), Shuffler(self._seed + 2)
        bound = touched = 0
        plays, winners = [], []
        while not state.is_over:
            seat, led, legal = state.to_play, state.led, state.legal_mask()
            if game is None or pair[seat] == TACTICIAN:
                card = _by_tactics(state, tactics)
            else:
                card = PLAYERS[pair[seat]].choose(view_for(game, seat), rngs[seat])
            if led >= 0:
                hand = state.hands[seat]
                before = base.legal(hand, led, state.drawn == len(state.stock))
                beats = state.tables.beats[led] ^ base.beats[led]
                bound += legal != hand
                touched += bool(legal != before or beats >> card & 1)
            plays.append((seat, card))
            if game is None:
                state = state.play(card)
            else:
                game = game.play(card)
                state = game.state
            if led >= 0:
                winners.append(state.to_play)
        return _Played(tuple(plays), state.points, tuple(winners), bound, touched)

    def solved(self, expression: str) -> int:
        key = _playing_part(expression)
        if key not in self._solved:
            chosen = ruleset(expression)
            game = Game(chosen, deal_pack(chosen.rules, self._pack))
            result = solve(game.state, SOLVING, each=False)
            if result.value is None:
                message = f"a deal under {expression} takes more than the solver's limits to solve"
                raise StudyError(message)
            self._solved[key] = result.forehand(result.value)
        return self._solved[key]


def _by_tactics(state: State, tactics: Tactics) -> Card:
    """Choose as the beginner does, who needs no view made for it: many times as fast."""
    hand = state.hands[state.to_play]
    second = state.drawn == len(state.stock)
    if state.led >= 0:
        return tactics.reply(hand, state.led, second=second)
    return tactics.lead(hand, state.hands[1 - state.to_play] | mask(state.rest), second=second)


def _parting(one: _Played, two: _Played) -> int:
    """Give the first trick with another card or another winner; 0 if there is none."""
    for trick, winners in enumerate(zip(one.tricks, two.tricks, strict=True)):
        cards = slice(2 * trick, 2 * trick + 2)
        if one.plays[cards] != two.plays[cards] or winners[0] != winners[1]:
            return trick + 1
    return 0


def play_deal(plan: Plan, number: int) -> list[Row]:
    """Play deal `number` of a study under each ruleset by each pair of players.

    Raises:
        StudyError: if it is to be solved and the solver's limits do not suffice.
    """
    deals = _Deals(plan, number)
    rows = []
    for expression in plan.rules:
        chosen = ruleset(expression)
        for pair in plan.pairs:
            played = deals.played(expression, pair)
            result = outcome(chosen.rules, played.points)
            base = deals.played(chosen.game.id, pair) if plan.compare else None
            rows.append(
                Row(
                    expression,
                    *pair,
                    number,
                    *played.points,
                    *result.game_points,
                    result.name or UNNAMED,
                    played.tricks.count(FOREHAND),
                    played.bound,
                    played.touched,
                    _parting(played, base) if base else None,
                    base.points[FOREHAND] if base else None,
                    deals.solved(expression) if plan.solve else None,
                )
            )
    return rows


def play_batch(plan: Plan, numbers: range) -> list[Row]:
    """Play the deals with these numbers; a function that any worker process can be sent."""
    return [row for number in numbers for row in play_deal(plan, number)]


def run(
    plan: Plan, executor: Executor | None = None, *, done: int = 0, ahead: int = 4
) -> Iterator[list[Row]]:
    """Play a study and give its rows in order, some whole deals at a time.

    Args:
        plan: what to play.
        executor: where batches are played, a process pool or a cluster's; here, if `None`.
        done: how many deals are there already; the study goes on after them.
        ahead: how many batches are handed to the executor at a time, so that neither it nor the
            results waiting to be read grow with the study.

    Yields:
        The rows of the deals from number `done` on.
    """
    batches = plan.batches(done)
    if executor is None:
        for batch in batches:
            yield play_batch(plan, batch)
        return
    waiting: deque[Future[list[Row]]] = deque()
    try:
        for batch in batches:
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
            waiting.append(executor.submit(play_batch, plan, batch))
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
