"""What all tests share: how hypothesis works here, and where the browser is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest
from playwright.sync_api import Browser, sync_playwright

from tools import chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

# No test depends on seconds: machines are shared. In CI the same examples every time, so that a
# failure there is a failure here; elsewhere new ones at every run.
hypothesis.settings.register_profile("local", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session")
def root() -> Path:
    """Give the project's folder."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def chromium_executable() -> Path:
    """Give the Chromium that drives the browser tests: the same one that `make test` found."""
    found = chromium.find()
    assert found, chromium.MISSING
    return found


@pytest.fixture(scope="session")
def built_folder(root: Path) -> Path:
    """Give the folder of the built site; ELFERN_SITE may name another than `site`."""
    folder = Path(os.environ.get("ELFERN_SITE") or root / "site")
    assert (folder / "index.html").is_file(), f"{folder} is not built: make site"
    return folder


@pytest.fixture(scope="session")
def browser(chromium_executable: Path) -> Iterator[Browser]:
    """Give one Chromium for all tests of a process, which can have no second driver."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium_executable, args=list(chromium.ARGUMENTS)
        )
        yield started
        started.close()
