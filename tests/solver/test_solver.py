"""What the solver promises besides the right value: bounds, limits, kept tables, node counts."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from elfern_core.cards import card, cards_of, mask
from elfern_core.catalogue import ruleset
from elfern_core.deal import Deal, Shuffler, deal_pack, shuffled_pack
from elfern_core.rules import Rules
from elfern_core.solver import Limits, Solver, solve
from elfern_core.solver.equality import equality_of
from elfern_core.solver.search import OutOfNodesError, Search
from elfern_core.state import State
from elfern_core.tables import compile_rules
from tests.perft import RULESETS
from tests.solver.nodes import LIST, counted, sensible
from tests.solver.second_opinion import memo, position


def cards(text: str) -> int:
    return mask(card(one) for one in text.split())


def closed(expression: str, forehand: str, dealer: str, leader: int = 0) -> State:
    rules = ruleset(expression).rules
    return State.start(rules, Deal((cards(forehand), cards(dealer)), (), rules.trump_suit, leader))


# --- windows -----------------------------------------------------------------------------------


@pytest.mark.parametrize("expression", RULESETS)
def test_windows_far_outside_the_range_give_true_bounds_and_store_nothing_odd(
    expression: str,
) -> None:
    rng = random.Random(expression)
    for _ in range(6):
        state = position(expression, rng, 4)
        draws = len(state.rest) // 2
        leader, other = state.hands[state.to_play], state.hands[1 - state.to_play]
        search = Search(state.tables, state.stock)
        total = search.points(leader, other, draws)
        forehand = memo(state, {})
        value = total - forehand if state.to_play else forehand
        needs = [-1_000_000, -1, 0, *range(1, total + 1), total + 1, 1_000_000]
        rng.shuffle(needs)
        for need in needs:
            bound = search.bound(leader, other, draws, need)
            if value >= need:
                assert need <= bound <= value, (str(state), need)
            else:
                assert value <= bound < need, (str(state), need)
        assert search.value(leader, other, draws, guess=-77) == value
        assert search.value(leader, other, draws, guess=10**6) == value
        bits = equality_of(state.tables).point_bits
        ones = (1 << bits) - 1
        for known in search._known:
            for entry in known.values():
                low, high = entry & ones, entry >> bits & ones
                assert 0 <= low <= high <= total


# --- limits ------------------------------------------------------------------------------------


def test_what_goes_beyond_the_limits_is_not_computed_and_never_zero() -> None:
    rules = ruleset("elfern").rules
    state = State.start(rules, deal_pack(rules, shuffled_pack(2)))
    for limits in (Limits(nodes=500), Limits(entries=500), Limits(nodes=0)):
        result = solve(state, limits)
        assert not result.complete
        assert result.value is None
        assert set(result.values) == set(state.legal())
        assert set(result.values.values()) == {None}
        assert result.line == ()
        assert result.best == ()
        assert result.nodes <= 500
        assert result.entries <= 500
        assert solve(state, limits) == result


def test_what_may_be_kept_fits_into_a_gigabyte() -> None:
    """Bytes are counted, not estimated: dictionaries, keys and values of some thousand entries."""
    state = sensible("elfern", 2, 7)
    search = Search(state.tables, state.stock)
    search.value(*_hands(state), 7)
    assert search.entries > 3_000
    kept = sum(
        sys.getsizeof(known) + sum(sys.getsizeof(key) + sys.getsizeof(known[key]) for key in known)
        for known in search._known
    )
    # A dictionary that has just grown is half empty.
    assert Limits().entries * 1.5 * kept / search.entries <= 1e9


def _hands(state: State) -> tuple[int, int]:
    return state.hands[state.to_play], state.hands[1 - state.to_play]


def test_a_solver_that_ran_out_answers_rightly_afterwards() -> None:
    rules = ruleset("elfern").rules
    state = State.start(rules, deal_pack(rules, shuffled_pack(4)))
    solver = Solver(state.tables, state.stock, Limits(nodes=300))
    answers = [solver.solve(state, each=False, line=False) for _ in range(200)]
    assert not answers[0].complete
    assert answers[-1].complete
    assert answers[-1].value == solve(state, each=False, line=False).value
    search = Search(state.tables, state.stock)
    search.allow(10)
    with pytest.raises(OutOfNodesError):
        search.value(*state.hands, 10)


def test_value_stands_where_only_the_rest_was_too_much() -> None:
    state = closed("elfern", "CA CQ SJ S8 HT D7", "CK C9 SA S7 HQ DJ")
    whole = solve(state)
    alone = solve(state, each=False, line=False)
    assert alone.complete
    assert set(alone.values.values()) == {None}
    limited = solve(state, Limits(nodes=alone.nodes))
    assert limited.value == whole.value
    assert limited.nodes <= alone.nodes < whole.nodes
    assert not limited.complete


# --- positions worked by hand --------------------------------------------------------------------


def test_result_names_the_player_it_speaks_for() -> None:
    # The dealer leads: ace and king of clubs take 9 and queen; then spade nine loses to the ten.
    state = closed("elfern", "CQ C9 ST", "CA CK S9", leader=1)
    result = solve(state)
    assert (result.seat, result.value, result.left) == (1, 3, 4)
    assert result.forehand(3) == 1
    # After the ten of spades led by forehand the dealer, on move, speaks for himself.
    state = closed("elfern", "CQ C9 ST", "CA CK S9").play(card("ST"))
    result = solve(state)
    assert (result.seat, result.value, result.left) == (1, 3, 4)
    assert result.forehand(3) == 1


def test_over_and_last_cards() -> None:
    state = closed("elfern", "CA", "CK")
    assert solve(state).value == 2
    end = state.play(card("CA")).play(card("CK"))
    result = solve(end)
    assert (result.value, dict(result.values), result.line) == (0, {}, ())
    assert result.complete


def test_duty_to_win_changes_the_value() -> None:
    # Void of choice: under the duty the dealer must spend the king on the queen.
    hands = "CQ CT", "CK C9"
    free, bound = closed("elfern", *hands), closed("elfern+must-win", *hands)
    for state in (free, bound):
        after = state.play(card("CQ"))
        assert solve(after).values.keys() == set(after.legal())
    assert len(solve(free.play(card("CQ"))).values) == 2
    assert len(solve(bound.play(card("CQ"))).values) == 1


def test_touching_cards_are_equal_only_where_the_tables_say_so() -> None:
    hand, met = cards("CK CQ C8 C7"), cards("CA CT C9")

    def sets(expression: str) -> set[int]:
        tables = compile_rules(ruleset(expression).rules)
        return set(equality_of(tables).sets(hand, met))

    assert sets("elfern") == {cards("CK CQ"), cards("C8 C7")}
    assert sets("elfern+seven-beats-ace") == {cards("CK CQ"), cards("C8"), cards("C7")}
    assert sets("bohemian-schneider") == {cards("CK"), cards("CQ"), cards("C8"), cards("C7")}
    # Without a duty even cards of different suits are equal when nothing can touch them.
    tables = compile_rules(ruleset("bohemian-schneider").rules)
    assert equality_of(tables).sets(cards("CK SK H7"), cards("DA")) == (
        cards("CK SK"),
        cards("H7"),
    )
    # A duty keeps suits apart.
    assert len(equality_of(compile_rules(Rules())).sets(cards("CK SK"), cards("DA"))) == 2


def test_position_of_another_deal_is_refused() -> None:
    rules = ruleset("elfern").rules
    one, two = (State.start(rules, deal_pack(rules, shuffled_pack(seed))) for seed in (1, 2))
    with pytest.raises(ValueError, match="another deal"):
        Solver(one.tables, one.stock).solve(two)


def test_points_below_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="less than nothing"):
        Search(compile_rules(Rules(values=(-1, 0, 0, 1, 1, 1, 1, 2))))


# --- along a record ------------------------------------------------------------------------------


@pytest.mark.parametrize("expression", RULESETS)
def test_values_along_a_record_are_the_same_by_three_routes(expression: str) -> None:
    rules = ruleset(expression).rules
    rng = Shuffler(7)
    states = [State.start(rules, deal_pack(rules, rng.shuffled(range(32))))]
    while not states[-1].is_over:
        legal = states[-1].legal()
        states.append(states[-1].play(legal[rng.below(len(legal))]))
    states = [state for state in states if len(state.rest) <= 4]
    fresh = [solve(state) for state in states]
    kept = Solver(states[0].tables, states[0].stock)
    forwards = [kept.solve(state) for state in states]
    again = Solver(states[0].tables, states[0].stock)
    backwards = [again.solve(state) for state in reversed(states)][::-1]
    for one, two, three in zip(fresh, forwards, backwards, strict=True):
        assert one.complete
        assert one.value == two.value == three.value
        assert one.values == two.values == three.values
    # Best play never gains: the values fall to the player who errs, and to nobody else.
    for before, after, state in zip(fresh, fresh[1:], states, strict=False):
        assert before.value is not None
        assert after.value is not None
        change = after.forehand(after.value) - before.forehand(before.value)
        assert change <= 0 if state.to_play == 0 else change >= 0


def test_equal_cards_have_equal_values() -> None:
    state = closed("elfern", "CK CQ C8 C7 SA H9", "CA CT C9 SK D8 D7")
    values = solve(state).values
    assert values[card("CK")] == values[card("CQ")]
    assert values[card("C8")] == values[card("C7")]
    assert list(values) == list(cards_of(state.forehand))


# --- node counts --------------------------------------------------------------------------------


def test_node_counts_are_those_stored() -> None:
    stored = Path(LIST).read_text(encoding="utf-8").splitlines()
    assert len(stored) > len(RULESETS)
    assert list(counted()) == stored, "if the search was meant to change: see tests/solver/nodes.py"
