"""Which modules of the standard library a program needs: import statements, read not run.

The functions read source text alone. They run under the Python whose library they read, so that its
grammar is theirs: `runtime_node.mjs` starts this file inside Pyodide, tests start it in CPython.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import zipfile
    from collections.abc import Iterable, Mapping

HIDDEN: Mapping[str, tuple[str, ...]] = {
    "datetime": ("_strptime",),
    "time": ("_strptime",),
    "pickle": ("_compat_pickle",),
}
"""Modules that C code imports behind the back of a module, where no source text says so."""


def imported(source: str, module: str, *, is_package: bool, inside: bool) -> dict[str, int]:
    """Give the names that a module's source may import, each with the line that says so.

    A `from a import b` gives both `a` and `a.b`, whichever of them is a module. Left out is what
    never runs on import here: blocks for type checkers, for a module started as a program and for
    Windows; and, unless `inside` is set, what stands in functions.

    Args:
        source: the module's text; a SyntaxError is the caller's to explain.
        module: its dotted name, which relative imports start from.
        is_package: whether the text is that of an `__init__.py`.
        inside: whether to read the bodies of functions too.

    Returns:
        Dotted names and line numbers, counted from 1.
    """
    found: dict[str, int] = {}
    pending: list[ast.AST] = [ast.parse(source)]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Import):
            for alias in node.names:
                found.setdefault(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, module, is_package=is_package)
            for name in (base, *(f"{base}.{alias.name}" for alias in node.names)):
                found.setdefault(name, node.lineno)
        elif isinstance(node, ast.If) and _never(node.test):
            pending.extend(node.orelse)
        elif inside or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            pending.extend(ast.iter_child_nodes(node))
    return found


def _base(node: ast.ImportFrom, module: str, *, is_package: bool) -> str:
    """Give the absolute name of the module after `from`."""
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    kept = parts[: len(parts) - node.level + is_package]
    return ".".join([*kept, *([node.module] if node.module else [])])


def _never(test: ast.expr) -> bool:
    """Tell whether the condition is false on every import under Pyodide."""
    return ast.unparse(test) in {
        "TYPE_CHECKING",
        "typing.TYPE_CHECKING",
        "__name__ == '__main__'",
        "sys.platform == 'win32'",
    }


class Library:
    """The modules of a zipped standard library."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        """Take an open archive of `.py` files at their places."""
        self._archive = archive
        self._entries: dict[str, str] = {}
        for entry in archive.namelist():
            if entry.endswith(".py") and not entry.startswith("site-packages/"):
                name = entry.removesuffix(".py").removesuffix("/__init__")
                self._entries[name.replace("/", ".")] = entry

    def __contains__(self, module: str) -> bool:
        """Tell whether the library has a module of that name."""
        return module in self._entries

    def entry(self, module: str) -> str:
        """Give the module's place in the archive; KeyError for a stranger."""
        return self._entries[module]

    def imports(self, module: str, *, inside: bool) -> set[str]:
        """Give what a module of the library may import; see `imported`."""
        entry = self._entries[module]
        return {
            *imported(
                self._archive.read(entry).decode(),
                module,
                is_package=entry.endswith("/__init__.py"),
                inside=inside,
            ),
            *HIDDEN.get(module, ()),
        }

    def closure(self, loaded: Iterable[str], named: Iterable[str]) -> list[str]:
        """Give all modules of the library that a program may come to need.

        Args:
            loaded: modules seen loaded. What they import at their top level is kept too.
            named: modules that the program itself names. It may call any function of theirs, so
                what they import inside functions is kept as well.

        Returns:
            Sorted dotted names, packages above a module included. Names that are not in the
            library, such as built-in modules, add nothing.
        """
        kept: set[str] = set()
        pending = list(loaded)
        for module in named:
            pending.append(module)
            pending.extend(HIDDEN.get(module, ()))
            if module in self:
                pending.extend(self.imports(module, inside=True))
        while pending:
            parts = pending.pop().split(".")
            for end in range(1, len(parts) + 1):
                module = ".".join(parts[:end])
                if module in self and module not in kept:
                    kept.add(module)
                    pending.extend(self.imports(module, inside=False))
        return sorted(kept)
