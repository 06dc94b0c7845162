"""Archives of any size, made from seeds: whole records by random play, and entries of an index."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from elfern_core import catalogue, deal, records
from elfern_core.game import Game
from elfern_core.records.check import record_of
from site_plugins.browse import KINDS, LENGTHS, RESULTS, Item

if TYPE_CHECKING:
    from collections.abc import Iterator

RULESETS = (
    "elfern",
    "elfern+must-win",
    "elfern+tie-doubles",
    "bohemian-schneider",
    "elfern+hand(4)",
    "bohemian-schneider+seven-beats-ace",
)


def generated_records(count: int) -> Iterator[records.Record]:
    """Give whole deals of random play, with a comment each; the same every time."""
    for number in range(count):
        ruleset = catalogue.ruleset(RULESETS[number % len(RULESETS)])
        pack = deal.shuffled_pack(number + 1)
        game = Game(ruleset, deal.deal_pack(ruleset.rules, pack))
        choose = random.Random(number)
        while not game.state.is_over:
            game = game.play(choose.choice(game.state.legal()))
        like = records.Record(
            rules=ruleset.expression,
            hands=((), ()),
            id=f"generated-{number:05}",
            title=f"Deal {number} by chance",
            source="self-play",
            illustrates=("second-phase",),
            forehand="Anna",
            dealer="Karl",
            date="2026-11-29",
            comments=(f"Cards played by chance, from the seed {number}.",),
        )
        yield record_of(game, like)


WORDS = ("king", "queen", "ten", "seven", "stock", "lead", "honour", "trick", "tie", "schneider")


def generated_items(count: int) -> list[Item]:
    """Give entries of an index with facets by chance; the same every time."""
    choose = random.Random(count)
    variants = list(catalogue.VARIANTS)
    sections = list(catalogue.SECTIONS)
    found = []
    for number in range(count):
        game = choose.choice(list(catalogue.GAMES))
        most, length, _ = choose.choice(LENGTHS)
        variant = choose.choice([*variants, "none", "none", "none"])
        words = " ".join(choose.sample(WORDS, 3))
        found.append(
            Item(
                f"item-{number:05}",
                f"Record {number}: {words}",
                catalogue.GAMES[game].title,
                "engine against engine, 16 tricks, 12–8",
                {
                    "kind": (choose.choice(list(KINDS)),),
                    "game": (game,),
                    "variant": (variant,),
                    "topic": tuple(choose.sample(sections, 2)),
                    "source": (),
                    "result": (choose.choice(list(RESULTS)),),
                    "length": (length,),
                },
                most,
                choose.randrange(-1, 21),
            )
        )
    return found
