"""What assistive technology is given: the accessibility tree of the viewer and of the play page.

The trees stand in `aria/`. After a change that is meant, `ELFERN_WRITE=1 pytest
tests/browser/test_aria.py` writes them anew; read what has changed before you keep it. What people
hear of it is in `docs/contribute/screen-readers.md`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser import rooms
from tests.browser.playing import PLAY, open_play, serve_play
from tests.browser.viewers import press, viewer

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

__all__ = ["open_play", "serve_play"]

TREES = Path(__file__).with_name("aria")


def compare(name: str, part: Locator) -> None:
    """Compare the tree of a part of a page with the stored one."""
    tree = re.sub(r"http://127\.0\.0\.1:\d+/a/b/", "/", part.aria_snapshot()) + "\n"
    stored = TREES / f"{name}.yml"
    if os.environ.get("ELFERN_WRITE"):
        TREES.mkdir(exist_ok=True)
        stored.write_text(tree, encoding="utf-8")
    assert tree == stored.read_text(encoding="utf-8")


def test_the_viewer_at_its_start_and_after_a_step(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    compare("viewer-start", example)
    press(example, "forward")
    # The live region speaks a moment later.
    example.locator("[aria-live]").get_by_text("leads").first.wait_for(state="attached")
    compare("viewer-step", example)


def test_the_play_page_before_a_session_and_at_the_table(visit: Page, rooms_url: str) -> None:
    room = visit.locator(PLAY)
    compare("play-setup", room.locator(".elf-room"))
    # A deal of the archive: the same cards every time, and the reader to reply.
    visit.goto(f"{rooms_url}other/")
    visit.goto(f"{rooms_url}play/#from=game-whole-deal:2/lead")
    rooms.room(visit, PLAY)
    room.locator(".play-own [data-legal]").first.wait_for()
    compare("play-table", room.locator(".play-table"))
