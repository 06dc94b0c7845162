"""Rules in figures: many deals of one ruleset played by two players, counted.

Deals are numbered, and everything about a deal follows from the study's seed and its number, so
a study gives the same figures on one machine or on many, in one go or resumed. Work is cut into
batches for any executor of `concurrent.futures`.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elfern_core.catalogue import ruleset
from elfern_core.deal import DEALER, FOREHAND, Shuffler, deal_pack
from elfern_core.game import Game
from elfern_core.players import PLAYERS
from elfern_core.rules import PACK_SIZE
from elfern_core.scoring import outcome
from elfern_core.view import view_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

FORMAT = "elfern-study/1"
"""Name of the JSON that `Figures.to_json` gives."""
BATCH = 250
"""Deals in a batch."""
_Z99 = 2.5758293035489004


class Interval(NamedTuple):
    """An estimate with the ends of its 99 % confidence interval."""

    value: float
    """The estimate."""
    low: float
    """Lower end."""
    high: float
    """Upper end."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played."""

    rules: str
    """Ruleset expression."""
    forehand: str = "beginner"
    """Id of the player in forehand."""
    dealer: str = "beginner"
    """Id of the player who deals."""
    deals: int = 1000
    """How many deals."""
    seed: int = 1
    """Seed of the whole study."""

    def batches(self) -> Iterator[range]:
        """Give the numbers of the deals, batch by batch."""
        for first in range(0, self.deals, BATCH):
            yield range(first, min(first + BATCH, self.deals))


class DealFigures(NamedTuple):
    """One deal of a study, in numbers."""

    number: int
    """Its number in the study, from 0."""
    forehand: int
    """Card points of forehand."""
    dealer: int
    """Card points of the dealer."""
    forehand_game: int
    """Game points of forehand, nothing held over."""
    dealer_game: int
    """Game points of the dealer, nothing held over."""
    result: str
    """Class of the outcome: `simple`, `schneider`, `schwarz`, `stander`, or empty."""
    forehand_tricks: int
    """Tricks that forehand won."""
    bound: int
    """Replies for which a rule forbade at least one card of the hand."""


def play_deal(plan: Plan, number: int) -> DealFigures:
    """Play deal `number` of a study.

    Raises:
        RuleError: for a ruleset that the catalogue refuses.
        KeyError: for an unknown player.
    """
    chosen = ruleset(plan.rules)
    # One generator gives each deal its own seeds, far apart whatever the study's seed.
    seeds = Shuffler(plan.seed)
    base = seeds.next_word()
    pack = Shuffler(base + 3 * number).shuffled(range(PACK_SIZE))
    rngs = Shuffler(base + 3 * number + 1), Shuffler(base + 3 * number + 2)
    players = PLAYERS[plan.forehand], PLAYERS[plan.dealer]
    game = Game(chosen, deal_pack(chosen.rules, pack))
    bound = 0
    while not game.state.is_over:
        state = game.state
        seat = state.to_play
        bound += state.legal_mask() != state.hands[seat]
        game = game.play(players[seat].choose(view_for(game, seat), rngs[seat]))
    points = game.state.points
    result = outcome(chosen.rules, points)
    won = sum(trick.winner == FOREHAND for trick in game.tricks)
    return DealFigures(number, *points, *result.game_points, result.name, won, bound)


def play_batch(plan: Plan, numbers: range) -> list[DealFigures]:
    """Play the deals with these numbers; a function that any worker process can be sent."""
    return [play_deal(plan, number) for number in numbers]


