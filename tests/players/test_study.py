"""Figures of a study: the same however it is run, and added up rightly."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from elfern_core.errors import RuleError
from elfern_core.study import BATCH, DealFigures, Figures, Plan, figures, play_deal, run

PLAN = Plan("elfern", "beginner", "random", deals=2 * BATCH + 20, seed=5)


def test_study_is_the_same_by_every_executor_and_when_resumed() -> None:
    here = list(run(PLAN))
    assert [deal.number for deal in here] == list(range(PLAN.deals))
    seen: list[tuple[int, int]] = []
    with ThreadPoolExecutor(3) as pool:
        there = list(run(PLAN, pool, progress=lambda done, of: seen.append((done, of))))
    assert there == here
    assert seen == [(250, 520), (500, 520), (520, 520)]
    for done in (7, BATCH, BATCH + 1, PLAN.deals - 1, PLAN.deals):
        assert list(run(PLAN, done=done)) == here[done:]


def test_deals_differ_with_number_and_seed_and_repeat_without() -> None:
    one = [play_deal(PLAN, number) for number in range(20)]
    assert one == [play_deal(PLAN, number) for number in range(20)]
    other = Plan("elfern", "beginner", "random", seed=6)
    assert [deal[1:] for deal in one] != [play_deal(other, number)[1:] for number in range(20)]
    assert len({deal[1:] for deal in one}) > 10


def test_longer_study_begins_with_the_shorter() -> None:
    longer = Plan("elfern+hand(3)", deals=40)
    shorter = Plan("elfern+hand(3)", deals=15)
    assert list(run(longer))[:15] == list(run(shorter))


def test_figures_add_up() -> None:
    total = Figures(PLAN)
    deals = [
        DealFigures(0, 14, 6, 1, 0, "simple", 9, 3),
        DealFigures(1, 10, 10, 0, 0, "stander", 8, 0),
        DealFigures(2, 0, 20, 0, 3, "schwarz", 4, 1),
        DealFigures(3, 12, 8, 1, 0, "simple", 7, 0),
    ]
    for deal in deals:
        total.add(deal)
    told = json.loads(json.dumps(total.to_json()))
    assert told["deals"] == 4
    assert told["forehandWins"]["value"] == 0.5
    assert told["dealerWins"]["value"] == 0.25
    assert told["firstLead"]["value"] == (8 + 0 - 20 + 4) / 4
    assert told["classes"]["simple"]["value"] == 0.5
    assert told["points"] == {"0": 1, "10": 1, "12": 1, "14": 1}
    assert told["gamePointsADeal"] == {"F": 0.5, "D": 0.75}
    assert told["boundReplies"] == 1
    assert told["dealsWithBoundReply"]["value"] == 0.5
    assert told["forehandTricks"] == 7
    low, high = told["firstLead"]["low"], told["firstLead"]["high"]
    # Margins 8, 0, −20, 4 with mean −2: their sample variance is 464 / 3.
    assert high - low == pytest.approx(2 * 2.5758293 * (464 / 3 / 4) ** 0.5, abs=1e-5)


def test_share_is_wilsons_interval() -> None:
    total = Figures(PLAN)
    total.deals = 1000
    share = total.share(91)
    assert share.value == 0.091
    assert share.low == pytest.approx(0.070191, abs=1e-5)
    assert share.high == pytest.approx(0.117201, abs=1e-5)
    assert Figures(PLAN).share(0).low == 0


@pytest.mark.parametrize("rules", ["elfern+ace-ten", "bohemian-schneider", "elfern+hand(1)"])
def test_study_of_other_rules(rules: str) -> None:
    told = figures(Plan(rules, deals=60)).to_json()
    points = told["points"]
    assert isinstance(points, dict)
    assert sum(points.values()) == told["deals"] == 60
    assert told["rules"] == rules


def test_better_player_wins_more_in_a_study() -> None:
    told = figures(Plan("elfern", "beginner", "random", deals=200)).to_json()
    wins = told["forehandWins"]
    assert isinstance(wins, dict)
    assert wins["low"] > 0.7


def test_wrong_plans_are_refused() -> None:
    with pytest.raises(RuleError):
        list(run(Plan("elfern+nothing", deals=1)))
    with pytest.raises(KeyError):
        list(run(Plan("elfern", "nobody", deals=1)))
