"""The table without colour, small, on its side, in every state: what is seen and what axe finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from elfern_core.records import loads
from tests.browser import rooms
from tests.browser.playing import (
    PLAY,
    open_play,
    play_some,
    record,
    serve_play,
    start,
    until_answering,
    visited,
    waiting,
)
from tests.browser.viewers import axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

__all__ = ["open_play", "serve_play"]
CONTRAST = """(one, [mark, ground]) => {
  const light = text => {
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(part => {
      const x = part / 255;
      return x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4;
    });
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const of = name => light(getComputedStyle(one).getPropertyValue(name).trim());
  const [a, b] = [of(mark), of(ground)].sort((x, y) => y - x);
  return (a + .05) / (b + .05);
}"""


def to_a_barred_card(page: Page) -> Locator:
    """Play until a card of the hand may not be played; give the room."""
    room = page.locator(PLAY)
    for _ in range(16):
        if waiting(page) == "card" and room.locator(".play-own .elf-barred").count():
            return room
        play_some(page, 1)
    raise AssertionError("every card could always be played")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_needs_no_colour(visit: Page, scheme: str) -> None:
    """V16: all in words, frames and bars; the frames stand out from the cloth in grey as well."""
    visit.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    room = start(visit, rules="elfern+must-win-throughout", number="1")
    room = to_a_barred_card(visit)
    # Whose turn it is, who leads, who has won: words.
    assert "to play" in room.locator("[data-turn] .elf-name").inner_text()
    assert "led" in room.locator(".elf-trick").inner_text()
    # What may be played is framed, what may not has a bar across, whatever the colours.
    lit, barred = (room.locator(f".play-own .elf-{kind}").first for kind in ("lit", "barred"))
    frame = "one => getComputedStyle(one).boxShadow"
    across = "one => getComputedStyle(one, '::before').backgroundImage"
    assert lit.evaluate(frame) != "none"
    assert barred.evaluate(frame) == "none"
    assert "gradient" in barred.evaluate(across)
    assert lit.evaluate(across) == "none"
    board = room.locator(".elf-board")
    for mark in ("--elf-lit", "--elf-good"):
        assert board.evaluate(CONTRAST, [mark, "--elf-cloth"]) >= 3, mark
    # The card advised is framed wider than one that may be played, and says so.
    room.locator("[data-do=hint]").click()
    advised = room.locator(".elf-advised")
    advised.wait_for()
    assert advised.inner_text().endswith("Hint")
    assert " 4px" in advised.evaluate(frame)
    # The trick just won lies there until the next lead: a tick, a word, a frame.
    for _ in range(16):
        if waiting(visit) != "card" or room.locator(".elf-play[data-won]").count():
            break
        play_some(visit, 1)
    won = room.locator(".elf-play[data-won]")
    assert won.inner_text().split("\n")[-1].startswith("✓ ")
    assert won.inner_text().endswith(" and won")
    style = won.locator(".elf-card").evaluate("one => getComputedStyle(one).outlineStyle")
    assert style == "solid"


def test_forced_colours_keep_the_marks_of_the_table(visit: Page) -> None:
    visit.emulate_media(forced_colors="active")
    start(visit, rules="elfern+must-win-throughout", number="1")
    room = to_a_barred_card(visit)
    outline = "one => getComputedStyle(one).outlineStyle"
    assert room.locator(".play-own .elf-lit").first.evaluate(outline) == "solid"
    barred = room.locator(".play-own .elf-barred").first
    assert barred.evaluate(outline) == "none"
    across = barred.evaluate("one => getComputedStyle(one, '::before').backgroundImage")
    assert "gradient" in across
    room.locator("[data-do=hint]").click()
    room.locator(".elf-advised").wait_for()
    assert room.locator(".elf-advised").evaluate(outline) == "double"
    fresh = room.locator(".play-own .elf-fresh")
    if fresh.count():
        mark = fresh.evaluate("one => getComputedStyle(one, '::after').backgroundColor")
        assert mark != barred.evaluate("one => getComputedStyle(one, '::after').backgroundColor")


# Parts of the board that stick out of it or lie over one another.
CROWDED = """() => {
  const box = one => one.getBoundingClientRect();
  const board = document.querySelector(".play-table .elf-board");
  const parts = [...board.querySelectorAll(
    ".elf-stock, .elf-turned, .elf-play, .play-across, .play-own")];
  const name = one => one.className;
  const out = parts.filter(one => box(one).right > box(board).right + 1
    || box(one).left < box(board).left - 1).map(name);
  const over = parts.flatMap((one, i) => parts.slice(i + 1).filter(other => !one.contains(other)
    && box(one).left < box(other).right - 1 && box(other).left < box(one).right - 1
    && box(one).top < box(other).bottom - 1 && box(other).top < box(one).bottom - 1)
    .map(other => `${name(one)} / ${name(other)}`));
  const texts = [...board.querySelectorAll(".elf-caption")]
    .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent);
  return [...out, ...over, ...texts];
}"""

SIZES: dict[str, dict[str, Any]] = {
    "phone-on-its-side": {"viewport": {"width": 667, "height": 375}, "has_touch": True},
    "zoomed-to-400": {"viewport": {"width": 320, "height": 256}},
}


@pytest.mark.parametrize("size", SIZES)
def test_little_room(browser: Browser, rooms_url: str, size: str) -> None:
    """Nothing to the side; on its side a phone shows trick and own hand in one view."""
    context = browser.new_context(**SIZES[size], reduced_motion="reduce")
    script = rooms.AXE.read_text(encoding="utf-8")
    for page in visited(context, rooms_url):

        def look(state: str, page: Page = page) -> None:
            assert rooms.sideways(page) == 0, state
            assert rooms.small_targets(page, PLAY) == [], state

        look("form")
        # With a trump turned up there is most to show.
        room = start(page, rules="elfern+turn-up-trump", number="1", opponent="beginner")
        play_some(page, 2)
        until_answering(page)
        look("table")
        assert page.evaluate(CROWDED) == []
        rooms.shoot(page, f"little-{size}")
        if size == "phone-on-its-side":
            room.locator(".play-table").evaluate("one => one.scrollIntoView({block: 'start'})")
            below = room.locator(".elf-board").evaluate(
                "one => one.getBoundingClientRect().bottom - innerHeight"
            )
            assert below <= 0, "board and hand in one view"
        assert page.evaluate("document.getAnimations().length") == 0
        for summary in room.locator("summary").all():
            summary.click()
        look("unfolded")
        room.locator("[data-do=resign]").click()
        look("question")
        room.locator("[data-do=reallyResign]").click()
        assert waiting(page) == "over"
        look("over")
        room.locator("[data-do=replay]").click()
        room.locator("elfern-replay .elf-board").wait_for()
        look("replay")
        assert axe(page, script, PLAY) == []


def test_axe_in_the_states_of_two_at_one_screen_and_of_trouble(visit: Page) -> None:
    script = rooms.AXE.read_text(encoding="utf-8")
    room = start(visit, opponent="two", number="2")

    def look(state: str) -> None:
        assert axe(visit, script, PLAY) == [], state

    room.locator("[data-do=takeOver]").click()
    waiting(visit)
    look("own hand")
    room.locator("[data-do=hint]").click()
    room.locator(".elf-advised").wait_for()
    look("hint")
    for name in ("hand", "score"):
        room.locator(f"[data-do=ask-{name}]").click()
    look("answer")
    for summary in room.locator("summary").all():
        summary.click()
    room.locator("[data-choice=seen]").check()
    look("all unfolded")
    visit.evaluate(
        'globalThis.elfernBridge = () => Promise.resolve(\'{"ok": false, "error":'
        ' {"code": "x", "message": "Out of order."}}\')'
    )
    room.locator(".play-own [data-legal]").first.click()
    room.locator("[data-do=retry]").wait_for()
    look("failure")
    room.locator("[data-do=leave]").click()
    look("games")
    room.locator(".play-game [data-do=delete]").click()
    look("delete?")


def test_a_wait_shows_after_three_tenths_of_a_second_and_not_before(visit: Page) -> None:
    """A shorter one must not make the page flicker. The page's clock is the test's."""
    room = start(visit)
    waiting(visit)
    visit.evaluate(
        """() => { const quick = globalThis.elfernBridge;
          globalThis.elfernBridge = async text => {
            await new Promise(done => { globalThis.goOn = done; }); return quick(text); }; }"""
    )
    visit.clock.install(time=0)
    visit.clock.pause_at(1000)
    before = record(visit)
    room.locator(".play-own [data-legal]").first.click()
    visit.wait_for_function("globalThis.goOn !== undefined")
    box = room.locator(".play-engine")
    visit.clock.run_for(299)
    assert box.inner_text() == ""
    visit.clock.run_for(1)
    assert box.locator(".elf-stage").is_visible()
    visit.evaluate("globalThis.goOn()")
    visit.wait_for_function(
        "before => document.querySelector('elfern-play').record !== before", arg=before
    )
    assert box.inner_text() == "", "and is gone with the answer"


def test_taking_back_again_and_again_leaves_the_record_of_what_stands_there(visit: Page) -> None:
    """R17, over and over: to any card and back, and what is downloaded is what stands there."""
    room = start(visit, number="1")
    room.locator("summary", has_text="Cards played").click()
    for back in (2, 0, 3):
        play_some(visit, 3)
        before = record(visit)
        room.locator(".play-log [data-do=back]").nth(back).click()
        visit.wait_for_function(
            "before => document.querySelector('elfern-play').record !== before", arg=before
        )
        waiting(visit)
        with visit.expect_download() as started:
            room.locator("[data-do=saveDeal]").click()
        saved = started.value.path().read_text(encoding="utf-8")
        assert saved == record(visit)
        assert len(loads(saved)) == 1
        played = loads(saved)[0].plays
        assert room.locator(".play-log [data-do=back]").count() == len(played)
        assert saved.rstrip().endswith("*")
