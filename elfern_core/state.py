"""A position in a deal: immutable, without history, small.

Rule sections: `lead`, `first-phase`, `winning-a-trick`, `draw`, `second-phase`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from elfern_core.cards import CODES, cards_of
from elfern_core.deal import DEALER, FOREHAND, SEATS
from elfern_core.errors import IllegalPlay
from elfern_core.rules import TRICKS
from elfern_core.tables import compile_rules

if TYPE_CHECKING:
    from elfern_core.cards import Card
    from elfern_core.deal import Deal, Seat
    from elfern_core.rules import Rules
    from elfern_core.tables import RuleTables


class _Fields:
    """The slots of a position, writable only while it is being made.

    A frozen dataclass would cost six times as much to make; a position is made for every card.
    """

    __slots__ = ("dealer", "drawn", "forehand", "led", "points", "stock", "tables", "to_play")

    tables: RuleTables
    forehand: int
    dealer: int
    stock: tuple[Card, ...]
    drawn: int
    to_play: Seat
    led: int
    points: tuple[int, int]


class State(_Fields):
    """A position: both hands, the stock, whose turn, the card led and the points taken.

    Attributes:
        tables: the compiled rules.
        forehand: mask of forehand's cards.
        dealer: mask of the dealer's cards.
        stock: the whole stock of the deal, top first.
        drawn: how many cards of it have been drawn.
        to_play: the seat to play, 0 forehand, 1 dealer.
        led: the card led to the trick on the table, -1 if none.
        points: card points taken from the first trick of the deal (or fragment) on.
    """

    __slots__ = ()

    @classmethod
    def start(cls, rules: Rules, deal: Deal) -> Self:
        """Give the first position of a deal."""
        fields = _Fields()
        fields.tables = compile_rules(rules, deal.trump)
        fields.forehand, fields.dealer = deal.hands
        fields.stock = deal.stock
        fields.drawn = 0
        fields.to_play = deal.leader
        fields.led = -1
        fields.points = deal.won or (0, 0)
        fields.__class__ = cls
        return fields  # type: ignore[return-value]  # made a State by the line above

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: positions never change."""
        message = f"a position never changes; {name} cannot be set"
        raise AttributeError(message)

    def __delattr__(self, name: str) -> None:
        """Refuse: positions never change."""
        self.__setattr__(name, None)

    @property
    def hands(self) -> tuple[int, int]:
        """Masks of the hands, forehand first."""
        return self.forehand, self.dealer

    @property
    def phase(self) -> int:
        """1 while there is a stock, 2 from the trick after the draw that emptied it."""
        return 2 if self.drawn == len(self.stock) else 1

    @property
    def is_over(self) -> bool:
        """Whether all cards have been played."""
        return not (self.forehand or self.dealer)

    @property
    def trick_number(self) -> int:
        """Number, 1 to 16, of the trick on the table or to be led; 17 when the deal is over."""
        hand = self.dealer if self.to_play else self.forehand
        return TRICKS + 1 - hand.bit_count() - (len(self.stock) - self.drawn) // 2

    @property
    def rest(self) -> tuple[Card, ...]:
        """The cards still in the stock, top first."""
        return self.stock[self.drawn :]

    def legal_mask(self) -> int:
        """Give the mask of the cards that may be played; 0 when the deal is over."""
        hand = self.dealer if self.to_play else self.forehand
        return self.tables.legal(hand, self.led, self.drawn == len(self.stock))

    def legal(self) -> tuple[Card, ...]:
        """List the cards that may be played, in ascending number; empty when the deal is over."""
        hand = self.dealer if self.to_play else self.forehand
        return cards_of(self.tables.legal(hand, self.led, self.drawn == len(self.stock)))

    def play(self, card: Card) -> Self:
        """Give the position after this card.

        Raises:
            IllegalPlay: if the card may not be played here, with the reason's code and the
                cards that may.
        """
        hand = self.dealer if self.to_play else self.forehand
        legal = self.tables.legal(hand, self.led, self.drawn == len(self.stock))
        if not (0 <= card < 32 and legal >> card & 1):  # noqa: PLR2004
            raise self._illegal(card, legal)
        return self._after(card)

    def _after(self, card: Card) -> Self:
        """Give the position after a card known to be legal: the unchecked twin of `play`."""
        fields = _Fields()
        fields.tables = tables = self.tables
        fields.stock = stock = self.stock
        seat = self.to_play
        if seat:
            forehand, dealer = self.forehand, self.dealer ^ 1 << card
        else:
            forehand, dealer = self.forehand ^ 1 << card, self.dealer
        drawn = self.drawn
        if self.led < 0:
            fields.led = card
            fields.to_play = 1 - seat
            fields.points = self.points
        else:
            led = self.led
            winner = seat if tables.beats[led] >> card & 1 else 1 - seat
            taken = tables.points[led] + tables.points[card]
            first, second = self.points
            fields.points = (first, second + taken) if winner else (first + taken, second)
            if drawn < len(stock):
                upper, lower = 1 << stock[drawn], 1 << stock[drawn + 1]
                drawn += 2
                if winner:
                    forehand, dealer = forehand | lower, dealer | upper
                else:
                    forehand, dealer = forehand | upper, dealer | lower
            fields.led = -1
            fields.to_play = winner
        fields.forehand, fields.dealer, fields.drawn = forehand, dealer, drawn
        fields.__class__ = self.__class__
        return fields  # type: ignore[return-value]  # made a State by the line above

    def _illegal(self, card: Card, legal: int) -> IllegalPlay:
        hand = self.dealer if self.to_play else self.forehand
        tables = self.tables
        known = 0 <= card < len(CODES)
        name = CODES[card] if known else str(card)
        codes = tuple(CODES[one] for one in cards_of(legal))
        may = f"; {' '.join(codes)} may be played" if codes else ""
        who = "the dealer" if self.to_play else "forehand"
        if self.is_over:
            return IllegalPlay("deal-over", f"{name}: the deal is over", name, codes, "deal")
        if not known or not hand >> card & 1:
            message = f"{name} is not in the hand of {who}{may}"
            return IllegalPlay("not-in-hand", message, name, codes, "deal")
        second = self.drawn == len(self.stock)
        suit = tables.suit[self.led]
        if tables.follow[second] and hand & suit and not suit >> card & 1:
            kind, why = "must-follow", "suit must be followed"
        elif tables.follow[second] and not hand & suit and not tables.trumps >> card & 1:
            kind, why = "must-trump", "who cannot follow must trump"
        else:
            kind, why = "must-win", "a card that wins must be played"
        message = f"{name} may not be played by {who}: {why}{may}"
        return IllegalPlay(kind, message, name, codes, "second-phase" if second else "first-phase")

    def _key(self) -> tuple[object, ...]:
        return (
            self.tables.rules,
            self.tables.trump,
            self.forehand,
            self.dealer,
            self.stock,
            self.drawn,
            self.to_play,
            self.led,
            self.points,
        )

    def __eq__(self, other: object) -> bool:
        """Compare every field."""
        return self._key() == other._key() if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self._key())

    def __str__(self) -> str:
        """Give the position as one line; every field that differs makes the line differ."""
        tables = self.tables
        hands = " / ".join(
            f"{SEATS[seat]}: {' '.join(CODES[card] for card in cards_of(self.hands[seat]))}"
            for seat in (FOREHAND, DEALER)
        )
        stock = " ".join(CODES[card] for card in self.rest)
        gone = " ".join(CODES[card] for card in self.stock[: self.drawn])
        led = CODES[self.led] if self.led >= 0 else "-"
        trump = "-" if tables.trump is None else "CSHD"[tables.trump]
        return (
            f"{hands} | stock {stock or '-'} | drawn {gone or '-'} | led {led} | "
            f"{SEATS[self.to_play]} to play | points {self.points[0]}-{self.points[1]} | "
            f"trump {trump}"
        )

    def __repr__(self) -> str:
        """Give the text form in angle brackets."""
        return f"<State {self}>"
