"""Rollouts play the rules that positions play."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elfern_core.catalogue import ruleset
from elfern_core.deal import deal_pack, shuffled_pack
from elfern_core.rollout import rollout
from elfern_core.state import State
from elfern_core.tables import RuleTables
from tests.strategies import expressions

RULESETS = (
    "elfern",
    "bohemian-schneider",
    "bohemian-schneider+highest-wins",
    "elfern+ace-ten+trump(S)+must-win-throughout",
    "elfern+hand(3)+turn-up-trump+seven-beats-ace+must-win",
)


def endings(state: State, seen: Counter[tuple[int, int]]) -> Counter[tuple[int, int]]:
    """Count the results of all complete lines of play."""
    if state.is_over:
        seen[state.points] += 1
    for card in state.legal():
        endings(state.play(card), seen)
    return seen


def late(expression: str, seed: int, cards: int) -> State:
    """Play a deal by its first legal cards until so many cards are left in play."""
    rules = ruleset(expression).rules
    deal = deal_pack(rules, shuffled_pack(seed))
    state = State.start(rules, deal)
    while sum(hand.bit_count() for hand in state.hands) + len(state.rest) > cards:
        state = state.play(state.legal()[seed % len(state.legal())])
    return state


@pytest.mark.parametrize("expression", RULESETS)
@pytest.mark.parametrize("left", [7, 8])
def test_rollouts_reach_every_ending_and_no_other(expression: str, left: int) -> None:
    for seed in range(6):
        state = late(expression, seed, left)
        possible = set(endings(state, Counter()))
        reached = {rollout(state, number) for number in range(1500)}
        assert reached == possible


@given(expressions(), st.integers(0, 2**32), st.integers(0, 2**64))
def test_a_rollout_counts_the_whole_pack_and_repeats(
    expression: str, seed: int, number: int
) -> None:
    rules = ruleset(expression).rules
    state = State.start(rules, deal_pack(rules, shuffled_pack(seed)))
    result = rollout(state, number)
    assert sum(result) == rules.total
    assert rollout(state, number) == result


def test_a_duty_that_a_rollout_forgot_would_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above can fail: without the duties of a reply other endings are reached."""
    state = late("elfern", 1, 8)
    possible = set(endings(state, Counter()))
    monkeypatch.setattr(RuleTables, "legal", lambda _tables, hand, _led, _second: hand)
    assert {rollout(state, number) for number in range(200)} - possible
