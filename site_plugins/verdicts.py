"""What the solver says of the records: stored with them, else worked out while the site is built.

What is stored under `replays/analysis/` was made with more work than a build should take. Where
it is missing, or was made of other cards, the verdicts of the second phase and the last draws are
worked out here and kept in the cache, so that only the first build after a change does it.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from elfern_core import verdicts

if TYPE_CHECKING:
    from pathlib import Path

    from site_plugins.archive import Entry

log = logging.getLogger("mkdocs.plugins.elfern-archive")

FOLDER = "replays/analysis"
"""Where the stored verdicts are, from the folder of `mkdocs.yml`."""


@dataclass(slots=True)
class Verdicts:
    """The verdicts on all records."""

    stored: dict[str, dict[str, Any]]
    """Id of a record → what is stored of it."""
    cache: Path
    """Where what is worked out is kept."""
    stale: list[str] = field(default_factory=list)
    """Ids of the records, met so far, whose stored verdicts were made of other cards."""
    _digests: dict[str, str] = field(default_factory=dict)

    def current(self, entry: Entry) -> dict[str, Any] | None:
        """Give what is stored of a record, unless it was made of other cards."""
        stored = self.stored.get(entry.id)
        fits = stored and entry.checked.game and stored["digest"] == self._digest(entry)
        return stored if fits else None

    def _digest(self, entry: Entry) -> str:
        """Give the digest that verdicts on a record must have; many ask for it."""
        text = entry.text
        if text not in self._digests:
            self._digests[text] = verdicts.digest(entry.checked)
        return self._digests[text]

    def packed(self, entry: Entry) -> dict[str, Any] | None:
        """Give the verdicts on a record as they are stored; `None` if it has no position."""
        if entry.checked.game is None:
            return None
        stored = self.current(entry)
        if stored is not None:
            return stored
        wanted = self._digest(entry)
        if entry.id in self.stored and entry.id not in self.stale:
            self.stale.append(entry.id)
            log.info(
                "%s: the verdicts on %s were made of other cards; `make verdicts` stores them anew",
                entry.path.as_posix(), entry.id,
            )  # fmt: skip
        path = self.cache / f"{wanted}.json"
        if path.is_file():
            kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return kept
        made = verdicts.work_out(entry.checked)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Two builds may work side by side: a file is there whole or not at all.
        part = path.with_suffix(".part")
        part.write_text(json.dumps(made, separators=(",", ":")), encoding="utf-8")
        part.replace(path)
        return made

    def told(self, entry: Entry, lang: str = "en") -> dict[str, Any] | None:
        """Give the verdicts on a record in the form of `elfern_core.analysis.told`.

        Returns:
            `None` for a record that has no position to solve.
        """
        packed = self.packed(entry)
        return None if packed is None else verdicts.told(entry.checked, packed, lang)


def read(root: Path, cache: Path) -> Verdicts:
    """Read what is stored.

    Args:
        root: the folder of `mkdocs.yml`.
        cache: folder for what is kept between builds.
    """
    stored: dict[str, dict[str, Any]] = {}
    for path in sorted((root / FOLDER).glob("*.jsonl")):
        stored |= _read_file(path.read_bytes())
    return Verdicts(stored, cache / "verdicts" / "live")


@lru_cache(maxsize=16)
def _read_file(data: bytes) -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in map(json.loads, data.splitlines())}
