"""Imports from an archive with the finder of the browser's Python: as without, but opened once."""

from __future__ import annotations

import importlib.util
import json
import marshal
import os
import shutil
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from site_plugins.runtime_archives import FINDER

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Imports from an archive, counts how often it is opened for that, and tells what of each module.
IMPORTED = """
import importlib, json, sys

archive, *names = sys.argv[1:]
opened = 0

def heard(event, arguments):
    global opened
    opened += event == "open" and arguments[0] == archive

sys.addaudithook(heard)
sys.path.append(archive)

def told(name):
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        return f"{type(error).__name__}: {error}"
    spec = module.__spec__
    return [
        module.__file__,
        getattr(module, "__path__", None),
        module.where(),
        [spec.origin, spec.cached, spec.has_location, spec.parent],
        spec.submodule_search_locations,
    ]

first = [told(name) for name in names]
before = opened
importlib.invalidate_caches()
for name in names:
    sys.modules.pop(name, None)
print(json.dumps({"opened": before, "told": first, "again": [told(name) for name in names]}))
"""


@pytest.fixture
def imports(tmp_path: Path) -> Callable[..., list[dict[str, object]]]:
    """Give a function that imports from an archive, without the finder and with it."""

    def answers(
        files: dict[str, bytes], *names: str, packing: int = zipfile.ZIP_STORED
    ) -> list[dict[str, object]]:
        archive = tmp_path / "archive.zip"
        with zipfile.ZipFile(archive, "w", packing) as made:
            made.mkdir("bare")
            for place, content in files.items():
                made.writestr(place, content)
        found = []
        for name in ("without", "with"):
            folder = tmp_path / name
            folder.mkdir()
            if name == "with":
                shutil.copyfile(FINDER, folder / "sitecustomize.py")
            done = subprocess.run(
                [sys.executable, "-c", IMPORTED, archive, *names],
                env={**os.environ, "PYTHONPATH": str(folder)},
                capture_output=True,
                text=True,
                check=True,
            )
            found.append(json.loads(done.stdout))
        return found

    return answers


WHERE = "def where():\n    return where.__code__.co_filename\n"


def byte_code(place: str) -> bytes:
    code = marshal.dumps(compile(WHERE, place, "exec"))
    return importlib.util.MAGIC_NUMBER + bytes(12) + code


def test_an_archive_is_read_once(imports: Callable[..., list[dict[str, int]]]) -> None:
    places = ("lone", "whole/__init__", "whole/part", "whole/deep/__init__", "bare/part")
    names = ("lone", "whole.part", "whole.deep", "bare.part", "absent", "whole.absent")
    plain, ours = imports({f"{place}.pyc": byte_code(f"{place}.py") for place in places}, *names)
    assert ours["told"] == plain["told"]
    assert ours["again"] == plain["again"] == plain["told"]
    # Once for its directory, once for all else. When `zipimport` no longer opens it for each module
    # twice, the finder has had its day.
    assert ours["opened"] == 2
    assert plain["opened"] == 1 + 2 * len(places)


@pytest.mark.parametrize(
    ("place", "content", "packing"),
    [
        ("odd.py", WHERE.encode(), zipfile.ZIP_STORED),
        ("odd/__init__.py", WHERE.encode(), zipfile.ZIP_STORED),
        ("odd.pyc", byte_code("odd.py"), zipfile.ZIP_DEFLATED),
        ("odd.pyc", bytes(4) + byte_code("odd.py")[4:], zipfile.ZIP_STORED),
        ("odd.pyc", b"", zipfile.ZIP_STORED),
    ],
    ids=["source", "a package's source", "packed", "of another Python", "empty"],
)
def test_what_is_not_plain_byte_code_is_left_to_python(
    imports: Callable[..., list[dict[str, object]]], place: str, content: bytes, packing: int
) -> None:
    plain, ours = imports({place: content}, "odd", packing=packing)
    assert ours == plain
