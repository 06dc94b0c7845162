"""Deals of a study: the same however they are played, and added up rightly."""

from __future__ import annotations

import json
import math
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from elfern_core.catalogue import ruleset
from elfern_core.deal import Shuffler, deal_pack
from elfern_core.errors import RuleError
from elfern_core.game import Game
from elfern_core.players import PLAYERS
from elfern_core.scoring import Session, outcome
from elfern_core.solver import solve
from elfern_core.study import Plan, Row, Study, catalogue_rulesets, play_deal, run
from elfern_core.study.intervals import Correlation, Mean, share
from elfern_core.study.plan import StudyError
from elfern_core.study.rows import COLUMNS, HEADER, line_of, row_of
from elfern_core.study.sessions import SESSION_DEALS, SESSION_POINTS, Sessions
from elfern_core.view import view_for

if TYPE_CHECKING:
    from collections.abc import Callable

PLAN = Plan(("elfern", "elfern+trump(H)"), (("beginner", "random"),), deals=220, seed=5)


def rows_of(plan: Plan, done: int = 0, executor: Executor | None = None) -> list[Row]:
    return [row for rows in run(plan, executor, done=done) for row in rows]


# --- deals ---------------------------------------------------------------------------------------


def test_study_is_the_same_by_every_executor_and_when_resumed() -> None:
    here = rows_of(PLAN)
    assert [(row.number, row.rules) for row in here] == [
        (number, rules) for number in range(PLAN.deals) for rules in PLAN.rules
    ]
    with ThreadPoolExecutor(3) as pool:
        assert rows_of(PLAN, executor=pool) == here
    for done in (1, 99, 100, 101, PLAN.deals - 1, PLAN.deals):
        assert rows_of(PLAN, done) == here[done * PLAN.rows :]


class Counting(Executor):
    """Plays at once, and counts the batches whose results nobody has read yet."""

    def __init__(self) -> None:
        self.waiting = self.most = 0
        self.cancelled = 0

    def submit(self, fn: Callable[..., Any], /, *args: object, **kwargs: object) -> Future[Any]:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        outer = self

        class Read(Future[Any]):
            def result(self, timeout: float | None = None) -> object:
                outer.waiting -= 1
                return super().result(timeout)

            def cancel(self) -> bool:
                outer.cancelled += 1
                return super().cancel()

        future = Read()
        future.set_result(fn(*args, **kwargs))
        return future


def test_few_batches_are_under_way_at_a_time() -> None:
    plan = Plan(deals=1000)
    counting = Counting()
    batches = sum(1 for _ in run(plan, counting, ahead=3))
    assert batches == 10
    assert counting.most == 3
    assert counting.waiting == 0


def test_what_is_under_way_is_cancelled_when_the_study_is_broken_off() -> None:
    counting = Counting()
    rows = run(Plan(deals=1000), counting, ahead=4)
    next(rows)
    rows.close()  # type: ignore[attr-defined]  # it is a generator
    assert counting.cancelled == 3


def test_deals_differ_with_number_and_seed_and_repeat_without() -> None:
    one = [play_deal(PLAN, number) for number in range(20)]
    assert one == [play_deal(PLAN, number) for number in range(20)]
    other = Plan(PLAN.rules, PLAN.pairs, PLAN.deals, seed=6)
    assert [rows[0][4:] for rows in one] != [play_deal(other, n)[0][4:] for n in range(20)]
    assert len({rows[0][4:] for rows in one}) > 10


def test_a_deal_does_not_depend_on_what_else_is_studied() -> None:
    """Rulesets and pairs of one study share their play; alone they give the same rows."""
    rules = catalogue_rulesets()
    pairs = ("beginner", "beginner"), ("beginner", "random")
    plan = Plan(rules, pairs, deals=3, seed=2)
    together = [row for number in range(3) for row in play_deal(plan, number)]
    for row in together:
        alone = Plan((row.rules,), ((row.forehand, row.dealer),), deals=3, seed=2)
        assert play_deal(alone, row.number) == [row]


