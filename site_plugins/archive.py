"""The records of the site, read from `replays/` once a build and checked there.

A record belongs to the site only if it is without fault, carries an id, and stands in its file
exactly as the engine would write it: then no record can drift from the engine unseen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elfern_core import records
from elfern_core.errors import TextError
from elfern_core.slate import Slate, running

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Entry:
    """A record of the site."""

    id: str
    path: Path
    """The file it stands in."""
    line: int
    """Line on which it begins."""
    text: str
    """The record in export form."""
    checked: records.Checked
    slate: Slate | None = None
    """The slate around the deal, if it is a round of a session in its file."""


@dataclass(frozen=True, slots=True)
class Archive:
    """All records by id, and what is wrong with files that should hold some."""

    entries: dict[str, Entry] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    """Sentences that begin with `file:line:column:`."""

    def near(self, wanted: str) -> str:
        """Give the id that looks most like `wanted`; empty if none does."""
        from difflib import get_close_matches  # noqa: PLC0415  (only where a build has failed)

        return next(iter(get_close_matches(wanted, self.entries, 1)), "")


def read_archive(folder: Path, root: Path | None = None) -> Archive:
    """Read every `.egn` file below a folder.

    Args:
        folder: where the records are.
        root: faults name files relative to this folder.
    """
    archive = Archive()
    for path in sorted(folder.rglob("*.egn")):
        _read_file(archive, path, path.relative_to(root) if root else path)
    return archive


def _read_file(archive: Archive, path: Path, shown: Path) -> None:
    data = path.read_bytes()
    try:
        parsed_and_checked = list(records.read(data))
        text = records.decode(data)
    except TextError as error:
        archive.faults.append(f"{shown}:{error.finding}")
        return
    findings = [finding for checked in parsed_and_checked for finding in checked.findings]
    if findings:
        archive.faults.extend(f"{shown}:{finding}" for finding in findings)
        return
    starts = [entry.line for entry in records.parse(text)]
    written = [records.write(checked.record) for checked in parsed_and_checked]
    expected = "\n".join(written)
    if text != expected:
        line = _first_difference(text, expected)
        archive.faults.append(
            f"{shown}:{line}:1: this is not what the engine writes; "
            "`elfern convert --to egn FILE` gives the export form"
        )
        return
    with_slates = running(parsed_and_checked)
    for (checked, slate), line, own_text in zip(with_slates, starts, written, strict=True):
        identifier = checked.record.id
        if not identifier or not checked.record.title:
            archive.faults.append(f"{shown}:{line}:1: a record of the site needs Id and Title")
        elif identifier in archive.entries:
            other = archive.entries[identifier].path
            archive.faults.append(
                f"{shown}:{line}:1: the id {identifier} stands in {other.name} already"
            )
        else:
            archive.entries[identifier] = Entry(identifier, path, line, own_text, checked, slate)


def _first_difference(text: str, expected: str) -> int:
    lines, others = text.split("\n"), expected.split("\n")
    for number, (one, other) in enumerate(zip(lines, others, strict=False), 1):
        if one != other:
            return number
    return min(len(lines), len(others))
