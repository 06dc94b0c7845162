"""A deal being played: rules, cards dealt and cards played, the only truth about the past.

Everything else is recomputed from it; undoing gives another game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from elfern_core.scoring import outcome
from elfern_core.state import State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elfern_core.cards import Card
    from elfern_core.catalogue import Ruleset
    from elfern_core.deal import Deal, Seat
    from elfern_core.scoring import Outcome


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A trick with both cards on the table."""

    number: int
    """1 to 16."""
    phase: int
    """1 or 2."""
    leader: Seat
    """Who led."""
    lead: Card
    """The card led."""
    reply: Card
    """The card played to it."""
    winner: Seat
    """Who won it, leads next and draws first."""
    points: int
    """Card points of the two cards."""
    drawn: tuple[Card, Card] | None
    """Cards drawn after it, the winner's first; `None` in the second phase."""


@dataclass(frozen=True)
class Game:
    """A ruleset, a deal and the cards played so far, each checked."""

    ruleset: Ruleset
    """The rules in force."""
    deal: Deal
    """What play starts from."""
    plays: tuple[Card, ...] = ()
    """The cards played, in order, by both."""
    held: int = 0
    """What earlier ties left for this deal."""

    @classmethod
    def of(cls, ruleset: Ruleset, deal: Deal, plays: Iterable[Card], held: int = 0) -> Game:
        """Play these cards one by one.

        Raises:
            IllegalPlay: at the first card that may not be played.
        """
        game = cls(ruleset, deal, (), held)
        for card in plays:
            game = game.play(card)
        return game

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The positions from the start to now, one more than cards played."""
        states = [State.start(self.ruleset.rules, self.deal)]
        for card in self.plays:
            states.append(states[-1].play(card))
        return tuple(states)

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    def play(self, card: Card) -> Game:
        """Give the game with one card more.

        Raises:
            IllegalPlay: if the card may not be played.
        """
        state = self.state.play(card)
        longer = replace(self, plays=(*self.plays, card))
        # The positions are known already: seed the cache instead of replaying them.
        longer.__dict__["states"] = (*self.states, state)
        return longer

    def undo(self, count: int = 1) -> Game:
        """Give the game with the last `count` cards taken back (all, if there are fewer)."""
        return replace(self, plays=self.plays[: max(0, len(self.plays) - count)])

    @property
    def tricks(self) -> tuple[PlayedTrick, ...]:
        """The tricks completed."""
        states, plays = self.states, self.plays
        tricks = []
        for index in range(0, len(plays) - 1, 2):
            before, after = states[index], states[index + 2]
            lead, reply = plays[index], plays[index + 1]
            points = before.tables.points
            drawn = before.stock[before.drawn : after.drawn]
            tricks.append(
                PlayedTrick(
                    before.trick_number,
                    before.phase,
                    before.to_play,
                    lead,
                    reply,
                    after.to_play,
                    points[lead] + points[reply],
                    (drawn[0], drawn[1]) if drawn else None,
                )
            )
        return tuple(tricks)

    @property
    def outcome(self) -> Outcome | None:
        """The score of the deal; `None` before its end, or where a fragment leaves it unknown."""
        if not self.state.is_over or self.deal.won is None:
            return None
        if sum(self.state.points) != self.ruleset.rules.total:
            return None
        return outcome(self.ruleset.rules, self.state.points, self.held)
