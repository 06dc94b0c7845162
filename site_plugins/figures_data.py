"""The stored studies as the pages ask for them: measures, rulesets, how they are written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from elfern_core import catalogue
from site_plugins.figures import NUMBER, PERCENT, Part, Unit

type Json = dict[str, Any]

HALF = 0.5
"""Where neither of two is ahead."""
GAMES = tuple(catalogue.GAMES)
"""Ids of the games, in the catalogue's order."""


class FiguresError(ValueError):
    """Figures asked for that are not stored, with the reason."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure of a ruleset."""

    title: str
    """Its name."""
    unit: Unit
    """How it is written."""
    path: tuple[str, ...]
    """Where it stands in stored figures."""
    of_variants: bool = False
    """Whether it says nothing of a game without variants."""

    def of(self, figures: Json) -> Part | None:
        """Take it out of stored figures; `None` if it is not there."""
        if self.of_variants and "+" not in figures["rules"]:
            return None
        told: Any = figures
        for key in self.path:
            told = told.get(key) if told else None
        return Part.of(told) if told else None


FIRST = Measure("Decided deals that forehand wins", PERCENT, ("forehandOfDecided",))
LEAD = Measure(
    "Game points by which forehand is ahead, a deal", NUMBER, ("firstLead", "gamePoints")
)
CARDS = Measure(
    "Card points by which forehand is ahead, a deal", NUMBER, ("firstLead", "cardPoints")
)
TIES = Measure("Tied deals", PERCENT, ("ties",))
SCHNEIDER = Measure("Deals won schneider", PERCENT, ("results", "schneider"))
SCHWARZ = Measure("Deals won schwarz", PERCENT, ("results", "schwarz"))
BOTH = Measure("Game points of both, a session", NUMBER, ("session", "gamePointsOfBoth"))
BETTER = Measure(
    "Game points of the better, a session", NUMBER, ("session", "gamePointsOfTheBetter")
)
DRAWN = Measure("Drawn sessions", PERCENT, ("session", "drawn"))
LENGTH = Measure("Deals to the target", NUMBER, ("session", "dealsToTarget"))
TOUCHED = Measure(
    "Deals in which the rule touches a trick", PERCENT, ("dealsWithTouchedTrick",), of_variants=True
)
OTHERWISE = Measure("Deals that go otherwise", PERCENT, ("bites", "deals"))
WINNER = Measure("Deals that the other player wins", PERCENT, ("bites", "winner"))
SESSIONS = Measure("Sessions that go otherwise", PERCENT, ("bites", "sessions"))
BOUND = Measure("Deals with a reply bound by a duty", PERCENT, ("dealsWithBoundReply",))


@dataclass
class Stored:
    """The stored studies.

    Attributes:
        studies: name of the file without its ending → what stands in it.
    """

    studies: dict[str, Json] = field(default_factory=dict)

    def study(self, name: str) -> Json:
        """Give a study.

        Raises:
            FiguresError: if there is none of that name.
        """
        if name not in self.studies:
            there = ", ".join(sorted(self.studies)) or "none"
            raise FiguresError(f"there is no stored study {name}; there are: {there}")
        return self.studies[name]

    def figures(self, rules: str) -> Json:
        """Give the figures of a ruleset of the catalogue.

        Raises:
            FiguresError: if they are not stored.
        """
        for one in self.study("catalogue")["figures"]:
            if one["rules"] == rules:
                found: Json = one
                return found
        raise FiguresError(f"the stored study holds no figures of {rules}")

    def of_game(self, game: str) -> list[Json]:
        """Give the figures of a game and of all its variants, the game first."""
        told = self.study("catalogue")["figures"]
        return [one for one in told if one["rules"].split("+")[0] == game]

    def of_variant(self, variant: str) -> dict[str, list[Json]]:
        """Give for each game of a variant the figures of its rulesets.

        Raises:
            FiguresError: if there is no such variant, or no figures of it.
        """
        if variant not in catalogue.VARIANTS:
            raise FiguresError(f"{variant} is no variant of the catalogue")
        found: dict[str, list[Json]] = {}
        for game in catalogue.VARIANTS[variant].games:
            rows = [one for one in self.of_game(game) if _variant(one) == variant]
            if not rows:
                raise FiguresError(f"the stored study holds no figures of {game}+{variant}")
            found[game] = rows
        return found

    def matches(self) -> list[tuple[str, Json]]:
        """Give all matches, each with the name of its study."""
        return [
            (name, match)
            for name, study in sorted(self.studies.items())
            for match in study["matches"]
        ]


def _variant(figures: Json) -> str:
    variants = catalogue.ruleset(figures["rules"]).variants
    return variants[0].id if variants else ""


def short(figures: Json) -> str:
    """Name a ruleset within its game: the game itself, or the variant."""
    chosen = catalogue.ruleset(figures["rules"])
    if not chosen.variants:
        return chosen.game.title
    (variant,) = chosen.variants
    argument = str(chosen.choices[0]).removeprefix(variant.id)
    return f"{variant.title} {argument}".strip()


def percent(part: Part) -> str:
    """Write a share with its interval."""
    return f"{PERCENT.text(part.value)} ({PERCENT.span(part)})"


def mean(part: Part) -> str:
    """Write a mean with its interval."""
    return f"{NUMBER.text(part.value)} ({NUMBER.span(part)})"


def lower(text: str) -> str:
    """Begin a text with a small letter."""
    return text[:1].lower() + text[1:]
