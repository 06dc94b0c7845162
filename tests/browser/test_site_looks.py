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
