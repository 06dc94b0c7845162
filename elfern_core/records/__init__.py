"""Records in EGN, the Elfern Game Notation: read, check, write.

The four functions have the shape of the standard `json` module. `read` is the lenient door:
it gives every record with its findings and never raises for a faulty one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.errors import TextError
from elfern_core.records.check import Checked, check, complete, record_of
from elfern_core.records.model import Branch, Record, Trick
from elfern_core.records.reader import Parsed, decode, parse
from elfern_core.records.session import check_all
from elfern_core.records.writer import write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import IO

__all__ = [
    "Branch",
    "Checked",
    "Parsed",
    "Record",
    "Trick",
    "check",
    "check_all",
    "complete",
    "decode",
    "dump",
    "dumps",
    "load",
    "loads",
    "parse",
    "read",
    "record_of",
    "write",
]


def read(text: str | bytes) -> Iterator[Checked]:
    """Read and check every record of a text, faulty ones included.

    Raises:
        TextError: only if bytes are not UTF-8 text or too many.
    """
    return check_all(parse(decode(text) if isinstance(text, bytes) else text))


def loads(text: str | bytes) -> list[Record]:
    """Read the records of a text, filled in with all that follows from the rules.

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


def load(file: IO[str] | IO[bytes]) -> list[Record]:
    """Read the records of an open file, text or binary; see `loads`."""
    return loads(file.read())


def dumps(records: Record | Iterable[Record]) -> str:
    """Write one record, or several with a blank line between, in export form.

    Raises:
        TextError: if a record is faulty or holds what cannot be written.
    """
    if isinstance(records, Record):
        records = [records]
    return "\n".join(write(complete(record)) for record in records)


def dump(records: Record | Iterable[Record], file: IO[str]) -> None:
    """Write records to an open text file; see `dumps`."""
    file.write(dumps(records))
