"""What Pyodide's WebAssembly offers, cut down to what somebody asks for.

It is made to take any compiled package in, and so exports nearly all it has; the glue makes a place
in its tables for each of these names before Python starts. The engine is pure Python, and no
compiled package is ever loaded: what neither the glue nor the module's own links name is for
nobody.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import leb128
from auditwheel_emscripten.emscripten_tools.webassembly import Module, SecType

if TYPE_CHECKING:
    from pathlib import Path

    from auditwheel_emscripten.emscripten_tools.webassembly import Export

# The glue's own list of all exports: `var _name=Module["_name"]=wasmExports["name"]`, from Pyodide
# 314 on with all names declared before.
_LISTED = re.compile(
    r"""(?:\bvar\ )?\b(_\w+)=Module\["\1"\]=wasmExports\["(?P<name>\w+)"\];
    |\bvar\ [\w$]+(?:,[\w$]+)*;""",
    re.VERBOSE,
)
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
# Modules that a name is imported from when its place comes from the tables of the glue.
_LINKS = ("GOT.func", "GOT.mem")


def named(glue: str) -> set[str]:
    """Give the names that the text of a glue or a loader mentions, its list of exports left out.

    A script calls an export by its name or with an underscore before it; both count. Where the list
    is written in another way than expected it counts too, and more is kept than need be.
    """
    words = set(_WORD.findall(_LISTED.sub("", glue)))
    return words | {word[1:] for word in words if word.startswith("_")}


def trim_glue(glue: str, exports: set[str]) -> str:
    """Give a glue script whose list holds only what is exported."""
    kept = {None, *exports}
    return _LISTED.sub(lambda one: one[0] if one["name"] in kept else "", glue)


def trim_exports(wasm: Path, names: set[str], target: Path) -> set[str]:
    """Write a WebAssembly module that exports only what is named or what it links to itself.

    All else in the file stays as it is, byte for byte.

    Returns:
        The names that are still exported.
    """
    whole = wasm.read_bytes()
    with Module(str(wasm)) as module:
        wanted = names | {one.field for one in module.get_imports() if one.module in _LINKS}
        kept = [export for export in module.get_exports() if export.name in wanted]
        sections = list(module.sections())
    at = next(at for at, section in enumerate(sections) if section.type == SecType.EXPORT)
    before, section = sections[at - 1 : at + 1]
    body = bytes(leb128.u.encode(len(kept))) + b"".join(map(_entry, kept))
    size = bytes(leb128.u.encode(len(body)))
    start = before.offset + before.size
    rest = whole[section.offset + section.size :]
    target.write_bytes(whole[:start] + bytes([SecType.EXPORT]) + size + body + rest)
    return {export.name for export in kept}


def _entry(export: Export) -> bytes:
    name: bytes = export.name.encode()
    kind, index = bytes([export.kind]), bytes(leb128.u.encode(export.index))
    return bytes(leb128.u.encode(len(name))) + name + kind + index
