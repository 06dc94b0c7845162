"""What a reader can keep for offline: the list of files with their hashes, and the service worker.

Written last, over the finished site. The core is the whole site but the archive's pages, which are
a package of their own. Each file is listed with the hash of its bytes: the worker takes no other.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from base64 import b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from site_plugins import disk
from site_plugins.bundle import bundle

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

__all__ = [
    "ARCHIVE",
    "Package",
    "is_shipped",
    "leave_out",
    "mark",
    "version_of",
    "write",
    "write_none",
]

ARCHIVE = "archive/"
"""The folder of the second package."""
WORKER = "offline-worker.js"
"""The service worker, at the site's root: it serves what stands beside and below it."""
INFO = "assets/offline-package.mjs"
"""The module from which the offline page knows how much there is to keep."""
SOURCE = "offline-worker.mjs"
"""The worker's source among the assets; the site has it only as made."""

_NOT_KEPT = (".map", ".gz", ".inv")
_ELSEWHERE = ("assets/disk.js", "search/search_index.js", WORKER)
_LUNR = "assets/javascripts/lunr/"
_ROUNDED = 100_000


@dataclass(frozen=True)
class Package:
    """Files that are kept together.

    Attributes:
        paths: from the site's root, sorted.
        size: bytes when kept.
        packed: about how many bytes travel from a host that compresses.
    """

    paths: tuple[str, ...]
    size: int
    packed: int


def is_shipped(path: str, languages: Collection[str]) -> bool:
    """Tell whether a reader without a network could miss a file.

    Args:
        path: from the site's root.
        languages: those of the search.
    """
    if path.endswith(_NOT_KEPT) or path in _ELSEWHERE:
        return False
    if path.startswith(disk.DATA) and path.endswith(".js"):
        return False
    if not path.startswith(_LUNR):
        return True
    # One stemmer for each language; the search loads those of the site, and what they need.
    wanted = {f"lunr.{name}.min.js" for name in (*languages, "stemmer.support", "multi")}
    return path.removeprefix(f"{_LUNR}min/") in wanted


def leave_out(site: Path, languages: Collection[str]) -> None:
    """Delete the parts of the theme's search that the site's languages do not load."""
    for path in sorted((site / _LUNR).rglob("*.js")):
        if not is_shipped(path.relative_to(site).as_posix(), languages):
            path.unlink()


def digest(data: bytes) -> str:
    """Give the SHA-256 of some bytes in the form that browsers compare."""
    return b64encode(hashlib.sha256(data).digest()).decode()


def version_of(site: Path, paths: Iterable[str]) -> str:
    """Give a name for what the files hold: another as soon as one byte is another."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(f"{path}\0{digest((site / path).read_bytes())}\n".encode())
    return whole.hexdigest()[:16]


def mark(html: str, version: str) -> str:
    """Write the version into a page, where the worker and the offline page look for it."""
    meta = f'<meta name="elfern-version" content="{version}"></head>'
    return html.replace("</head>", meta, 1)


def measured(site: Path, paths: Sequence[str]) -> Package:
    """Give a package with its sizes, rounded: they are told to people."""
    size = packed = 0
    for path in paths:
        data = (site / path).read_bytes()
        size += len(data)
        packed += len(zlib.compress(data, 1))
    return Package(tuple(paths), *(-(-n // _ROUNDED) * _ROUNDED for n in (size, packed)))


def write_none(site: Path) -> None:
    """Tell the offline page that there is nothing to keep: a preview changes all the time."""
    (site / INFO).write_text("export const PACKAGE = null;\n", encoding="utf-8")


def write(site: Path, languages: Collection[str], assets: Path, node_modules: Path) -> None:
    """Mark the pages with the version and write the worker and its lists.

    Args:
        site: the folder of the built site, finished but for this.
        languages: those of the search.
        assets: the folder of the modules' sources.
        node_modules: the folder of the npm packages.
    """
    found = (path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    paths = sorted(path for path in found if is_shipped(path, languages) and path != INFO)
    version = version_of(site, paths)
    for path in paths:
        if path.endswith(".html"):
            file = site / path
            file.write_text(mark(file.read_text(encoding="utf-8"), version), encoding="utf-8")
    core = measured(site, [path for path in paths if not path.startswith(ARCHIVE)])
    archive = measured(site, [path for path in paths if path.startswith(ARCHIVE)])
    told = {
        name: {"files": len(package.paths), "bytes": package.size, "packed": package.packed}
        for name, package in (("core", core), ("archive", archive))
    }
    (site / INFO).write_text(
        "// Made by the build: how much there is to keep for offline.\n"
        f"export const PACKAGE = {json.dumps(told)};\n",
        encoding="utf-8",
    )
    listed = json.dumps(_with_hashes(site, archive.paths), separators=(",", ":"))
    name = f"assets/offline-archive-{hashlib.sha256(listed.encode()).hexdigest()[:16]}.js"
    (site / name).write_text(f"self.ARCHIVE={listed};\n", encoding="utf-8")
    packages = {
        "version": version,
        "core": _with_hashes(site, [*core.paths, INFO]),
        "archive": name,
    }
    source = (assets / SOURCE).read_text(encoding="utf-8")
    entry = f"const PACKAGES = {json.dumps(packages, separators=(',', ':'))};\n{source}"
    (site / WORKER).write_text(bundle(entry, {}, node_modules), encoding="utf-8")


def _with_hashes(site: Path, paths: Iterable[str]) -> list[tuple[str, str]]:
    """Give each path as a page's address would have it, and the hash of the file."""
    return [(quote(path), digest((site / path).read_bytes())) for path in paths]
