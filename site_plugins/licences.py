"""What the site ships that others have made, with version and licence, as a table for a page.

Versions are those installed when the site is built; where a package states its licence itself,
its own word is taken and must be the one written here, so that a change is noticed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["SHIPPED", "LicenceError", "Part", "table", "version"]


class LicenceError(ValueError):
    """A package that is not there, or states another licence than is written here."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something of others that is in the built site."""

    name: str
    """Its name, as people know it."""
    licence: str
    """SPDX expression of its licence."""
    where: str
    """What of it stands where."""
    home: str
    """Where its source is."""
    package: str = ""
    """The package it comes in."""
    kind: Literal["npm", "python", "in pyodide", "in theme"] = "npm"
    """Where that package is from, or what it came along with."""


SHIPPED = (
    Part(
        "Pyodide",
        "MPL-2.0",
        "`assets/runtime/`: loader; WebAssembly and glue, without unused exports",
        "https://github.com/pyodide/pyodide",
        "pyodide",
    ),
    Part(
        "CPython and its standard library",
        "PSF-2.0",
        "`assets/runtime/`: in the WebAssembly; the library as byte code, trimmed",
        "https://github.com/python/cpython",
        kind="in pyodide",
    ),
    Part(
        "Emscripten’s system libraries",
        "MIT",
        "`assets/runtime/`: in the WebAssembly",
        "https://github.com/emscripten-core/emscripten",
        kind="in pyodide",
    ),
    Part(
        "bzip2, Expat, libffi, zlib",
        "bzip2-1.0.6 AND MIT AND Zlib",
        "`assets/runtime/`: in the WebAssembly",
        "https://github.com/pyodide/pyodide/tree/main/cpython",
        kind="in pyodide",
    ),
    Part(
        "Material for MkDocs",
        "MIT",
        "`assets/javascripts/`, `assets/stylesheets/` and the frame of every page",
        "https://github.com/squidfunk/mkdocs-material",
        "mkdocs-material",
        "python",
    ),
    Part(
        "Material Design Icons",
        "Apache-2.0",
        "icons in the frame of the pages",
        "https://github.com/Templarian/MaterialDesign",
        kind="in theme",
    ),
    Part(
        "RxJS, tslib, clipboard.js, escape-html, focus-visible",
        "Apache-2.0 AND 0BSD AND MIT AND W3C-20150513",
        "in the theme’s script",
        "https://github.com/squidfunk/mkdocs-material/blob/master/package.json",
        kind="in theme",
    ),
    Part(
        "Lunr",
        "MIT",
        "in the script of the search",
        "https://github.com/olivernn/lunr.js",
        kind="in theme",
    ),
    Part(
        "Lunr languages, with Snowball’s stemmers",
        "MPL-1.1",
        "`assets/javascripts/lunr/`",
        "https://github.com/MihaiValentin/lunr-languages",
        kind="in theme",
    ),
    *(
        Part(
            f"Workbox: {part}",
            "MIT",
            "`offline-worker.js`",
            "https://github.com/GoogleChrome/workbox",
            f"workbox-{part}",
        )
        for part in ("core", "precaching", "routing", "strategies")
    ),
)
"""All of them."""


def version(part: Part, node_modules: Path) -> str:
    """Give the version that is installed; empty for what came along with another package.

    Raises:
        LicenceError: the package is not installed or states another licence.
    """
    if not part.package:
        return ""
    if part.kind == "python":
        try:
            found = metadata.metadata(part.package)
        except metadata.PackageNotFoundError as error:
            raise LicenceError(f"{part.package} is not installed") from error
        stated, installed = found.get("License-Expression"), found["Version"]
    else:
        path = node_modules / part.package / "package.json"
        if not path.is_file():
            raise LicenceError(f"{path} is not there; `make packages` installs it")
        package = json.loads(path.read_text(encoding="utf-8"))
        stated, installed = package.get("license"), package["version"]
    if stated and stated != part.licence:
        raise LicenceError(f"{part.package} is under {stated}, not {part.licence}")
    return str(installed)


def table(node_modules: Path) -> str:
    """Give the table for the page, in Markdown.

    Raises:
        LicenceError: see `version`.
    """
    along = {"in pyodide": "with Pyodide", "in theme": "with the theme"}
    lines = ["| What | Version | Licence | Where in the site |", "|---|---|---|---|"]
    for part in SHIPPED:
        number = version(part, node_modules) or along[part.kind]
        lines.append(f"| [{part.name}]({part.home}) | {number} | {part.licence} | {part.where} |")
    return "\n".join(lines)
