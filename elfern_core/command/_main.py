"""The command line as a whole: its parts, its exit codes, what happens when it is broken off."""

from __future__ import annotations

import argparse
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from elfern_core import __version__
from elfern_core.command import (
    _analyse,
    _check,
    _convert,
    _deal,
    _play,
    _rules,
    _show,
    _study,
)
from elfern_core.command._terminal import FAILED, CommandError, printable, warn
from elfern_core.errors import ElfernError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

DESCRIPTION = """\
Records of Elfern and Bohemian Schneider: checked against their rules card by
card, shown, converted, analysed, dealt and played; and rules in figures.

FILE is a file of records in EGN, JSON or JSON Lines; the form is seen from its
first characters. A single - reads standard input.
"""
EPILOG = """\
exit codes:
  0   all is well
  1   a record is at fault; each fault is printed as FILE:LINE:COLUMN: message
  2   the call was wrong, or a file could not be read or written
  130 broken off by Ctrl-C

`elfern COMMAND --help` explains a command and gives examples.
"""
BROKEN_OFF = 130
"""Exit code after Ctrl-C, as shells have it."""


def nothing_installed(group: str, name: str) -> Any:  # noqa: ANN401
    """Find nothing, where the engine stands alone.

    Raises:
        LookupError: always.
    """
    message = f"{group}: {name}"
    raise LookupError(message)


def main(
    arguments: Sequence[str] | None = None,
    find: Callable[[str, str], Any] = nothing_installed,
) -> int:
    """Run the command.

    Args:
        arguments: the words after the command's name; those of the process by default.
        find: loads what installed packages offer, by group and name of an entry point; raises
            LookupError if none does, ImportError if it lacks something itself.

    Returns:
        0 when all is well, 1 on a faulty record, 2 on a wrong call or a file that cannot be
        used, 130 after Ctrl-C.
    """
    _prepare()
    try:
        options = parser().parse_args(arguments)
        options.installed = find
        code: int = options.run(options)
        sys.stdout.flush()
    except CommandError as error:
        warn(f"elfern: {error}")
        return FAILED
    except ElfernError as error:
        warn(f"elfern: {printable(str(error))}")
        return FAILED
    except BrokenPipeError:
        _give_up_output()
        return FAILED
    except OSError as error:
        # Files are answered for where they are used; what is left is standard output.
        _give_up_output()
        warn(f"elfern: the output cannot be written: {error.strerror or error}")
        return FAILED
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return BROKEN_OFF
    return code


def parser() -> argparse.ArgumentParser:
    """Make the parser of the command line."""
    made = argparse.ArgumentParser(
        prog="elfern",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action="version", version=f"elfern {__version__}")
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for part in (_check, _show, _convert, _analyse, _deal, _rules, _play, _study):
        part.add(commands)
    return made


def _prepare() -> None:
    """See to it that there are streams, and that no letter stops them.

    What the terminal cannot show is escaped.
    """
    nowhere = Path(os.devnull)
    sys.stdin = sys.stdin or nowhere.open(encoding="utf-8")
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _give_up_output() -> None:
    """Nobody reads standard output any more: let Python find no broken pipe when it ends."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass
