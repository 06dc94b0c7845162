"""The catalogue: games, variants and their expressions, as data.

A ruleset is written `GAME` or `GAME+VARIANT+VARIANT…`, such as `elfern+trump(H)+must-win`.
An id is never redefined: when a reading of a rule changes it gets a new id, so that a record
replays under the rules that it names for ever.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from elfern_core.cards import SUITS
from elfern_core.errors import RuleError
from elfern_core.rules import (
    Beats,
    Lot,
    NextDealer,
    Phases,
    Ranking,
    Rules,
    Seven,
    Step,
    Tie,
    Trump,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

SECTIONS: Mapping[str, tuple[str, str]] = {
    "pack": ("The pack", "Die Karten"),
    "ranks": ("The ranks", "Die Rangfolge"),
    "first-dealer": ("The first dealer", "Der erste Geber"),
    "cut": ("The cut", "Das Abheben"),
    "deal": ("The deal", "Das Geben"),
    "lead": ("The lead", "Das Ausspielen"),
    "first-phase": ("The first phase", "Die erste Phase"),
    "winning-a-trick": ("Winning a trick", "Der Stich"),
    "draw": ("The draw", "Das Nachziehen"),
    "second-phase": ("The second phase", "Die zweite Phase"),
    "honours": ("The honours", "Die Figuren"),
    "game-points": ("Game points", "Die Spielpunkte"),
    "stander": ("The stander", "Der Ständer"),
    "next-dealer": ("The next dealer", "Der nächste Geber"),
    "session": ("The session", "Die Partie"),
    "slate": ("The slate", "Die Schiefertafel"),
}
"""Rule-section id → title in English and German, in the order of the rules page."""

SECTION_OF: Mapping[str, str] = {
    "hand_size": "deal",
    "packet": "deal",
    "ranking": "ranks",
    "values": "honours",
    "beats": "winning-a-trick",
    "follow": "second-phase",
    "must_win": "second-phase",
    "seven": "winning-a-trick",
    "trump": "winning-a-trick",
    "trump_suit": "winning-a-trick",
    "scale": "game-points",
    "tie": "stander",
    "next_dealer": "next-dealer",
    "first_dealer": "first-dealer",
    "tie_dealer": "next-dealer",
    "even_deals": "session",
    "banner": "slate",
}
"""Field of `Rules` → the rule section that states it."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One of the games."""

    id: str
    """Id in expressions."""
    title: str
    """Name in English."""
    title_de: str
    """Name in German."""
    rules: Rules
    """Its standard rules."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One documented deviation from a game."""

    id: str
    """Id in expressions; never redefined."""
    games: tuple[str, ...]
    """Games it belongs to."""
    kind: str
    """What it is a choice of; two of one kind do not combine."""
    title: str
    """Name in English."""
    title_de: str
    """Name in German."""
    summary: str
    """What changes, one sentence."""
    said_by: str
    """Who says so, in words."""
    changes: Mapping[str, Any] = field(hash=False)
    """Field of `Rules` → new value; a parameter fills the field in `parameter_field`."""
    parameter: str = ""
    """What stands in the parentheses: `n` or `S`; empty if there is none."""
    parameter_field: str = ""
    """Field of `Rules` that the parameter sets."""


def _scale(*steps: tuple[int, int, str]) -> tuple[Step, ...]:
    return tuple(Step(*step) for step in steps)


_ELFERN = Rules()
_BOHEMIAN = Rules(
    packet=3,
    beats=Beats.NEXT_RANK,
    follow=Phases.NEVER,
    scale=_scale((11, 1, "simple"), (17, 2, "schneider"), (20, 3, "schwarz")),
    tie=Tie.VOID,
    next_dealer=NextDealer.ALTERNATE,
    first_dealer=Lot.HIGHER,
    even_deals=True,
    banner=0,
)

GAMES: Mapping[str, GameEntry] = {
    "elfern": GameEntry("elfern", "Elfern", "Elfern", _ELFERN),
    "bohemian-schneider": GameEntry(
        "bohemian-schneider", "Bohemian Schneider", "Böhmischer Schneider", _BOHEMIAN
    ),
}
"""Game id → the game with its rules."""

