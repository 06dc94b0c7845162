"""The engine agrees with the slow oracle on random deals under random rulesets.

``ELFERN_ORACLE_DEALS`` sets the number of deals, 20,000 if unset and fewer inside Pyodide;
``python -m tests.oracle_run N`` runs any number on all cores.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from itertools import combinations

import pytest

from tests import oracle, rulesets
from tests.agreement import DisagreementError, agree, pick

PARTS = 10
DEALS = int(
    os.environ.get("ELFERN_ORACLE_DEALS", "500" if sys.platform == "emscripten" else "20000")
)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_deals_agree(part: int) -> None:
    """Every legal list, winner, draw, point, outcome and dealer of a tenth of the deals."""
    seen: Counter[str] = Counter()
    for seed in range(part, DEALS, PARTS):
        seen.update(agree(seed))
    if DEALS >= 20_000:
        names = {oracle.name_of(name) for name in seen}
        assert names == {*oracle.CATALOGUE, *oracle.BOTH, "tie", "all", "won"}
        assert min(seen.values()) >= 10


def test_a_difference_is_told_with_the_whole_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail, and then gives ruleset, pack and cards played."""
    monkeypatch.setattr(oracle, "reply_wins", lambda *_: False)
    with pytest.raises(DisagreementError) as caught:
        Counter(name for seed in range(50) for name in agree(seed))
    text = str(caught.value)
    for word in ("engine", "oracle", "rules ", "pack ", "played "):
        assert word in text


def test_the_manners_of_play_reach_lopsided_and_tied_deals() -> None:
    """The bent players do what they are for: one seat far ahead, or both close together."""
    spread: dict[str, list[int]] = {"random": [], "forehand": [], "even": []}
    for manner, found in spread.items():
        rng = random.Random(11)
        for _ in range(150):
            table = oracle.deal(oracle.switches("elfern"), rulesets.random_pack(rng))
            while not table.over():
                table.play(pick(rng, manner, table, table.legal()))
            found.append(table.points["F"] - table.points["D"])
    middle = {manner: sorted(found)[75] for manner, found in spread.items()}
    size = {manner: sum(map(abs, found)) for manner, found in spread.items()}
    assert middle["forehand"] > middle["random"]
    assert size["even"] < size["random"] < size["forehand"]


def test_the_oracle_refuses_what_the_rules_refuse() -> None:
    """The oracle's own list of clashes holds every pair of one kind and the next-rank pairs."""
    kinds = [
        ["trump", "turn-up-trump"],
        ["double-at-16", "altenburg", "ace-ten"],
        ["tie-hold", "tie-accumulate", "tie-doubles", "tie-void"],
        ["loser-deals", "alternate-deal"],
        ["seven-beats-ace", "seven-takes-led-ace"],
        ["must-win", "must-win-throughout"],
    ]
    pairs = {frozenset(pair) for kind in kinds for pair in combinations(kind, 2)}
    free = ["trump", "turn-up-trump", "must-win", "must-win-throughout", "highest-wins"]
    pairs |= {frozenset(("next-rank-any-suit", name)) for name in free}
    assert {frozenset(pair) for pair in oracle.CLASHES} == pairs
