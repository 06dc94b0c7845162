"""Solver and strongest player: `python -m tests.bench.solving SEEDS DEALS`; one line of JSON.

Runs alike in CPython and inside Pyodide. Positions are reached by the beginner's tactics from the
packs of seeds 1 to SEEDS; the strongest player is asked for its replies in DEALS deals of each of a
few rulesets. Times are milliseconds; nodes are the same everywhere.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import defaultdict
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elfern_core.state import State

# What other programs take of the machine is not ours to measure; Pyodide has no such clock.
CLOCK = time.perf_counter if sys.platform == "emscripten" else time.process_time

PLAYED = ("elfern", "bohemian-schneider", "elfern+must-win", "elfern+next-rank-any-suit")
"""Rulesets in which the strongest player is timed."""


def loaded() -> dict[str, float]:
    """Load what a first Run needs, then the rest of the engine: milliseconds of each."""
    spent = {}
    for module in ("replay_bridge", "bridge"):
        start = CLOCK()
        import_module(f"elfern_core.{module}")
        spent[module] = (CLOCK() - start) * 1e3
    return spent


# Before anything else of the engine is loaded.
LOADED = loaded()

from elfern_core.catalogue import ruleset  # noqa: E402
from elfern_core.deal import Shuffler, deal_pack, shuffled_pack  # noqa: E402
from elfern_core.game import Game  # noqa: E402
from elfern_core.players import PLAYERS  # noqa: E402
from elfern_core.solver import solve  # noqa: E402
from elfern_core.view import view_for  # noqa: E402
from tests.perft import RULESETS  # noqa: E402
from tests.solver.nodes import sensible  # noqa: E402


def solved(expression: str, seed: int, draws: int, *, each: bool) -> tuple[float, int]:
    """Solve a position with a fresh table: milliseconds and nodes.

    Twice, and the shorter counts: what else the machine does, and the collection of what this
    program has left behind, can only slow one down.
    """
    state = sensible(expression, seed, draws)
    return min(solved_once(state, each=each) for _ in range(2))


def solved_once(state: State, *, each: bool) -> tuple[float, int]:
    """Give the milliseconds that it took, and the nodes."""
    start = CLOCK()
    result = solve(state, each=each, line=False)
    spent = (CLOCK() - start) * 1e3
    assert result.complete
    return spent, result.nodes


def replies(deals: int) -> list[float]:
    """Milliseconds that the strongest player takes for each card that it can choose."""
    spent = []
    strong, other = PLAYERS["strong"], PLAYERS["beginner"]
    for expression in PLAYED:
        chosen = ruleset(expression)
        for seed in range(1, deals + 1):
            game = Game(chosen, deal_pack(chosen.rules, shuffled_pack(seed)))
            rngs = Shuffler(2 * seed + 1), Shuffler(2 * seed + 2)
            while not game.state.is_over:
                seat = game.state.to_play
                view = view_for(game, seat)
                start = CLOCK()
                card = (strong if seat == seed % 2 else other).choose(view, rngs[seat])
                if seat == seed % 2 and len(view.legal) > 1:
                    spent.append((CLOCK() - start) * 1e3)
                game = game.play(card)
    return spent


def spread(costs: list[tuple[float, int]]) -> dict[str, float]:
    """Give median and worst of times and nodes."""
    times, nodes = zip(*costs, strict=True)
    return {
        "median": statistics.median(times),
        "worst": max(times),
        "nodes": statistics.median(nodes),
        "most nodes": max(nodes),
    }


def main() -> None:
    """Print the figures."""
    seeds, deals = int(sys.argv[1]), int(sys.argv[2])
    second: dict[str, dict[str, dict[str, float]]] = defaultdict(dict)
    for expression in RULESETS:
        for name, each in (("position", False), ("each card", True)):
            costs = [solved(expression, seed, 0, each=each) for seed in range(1, seeds + 1)]
            second[name][expression] = spread(costs)
    draws = [solved("elfern", seed, 4, each=False) for seed in range(1, seeds + 1)]
    times = sorted(replies(deals))
    reply = {
        "median": statistics.median(times),
        "95th percentile": times[int(len(times) * 0.95)],
        "worst": times[-1],
        "measured": len(times),
    }
    print(
        json.dumps(
            {"loaded": LOADED, "second": second, "four draws": spread(draws), "reply": reply}
        )
    )


if __name__ == "__main__":
    main()
