"""Players against each other: ``python -m tests.players.match strong beginner --pairs 200``.

Every deal is played twice with the seats exchanged. A pair is decided if one player takes more
card points over the two deals. The share of decided pairs is given with its 99 % interval
(Wilson), and how long the first player took over a card.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from dataclasses import dataclass, field

from elfern_core.catalogue import ruleset
from elfern_core.deal import Shuffler, deal_pack, shuffled_pack
from elfern_core.game import Game
from elfern_core.players import PLAYERS
from elfern_core.view import view_for

Z99 = 2.5758


@dataclass
class Score:
    """Pairs won by each player and tied; seconds that the first took over each card."""

    won: int = 0
    lost: int = 0
    tied: int = 0
    points: int = 0
    seconds: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Share of the decided pairs that the first player won."""
        return self.won / (self.won + self.lost) if self.won + self.lost else 0.5

    def interval(self, z: float = Z99) -> tuple[float, float]:
        """Wilson's interval for the share."""
        n = self.won + self.lost
        if not n:
            return 0.0, 1.0
        middle = (self.share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(self.share * (1 - self.share) / n + (z / 2 / n) ** 2)
        return middle - half, middle + half


def play_deal(
    rules: str, names: tuple[str, str], seed: int, seconds: list[float] | None = None
) -> Game:
    """Play one deal; names are those of forehand and dealer. Times are forehand's alone."""
    chosen = ruleset(rules)
    game = Game(chosen, deal_pack(chosen.rules, shuffled_pack(seed)))
    rngs = Shuffler(2 * seed + 1), Shuffler(2 * seed + 2)
    while not game.state.is_over:
        seat = game.state.to_play
        view = view_for(game, seat)
        start = time.process_time()
        card = PLAYERS[names[seat]].choose(view, rngs[seat])
        if seconds is not None and seat == 0:
            seconds.append(time.process_time() - start)
        game = game.play(card)
    return game


def play_match(rules: str, one: str, two: str, seeds: range) -> Score:
    """Play every deal of these seeds from both seats."""
    score = Score()
    for seed in seeds:
        first = play_deal(rules, (one, two), seed, score.seconds).state.points
        second = play_deal(rules, (two, one), seed).state.points
        margin = first[0] - first[1] + second[1] - second[0]
        score.points += margin
        score.won += margin > 0
        score.lost += margin < 0
        score.tied += margin == 0
    return score


def main() -> None:
    parser = argparse.ArgumentParser(description="Let two players play each other.")
    parser.add_argument("one", choices=PLAYERS)
    parser.add_argument("two", choices=PLAYERS)
    parser.add_argument("--rules", default="elfern")
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first deal")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.pairs)
    score = play_match(options.rules, options.one, options.two, seeds)
    low, high = score.interval()
    times = sorted(score.seconds)
    print(
        f"{options.one} against {options.two}, {options.rules}, {options.pairs} pairs: "
        f"{score.won} won, {score.lost} lost, {score.tied} tied; "
        f"{score.share:.1%} of decided pairs (99 %: {low:.1%} to {high:.1%}), "
        f"{score.points / options.pairs / 2:+.2f} card points a deal more than the other; "
        f"a card took {statistics.median(times) * 1e3:.2f} ms in the median, "
        f"{times[int(len(times) * 0.95)] * 1e3:.1f} ms at the 95th percentile"
    )


if __name__ == "__main__":
    main()
