"""Records in JSON and JSON Lines, in the shape of the standard `json` module.

The form is described by the JSON Schema that the site publishes. Reading takes any of the three
forms, as `elfern_core.records.loads` does.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from elfern_core.records import forms
from elfern_core.records._json_writer import as_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elfern_core.records.model import Record

__all__ = ["as_json", "dump", "dumps", "load", "loads"]


def loads(text: str | bytes) -> list[Record]:
    """Read the records of a text, filled in with all that follows from the rules.

    Raises:
        TextError: at the first fault, with its place.
    """
    return forms.loads(text)


def load(file: IO[str] | IO[bytes]) -> list[Record]:
    """Read the records of an open file, text or binary; see `loads`."""
    return forms.loads(file.read())


def dumps(records: Record | Iterable[Record], *, lines: bool = False) -> str:
    """Write records as JSON: one as an object, several as an array.

    Args:
        records: the records.
        lines: write JSON Lines instead, a record a line.

    Raises:
        TextError: if a record is faulty or holds what cannot be written.
    """
    return forms.dumps(records, "jsonl" if lines else "json")


def dump(records: Record | Iterable[Record], file: IO[str], *, lines: bool = False) -> None:
    """Write records to an open text file; see `dumps`."""
    for piece in forms.written(records, "jsonl" if lines else "json"):
        file.write(piece)
