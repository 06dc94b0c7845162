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
