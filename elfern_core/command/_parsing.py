"""How the commands are described to the parser of the command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from elfern_core.cards import LANGUAGES, PACKS

if TYPE_CHECKING:
    from collections.abc import Callable

# argparse has no public name for it.
type Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001
"""Where a command is added."""

WIDTH = 79
"""Columns that help and lists fill."""


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Formats help to a fixed width, so that it reads the same everywhere."""

    def __init__(self, prog: str) -> None:
        """Take the program's name."""
        super().__init__(prog, width=WIDTH, max_help_position=26)


def command(
    commands: Commands,
    name: str,
    summary: str,
    epilog: str,
    run: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    """Add a command.

    Args:
        commands: where it is added.
        name: its name.
        summary: what it does, in the list of commands and at the head of its help.
        epilog: examples and remarks at the end of its help.
        run: what it runs, from its options to the exit code.
    """
    made = commands.add_parser(
        name,
        help=summary,
        description=summary[:1].upper() + summary[1:] + ".",
        epilog=epilog,
        formatter_class=Formatter,
    )
    made.set_defaults(run=run)
    return made


def add_names(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the names of cards and the language."""
    parser.add_argument(
        "--pack", choices=PACKS, default=PACKS[0], help="names of the cards: french or german pack"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="language: en, de")