_E = ("elfern",)
_B = ("bohemian-schneider",)
_SEED_A = "a catalogue of card games"
_SEED_B = "an encyclopedia article in an older revision"

VARIANTS: Mapping[str, Variant] = {
    variant.id: variant
    for variant in (
        Variant(
            "hand", _E, "hand", "Smaller hands", "Kleinere Hand",
            "Each player holds n cards, 1 to 5; the stock grows by what the hands lack.",
            f"{_SEED_B}, citing Abenstein 1820",
            {}, "n", "hand_size",
        ),
        Variant(
            "ace-ten", _E, "ranking", "Ace–ten values", "Ass-Zehn-Werte",
            "The ten ranks next to the ace, cards count 11, 10, 4, 3 and 2, and 61 of 120 win.",
            _SEED_B,
            {
                "ranking": Ranking.ACE_TEN,
                "values": (0, 0, 0, 10, 2, 3, 4, 11),
                "scale": _scale((61, 1, "simple"), (91, 2, "schneider"), (120, 3, "schwarz")),
            },
        ),
        Variant(
            "trump", _E, "trump", "A fixed trump", "Fester Trumpf",
            "One suit is trump and beats the others; in the second phase a player who cannot "
            "follow must trump.",
            _SEED_B,
            {"trump": Trump.FIXED}, "S", "trump_suit",
        ),
        Variant(
            "turn-up-trump", _E, "trump", "A turned-up trump", "Aufgedeckter Trumpf",
            "The first card after the deal is turned up: its suit is trump, and it is the last "
            "card drawn.",
            f"{_SEED_B} (“random”), its form by analogy with Mariage and Sixty-six",
            {"trump": Trump.TURNED},
        ),
        Variant(
            "seven-beats-ace", _E + _B, "seven", "The seven beats the ace",
            "Die Sieben schlägt das Ass",
            "When ace and seven of one suit meet, the seven wins, whichever was led.",
            f"{_SEED_A} and {_SEED_B}",
            {"seven": Seven.BEATS_ACE},
        ),
        Variant(
            "seven-takes-led-ace", _E + _B, "seven", "The seven takes a led ace",
            "Die Sieben sticht das ausgespielte Ass",
            "A seven played to the led ace of its suit wins; a led seven still falls to the ace.",
            "one computer game",
            {"seven": Seven.TAKES_LED_ACE},
        ),
        Variant(
            "next-rank-any-suit", _E + _B, "beats", "The next rank of any suit",
            "Der nächste Rang jeder Farbe",
            "The reply wins if it is exactly one rank above the lead, whatever its suit; there is "
            "no duty to follow.",
            f"{_SEED_A} and {_SEED_B}",
            {"beats": Beats.NEXT_RANK_ANY_SUIT, "follow": Phases.NEVER},
        ),
        Variant(
            "highest-wins", _B, "beats", "Follow suit, highest wins",
            "Farbzwang, die höchste gewinnt",
            "Suit must be followed from the first trick on, and the highest card of the suit led "
            "wins.",
            _SEED_A,
            {"beats": Beats.HIGHEST_OF_SUIT, "follow": Phases.BOTH},
        ),
        Variant(
            "must-win", _E, "must-win", "Duty to win in the second phase",
            "Stichzwang in der zweiten Phase",
            "In the second phase a player who may play a winning card must play one.",
            f"Meyer 1906; {_SEED_B}, citing Alvensleben 1853",
            {"must_win": Phases.SECOND},
        ),
        Variant(
            "must-win-throughout", _E, "must-win", "Duty to win throughout",
            "Stichzwang von Anfang an",
            "In both phases a player who may play a winning card must play one.",
            f"{_SEED_B}, read to the letter",
            {"must_win": Phases.BOTH},
        ),
        Variant(
            "double-at-16", _E + _B, "scale", "Schneider at sixteen", "Schneider ab sechzehn",
            "Two game points need 16 honours.",
            f"{_SEED_B}; for Bohemian Schneider three modern rule pages",
            {"scale": _scale((11, 1, "simple"), (16, 2, "schneider"), (20, 3, "schwarz"))},
        ),
        Variant(
            "altenburg", _E, "scale", "The Altenburg scale", "Die Altenburger Staffel",
            "One to five game points in steps of two honours.",
            f"{_SEED_A} and {_SEED_B}, from an Altenburg booklet",
            {
                "scale": _scale(
                    (11, 1, "simple"), (14, 2, ""), (16, 3, ""), (18, 4, ""), (20, 5, "schwarz")
                )
            },
        ),
        Variant(
            "tie-hold", _E, "tie", "The held point stays", "Der Ständer bleibt stehen",
            "The game point held over stays through further ties and never grows.",
            "a glossary of card games",
            {"tie": Tie.HOLD},
        ),
        Variant(
            "tie-accumulate", _E, "tie", "Held points add up", "Ständer summieren sich",
            "Each tie holds over one game point more.",
            "nobody: an option of this site",
            {"tie": Tie.ACCUMULATE},
        ),
        Variant(
            "tie-doubles", _E, "tie", "A tie doubles the next game",
            "Der Ständer verdoppelt das nächste Spiel",
            "After any tie, or ties running, the next decided deal counts double, never fourfold.",
            f"Pierer 1858; {_SEED_B}, from an Altenburg booklet",
            {"tie": Tie.DOUBLE},
        ),
        Variant(
            "tie-void", _E, "tie", "A tie leaves nothing", "Unentschieden ohne Folge",
            "A tie has no effect on the next deal.",
            "German Wikipedia and one computer game",
            {"tie": Tie.VOID},
        ),
        Variant(
            "loser-deals", _E, "dealer", "The loser deals", "Der Verlierer gibt",
            "The loser of a decided deal deals the next.",
            "the Braillespiel wiki",
            {"next_dealer": NextDealer.LOSER},
        ),
        Variant(
            "alternate-deal", _E, "dealer", "The deal alternates", "Abwechselndes Geben",
            "The players deal in turn, after a tie too.",
            "one computer game",
            {"next_dealer": NextDealer.ALTERNATE},
        ),
    )
}  # fmt: skip
"""Variant id → the variant, in the order in which an expression lists them."""

