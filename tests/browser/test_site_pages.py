"""Whole pages of the built site, theme included: axe, sideways scrolling, other hosts, errors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.browser.conftest import watch
from tests.browser.viewers import axe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.browser.serving import StaticServer

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
PAGES = (
    "",
    "rules/",
    "rules/elfern/",
    "rules/bohemian-schneider/",
    "variants/",
    "variants/must-win/",
    "variants/trump/",
    "sources/pierer-1858/",
    "concordance/",
    "history/",
    "lab/",
    "check/",
    "play/",
    "format/",
    "contribute/add-a-record/",
    "reference/",
    "reference/records/",
    "archive/",
    "archive/meyer-king-over-the-nine/",
    "archive/sessions/session-elfern-1/",
    "archive/download/",
    "archive/releases/",
    "archive/cite/",
    "offline/",
    "licences/",
    "contribute/",
    "contribute/architecture/",
    "contribute/hosting/",
    "contribute/screen-readers/",
)


WITHOUT_VIEWERS: dict[str, list[str]] = {"include": ["html"], "exclude": ["elfern-replay"]}
"""The viewers have their own tests, and a rules page holds dozens of them."""


@pytest.fixture(scope="module", params=["light", "dark"])
def wide_page(
    request: pytest.FixtureRequest, browser: Browser, site_below: StaticServer
) -> Iterator[tuple[Page, list[str]]]:
    """Give a page of usual width in one colour scheme, and what went wrong on it."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, color_scheme=request.param
    )
    made = context.new_page()
    faults: list[str] = []
    watch(made, faults, urlsplit(site_below.url).netloc)
    yield made, faults
    context.close()


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_on_the_whole_page(
    wide_page: tuple[Page, list[str]], site_below: StaticServer, path: str
) -> None:
    page, faults = wide_page
    faults.clear()
    page.goto(site_below.url + path)
    page.wait_for_load_state("networkidle")
    assert page.locator("h1").count() == 1
    found = [
        (one["id"], [node[:160] for node in one["nodes"][:3]])
        for one in axe(page, AXE.read_text(encoding="utf-8"), WITHOUT_VIEWERS)
    ]
    assert found == []
    assert faults == []


@pytest.mark.parametrize("path", PAGES)
def test_a_narrow_page_does_not_scroll_sideways(
    browser: Browser, site_below: StaticServer, path: str
) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 700})
    page = context.new_page()
    page.goto(site_below.url + path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    context.close()


@pytest.mark.parametrize("width", [320, 412, 1280])
def test_tables_out_of_sight_lie_over_nothing(
    browser: Browser, site_below: StaticServer, built_folder: Path, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    page.route("**/*.mjs", lambda route: route.abort())  # nothing is drawn, as far down the page
    tight: dict[str, tuple[float, float]] = {}
    seen = 0
    for folder in ("rules", "variants", "sources"):
        for file in sorted((built_folder / folder).rglob("index.html")):
            if "<elfern-replay" not in file.read_text(encoding="utf-8"):
                continue
            path = file.parent.relative_to(built_folder).as_posix()
            page.goto(f"{site_below.url}{path}/", wait_until="domcontentloaded")
            boxes = page.locator("elfern-replay").evaluate_all(
                """all => all.map((one) => [
                  one.id,
                  one.getBoundingClientRect().height,
                  one.querySelector(".elfern-static").getBoundingClientRect().height,
                ])"""
            )
            seen += len(boxes)
            tight |= {f"{path}#{name}": (box, table) for name, box, table in boxes if table > box}
    assert seen > 100
    assert tight == {}
    context.close()
