"""Scales, ties, next dealer, sessions and the slate: written out, total by total."""

from __future__ import annotations

import random
from itertools import product as combine

import pytest

from elfern_core.cards import card, code
from elfern_core.catalogue import ruleset
from elfern_core.deal import Shuffler
from elfern_core.errors import RuleError
from elfern_core.scoring import Session, banners, dealer_by_lot, draw_lots, next_dealer
from tests import oracle, rulesets
from tests.engine import product

# Game points of the winner for 11, 12, … 20 honours.
SCALES = {
    "elfern": "1111222223",
    "elfern+double-at-16": "1111122223",
    "elfern+altenburg": "1112233445",
    "bohemian-schneider": "1111112223",
    "bohemian-schneider+double-at-16": "1111122223",
}
NAMES = {
    "elfern": ["simple"] * 4 + ["schneider"] * 5 + ["schwarz"],
    "elfern+double-at-16": ["simple"] * 5 + ["schneider"] * 4 + ["schwarz"],
    "bohemian-schneider": ["simple"] * 6 + ["schneider"] * 3 + ["schwarz"],
}
# What a tie makes of each value that can be held, and what a decided deal of base 1, 2, 3 gives.
TIES: dict[str, dict[int, tuple[int, tuple[int, int, int]]]] = {
    "": {0: (1, (1, 2, 3)), 1: (0, (2, 3, 4))},
    "tie-hold": {0: (1, (1, 2, 3)), 1: (1, (2, 3, 4))},
    "tie-accumulate": {
        0: (1, (1, 2, 3)),
        1: (2, (2, 3, 4)),
        2: (3, (3, 4, 5)),
        7: (8, (8, 9, 10)),
    },
    "tie-doubles": {0: (1, (1, 2, 3)), 1: (2, (2, 4, 6)), 2: (3, (2, 4, 6)), 7: (8, (2, 4, 6))},
    "tie-void": {0: (0, (1, 2, 3))},
}


@pytest.mark.parametrize("expression", SCALES)
def test_every_honour_total(expression: str) -> None:
    """All 21 totals of either seat."""
    for honours in range(21):
        result = product.scored(expression, (honours, 20 - honours))
        most = max(honours, 20 - honours)
        if most == 10:
            assert (result.winner, result.game_points, result.name) == (None, (0, 0), "stander")
            assert (result.base, result.held_before) == (0, 0)
            continue
        worth = int(SCALES[expression][most - 11])
        won = (worth, 0) if honours > 10 else (0, worth)
        assert (result.winner, result.game_points) == (int(honours < 10), won)
        assert (result.base, result.held_before, result.held_after) == (worth, 0, 0)
        assert result.points == (honours, 20 - honours)
        if expression in NAMES:
            assert result.name == NAMES[expression][most - 11]


def ace_ten_worth(points: int) -> int:
    """61–90 simple, 91–119 double, 120 triple."""
    return 1 if points <= 90 else 2 if points < 120 else 3


def test_every_ace_ten_total() -> None:
    """All 121 totals of either seat; the tie is 60–60."""
    for points in range(121):
        result = product.scored("elfern+ace-ten", (points, 120 - points))
        most = max(points, 120 - points)
        worth = 0 if most == 60 else ace_ten_worth(most)
        winner = None if most == 60 else int(points < 60)
        assert result.winner == winner
        assert result.game_points == ((worth, 0) if points > 60 else (0, worth))
        assert result.name == ["stander", "simple", "schneider", "schwarz"][worth]
        assert result.held_after == int(most == 60)