def run(
    plan: Plan,
    executor: Executor | None = None,
    *,
    done: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[DealFigures]:
    """Play a study and give its deals in order.

    Args:
        plan: what to play.
        executor: where batches are played, a process pool or a cluster's; here, if `None`.
        done: how many deals are there already; the study goes on after them.
        progress: called with deals played and deals in all after each batch.

    Yields:
        The deals from number `done` on.
    """
    batches = [batch[max(0, done - batch.start) :] for batch in plan.batches()]
    batches = [batch for batch in batches if batch]
    if executor is None:
        results: Iterator[list[DealFigures]] = (play_batch(plan, batch) for batch in batches)
    else:
        futures = [executor.submit(play_batch, plan, batch) for batch in batches]
        results = (future.result() for future in futures)
    for batch, figures in zip(batches, results, strict=True):
        yield from figures
        if progress is not None:
            progress(batch.stop, plan.deals)


class Figures:
    """The figures of a study, added up deal by deal.

    Attributes:
        plan: what was played.
        deals: deals counted so far.
        points: how often forehand ended with so many card points.
        classes: how often an outcome was of a class.
    """

    def __init__(self, plan: Plan) -> None:
        """Begin with nothing."""
        self.plan = plan
        self.deals = 0
        self.points: Counter[int] = Counter()
        self.classes: Counter[str] = Counter()
        self._wins = [0, 0]
        self._game = [0, 0]
        self._bound = 0
        self._bound_deals = 0
        self._tricks = 0

    def add(self, deal: DealFigures) -> None:
        """Count one deal."""
        self.deals += 1
        self.points[deal.forehand] += 1
        self.classes[deal.result] += 1
        self._wins[FOREHAND] += deal.forehand > deal.dealer
        self._wins[DEALER] += deal.dealer > deal.forehand
        self._game[FOREHAND] += deal.forehand_game
        self._game[DEALER] += deal.dealer_game
        self._bound += deal.bound
        self._bound_deals += deal.bound > 0
        self._tricks += deal.forehand_tricks

    def share(self, count: int) -> Interval:
        """Give a count as a share of the deals (Wilson's interval)."""
        n = max(1, self.deals)
        share = count / n
        squared = _Z99 * _Z99
        middle = (share + squared / (2 * n)) / (1 + squared / n)
        half = math.sqrt(share * (1 - share) / n + squared / (4 * n * n)) * _Z99 / (1 + squared / n)
        return Interval(share, max(0.0, middle - half), min(1.0, middle + half))

    def first_lead(self) -> Interval:
        """Give by how many card points a deal forehand is ahead of the dealer, on average."""
        total = ruleset(self.plan.rules).rules.total
        n = max(1, self.deals)
        margins = [(2 * own - total, count) for own, count in sorted(self.points.items())]
        mean = sum(margin * count for margin, count in margins) / n
        spread = sum((margin - mean) ** 2 * count for margin, count in margins) / max(1, n - 1)
        half = _Z99 * math.sqrt(spread / n)
        return Interval(mean, mean - half, mean + half)

    def to_json(self) -> dict[str, object]:
        """Give the figures as plain data; shares and means with their 99 % intervals."""
        plan, n = self.plan, max(1, self.deals)

        def told(interval: Interval) -> dict[str, float]:
            return {name: round(part, 6) for name, part in interval._asdict().items()}

        return {
            "format": FORMAT,
            "rules": plan.rules,
            "forehand": plan.forehand,
            "dealer": plan.dealer,
            "seed": plan.seed,
            "deals": self.deals,
            "forehandWins": told(self.share(self._wins[FOREHAND])),
            "dealerWins": told(self.share(self._wins[DEALER])),
            "firstLead": told(self.first_lead()),
            "classes": {
                name or "unnamed": told(self.share(count))
                for name, count in sorted(self.classes.items())
            },
            "points": {str(own): count for own, count in sorted(self.points.items())},
            "gamePointsADeal": {
                "F": round(self._game[FOREHAND] / n, 6),
                "D": round(self._game[DEALER] / n, 6),
            },
            "forehandTricks": round(self._tricks / n, 6),
            "boundReplies": round(self._bound / n, 6),
            "dealsWithBoundReply": told(self.share(self._bound_deals)),
        }


def figures(plan: Plan, executor: Executor | None = None) -> Figures:
    """Play a whole study and add it up."""
    total = Figures(plan)
    for deal in run(plan, executor):
        total.add(deal)
    return total