@pytest.mark.parametrize("expression", catalogue_rulesets())
def test_rows_are_those_of_games_played_through_views(expression: str) -> None:
    """Fast ways taken in a study change nothing: each player asked by its view plays so too."""
    chosen = ruleset(expression)
    for pair in (("beginner", "beginner"), ("random", "beginner")):
        plan = Plan((expression,), (pair,), deals=4, seed=8)
        for number in range(plan.deals):
            (row,) = play_deal(plan, number)
            first = Shuffler(plan.seed).next_word() + 3 * number
            game = Game(chosen, deal_pack(chosen.rules, Shuffler(first).shuffled(range(32))))
            rngs = Shuffler(first + 1), Shuffler(first + 2)
            bound = 0
            while not game.state.is_over:
                seat = game.state.to_play
                bound += game.state.legal_mask() != game.state.hands[seat]
                card = PLAYERS[pair[seat]].choose(view_for(game, seat), rngs[seat])
                game = game.play(card)
            result = game.outcome
            assert result is not None
            assert row[4:6] == game.state.points
            assert row[6:8] == result.game_points
            assert row.result == (result.name or "unnamed")
            assert row.forehand_tricks == sum(trick.winner == 0 for trick in game.tricks)
            assert row.bound_replies == bound


def test_parting_is_told_for_variants_of_play_and_not_for_scales() -> None:
    rules = "elfern", "elfern+altenburg", "elfern+seven-beats-ace", "elfern+hand(1)"
    rows = rows_of(Plan(rules, deals=150))
    by_rules = {one: [row for row in rows if row.rules == one] for one in rules}
    for row in by_rules["elfern"] + by_rules["elfern+altenburg"]:
        assert row.parting_trick == row.touched_tricks == 0
        assert row.base_points == row.forehand_points
    sevens = by_rules["elfern+seven-beats-ace"]
    parted = [row for row in sevens if row.parting_trick]
    assert 3 < len(parted) < 75
    for row in sevens:
        base = by_rules["elfern"][row.number]
        assert row.base_points == base.forehand_points
        if not row.parting_trick:
            assert row[4:11] == base[4:11]
    assert all(row.parting_trick in (1, 2, 3) for row in by_rules["elfern+hand(1)"])


def test_random_play_parts_exactly_where_the_seven_takes_a_trick() -> None:
    """Random players do not think of the seven, so it must take a trick to change anything."""
    plan = Plan(("elfern+seven-beats-ace",), (("random", "random"),), deals=60)
    rows = rows_of(plan)
    assert all(bool(row.parting_trick) == bool(row.touched_tricks) for row in rows)
    assert 5 < sum(bool(row.parting_trick) for row in rows) < 60


def test_touched_tricks_are_those_with_another_bound_or_winner() -> None:
    """Random players are forced by the duty to win, and the base game knows none."""
    plan = Plan(("elfern+must-win-throughout",), (("random", "random"),), deals=40)
    for row in rows_of(plan):
        # In the first phase nothing else binds, so each bound reply of it is touched.
        assert row.touched_tricks >= row.bound_replies - 6
        assert row.touched_tricks > 0
    free = Plan(("elfern+next-rank-any-suit",), (("random", "random"),), deals=10)
    assert all(row.bound_replies == 0 < row.touched_tricks for row in rows_of(free))


def test_solved_deals_carry_the_value_with_all_cards_seen() -> None:
    plan = Plan(("bohemian-schneider", "bohemian-schneider+double-at-16"), deals=2, solve=True)
    for number in range(plan.deals):
        one, two = play_deal(plan, number)
        assert one.open_points == two.open_points
        first = Shuffler(plan.seed).next_word() + 3 * number
        rules = ruleset("bohemian-schneider").rules
        game = Game(
            ruleset("bohemian-schneider"),
            deal_pack(rules, Shuffler(first).shuffled(range(32))),
        )
        result = solve(game.state, each=False)
        assert result.value is not None
        assert one.open_points == result.forehand(result.value)


def test_not_compared_and_not_solved_is_empty() -> None:
    for row in rows_of(Plan(("elfern+must-win",), deals=3, compare=False)):
        assert row.parting_trick is row.base_points is row.open_points is None


