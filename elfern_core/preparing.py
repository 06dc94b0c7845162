"""Making a record ready for an archive: tags filled in, written in export form, checked.

Part of the bridge to the browser, see `elfern_core.bridge`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from elfern_core.holdings import read_holdings
from elfern_core.records import dumps
from elfern_core.replay_bridge import Refused, chosen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elfern_core.records import Record
    from elfern_core.replay_bridge import Operation, Request

_UNKNOWN = ("source", "date", "forehand", "dealer")
"""Tags that hold a question mark where nothing is known."""


def prepare(request: Request) -> dict[str, Any]:
    """Fill in the tags of a record and write it as an archive keeps it.

    Args:
        request: `text` and `only`, the record; `tags`, an object with what is to stand in `id`,
            `title`, `source`, `date`, `forehand`, `dealer`, `note` and, a list of ids,
            `illustrates`. What is left out stays as it is.

    Returns:
        `id`, `text` in export form and `findings`: what would keep it out of an archive.

    Raises:
        Refused: if there is no such record, or it has a fault.
        TextError: if a tag cannot hold what is to stand in it.
    """
    entries = chosen(request)
    if len(entries) != 1:
        message = f"one record is prepared at a time; say which of {len(entries)}"
        raise Refused(code="no-record", message=message)
    checked = entries[0][0]
    if not checked.ok:
        raise Refused(code="nothing-sound", message="only a record without fault can be prepared")
    record = _filled(checked.record, request["tags"])
    text = dumps(record)
    name = PurePath(f"{record.id or 'record'}.egn")
    faults = read_holdings([(name, text.encode())]).faults
    return {
        "id": record.id,
        "text": text,
        "findings": [fault.finding.to_json() for fault in faults],
    }


def _filled(record: Record, tags: Mapping[str, Any]) -> Record:
    """Put what was filled in on a record."""

    def text(name: str, old: str) -> str:
        new = " ".join(str(tags.get(name, old)).split())
        return new or ("?" if name in _UNKNOWN else "")

    return replace(
        record,
        id=text("id", record.id),
        title=text("title", record.title),
        source=text("source", record.source),
        date=text("date", record.date),
        forehand=text("forehand", record.forehand),
        dealer=text("dealer", record.dealer),
        note=text("note", record.note),
        illustrates=tuple(map(str, tags.get("illustrates", record.illustrates))),
    )


OPERATIONS: Mapping[str, Operation] = {"prepare": prepare}
"""What can be asked here, by name."""
