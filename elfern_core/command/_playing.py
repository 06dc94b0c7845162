"""The keyboard side of `elfern play`: what is typed, what is said; `elfern_core.table` plays."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from elfern_core.cards import card, card_name, cards_of, render_tokens
from elfern_core.command._telling import Telling
from elfern_core.command._terminal import CommandError, printable, put, say
from elfern_core.command._words import word
from elfern_core.deal import DEALER, FOREHAND, SEATS
from elfern_core.errors import IllegalPlay, TextError
from elfern_core.explain import why_not
from elfern_core.frames import frames
from elfern_core.records import written
from elfern_core.records.writer import sorted_hand
from elfern_core.table import decide, next_deal, play, undo, undo_turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elfern_core.cards import Card
    from elfern_core.deal import Seat, Shuffler
    from elfern_core.records import Record
    from elfern_core.table import Table

KEYBOARD = 0
"""Player who always sits at the keyboard."""


class EndOfPlay(Exception):  # noqa: N818  (what is typed, not a fault)
    """Whoever plays has had enough."""


class Playing:
    """Plays a session at the keyboard."""

    def __init__(self, table: Table, shuffler: Shuffler, pack: str, lang: str) -> None:
        """Take a table, what all chance comes from, and names and language to speak with."""
        self.table, self.shuffler = table, shuffler
        self.pack, self.lang = pack, lang
        self.told: dict[str, Any] = {}
        self.reason = ""
        """Why the computer chose its last card."""

    def records(self) -> list[Record]:
        """Give the records of all deals, the unfinished one last."""
        return [one.record for one in self.table.rounds]

    # The session --------------------------------------------------------------------------

    def play(self) -> None:
        """Play until the session has ended.

        Raises:
            EndOfPlay: if it is broken off.
        """
        while True:
            self._begin_deal()
            while not self.table.game.state.is_over:
                self._next_card()
            self._say_slate()
            if self.table.is_over:
                return
            seed = self.shuffler.next_word()
            self.table = next_deal(self.table, seed)

    def _begin_deal(self) -> None:
        record, names = self.table.record, [sitter.name for sitter in self.table.sitters]
        say()
        if len(self.table.rounds) > 1 or self.table.end.deals != 1:
            say(self.word("deal-number", n=record.round))
        if record.lot is not None:
            drawers = printable(record.forehand), printable(record.dealer)
            for pair in zip(*record.lot, strict=True):
                for name, number in zip(drawers, pair, strict=True):
                    say(self.word("draws-lot", name=name, card=self.card(number)))
        say(self.word("deals", name=printable(names[self.table.dealer])))
        self.reason = ""
        self._tell()
        for line in self._telling().trumps(self.told["steps"][0]):
            say(line)
        if self.table.sitters[1 - KEYBOARD].level is not None:
            say(self.word("you-are", seat=self.seat(self.table.seat(KEYBOARD))))

    def _next_card(self) -> None:
        turn = self.table.to_play
        assert turn is not None  # noqa: S101  (the deal is not over)
        level = self.table.sitters[turn].level
        if level is None:
            self._turn(self.table.seat(turn))
            return
        decision = decide(self.table, level, self.shuffler.next_word())
        self.reason = self.spoken(decision.text(self.lang))
        self.table = play(self.table, decision.card)
        self._tell()

    def _say_slate(self) -> None:
        first, second = (printable(sitter.name) for sitter in self.table.sitters)
        points = self.table.session.totals
        say(self.word("slate", first=first, a=points[0], second=second, b=points[1]))

    # Words --------------------------------------------------------------------------------

    def word(self, key: str, **values: object) -> str:
        """Give a sentence of the command."""
        return word(key, self.lang, **values)

    def spoken(self, text: str) -> str:
        """Put the names of cards into a sentence of the engine."""
        return render_tokens(text, self.pack, self.lang)

    def card(self, number: Card) -> str:
        """Name a card."""
        return card_name(number, self.pack, self.lang)

    def cards(self, numbers: Iterable[Card]) -> str:
        """Name cards in a row."""
        return ", ".join(map(self.card, numbers))

    def seat(self, seat: Seat) -> str:
        """Name a seat."""
        return str(self.told["seats"][SEATS[seat]])

    def _telling(self) -> Telling:
        hidden = [
            SEATS[self.table.seat(player)]
            for player in (0, 1)
            if player != KEYBOARD or self.table.sitters[1 - KEYBOARD].level is None
        ]
        return Telling(self.told, self.pack, self.lang, "".join(hidden))

    def _tell(self) -> None:
        """Say what the last card did; at the end, how the deal ended."""
        self.told = frames(self.table.rounds[-1], self.lang)
        telling = self._telling()
        steps = self.told["steps"]
        for step in steps[-2:] if steps[-1]["kind"] == "end" else steps[-1:]:
            for line in telling.step(step):
                say(line)
        if steps[-1]["kind"] == "reply":
            say()

    # A person's turn ----------------------------------------------------------------------

    def _turn(self, seat: Seat) -> None:
        """Let a person type until a card has been played or taken back.

        Raises:
            EndOfPlay: if it is broken off.
        """
        self._say_hand(seat)
        number = self.table.game.state.trick_number
        while True:
            sys.stdout.write(self.word("prompt", trick=number, seat=self.seat(seat)))
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                raise EndOfPlay
            typed = line.strip()
            if typed and self._obey(typed, seat):
                return

    def _hand(self, seat: Seat) -> tuple[Card, ...]:
        hand = cards_of(self.table.game.state.hands[seat])
        return sorted_hand(self.table.ruleset.expression, hand)

    def _say_hand(self, seat: Seat) -> None:
        say(self.word("your-hand", cards=self.cards(self._hand(seat))))

    def _obey(self, typed: str, seat: Seat) -> bool:
        """Do what was typed; say whether the turn is over."""
        key, _, rest = typed.partition(" ")
        state = self.table.game.state
        if key in {"q", "quit"}:
            raise EndOfPlay
        if key == "?":
            say(self.word("help"))
        elif key == "h":
            self._say_hand(seat)
        elif key == "p":
            say(self.word("points", f=state.points[FOREHAND], d=state.points[DEALER]))
        elif key == "l":
            say(self.word("legal", cards=self.cards(state.legal())))
        elif key == "w":
            self._say_why()
        elif key == "u":
            return self._take_back()
        elif key == "s" and rest:
            self._save(rest.strip())
        else:
            return self._play_typed(typed, seat)
        return False

    def _say_why(self) -> None:
        reasons = [step["why"]["text"] for step in self.told["steps"] if step["kind"] == "reply"]
        if reasons:
            say(self.spoken(reasons[-1]))
        if self.reason:
            say(self.word("computer-why", text=self.reason))
        if not reasons and not self.reason:
            say(self.word("no-trick"))

    def _take_back(self) -> bool:
        """Take back to the last card that a person played."""
        plays = len(self.table.game.plays)
        if self.table.sitters[1 - KEYBOARD].level is None:
            before = undo(self.table, plays - 1)
        else:
            before = undo_turn(self.table, KEYBOARD)
        if len(before.game.plays) == plays:
            say(self.word("nothing-back"))
            return False
        self.table, self.reason = before, ""
        say(self.word("taken-back"))
        self._tell()
        return True

    def _save(self, name: str) -> None:
        try:
            put(name, written(self.records()))
        except CommandError as error:
            say(str(error))
        else:
            say(self.word("saved", file=printable(name)))

    def _play_typed(self, typed: str, seat: Seat) -> bool:
        chosen = self._named(typed, seat)
        if chosen is None:
            return False
        game = self.table.game
        try:
            self.table = play(self.table, chosen)
        except IllegalPlay as error:
            reason = why_not(game.ruleset, game.state, chosen, self.lang)
            say(self.spoken(reason.text if reason else str(error)))
            say(self.word("legal", cards=self.cards(game.state.legal())))
            return False
        self._tell()
        return True

    def _named(self, typed: str, seat: Seat) -> Card | None:
        """Find the card that was typed, by code or by part of its name."""
        try:
            return card(typed)
        except TextError:
            words = _parts(typed)
        hand = self._hand(seat)
        fits = [one for one in hand if all(part in _parts(self.card(one)) for part in words)]
        if len(fits) == 1:
            return fits[0]
        text = printable(typed)
        if fits:
            say(self.word("several", text=text, cards=self.cards(fits)))
        else:
            say(self.word("no-card", text=text))
        return None


def _parts(name: str) -> list[str]:
    return name.casefold().replace("-", " ").split()
