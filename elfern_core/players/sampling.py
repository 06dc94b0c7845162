"""The player who guesses at the hidden cards and plays each guess to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.players.base import Decision, Player
from elfern_core.players.worlds import (
    candidates,
    most,
    random_world,
    tables_for,
    tactics_of,
    try_card,
)

if TYPE_CHECKING:
    from elfern_core.deal import Shuffler
    from elfern_core.view import View


class SamplingPlayer(Player):
    """Tries each card in the same guesses, played to the end by the beginner's tactics."""

    id = "sampling"
    """Stable id."""
    title = "Sampling"
    """Name in English."""
    title_de = "Stichprobe"
    """Name in German."""

    guesses = 24
    """Guesses at the hidden cards for each decision."""

    def decide(self, view: View, rng: Shuffler) -> Decision:
        """Choose the card with the best mean."""
        if len(view.legal) == 1:
            return Decision(view.legal[0], "forced", view.led)
        tactics = tactics_of(tables_for(view))
        cards = candidates(view)
        if len(cards) == 1:
            return Decision(cards[0], "alike", view.led)
        sums = dict.fromkeys(cards, 0)
        guesses = self.guesses if view.stock_left else 1
        for _ in range(guesses):
            world = random_world(view, rng)
            for card in cards:
                won, hands, stock, leader, led = try_card(tactics.tables, view, world, card)
                sums[card] += won + tactics.play_out(hands, stock, leader, led)[0]
        means = {card: total / guesses for card, total in sums.items()}
        card, unit = most(means, tactics), view.ruleset.rules.unit
        return Decision(card, "rollouts", view.led, guesses, means, unit=unit)
