"""`elfern check --archive`: check folders of records as the site checks its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from elfern_core.command._terminal import (
    FAULTY,
    FINE,
    CommandError,
    printable,
    read_bytes,
    say,
    tell,
    warn,
)
from elfern_core.holdings import read_holdings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

FOLDER = "replays"
"""Folder that is checked if none is named."""


def check_archive(
    names: list[str], sources: Collection[str], *, as_json: bool = False, quiet: bool = False
) -> int:
    """Check the `.egn` files of folders together and give the exit code.

    Args:
        names: folders, and single files that belong with them.
        sources: keys of the bibliography that a record may name as its source.
        as_json: whether to print all that was found as JSON.
        quiet: whether to print no count at the end.

    Raises:
        CommandError: if there is no such folder, none holds a record, or a file cannot be read.
    """
    paths = [path for name in names or [FOLDER] for path in _files(Path(name))]
    holdings = read_holdings(((path, read_bytes(str(path))) for path in paths), sources)
    if as_json:
        told = {
            "files": [path.as_posix() for path in paths],
            "records": [
                {
                    "id": entry.id,
                    "file": entry.path.as_posix(),
                    "line": entry.line,
                    "kind": entry.kind,
                    "result": entry.result,
                    "sha256": entry.digest,
                }
                for entry in holdings.entries.values()
            ],
            "findings": [
                {"file": fault.path.as_posix(), **fault.finding.to_json()}
                for fault in holdings.faults
            ],
        }
        say(json.dumps(told, ensure_ascii=False, indent=1))
    else:
        for fault in holdings.faults:
            tell(fault.path.as_posix(), [fault.finding])
    if not quiet:
        faults = len(holdings.faults)
        found = f"{faults:,} fault{'' if faults == 1 else 's'}" if faults else "no fault"
        warn(
            f"{holdings.records:,} record{'' if holdings.records == 1 else 's'} in "
            f"{len(paths):,} file{'' if len(paths) == 1 else 's'} of the archive, {found}"
        )
    return FAULTY if holdings.faults else FINE


def _files(path: Path) -> Iterator[Path]:
    """Give the files of records below a folder, in order; a file stands for itself."""
    if path.is_file():
        yield path
        return
    if not path.is_dir():
        message = f"there is no folder {printable(str(path))}"
        raise CommandError(message)
    found = sorted(path.rglob("*.egn"))
    if not found:
        message = f"there is no .egn file below {printable(str(path))}"
        raise CommandError(message)
    yield from found
