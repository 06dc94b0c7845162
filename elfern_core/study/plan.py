"""What a study plays: rulesets, players in their seats, how many deals, from which seed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from elfern_core.catalogue import GAMES, VARIANTS, ruleset
from elfern_core.errors import ElfernError
from elfern_core.players import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACE = {"random": 100, "beginner": 100, "sampling": 10, "strong": 2}
_CHECKED = 2
_ARGUMENTS = {"n": [f"({n})" for n in range(5, 0, -1)], "S": ["(H)"], "": [""]}


class StudyError(ElfernError):
    """A study that cannot be played as planned, or a file that is not one of its own."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: each deal under every ruleset, by every pair of players.

    Raises:
        RuleError: for a ruleset that the catalogue refuses.
        StudyError: if there is nothing to play, an unknown player, or something twice.
    """

    rules: tuple[str, ...] = ("elfern",)
    """Ruleset expressions, as the catalogue writes them."""
    pairs: tuple[tuple[str, str], ...] = (("beginner", "beginner"),)
    """Ids of the players, forehand first."""
    deals: int = 1000
    """How many deals."""
    seed: int = 1
    """Seed of the whole study."""
    compare: bool = True
    """Whether each deal is compared with the same deal under the game without variants."""
    solve: bool = False
    """Whether each deal is solved with all cards seen; some seconds a deal."""

    def __post_init__(self) -> None:
        """Write the expressions as the catalogue does, and refuse what cannot be played."""
        object.__setattr__(self, "rules", tuple(ruleset(one).expression for one in self.rules))
        object.__setattr__(self, "pairs", tuple((one, two) for one, two in self.pairs))
        for name in (name for pair in self.pairs for name in pair):
            if name not in PLAYERS:
                message = f"“{name}” is no player; there are {', '.join(PLAYERS)}"
                raise StudyError(message)
        for what in (self.rules, self.pairs):
            if not what or len(set(what)) < len(what):
                names = " ".join(one if isinstance(one, str) else "–".join(one) for one in what)
                message = f"each ruleset and each pair of players stands once, not: {names}"
                raise StudyError(message)
        if self.deals < 1:
            message = f"a study has at least one deal, not {self.deals}"
            raise StudyError(message)

    @property
    def rows(self) -> int:
        """Rows that each deal gives."""
        return len(self.rules) * len(self.pairs)

    @property
    def batch(self) -> int:
        """Deals that are sent to a worker at a time: few, where players think long."""
        slowest = min(_PACE[name] for pair in self.pairs for name in pair)
        return max(1, min(slowest, 2 if self.solve else slowest))

    @property
    def checked(self) -> int:
        """Deals from the first on of which stored figures keep a digest, to be replayed."""
        return min(self.deals, 1 if self.solve else self.batch * _CHECKED)

    def batches(self, done: int = 0) -> Iterator[range]:
        """Give the numbers of the deals from `done` on, batch by batch."""
        for first in range(done, self.deals, self.batch):
            yield range(first, min(first + self.batch, self.deals))

    def matches(self) -> list[tuple[str, str]]:
        """Give the pairs of different players that play every deal from both seats."""
        return [
            pair
            for place, pair in enumerate(self.pairs)
            if pair[0] != pair[1] and pair[::-1] in self.pairs[place + 1 :]
        ]

    def to_json(self) -> dict[str, Any]:
        """Give the plan as plain data."""
        return asdict(self) | {"rules": list(self.rules), "pairs": [list(p) for p in self.pairs]}

    def command(self) -> str:
        """Give the command that plays this plan."""
        words = ["elfern study"]
        words += ["--catalogue"] if self.rules == catalogue_rulesets() else _listed(self.rules)
        matches = self.matches()
        both = [pair for match in matches for pair in (match, match[::-1])]
        alone = [pair for pair in self.pairs if pair not in both]
        if (*alone, *both) != self.pairs:  # in another order than the command would have them
            matches, alone = [], list(self.pairs)
        words += [f"--pair {one} {two}" for one, two in alone]
        words += [f"--match {one} {two}" for one, two in matches]
        words += [f"--deals {self.deals}", f"--seed {self.seed}"]
        words += [] if self.compare else ["--no-compare"]
        words += ["--solve"] if self.solve else []
        return " ".join(words)


def _listed(rules: tuple[str, ...]) -> list[str]:
    return ["--rules", *(f'"{one}"' if "(" in one else one for one in rules)]


def catalogue_rulesets() -> tuple[str, ...]:
    """Give both games, and each with each of its variants alone.

    Every size of the hand is there; of the fixed trump one suit, as the suits are alike.
    """
    found: list[str] = []
    for game in GAMES:
        found.append(game)
        for variant in VARIANTS.values():
            if game in variant.games:
                found += (f"{game}+{variant.id}{one}" for one in _ARGUMENTS[variant.parameter])
    return tuple(found)
