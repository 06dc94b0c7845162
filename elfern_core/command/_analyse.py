"""`elfern analyse`: what each card of a record was worth with all cards seen."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from elfern_core.analysis import (
    BUILD_LIMITS,
    analyse,
    commented,
    cost_sentence,
    judge,
    line_sentence,
    note_on,
    unit_of,
)
from elfern_core.cards import CODES, render_tokens
from elfern_core.command._parsing import Commands, add_names, command
from elfern_core.command._terminal import (
    FAULTY,
    FINE,
    CommandError,
    printable,
    put,
    read_entries,
    say,
    tell,
    warn,
)
from elfern_core.deal import DEALER, FOREHAND
from elfern_core.errors import TextError
from elfern_core.records import written
from elfern_core.sentences import SEAT_WORDS, count, sentence
from elfern_core.solver import Limits

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from elfern_core.analysis import Judged
    from elfern_core.records import Checked

_MOST = 1_000_000_000
_EPILOG = """\
Both players are taken to see all cards, the order of the stock included, and
to play on best: so a card may cost points that nobody could have saved. Every
card is judged from where its position can be solved within the limits; the
end of a deal always is, whole deals mostly. A whole deal may take a while.

With --json there is one object a line for every card judged: id, trick, seat,
card, and values, the card points that forehand ends with after each legal
card. Of a faulty record the faults are printed and the valid beginning is
analysed. With --comments the records are written in EGN with a comment at
each card that costs points, in branches too; nothing is written if a record
is at fault.

examples:
  elfern analyse evening.egn
  elfern analyse --json replays/*.egn > values.jsonl
  elfern analyse --nodes 20000 deal.egn       quick: the end of the deal
  elfern analyse --comments -o told.egn deal.egn
"""


def add(commands: Commands) -> None:
    """Add the command."""
    made = command(
        commands, "analyse", "say what each card cost, with all cards seen", _EPILOG, run
    )
    made.add_argument("files", nargs="+", metavar="FILE", help="file of records, or -")
    form = made.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object a card")
    form.add_argument(
        "--comments", action="store_true", help="write the records with comments, in EGN"
    )
    made.add_argument(
        "-o", "--output", metavar="FILE", help="with --comments: file to write; else the output"
    )
    made.add_argument(
        "--nodes",
        type=int,
        metavar="N",
        default=BUILD_LIMITS.nodes,
        help="positions looked into for one card at most (default: %(default)s)",
    )
    add_names(made)


def run(options: argparse.Namespace) -> int:
    """Analyse the files and give the exit code."""
    if options.output and not options.comments:
        message = "-o names the file for --comments; without it nothing is written"
        raise CommandError(message)
    if not 0 <= options.nodes <= _MOST:
        message = f"--nodes is a number from 0 to {_MOST}, not {options.nodes}"
        raise CommandError(message)
    limits = Limits(nodes=options.nodes, entries=max(options.nodes, BUILD_LIMITS.entries))
    if options.comments:
        return _write(options, limits)
    right, first = True, True
    for checked in _entries(options.files):
        right &= checked is not None and checked.ok
        if checked is None or checked.game is None:
            continue
        if options.json:
            for one in analyse(checked, limits):
                say(json.dumps(one, ensure_ascii=False))
        else:
            if not first:
                say()
            for line in _told(checked, limits, options.pack, options.lang):
                say(line)
        first = False
        sys.stdout.flush()
    return FINE if right else FAULTY


def _entries(files: list[str]) -> Iterator[Checked | None]:
    """Give the records of the files and print their faults; `None` for a file that is no text."""
    for name in files:
        try:
            for checked in read_entries(name)[1]:
                tell(name, checked.findings, stream=sys.stderr)
                yield checked
        except TextError as error:
            tell(name, [error.finding], stream=sys.stderr)
            yield None


def _write(options: argparse.Namespace, limits: Limits) -> int:
    """Write the records with comments."""
    found: list[Checked] = []
    for checked in _entries(options.files):
        if checked is None or not checked.ok:
            warn("elfern: nothing was written, as not every record is without fault")
            return FAULTY
        found.append(checked)
    pack, lang = options.pack, options.lang
    put(options.output, written(commented(one, limits, pack, lang) for one in found))
    return FINE


def _told(checked: Checked, limits: Limits, pack: str, lang: str) -> Iterator[str]:
    """Tell a record's cards in sentences, a line each."""
    game, record = checked.game, checked.record
    if game is None:
        return
    if record.title or record.id:
        yield printable(record.title or record.id)
    judged = judge(game, limits)
    if not judged:
        yield sentence("judged-none", lang)
        return
    plays = len(game.plays)
    yield sentence("judged-head", lang, trick=judged[0].trick, judged=len(judged), plays=plays)
    if note := note_on(game, lang):
        yield note
    unit = unit_of(game)
    for one in judged:
        for text in _sentences(one, unit, lang):
            yield render_tokens(text, pack, lang)
    lost = [sum(one.cost for one in judged if one.seat == seat) for seat in (FOREHAND, DEALER)]
    forehand, dealer = SEAT_WORDS[lang]
    yield sentence(
        "judged-lost",
        lang,
        forehand=forehand,
        dealer=dealer,
        f=count(lost[FOREHAND], unit, lang),
        d=count(lost[DEALER], unit, lang),
    )


def _sentences(one: Judged, unit: str, lang: str) -> Iterator[str]:
    """Say what was played and where it leads; then, of a card that cost points, what was better."""
    words = SEAT_WORDS[lang]
    yield sentence(
        "judged-card",
        lang,
        trick=one.trick,
        seat=words[one.seat],
        card="{" + CODES[one.card] + "}",
        forehand=words[FOREHAND],
        points=count(one.after, unit, lang),
    )
    if one.cost:
        yield f"  {cost_sentence(one, unit, lang)}"
        yield f"  {line_sentence(one, lang)}"
