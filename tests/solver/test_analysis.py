"""Values along a record: right, in order, within the limits, and plain data."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from elfern_core.analysis import LIVE_LIMITS, analyse, judge
from elfern_core.cards import CODES, card
from elfern_core.catalogue import ruleset
from elfern_core.deal import Shuffler, deal_pack, shuffled_pack
from elfern_core.game import Game
from elfern_core.records import read
from elfern_core.solver import Limits
from tests.solver.second_opinion import memo

FRAGMENT = """[Id "spent-king"]
[Rules "elfern"]
[Source "constructed"]
[Date "?"]
[Forehand "?"]
[Dealer "?"]
[Hands "F: CQ CT S7 / D: CK C9 SA"]
[Stock ""]
[Fragment "14"]
[Leader "F"]
[Won "9-7"]
[Result "*"]

14. F CQ C9  F 1
15. F CT CK  D 2
*
"""


def random_game(expression: str, seed: int) -> Game:
    rules = ruleset(expression)
    game = Game(rules, deal_pack(rules.rules, shuffled_pack(seed)))
    rng = Shuffler(seed)
    while not game.state.is_over:
        legal = game.state.legal()
        game = game.play(legal[rng.below(len(legal))])
    return game


@pytest.mark.parametrize(
    "expression", ["elfern", "elfern+ace-ten", "elfern+trump(H)", "bohemian-schneider"]
)
def test_each_card_is_judged_as_the_plain_solver_judges_it(expression: str) -> None:
    game = random_game(expression, 3)
    judged = judge(game, LIVE_LIMITS)
    assert len(judged) >= 14
    assert [one.ply for one in judged] == list(range(32 - len(judged), 32))
    known: dict[object, int] = {}
    for one in judged:
        state = game.states[one.ply]
        assert (one.card, one.seat) == (game.plays[one.ply], state.to_play)
        assert one.trick == state.trick_number
        assert one.after == one.values[one.card]
        best = min if one.seat else max
        assert one.before == best(one.values.values())
        assert one.cost == abs(one.after - one.before)
        assert (one.card in one.best) == (one.cost == 0)
        if len(state.rest) > 2:
            continue
        for played, value in one.values.items():
            following = state.play(played)
            assert value == following.points[0] + memo(following, known)
    for one, two in pairwise(judged):
        assert one.after == two.before
    assert judged[-1].after == game.state.points[0]


def test_whole_deal_is_judged_where_time_is_plenty() -> None:
    game = random_game("elfern", 4)
    judged = judge(game)
    assert len(judged) == 32
    assert judged[0].before == 15
    end = Game(game.ruleset, game.deal)
    for played in judged[0].line:
        end = end.play(played)
    assert end.state.points == (15, 5)


def test_what_is_beyond_the_limits_is_left_out() -> None:
    game = random_game("elfern", 3)
    counts = [len(judge(game, Limits(nodes=nodes))) for nodes in (0, 300, 5_000)]
    assert counts == sorted(set(counts))
    assert judge(game, Limits(nodes=300)) == judge(game, Limits(nodes=300))
    assert judge(game, Limits(nodes=5_000))[-counts[1] :] == judge(game, Limits(nodes=300))
    assert judge(Game(game.ruleset, game.deal)) == ()


def test_analyse_gives_plain_objects() -> None:
    (checked,) = read(FRAGMENT)
    assert checked.ok, checked.findings
    lines = [json.loads(json.dumps(one)) for one in analyse(checked)]
    assert [list(one) for one in lines] == [["id", "trick", "seat", "card", "values"]] * 4
    assert [(one["trick"], one["seat"], one["card"]) for one in lines] == [
        (14, "F", "CQ"),
        (14, "D", "C9"),
        (15, "F", "CT"),
        (15, "D", "CK"),
    ]
    assert checked.game is not None
    known: dict[object, int] = {}
    for one, state in zip(lines, checked.game.states, strict=False):
        for played, value in one["values"].items():
            following = state.play(card(played))
            assert value == following.points[0] + memo(following, known)
        assert set(one["values"]) == {CODES[legal] for legal in state.legal()}
        assert one["id"] == "spent-king"
    # The queen taken with the king, the ace cashed on the seven, the last club lost: 9 + 1. The
    # nine given up leaves the lead with forehand: queen, then ten to the king, and no more: 10.
    assert lines[1]["values"] == {"C9": 10, "CK": 10}


def test_record_whose_cards_are_at_fault_has_nothing_to_analyse() -> None:
    (checked,) = read(FRAGMENT.replace("CQ CT S7", "CQ CQ S7"))
    assert checked.game is None
    assert list(analyse(checked)) == []
