"""Looking for deals and sessions that are worth keeping.

Deals are played from one seed after the other and taken for what happens in them; what the
solver has to say of a deal is asked only of those that the score makes likely.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from elfern_core.players import PLAYERS
from tools.harvest.playing import DealPick, SessionPick, play_pick, play_session
from tools.harvest.recording import slug

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elfern_core.scoring import Outcome
    from tools.harvest.playing import PlayedDeal

LEVELS = tuple(PLAYERS)
"""The players' ids, weakest first."""
PAIRS = (
    ("beginner", "sampling"),
    ("random", "beginner"),
    ("sampling", "beginner"),
    ("beginner", "beginner"),
    ("beginner", "strong"),
    ("beginner", "random"),
    ("random", "sampling"),
    ("sampling", "sampling"),
    ("strong", "sampling"),
    ("beginner", "sampling"),
    ("sampling", "random"),
    ("sampling", "beginner"),
    ("strong", "strong"),
)
"""Who plays, in turn from seed to seed: forehand, dealer."""
WANTED = (
    "close",
    "upset",
    "close",
    "tie",
    "close",
    "comeback",
    "close",
    "high",
    "schwarz",
    "upset",
)
"""What is looked for, in turn."""
_CLOSE = 0.1
_BEHIND = 0.15


def choose_deals(rules: str, number: int, seed: int, date: str) -> list[DealPick]:
    """Find deals worth keeping for a ruleset.

    Args:
        rules: ruleset expression.
        number: how many.
        seed: where to begin.
        date: date on record.

    Returns:
        As many as were asked for: deals of the kinds wanted where they come up soon enough, and
        others in place of what these rules rarely let happen.
    """
    wanted = [WANTED[place % len(WANTED)] for place in range(number)]
    found: list[DealPick] = []
    spare: list[DealPick] = []
    for step in range(30 + 4 * number):
        if not wanted:
            break
        pick = DealPick("", rules, *PAIRS[step % len(PAIRS)], seed + step, "", date)
        kinds = list(likely(play_pick(pick)))
        kind = next((kind for kind in kinds if kind in wanted), None)
        if kind is None:
            spare.append(pick._replace(kind=kinds[0]))
        else:
            wanted.remove(kind)
            found.append(pick._replace(kind=kind))
    chosen = sorted(found + spare[: len(wanted)], key=lambda pick: pick.seed)
    return [
        pick._replace(id=f"deal-{slug(rules)}-{place:03}") for place, pick in enumerate(chosen, 1)
    ]


def likely(deal: PlayedDeal) -> Iterator[str]:
    """Say for what a deal is worth keeping, the rarest first, as far as the score shows."""
    result = _outcome(deal)
    if result.winner is None:
        yield "tie"
        return
    total = sum(result.points)
    winner, loser = result.winner, 1 - result.winner
    if min(result.points) == 0:
        yield "schwarz"
    phase = next(state.points for state in deal.game.states if state.phase == 2)  # noqa: PLR2004
    if phase[loser] - phase[winner] >= _BEHIND * total:
        yield "comeback"
    if LEVELS.index(deal.levels[winner]) < LEVELS.index(deal.levels[loser]):
        yield "upset"
    if result.base > 1:
        yield "high"
    if result.points[winner] - total / 2 <= _CLOSE * total:
        yield "close"
    yield "plain"


def _outcome(deal: PlayedDeal) -> Outcome:
    result = deal.game.outcome
    assert result is not None  # noqa: S101  (the deal was played to its end)
    return result


def choose_session(pick: SessionPick, tries: int) -> SessionPick:
    """Find among seeds the session in which most happens: ties, lead changes, a close end."""
    return max(
        (pick._replace(seed=pick.seed + step) for step in range(tries)),
        key=lambda one: (_interest(one), -one.seed),
    )


def _interest(pick: SessionPick) -> float:
    rounds = list(play_session(pick))
    ties = sum(_outcome(one.deal).winner is None for one in rounds)
    leaders = [one.before[0] - one.before[1] for one in rounds]
    names = [one.names[0] for one in rounds]
    signs = [
        (lead > 0) - (lead < 0) if name == names[0] else (lead < 0) - (lead > 0)
        for lead, name in zip(leaders, names, strict=True)
    ]
    changes = sum(one * other < 0 for one, other in itertools.pairwise(signs))
    last = rounds[-1]
    final = [
        before + gained
        for before, gained in zip(last.before, _outcome(last.deal).game_points, strict=True)
    ]
    close = 1 / (1 + abs(final[0] - final[1]))
    schwarz = sum(min(one.deal.game.state.points) == 0 for one in rounds)
    return 2 * min(ties, 2) + changes + close + schwarz - 0.1 * len(rounds)