@pytest.mark.parametrize("scale", ["", "double-at-16", "altenburg"])
@pytest.mark.parametrize("tie", TIES)
def test_every_honour_total_with_every_held_value(scale: str, tie: str) -> None:
    """All 21 totals × each scale × each reading of the tie × each value held."""
    expression = rulesets.join("elfern", scale, tie)
    digits = SCALES[rulesets.join("elfern", scale)]
    for held, (after_tie, by_base) in TIES[tie].items():
        for honours in range(21):
            result = product.scored(expression, (honours, 20 - honours), held)
            most = max(honours, 20 - honours)
            assert result.held_before == held
            if most == 10:
                assert result.game_points == (0, 0)
                assert result.held_after == after_tie
                continue
            base = int(digits[most - 11])
            if base <= 3:
                total = by_base[base - 1]
            else:
                doubled = tie == "tie-doubles" and held
                total = base * 2 if doubled else base + (0 if tie == "tie-doubles" else held)
            assert result.game_points == ((total, 0) if honours > 10 else (0, total))
            assert (result.base, result.held_after) == (base, 0)


@pytest.mark.parametrize("tie", TIES)
def test_every_ace_ten_total_with_every_held_value(tie: str) -> None:
    """All 121 totals × each reading of the tie × each value held."""
    expression = rulesets.join("elfern", "ace-ten", tie)
    for held, (after_tie, by_base) in TIES[tie].items():
        for points in range(121):
            result = product.scored(expression, (points, 120 - points), held)
            most = max(points, 120 - points)
            if most == 60:
                assert (result.game_points, result.held_after) == ((0, 0), after_tie)
                continue
            total = by_base[ace_ten_worth(most) - 1]
            assert result.game_points == ((total, 0) if points > 60 else (0, total))
            assert result.held_after == 0


def test_every_counting_ruleset_agrees_with_the_oracle() -> None:
    """All scales × ties of both games × all totals × all held values up to 4."""
    counting = [rulesets.join("elfern", *pair) for pair in rulesets.elfern_counting()]
    elfern = [rulesets.join(base, tie) for base in counting for tie in rulesets.TIE]
    bohemian = [rulesets.join("bohemian-schneider", scale) for scale in ("", "double-at-16")]
    for expression in elfern + bohemian:
        rules = oracle.switches(expression)
        total = 120 if "ace-ten" in expression else 20
        for held, points in combine(oracle.held_values(rules, 4), range(total + 1)):
            expected = oracle.outcome(rules, points, total - points, held)
            result = product.scored(expression, (points, total - points), held)
            winner = None if expected.winner is None else "FD".index(expected.winner)
            assert result.winner == winner
            assert result.game_points == (expected.game_points["F"], expected.game_points["D"])
            assert result.held_after == expected.held_after


@pytest.mark.parametrize("expression", [*SCALES, "elfern+ace-ten"])
def test_more_points_never_score_less(expression: str) -> None:
    """Forehand's lead in game points never falls as his card points rise."""
    total = 120 if "ace-ten" in expression else 20
    leads = [
        mine - theirs
        for points in range(total + 1)
        for mine, theirs in [product.scored(expression, (points, total - points)).game_points]
    ]
    assert leads == sorted(leads)
    assert leads == [-lead for lead in reversed(leads)]


@pytest.mark.parametrize(
    ("expression", "points", "held"),
    [
        ("elfern", (10, 9), 0),
        ("elfern", (11, 10), 0),
        ("elfern", (21, -1), 0),
        ("elfern", (-1, 21), 0),
        ("elfern", (60, 60), 0),
        ("elfern+ace-ten", (10, 10), 0),
        ("elfern+ace-ten", (121, -1), 0),
        ("elfern", (11, 9), -1),
        ("elfern", (11, 9), 2),
        ("elfern+tie-hold", (11, 9), 2),
        ("elfern+tie-accumulate", (11, 9), -1),
        ("elfern+tie-doubles", (11, 9), -1),
        ("elfern+tie-void", (11, 9), 1),
        ("bohemian-schneider", (11, 9), 1),
    ],
)
def test_what_cannot_be_is_refused(expression: str, points: tuple[int, int], held: int) -> None:
    """Totals that the pack does not give, and held values that no run of ties leaves."""
    with pytest.raises(RuleError):
        product.scored(expression, points, held)


