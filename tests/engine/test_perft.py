"""Lines of play counted by playing every one of them, against the oracle's counts on file.

The engine plays each last card too, instead of taking the length of the legal list: bulk counting
would skip the code under test. Where a count differs, the two engines are walked side by side to
the first position that they see differently.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest

from elfern_core.cards import card, code
from elfern_core.catalogue import ruleset
from elfern_core.state import State
from tests import oracle, perft
from tests.engine import product

if TYPE_CHECKING:
    from pathlib import Path

FILES = sorted(perft.FOLDER.glob("*.txt"))


def count(state: State, depth: int) -> tuple[int, int]:
    """The number of lines of ``depth`` cards, and forehand's points summed over their ends."""
    if depth == 0 or state.is_over:
        return 1, state.points[0]
    lines = 0
    points = 0
    for number in state.legal():
        more, sums = count(state.play(number), depth - 1)
        lines += more
        points += sums
    return lines, points


def begin(position: perft.Position) -> State:
    """The engine's position."""
    deal = product.part(
        " ".join(position.forehand),
        " ".join(position.dealer),
        " ".join(position.stock),
        position.trump,
        position.leader,
    )
    assert deal.faults(ruleset(position.rules).rules) == []
    return State.start(ruleset(position.rules).rules, deal)


def first_difference(state: State, table: oracle.Table, depth: int, played: str = "") -> str:
    """The shortest way to a position that engine and oracle see differently; empty if none."""
    engine = sorted(code(number) for number in state.legal())
    if engine != sorted(table.legal()) or state.points[0] != table.points["F"]:
        return (
            f"after{played or ' nothing'}: engine {engine} {state.points}, "
            f"oracle {sorted(table.legal())} {table.points}"
        )
    if depth == 0:
        return ""
    for text in table.legal():
        following = table.copy()
        following.play(text)
        found = first_difference(state.play(card(text)), following, depth - 1, f"{played} {text}")
        if found:
            return found
    return ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_engine_plays_as_many_lines(path: Path) -> None:
    """Every count of a file, divided by first card."""
    for position in perft.read(path.read_text(encoding="utf-8")):
        state = begin(position)
        found = {
            code(number): count(state.play(number), position.depth - 1) for number in state.legal()
        }
        found["all"] = (
            sum(lines for lines, _ in found.values()),
            sum(points for _, points in found.values()),
        )
        if found != position.counts:
            where = first_difference(state, position.table(), position.depth)
            assert found == position.counts, f"{position.rules} from {position}\n{where}"


def test_the_files_are_those_of_the_rulesets() -> None:
    """One file each, and every variant that changes play or deal is among them."""
    assert {path.name for path in FILES} == {perft.file_of(rules).name for rules in perft.RULESETS}
    seen = {oracle.name_of(part) for rules in perft.RULESETS for part in rules.split("+")}
    still = {"double-at-16", "altenburg", "loser-deals", "alternate-deal"}
    ties = {name for name in oracle.CATALOGUE if name.startswith("tie-")}
    assert seen == {*oracle.CATALOGUE, *oracle.BOTH} - still - ties


def test_the_files_are_what_the_oracle_counts() -> None:
    """The smaller half of the counts is counted anew, so that a stale file is noticed."""
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        for position in perft.read(text):
            total = position.counts["all"][0]
            if total > 1_000:
                continue
            counted = oracle.divide(position.table(), position.depth)
            assert counted == {
                name: value for name, value in position.counts.items() if name != "all"
            }


def test_the_counts_tell_the_rulesets_apart() -> None:
    """Each rule bites in these positions: no two rulesets have the same counts, but for two pairs.

    Where only the next rank of the suit wins, an ace never takes a led seven, so both rules for
    the seven come to the same; and once any suit beats, both games are played alike.
    """
    alike: dict[str, set[str]] = {}
    for path in FILES:
        lines = path.read_text(encoding="utf-8").splitlines()
        body = "\n".join(line for line in lines if not line.startswith(("rules", "trump")))
        alike.setdefault(body, set()).add(path.stem)
    sevens = "bohemian-schneider_seven-beats-ace", "bohemian-schneider_seven-takes-led-ace"
    ranks = "bohemian-schneider_next-rank-any-suit", "elfern_next-rank-any-suit"
    groups = [group for group in alike.values() if len(group) > 1]
    assert sorted(groups, key=sorted) == [set(ranks), set(sevens)]


def test_the_walk_finds_a_difference() -> None:
    """The helper for disagreements tells the position where two rulesets part."""
    position = perft.positions("elfern")[0]
    state = begin(position)
    other = perft.positions("elfern+must-win")[0].table()
    found = first_difference(state, other, position.depth)
    assert found.startswith("after CA")
    assert "engine" in found
    assert first_difference(state, position.table(), position.depth) == ""
    assert len(set(chain(position.forehand, position.dealer))) == 10
