"""The modules of the code and what each needs, read from the code itself, for a page."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from site_plugins.theme import imported

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["Room", "floors", "python_rooms", "script_rooms", "tell"]

_FIRST = re.compile(r"^//\s?(.*)$")
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Room:
    """A module, or a package whose modules are counted as one.

    Attributes:
        name: without the package around it.
        says: the first sentence that it says of itself.
        needs: names of the others that it imports, sorted.
        lines: how many lines it has.
    """

    name: str
    says: str
    needs: tuple[str, ...]
    lines: int


def python_rooms(folder: Path) -> dict[str, Room]:
    """Read the modules of a Python package; a package inside it is one room."""
    package = folder.name
    names = {path.stem for path in folder.glob("*.py")} | {
        path.parent.name for path in folder.glob("*/__init__.py")
    }
    rooms = {}
    for name in sorted(names - {"__init__"}):
        inside = folder / name
        files = sorted(inside.rglob("*.py")) if inside.is_dir() else [folder / f"{name}.py"]
        needs: set[str] = set()
        texts = [path.read_text(encoding="utf-8") for path in files]
        trees = [ast.parse(text) for text in texts]
        for tree in trees:
            needs |= {found for found in _imports(tree, package) if found in names}
        first = ast.get_docstring(trees[0]) or ""
        lines = sum(text.count("\n") for text in texts)
        rooms[name] = Room(name, _sentence(first), tuple(sorted(needs - {name})), lines)
    return rooms


def _imports(tree: ast.Module, package: str) -> set[str]:
    """Give the modules of the package that are imported when the module runs, not for types."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            found |= {
                alias.name.split(".")[1]
                for alias in node.names
                if alias.name.startswith(f"{package}.")
            }
        elif isinstance(node, ast.ImportFrom) and node.module == package:
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package}."):
            found.add(str(node.module).split(".")[1])
    return found


def script_rooms(assets: Path) -> dict[str, Room]:
    """Read the modules of the pages."""
    sources = {path.name: path.read_text(encoding="utf-8") for path in sorted(assets.glob("*.mjs"))}
    rooms = {}
    for name, text in sources.items():
        needs = [other for other in imported(name, {name: text}) if other != name]
        says = []
        for line in text.splitlines():
            match = _FIRST.match(line)
            if not match or not match[1]:
                break
            says.append(match[1])
        known = tuple(sorted(other for other in needs if other in sources))
        rooms[name] = Room(name, _sentence(" ".join(says)), known, text.count("\n"))
    return rooms


def _sentence(text: str) -> str:
    """Give the first sentence of a text."""
    whole = " ".join(text.split("\n\n", maxsplit=1)[0].split())
    match = re.match(r"(.+?[.!?])(?:\s|$)", whole)
    return (match[1] if match else whole).rstrip(":.") + ("." if whole else "")


def floors(rooms: Mapping[str, Room]) -> list[list[Room]]:
    """Order the rooms in floors: each needs only rooms of the floors below.

    Raises:
        ValueError: some need each other.
    """
    left, placed, found = dict(rooms), set[str](), list[list[Room]]()
    while left:
        floor = [room for room in left.values() if placed.issuperset(room.needs)]
        if not floor:
            raise ValueError(f"these import each other: {', '.join(sorted(left))}")
        found.append(floor)
        placed |= {room.name for room in floor}
        left = {name: room for name, room in left.items() if name not in placed}
    return found


def tell(rooms: Mapping[str, Room], title: str) -> str:
    """Give the floors as nested lists in HTML, the lowest first, each name a place to link to."""
    parts = [f'<ol class="elfern-floors" aria-label="{escape(title)}">']
    for floor in floors(rooms):
        parts.append("<li><ul>")
        for room in floor:
            needs = ", ".join(
                f'<a href="#{_place(title, other)}"><code>{escape(other)}</code></a>'
                for other in room.needs
            )
            parts.append(
                f'<li id="{_place(title, room.name)}"><code>{escape(room.name)}</code> '
                f"{_CODE.sub(r'<code>\1</code>', escape(room.says))}"
                + (f' <span class="elfern-needs">Needs {needs}.</span>' if needs else "")
                + "</li>"
            )
        parts.append("</ul></li>")
    return "".join([*parts, "</ol>"])


def _place(title: str, name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", f"{title}-{name}".lower()).strip("-")
