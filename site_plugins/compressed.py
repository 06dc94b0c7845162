"""The runtime's large files compressed beside them, for hosts that compress nothing themselves.

The worker asks for the file as it is; only where the answer comes uncompressed does it ask for the
sibling, and unpacks that itself (`docs/assets/worker.mjs`).
"""

from __future__ import annotations

import gzip
import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MODULE", "SMALLEST", "write"]

MODULE = "assets/runtime.mjs"
"""The module that tells the pages of the runtime; the names of the siblings are added to it."""
SMALLEST = 100_000
"""Files below this many bytes are sent as they are."""
KINDS = {".wasm", ".zip", ".whl"}
"""What the worker fetches itself; scripts, every host compresses."""
KEPT = 24
"""How many compressed files the cache keeps, newest first."""


def write(site: Path, cache: Path) -> list[str]:
    """Write the siblings and name them in the runtime's module; give their names.

    The same bytes give the same sibling: no time and no name stands in it.

    Args:
        site: the folder of the built site.
        cache: a folder for what is kept between builds.
    """
    names = []
    for path in sorted((site / "assets" / "runtime").glob("*/*")):
        data = path.read_bytes() if path.suffix in KINDS else b""
        if len(data) >= SMALLEST:
            path.with_name(f"{path.name}.gz").write_bytes(_compressed(data, cache))
            names.append(path.name)
    module = site / MODULE
    if module.is_file():
        line = f"export const GZIPPED = {json.dumps(names)};\n"
        text = module.read_text(encoding="utf-8")
        module.write_text(text.partition("export const GZIPPED")[0] + line, encoding="utf-8")
    return names


def _compressed(data: bytes, cache: Path) -> bytes:
    kept = cache / "compressed" / f"{hashlib.sha256(data).hexdigest()}.gz"
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        made = kept.with_suffix(".part")
        made.write_bytes(gzip.compress(data, 9, mtime=0))
        made.replace(kept)
        others = sorted(kept.parent.glob("*.gz"), key=lambda path: path.stat().st_mtime)
        for old in others[:-KEPT]:
            old.unlink()
    return kept.read_bytes()
