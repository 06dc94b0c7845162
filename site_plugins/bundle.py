"""Modules put together into one classic script, by esbuild.

Pages opened from disk cannot load ES modules, a page that is one file has no other file to load,
and a service worker is best one file: these get the same modules as the site, as one script.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from elfern_core.cards import names_table
from site_plugins.runtime_archives import StagingError, node_program

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ASSETS", "BundleError", "bundle", "site_modules"]

ASSETS = Path(__file__).parents[1] / "docs" / "assets"
"""Where the site's modules stand."""
TARGET = "es2022"
"""The JavaScript that browsers must know."""


class BundleError(RuntimeError):
    """The modules do not go together, or esbuild is not there."""


def site_modules(assets: Path = ASSETS) -> dict[str, str]:
    """Give the site's modules by name, with the one that the build makes: the cards' names."""
    found = {path.name: path.read_text(encoding="utf-8") for path in sorted(assets.glob("*.mjs"))}
    names = json.dumps(names_table(), ensure_ascii=False)
    found["names.mjs"] = f"export const NAMES = {names};\n"
    return found


def bundle(entry: str, modules: Mapping[str, str], node_modules: Path) -> str:
    """Make one classic script of a module and all that it imports; the same input, the same bytes.

    Modules that are imported late are in it too, and start when they are asked for. The script
    has no `</script` in it and asks for nothing.

    Args:
        entry: the text of the first module; `import "./viewer.mjs";` names one of `modules`.
        modules: name of each module beside it → its text.
        node_modules: the folder of the npm packages, which the modules may import by name.

    Raises:
        BundleError: with what esbuild says.
    """
    program = (node_modules / "esbuild" / "bin" / "esbuild").resolve()
    if not program.is_file():
        raise BundleError(f"{program} is not there; `make packages` installs it.")
    try:
        node = node_program()
    except StagingError as error:
        raise BundleError(str(error)) from error
    with tempfile.TemporaryDirectory(prefix="elfern-bundle-") as scratch:
        folder = Path(scratch).resolve()
        for name, text in modules.items():
            (folder / name).write_text(text, encoding="utf-8")
        (folder / "entry-of-bundle.mjs").write_text(entry, encoding="utf-8")
        (folder / "node_modules").symlink_to(node_modules.resolve(), target_is_directory=True)
        done = subprocess.run(  # noqa: S603  (a program of our own packages)
            [
                str(node),
                str(program),
                "entry-of-bundle.mjs",
                "--bundle",
                "--format=iife",
                "--minify",
                f"--target={TARGET}",
                "--legal-comments=none",
                "--log-override:empty-import-meta=silent",
                "--define:process.env.NODE_ENV='production'",
                "--log-level=warning",
            ],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode or done.stderr.strip():
        raise BundleError(f"esbuild: {done.stderr.strip()}")
    return done.stdout
