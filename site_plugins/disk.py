"""What a site needs to be read from disk, unzipped and without a server.

The pages' modules as one classic script, the search index and the archive's index as scripts, and
in every page a small script that does nothing elsewhere (`docs/assets/before-theme.js`).
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from site_plugins.bundle import bundle, site_modules

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["DATA", "SCRIPT", "add_script", "write"]

SCRIPT = "assets/before-theme.js"
"""The script of every page, from the site's root."""
DATA = "archive/index/"
"""The folder of data that pages fetch; each file has its script `NAME.js` beside it."""

_BUNDLE = re.compile(r'<script src="([^"]*)assets/javascripts/bundle\.[^"]*"></script>')


def add_script(html: str) -> str:
    """Put the script before the theme's own, which starts the search; not twice."""
    if SCRIPT in html:
        return html
    return _BUNDLE.sub(
        lambda match: f'<script src="{match[1]}{SCRIPT}"></script>\n{match[0]}', html, count=1
    )


def write(site: Path, entries: Iterable[str], assets: Path, node_modules: Path) -> None:
    """Write the modules as one script, and as scripts the data that pages fetch elsewhere.

    Args:
        site: the folder of the built site.
        entries: names of the modules that every page loads.
        assets: the folder of the modules' sources.
        node_modules: the folder of the npm packages.
    """
    # From disk, the offline page says that there is nothing to keep.
    modules = site_modules(assets) | {"offline-package.mjs": "export const PACKAGE = null;\n"}
    entry = "".join(f'import "./{name}";\n' for name in entries)
    (site / "assets" / "disk.js").write_text(bundle(entry, modules, node_modules), encoding="utf-8")
    index = site / "search" / "search_index.json"
    if index.is_file():
        text = index.read_text(encoding="utf-8")
        (site / "search" / "search_index.js").write_text(
            f"var __index = {text.strip()};\n", encoding="utf-8"
        )
    for path in sorted((site / DATA).glob("*.json")) + sorted((site / DATA).glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        value = text.strip() if path.suffix == ".json" else json.dumps(text)
        path.with_name(f"{path.name}.js").write_text(
            f"(globalThis.elfernData ??= {{}})[{json.dumps(path.name)}] = {value};\n",
            encoding="utf-8",
        )
