"""The viewer in the built site, in the theme's company, at the root and below a sub-path."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import watch
from tests.browser.viewers import address, axe, draw_all, press

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

    from tests.browser.serving import StaticServer

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RULES = "rules/elfern/"


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def site_page(browser: Browser, built_site: StaticServer) -> Iterator[Page]:
    """Give a page of the built site that must raise no error and ask no other host."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    made = context.new_page()
    faults: list[str] = []
    watch(made, faults, built_site.origin.removeprefix("http://"))
    yield made
    context.close()
    assert not faults


EACH = 60


def pages_with_viewers(folder: Path) -> list[str]:
    """Give the addresses of the pages that hold an example, below the site's own.

    The archive's pages are filled out of one page of the theme: each sixtieth stands for them.
    """
    found = sorted(
        page.parent.relative_to(folder).as_posix().removeprefix(".") + "/"
        for page in folder.rglob("index.html")
        if "<elfern-replay" in page.read_text(encoding="utf-8")
    )
    archived = [page for page in found if page.startswith("archive/")]
    assert len(archived) > EACH
    return [page for page in found if page not in archived] + archived[::EACH]


def first(page: Page) -> Locator:
    """Give the page's first viewer, drawn."""
    page.wait_for_selector("elfern-replay", state="attached")
    return draw_all(page).first


def test_every_example_of_every_page_is_drawn(site_page: Page, built_site: StaticServer) -> None:
    pages = pages_with_viewers(built_site.folder)
    assert RULES in pages
    for path in pages:
        site_page.goto(built_site.url + path.lstrip("/"))
        first(site_page)
        undrawn = "elfern-replay:not([data-drawn]), elfern-compare:not([data-drawn]), .elf-broken"
        assert site_page.locator(undrawn).count() == 0, path
        idents = site_page.evaluate(
            "[...document.querySelectorAll('elfern-replay')].map(one => one.id)"
        )
        assert len(set(idents)) == len(idents), path


UNDRAWN = "elfern-replay:not([data-drawn])"


def test_examples_are_drawn_when_the_reader_comes_near(
    site_page: Page, built_site: StaticServer
) -> None:
    site_page.goto(built_site.url + RULES)
    site_page.locator("elfern-replay").first.scroll_into_view_if_needed()
    site_page.wait_for_selector("elfern-replay[data-drawn]")
    assert site_page.locator("elfern-replay").count() > 20
    assert site_page.locator("elfern-replay[data-drawn]").count() < 10
    last = site_page.locator("elfern-replay").last
    assert last.locator(".elfern-static tr").count() > 1, "its table can be read meanwhile"
    assert last.get_attribute("data-drawn") is None
    last.evaluate("one => one.scrollIntoView()")
    last.and_(site_page.locator("[data-drawn]")).wait_for()
    # All the way up, a window at a time: none is met undrawn.
    for _ in range(200):
        if site_page.evaluate("scrollY") == 0:
            break
        site_page.evaluate("scrollBy({ top: -innerHeight, behavior: 'instant' })")
        site_page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
        assert site_page.evaluate(
            """undrawn => [...document.querySelectorAll(undrawn)].filter(one => {
              const { top, bottom } = one.getBoundingClientRect();
              return bottom > 0 && top < innerHeight;
            }).length""",
            UNDRAWN,
        ) == 0  # fmt: skip
    assert site_page.locator(UNDRAWN).count() == 0


def test_who_reloads_stays_where_they_were(site_page: Page, built_site: StaticServer) -> None:
    """A heading in the address is held in view for who comes by it, not for who read on."""
    at = "document.getElementById('deal').getBoundingClientRect().top"
    site_page.goto(built_site.url + "rules/elfern/#deal")
    site_page.wait_for_function(f"() => document.readyState === 'complete' && Math.abs({at}) < 120")
    site_page.mouse.wheel(0, 3000)
    site_page.wait_for_function(f"() => {at} < -2000")
    site_page.wait_for_timeout(800)
    site_page.reload()
    site_page.wait_for_timeout(1000)
    assert site_page.evaluate(at) < -1500


def test_the_keyboard_and_a_link_meet_an_example_drawn(
    site_page: Page, built_site: StaticServer
) -> None:
    site_page.goto(built_site.url + RULES)
    last = site_page.locator("elfern-replay").last
    last.locator(".elfern-static").wait_for(state="attached")
    assert last.get_attribute("data-drawn") is None
    # As Tab or a search in the page comes to the table.
    last.locator(".elfern-static :is(a, summary)").first.evaluate("one => one.focus()")
    assert last.get_attribute("data-drawn") == ""
    assert last.evaluate("one => one === document.activeElement")
    site_page.keyboard.press("Tab")
    assert last.evaluate("one => one.querySelector('.elf').contains(document.activeElement)")
    other = site_page.locator(UNDRAWN).last
    ident = other.get_attribute("id")
    site_page.evaluate("hash => { location.hash = hash; }", f"{ident}:end")
    site_page.wait_for_selector(f"#{ident}[data-drawn]")
    assert address(site_page.locator(f"#{ident}")) == "end"


