"""Run and Play from here in the built site, with the real engine in the reader's browser."""

from __future__ import annotations

import re
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from elfern_core import __version__, records
from tests.browser.conftest import watch
from tests.browser.viewers import address, draw_all, press, viewer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

    from tests.browser.serving import Answer, StaticServer

RULES = "rules/elfern/"
FOLLOW = "replay-follow-suit-duty"
LONG = 60_000  # ms: a shared machine starts Python slowly


@pytest.fixture
def site_page(browser: Browser, site_below: StaticServer) -> Iterator[Page]:
    """Give a page of the built site below a sub-path that asks no other host."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    made = context.new_page()
    made.set_default_timeout(LONG // 2)
    faults: list[str] = []
    watch(made, faults, urlsplit(site_below.url).netloc)
    site_below.log.clear()
    yield made
    context.close()
    # A file withheld on purpose is reported by the browser itself.
    assert [fault for fault in faults if "Failed to load resource" not in fault] == []


def example(page: Page, ident: str) -> Locator:
    """Give a viewer, drawn and in sight."""
    found = viewer(page, ident.removeprefix("replay-"))
    found.scroll_into_view_if_needed()
    return found


def run(viewer: Locator) -> str:
    """Press Run and give what is said when it is done."""
    press(viewer, "run")
    viewer.locator(".elf-status").get_by_text(re.compile(r"engine \d")).wait_for(timeout=LONG)
    return viewer.locator(".elf-status").inner_text()


def test_run_replays_the_record_and_says_what_was_checked(
    site_page: Page, site_below: StaticServer
) -> None:
    site_page.goto(site_below.url + RULES)
    viewer = example(site_page, FOLLOW)
    said = run(viewer)
    assert f"engine {__version__}" in said
    assert "Python 3.13" in said
    assert "3 tricks" in said
    assert "6 plays" in said
    assert "No fault found" in said
    assert "the same as those on this page" in said
    assert address(viewer) == "0" or address(viewer).startswith("14")
    asked = [path for path in site_below.paths() if path.endswith((".wasm", ".zip", ".whl"))]
    assert {Path(path).parent.parent.as_posix() for path in asked} == {"assets/runtime"}
    assert all(site_below.log[i].status == HTTPStatus.OK for i in range(len(site_below.log)))


def test_the_second_page_of_a_visit_starts_nothing_anew(
    browser: Browser, built_site: StaticServer
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(LONG)
    built_site.log.clear()
    page.goto(built_site.url + RULES)
    run(example(page, FOLLOW))
    page.evaluate("globalThis.sameDocument = true")
    page.wait_for_load_state("networkidle")
    page.locator(".md-header a.md-logo").evaluate(
        "(link, to) => { link.href = to; link.click(); }", built_site.url
    )
    page.wait_for_url(re.compile(re.escape(built_site.url) + "(#.*)?$"))
    # The page itself, not its address alone.
    page.wait_for_function("() => !document.querySelector('h1').textContent.includes('rules')")
    home = draw_all(page).first
    run(home)
    assert page.evaluate("globalThis.sameDocument") is True
    assert len([path for path in built_site.paths() if path.endswith(".wasm")]) == 1
    context.close()


def test_play_from_here_lights_refuses_and_downloads(
    site_page: Page, site_below: StaticServer
) -> None:
    site_page.goto(f"{site_below.url}{RULES}#{FOLLOW}:14/lead")
    viewer = example(site_page, FOLLOW)
    assert address(viewer) == "14/lead"
    press(viewer, "playFrom")
    card = viewer.locator("button[data-card=D7]")
    card.wait_for(timeout=LONG)
    assert viewer.locator("button.elf-lit").count() == 1
    card.click(force=True)  # told to be barred, and still there to be asked
    told = viewer.locator(".elf :not(.elfern-static *)", has_text="must follow the suit led")
    told.first.wait_for(timeout=LONG)
    link = viewer.locator(".elf a[href$='#second-phase']").first
    assert urlsplit(link.evaluate("link => link.href")).path.endswith("/rules/elfern/")
    for code in ("SK", "ST", "HA"):
        viewer.locator(f"button.elf-lit[data-card={code}]").click(timeout=LONG)
        site_page.wait_for_function(
            "([id, code]) => document.getElementById(id).walk.step.card === code",
            arg=[FOLLOW, code],
        )
    with site_page.expect_download() as downloading:
        press(viewer, "downloadLine")
    text = Path(downloading.value.path()).read_text(encoding="utf-8")
    (record,) = records.loads(text)
    assert record.source == "played"
    assert dict(record.extra)["X-Played-From"] == "follow-suit-duty 14/lead"
    assert [records.dumps(record)] == [text]
    assert len(record.plays) == 4
    assert record.result is None
    press(viewer, "trickBack")
    assert address(viewer).startswith("14")


def test_a_runtime_file_that_is_missing_is_named_and_tried_again(
    site_page: Page, site_below: StaticServer
) -> None:
    def missing(answer: Answer) -> None:
        answer.status = HTTPStatus.NOT_FOUND

    site_below.spoil["python_stdlib.zip"] = missing
    try:
        site_page.goto(site_below.url + RULES)
        viewer = example(site_page, FOLLOW)
        was = address(viewer)
        press(viewer, "run")
        viewer.locator("[data-do=retry]").wait_for(timeout=LONG)
        said = viewer.locator(".elf-status").inner_text()
        assert "python_stdlib.zip" in said
        assert "[object" not in said
        press(viewer, "forward")
        assert address(viewer) != was, "the recorded steps stay usable"
    finally:
        del site_below.spoil["python_stdlib.zip"]
    press(viewer, "retry")
    viewer.locator(".elf-status").get_by_text(f"engine {__version__}").wait_for(timeout=LONG)