# --- plans ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ({"rules": ()}, "stands once"),
        ({"rules": ("elfern", "elfern")}, "stands once, not: elfern elfern"),
        ({"rules": ("elfern+must-win+hand(3)", "elfern+hand(3)+must-win")}, "stands once"),
        ({"pairs": (("beginner", "beginner"),) * 2}, "beginner–beginner"),
        ({"pairs": (("beginner", "nobody"),)}, "“nobody” is no player"),
        ({"deals": 0}, "at least one deal"),
    ],
)
def test_plans_that_cannot_be_played_are_refused(plan: dict[str, Any], message: str) -> None:
    with pytest.raises(StudyError, match=message):
        Plan(**plan)


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(RuleError):
        Plan(("elfern+nonsense",))


def test_catalogue_has_every_variant_of_every_game() -> None:
    rules = catalogue_rulesets()
    assert len(rules) == len(set(rules)) == 28
    assert all(ruleset(one).expression == one for one in rules)
    variants = {variant.id for one in rules for variant in ruleset(one).variants}
    assert len(variants) == 18


# --- figures -------------------------------------------------------------------------------------


def row(number: int, own: int, other: int, **more: str | int) -> Row:
    """A row of standard Elfern with these card points; further columns by name."""
    result = outcome(ruleset("elfern").rules, (own, other))
    columns: dict[str, Any] = {
        "rules": "elfern",
        "forehand": "beginner",
        "dealer": "beginner",
        "forehand_tricks": 8,
        "bound_replies": 0,
        "touched_tricks": 0,
        "parting_trick": None,
        "base_points": None,
        "open_points": None,
    }
    return Row(
        number=number,
        forehand_points=own,
        dealer_points=other,
        forehand_game_points=result.game_points[0],
        dealer_game_points=result.game_points[1],
        result=result.name,
        **columns | more,
    )


def told(plan: Plan, rows: list[Row]) -> dict[str, Any]:
    study = Study(plan)
    study.add(rows)
    figures: dict[str, Any] = json.loads(json.dumps(study.to_json()))
    return figures


def test_figures_add_up() -> None:
    rows = [
        row(0, 14, 6, bound_replies=3, forehand_tricks=9),
        row(1, 10, 10),
        row(2, 0, 20, bound_replies=1, forehand_tricks=4),
        row(3, 12, 8, forehand_tricks=7),
    ]
    (one,) = told(Plan(deals=4), rows)["figures"]
    assert one["deals"] == 4
    assert one["forehandWins"]["value"] == 0.5
    assert one["dealerWins"]["value"] == one["ties"]["value"] == 0.25
    assert one["forehandOfDecided"]["value"] == pytest.approx(2 / 3, abs=1e-6)
    assert one["firstLead"]["cardPoints"]["value"] == (8 + 0 - 20 + 4) / 4
    assert one["firstLead"]["gamePoints"]["value"] == (1 + 0 - 3 + 1) / 4
    assert {name: part["value"] for name, part in one["results"].items()} == {
        "simple": 0.5, "schneider": 0, "stander": 0.25, "schwarz": 0.25,
    }  # fmt: skip
    # What never happened has an interval as well.
    assert one["results"]["schneider"]["high"] == round(share(0, 4).high, 6) > 0
    assert {points: part[0] for points, part in one["points"].items()} == {
        "0": 1, "10": 1, "12": 1, "14": 1,
    }  # fmt: skip
    assert one["points"]["10"][1:] == [round(part, 6) for part in share(1, 4)]
    assert one["gamePointsADeal"]["F"]["value"] == 0.5
    assert one["gamePointsADeal"]["D"]["value"] == 0.75
    assert one["boundReplies"]["value"] == 1
    assert one["dealsWithBoundReply"]["value"] == 0.5
    assert one["forehandTricks"]["value"] == 7
    low, high = (one["firstLead"]["cardPoints"][end] for end in ("low", "high"))
    # Margins 8, 0, −20, 4 with mean −2: their sample variance is 464 / 3.
    assert high - low == pytest.approx(2 * 2.5758293 * (464 / 3 / 4) ** 0.5, abs=1e-5)
    assert "bites" not in one
    assert "open" not in one