_ORDER = {name: index for index, name in enumerate(VARIANTS)}
_KIND_WORDS = {
    "hand": "hand sizes",
    "ranking": "rankings",
    "trump": "trumps",
    "seven": "rules for the seven",
    "beats": "rules for what wins a trick",
    "must-win": "duties to win",
    "scale": "scales",
    "tie": "readings of a tie",
    "dealer": "rules for the next dealer",
}
_PART = re.compile(r"([a-z0-9-]+)(?:\(([^()]*)\))?")
MOST_EXPRESSION = 400
"""Longest expression that is read, in characters."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A variant as it stands in an expression, with its parameter."""

    variant: Variant
    """The variant chosen."""
    argument: str = ""
    """The parameter as written on export: `4`, `H`; empty if there is none."""

    def __str__(self) -> str:
        """Give the form used in an expression."""
        return f"{self.variant.id}({self.argument})" if self.argument else self.variant.id


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game with the variants chosen: what an expression means."""

    game: GameEntry
    """The game it is built on."""
    choices: tuple[Choice, ...]
    """Variants in the catalogue's order."""
    rules: Rules
    """The switches that game and variants set."""

    @property
    def expression(self) -> str:
        """The canonical expression, such as `elfern+trump(H)+must-win`."""
        return "+".join((self.game.id, *map(str, self.choices)))

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The variants chosen, in the catalogue's order."""
        return tuple(choice.variant for choice in self.choices)

    def title(self, lang: str = "en") -> str:
        """Name the ruleset for people: the game, then its variants."""
        if lang == "de":
            names = [self.game.title_de, *(variant.title_de for variant in self.variants)]
        else:
            names = [self.game.title, *(variant.title for variant in self.variants)]
        return names[0] if len(names) == 1 else f"{names[0]}: {', '.join(names[1:])}"

    def decided_by(self, *fields: str) -> tuple[str, str]:
        """Say which id sets these fields of `Rules`.

        Returns:
            `("variant", id)` for the first variant chosen that changes one of the fields,
            else `("section", id)` with the rule section of the first field.
        """
        for choice in self.choices:
            variant = choice.variant
            if any(name in variant.changes or name == variant.parameter_field for name in fields):
                return "variant", variant.id
        return "section", SECTION_OF[fields[0]]


