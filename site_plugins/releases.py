"""Releases of the archive: what was in the last one, and what each brought, as stored data.

`replays/releases.json` holds the list of releases, each with the ids that it added and changed,
and digest by id of the records as the last one has them. `python -m tools.release` adds to it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from site_plugins.archive import Entry

FILE = "replays/releases.json"
"""Where the releases are, from the folder of `mkdocs.yml`."""
_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Changes:
    """What differs between two states of the archive: ids, sorted."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    """Ids are never removed; where one is, that is a fault."""

    def __bool__(self) -> bool:
        """Say whether anything differs."""
        return bool(self.added or self.changed or self.removed)


@dataclass(frozen=True, slots=True)
class Release:
    """One release."""

    version: str
    """Its number: 1, 2, 3 and so on."""
    date: str
    """When it was made, such as `2026-11-29`."""
    records: int
    """How many records it holds."""
    changes: Changes
    """What it brought."""


@dataclass(frozen=True, slots=True)
class Releases:
    """All releases, the first one first, and the records of the last."""

    releases: tuple[Release, ...] = ()
    digests: Mapping[str, str] = field(default_factory=dict)
    """Id → beginning of the digest, as in the last release."""

    def since(self, entries: Iterable[Entry]) -> Changes:
        """Say what has changed since the last release."""
        now = {entry.id: entry.digest[:_LENGTH] for entry in entries}
        return Changes(
            tuple(sorted(now.keys() - self.digests.keys())),
            tuple(sorted(i for i in now if i in self.digests and now[i] != self.digests[i])),
            tuple(sorted(self.digests.keys() - now.keys())),
        )

    def version_of(self, entries: Iterable[Entry]) -> str:
        """Give the version of a state of the archive: `2`, or `2+changes` after release 2."""
        last = self.releases[-1].version if self.releases else "0"
        return f"{last}+changes" if self.since(entries) else last

    def with_next(self, date: str, entries: Iterable[Entry]) -> Releases:
        """Give the releases with one more, made of the archive as it stands.

        Raises:
            ValueError: if nothing has changed, or a record is gone.
        """
        kept = list(entries)
        changes = self.since(kept)
        if changes.removed:
            message = f"records are never removed; gone are {', '.join(changes.removed)}"
            raise ValueError(message)
        if not changes:
            raise ValueError("nothing has changed since the last release")
        release = Release(str(len(self.releases) + 1), date, len(kept), changes)
        digests = {entry.id: entry.digest[:_LENGTH] for entry in kept}
        return Releases((*self.releases, release), digests)

    def to_json(self) -> str:
        """Write the releases as they are stored."""
        told = {
            "releases": [
                {
                    "version": one.version,
                    "date": one.date,
                    "records": one.records,
                    "added": list(one.changes.added),
                    "changed": list(one.changes.changed),
                }
                for one in self.releases
            ],
            "digests": dict(sorted(self.digests.items())),
        }
        return json.dumps(told, indent=1) + "\n"


def read(root: Path) -> Releases:
    """Read the stored releases; none, if there is no file of them.

    Args:
        root: the folder of `mkdocs.yml`.
    """
    path = root / FILE
    if not path.is_file():
        return Releases()
    told = json.loads(path.read_text(encoding="utf-8"))
    return Releases(
        tuple(
            Release(
                one["version"],
                one["date"],
                one["records"],
                Changes(tuple(one["added"]), tuple(one["changed"])),
            )
            for one in told["releases"]
        ),
        told["digests"],
    )
