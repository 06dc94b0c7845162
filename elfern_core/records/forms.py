"""The three written forms of a record, EGN, JSON and JSON Lines, behind one door."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.errors import ElfernError, TextError
from elfern_core.records._json_reader import is_json, is_json_lines, parse_json
from elfern_core.records._json_writer import write_json, write_line
from elfern_core.records._scan import decode, plain_lines
from elfern_core.records._written import unwritable
from elfern_core.records.check import complete
from elfern_core.records.model import MOST_BYTES, MOST_RECORDS, Record
from elfern_core.records.reader import parse
from elfern_core.records.session import check_all
from elfern_core.records.writer import write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from elfern_core.records.check import Checked

FORMS = ("egn", "json", "jsonl")
"""The forms: EGN; JSON, an object or an array of objects; JSON Lines, an object a line."""


def form_of(text: str) -> str:
    """Say in which form a text is, by how it begins."""
    if not is_json(text):
        return "egn"
    return "jsonl" if is_json_lines(plain_lines(text)) else "json"


def read(text: str | bytes) -> Iterator[Checked]:
    """Read and check every record of a text in any form, faulty ones included.

    Raises:
        TextError: only if bytes are not UTF-8 text or too many.
    """
    if isinstance(text, bytes):
        text = decode(text)
    return check_all(parse_json(text) if is_json(text) else parse(text))


def loads(text: str | bytes) -> list[Record]:
    """Read the records of a text in any form, filled in with all that follows from the rules.

    Raises:
        TextError: at the first fault, with its place.
    """
    records = []
    for checked in read(text):
        for finding in checked.findings:
            if finding.severity == "error":
                raise TextError(finding)
        records.append(checked.record)
    return records


def dumps(records: Record | Iterable[Record], form: str = "egn") -> str:
    """Write one record, or several, in a form; EGN has a blank line between records.

    Raises:
        TextError: if a record is faulty or holds what cannot be written, or if there are more
            records, or larger ones, than a file may hold.
        ElfernError: if the form is not one of `FORMS`.
    """
    return "".join(written(records, form))


def written(records: Record | Iterable[Record], form: str = "egn") -> Iterator[str]:
    """Write records piece by piece; see `dumps`."""
    if isinstance(records, Record):
        records = [records]
    writers = {"egn": _write_egn, "json": write_json, "jsonl": _write_lines}
    if form not in writers:
        message = f"there is no form “{form}”; the forms are {', '.join(FORMS)}"
        raise ElfernError(message)
    size = 0
    for piece in writers[form](map(complete, _counted(records))):
        size += len(piece.encode("utf-8"))
        if size > MOST_BYTES:
            limit = f"{MOST_BYTES // 1024 // 1024} MiB"
            raise unwritable(f"the file would be larger than {limit}, the most that is read", "")
        yield piece


def _counted(records: Iterable[Record]) -> Iterator[Record]:
    for number, record in enumerate(records, 1):
        if number > MOST_RECORDS:
            raise unwritable(f"a file holds at most {MOST_RECORDS} records", "")
        yield record


def _write_egn(records: Iterable[Record]) -> Iterator[str]:
    for number, record in enumerate(records):
        yield ("\n" if number else "") + write(record)


def _write_lines(records: Iterable[Record]) -> Iterator[str]:
    return map(write_line, records)
