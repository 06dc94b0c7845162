"""Both Pyodides that the engine must run in, and the runtime that is staged of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from site_plugins.runtime import Runtime, stage

if TYPE_CHECKING:
    from pathlib import Path

PACKAGES = ["pyodide", "pyodide-314"]


@pytest.fixture(scope="module", params=PACKAGES)
def package(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def runtime(root: Path, package: str, tmp_path_factory: pytest.TempPathFactory) -> Runtime:
    out = tmp_path_factory.mktemp("runtime")
    return stage(root / "node_modules", out, root, root / ".cache" / package, package=package)
