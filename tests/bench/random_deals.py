"""Random deals a second, ours and a peer's: `python -m tests.bench.random_deals SECONDS ROUNDS`.

With `rulesets` instead of a number of rounds it measures every game and variant in turn.

Runs alike in CPython and inside Pyodide and prints one line of JSON. The peer is *schnapsen* 0.0.5,
a game of 20 cards, so what compares is decisions a second; in CPython the card games for two of
*OpenSpiel*, written in C++ and asked from Python, stand beside it. All sides play what is drawn at
random through the public interface, legality checked. Rounds alternate, and the best round counts:
whatever else the machine does can only slow a round down.
"""

from __future__ import annotations

import importlib.util
import json
import random
import sys
import time
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING

from elfern_core.catalogue import GAMES, VARIANTS, ruleset
from elfern_core.deal import deal_pack, shuffled_pack
from elfern_core.rollout import rollout
from elfern_core.rules import PACK_SIZE
from elfern_core.state import State

if TYPE_CHECKING:
    from collections.abc import Callable

PEER = "schnapsen"
OPEN_SPIEL = ("gin_rummy", "cribbage", "crazy_eights")
"""Card games of OpenSpiel that two may play."""
# What other programs take of the machine is not ours to measure; Pyodide has no such clock.
CLOCK = time.perf_counter if sys.platform == "emscripten" else time.process_time


@dataclass(frozen=True)
class Rate:
    """Deals and decisions a second, and how many deals that was measured on."""

    deals: float
    decisions: float
    measured: int


def elfern_deal(seed: int, expression: str = "elfern") -> int:
    """Play one deal and give the number of cards chosen."""
    rng = random.Random(seed)
    rules = ruleset(expression)
    state = State.start(rules.rules, deal_pack(rules.rules, shuffled_pack(seed)))
    chosen = 0
    while not state.is_over:
        state = state.play(rng.choice(state.legal()))
        chosen += 1
    return chosen


def elfern_rollout(seed: int) -> int:
    """Play one deal of Elfern out by the helper that players use."""
    rollout(_OPENING, seed)
    return PACK_SIZE


_OPENING = State.start(
    ruleset("elfern").rules, deal_pack(ruleset("elfern").rules, shuffled_pack(1))
)


def expressions() -> list[str]:
    """Give the games and each variant on its own, with one parameter."""
    example = {"n": "(4)", "S": "(H)", "": ""}
    return [
        *GAMES,
        *(
            f"{game}+{variant.id}{example[variant.parameter]}"
            for variant in VARIANTS.values()
            for game in variant.games
        ),
    ]


def peer_deal() -> Callable[[int], int]:
    """Give what plays one deal of the peer's game between two of its random players."""
    from schnapsen.game import SchnapsenGamePlayEngine  # noqa: PLC0415  (only benchmarks have it)

    # The package of its players asks for more than it needs; this one file does not.
    package = importlib.util.find_spec(PEER)
    assert package is not None
    assert package.submodule_search_locations
    place = f"{package.submodule_search_locations[0]}/bots/rand.py"
    spec = importlib.util.spec_from_file_location("rand", place)
    assert spec is not None
    assert spec.loader is not None
    rand = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rand)
    engine = SchnapsenGamePlayEngine()

    class Counting(rand.RandBot):  # type: ignore[name-defined,misc]  # loaded from a file
        chosen = 0

        def get_move(self, *arguments: object, **named: object) -> object:
            Counting.chosen += 1
            return super().get_move(*arguments, **named)

    def play(seed: int) -> int:
        Counting.chosen = 0
        rng = random.Random(seed)
        engine.play_game(Counting(rng), Counting(rng), rng)
        return Counting.chosen

    return play


def open_spiel_deal(name: str) -> Callable[[int], int]:
    """Give what plays one deal of a game of OpenSpiel; deals and draws count for nothing."""
    import pyspiel  # type: ignore[import-not-found]  # noqa: PLC0415  (only benchmarks have it)

    game = pyspiel.load_game(name)

    def play(seed: int) -> int:
        rng = random.Random(seed)
        state = game.new_initial_state()
        chosen = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                chosen += 1
        return chosen

    return play


def measure(play: Callable[[int], int], seconds: float, seed: int) -> Rate:
    """Play deals for about so long and give their rate."""
    deals = decisions = 0
    start = CLOCK()
    while (spent := CLOCK() - start) < seconds:
        for _ in range(20):
            decisions += play(seed + deals)
            deals += 1
    return Rate(deals / spent, decisions / spent, deals)


def main() -> None:
    """Print the best rate of each side, or of each ruleset."""
    seconds = float(sys.argv[1])
    sides: dict[str, Callable[[int], int]]
    if sys.argv[2] == "rulesets":
        rounds = 2
        sides = {text: partial(elfern_deal, expression=text) for text in expressions()}
    else:
        rounds = int(sys.argv[2])
        sides = {"elfern": elfern_deal, "rollout": elfern_rollout, PEER: peer_deal()}
        if sys.platform != "emscripten":
            sides |= {name: open_spiel_deal(name) for name in OPEN_SPIEL}
    best: dict[str, Rate] = {}
    for number in range(rounds):
        for name, play in sides.items():
            rate = measure(play, seconds, number * 1_000_000)
            best[name] = max(best.get(name, rate), rate, key=lambda one: one.decisions)
    print(json.dumps({name: asdict(rate) for name, rate in best.items()}))


if __name__ == "__main__":
    main()