@pytest.mark.parametrize(
    ("expression", "held", "said"),
    [
        ("elfern", -1, "0 or 1"),
        ("elfern", 2, "0 or 1"),
        ("elfern+tie-hold", 5, "0 or 1"),
        ("elfern+tie-accumulate", -1, "0 or more"),
        ("elfern+tie-doubles", -1, "0 or more"),
        ("elfern+tie-void", 1, "nothing"),
        ("bohemian-schneider", 1, "nothing"),
    ],
)
def test_a_held_value_that_cannot_be_is_refused_with_what_can(
    expression: str, held: int, said: str
) -> None:
    """The sentence says what a tie leaves under the ruleset, and what was given."""
    with pytest.raises(RuleError) as caught:
        product.scored(expression, (12, 8), held)
    assert f" {said} " in str(caught.value)
    assert str(caught.value).endswith(f"not {held}")


def test_what_a_session_and_the_slate_are_by_the_game() -> None:
    """Elfern: any number of deals, banners of four; Bohemian Schneider: even, plain points."""
    elfern, bohemian = (ruleset(game).rules for game in oracle.BOTH)
    assert (elfern.even_deals, elfern.banner) == (False, 4)
    assert (bohemian.even_deals, bohemian.banner) == (True, 0)


def test_banners_are_four_lines_each() -> None:
    """One line per game point, four to a banner."""
    for points in range(200):
        whole, lines = banners(points)
        assert 0 <= lines < 4
        assert 4 * whole + lines == points
        assert (whole, lines) == oracle.banners(points)


# --- the dealer -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "winner_deals", "tie"),
    [
        ("elfern", True, None),
        ("elfern+loser-deals", False, None),
        ("elfern+alternate-deal", None, 0),
        ("bohemian-schneider", None, 0),
    ],
)
def test_next_dealer(expression: str, winner_deals: bool | None, tie: int | None) -> None:  # noqa: FBT001
    """Winner, loser or by turns; after a tie a draw, or by turns all the same."""
    rules = ruleset(expression).rules
    for honours in range(21):
        found = next_dealer(rules, product.scored(expression, (honours, 20 - honours)))
        if honours == 10:
            assert found == tie
        elif winner_deals is None:
            assert found == 0
        else:
            winner = int(honours < 10)
            assert found == (winner if winner_deals else 1 - winner)


def test_the_lot_for_the_dealer() -> None:
    """First the lower card deals, after a tie the higher; equal ranks draw again."""
    for one, two in combine(oracle.PACK, repeat=2):
        if one == two:
            continue
        draws = card(one), card(two)
        for expression in ("elfern", "elfern+ace-ten"):
            rules = ruleset(expression).rules
            for after_tie in (False, True):
                found = dealer_by_lot(rules, draws, after_tie=after_tie)
                if one[1] == two[1]:
                    assert found is None
                else:
                    names = oracle.drawn_dealer([(one, two)], ("0", "1"), higher=after_tie)
                    assert found == int(names)


@pytest.mark.parametrize(
    ("expression", "after_tie", "higher"),
    [("elfern", False, False), ("elfern", True, True), ("bohemian-schneider", False, True)],
)
def test_lots_are_drawn_until_the_ranks_differ(
    expression: str,
    after_tie: bool,  # noqa: FBT001
    higher: bool,  # noqa: FBT001
) -> None:
    """Every pair but the last is of one rank, and the last one makes the dealer."""
    rules = ruleset(expression).rules
    seen = set()
    for seed in range(60):
        cards, dealer = draw_lots(rules, Shuffler(seed), after_tie=after_tie)
        pairs = [(code(one), code(two)) for one, two in zip(*cards, strict=True)]
        assert all(one != two for one, two in pairs)
        assert [one[1] == two[1] for one, two in pairs] == [True] * (len(pairs) - 1) + [False]
        assert dealer == int(oracle.drawn_dealer(pairs, ("0", "1"), higher=higher))
        seen.add((dealer, len(pairs) > 1))
    assert len(seen) == 4


# --- sessions ---------------------------------------------------------------------------------


