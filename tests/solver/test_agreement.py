"""The search against two slower ones, under every ruleset whose play differs."""

from __future__ import annotations

import random

import pytest

from elfern_core.catalogue import ruleset
from tests.perft import RULESETS
from tests.solver.second_opinion import compare, compare_with_memo, dealt

EACH = 180


@pytest.mark.parametrize("expression", RULESETS)
def test_small_positions_agree_with_both_slow_solvers(expression: str) -> None:
    assert compare(expression, 1, EACH, 4) == 3 * EACH


@pytest.mark.parametrize("expression", RULESETS)
def test_second_phases_agree_with_the_plain_solver(expression: str) -> None:
    assert compare(expression, 3, 12, 6) == 36


@pytest.mark.parametrize("expression", RULESETS)
def test_last_draws_with_full_hands_agree_with_the_plain_solver(expression: str) -> None:
    """Both phases in one search: hands as large as the rules have them, and a little stock."""
    rng = random.Random(expression)
    size = ruleset(expression).rules.hand_size
    for draws in (1, 1, 2):
        state = dealt(expression, rng, size, draws)
        compare_with_memo(state)
        if draws == 1:
            compare_with_memo(state.play(rng.choice(state.legal())))


def test_enough_positions_are_compared() -> None:
    assert len(RULESETS) * EACH > 5000, "with either of them"
