"""Run in the built site: Python really replays a page's record, once loaded for all pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from elfern_core import __version__
from tests.browser.conftest import watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Worker

    from tests.browser.serving import StaticServer

RULES = "rules/elfern/"
RUN = "elfern-replay[data-drawn] [data-do=run]"


@pytest.fixture
def site_page(browser: Browser, built_site: StaticServer) -> Iterator[Page]:
    """Give a page that must raise no error and ask no other host."""
    context = browser.new_context()
    page = context.new_page()
    faults: list[str] = []
    watch(page, faults, built_site.origin.removeprefix("http://"))
    built_site.log.clear()
    yield page
    context.close()
    assert not faults


def python_files(server: StaticServer) -> list[str]:
    """Give the paths asked for that have to do with Python."""
    return [path for path in server.paths() if "/runtime/" in path or path.endswith("runtime.mjs")]


def python_workers(page: Page, server: StaticServer) -> list[Worker]:
    """Give the page's workers without the theme's search: they start from a script of the page."""
    return [one for one in page.workers if one.url.startswith(f"blob:{server.origin}/")]


def run_first(page: Page) -> str:
    """Press Run in the page's first example and give what it says in the end."""
    page.locator(RUN).first.click()
    status = page.locator("elfern-replay .elf-status").first
    report = re.compile(rf"{re.escape(__version__)}.*3\.13")
    status.filter(has_text=report).wait_for(timeout=60_000)
    return status.inner_text()


def test_run_replays_the_record_and_the_next_page_needs_no_second_start(
    site_page: Page, built_site: StaticServer
) -> None:
    site_page.goto(built_site.url)
    site_page.wait_for_selector(RUN)
    site_page.wait_for_load_state("networkidle")  # the theme knows its pages
    assert python_files(built_site) == []
    run_first(site_page)
    (worker,) = python_workers(site_page, built_site)
    loaded = python_files(built_site)
    # This host compresses nothing: what has a sibling is asked for twice, and once each way.
    assert len({path.removesuffix(".gz") for path in loaded}) == 8
    assert len(set(loaded)) == len(loaded)
    assert len({path.rsplit("/", 2)[1] for path in loaded if path.endswith(".wasm")}) == 1

    site_page.evaluate("globalThis.sameDocument = true")
    link = built_site.url + RULES
    site_page.locator(".md-content a").first.evaluate(
        "(link, to) => { link.href = to; link.click(); }", link
    )
    site_page.wait_for_url(re.compile(re.escape(link) + "(#.*)?$"))
    site_page.wait_for_selector("#void-throws-off, h1:has-text('rules')")
    run_first(site_page)
    assert site_page.evaluate("globalThis.sameDocument") is True
    assert python_workers(site_page, built_site) == [worker]
    assert python_files(built_site) == loaded
