"""Records in EGN, the Elfern Game Notation, and in JSON: read, check, write.

The four functions have the shape of the standard `json` module. `read` is the lenient door:
it gives every record with its findings and never raises for a faulty one. Reading takes EGN,
JSON and JSON Lines; `records.json` writes the last two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.records._building import Parsed
from elfern_core.records._json_reader import parse_json
from elfern_core.records._scan import decode
from elfern_core.records._values import text_fits
from elfern_core.records.check import Checked, check, complete, record_of
from elfern_core.records.forms import FORMS, dumps, form_of, loads, read, written
from elfern_core.records.model import Branch, Record, Trick
from elfern_core.records.reader import parse
from elfern_core.records.session import check_all
from elfern_core.records.writer import write

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import IO

__all__ = [
    "FORMS",
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
    "form_of",
    "load",
    "loads",
    "parse",
    "parse_json",
    "read",
    "record_of",
    "text_fits",
    "write",
    "written",
]


def load(file: IO[str] | IO[bytes]) -> list[Record]:
    """Read the records of an open file, text or binary; see `loads`."""
    return loads(file.read())


def dump(records: Record | Iterable[Record], file: IO[str]) -> None:
    """Write records to an open text file in EGN; see `dumps`."""
    for piece in written(records):
        file.write(piece)