@lru_cache(maxsize=1024)
def ruleset(expression: str) -> Ruleset:
    """Read a ruleset expression; variants may stand in any order.

    Raises:
        RuleError: for an unknown id, a variant of another game, a parameter that is missing or
            wrong, and a combination that the catalogue refuses, each with its own sentence.
    """
    if len(expression) > MOST_EXPRESSION:
        message = f"a ruleset expression has at most {MOST_EXPRESSION} characters"
        raise RuleError("too-long", message)
    first, *rest = expression.split("+")
    game = GAMES.get(first)
    if game is None:
        known = " and ".join(GAMES)
        message = f"“{first}” is not a game of the catalogue, which knows {known}"
        raise RuleError("unknown-game", message, (first,))
    choices = sorted((_choice(game, part) for part in rest), key=lambda c: _ORDER[c.variant.id])
    _refuse(choices)
    changes: dict[str, Any] = {}
    for choice in choices:
        changes.update(choice.variant.changes)
        if choice.variant.parameter == "n":
            changes[choice.variant.parameter_field] = int(choice.argument)
        elif choice.variant.parameter == "S":
            changes[choice.variant.parameter_field] = SUITS.index(choice.argument)
    return Ruleset(game, tuple(choices), replace(game.rules, **changes))


def refusal(first: str, second: str) -> str:
    """Say why two variants (by id, without parameter) do not combine; empty if they do."""
    one, two = VARIANTS[first], VARIANTS[second]
    if not set(one.games) & set(two.games):
        return f"“{first}” and “{second}” belong to different games"
    pair = {first, second}
    kinds = {one.kind, two.kind}
    if "next-rank-any-suit" in pair:
        if "highest-wins" in pair:
            return (
                "“next-rank-any-suit” and “highest-wins” are two different answers to what wins "
                "a trick"
            )
        if "trump" in kinds:
            return (
                "“next-rank-any-suit” does not go with a trump: no source combines them, and they "
                "disagree about what beats a card"
            )
        if "must-win" in kinds:
            return (
                "“next-rank-any-suit” does not go with a duty to win: it frees the reply in both "
                "phases"
            )
    if "ace-ten" in pair and "scale" in kinds:
        other = (pair - {"ace-ten"}).pop()
        return f"“ace-ten” brings its own scale of 120 card points, so “{other}” cannot be added"
    if one.kind == two.kind:
        return f"“{first}” and “{second}” are two {_KIND_WORDS[one.kind]}; choose one"
    return ""


def _choice(game: GameEntry, part: str) -> Choice:
    match = _PART.fullmatch(part)
    name, argument = match.groups() if match else (part, None)
    variant = VARIANTS.get(name)
    if variant is None:
        message = f"“{part}” is not a variant of the catalogue"
        raise RuleError("unknown-variant", message, (part,))
    if game.id not in variant.games:
        homes = " and ".join(GAMES[home].title for home in variant.games)
        message = f"“{name}” is a variant of {homes}, not of {game.title}"
        raise RuleError("wrong-game", message, (name,))
    allowed = {"n": ("1", "2", "3", "4", "5"), "S": tuple(SUITS), "": ()}[variant.parameter]
    if variant.parameter == "S" and argument is not None:
        argument = argument.upper()
    if allowed and argument not in allowed:
        message = (
            f"“{name}” needs one of {', '.join(allowed)} in parentheses, "
            f"such as {name}({allowed[-2]})"
        )
        raise RuleError("bad-parameter", message, (part,))
    if not allowed and argument is not None:
        message = f"“{name}” takes no parameter, so “({argument})” means nothing"
        raise RuleError("bad-parameter", message, (part,))
    return Choice(variant, argument or "")


def _refuse(choices: list[Choice]) -> None:
    for index, one in enumerate(choices):
        for two in choices[index + 1 :]:
            if one.variant.id == two.variant.id:
                message = f"“{one.variant.id}” stands twice"
                raise RuleError("twice", message, (str(one), str(two)))
            sentence = refusal(one.variant.id, two.variant.id)
            if sentence:
                raise RuleError("refused", sentence, (str(one), str(two)))
