"""The command line: `python -m elfern_core check FILE…`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from elfern_core import __version__
from elfern_core.errors import TextError
from elfern_core.records import read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elfern_core.errors import Finding


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Returns:
        0 when all is well, 1 on a bad record, 2 on a wrong call or a file that cannot be read.
    """
    parser = argparse.ArgumentParser(prog="elfern", description=main_description())
    parser.add_argument("--version", action="version", version=f"elfern {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    check = commands.add_parser("check", help="check records and print every fault with its place")
    check.add_argument(
        "files", nargs="+", metavar="FILE", help="a file of records; - reads standard input"
    )
    options = parser.parse_args(arguments)
    return _check(options.files)


def main_description() -> str:
    """Give the sentence that opens the help."""
    return "Records of Elfern and Bohemian Schneider (EGN), checked against their rules."


def _check(files: Sequence[str]) -> int:
    worst = 0
    for name in files:
        try:
            data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        except OSError as error:
            print(f"{name}: cannot be read: {error.strerror}", file=sys.stderr)
            return 2
        for finding in _findings(data):
            print(f"{name}:{finding}")
            if finding.severity == "error":
                worst = 1
    return worst


def _findings(data: bytes) -> Iterator[Finding]:
    try:
        for checked in read(data):
            yield from checked.findings
    except TextError as error:
        yield error.finding


if __name__ == "__main__":
    sys.exit(main())
