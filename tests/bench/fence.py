"""A page with the Pyodide fence of markdown-exec, all that it loads served by the same host.

The package and what its page asks other hosts for stand beside each other where `make bench` puts
the peers: the editor and the highlighter from npm, the wheel of micropip as a file.
"""

from __future__ import annotations

import json
import re
import shutil
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from markdown import Markdown

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.serving import StaticServer

NAME = "fence.html"
"""The page."""
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Fence</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="fence/pyodide.css"><script src="fence/pyodide.js" defer></script>
</head><body data-md-color-scheme="default">{body}</body></html>
"""
# Address at another host → folder beside the page.
_LOCAL = (
    (r"https://[^\"]*/ace/[\d.]+/", "fence/ace/"),
    (r"https://[^\"]*/highlight\.js/[\d.]+/", "fence/highlight/"),
    (r"https://[^\"]*/highlightjs-themes@[\d.]+/", "fence/themes/"),
    (r"https://[^\"]*/pyodide/v[\d.]+/full/", "stock/"),
)


def is_there() -> bool:
    """Tell whether the package is installed."""
    return find_spec("markdown_exec") is not None


def write(folder: Path, address: str, wheel: str, version: str, payload: object) -> None:
    """Write the page and what it loads, beside a `stock` folder with Pyodide's npm package.

    Args:
        folder: where to.
        address: the folder's own address.
        wheel: the file name of the engine's wheel there.
        version: Pyodide's version.
        payload: what the bridge is to replay.
    """
    fences = import_module("markdown_exec")
    package = Path(str(fences.__file__)).parent
    modules = package.parent / "node_modules"
    asked = json.dumps({"op": "replay", **dict(payload)})  # type: ignore[call-overload]
    fence = {
        "name": "pyodide",
        "class": "pyodide",
        "validator": fences.validator,
        "format": fences.formatter,
    }
    markdown = Markdown(
        extensions=["pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": {"custom_fences": [fence]}},
    )
    body = markdown.convert(
        f'```pyodide version="{version}" install="{address}{wheel}"\n'
        "from elfern_core.replay_bridge import call\n\n"
        f"print(call({asked!r}))\n```\n"
    )
    for pattern, place in _LOCAL:
        body, found = re.subn(pattern, place, body)
        if not found:
            message = f"the fence asks no other host for {place}"
            raise LookupError(message)
    (folder / NAME).write_text(_PAGE.format(body=body), encoding="utf-8")
    parts = {
        "ace": modules / "ace-builds" / "src-min-noconflict",
        "highlight": modules / "@highlightjs" / "cdn-assets",
        "themes": modules / "highlightjs-themes",
    }
    for name, source in parts.items():
        shutil.copytree(source, folder / "fence" / name)
    for file in (package / "assets").glob("pyodide.*"):
        shutil.copyfile(file, folder / "fence" / file.name)
    for file in (folder / "fence" / "themes").glob("*.css"):
        shutil.copyfile(file, file.with_suffix(".min.css"))
    # Pyodide packs the wheel anew for its own host; the lock file tells what that one hashes to.
    (wheel_file,) = (package.parent / "wheels").glob("micropip-*.whl")
    shutil.copyfile(wheel_file, folder / "stock" / wheel_file.name)
    lock_file = folder / "stock" / "pyodide-lock.json"
    lock = json.loads(lock_file.read_text(encoding="utf-8"))
    lock["packages"]["micropip"]["sha256"] = sha256(wheel_file.read_bytes()).hexdigest()
    lock_file.write_text(json.dumps(lock), encoding="utf-8")


def opened(browser: Browser, server: StaticServer) -> float:
    """Give the milliseconds from opening the page, which starts Python by itself, to the result."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.url + NAME, wait_until="commit")
    # Pressed again and again, as it is deaf until Python is there.
    spent = page.evaluate(
        """() => new Promise((resolve, reject) => {
          const press = setInterval(() => {
            const output = document.querySelector(".pyodide-output")?.innerText ?? "";
            if (output.includes('"ok"')) {
              clearInterval(press);
              resolve(performance.now());
            } else if (output.includes("Error")) {
              reject(new Error(output));
            } else {
              document.querySelector("[id$=--run]")?.click();
            }
          }, 10);
        })"""
    )
    context.close()
    return float(spent)
