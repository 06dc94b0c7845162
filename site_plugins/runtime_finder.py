"""Imports from an archive that read each module once: `sitecustomize` of the browser's Python.

`zipimport` reads a module and makes its code to find it, and does both once more to load it. This
stands in the library's archive as `sitecustomize.py`, which Python imports when it starts; from
then on, the modules of library and engine are found in the archive's directory.
"""

from __future__ import annotations

import sys
from importlib.util import spec_from_file_location
from zipimport import ZipImportError, zipimporter

TYPE_CHECKING = False  # what is imported here is still read twice, and `typing` imports much
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType


class Archive(zipimporter):
    """The importer of an archive of byte code."""

    def find_spec(self, fullname: str, target: ModuleType | None = None) -> ModuleSpec | None:
        """Give what Python must know of a module to load it."""
        try:
            ending = "/__init__.pyc" if self.is_package(fullname) else ".pyc"
        except ZipImportError:
            return super().find_spec(fullname, target)  # nothing, or a folder that may be a package
        place = f"{self.archive}/{self.prefix}{fullname.rpartition('.')[2]}{ending}"
        return spec_from_file_location(fullname, place, loader=self)


sys.path_hooks[sys.path_hooks.index(zipimporter)] = Archive
sys.path_importer_cache.clear()
