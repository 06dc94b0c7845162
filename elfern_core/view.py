"""What one seat may know: a new object built from allowed facts, never a filtered state.

Players and hints get views. Two games that differ only in cards a seat has not seen give that
seat equal views.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elfern_core.cards import ALL_CARDS, CODES, cards_of, mask
from elfern_core.deal import SEATS, Deal
from elfern_core.game import Game
from elfern_core.rules import Trump

if TYPE_CHECKING:
    from elfern_core.cards import Card
    from elfern_core.catalogue import Ruleset
    from elfern_core.deal import Seat, Shuffler


@dataclass(frozen=True, slots=True)
class View:
    """A seat's knowledge of a game."""

    ruleset: Ruleset
    seat: Seat
    """Whose view it is."""
    first_hand: int
    """Mask of the seat's own cards when the deal began."""
    own_draws: tuple[Card, ...]
    """Cards that the seat has drawn, in order."""
    hand: int
    """Mask of the cards it holds now."""
    plays: tuple[Card, ...]
    """All cards played so far, by both."""
    leader: Seat
    """Who led first."""
    stock_left: int
    """Cards still in the stock."""
    turned: Card | None
    """The trump card lying open under the stock, or once drawn, which it was."""
    trump: int | None
    """The trump suit, 0 to 3."""
    to_play: Seat
    led: int
    """The card led to the trick on the table, -1 if none."""
    points: tuple[int, int]
    """Card points taken, forehand first."""
    legal: tuple[Card, ...]
    """What this seat may play now; empty if it is not its turn."""
    other_known: int
    """Mask of the other player's cards that follow from what was seen."""
    unseen: int
    """Mask of the cards that may be in the other hand or in the stock."""
    other_size: int
    """Cards in the other player's hand."""
    held: int
    """What earlier ties left for this deal."""
    absent: int = 0
    """Mask of cards that left play before a fragment began."""

    def __str__(self) -> str:
        """Give the view as one line."""
        names = " ".join(CODES[card] for card in cards_of(self.hand))
        played = " ".join(CODES[card] for card in self.plays)
        legal = " ".join(CODES[card] for card in self.legal)
        led = CODES[self.led] if self.led >= 0 else "-"
        return (
            f"{SEATS[self.seat]} sees {names or '-'} | other {self.other_size} | stock "
            f"{self.stock_left} | led {led} | {SEATS[self.to_play]} to play | points "
            f"{self.points[0]}-{self.points[1]} | legal {legal or '-'} | played {played or '-'}"
        )


def view_for(game: Game, seat: Seat) -> View:
    """Build what `seat` may know of the game now."""
    state, deal, rules = game.state, game.deal, game.ruleset.rules
    draws = [trick.drawn[0 if trick.winner == seat else 1] for trick in game.tricks if trick.drawn]
    hand = state.hands[seat]
    dealt = deal.hands[0] | deal.hands[1] | mask(deal.stock)
    turned = deal.stock[-1] if rules.trump is Trump.TURNED and deal.stock else None
    seen = hand | mask(game.plays)
    unseen = dealt & ~seen
    other_known = 0
    if turned is not None and unseen >> turned & 1:
        unseen &= ~(1 << turned)
        if state.phase == 2:  # noqa: PLR2004
            other_known |= 1 << turned
    if state.phase == 2:  # noqa: PLR2004
        other_known, unseen = other_known | unseen, 0
    return View(
        ruleset=game.ruleset,
        seat=seat,
        first_hand=deal.hands[seat],
        own_draws=tuple(draws),
        hand=hand,
        plays=game.plays,
        leader=deal.leader,
        stock_left=len(state.rest),
        turned=turned,
        trump=deal.trump,
        to_play=state.to_play,
        led=state.led,
        points=state.points,
        legal=state.legal() if state.to_play == seat else (),
        other_known=other_known,
        unseen=unseen,
        other_size=state.hands[1 - seat].bit_count(),
        held=game.held,
        absent=ALL_CARDS & ~dealt,
    )


def fill(view: View, rng: Shuffler) -> Game:
    """Deal the unseen cards at random: a game that gives the same view.

    Args:
        view: what is known.
        rng: the generator; nothing else decides.
    """
    hidden = list(rng.shuffled(cards_of(view.unseen)))
    missing = view.other_size - view.other_known.bit_count()
    other_now = view.other_known | mask(hidden[:missing])
    rest = hidden[missing:]
    if view.turned is not None and view.stock_left:
        rest.append(view.turned)
    return _rebuild(view, other_now, rest)


def _rebuild(view: View, other_now: int, rest: list[Card]) -> Game:
    """Give the game whose other hand and stock are now as guessed.

    The other player's draws in the past are guessed in any order that is possible: a card
    must be drawn before it is played, and the hand dealt has the size of one's own.
    """
    other = 1 - view.seat
    played: dict[Card, int] = {}
    seat = view.leader
    tables_game = Game(view.ruleset, Deal((0, 0), (), view.trump, view.leader, (0, 0)))
    beats = tables_game.state.tables.beats
    winners = []
    for index in range(0, len(view.plays), 2):
        if seat == other:
            played[view.plays[index]] = index // 2
        elif index + 1 < len(view.plays):
            played[view.plays[index + 1]] = index // 2
        if index + 1 < len(view.plays):
            lead, reply = view.plays[index], view.plays[index + 1]
            seat = 1 - seat if beats[lead] >> reply & 1 else seat
            winners.append(seat)
    draws = len(view.own_draws)
    # All cards the other has ever held, those played last (or never) first: the latest are the
    # ones that can have been drawn latest.
    never = len(view.plays)
    held = sorted(
        (*played, *cards_of(other_now)), key=lambda card: (-played.get(card, never), card)
    )
    turned_drawn = view.turned is not None and not view.stock_left
    if turned_drawn and view.turned in held:
        held.remove(view.turned)
        held.insert(0, view.turned)
    other_draws = list(reversed(held[:draws]))
    first = mask(held[draws:])
    stock: list[Card] = []
    for index in range(draws):
        pair = (view.own_draws[index], other_draws[index])
        stock += pair if winners[index] == view.seat else pair[::-1]
    hands = (first, view.first_hand) if view.seat else (view.first_hand, first)
    deal = Deal(hands, (*stock, *rest), view.trump, view.leader, (0, 0))
    return Game.of(view.ruleset, deal, view.plays, view.held)
