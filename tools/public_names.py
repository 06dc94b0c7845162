"""The engine's public names: `python -m tools.public_names [--write]`.

The list in tests/public_names.txt is a promise to programs that use the engine; a test holds the
code to it. A name is public when no part of it begins with an underscore and it is defined where it
stands, or re-exported there by `__all__`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import griffe

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "public_names.txt"
"""The file that holds the list: one dotted path and its kind a line, sorted."""


def load(package: str = "elfern_core", root: Path = ROOT) -> griffe.Module:
    """Read a package below `root` from its source, without importing it."""
    loaded = griffe.load(package, search_paths=[root], docstring_parser=griffe.Parser.google)
    if not isinstance(loaded, griffe.Module):
        message = f"{package} is not a package below {root}"
        raise TypeError(message)
    return loaded


def _members(owner: griffe.Module | griffe.Class) -> dict[str, griffe.Object | griffe.Alias]:
    """Give an owner's members; a class also has those of its bases that are private."""
    if isinstance(owner, griffe.Module):
        return owner.members
    inherited: dict[str, griffe.Object | griffe.Alias] = {}
    for base in reversed(owner.mro()):
        if base.name.startswith("_"):
            inherited |= base.members
    return inherited | owner.members


def _is_package_name(name: str, member: griffe.Object | griffe.Alias) -> bool:
    """Tell whether a member counts: not private, not special, not merely imported."""
    if name.startswith("_"):
        return False
    return bool(member.is_public) if member.is_alias else True


def walk(
    owner: griffe.Module | griffe.Class, path: str | None = None
) -> Iterator[tuple[str, griffe.Object, griffe.Module | griffe.Class]]:
    """Go through all public names below a module or class: path, object, what it stands in."""
    path = path or owner.path
    for name, member in _members(owner).items():
        if not _is_package_name(name, member):
            continue
        target = member.final_target if isinstance(member, griffe.Alias) else member
        here = f"{path}.{name}"
        yield here, target, owner
        if isinstance(target, griffe.Module | griffe.Class) and not member.is_alias:
            yield from walk(target, here)


def _described_by(owner: griffe.Module | griffe.Class, name: str) -> bool:
    """Tell whether the docstring of the owner has an Attributes section with that name."""
    if owner.docstring is None:
        return False
    return any(
        name == attribute.name
        for section in owner.docstring.parsed
        if section.kind is griffe.DocstringSectionKind.attributes
        for attribute in section.value
    )


def public_names(package: griffe.Module) -> list[str]:
    """List the package and its public names with their kinds, sorted."""
    found = {f"{path} {target.kind.value}" for path, target, _ in walk(package)}
    return sorted({f"{package.path} {package.kind.value}"} | found)


def undocumented(package: griffe.Module) -> list[str]:
    """List the public names that say nothing of themselves, with the file and line."""
    missing = [] if package.has_docstring else [f"{package.filepath}: {package.path}"]
    missing += [
        f"{target.relative_filepath}:{target.lineno}: {path}"
        for path, target, owner in walk(package)
        if not target.has_docstring and not _described_by(owner, path.rpartition(".")[2])
    ]
    return missing


def main() -> int:
    """Print the list, or write it to its file."""
    text = "\n".join(public_names(load())) + "\n"
    if "--write" in sys.argv[1:]:
        LIST.write_text(text, encoding="utf-8", newline="\n")
        print(f"{LIST.relative_to(ROOT)}: {len(text.splitlines())} names")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
