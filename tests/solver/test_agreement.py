"""The search against two slower ones, under every ruleset whose play differs."""

from __future__ import annotations

import pytest

from tests.perft import RULESETS
from tests.solver.second_opinion import compare

EACH = 160


@pytest.mark.parametrize("expression", RULESETS)
def test_small_positions_agree_with_both_slow_solvers(expression: str) -> None:
    assert compare(expression, 1, EACH, 4) == 2 * EACH + EACH // 4


@pytest.mark.parametrize("expression", RULESETS)
def test_second_phases_agree_with_the_plain_solver(expression: str) -> None:
    assert compare(expression, 3, 12, 6) == 27


def test_enough_positions_are_compared() -> None:
    assert len(RULESETS) * (2 * EACH + EACH // 4) > 5000
