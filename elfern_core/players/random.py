"""The player who picks any card that may be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.players.base import Decision, Player

if TYPE_CHECKING:
    from elfern_core.deal import Shuffler
    from elfern_core.view import View


class RandomPlayer(Player):
    """Picks each legal card equally likely: the measure of what play is worth at all."""

    id = "random"
    """Stable id."""
    title = "Random"
    """Name in English."""
    title_de = "Zufall"
    """Name in German."""

    def decide(self, view: View, rng: Shuffler) -> Decision:
        """Pick a card."""
        return Decision(view.legal[rng.below(len(view.legal))], "any", view.led)
