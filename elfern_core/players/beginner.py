"""The player who knows the first tactics that anyone is told.

Take what counts as cheaply as possible, give away what counts least, keep sure winners for the
last tricks, when nearly every trick holds something; where only the next rank wins, lead cards
whose next rank has gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.players.base import Decision, Player
from elfern_core.players.worlds import tables_for, tactics_of

if TYPE_CHECKING:
    from elfern_core.deal import Shuffler
    from elfern_core.view import View


class BeginnerPlayer(Player):
    """Plays by fixed tactics and looks at nothing but its hand and the cards that are gone."""

    id = "beginner"
    """Stable id."""
    title = "Beginner"
    """Name in English."""
    title_de = "Anfänger"
    """Name in German."""

    def decide(self, view: View, rng: Shuffler) -> Decision:  # noqa: ARG002 (never in doubt)
        """Choose by the tactics."""
        tables = tables_for(view)
        tactics = tactics_of(tables)
        second = not view.stock_left
        if len(view.legal) == 1:
            return Decision(view.legal[0], "forced", view.led)
        if view.led < 0:
            met = view.unseen | view.other_known
            if view.turned is not None and not second:
                met |= 1 << view.turned
            card = tactics.lead(view.hand, met, second=second)
            if not tables.beats[card] & met:
                return Decision(card, "sure")
            saves = not second and tables.follow[1]
            return Decision(card, "least" if saves else "no-sure")
        card = tactics.reply(view.hand, view.led, second=second)
        wins = tables.beats[view.led] >> card & 1
        if wins and tables.points[view.led]:
            key = "take"
        elif wins:
            key = "keep" if tables.points[card] else "win"
        else:
            could = any(tables.beats[view.led] >> legal & 1 for legal in view.legal)
            key = "throw" if could else "lose"
        return Decision(card, key, view.led)
