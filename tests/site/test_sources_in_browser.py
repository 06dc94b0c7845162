"""The pages of the sources in a browser: filters, phones, no script, copying."""

from __future__ import annotations

import functools
import http.server
import threading
from typing import TYPE_CHECKING, Literal

import pytest
from pybtex.database import parse_string

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from site_plugins.sources import Sources


@pytest.fixture(scope="module")
def address(source_site: Path) -> Iterator[str]:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(source_site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def open_page(browser: Browser, url: str, width: int, *, script: bool = True) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": 800}, java_script_enabled=script
    )
    page = context.new_page()
    page.goto(url)
    return page


def test_the_concordance_is_filtered(browser: Browser, address: str, sources: Sources) -> None:
    page = open_page(browser, address + "concordance/", 1300)
    table = page.locator("#concordance-elfern")
    rows = table.locator("tbody > tr:visible")
    total = len(sources.tables["elfern"].points)
    assert rows.count() == total
    table.get_by_label("Points on which these sources differ").check()
    differing = {
        point.id
        for point in sources.tables["elfern"].points
        if any(claim.stance == "differs" for claim in point.claims.values())
    }
    assert {row.get_attribute("id") for row in rows.all()} == differing
    table.get_by_role("button", name="No source").click()
    assert rows.count() == 0
    table.get_by_label("Meyer 1906").check()
    assert [row.get_attribute("id") for row in rows.all()] == ["reply-after"]
    assert table.locator("thead th:visible").all_inner_texts() == [
        "Rule point",
        "Here",
        "Meyer 1906",
    ]
    assert table.locator("output").inner_text() == f"1 of {total} points, 1 of 11 sources"
    table.get_by_label("All points").check()
    table.get_by_role("button", name="All sources").click()
    table.get_by_label("Find in the table").fill("banner")
    assert [row.get_attribute("id") for row in rows.all()] == ["tally"]
    page.context.close()


@pytest.mark.parametrize(
    "path", ["concordance/", "sources/", "sources/meyer-1906/", "history/", "glossary/"]
)
def test_pages_fit_a_phone(browser: Browser, address: str, path: str) -> None:
    page = open_page(browser, address + path, 320)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.context.close()


@pytest.mark.parametrize("path", ["format/", "format/errors/", "history/", "rules/elfern/"])
def test_tables_and_messages_are_read_without_scrolling_sideways(
    browser: Browser, address: str, path: str
) -> None:
    page = open_page(browser, address + path, 390)
    wide = page.evaluate(
        """() => [...document.querySelectorAll(
          ".md-typeset table:not([class]), .md-typeset__scrollwrap, .language-text code"
        )].filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
          .map(one => one.textContent.trim().slice(0, 60))"""
    )
    assert wide == []
    page.context.close()


def test_the_concordance_reads_on_a_phone_without_script(
    browser: Browser, address: str, sources: Sources
) -> None:
    page = open_page(browser, address + "concordance/", 360, script=False)
    row = page.locator("#reply-after")
    text = " ".join(row.inner_text().split())
    said = sources.of_section("elfern", "second-phase")[1].claims["meyer-1906"].says
    assert f"Meyer 1906: differs {said}" in text
    boxes = [cell.bounding_box() for cell in row.locator("td").all()]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)
    page.context.close()


@pytest.mark.parametrize(
    ("width", "media"), [(320, "screen"), (390, "screen"), (1280, "screen"), (1280, "print")]
)
def test_two_replays_beside_each_other_are_read_without_script(
    browser: Browser, address: str, width: int, media: Literal["screen", "print"]
) -> None:
    page = open_page(browser, address + "variants/must-win/", width, script=False)
    page.emulate_media(media=media)
    tables = page.locator(".elfern-side .elfern-tricks").all()
    assert len(tables) == 2
    for table in tables:
        room = table.locator("xpath=..").bounding_box()
        assert room
        rows = table.locator("tbody tr:has(th)").all()
        assert len(rows) == 16
        for row in rows:
            box, reason = row.bounding_box(), row.locator("td").last.bounding_box()
            assert box
            assert reason
            assert "wins" in row.locator("td").last.inner_text()
            assert reason["x"] + reason["width"] <= room["x"] + room["width"] + 1
            assert box["height"] < 200
    page.context.close()


def test_a_citation_is_copied(browser: Browser, address: str) -> None:
    page = open_page(browser, address + "sources/pierer-1858/", 1000)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy: BibTeX").click()
    page.get_by_text("Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert list(parse_string(copied, "bibtex").entries) == ["pierer-1858"]
    page.context.close()
