"""Hostile texts in the archive: in its address, its search, its index, its pages, and its one file.

As in `test_hostile`: many texts on one page, which is then looked at for what they made of it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from elfern_core import analysis
from elfern_core.holdings import read_holdings
from elfern_core.records import dumps
from site_plugins import browse, policy, record_pages, session_pages, takeaway
from site_plugins.examples import ROOT, Examples
from tests.browser.conftest import quiet_page
from tests.browser.hostile import FOUND, LISTEN, NOTHING, PAYLOADS, follow
from tests.browser.test_hostile import hostile_records
from tests.browser.test_site_engine import LONG
from tests.generated import generated_items

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

    from elfern_core.holdings import Holding
    from tests.browser.serving import StaticServer

SITE = "https://example.org/elfern/"
UP = "../../"
RECORD = "archive/meyer-king-over-the-nine/"


@pytest.fixture
def hostile_page(browser: Browser, site_below: StaticServer) -> Iterator[Page]:
    """Give a page of the built site that hears what runs, on which nothing may be reported."""
    with quiet_page(browser, site_below, LISTEN, LONG) as made:
        yield made


@pytest.fixture(scope="module")
def entries() -> list[Holding]:
    """Give a record of an archive for each text, with the text in all that a person can write."""
    records = [
        replace(
            one,
            date="2026-11-29",
            extra=(("X-Seed", one.title), ("X-Forehand-Level", one.title)),
            illustrates=("second-phase", "must-win"),
            session=f"session-{one.id}",
            round=1,
            dealer=f"{one.dealer}.",
        )
        for one in hostile_records()
    ]
    files = [(PurePath(f"{one.id}.egn"), dumps([one]).encode()) for one in records]
    holdings = read_holdings(files)
    faults = {fault.finding.code for fault in holdings.faults}
    assert faults <= {"unknown-tag"}, holdings.faults
    assert len(holdings.entries) == len(PAYLOADS)
    return list(holdings.entries.values())


@pytest.fixture(scope="module")
def viewers(
    entries: list[Holding], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[str, str]]:
    """Give for each record the viewer and the analysis, as pages have them."""
    made = Examples(
        tmp_path_factory.mktemp("examples"), [], lambda entry: analysis.told(entry.checked)
    )
    return {entry.id: (made.of(entry).viewer, made.of(entry).analysis) for entry in entries}


def test_pages_of_records_and_sessions(
    hostile_page: Page,
    site_below: StaticServer,
    root: Path,
    entries: list[Holding],
    viewers: dict[str, tuple[str, str]],
) -> None:
    around = record_pages.Around(
        sessions={entry.checked.record.session: [entry] for entry in entries},
        cite=lambda entry: takeaway.citation(entry, SITE, root),
    )
    parts: list[str] = []
    for entry in entries:
        viewer, analysed = viewers[entry.id]
        made = record_pages.parts(entry, around, UP, SITE)
        parts += [f'<h2>{made.pop("title")}</h2><meta content="{made.pop("description")}">']
        parts += [f"<div>{viewer.replace(ROOT, UP)}</div>{analysed}", *made.values()]
        parts += session_pages.parts([entry], UP).values()
    items = browse.ordered(map(browse.item, entries))
    parts.append(browse.reading_list(items, lambda url: UP + url))
    scripts = policy.theme_scripts(None)
    modules = "".join(
        f'<script type="module" src="{UP}assets/{name}.mjs"></script>'
        for name in ("viewer", "cite", "browse")
    )
    html = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title>'
        f'<link rel="icon" href="data:,"></head><body>{"".join(parts)}{modules}</body></html>'
    )
    guarded = policy.protect(html, policy.policy(scripts), scripts)
    hostile_page.route(
        "**/archive/hostile/", lambda route: route.fulfill(body=guarded, content_type="text/html")
    )
    hostile_page.goto(site_below.url + "archive/hostile/")
    hostile_page.wait_for_function("() => customElements.get('elfern-record')")
    for entry in entries:
        viewer_here = hostile_page.locator(f"#replay-{entry.id}")
        viewer_here.scroll_into_view_if_needed()
        viewer_here.locator(".elf").wait_for()
    hostile_page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    assert hostile_page.locator("elfern-replay[data-drawn]").count() == len(entries)
    assert hostile_page.evaluate(FOUND) == NOTHING
    assert "<script>hit(1)</script>" in hostile_page.locator("body").inner_text()


def test_the_one_file(
    hostile_page: Page,
    browser: Browser,
    site_below: StaticServer,
    tmp_path: Path,
    entries: list[Holding],
    viewers: dict[str, tuple[str, str]],
) -> None:
    """It is put together in the page, from texts; opened from a disk there is no site around it."""
    hostile_page.goto(site_below.url + RECORD)
    hostile_page.wait_for_load_state("networkidle")
    alone = [
        (
            entry.checked.record.title,
            record_pages.embed_page(entry, viewers[entry.id][0], f"{UP}../", SITE, ""),
        )
        for entry in entries
    ]
    made: list[str] = hostile_page.evaluate(
        """async ([base, pages]) => {
          const { oneFile } = await import(new URL("assets/browse-record.mjs", base));
          const frame = await (await fetch(new URL("archive/index/one-file.txt", base))).text();
          const here = new URL(".", location.href);
          return pages.map(([title, html]) => {
            const page = new DOMParser().parseFromString(html, "text/html");
            const viewer = page.querySelector("elfern-replay");
            return oneFile(frame, viewer, { title, here, from: new URL("embed/", here) });
          });
        }""",
        [site_below.url, alone],
    )
    assert hostile_page.evaluate(FOUND) == NOTHING
    with quiet_page(browser, site_below, LISTEN, LONG) as page:
        for entry, text in zip(entries, made, strict=True):
            path = tmp_path / "one.html"
            path.write_text(text, encoding="utf-8")
            page.goto(path.as_uri())
            page.locator(f"#replay-{entry.id} .elf").wait_for()
            found: dict[str, Any] = page.evaluate(FOUND)
            found["links"] = [one for one in found["links"] if not one.startswith(path.as_uri())]
            assert found == NOTHING, entry.checked.record.title
            assert page.locator("h1").inner_text().strip() == " ".join(
                entry.checked.record.title.split()
            )
            assert page.title() != "elfern-slot-title"


@pytest.mark.parametrize(
    ("path", "forms"),
    [
        ("archive/", ("q=", "game=", "sort=", "kind=example&variant=", "")),
        (
            RECORD,
            (
                "replay-meyer-king-over-the-nine:",
                "replay-meyer-king-over-the-nine:1/lead:hide=",
                "replay-",
                "",
            ),
        ),
    ],
)
def test_addresses(
    hostile_page: Page, site_below: StaticServer, path: str, forms: tuple[str, ...]
) -> None:
    hostile_page.goto(site_below.url + path)
    hostile_page.wait_for_load_state("networkidle")
    follow(hostile_page, forms)
    assert hostile_page.evaluate(FOUND) == NOTHING
    assert urlsplit(hostile_page.url).path == f"/a/b/{path}"


def test_words_searched_for(hostile_page: Page, site_below: StaticServer) -> None:
    hostile_page.goto(site_below.url + "archive/")
    field = hostile_page.locator(".arc-ask input[type=search]")
    for payload in PAYLOADS:
        field.fill(payload)
    none = hostile_page.locator(".arc-none")
    for payload in (PAYLOADS[0], PAYLOADS[5], PAYLOADS[33]):
        field.fill(payload)
        none.get_by_text(payload.strip()[:20]).first.wait_for()
        assert hostile_page.evaluate(FOUND) == NOTHING


def test_an_index_of_hostile_words(hostile_page: Page, site_below: StaticServer) -> None:
    like = generated_items(1)[0]
    items = [
        replace(like, id=f"hostile-{number}", title=payload, rules=payload, note=payload)
        for number, payload in enumerate(PAYLOADS)
    ]
    shown = [
        replace(facet, title=PAYLOADS[0], values=dict.fromkeys(facet.values, PAYLOADS[1]))
        for facet in browse.facets(items, {})
    ]
    files = {"records.json": browse.index(items, shown), "words-0.json": browse.words(items)}

    def serve(route: Route) -> None:
        name = urlsplit(route.request.url).path.rpartition("/")[2]
        route.fulfill(body=json.dumps(files[name]), content_type="application/json")

    hostile_page.route("**/archive/index/*.json", serve)
    game = like.facets["game"][0]
    hostile_page.goto(f"{site_below.url}archive/#game={game}&q=hit")
    hostile_page.locator(".arc-list > li").first.wait_for()
    for _ in range(8):
        hostile_page.mouse.wheel(0, 900)
        hostile_page.wait_for_timeout(60)
    assert hostile_page.evaluate(FOUND) == NOTHING
    assert "<img src=x: onerror=hit(2) data-hit>" in hostile_page.locator(".arc-chips").inner_text()