def test_bites_are_counted_by_kind() -> None:
    plan = Plan(("elfern+altenburg",), deals=4)
    rules = ruleset("elfern+altenburg").rules
    rows = []
    for number, (own, base, trick) in enumerate(
        [(12, 12, 0), (16, 16, 0), (12, 8, 5), (12, 13, 9)]
    ):
        result = outcome(rules, (own, 20 - own))
        rows.append(
            row(number, own, 20 - own, rules="elfern+altenburg", base_points=base,
                parting_trick=trick)._replace(
                forehand_game_points=result.game_points[0], result=result.name or "unnamed"
            )
        )  # fmt: skip
    bites = told(plan, rows)["figures"][0]["bites"]
    # 16 is the class schneider with 2 points in the base game and nameless with 3 here.
    assert bites["deals"]["value"] == 0.75
    assert bites["play"]["value"] == 0.5
    assert bites["score"]["value"] == 0.5
    assert bites["winner"]["value"] == 0.25
    assert bites["tricks"] == {"5": 1, "9": 1}


def test_a_match_pairs_the_two_seats_of_each_deal() -> None:
    plan = Plan(pairs=(("strong", "random"), ("random", "strong")), deals=3, compare=False)
    assert plan.matches() == [("strong", "random")]
    ends = [((14, 6), (8, 12)), ((9, 11), (10, 10)), ((11, 9), (11, 9))]
    rows = []
    for number, (first, second) in enumerate(ends):
        rows.append(row(number, *first, forehand="strong", dealer="random"))
        rows.append(row(number, *second, forehand="random", dealer="strong"))
    figures = told(plan, rows)
    (match,) = figures["matches"]
    assert (match["one"], match["two"]) == ("strong", "random")
    # Strong takes 14 + 12, 9 + 10 and 11 + 9 of the 40 of each pair.
    assert (match["won"], match["lost"], match["tied"]) == (1, 1, 1)
    assert match["ofDecided"]["value"] == 0.5
    assert match["cardPointsADeal"]["value"] == pytest.approx((12 - 2 + 0) / 6, abs=1e-6)
    assert match["deals"]["won"]["value"] == 0.5
    assert match["deals"]["ofDecided"]["value"] == pytest.approx(3 / 5, abs=1e-6)
    assert [one["deals"] for one in figures["figures"]] == [3, 3]
    assert all("session" not in one for one in figures["figures"])


