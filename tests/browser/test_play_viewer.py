"""The viewer in German, a deal of it taken to the table, and a replay alone in another page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.fixture_site import record_text
from tests.browser.viewers import address, choose, live, place, press, viewer

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

    from tests.browser.serving import StaticServer

ENGLISH = re.compile(
    r"\b(the|your|cards?|trick|dealer|forehand|draws?|leads?|wins|honours?|download|copy)\b",
    re.IGNORECASE,
)


def in_german(page: Page, ident: str) -> None:
    page.wait_for_function(
        "id => document.querySelector(`#replay-${id} .elf`).lang === 'de'", arg=ident
    )


def test_the_viewer_speaks_german_where_the_reader_is(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-whole:7/reply")
    example, other = viewer(page), viewer(page, "late-tricks")
    choose(example, "lang", "de")
    in_german(page, "whole")
    assert address(example) == "7/reply"
    assert place(example) == "Stich 7, Zugabe"
    assert page.evaluate("document.activeElement.dataset.do") == "more", "the focus stays"
    assert example.locator(".elf-choices").is_visible()
    assert "Deutsch" in live(example)
    shown = example.locator(".elf").evaluate(
        """elf => { const copy = elf.cloneNode(true);
          copy.querySelectorAll(".elf-title, .elf-comment, .elf-ruleset, option")
            .forEach(one => one.remove());
          return copy.textContent; }"""
    )
    # Titles and comments are the record's, rule sections have their ids: they say so to the voice.
    for english in (".elf-title", ".elf-why a"):
        assert example.locator(english).first.get_attribute("lang") == "en", english
    assert set(map(str.lower, ENGLISH.findall(shown))) <= {"trick"}
    press(example, "forward")
    assert "Stich" in live(example)
    press(example, "nextComment")
    assert example.locator(".elf-comment").first.get_attribute("lang") == "en"
    # The other viewer of the page follows when the reader comes to it, and the choice is kept.
    assert other.locator(".elf").get_attribute("lang") == "en"
    other.locator("[data-do=forward]").focus()
    in_german(page, "late-tricks")
    assert page.evaluate("document.activeElement.dataset.do") == "forward"
    page.reload()
    example = viewer(page)
    example.hover()
    in_german(page, "whole")
    choose(example, "lang", "en")
    page.wait_for_function("document.querySelector('#replay-whole .elf').lang === 'en'")
    assert example.locator("[data-do=copyLink]").inner_text() == "Copy link"


def test_a_line_being_played_is_kept_when_the_language_changes(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-whole:0")
    example = viewer(page)
    press(example, "playFrom")
    example.locator(".elf-lit").first.click()
    page.wait_for_function(
        "document.querySelector('#replay-whole').walk.step.address.endsWith('lead')"
    )
    choose(example, "lang", "de")
    in_german(page, "whole")
    assert place(example) == "Anfang"
    example.locator("[data-do=resume]").click()
    assert place(example) == "Stich 1, Ausspiel"


def test_the_deal_goes_to_the_table_at_the_step_shown(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-whole:7/reply")
    example = viewer(page)
    link = example.locator("[data-do=playThere]")
    ident = re.search(r'\[Id "(.*?)"\]', record_text("whole"))
    assert ident
    assert link.get_attribute("href") == f"{site_url}play/#from={ident[1]}:7/reply"
    press(example, "last")
    assert (link.get_attribute("href") or "").endswith(":0"), "a deal at its end is played anew"
    # A line of the reader's own is in no archive: it goes packed, and comes out as it was.
    press(example, "first")
    press(example, "playFrom")
    example.locator(".elf-lit").first.click()
    page.wait_for_function("document.querySelector('#replay-whole').playOn.current.egn !== null")
    egn = page.evaluate("document.querySelector('#replay-whole').playOn.current.egn")
    page.route("**/play/", lambda route: route.fulfill(body="<!doctype html><title>Table</title>"))
    link.click()
    page.wait_for_url("**/play/#record=*")
    packed, at = re.fullmatch(r".*#record=(.*)&at=(.*)", page.url).groups()  # type: ignore[union-attr]
    assert at == "1%2Flead"
    page.goto(site_url)
    assert (
        page.evaluate("async text => (await import('./assets/packing.mjs')).unpack(text)", packed)
        == egn
    )


def test_the_code_to_embed_shows_the_archives_viewer_at_the_step(page: Page, site_url: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{site_url}#replay-late-tricks:12/reply")
    example = viewer(page, "late-tricks")
    press(example, "more")
    press(example, "copyEmbed")
    code = page.evaluate("navigator.clipboard.readText()")
    assert "Code copied" in example.locator(".elf-message").inner_text()
    src, title = page.evaluate(
        """code => {
          const frame = new DOMParser().parseFromString(code, "text/html").body.firstChild;
          return [frame.getAttribute("src"), frame.title];
        }""",
        code,
    )
    assert src == f"{site_url}archive/late-tricks/embed/#replay-late-tricks:12/reply"
    assert title.startswith("Replay: ")


def test_an_analysis_may_take_its_time(page: Page, site_url: str) -> None:
    """On a slow phone it takes longer than what a reader waits for: a button stops it."""
    page.route(
        "**/python.mjs",
        lambda route: route.fulfill(
            content_type="text/javascript",
            body="""export const call = (op, payload, options) => Promise.resolve(options.timeout);
            export const warm = () => {}; export const stop = () => {};""",
        ),
    )
    page.goto(site_url)
    ask = """async op => (await import("./assets/engine.mjs")).ask(op, {}, () => {})"""
    assert page.evaluate(ask, "analyse") >= 60_000
    assert page.evaluate(ask, "replay") is None, "what is quick keeps the usual limit"


def test_the_table_is_found_from_every_page(page: Page, site_url: str) -> None:
    """A page among the rules, or the variants, has shorter addresses for its neighbours."""
    page.goto(site_url)
    cases = [
        {"egn": "../../records/a.egn", "sectionUrl": "../{game}/#{section}"},
        {"sectionUrl": "../../rules/{game}/#{section}", "variantUrl": "../{variant}/"},
        {"sectionUrl": "../{game}/#{section}", "variantUrl": "../../variants/{variant}/"},
    ]
    found = page.evaluate(
        """async cases => {
          const { tableUrl } = await import("./assets/play-there.mjs");
          history.replaceState(null, "", "rules/elfern/");
          return [...cases, {}].map(tableUrl);
        }""",
        cases,
    )
    assert found == [f"{site_url}play/"] * 3 + [None]


@pytest.mark.parametrize("where", ["", "rules/elfern/", "variants/must-win/"])
def test_on_the_site_every_deal_finds_the_table(
    context: BrowserContext, site_below: StaticServer, where: str
) -> None:
    page = context.new_page()
    page.goto(f"{site_below.url}{where}")
    page.locator("elfern-replay[data-drawn]").first.wait_for()
    links = page.locator("elfern-replay [data-do=playThere]")
    found = {link.get_attribute("href") or "" for link in links.all()}
    assert links.count() >= 1
    for href in found:
        table, _, asked = href.partition("#from=")
        assert table == f"{site_below.url}play/"
        ident = asked.partition(":")[0]
        assert page.request.get(f"{site_below.url}records/{ident}.egn").ok
    assert page.request.get(f"{site_below.url}play/").ok
    page.close()
