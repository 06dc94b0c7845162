"""Imports from an archive that read it once: `sitecustomize` of the browser's Python.

`zipimport` opens the archive for each module twice: to find it, when it already makes its code, and
to load it. This stands in the library's archive as `sitecustomize.py`, which Python imports when it
starts; from then on, an archive is kept in memory and the code of its modules is made once.
"""

from __future__ import annotations

import sys
from importlib.util import MAGIC_NUMBER, spec_from_file_location
from marshal import loads
from zipimport import _zip_directory_cache, zipimporter  # type: ignore[attr-defined]

TYPE_CHECKING = False  # this is still imported the slow way, and `typing` imports much
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType

STORED = 0
HEADER = 30  # bytes of an entry before its name, whose last four are the lengths of name and rest
PREAMBLE = 16  # bytes of byte code before the code

contents: dict[str, memoryview] = {}


class Archive(zipimporter):
    """The importer of an archive. What is not plain byte code in it is left to `zipimport`."""

    def find_spec(self, fullname: str, target: ModuleType | None = None) -> ModuleSpec | None:
        """Give what Python must know of a module to load it."""
        entry = self._entry(fullname)
        if entry is None:
            return super().find_spec(fullname, target)
        return spec_from_file_location(fullname, entry[0], loader=self)

    def get_code(self, fullname: str) -> CodeType:
        """Give a module's code."""
        entry = self._entry(fullname)
        if entry is None:
            return super().get_code(fullname)
        _, _, size, _, start, *_ = entry
        content = self._content()
        lengths = content[start + HEADER - 4 : start + HEADER]
        start += HEADER + int.from_bytes(lengths[:2], "little")
        start += int.from_bytes(lengths[2:], "little")
        if content[start : start + len(MAGIC_NUMBER)] != MAGIC_NUMBER:
            return super().get_code(fullname)
        code: CodeType = loads(content[start + PREAMBLE : start + size])  # noqa: S302  (as zipimport)
        return code

    def invalidate_caches(self) -> None:
        """Forget what has been read of the archive."""
        super().invalidate_caches()
        contents.pop(self.archive, None)

    def _entry(self, fullname: str) -> tuple[str, int, int, int, int, int, int, int] | None:
        """Give what the archive's directory says of a module that is stored as byte code."""
        name = self.prefix + fullname.rpartition(".")[2]
        directory = _zip_directory_cache.get(self.archive, {})  # `zipimport` fills it
        for place in (f"{name}/__init__.pyc", f"{name}.pyc"):
            if place in directory:
                return directory[place] if directory[place][1] == STORED else None
        return None

    def _content(self) -> memoryview:
        if self.archive not in contents:
            with open(self.archive, "rb") as file:  # noqa: PTH123  (pathlib is yet to come)
                contents[self.archive] = memoryview(file.read())
        return contents[self.archive]


sys.path_hooks[sys.path_hooks.index(zipimporter)] = Archive
sys.path_importer_cache.clear()
