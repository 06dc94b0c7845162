"""For tests of the runtime: a page with nothing but Python on it, an engine that misbehaves."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from site_plugins.runtime import Runtime, stage

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
NODE_MODULES = ROOT / "node_modules"
CACHE = ROOT / ".cache" / "runtime-tests"
PROJECT = """\
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"
[project]
name = "elfern-core"
version = "{version}"
[tool.hatch.build.targets.wheel]
packages = ["elfern_core"]
"""
PAGE = """\
<!doctype html>
<html lang="en"><title>Python</title><link rel="icon" href="data:,">
<p>A page with Python.</p><a href="other.html">Another page</a>
<script type="module" src="page.mjs"></script></html>
"""
SCRIPT = """\
import * as python from "./python.mjs";
window.python = python;
window.stages = [];
window.ask = async (op, payload, options = {}) => {
  const onStage = (...told) => window.stages.push(told);
  try {
    return { result: await python.call(op, payload, { onStage, ...options }) };
  } catch (error) {
    return { error: { ...error, message: error.message, text: String(error) } };
  }
};
"""


def odd_engine(folder: Path, version: str = "0.0.0") -> Path:
    """Write the source of the misbehaving engine into a new folder and give that."""
    package = folder / "elfern_core"
    package.mkdir(parents=True)
    (folder / "pyproject.toml").write_text(PROJECT.format(version=version))
    (package / "__init__.py").write_text('"""An engine for tests of the runtime."""\n')
    bridge = Path(__file__).with_name("odd_engine").joinpath("bridge.py").read_text()
    (package / "bridge.py").write_text(bridge.replace('"0.0.0"', f'"{version}"'))
    # All but one operation are asked of the whole bridge.
    (package / "replay_bridge.py").write_text(
        "from elfern_core.bridge import call\n\nOPERATIONS = ('version',)\n"
    )
    return folder


def write_pages(folder: Path, engine: Path, package: str = "pyodide") -> Runtime:
    """Put a page, the page's side of Python and a staged runtime into a folder."""
    assets = folder / "assets"
    assets.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(assets / "runtime", ignore_errors=True)
    runtime = stage(NODE_MODULES, assets / "runtime", engine, CACHE, package=package)
    (assets / "runtime.mjs").write_text(runtime.module_text())
    (assets / "page.mjs").write_text(SCRIPT)
    for name in ("python.mjs", "loading.mjs"):
        shutil.copy(ROOT / "docs" / "assets" / name, assets)
    page = PAGE.replace("page.mjs", "assets/page.mjs")
    (folder / "index.html").write_text(page)
    (folder / "other.html").write_text(page)
    return runtime


def ask(page: Page, op: str, payload: object = None, **options: object) -> dict[str, Any]:
    """Ask the bridge from a page: `{"result": …}` or `{"error": {…}}` comes back."""
    answer: dict[str, Any] = page.evaluate(
        "([op, payload, options]) => ask(op, payload, options)", [op, payload or {}, options]
    )
    return answer
