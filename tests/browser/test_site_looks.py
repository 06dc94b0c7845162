"""The rooms of the site magnified, and in the reader's own colours, walked through by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.browser.serving import StaticServer

ROOMS = (
    "archive/",
    "archive/void-throws-off/",
    "archive/download/",
    "lab/",
    "check/",
    "play/",
    "figures/",
    "offline/",
    "sources/",
    "sources/pierer-1858/",
    "concordance/",
    "first-game/",
)
STOPS = 40
# Of what has the focus: its name, whether any of it is to be seen, how it is marked. A row or a
# field may bear the mark for what stands in it.
FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const box = one.getBoundingClientRect();
  const header = document.querySelector(".md-header").getBoundingClientRect();
  const inside = Boolean(one.closest(".md-header, .md-search, .md-skip, .md-sidebar--primary"));
  const over = inside ? 0 : header.bottom;
  const marked = [];
  for (let at = one; at && marked.length < 4; at = at.parentElement) marked.push(at);
  return {
    name: `${one.tagName} ${one.className} ${one.textContent || one.name}`.slice(0, 80),
    seen: box.bottom > over && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    ring: marked.some((at) => {
      const style = getComputedStyle(at);
      return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    }),
  };
}"""
# A card is drawn, edge and all.
BUTTONS = """() => [...document.querySelectorAll(".md-content button:not(.elf-card)")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => {
    const style = getComputedStyle(one);
    const line = style.borderStyle !== "none" && parseFloat(style.borderWidth) > 0;
    return !line && !style.textDecorationLine.includes("underline");
  })
  .map((one) => `${one.className} ${one.textContent}`.trim().slice(0, 60))"""


def stops(page: Page) -> Iterator[dict[str, Any]]:
    """Walk by Tab from the page's heading and tell of each thing that takes the focus."""
    page.evaluate(
        """() => {
          const heading = document.querySelector(".md-content h1");
          heading.tabIndex = -1;
          heading.focus();
        }"""
    )
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        told = page.evaluate(FOCUSED)
        if told is None:
            return
        yield told


@pytest.mark.parametrize("path", ROOMS)
def test_at_400_per_cent_the_focus_is_never_out_of_sight(
    browser: Browser, site_below: StaticServer, path: str
) -> None:
    """A window of 1280 by 1024 magnified four times."""
    context = browser.new_context(viewport={"width": 320, "height": 256}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(site_below.url + path, wait_until="networkidle")
    walked = list(stops(page))
    assert len(walked) > 3
    assert [one["name"] for one in walked if not one["seen"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    context.close()


DRAWER = ".md-sidebar--primary"
HELD = "() => document.activeElement.textContent.trim()"


def small(browser: Browser, site: StaticServer, path: str, width: int = 390) -> Page:
    """Open a page on a small screen."""
    context = browser.new_context(viewport={"width": width, "height": 700}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(site.url + path, wait_until="networkidle")
    return page


@pytest.mark.parametrize("width", [320, 390, 1000])
def test_from_the_top_of_a_page_the_focus_is_never_out_of_sight(
    browser: Browser, site_below: StaticServer, width: int
) -> None:
    """Not in the drawer while it is closed either."""
    page = small(browser, site_below, "rules/elfern/", width)
    walked = []
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        page.wait_for_timeout(300)  # until what opens has come
        walked.append(page.evaluate(FOCUSED))
        if walked[-1] is None or "headerlink" in walked[-1]["name"]:
            break
    assert [one["name"] for one in walked if one is None or not one["seen"]] == []
    assert "headerlink" in walked[-1]["name"], "the content comes within reach"
    page.context.close()


def test_the_drawer_by_keyboard_alone(browser: Browser, site_below: StaticServer) -> None:
    page = small(browser, site_below, "speed/")
    drawer = page.locator("#__drawer")

    def tab_to(words: str) -> None:
        for _ in range(30):
            if page.evaluate(HELD).startswith(words):
                return
            page.keyboard.press("Tab")
            told = page.evaluate(FOCUSED)
            assert told, words
            assert told["seen"], told["name"]
        raise AssertionError(words)

    tab_to("Menu")
    page.keyboard.press(" ")
    page.wait_for_function("() => document.activeElement.closest('.md-sidebar--primary')")
    assert drawer.is_checked()
    page.keyboard.press("Escape")
    assert not drawer.is_checked()
    assert page.evaluate(HELD) == "Menu"
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.closest('.md-sidebar--primary')")
    # The page stands in a part of the site, which is open: back from it, and into another.
    for words in ("About", "Variants"):
        tab_to(words)
        label = page.evaluate("document.activeElement.className")
        page.keyboard.press("Enter")
        # The focus goes along.
        page.wait_for_function("was => document.activeElement.className !== was", arg=label)
    tab_to("Smaller hands")
    with page.expect_navigation(url="**/variants/**"):
        page.keyboard.press("Enter")
    page.context.close()


def test_a_drawer_that_is_left_closes(browser: Browser, site_below: StaticServer) -> None:
    page = small(browser, site_below, "speed/")
    page.locator(".md-header label[for=__drawer]").click()
    assert page.locator(DRAWER).evaluate("one => getComputedStyle(one).visibility") == "visible"
    page.locator(".md-content a[href]").first.focus()
    assert not page.locator("#__drawer").is_checked()
    page.context.close()


@pytest.mark.parametrize("path", ROOMS)
def test_in_forced_colours_focus_and_buttons_show(
    browser: Browser, site_below: StaticServer, path: str
) -> None:
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, forced_colors="active", reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(site_below.url + path, wait_until="networkidle")
    walked = list(stops(page))
    assert len(walked) > 3
    assert [one["name"] for one in walked if not one["ring"]] == []
    assert page.evaluate(BUTTONS) == []
    context.close()
