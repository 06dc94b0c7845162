"""`elfern convert`: read records in any form, write them in another."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from elfern_core.command._parsing import Commands, command
from elfern_core.command._terminal import (
    FAULTY,
    FINE,
    Progress,
    put,
    read_entries,
    tell,
    warn,
)
from elfern_core.errors import TextError
from elfern_core.records import FORMS, written

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from elfern_core.records import Record

_EPILOG = """\
The form of a file is seen from its first characters. What is written is the
export form: all that follows from the rules is filled in, and the same record
always gives the same bytes. If a record is at fault nothing is written, unless
--skip-faulty is given. A file is replaced whole or not at all.

examples:
  elfern convert draft.egn                     fill in, to standard output
  elfern convert --to jsonl -o all.jsonl replays/*.egn
  elfern convert all.jsonl -o all.egn          the form follows the name
"""


def add(commands: Commands) -> None:
    """Add the command."""
    made = command(commands, "convert", "write records in another form", _EPILOG, run)
    made.add_argument("files", nargs="+", metavar="FILE", help="file of records, or -")
    made.add_argument(
        "--to", choices=FORMS, help="form to write; without it, what -o ends in, else egn"
    )
    made.add_argument("-o", "--output", metavar="FILE", help="file to write; else the output")
    made.add_argument(
        "--skip-faulty", action="store_true", help="leave out faulty records and write the others"
    )


def run(options: argparse.Namespace) -> int:
    """Convert the files and give the exit code."""
    found: list[Record] = []
    faulty = 0
    for name in options.files:
        progress = Progress()
        try:
            for checked in read_entries(name)[1]:
                progress.step()
                if checked.findings:
                    progress.end()
                    tell(name, checked.findings, stream=sys.stderr)
                if checked.ok:
                    found.append(checked.record)
                faulty += not checked.ok
        except TextError as error:
            tell(name, [error.finding], stream=sys.stderr)
            faulty += 1
        finally:
            progress.end()
    if faulty and not options.skip_faulty:
        warn("elfern: nothing was written, as not every record is without fault")
        return FAULTY
    put(options.output, _counted(written(found, _form(options.to, options.output))))
    if faulty:
        warn(f"elfern: {faulty} faulty left out, {len(found)} written")
    return FAULTY if faulty else FINE


def _form(to: str | None, output: str | None) -> str:
    if to:
        return to
    ending = (output or "").rpartition(".")[2].lower()
    return ending if ending in FORMS else FORMS[0]


def _counted(pieces: Iterator[str]) -> Iterator[str]:
    progress = Progress()
    for piece in pieces:
        progress.step()
        yield piece
    progress.end()
