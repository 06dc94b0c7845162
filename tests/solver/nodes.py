"""How many positions the search looks into: exact numbers, the same on every machine.

``python -m tests.solver.nodes`` writes tests/solver/nodes.txt anew: ruleset, seed of the pack,
draws to come (the deal is played to there by the beginner's tactics), value for the player on
move, positions looked into, positions kept.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from elfern_core.catalogue import ruleset
from elfern_core.deal import deal_pack, shuffled_pack
from elfern_core.players.worlds import tactics_of
from elfern_core.solver import solve
from elfern_core.state import State
from tests.perft import RULESETS

if TYPE_CHECKING:
    from collections.abc import Iterator

LIST = Path(__file__).with_name("nodes.txt")


def sensible(expression: str, seed: int, draws: int) -> State:
    """The position of a deal with so many draws to come, played to there by simple tactics."""
    rules = ruleset(expression).rules
    state = State.start(rules, deal_pack(rules, shuffled_pack(seed)))
    tactics = tactics_of(state.tables)
    while len(state.rest) > 2 * draws or state.led >= 0:
        seat = state.to_play
        second = state.phase == 2
        if state.led >= 0:
            played = tactics.reply(state.hands[seat], state.led, second=second)
        else:
            met = state.hands[1 - seat] | sum(1 << one for one in state.rest)
            played = tactics.lead(state.hands[seat], met, second=second)
        state = state.play(played)
    return state


def counted() -> Iterator[str]:
    """The lines of the list."""
    cases = [(expression, seed, 0) for expression in RULESETS for seed in (1, 2)]
    cases += [(expression, 3, 2) for expression in RULESETS]
    cases += [("elfern", seed, 6) for seed in (1, 2, 3)]
    cases += [("elfern", 4, 10), ("elfern+turn-up-trump", 5, 4), ("elfern+ace-ten", 6, 4)]
    for expression, seed, draws in cases:
        result = solve(sensible(expression, seed, draws), each=False, line=False)
        yield f"{expression} {seed} {draws} {result.value} {result.nodes} {result.entries}"


if __name__ == "__main__":
    LIST.write_text("".join(f"{line}\n" for line in counted()), encoding="utf-8")
