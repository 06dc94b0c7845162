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
    from elfern_core.tables import RuleTables


@dataclass(frozen=True, slots=True)
class View:
    """A seat's knowledge of a game."""

    ruleset: Ruleset
    """The rules in force."""
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
    """Whose turn it is."""
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
    won: tuple[int, int] | None = (0, 0)
    """Card points taken before a fragment began, forehand first; `None` if unknown."""

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
        won=deal.won,
    )


_TRIES = 200


def fill(view: View, rng: Shuffler) -> Game:
    """Deal the unseen cards at random: a game that gives the same view.

    The past is respected: where a duty bound the other player's replies, the cards that would
    have made a reply illegal were not in the hand then.

    Args:
        view: what is known.
        rng: the generator; nothing else decides.
    """
    past = _Past(view)
    missing = view.other_size - view.other_known.bit_count()
    for attempt in range(_TRIES):
        hidden = list(rng.shuffled(cards_of(view.unseen)))
        if attempt == _TRIES - 1:
            # So few hands fit that none was met: take the cards that may have come earliest.
            hidden.sort(key=past.earliest)
        other_now = view.other_known | mask(hidden[:missing])
        drawn = past.arrivals(other_now)
        if drawn is not None:
            rest = hidden[missing:]
            if view.turned is not None and view.stock_left:
                rest.append(view.turned)
            return past.game(drawn, rest)
    raise AssertionError("a view comes from a game, so a world fits it")


class _Past:
    """What the plays seen say about when the other player's cards came to hand.

    Times are trick indices from 0; a card of the first hand came at time 0, the card drawn after
    trick t at time t + 1.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        other = 1 - view.seat
        opening = Game(view.ruleset, Deal((0, 0), (), view.trump, view.leader, (0, 0)))
        self.tables = tables = opening.state.tables
        self.played: dict[Card, int] = {}
        self.winners: list[Seat] = []
        # Trick -> mask of the cards that the other cannot have held when replying to it.
        self.absent: dict[int, int] = {}
        draws = len(view.own_draws)
        self.draws = draws
        seat = view.leader
        for index in range(0, len(view.plays), 2):
            trick = index // 2
            lead, *replies = view.plays[index : index + 2]
            if seat == other:
                self.played[lead] = trick
            if not replies:
                break
            reply = replies[0]
            if seat != other:
                self.played[reply] = trick
                if trick < draws:
                    self.absent[trick] = _ruled_out(tables, lead, reply)
            seat = 1 - seat if tables.beats[lead] >> reply & 1 else seat
            self.winners.append(seat)

    def earliest(self, card: Card) -> int:
        """Give the earliest time at which the other can have got this card."""
        until = self.played.get(card, len(self.view.plays))
        return max(
            (
                trick + 1
                for trick, ruled_out in self.absent.items()
                if trick < until and ruled_out >> card & 1
            ),
            default=0,
        )

    def arrivals(self, other_now: int) -> list[list[Card]] | None:
        """Say when each card came, if the other now holds these: a list of cards for each time.

        `None` if no order of draws explains the plays. The most urgent card goes first, which
        finds an order if there is one.
        """
        view = self.view
        waiting = sorted(
            (*self.played, *cards_of(other_now)),
            key=lambda card: (self.played.get(card, self.draws), card),
        )
        turned_drawn = view.turned if not view.stock_left else None
        if turned_drawn in waiting:
            waiting.remove(turned_drawn)
        else:
            turned_drawn = None
        times: list[list[Card]] = []
        for time in range(self.draws + 1):
            needed = view.first_hand.bit_count() if time == 0 else 1
            if time == self.draws and turned_drawn is not None:
                times.append([turned_drawn])
                break
            now = [card for card in waiting if self.earliest(card) <= time][:needed]
            if len(now) < needed:
                return None
            times.append(now)
            waiting = [card for card in waiting if card not in now]
            if any(self.played.get(card, self.draws + 1) <= time for card in waiting):
                return None
        return times

    def game(self, arrivals: list[list[Card]], rest: list[Card]) -> Game:
        """Give the game in which the other's cards came at these times."""
        view = self.view
        first, *others = arrivals
        stock: list[Card] = []
        for own, (theirs,), winner in zip(view.own_draws, others, self.winners, strict=False):
            stock += (own, theirs) if winner == view.seat else (theirs, own)
        mine, its = view.first_hand, mask(first)
        hands = (its, mine) if view.seat else (mine, its)
        deal = Deal(hands, (*stock, *rest), view.trump, view.leader, view.won)
        return Game.of(view.ruleset, deal, view.plays, view.held)


def _ruled_out(tables: RuleTables, lead: Card, reply: Card) -> int:
    """Give the cards that a first-phase reply shows its player not to hold."""
    suit, beats = tables.suit[lead], tables.beats[lead]
    ruled_out = 0
    binding = ALL_CARDS
    if tables.follow[0]:
        if suit >> reply & 1:
            binding = suit
        else:
            ruled_out |= suit
            if not tables.trumps >> reply & 1:
                ruled_out |= tables.trumps
            else:
                binding = tables.trumps
    if tables.must_win[0] and not beats >> reply & 1:
        ruled_out |= binding & beats
    return ruled_out
