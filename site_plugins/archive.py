"""The records of the site, read from `replays/` once a build: the engine's archive, from files."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING

from elfern_core.holdings import Holding, read_holdings
from site_plugins.bibliography import read_bibliography

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

BIBLIOGRAPHY = "sources/bibliography.bib"
"""Where the bibliography is, from the folder of `mkdocs.yml`."""

Entry = Holding
"""A record of the site."""


@dataclass(frozen=True, slots=True)
class Archive:
    """All records by id, and what is wrong with files that should hold some."""

    entries: dict[str, Entry] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    """Sentences that begin with `file:line:column:`."""
    sessions: dict[str, list[Entry]] = field(default_factory=dict)
    """Name of a session → its rounds in order."""

    def near(self, wanted: str) -> str:
        """Give the id that looks most like `wanted`; empty if none does."""
        return next(iter(get_close_matches(wanted, self.entries, 1)), "")


def read_archive(
    folder: Path, root: Path | None = None, sources: Collection[str] | None = None
) -> Archive:
    """Read every `.egn` file below a folder.

    Args:
        folder: where the records are.
        root: files are named relative to this folder.
        sources: keys that `Source` may name, see `elfern_core.holdings.read_holdings`; by default
            those of the bibliography below `root`, if there is one.
    """
    if sources is None:
        sources = _keys(root / BIBLIOGRAPHY) if root else ()
    paths = sorted(folder.rglob("*.egn"))
    named = ((path.relative_to(root) if root else path, path.read_bytes()) for path in paths)
    holdings = read_holdings(named, sources)
    return Archive(holdings.entries, [str(fault) for fault in holdings.faults], holdings.sessions)


def _keys(path: Path) -> frozenset[str]:
    """Give the keys of a bibliography; what is wrong with it is told where its pages are made."""
    if not path.is_file():
        return frozenset()
    return frozenset(read_bibliography(path, path.name).sources)
