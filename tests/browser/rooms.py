"""The rooms as the site has them: built once a process with the real configuration.

The pages stand in the theme's company, with the site's own scripts and styles. The Python
worker's client is replaced by the stand-in of `fixture_site`, which asks the engine of the test's
own process; `REAL` keeps the client itself, so that a page can be given the worker back.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.utils.yaml import yaml_load
from playwright.sync_api import Error

from tests.browser.conftest import watch
from tests.browser.fixture_site import FAKE_PYTHON
from tests.browser.serving import StaticServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, Locator, Page, Route

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
REAL = "python-real.mjs"
# Neither makes a room: the archive's pages take long to build, and the pages' policy forbids what
# these tests do in them. Both have tests of their own.
LEFT_OUT = {"elfern-archive", "elfern-shipping"}
PAGES = ("lab.md", "check.md", "play.md", "first-game.md")
HOME = """\
# Home

[Rule lab](lab.md) · [Check](check.md) · [Another page](other.md)
"""


@cache
def served_rooms() -> StaticServer:
    """Build a site of the rooms and two plain pages and serve it until the process ends.

    It stands below a sub-path: nothing may rely on the root. The theme's own navigation needs to
    know the address at the build.
    """
    folder = Path(tempfile.mkdtemp(prefix="elfern-rooms-"))
    docs, site = folder / "docs", folder / "site"
    shutil.copytree(ROOT / "docs" / "assets", docs / "assets")
    for name in PAGES:
        text = (ROOT / "docs" / name).read_text(encoding="utf-8")
        (docs / name).write_text(text, encoding="utf-8")
    (docs / "index.md").write_text(HOME, encoding="utf-8")
    (docs / "other.md").write_text("# Another page\n\n[Home](index.md)\n", encoding="utf-8")
    server = StaticServer(site, "/a/b/")
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    places = {"docs_dir": str(docs), "site_dir": str(site), "site_url": server.url}
    with (ROOT / "mkdocs.yml").open(encoding="utf-8") as config:
        plugins = [
            one
            for one in yaml_load(config)["plugins"]
            if not (isinstance(one, str) and one in LEFT_OUT)
        ]
    build(load_config(str(ROOT / "mkdocs.yml"), plugins=plugins, **places))
    assets = site / "assets"
    (assets / "python.mjs").rename(assets / REAL)
    (assets / "python.mjs").write_text(FAKE_PYTHON, encoding="utf-8")
    running = contextlib.ExitStack()
    running.callback(shutil.rmtree, folder, ignore_errors=True)
    running.enter_context(server.running())
    atexit.register(running.close)
    return server


def site_folder() -> Path:
    """Give the folder of that site."""
    return served_rooms().folder


@pytest.fixture(name="rooms_server")
def serve_rooms() -> StaticServer:
    """Give the server of the rooms."""
    return served_rooms()


@pytest.fixture(name="room_page")
def open_room_page(context: BrowserContext, rooms_server: StaticServer) -> Iterator[Page]:
    """Give a page that must raise no error and ask no other host for anything."""
    made = context.new_page()
    faults: list[str] = []
    watch(made, faults, rooms_server.origin.removeprefix("http://"))
    yield made
    assert not faults, faults


def with_real_python(page: Page) -> None:
    """Give a page the worker's own client back."""
    text = (site_folder() / "assets" / REAL).read_text(encoding="utf-8")

    def answer(route: Route) -> None:
        route.fulfill(body=text, content_type="text/javascript")

    page.route("**/assets/python.mjs", answer)


def without_python(page: Page) -> None:
    """Let the client of the engine fail to load."""
    page.route("**/assets/python.mjs", lambda route: route.fulfill(status=404, body="none"))


def room(page: Page, name: str) -> Locator:
    """Give a room once it is drawn."""
    found = page.locator(name)
    found.and_(page.locator("[data-drawn]")).wait_for(state="attached")
    return found


def spoken(page: Page, name: str, words: str) -> str:
    """Wait until a room has said something with these words, and give all of it."""
    page.wait_for_function(
        """([name, words]) => document.querySelector(`${name} .elf-room > [data-live]`)
             .textContent.includes(words)""",
        arg=[name, words],
    )
    return page.locator(f"{name} .elf-room > [data-live]").inner_text()


def sideways(page: Page) -> float:
    """Give by how many pixels the page is wider than its window."""
    width: float = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return width


def small_targets(page: Page, name: str) -> list[str]:
    """List the controls of a room that are smaller than a finger, viewers aside."""
    found: list[str] = page.locator(name).evaluate(
        """element => [...element.querySelectorAll("button, select, input, textarea, summary")]
          .filter(one => !one.closest("elfern-compare, elfern-replay") && one.checkVisibility())
          .map(one => [one, (one.closest("label") ?? one).getBoundingClientRect()])
          .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
          .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)"""
    )
    return found


def shoot(page: Page, name: str) -> None:
    """Keep a picture of the page where SHOTS names a folder; nothing is asserted of it."""
    folder = os.environ.get("SHOTS")
    if folder:
        with contextlib.suppress(Error):
            page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
