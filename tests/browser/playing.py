"""What the tests of the play page share: the page in a fresh profile, and sessions played out."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from elfern_core.records import loads
from tests.browser import rooms
from tests.browser.conftest import prepare, watch
from tests.browser.serving import StaticServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Locator, Page

PLAY = "elfern-play"
RULESETS = [
    "elfern",
    "bohemian-schneider",
    "elfern+turn-up-trump",
    "elfern+must-win",
    "elfern+ace-ten",
    "elfern+hand(3)",
    "bohemian-schneider+highest-wins",
]


@pytest.fixture(scope="module", name="rooms_url")
def serve_play() -> Iterator[str]:
    """Serve the rooms below a sub-path."""
    with StaticServer(rooms.site_folder(), "/a/b/").running() as server:
        yield server.url


@pytest.fixture(name="visit")
def open_play(browser: Browser, rooms_url: str) -> Iterator[Page]:
    """Open the play page in a fresh profile, without pauses; it must raise no error."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield from visited(context, rooms_url)


def visited(context: BrowserContext, rooms_url: str) -> Iterator[Page]:
    """Open the play page in a profile, without pauses; it must raise no error."""
    prepare(context)
    context.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => {"
        f"for (const one of document.querySelectorAll('{PLAY}')) one.dataset.pause = '0'; }});"
    )
    page = context.new_page()
    faults: list[str] = []
    watch(page, faults, urlsplit(rooms_url).netloc)
    page.goto(f"{rooms_url}play/")
    rooms.room(page, PLAY)
    yield page
    context.close()
    assert not faults


def start(page: Page, **choices: str) -> Locator:
    """Fill in the form and begin; give the room."""
    room = page.locator(PLAY)
    for name, value in choices.items():
        field = room.locator(f"[name={name}]")
        if field.evaluate("one => one.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)
    room.locator("[data-do=start]").click()
    room.locator(".play-table").wait_for()
    return room


def record(page: Page) -> str:
    """Give the session's text as it stands."""
    text: str = page.locator(PLAY).evaluate("one => one.record")
    return text


WAITING = """() => {
  const room = document.querySelector("elfern-play");
  return room.querySelector(".play-own [data-legal]") ? "card"
    : room.querySelector("[data-do=takeOver]") ? "takeOver"
    : room.querySelector("[data-do=next]") ? "next"
    : room.querySelector("[data-do=fresh]") ? "over" : null;
}"""


def waiting(page: Page) -> str:
    """Wait until the table waits for the player and say for what."""
    found: str = page.wait_for_function(WAITING).json_value()
    return found


def play_out(page: Page, *, by: str = "mouse", most: int = 400) -> None:
    """Play the session to its end: the last legal card offered, the hand-over, the next deal.

    Args:
        page: the play page.
        by: `mouse`, `keyboard` (the Tab key and Enter, nothing else) or `touch`.
        most: how often at most something is done.
    """
    room = page.locator(PLAY)
    for _ in range(most):
        what = waiting(page)
        if what == "over":
            return
        before = record(page) + str(room.locator(".play-cover:visible").count())
        target = room.locator(
            ".play-own [data-legal]" if what == "card" else f"[data-do={what}]"
        ).last
        if by == "keyboard":
            tab_to(page, target)
            page.keyboard.press("Enter")
        elif by == "touch":
            target.tap()
        else:
            target.click()
        page.wait_for_function(
            """before => { const room = document.querySelector("elfern-play");
              return room.record + room.querySelectorAll(".play-cover:not([hidden])").length
                !== before; }""",
            arg=before,
        )
    raise AssertionError("the session does not end")


def tab_to(page: Page, target: Locator) -> None:
    """Move the focus to a control with the Tab key alone, forwards or backwards."""
    # Backwards past where it began: the card meant may lie before the one in focus.
    for key, times in (("Tab", 8), ("Shift+Tab", 20)):
        for _ in range(times):
            if target.evaluate("one => one === document.activeElement"):
                return
            page.keyboard.press(key)
    raise AssertionError("the keyboard does not reach the control")


def play_some(page: Page, cards: int) -> None:
    """Play some cards against the computer."""
    room = page.locator(PLAY)
    for _ in range(cards):
        assert waiting(page) == "card"
        before = record(page)
        room.locator(".play-own [data-legal]").first.click()
        page.wait_for_function(
            "before => document.querySelector('elfern-play').record !== before", arg=before
        )
    waiting(page)


def plays(page: Page) -> tuple[int, ...]:
    return loads(record(page))[-1].plays


def until_answering(page: Page) -> None:
    """Play until the computer has led and the player is to reply."""
    for _ in range(16):
        if len(plays(page)) % 2:
            return
        play_some(page, 1)
    raise AssertionError("the computer never leads")