def test_luck_of_a_match_is_what_changes_sides_with_the_seat() -> None:
    """Where only the cards decide, all is luck; where only the player does, none."""
    plan = Plan(pairs=(("strong", "random"), ("random", "strong")), deals=50, compare=False)

    def luck(points: Callable[[int, int], int]) -> float:
        rows = []
        for number in range(50):
            own = points(number, 1)
            rows.append(row(number, own, 20 - own, forehand="strong", dealer="random"))
            own = points(number, 0)
            rows.append(row(number, own, 20 - own, forehand="random", dealer="strong"))
        value: float = told(plan, rows)["matches"][0]["luck"]["value"]
        return value

    assert luck(lambda number, _: number % 21) == 1
    assert luck(lambda number, strong: number % 21 if strong else 20 - number % 21) == -1
    mixed = luck(lambda number, strong: (number * 7 + 3 * (number // 5) * strong) % 21)
    assert -0.5 < mixed < 0.5


def test_study_of_a_real_match_counts_every_deal_once() -> None:
    plan = Plan(pairs=(("beginner", "random"), ("random", "beginner")), deals=60)
    figures = told(plan, rows_of(plan))
    (match,) = figures["matches"]
    assert match["won"] + match["lost"] + match["tied"] == match["pairs"] == 60
    assert match["ofDecided"]["low"] > 0.7


# --- sessions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "expression",
    ["elfern", "elfern+tie-accumulate", "elfern+loser-deals", "bohemian-schneider"],
)
def test_sessions_follow_the_rules_of_dealer_and_stander(expression: str) -> None:
    """Counted anew, deal by deal, with a tally of this test's own."""
    rules = ruleset(expression).rules
    plan = Plan((expression,), deals=240, seed=3)
    rows = rows_of(plan)
    sessions = Sessions(rules, None)
    for one in rows:
        sessions.add(lambda _, one=one: one, one.number)  # type: ignore[misc]
    drawn = both = better = 0
    for first in range(0, 240, SESSION_DEALS):
        session = Session(rules)
        for one in rows[first : first + SESSION_DEALS]:
            dealer = session.dealer
            if dealer is None:
                dealer = Shuffler(one.number).below(2)
            points = one.forehand_points, one.dealer_points
            session = session.after(dealer, outcome(rules, points, session.held))
        drawn += session.leader is None
        both += sum(session.totals)
        better += max(session.totals)
    figures = sessions.to_json()
    assert figures["sessions"] == sessions.count == 20
    assert figures["drawn"]["value"] == drawn / 20
    assert figures["gamePointsOfBoth"]["value"] == both / 20
    assert figures["gamePointsOfTheBetter"]["value"] == better / 20
    played = sum(int(deals) * times for deals, times in figures["lengths"].items())
    assert played <= 240
    assert figures["dealsToTarget"]["value"] == pytest.approx(
        played / figures["sessionsToTarget"], abs=1e-6
    )
    # Nobody reaches the target faster than by the best deals running.
    most = max(step.game_points for step in rules.scale)
    assert min(map(int, figures["lengths"])) >= SESSION_POINTS / (most + 2)


def test_sessions_part_by_what_a_tie_leaves() -> None:
    base, void = ruleset("elfern").rules, ruleset("elfern+tie-void").rules
    for points, parted in (([12] * 12, 0), ([12, 10, 12] + [12] * 9, 1), ([12] * 11 + [10], 0)):
        sessions = Sessions(void, base)
        for number, own in enumerate(points):
            one = row(number, own, 20 - own, base_points=own)
            sessions.add(lambda _, one=one: one, number)  # type: ignore[misc]
        assert (sessions.count, sessions.parted) == (1, parted)


# --- numbers -------------------------------------------------------------------------------------


def test_interval_of_a_share_is_wilsons() -> None:
    value, low, high = share(8, 10)
    # By hand: z² = 6.6349; centre (0.8 + 0.33174) / 1.66349 = 0.68034, half 0.27952.
    assert value == 0.8
    assert low == pytest.approx(0.4008, abs=1e-4)
    assert high == pytest.approx(0.9599, abs=1e-4)
    assert share(0, 0) == (0.5, 0, 1)
    assert share(0, 50).low == 0
    assert share(50, 50).high == 1


def test_mean_and_correlation_are_the_textbooks() -> None:
    mean, both = Mean(), Correlation()
    data = [(1, 2), (2, 1), (3, 5), (4, 4), (7, 6)]
    for first, second in data:
        mean.add(first)
        both.add(first, second)
    assert mean.interval().value == 3.4
    assert mean.variance == pytest.approx(5.3)
    value, low, high = both.interval()
    assert value == pytest.approx(15.8 / math.sqrt(21.2 * 17.2))
    assert low < value < high
    same = Mean()
    same.add(3, 100)
    assert same.interval() == (3, 3, 3)


# --- lines ---------------------------------------------------------------------------------------


def test_lines_are_read_as_written() -> None:
    plan = Plan(("elfern", "elfern+altenburg"), deals=30)
    rows = rows_of(plan)
    assert [row_of(line_of(one)) for one in rows] == rows
    assert HEADER.rstrip("\n").split(",") == list(Row._fields) == [one.name for one in COLUMNS]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "15 values are needed, not 1"),
        ("elfern,beginner,beginner,0,1\n", "not 5"),
        ("elfern,a,b,x,10,10,0,0,stander,8,0,0,0,10,\n", "number is a whole number, not “x”"),
        ("elfern,a,b,0,,10,0,0,stander,8,0,0,0,10,\n", "forehand_points"),
        ("elfern,a,b,0,-1,10,0,0,stander,8,0,0,0,10,\n", "forehand_points"),
        ("elfern,a,b,0,1,10,0,0,stander,8,0,0,½,10,\n", "parting_trick"),
    ],
)
def test_lines_that_are_none_are_refused(line: str, message: str) -> None:
    with pytest.raises(StudyError, match=message):
        row_of(line)
