"""What pages may say in figures and names, taken from the catalogue at build time.

A page with `facts: true` in its front matter is rendered with Jinja, so that it may say
`{{ facts("elfern").tricks }}`. A name that does not exist fails the build.
"""

from __future__ import annotations

from dataclasses import dataclass

import jinja2

from elfern_core import cards, catalogue
from elfern_core.rules import TRICKS, Rules


@dataclass(frozen=True, slots=True)
class ScaleLine:
    """One line of a scale in words and figures."""

    lowest: int
    highest: int
    game_points: int
    name: str

    @property
    def span(self) -> str:
        """`11–14`, or `20` for a single figure."""
        return str(self.lowest) if self.lowest == self.highest else f"{self.lowest}–{self.highest}"


@dataclass(frozen=True, slots=True)
class Facts:
    """Figures and names of one ruleset."""

    ruleset: catalogue.Ruleset

    @property
    def rules(self) -> Rules:
        """The switches themselves."""
        return self.ruleset.rules

    @property
    def title(self) -> str:
        """The ruleset's name."""
        return self.ruleset.title()

    @property
    def hand_size(self) -> int:
        """Cards in a hand."""
        return self.rules.hand_size

    @property
    def packets(self) -> list[int]:
        """Sizes of the packets in which a hand is dealt."""
        full, rest = divmod(self.hand_size, self.rules.packet)
        return [self.rules.packet] * full + ([rest] if rest else [])

    @property
    def stock_size(self) -> int:
        """Cards in the stock."""
        return self.rules.stock_size

    @property
    def tricks(self) -> int:
        """Tricks in a deal."""
        return TRICKS

    @property
    def first_phase_tricks(self) -> int:
        """Tricks that are followed by a draw."""
        return self.rules.first_phase_tricks

    @property
    def second_phase_tricks(self) -> int:
        """Tricks after the stock is gone."""
        return TRICKS - self.rules.first_phase_tricks

    @property
    def honours(self) -> int:
        """Cards that count."""
        return 4 * sum(value > 0 for value in self.rules.values)

    @property
    def total(self) -> int:
        """Card points in the pack."""
        return self.rules.total

    @property
    def tie_points(self) -> int:
        """Card points of each in a tie."""
        return self.rules.tie_points

    @property
    def values(self) -> dict[str, int]:
        """Rank letter → card points, in the order in force."""
        return {rank: self.rules.value(rank) for rank in self.rules.ranking.value}

    @property
    def scale(self) -> list[ScaleLine]:
        """The lines of the scale, lowest first."""
        steps = self.rules.scale
        tops = [step.at_least - 1 for step in steps[1:]] + [self.total]
        return [
            ScaleLine(step.at_least, top, step.game_points, step.name)
            for step, top in zip(steps, tops, strict=True)
        ]

    @property
    def banner(self) -> int:
        """Lines in a whole banner."""
        return self.rules.banner

    def ranks(self, lang: str = "en", pack: str = "french") -> list[str]:
        """Name the ranks in the order in force, high to low."""
        names = cards.names_table()[pack][lang]["ranks"]
        return [names[rank] for rank in self.rules.ranking.value]

    def suits(self, lang: str = "en", pack: str = "french") -> list[str]:
        """Name the suits."""
        return [cards.suit_name(suit, pack, lang) for suit in range(4)]


def facts(expression: str) -> Facts:
    """Give the facts of a ruleset."""
    return Facts(catalogue.ruleset(expression))


def render_page(markdown: str) -> str:
    """Render a page's Markdown with the catalogue's facts.

    Raises:
        jinja2.TemplateError: if a name is unknown or the template is broken.
        ValueError: if a ruleset is.
    """
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # noqa: S701  (the output is Markdown of our own pages)
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        # Jinja's own would take the anchors `{#id}` of headings.
        comment_start_string="{##",
        comment_end_string="##}",
    )
    return environment.from_string(markdown).render(
        facts=facts,
        elfern=facts("elfern"),
        bohemian_schneider=facts("bohemian-schneider"),
        games=catalogue.GAMES,
        variants=catalogue.VARIANTS,
        sections={name: titles[0] for name, titles in catalogue.SECTIONS.items()},
    )
