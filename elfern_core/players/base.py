"""What every computer player is: it sees a view, chooses a card and can say why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from string import Template
from typing import TYPE_CHECKING, ClassVar

from elfern_core.cards import CODES
from elfern_core.sentences import count, language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elfern_core.cards import Card
    from elfern_core.deal import Shuffler
    from elfern_core.view import View

_TEXTS: Mapping[str, tuple[str, str]] = {
    "forced": (
        "The $card is the only card that may be played.",
        "$card ist die einzige Karte, die gespielt werden darf.",
    ),
    "alike": (
        "Whichever card is played, the deal goes on alike: the $card.",
        "Welche Karte auch fällt, das Spiel verläuft gleich: $card.",
    ),
    "any": ("The $card was picked at random.", "$card wurde zufällig gewählt."),
    "take": (
        "The $card takes the $led as cheaply as possible.",
        "$card nimmt $led so billig wie möglich.",
    ),
    "keep": (
        "The $card wins the trick, and so its points stay with its player.",
        "$card gewinnt den Stich, so bleiben die eigenen Punkte im Haus.",
    ),
    "win": (
        "In the second phase every trick helps: the $card wins this one.",
        "In der zweiten Phase hilft jeder Stich: $card gewinnt diesen.",
    ),
    "throw": (
        "Nothing is to be gained here, so the card that is worth least goes: the $card.",
        "Hier ist nichts zu holen, also geht die wertloseste Karte: $card.",
    ),
    "lose": (
        "The trick cannot be won, so the card that is worth least goes: the $card.",
        "Der Stich ist nicht zu gewinnen, also geht die wertloseste Karte: $card.",
    ),
    "sure": (
        "Nothing that may answer beats the $card.",
        "Keine Karte, die antworten kann, schlägt $card.",
    ),
    "least": (
        "Sure winners are kept for the last tricks; the $card is the least loss.",
        "Sichere Stiche werden für den Schluss gespart; $card ist am ehesten entbehrlich.",
    ),
    "no-sure": (
        "No card here is sure to win; the $card is the least loss.",
        "Keine Karte gewinnt hier sicher; $card ist am ehesten entbehrlich.",
    ),
    "rollouts": (
        (
            "In $guesses at the hidden cards, played on by simple tactics, the $card "
            "brought $points on average from here."
        ),
        (
            "In $guesses über die verdeckten Karten, mit einfacher Taktik weitergespielt, "
            "brachte $card von hier an im Schnitt $points."
        ),
    ),
    "solved-guesses": (
        (
            "In $guesses at the hidden cards, each solved with all cards open, the $card "
            "brought $points on average from here."
        ),
        (
            "In $guesses über die verdeckten Karten, jede offen gelöst, brachte $card von "
            "hier an im Schnitt $points."
        ),
    ),
    "solved-all": (
        (
            "In $ways in which the hidden cards can lie, solved with all cards "
            "open, the $card brings $points on average from here."
        ),
        (
            "In $ways der verdeckten Karten, offen gelöst, bringt "
            "$card von hier an im Schnitt $points."
        ),
    ),
    "exact": (
        (
            "All cards are known now. With the $card and best play by both, this hand takes "
            "$points from here on: $line."
        ),
        (
            "Jetzt sind alle Karten bekannt. Mit $card und bestem Spiel beider bekommt diese "
            "Hand von hier an $points. So geht es weiter: $line."
        ),
    ),
}

_GUESSES = ("one guess", "$n guesses"), ("einer Annahme", "$n Annahmen")
_WAYS = (
    ("the only way", "all $n ways"),
    ("der einzigen möglichen Lage", "allen $n möglichen Lagen"),
)
"""One and more of them, in English and in German."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A card chosen, and why."""

    card: Card
    """The card chosen."""
    key: str
    """Name of the reason, for tests and programs."""
    led: Card = -1
    """The card answered, -1 at a lead."""
    worlds: int = 0
    """Guesses at the hidden cards that were looked at, if any."""
    means: Mapping[Card, float] = field(default_factory=dict)
    """For each card looked at the mean of its player's card points from here on."""
    line: tuple[Card, ...] = ()
    """The line expected, the chosen card first, where it is known."""
    unit: str = "card points"
    """What the card points of the rules are called, see `Rules.unit`."""

    def text(self, lang: str = "en") -> str:
        """Say why, with card tokens as in `cards.render_tokens`."""
        language(lang)
        return Template(_TEXTS[self.key][lang == "de"]).substitute(
            card=_token(self.card),
            led=_token(self.led) if self.led >= 0 else "",
            guesses=_numbered(self.worlds, _GUESSES, lang),
            ways=_numbered(self.worlds, _WAYS, lang),
            points=count(self.means.get(self.card, 0), self.unit, lang),
            line=", ".join(map(_token, self.line)),
        )


def _numbered(number: int, forms: tuple[tuple[str, str], tuple[str, str]], lang: str) -> str:
    return Template(forms[lang == "de"][number != 1]).substitute(n=number)


def _token(card: Card) -> str:
    return "{" + CODES[card] + "}"


class Player(ABC):
    """A computer player. It holds nothing from one card to the next.

    It is given what its seat may know and a generator, and never sees a hidden card.
    """

    id: ClassVar[str]
    """Its name in records; never changes."""
    title: ClassVar[str]
    """Its name for people in English."""
    title_de: ClassVar[str]
    """Its name for people in German."""

    @abstractmethod
    def decide(self, view: View, rng: Shuffler) -> Decision:
        """Choose a card and say why.

        Args:
            view: what the seat knows; it is its turn.
            rng: the generator; with equal views and generators the choice is the same.
        """

    def choose(self, view: View, rng: Shuffler) -> Card:
        """Choose a card; see `decide`."""
        return self.decide(view, rng).card

    def explain(self, view: View, rng: Shuffler, lang: str = "en") -> tuple[str, str]:
        """Give the reason's key and its sentence (`en` or `de`) for the choice made here."""
        decision = self.decide(view, rng)
        return decision.key, decision.text(lang)
