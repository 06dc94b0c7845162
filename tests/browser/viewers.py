"""Short words for what the viewer tests do and look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# Notes every text that the live regions of a page come to hold.
LISTEN = """() => {
  globalThis.spoken = [];
  for (const region of document.querySelectorAll(".elf-live")) {
    new MutationObserver(() => {
      const { textContent } = region;
      if (textContent) globalThis.spoken.push(textContent);
    }).observe(region, { childList: true, characterData: true, subtree: true });
  }
}"""


DRAW = """async (element) => {
  await customElements.whenDefined("elfern-replay");
  if (!element.draw()) throw new Error(element.innerText);
}"""


def viewer(page: Page, ident: str = "whole") -> Locator:
    """Give the viewer of an id, drawn wherever on the page it stands."""
    found = page.locator(f"#replay-{ident}")
    found.evaluate(DRAW)
    return found


def draw_all(page: Page) -> Locator:
    """Let every viewer of the page be drawn, as if the reader had passed by; give them."""
    found = page.locator("elfern-replay")
    for one in found.all():
        one.evaluate(DRAW)
    return found


def place(viewer: Locator) -> str:
    """Give the step shown, in the viewer's words: `Trick 7, reply`."""
    return viewer.locator(".elf-place span").first.inner_text()


def address(viewer: Locator) -> str:
    """Give the address of the step shown."""
    found: str = viewer.evaluate("element => element.walk.step.address")
    return found


def press(viewer: Locator, name: str, *, times: int = 1) -> None:
    """Click a button of the viewer, named by what it does."""
    for _ in range(times):
        viewer.locator(f"[data-do={name}]").first.click()


def choose(viewer: Locator, choice: str, value: str) -> None:
    """Open the settings, if they are closed, and choose."""
    if not viewer.locator(".elf-choices").is_visible():
        press(viewer, "more")
    viewer.locator(f"[data-choice={choice}]").select_option(value)


def heard(page: Page, count: int = 1) -> list[str]:
    """Wait until something was spoken `count` times and give it all."""
    page.wait_for_function("n => globalThis.spoken.length >= n", arg=count)
    texts: list[str] = page.evaluate("globalThis.spoken")
    return texts


def live(viewer: Locator) -> str:
    """Give what the live region holds once it holds something."""
    viewer.page.wait_for_function(
        "id => document.getElementById(id).querySelector('.elf-live').textContent",
        arg=viewer.get_attribute("id"),
    )
    return viewer.locator(".elf-live").inner_text()


def scroll(page: Page) -> tuple[float, float]:
    """Give how far the page is scrolled."""
    x, y = page.evaluate("[scrollX, scrollY]")
    return x, y


def axe(
    page: Page, script: str, within: str | dict[str, list[str]] = "elfern-replay"
) -> list[dict[str, Any]]:
    """Give what axe finds at fault in an element, for WCAG 2.2 AA and good practice.

    An id that stands twice, which axe leaves to a person, counts as well: what refers to the
    second is told the first.
    """
    page.evaluate(script)
    result: dict[str, Any] = page.evaluate(
        """within => axe.run(within, {resultTypes: ["violations"]})""", within
    )
    ids: list[str] = page.evaluate("[...document.querySelectorAll('[id]')].map(one => one.id)")
    twice = [{"id": "twice", "help": one, "nodes": []} for one in set(ids) if ids.count(one) > 1]
    return twice + [
        {
            "id": one["id"],
            "help": one["help"],
            "nodes": [
                node["html"][:200] + " " + (node.get("failureSummary") or "")[:300]
                for node in one["nodes"]
            ],
        }
        for one in result["violations"]
    ]
