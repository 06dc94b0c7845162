"""Positions of every ruleset, and two slower ways to solve them that share no idea with the engine.

`memo` goes through every line by the engine's own `State.play` and remembers positions; it knows
no bounds, no windows and no equal cards. `minimax` goes through every line on the lists of
`tests.oracle`, which shares nothing with the engine at all.

``python -m tests.solver.second_opinion 1000`` compares so many positions of each ruleset.
"""

from __future__ import annotations

import random
import sys

from elfern_core.cards import code, mask
from elfern_core.catalogue import ruleset
from elfern_core.deal import Deal
from elfern_core.rules import Trump
from elfern_core.solver import solve
from elfern_core.state import State
from tests import oracle
from tests.perft import RULESETS


def memo(state: State, known: dict[object, int]) -> int:
    """Card points that forehand takes from here on."""
    if state.is_over:
        return 0
    key = state.forehand, state.dealer, state.drawn, state.to_play, state.led
    if key not in known:
        values = []
        for played in state.legal():
            following = state.play(played)
            values.append(following.points[0] - state.points[0] + memo(following, known))
        known[key] = min(values) if state.to_play else max(values)
    return known[key]


def minimax(table: oracle.Table) -> int:
    """Card points that forehand ends with."""
    if table.over():
        return table.points["F"]
    values = []
    for played in table.legal():
        following = table.copy()
        following.play(played)
        values.append(minimax(following))
    return max(values) if table.to_play() == "F" else min(values)


def position(expression: str, rng: random.Random, most: int = 6) -> State:
    """A deal out of random cards: hands of up to `most` cards, or full ones and a little stock."""
    rules = ruleset(expression).rules
    size = rng.randint(1, min(most, rules.hand_size))
    draws = 0
    if size == rules.hand_size and rng.randrange(2):
        # The more cards in hand, the fewer draws the slow ways can bear.
        draws = rng.randint(1, max(1, 4 - size))
    return dealt(expression, rng, size, draws)


def dealt(expression: str, rng: random.Random, size: int, draws: int) -> State:
    """A deal out of random cards: two hands of a size, and a stock for so many draws."""
    rules = ruleset(expression).rules
    cards = rng.sample(range(32), 2 * (size + draws))
    stock = tuple(cards[2 * size :])
    trump = rules.trump_suit
    if rules.trump is Trump.TURNED:
        trump = stock[-1] // 8 if stock else rng.randrange(4)
    deal = Deal((mask(cards[:size]), mask(cards[size : 2 * size])), stock, trump, rng.randrange(2))
    assert deal.faults(rules) == []
    return State.start(rules, deal)


def table_of(expression: str, state: State) -> oracle.Table:
    """The same position on the oracle's lists, at a lead."""
    hands = {
        seat: [code(one) for one in range(32) if hand >> one & 1]
        for seat, hand in zip("FD", state.hands, strict=True)
    }
    trump = None if state.tables.trump is None else "CSHD"[state.tables.trump]
    rules = oracle.switches(expression)
    stock = [code(one) for one in state.rest]
    return oracle.Table(rules, hands, stock, trump, "FD"[state.to_play], state.trick_number)


def compare_with_memo(state: State) -> None:
    """Hold value, value of each card and line of a position to the plain solver."""
    known: dict[object, int] = {}
    result = solve(state)
    where = str(state)
    assert result.complete, where
    assert result.value is not None, where
    assert result.forehand(result.value) == state.points[0] + memo(state, known), where
    for played, value in result.values.items():
        following = state.play(played)
        expected = following.points[0] + memo(following, known)
        assert value is not None, where
        assert result.forehand(value) == expected, (where, code(played))
    end = state
    for played in result.line:
        end = end.play(played)
    assert end.is_over, where
    assert end.points[0] == result.forehand(result.value), where


def compare_with_lists(expression: str, state: State) -> None:
    """Hold value and value of each lead to the list oracle."""
    table = table_of(expression, state)
    result = solve(state)
    assert result.value is not None
    assert result.forehand(result.value) == minimax(table), str(state)
    for played, value in result.values.items():
        following = table.copy()
        following.play(code(played))
        assert value is not None
        assert result.forehand(value) == minimax(following), (str(state), code(played))


def compare(expression: str, seed: int, count: int, most: int) -> int:
    """Compare so many positions of a ruleset with either slow way.

    The plain solver has each at the lead and with a card led, the lists have smaller ones.

    Returns:
        How many positions were compared.
    """
    rng = random.Random(f"{expression} {seed}")
    for _ in range(count):
        state = position(expression, rng, most)
        compare_with_memo(state)
        compare_with_memo(state.play(rng.choice(state.legal())))
        compare_with_lists(expression, position(expression, rng, 3))
    return 3 * count


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    total = 0
    for expression in RULESETS:
        total += compare(expression, 2, count, 6)
        print(f"{expression}: agreed", flush=True)
    print(f"{total} positions agree")


if __name__ == "__main__":
    main()
