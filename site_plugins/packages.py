"""The archive to take away: one file of everything, and one for each facet, with checksums.

Each zip is a Frictionless data package: an index as CSV with a schema, the records in EGN and as
JSON Lines, what the solver says of them, checksums, licence and how to cite. The same records give
the same bytes: entries are sorted, and carry no time of their own.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from elfern_core import records
from elfern_core.catalogue import GAMES, VARIANTS
from elfern_core.holdings import KINDS, RESULTS
from site_plugins import releases
from site_plugins.verdicts import read as read_verdicts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from site_plugins.archive import Archive, Entry
    from site_plugins.verdicts import Verdicts

FOLDER = "archive/files"
"""Where the files stand on the site."""
WHOLE = "elfern-archive"
"""Name of the files with all records."""
LICENCE = {
    "name": "CC-BY-4.0",
    "title": "Creative Commons Attribution 4.0",
    "path": "https://creativecommons.org/licenses/by/4.0/",
}
_TIME = (1980, 1, 1, 0, 0, 0)
_MODE = 0o100644 << 16

_STRING = {"type": "string"}
_COLUMNS: dict[str, dict[str, Any]] = {
    "id": {
        **_STRING, "description": "Id of the record; never changes and is never reused.",
        "constraints": {"required": True, "unique": True, "pattern": "[a-z0-9]+(-[a-z0-9]+)*"},
    },
    "title": {**_STRING, "constraints": {"required": True}},
    "kind": {
        **_STRING, "constraints": {"required": True, "enum": list(KINDS)},
        "description": "A step of a lesson, a deal of a session, made to illustrate, or another.",
    },
    "game": {**_STRING, "constraints": {"required": True, "enum": list(GAMES)}},
    "rules": {
        **_STRING, "description": "Ruleset expression.", "constraints": {"required": True},
    },
    "variants": {**_STRING, "description": "Ids of the variants, separated by blanks."},
    "source": {
        **_STRING, "constraints": {"required": True},
        "description": "`constructed`, `self-play`, `played`, or the key of a source.",
    },
    "illustrates": {
        **_STRING, "description": "Ids of rule sections and variants, separated by blanks.",
    },
    "date": {
        **_STRING, "description": "When it was played or made: a day, a month, a year, or `?`.",
    },
    "session": {**_STRING, "description": "Name of its session, if it belongs to one."},
    "round": {"type": "integer", "description": "Number of the deal in its session, from 1."},
    "forehand": {**_STRING, "description": "Name of the player in forehand."},
    "dealer": {**_STRING, "description": "Name of the player who deals."},
    "first_trick": {
        "type": "integer", "constraints": {"required": True, "minimum": 1, "maximum": 16},
    },
    "tricks": {
        "type": "integer", "description": "Tricks of the main line.",
        "constraints": {"required": True, "minimum": 0, "maximum": 16},
    },
    "result": {
        **_STRING, "constraints": {"required": True, "enum": list(RESULTS)},
        "description": (
            "How the deal ended; `unnamed` is a line of a scale without a name, `open` no result."
        ),
    },
    "forehand_points": {"type": "integer", "description": "Card points of forehand."},
    "dealer_points": {"type": "integer", "description": "Card points of the dealer."},
    "forehand_game_points": {"type": "integer", "description": "Game points of forehand."},
    "dealer_game_points": {"type": "integer", "description": "Game points of the dealer."},
    "sha256": {
        **_STRING, "description": "SHA-256 of the record's text in EGN, as UTF-8.",
        "constraints": {"required": True, "pattern": "[0-9a-f]{64}"},
    },
}  # fmt: skip
"""Column of the index → its field in the table schema."""


@dataclass(frozen=True, slots=True)
class Facet:
    """Records that have something in common, or all of them."""

    name: str
    """Name of the files, such as `variant-must-win`."""
    group: str
    """What it is a choice of: `all`, `game`, `variant`, `source` or `kind`."""
    title: str
    """What it holds, for people."""
    entries: tuple[Entry, ...]
    """The records, sorted by id, but the rounds of a session together and in their order."""


def facets(archive: Archive) -> list[Facet]:
    """Give all records, then those of each game, variant, source and kind that there are."""
    entries = _in_order(archive)
    found = [Facet(WHOLE, "all", "All records", tuple(entries))]

    def add(group: str, value: str, title: str, chosen: Iterable[Entry]) -> None:
        kept = tuple(chosen)
        if kept:
            found.append(Facet(f"{group}-{value}", group, title, kept))

    for name, game in GAMES.items():
        add("game", name, game.title, (entry for entry in entries if entry.game == name))
    for name, variant in VARIANTS.items():
        add("variant", name, variant.title, (one for one in entries if name in one.variants))
    for name in sorted({entry.source for entry in entries}):
        add("source", name, _SOURCES.get(name, name), (e for e in entries if e.source == name))
    for name in KINDS:
        add("kind", name, _KINDS[name], (entry for entry in entries if entry.kind == name))
    return found


def _in_order(archive: Archive) -> list[Entry]:
    """Sort the records; a session keeps its order, or a reader would find its rounds wrong."""
    first: dict[str, str] = {}
    for entry in archive.entries.values():
        record = entry.checked.record
        if record.session and record.round == 1:
            first[record.session] = entry.id

    def place(entry: Entry) -> tuple[str, int]:
        record = entry.checked.record
        return first.get(record.session, entry.id), record.round or 0

    return sorted(archive.entries.values(), key=place)


_SOURCES = {
    "constructed": "Made to illustrate",
    "self-play": "Games of the engine against itself",
    "played": "Games of people",
}
_KINDS = {
    "lesson": "Steps of the lessons",
    "session": "Deals of sessions",
    "example": "Examples",
    "deal": "Whole deals by themselves",
}


def write_all(archive: Archive, root: Path) -> list[tuple[str, bytes]]:
    """Make all files to take away.

    Args:
        archive: the records.
        root: the folder of `mkdocs.yml`, with licence, citation and stored verdicts.

    Returns:
        Address from the site's root, and content, sorted by address.
    """
    made: dict[str, bytes] = {}
    stored = read_verdicts(root, root / ".cache")
    for facet in facets(archive):
        members = _members(facet, root, stored)
        made[f"{facet.name}.egn"] = members["records.egn"]
        made[f"{facet.name}.zip"] = zipped(facet.name, members)
        if facet.group == "all":
            made[f"{facet.name}.jsonl"] = members["records.jsonl"]
            made[f"{facet.name}.json"] = _array(facet.entries)
            made[f"{facet.name}.csv"] = members["records.csv"]
            made["ids.txt"] = "".join(f"{entry.id}\n" for entry in facet.entries).encode()
            # The package unpacked, as its files stand on the site.
            made["datapackage.json"] = _descriptor(
                facet, root, {f"{WHOLE}.{path.split('.')[1]}": data for path, data in
                              members.items() if path.startswith("records.")}
            )  # fmt: skip
    made["SHA256SUMS"] = _sums(made)
    return [(f"{FOLDER}/{name}", data) for name, data in sorted(made.items())]


def _members(facet: Facet, root: Path, stored: Verdicts) -> dict[str, bytes]:
    """Give the files of a data package by path, in order."""
    data = {
        "records.csv": _index(facet.entries),
        "records.egn": "\n".join(entry.text for entry in facet.entries).encode(),
        "records.jsonl": "".join(json_line(entry.text) for entry in facet.entries).encode(),
    }
    judged = "".join(_verdicts(facet.entries, stored))
    if judged:
        data["verdicts.jsonl"] = judged.encode()
    return {
        "CITATION.cff": (root / "CITATION.cff").read_bytes(),
        "LICENSE.txt": (root / "LICENSE-TEXTS").read_bytes(),
        "README.md": _readme(facet).encode(),
        "SHA256SUMS": _sums(data),
        "datapackage.json": _descriptor(facet, root, data),
        **data,
    }


def zipped(name: str, members: dict[str, bytes]) -> bytes:
    """Pack files into a zip in a folder of this name; the same files give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as file:
        for path, data in sorted(members.items()):
            info = zipfile.ZipInfo(f"{name}/{path}", _TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = _MODE
            info.create_system = 3  # the same bytes on every system
            file.writestr(info, data)
    return buffer.getvalue()


@lru_cache(maxsize=20_000)
def json_line(text: str) -> str:
    """Write a record, given in EGN, as a line of JSON Lines."""
    return records.dumps(records.loads(text), "jsonl")


def _array(entries: Iterable[Entry]) -> bytes:
    """Write records as one JSON array, an object a line."""
    lines = ",\n".join(json_line(entry.text).rstrip("\n") for entry in entries)
    return f"[\n{lines}\n]\n".encode()


def _verdicts(entries: Iterable[Entry], stored: Verdicts) -> Iterator[str]:
    for entry in entries:
        known = stored.current(entry)
        if known:
            yield json.dumps(known, separators=(",", ":")) + "\n"


def _index(entries: Iterable[Entry]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(_COLUMNS), lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(_row, entries))
    return text.getvalue().encode()


def _row(entry: Entry) -> dict[str, object]:
    record = entry.checked.record
    points, scored = record.result or ("", ""), record.game_points or ("", "")
    return {
        "id": entry.id,
        "title": record.title,
        "kind": entry.kind,
        "game": entry.game,
        "rules": record.rules,
        "variants": " ".join(entry.variants),
        "source": entry.source,
        "illustrates": " ".join(entry.topics),
        "date": record.date,
        "session": record.session,
        "round": record.round if record.round is not None else "",
        "forehand": record.forehand,
        "dealer": record.dealer,
        "first_trick": record.fragment or 1,
        "tricks": entry.tricks,
        "result": entry.result,
        "forehand_points": points[0],
        "dealer_points": points[1],
        "forehand_game_points": scored[0],
        "dealer_game_points": scored[1],
        "sha256": entry.digest,
    }


_RESOURCES = {
    "csv": ("index", "Index of the records", "text/csv"),
    "egn": ("records-egn", "The records in Elfern Game Notation", "text/plain"),
    "jsonl": ("records-jsonl", "The records as JSON Lines, one a line", "application/jsonl"),
}


def _descriptor(facet: Facet, root: Path, data: dict[str, bytes]) -> bytes:
    """Write `datapackage.json` for the files given by path."""
    version = releases.read(root).version_of(facet.entries) if facet.group == "all" else None
    resources = []
    for path, content in sorted(data.items()):
        name, title, media = _RESOURCES[path.rpartition(".")[2]]
        if path.startswith("verdicts"):
            name, title = "verdicts", "What the solver says of each card, all cards being known"
        resource: dict[str, Any] = {
            "name": name,
            "type": "table" if media == "text/csv" else "file",
            "path": path,
            "title": title,
            "mediatype": media,
            "encoding": "utf-8",
            "bytes": len(content),
            "hash": f"sha256:{sha256(content).hexdigest()}",
        }
        if media == "text/csv":
            fields = [{"name": column, **rest} for column, rest in _COLUMNS.items()]
            resource |= {
                "profile": "tabular-data-resource",
                "format": "csv",
                "scheme": "file",
                "schema": {"fields": fields, "primaryKey": ["id"], "missingValues": [""]},
            }
        resources.append(resource)
    package: dict[str, Any] = {
        "profile": "data-package",
        "name": facet.name,
        "title": f"Elfern and Bohemian Schneider, replay archive: {facet.title.lower()}",
        "description": (
            f"{len(facet.entries):,} records of deals, each checked card by card against its rules."
        ),
        "licenses": [LICENCE],
        "contributors": [{"title": "The Elfern site contributors", "role": "author"}],
        "resources": resources,
    }
    if version:
        package["version"] = version
    return (json.dumps(package, indent=1, ensure_ascii=False) + "\n").encode()


def _readme(facet: Facet) -> str:
    return f"""\
# Elfern and Bohemian Schneider: replay archive

{facet.title}: {len(facet.entries):,} records of deals, each checked card by card against its rules.

* `records.csv`: the index, one record a line; its columns are described in `datapackage.json`.
* `records.egn`: the records in Elfern Game Notation, a text format that people can read.
* `records.jsonl`: the same as JSON Lines, one record a line.
* `verdicts.jsonl`, where there is any: what the solver says of each card played, all cards being
  known. `lines` are the main line and its branches; `first` is how many cards were played before
  the first that was judged; `values` are the card points that forehand ends with, for each legal
  card, clubs before spades, hearts and diamonds, in each suit from seven, eight, nine, ten, jack,
  queen and king to ace. `elfern_core.verdicts.unpacked` reads it.
* `SHA256SUMS`: checksums of these four; `sha256sum -c SHA256SUMS` checks them.

`Source` says where a record comes from: `constructed` was made to illustrate something,
`self-play` is a game of the engine against itself, `played` one of people. No record here claims
to be a historical game.

Licence: CC BY 4.0, see `LICENSE.txt`. How to cite: see `CITATION.cff`.
"""


def _sums(data: dict[str, bytes]) -> bytes:
    lines = (f"{sha256(content).hexdigest()}  {path}\n" for path, content in sorted(data.items()))
    return "".join(lines).encode()
