"""`elfern check`: check records and print every fault with its place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from elfern_core.command._archive import check_archive
from elfern_core.command._parsing import Commands, command
from elfern_core.command._terminal import (
    FAILED,
    FAULTY,
    FINE,
    CommandError,
    Progress,
    read_entries,
    say,
    tell,
    warn,
)
from elfern_core.errors import Finding, TextError
from elfern_core.slate import running

if TYPE_CHECKING:
    import argparse

    from elfern_core.records import Checked
    from elfern_core.slate import Slate

_EPILOG = """\
Every record is replayed under its ruleset. What follows from the rules may be
left out; what is written must agree. The rounds of a session in one file are
checked against each other. Faults go to standard output, one a line, as
FILE:LINE:COLUMN: message; a count goes to standard error.

With --archive all .egn files below the folders named (replays, if none is) are
checked together as the site checks its own: each record needs an Id that no
other has, a Title and a known Source, sessions stand whole in one file, there
is no warning, and every file is just what the engine writes.

examples:
  elfern check evening.egn
  elfern check replays/*.egn
  elfern check --json - < evening.egn
  elfern check --archive replays
"""


def add(commands: Commands) -> None:
    """Add the command."""
    made = command(commands, "check", "check records and print every fault", _EPILOG, run)
    made.add_argument("files", nargs="*", metavar="FILE", help="file of records, or -")
    made.add_argument(
        "--archive", action="store_true", help="check the records below folders as an archive"
    )
    made.add_argument(
        "--source",
        action="append",
        default=[],
        metavar="KEY",
        help="with --archive: a key of the bibliography that Source may name",
    )
    made.add_argument("--json", action="store_true", help="print all that was found as JSON")
    made.add_argument("--quiet", action="store_true", help="print no count at the end")


def run(options: argparse.Namespace) -> int:
    """Check the files and give the exit code."""
    if options.archive:
        return check_archive(
            options.files, options.source, as_json=options.json, quiet=options.quiet
        )
    if not options.files:
        raise CommandError("name a file to check, or - for standard input")
    tally = _Tally()
    files = [_check(name, tally, as_json=options.json) for name in options.files]
    if options.json:
        say(json.dumps({"files": files}, ensure_ascii=False, indent=1))
    if not options.quiet:
        warn(tally.text(len(files)))
    if tally.failed:
        return FAILED
    return FAULTY if tally.faults else FINE


class _Tally:
    """What was found in all files."""

    def __init__(self) -> None:
        self.records = self.faulty = self.faults = self.warnings = self.failed = 0

    def add(self, findings: tuple[Finding, ...]) -> None:
        faults = sum(finding.severity == "error" for finding in findings)
        self.records += 1
        self.faulty += faults > 0
        self.faults += faults
        self.warnings += len(findings) - faults

    def text(self, files: int) -> str:
        """Sum up in one line."""
        told = f"{_many(self.records, 'record')} in {_many(files, 'file')}"
        if self.faults:
            told += f", {self.faulty} faulty with {_many(self.faults, 'fault')}"
        else:
            told += ", no fault"
        if self.warnings:
            told += f", {_many(self.warnings, 'warning')}"
        if self.failed:
            told += f"; {_many(self.failed, 'file')} not read"
        return told


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _check(name: str, tally: _Tally, *, as_json: bool) -> dict[str, Any]:
    """Check one file; print its findings unless they are to be given as JSON."""
    told: dict[str, Any] = {"file": name, "form": None, "findings": [], "records": []}
    progress = Progress()
    try:
        told["form"], entries = read_entries(name)
        for checked, slate in running(entries):
            progress.step()
            tally.add(checked.findings)
            if as_json:
                told["records"].append(_record(checked, slate))
            elif checked.findings:
                progress.end()
                tell(name, checked.findings)
    except TextError as error:
        tally.faults += 1
        told["findings"].append(error.finding.to_json())
        if not as_json:
            tell(name, [error.finding])
    except CommandError as error:
        tally.failed += 1
        told["error"] = str(error)
        warn(f"elfern: {error}")
    finally:
        progress.end()
    return told


def _record(checked: Checked, slate: Slate | None) -> dict[str, Any]:
    record = checked.record
    after = slate.after if slate else None
    return {
        "id": record.id or None,
        "line": checked.line,
        "rules": record.rules or None,
        "ok": checked.ok,
        "plays": len(checked.game.plays) if checked.game else 0,
        "compared": checked.derivations,
        "result": None if record.result is None else dict(zip("FD", record.result, strict=True)),
        "gamePoints": None
        if record.game_points is None
        else dict(zip("FD", record.game_points, strict=True)),
        "slate": None
        if slate is None or after is None
        else dict(zip(slate.names, after, strict=True)),
        "findings": [finding.to_json() for finding in checked.findings],
    }
