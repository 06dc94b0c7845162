"""`elfern play`: a session by keyboard, against the computer or another person."""

from __future__ import annotations

import argparse
import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from elfern_core.catalogue import ruleset
from elfern_core.command._deal import seed
from elfern_core.command._parsing import Commands, add_names, command
from elfern_core.command._playing import EndOfPlay, Playing
from elfern_core.command._terminal import FINE, CommandError, printable, put, read_bytes, say
from elfern_core.command._words import word
from elfern_core.deal import Shuffler
from elfern_core.players import PLAYERS
from elfern_core.records import decode, loads, written
from elfern_core.table import MOST_DEALS, MOST_TARGET, End, Sitter, Table, open_table, resume

if TYPE_CHECKING:
    from elfern_core.rules import Rules

_EPILOG = """\
Cards are typed as codes, HA, or by name, ace of hearts; ? lists what else can
be typed. Who deals first is decided by lot; a session of several deals follows
the ruleset: who deals next, what a tie holds over, the slate. Ctrl-C or q ends
at any time. With -o what was played so far is written, and --resume goes on.

examples:
  elfern play
  elfern play --player strong --deals 6 -o evening.egn
  elfern play --resume evening.egn --name Anna --deals 6 -o evening.egn
  elfern play --rules bohemian-schneider --pack german --lang de
  elfern play --two --name Anna --other Karl
"""


def add(commands: Commands) -> None:
    """Add the command."""
    made = command(commands, "play", "play against the computer, or two by turns", _EPILOG, run)
    made.add_argument("--rules", default="elfern", metavar="RULESET", help="elfern by default")
    made.add_argument(
        "--player",
        choices=tuple(PLAYERS),
        default="beginner",
        help="who the computer plays as; beginner by default",
    )
    made.add_argument("--two", action="store_true", help="two people take turns at the keyboard")
    length = made.add_mutually_exclusive_group()
    length.add_argument("--deals", type=_number, metavar="N", help="end after so many deals")
    length.add_argument("--target", type=_number, metavar="N", help="end at so many game points")
    made.add_argument("--seed", type=seed, metavar="N", help="number that decides all shuffling")
    made.add_argument("--name", default="", metavar="NAME", help="your name in the record")
    made.add_argument("--other", default="", metavar="NAME", help="the other's name")
    made.add_argument("--session", default="", metavar="NAME", help="name of the session")
    made.add_argument("--date", metavar="DATE", help="date in the record; today by default")
    made.add_argument("--resume", metavar="FILE", help="go on with the session in this file")
    made.add_argument("-o", "--output", metavar="FILE", help="file for the records")
    add_names(made)


def _number(text: str) -> int:
    most = max(MOST_DEALS, MOST_TARGET)
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:9]) <= most:
        message = f"a number from 1 to {most} is needed, not “{text[:40]}”"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Play and give the exit code."""
    number = secrets.randbelow(2**32) if options.seed is None else options.seed
    shuffler = Shuffler(number)
    table = _resumed(options) if options.resume else _opened(options, number, shuffler)
    lang = options.lang
    playing = Playing(table, shuffler, options.pack, lang)
    if not options.two:
        say(word("against", lang, player=_title(options)))
    say(word("play-keys", lang))
    try:
        playing.play()
    except (EndOfPlay, KeyboardInterrupt):
        say()
        say(word("ended", lang))
    if options.output:
        put(options.output, written(playing.records()))
        say(word("saved", lang, file=printable(options.output)))
    return FINE


def _title(options: argparse.Namespace) -> str:
    player = PLAYERS[options.player]
    return player.title_de if options.lang == "de" else player.title


def _opened(options: argparse.Namespace, number: int, shuffler: Shuffler) -> Table:
    other = word("second", options.lang) if options.two else _title(options)
    return open_table(
        options.rules,
        (
            Sitter(options.name or word("first", options.lang)),
            Sitter(options.other or other, None if options.two else options.player),
        ),
        _end(options, ruleset(options.rules).rules),
        session=options.session or f"elfern-play-{number}",
        date=options.date or datetime.now(tz=UTC).astimezone().date().isoformat(),
        seed=shuffler.next_word(),
    )


def _end(options: argparse.Namespace, rules: Rules) -> End:
    if options.target:
        return End(target=options.target)
    return End(deals=options.deals or (2 if rules.even_deals else 1))


def _resumed(options: argparse.Namespace) -> Table:
    """Take up the session in a file; whoever is not at the keyboard is the other."""
    text = decode(read_bytes(options.resume))
    first = loads(text)[0]
    names = [first.forehand, first.dealer]
    wanted = options.name or word("first", options.lang)
    if wanted not in names:
        message = f"say with --name who you are: {printable(' or '.join(names))}"
        raise CommandError(message)
    names.remove(wanted)
    level = None if options.two else options.player
    end = _end(options, ruleset(first.rules).rules)
    return resume(text, (Sitter(wanted), Sitter(names[0], level)), end)
