"""Two clean builds of the same sources give the same bytes, wherever they are made."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = (
    "elfern_core",
    "elfern_study",
    "site_plugins",
    "docs",
    "replays",
    "sources",
    "mkdocs.yml",
    "pyproject.toml",
    "CITATION.cff",
    "LICENSE",
    "LICENSE-TEXTS",
)


def copy(root: Path, folder: Path) -> Path:
    """Copy the sources, and nothing that was kept from a build."""
    folder.mkdir()
    for name in SOURCES:
        source = root / name
        if source.is_dir():
            without = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, folder / name, ignore=without)
        elif source.is_file():
            shutil.copy(source, folder / name)
    return folder


def built(folder: Path, node_modules: Path, epoch: str) -> dict[str, str]:
    """Build the site from nothing but the sources in a folder; give the hash of each file."""
    (folder / "node_modules").symlink_to(node_modules, target_is_directory=True)
    environment = {
        **os.environ,
        "SOURCE_DATE_EPOCH": epoch,
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONHASHSEED": str(len(folder.name)),
        "PYTHONPATH": str(folder),
    }
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", "site"]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return {
        path.relative_to(folder / "site").as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted((folder / "site").rglob("*"))
        if path.is_file()
    }


def test_two_clean_builds_are_equal_byte_by_byte(root: Path, tmp_path: Path) -> None:
    one = copy(root, tmp_path / "one")
    other = copy(one, tmp_path / "another place")
    one_site, other_site = (
        built(folder, root / "node_modules", "1700000000") for folder in (one, other)
    )
    assert len(one_site) > 300
    different = {
        name
        for name in one_site.keys() | other_site.keys()
        if one_site.get(name) != other_site.get(name)
    }
    assert sorted(different) == []
