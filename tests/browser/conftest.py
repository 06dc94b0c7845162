"""What the browser tests share: one Chromium, the fixture site, pages that report their faults."""

from __future__ import annotations

import itertools
import json
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from elfern_core import bridge
from tests.browser import fixture_site
from tests.browser.serving import Answer, StaticServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def viewer_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of the fixture site."""
    folder = tmp_path_factory.mktemp("viewer-site")
    fixture_site.build(folder)
    return folder


@pytest.fixture(scope="session")
def site_url(viewer_folder: Path) -> Iterator[str]:
    """Give the address of the fixture site, below a sub-path: nothing may rely on the root."""
    with StaticServer(viewer_folder, "/a/b/").running() as server:
        yield server.url


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Give a fresh browser profile in a window of usual size."""
    made = browser.new_context(viewport={"width": 1280, "height": 900})
    prepare(made)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, site_url: str) -> Iterator[Page]:
    """Give a page that must raise no error and ask no other host for anything."""
    made = context.new_page()
    faults: list[str] = []
    watch(made, faults, urlsplit(site_url).netloc)
    yield made
    assert not faults


def prepare(context: BrowserContext) -> None:
    """Let the pages of a profile ask this process's engine, as the stand-in for the worker does.

    What the table leaves to chance follows one row of seeds instead of those that a page draws:
    the same cards are dealt and played each time, and no test passes or fails by its luck.
    """
    seeds = itertools.count(1)

    def ask(text: str) -> str:
        request = json.loads(text)
        if request["op"].startswith("table.") and "seed" in request:
            request["seed"] = next(seeds)
        return bridge.call(json.dumps(request))

    context.expose_function("elfernBridge", ask)


def watch(page: Page, faults: list[str], host: str) -> None:
    """Note errors of a page, and every request to a host other than its own."""

    def console(kind: str, text: str) -> None:
        if kind == "error":
            faults.append(text)

    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: console(message.type, message.text))

    def requested(url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in {"http", "https"} and parts.hostname not in {
            urlsplit(f"//{host}").hostname,
            "elsewhere.test",
        }:
            faults.append(f"asked {url}")

    page.on("request", lambda request: requested(request.url))


@contextmanager
def quiet_page(browser: Browser, server: StaticServer, script: str, limit: int) -> Iterator[Page]:
    """Open a page in a fresh profile, on which nothing may be reported by its end.

    Args:
        browser: where.
        server: the only host that may be asked.
        script: what runs first on every page.
        limit: milliseconds that anything may take.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(script)
    page = context.new_page()
    page.set_default_timeout(limit)
    faults: list[str] = []
    watch(page, faults, server.origin.removeprefix("http://"))
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    yield page
    context.close()
    assert faults == []


@pytest.fixture(scope="session", params=["/", "/a/b/"])
def built_site(request: pytest.FixtureRequest, built_folder: Path) -> Iterator[StaticServer]:
    """Serve the built site, at the root of a host and below a sub-path."""
    with StaticServer(built_folder, request.param).running() as server:

        def stand_here(answer: Answer) -> None:
            """The theme navigates without reload only to pages that its site map names."""
            made_for = re.search(rb"<loc>(.*?)</loc>", answer.body)
            assert made_for
            answer.body = answer.body.replace(made_for[1], server.url.encode())

        server.spoil["sitemap.xml"] = stand_here
        yield server


@pytest.fixture(scope="session")
def site_below(built_folder: Path) -> Iterator[StaticServer]:
    """Serve the built site below a sub-path, for what looks the same wherever it stands."""
    with StaticServer(built_folder, "/a/b/").running() as server:
        yield server
