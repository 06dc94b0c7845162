"""Two clean builds of the same sources give the same bytes, wherever they are made.

They are made for an address below another, as GitHub Pages has it, and strictly, as `make site` is.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

ADDRESS = "https://somebody.test/below/it/"
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
        "SITE_URL": ADDRESS,
        "SOURCE_DATE_EPOCH": epoch,
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONHASHSEED": str(len(folder.name)),
        "PYTHONPATH": str(folder),
    }
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", "site"]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return {
        path.relative_to(folder / "site").as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted((folder / "site").rglob("*"))
        if path.is_file()
    }


type Built = dict[Path, dict[str, str]]


@pytest.fixture(scope="module", name="sites")
def build_twice(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build the site in two places; the hashes of the files by the folder of the sources."""
    scratch = tmp_path_factory.mktemp("builds")
    one = copy(root, scratch / "one")
    other = copy(one, scratch / "another place")
    return {folder: built(folder, root / "node_modules", "1700000000") for folder in (one, other)}


def test_two_clean_builds_are_equal_byte_by_byte(sites: Built) -> None:
    one_site, other_site = sites.values()
    assert len(one_site) > 300
    different = {
        name
        for name in one_site.keys() | other_site.keys()
        if one_site.get(name) != other_site.get(name)
    }
    assert sorted(different) == []


def test_the_page_for_what_was_not_found_works_at_any_depth_below_the_address(sites: Built) -> None:
    """It is the one page that is sent for many addresses, so it names everything from the root."""
    page = (next(iter(sites)) / "site" / "404.html").read_text(encoding="utf-8")
    assert '__md_scope=new URL("/below/it/",location)' in page
    named = re.findall(r"""(?:href|src)="([^"#]+)""", page)
    assert len(named) > 30
    assert [one for one in named if not one.startswith(("/below/it/", ADDRESS, "https:"))] == []