def play(expression: str, totals: list[int], first: int, drawn: list[int]) -> list[Session]:
    """A session out of forehand's totals; ``drawn`` dealers are taken where cards are drawn."""
    session = Session(ruleset(expression).rules)
    stages = [session]
    waiting = list(drawn)
    most = 120 if "ace-ten" in expression else 20
    for points in totals:
        dealer = session.dealer
        if dealer is None:
            dealer = waiting.pop(0) if session.deals else first
        result = product.scored(expression, (points, most - points), session.held)
        session = session.after(dealer, result)
        stages.append(session)
    return stages


def test_a_session_of_five_deals() -> None:
    """Wins, a tie drawn for, the held point taken by the next winner, an open tie at the end."""
    stages = play("elfern", [19, 10, 16, 4, 10], first=1, drawn=[1])
    # Player 0 leads and wins two; deals; tie; the draw lets player 1 deal; 0 takes 2 + 1; …
    assert [stage.totals for stage in stages] == [
        (0, 0),
        (2, 0),
        (2, 0),
        (5, 0),
        (7, 0),
        (7, 0),
    ]
    assert [stage.dealer for stage in stages] == [None, 0, None, 0, 0, None]
    assert [stage.held for stage in stages] == [0, 0, 1, 0, 0, 1]
    assert stages[-1].leader == 0
    # What the last tie left is on nobody's slate.
    assert sum(stages[-1].totals) == 7


def test_sessions_agree_with_the_oracle() -> None:
    """Random sessions under random rulesets: dealers, held values, game points, who leads."""
    rng = random.Random(1906)
    for _ in range(300):
        expression = rulesets.random_expression(rng)
        rules = oracle.switches(expression)
        most = 120 if "ace-ten" in expression else 20
        half = most // 2
        totals = [rng.choice([half, half, rng.randint(0, most)]) for _ in range(8)]
        drawn = [rng.randrange(2) for _ in range(8)]
        first = rng.randrange(2)
        names = ("0", "1")
        rounds = oracle.session(
            rules, names, str(first), [(t, most - t) for t in totals], [str(d) for d in drawn]
        )
        stages = play(expression, totals, first, drawn)
        for stage, following in zip(rounds, stages[1:], strict=True):
            dealer, result = following.deals[-1]
            assert str(dealer) == stage.dealer
            assert result.held_before == stage.held
            assert following.totals == (stage.totals["0"], stage.totals["1"])
            winner = oracle.session_winner(stage.totals)
            assert following.leader == (None if winner is None else int(winner))


def test_a_deal_that_does_not_follow_is_refused() -> None:
    """The wrong dealer, or a deal scored with another held value."""
    session = Session(ruleset("elfern").rules).after(1, product.scored("elfern", (12, 8)))
    assert session.dealer == 0
    with pytest.raises(RuleError):
        session.after(1, product.scored("elfern", (12, 8)))
    with pytest.raises(RuleError):
        session.after(0, product.scored("elfern", (12, 8), 1))
    tied = session.after(0, product.scored("elfern", (10, 10)))
    with pytest.raises(RuleError):
        tied.after(0, product.scored("elfern", (12, 8), 0))
    assert tied.after(1, product.scored("elfern", (12, 8), 1)).totals == (3, 0)


def test_a_session_ends_by_deals_or_by_a_target() -> None:
    """After the set number of deals, or once a player has the game points."""
    stages = play("elfern", [20, 20, 20], first=1, drawn=[])
    assert [stage.totals for stage in stages] == [(0, 0), (3, 0), (3, 3), (6, 3)]
    assert [stage.is_over(deals=2) for stage in stages] == [False, False, True, True]
    assert [stage.is_over(target=4) for stage in stages] == [False, False, False, True]
    assert [stage.is_over(target=6) for stage in stages] == [False, False, False, True]
    assert [stage.is_over(target=3) for stage in stages] == [False, True, True, True]
    assert [stage.leader for stage in stages] == [None, 0, None, 0]