def test_print_holds_the_tables_of_all(site_page: Page, built_site: StaticServer) -> None:
    site_page.goto(built_site.url + RULES)
    site_page.wait_for_selector("elfern-replay", state="attached")
    site_page.emulate_media(media="print")
    assert site_page.locator(UNDRAWN).count() > 0
    assert site_page.evaluate(
        "[...document.querySelectorAll('elfern-replay > .elfern-static table')]"
        ".filter(one => !one.checkVisibility({ contentVisibilityAuto: true })).length"
    ) == 0  # fmt: skip


def test_nothing_of_python_is_fetched_before_it_is_asked_for(
    site_page: Page, built_site: StaticServer
) -> None:
    built_site.log.clear()
    site_page.goto(built_site.url + RULES)
    press(first(site_page), "forward", times=2)
    asked = [path for path in built_site.paths() if "runtime" in path or "python" in path]
    assert asked == []


def test_the_themes_keys_and_search(site_page: Page, built_site: StaticServer) -> None:
    """V2, V26: no step while the theme's search has the focus, no theme action for our keys."""
    site_page.goto(built_site.url + RULES)
    example = first(site_page)
    example.scroll_into_view_if_needed()
    press(example, "forward")
    was = address(example)
    search = site_page.locator("[data-md-component=search-query]")
    # The theme opens and closes its search a moment later, and while it is open it takes the focus
    # back at any key, be it Shift alone.
    search.focus()
    site_page.wait_for_function("() => document.getElementById('__search').checked")
    site_page.keyboard.type("ab")
    for key in ("ArrowLeft", "ArrowRight", "Home"):
        site_page.keyboard.press(key)
    site_page.keyboard.press("Escape")
    site_page.wait_for_function("() => !document.getElementById('__search').checked")
    assert address(example) == was
    here = site_page.url.partition("#")[0]
    example.locator("[data-do=forward]").focus()
    for key in ("ArrowRight", "ArrowLeft", "Shift+ArrowRight", "End", "Home"):
        site_page.keyboard.press(key)
    assert site_page.url.partition("#")[0] == here
    assert site_page.evaluate("document.activeElement.dataset.do") == "forward"


def test_instant_navigation_leaves_one_of_each(site_page: Page, built_site: StaticServer) -> None:
    """V18, with the theme's own navigation: home, rules, home, five times, in one document."""
    site_page.goto(built_site.url)
    first(site_page)
    site_page.evaluate("globalThis.sameDocument = true")
    site_page.wait_for_load_state("networkidle")  # the theme knows its pages
    counts: dict[str, int] = {}
    for _ in range(5):
        for path in (RULES, ""):
            link = f"{built_site.url}{path}"
            site_page.locator(f".md-content a[href='{path}'], .md-header a.md-logo").first.evaluate(
                "(link, to) => { link.href = to; link.click(); }", link
            )
            site_page.wait_for_url(re.compile(re.escape(link) + "(#.*)?$"))
            site_page.wait_for_function(
                "rules => document.querySelector('h1').textContent.includes('rules') === rules",
                arg=bool(path),
            )
            first(site_page)
            drawn = site_page.locator("elfern-replay > .elf").count()
            assert drawn == site_page.locator("elfern-replay").count()
            assert counts.setdefault(path, drawn) == drawn
    assert site_page.evaluate("globalThis.sameDocument") is True, "the page was loaded anew"
    assert site_page.locator("#elfern-faces").count() == 1
    example = first(site_page)
    was = address(example)
    example.focus()
    site_page.keyboard.press("ArrowRight")
    assert address(example) != was


def test_a_link_from_another_page_opens_its_step(site_page: Page, built_site: StaticServer) -> None:
    site_page.goto(built_site.url)
    first(site_page)
    links = site_page.locator(".md-content a[href*='#replay-']")
    assert links.count() > 0
    href = links.first.get_attribute("href") or ""
    ident, _, step = href.partition("#")[2].partition(":")
    links.first.click()
    site_page.wait_for_selector(f"#{ident}[data-drawn]")
    example = site_page.locator(f"#{ident}")
    site_page.wait_for_function(
        "([ident, step]) => document.getElementById(ident).walk.step.address === step",
        arg=[ident, step],
    )
    site_page.wait_for_function(
        "ident => Math.abs(document.getElementById(ident).getBoundingClientRect().top - 90) < 60",
        arg=ident,
    )
    assert example.is_visible()


def test_axe_finds_nothing_in_the_examples(
    browser: Browser, site_below: StaticServer, scheme: str
) -> None:
    script = AXE.read_text(encoding="utf-8")
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    for path in ("", RULES):
        page.goto(site_below.url + path)
        first(page)
        assert axe(page, script, "elfern-replay:nth-of-type(-n + 3)") == [], path
    context.close()


@pytest.mark.parametrize("width", [320, 390])
def test_no_page_scrolls_sideways(browser: Browser, site_below: StaticServer, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 700})
    page = context.new_page()
    for path in ("", RULES):
        page.goto(site_below.url + path)
        first(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    context.close()


def test_without_script_the_tables_are_read(browser: Browser, site_below: StaticServer) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 700})
    page = context.new_page()
    page.goto(site_below.url + RULES)
    tables = page.locator(".elfern-static")
    assert tables.count() > 10
    assert all(one.is_visible() for one in tables.all()[:10])
    inner = page.locator(".elfern-static .elfern-tricks").first.inner_text()
    assert "wins" in inner
    context.close()
