"""`elfern deal`: shuffle, cut nothing, deal, and write the deal as a record without tricks."""

from __future__ import annotations

import argparse
import secrets
from typing import TYPE_CHECKING

from elfern_core.cards import cards_of
from elfern_core.catalogue import ruleset
from elfern_core.command._parsing import Commands, command
from elfern_core.command._terminal import FINE, put
from elfern_core.deal import deal_pack, shuffled_pack
from elfern_core.records import FORMS, Record, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elfern_core.catalogue import Ruleset

_EPILOG = """\
A seed gives the same pack on every machine and in every version. The record
holds the cards themselves; the seed stands in its note, for people. Without
--seed one is chosen at random.

examples:
  elfern deal --seed 1858
  elfern deal --rules "elfern+turn-up-trump" --seed 7
  elfern deal --count 1000 --to jsonl -o deals.jsonl
"""
_SEEDS = 2**32
MOST_SEED = 2**64 - 1
"""Greatest seed."""
_MOST_DEALS = 10_000


def add(commands: Commands) -> None:
    """Add the command."""
    made = command(
        commands, "deal", "deal a shuffled pack, as a record without tricks", _EPILOG, run
    )
    made.add_argument("--rules", default="elfern", metavar="RULESET", help="elfern by default")
    made.add_argument("--seed", type=seed, metavar="N", help="number that decides the shuffle")
    made.add_argument(
        "--count", type=_count, default=1, metavar="N", help="so many deals, seeds running on"
    )
    made.add_argument("--forehand", default="?", metavar="NAME", help="player in forehand")
    made.add_argument("--dealer", default="?", metavar="NAME", help="player who deals")
    made.add_argument("--date", default="?", metavar="DATE", help="such as 2026-11-29")
    made.add_argument("--to", choices=FORMS, default=FORMS[0], help="form to write")
    made.add_argument("-o", "--output", metavar="FILE", help="file to write; else the output")


def run(options: argparse.Namespace) -> int:
    """Deal and give the exit code."""
    rules = ruleset(options.rules)
    first = secrets.randbelow(_SEEDS) if options.seed is None else options.seed
    like = Record(
        rules.expression,
        ((), ()),
        forehand=options.forehand,
        dealer=options.dealer,
        date=options.date,
    )
    put(options.output, written(_deals(rules, first, options.count, like), options.to))
    return FINE


def _deals(rules: Ruleset, first: int, count: int, like: Record) -> Iterator[Record]:
    for number in range(first, first + count):
        yield dealt(rules, number, like)


def dealt(rules: Ruleset, number: int, like: Record) -> Record:
    """Deal the pack of a seed under a ruleset.

    Args:
        rules: the ruleset.
        number: the seed.
        like: gives players and date.
    """
    deal = deal_pack(rules.rules, shuffled_pack(number))
    return Record(
        rules.expression,
        (cards_of(deal.hands[0]), cards_of(deal.hands[1])),
        deal.stock,
        title=f"Deal of seed {number}",
        date=like.date,
        forehand=like.forehand,
        dealer=like.dealer,
        trump=deal.trump,
        note=f"Shuffled by elfern deal from seed {number}.",
    )


def seed(text: str) -> int:
    """Read a seed from the command line."""
    if not (text.isascii() and text.isdigit()) or len(text) > 20 or int(text) > MOST_SEED:  # noqa: PLR2004
        message = f"a seed is a number from 0 to {MOST_SEED}, not “{text[:40]}”"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:9]) <= _MOST_DEALS:
        message = f"a number from 1 to {_MOST_DEALS} is needed, not “{text[:40]}”"
        raise argparse.ArgumentTypeError(message)
    return int(text)
