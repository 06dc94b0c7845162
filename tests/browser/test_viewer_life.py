"""Coming and going: navigation without reload, no script, bad data, hostile text, two at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import prepare
from tests.browser.fixture_site import record_frames, record_text
from tests.browser.viewers import address, draw_all, press, viewer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

COUNT_LISTENERS = """
globalThis.listening = new Map();
for (const target of [EventTarget.prototype]) {
  const { addEventListener, removeEventListener } = target;
  const global = [globalThis, document];
  target.addEventListener = function (type, listener, options) {
    const ours = new Error().stack.includes("/assets/");
    if (ours && global.includes(this ?? globalThis)) {
      const key = {};
      listening.set(key, type);
      options?.signal?.addEventListener("abort", () => listening.delete(key));
    }
    return addEventListener.call(this ?? globalThis, type, listener, options);
  };
}
"""
# What the theme's instant navigation does: fetch, parse, swap the content.
TRAVEL = """async (to) => {
  history.pushState(null, "", to);
  const text = await (await fetch(to)).text();
  const next = new DOMParser().parseFromString(text, "text/html");
  document.querySelector("main").replaceWith(next.querySelector("main"));
}"""


def test_navigation_without_reload_leaves_nothing_behind(
    context: BrowserContext, site_url: str
) -> None:
    """V18: A-B-A five times: as many viewers, listeners and timers as at first."""
    context.add_init_script(COUNT_LISTENERS)
    page = context.new_page()
    page.goto(site_url)
    draw_all(page)
    at_first = page.evaluate("[...listening.values()].sort()")
    assert "hashchange" in at_first
    for _ in range(5):
        press(viewer(page), "autoplay")
        page.evaluate("globalThis.left = document.querySelector('elfern-replay')")
        page.evaluate(TRAVEL, "elsewhere.html")
        assert page.locator("elfern-replay").count() == 0
        assert page.evaluate("listening.size") == 0
        assert page.evaluate("left.walk.state.running") is False
        page.evaluate(TRAVEL, "index.html#replay-whole:3/reply")
        assert draw_all(page).count() == 2
        assert page.locator("elfern-replay > .elf").count() == 2
        assert address(viewer(page)) == "3/reply"
    # Those that wait for the reader to scroll go by themselves.
    page.wait_for_function("count => listening.size === count", arg=len(at_first))
    assert page.evaluate("[...listening.values()].sort()") == at_first
    viewer(page).focus()
    page.keyboard.press("ArrowRight")
    assert address(viewer(page)) == "4/lead"
    assert page.evaluate("document.querySelectorAll('#elfern-faces').length") == 1


def test_taken_out_and_put_back(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    press(example, "forward", times=3)
    page.evaluate(
        """() => {
          const example = document.querySelector("elfern-replay");
          document.body.append(example);
        }"""
    )
    assert address(example) == "2/lead"
    example.focus()
    page.keyboard.press("ArrowRight")
    assert address(example) == "2/reply"
    assert example.locator(".elf").count() == 1


def test_without_script_the_table_stands(browser: Browser, site_url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site_url)
    table = page.locator("#replay-whole .elfern-static")
    assert table.is_visible()
    frames = record_frames(record_text("whole"))
    rows = table.locator("tbody tr")
    assert rows.count() == 16
    assert "Forehand wins" in rows.first.inner_text()
    assert frames["steps"][0]["address"] not in table.inner_text().split()
    context.close()


def test_data_that_cannot_be_read_leaves_the_table(context: BrowserContext, site_url: str) -> None:
    page = context.new_page()
    page.goto(f"{site_url}broken.html")
    page.locator(".elf-broken").wait_for()
    assert "could not be read" in page.locator(".elf-broken").inner_text()
    assert page.locator(".elfern-static").is_visible()


def test_markup_and_script_stay_text(page: Page, site_url: str) -> None:
    """R19: in title, players, comments, link and file name."""
    page.goto(f"{site_url}hostile.html#replay-hostile:<img src=x onerror=hurt=1>")
    example = viewer(page, "hostile")
    press(example, "forward", times=2)
    press(example, "first")
    page.wait_for_timeout(120)
    assert page.evaluate("globalThis.hurt") is None
    assert example.locator("img, script, iframe").count() == 0
    assert '<img src=x onerror="window.hurt=1">' in example.locator(".elf-title").inner_text()
    assert "<script>window.hurt=1</script>" in example.locator(".elf-comment").inner_text()
    assert example.locator("a[href^=javascript]").count() == 0
    assert '<img src=x onerror="window.hurt=1">' in (example.get_attribute("aria-label") or "")


def test_two_side_by_side_step_together(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}compare.html")
    left, right = viewer(page, "left"), viewer(page, "right")
    press(left, "forward", times=3)
    assert (address(left), address(right)) == ("2/lead", "2/lead")
    press(right, "last")
    assert (address(left), address(right)) == ("end", "end")
    compare = page.locator("elfern-compare")
    compare.locator("[data-do=parting]").click()
    assert (address(left), address(right)) == ("12/reply", "12/reply")
    assert page.locator(".elfern-side[data-parted]").count() == 2
    press(left, "back")
    assert page.locator(".elfern-side[data-parted]").count() == 0
    compare.get_by_label("Step both together").uncheck()
    press(left, "first")
    assert (address(left), address(right)) == ("0", "12/lead")


def test_stacked_each_shows_the_other_at_the_same_height(browser: Browser, site_url: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{site_url}compare.html")
    page.locator("elfern-compare[data-stacked]").wait_for()
    page.locator("[data-do=parting]").click()
    boards = page.locator("elfern-compare .elf-board")
    doors = page.locator("[data-do=other]")
    assert [one.get_attribute("aria-label") for one in doors.all()] == [
        "Show the other: right",
        "Show the other: left",
    ]
    boards.first.evaluate("board => scrollTo(0, scrollY + board.getBoundingClientRect().top - 150)")

    def tops() -> list[float]:
        return [one.evaluate("board => board.getBoundingClientRect().top") for one in boards.all()]

    at, far = tops()
    assert far > at + 844, "not in sight together"
    doors.first.click()
    assert tops()[1] == pytest.approx(at, abs=1)
    assert doors.nth(1).evaluate("door => door === document.activeElement")
    # The way back is in sight, wherever in the replay one is.
    box = doors.nth(1).bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= at
    page.keyboard.press("Enter")
    assert tops()[0] == pytest.approx(at, abs=1)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.locator("elfern-compare:not([data-stacked])").wait_for()
    assert not doors.first.is_visible()
    context.close()


def test_side_by_side_both_stand_level(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}compare.html")
    page.locator(".elfern-side-title").nth(1).evaluate(
        "title => { title.firstElementChild.textContent = 'A long name of the rules '.repeat(6); }"
    )
    tops = [one.bounding_box() for one in page.locator("elfern-compare elfern-replay").all()]
    assert tops[0]
    assert tops[1]
    assert tops[0]["y"] == tops[1]["y"]


def test_two_side_by_side_are_printed_without_their_controls(
    browser: Browser, site_url: str
) -> None:
    for width in (390, 1280):
        context = browser.new_context(viewport={"width": width, "height": 844})
        page = context.new_page()
        page.goto(f"{site_url}compare.html")
        page.wait_for_selector("elfern-compare[data-drawn]")
        for ident in ("left", "right"):
            viewer(page, ident)
        page.emulate_media(media="print")
        assert page.locator("elfern-compare button:visible").count() == 0
        assert page.locator("elfern-compare table:visible").count() == 2
        context.close()


def test_a_link_moves_both_sides(page: Page, site_url: str) -> None:
    for ident in ("left", "right"):
        page.goto("about:blank")
        page.goto(f"{site_url}compare.html#replay-{ident}:12/reply")
        assert address(viewer(page, "left")) == "12/reply"
        assert address(viewer(page, "right")) == "12/reply"
        assert page.locator(".elfern-side[data-parted]").count() == 2


def test_links_work_in_a_page_below_any_path(browser: Browser, site_url: str) -> None:
    context = browser.new_context()
    prepare(context)
    page = context.new_page()
    missing: list[str] = []
    page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
    page.goto(f"{site_url}index.html#replay-whole:2/reply")
    assert address(viewer(page)) == "2/reply"
    assert not missing
    context.close()
