"""The tests of engine and records themselves, run by pytest inside Pyodide.

Left out is what starts other programs, which a browser has not, and what imports a package with
compiled parts, in itself or in what it requires, of which Pyodide has no build. Which tests that
are follows from what they import and is not listed here.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sysconfig
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING

from packaging.requirements import Requirement

from site_plugins.runtime_archives import node_program
from site_plugins.runtime_imports import imported

if TYPE_CHECKING:
    from pathlib import Path

    from site_plugins.runtime import Runtime

FOLDERS = ("tests/engine", "tests/records")


def imports(path: Path, root: Path) -> set[str]:
    """Give the top-level packages that a test's module imports, be it by way of other tests."""
    pending, seen, found = [path], {path}, set()
    while pending:
        source = pending.pop()
        module = ".".join(source.relative_to(root).with_suffix("").parts)
        for name in imported(source.read_text(), module, is_package=False, inside=True):
            found.add(name.partition(".")[0])
            beside = root / (name.replace(".", "/") + ".py")
            if name.startswith("tests.") and beside.is_file() and beside not in seen:
                seen.add(beside)
                pending.append(beside)
    return found


@cache
def is_pure(distribution: str) -> bool:
    """Tell whether a distribution and all that it requires here are Python alone."""
    files = metadata.files(distribution) or []
    if any(file.suffix in {".so", ".pyd"} for file in files):
        return False
    wanted = map(Requirement, metadata.requires(distribution) or [])
    return all(
        is_pure(requirement.name)
        for requirement in wanted
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""})
    )


def runs_in_pyodide(path: Path, root: Path) -> bool:
    """Tell whether everything that a test's module imports can be had there."""
    installed = metadata.packages_distributions()
    packages = imports(path, root)
    names = {name for package in packages for name in installed.get(package, [])}
    return "subprocess" not in packages and all(is_pure(name) for name in names)


def test_engine_and_records_hold_inside_pyodide(
    root: Path, package: str, runtime: Runtime, tmp_path: Path
) -> None:
    # What readers get, but with the whole library: pytest needs more of it than they.
    folder = tmp_path / package
    shutil.copytree(root / "node_modules" / package, folder)
    for role in ("glue", "wasm"):
        name = runtime.files[role].name
        shutil.copyfile(runtime.folder / name, folder / name)
    files = sorted(path for folder in FOLDERS for path in (root / folder).rglob("test_*.py"))
    files = [path for path in files if runs_in_pyodide(path, root)]
    assert {"test_positions.py", "test_perft.py", "test_vectors.py"} <= {p.name for p in files}
    done = subprocess.run(
        [
            node_program(),
            root / "tests" / "pyodide" / "python.mjs",
            folder,
            root,
            json.dumps([sysconfig.get_path("purelib")]),
            "pytest",
            "--noconftest",
            "-p",
            "tests.pyodide.fixtures",
            "-q",
            "--override-ini=cache_dir=/scratch/pytest",
            *(str(path.relative_to(root)) for path in files),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    counted = re.search(r"(\d+) passed", done.stdout)
    assert counted
    assert int(counted[1]) > len(files)
