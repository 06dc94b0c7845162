"""The play page where storage is blocked, full or corrupt, and where the clock jumps."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from elfern_core.records import loads
from tests.browser import rooms
from tests.browser.conftest import prepare, watch
from tests.browser.playing import (
    PLAY,
    play_out,
    play_some,
    plays,
    record,
    serve_play,
    start,
    waiting,
)
from tests.browser.viewers import press

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from tests.browser.serving import StaticServer

__all__ = ["serve_play"]

BLOCKED = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("The operation is insecure.", "SecurityError"); } });"""
FULL = """Storage.prototype.setItem = () => {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError"); };"""
JUMPING = """const now = Date.now.bind(Date);
globalThis.clockJump = 0;
Date.now = () => now() + globalThis.clockJump;"""
DYING = """const whole = globalThis.elfernBridge;
globalThis.deaths = 0;
globalThis.attempts = 0;
globalThis.elfernBridge = (text) => {
  globalThis.attempts += 1;
  if (globalThis.attempts % DEATHS === 0) return whole(text);
  globalThis.deaths += 1;
  return Promise.resolve('{"ok": false, "error": {"code": "crashed", "retry": true,'
    + ' "message": "The engine has stopped."}}');
};"""
NO_PAUSE = f"""document.addEventListener("DOMContentLoaded", () => {{
  for (const one of document.querySelectorAll("{PLAY}")) one.dataset.pause = "0"; }});"""


@pytest.fixture(name="visit_with")
def open_with(browser: Browser, rooms_url: str) -> Iterator[Callable[[str], Page]]:
    """Give what opens the play page in a fresh profile in which a script has run first."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    prepare(context)
    context.add_init_script(NO_PAUSE)
    faults: list[str] = []

    def visit(script: str) -> Page:
        context.add_init_script(script)
        page = context.new_page()
        watch(page, faults, rooms_url.split("/")[2])
        page.goto(f"{rooms_url}play/")
        rooms.room(page, PLAY)
        return page

    yield visit
    context.close()
    # What the theme says of itself is tried in the built site, with what mends it there.
    assert set(faults) <= {"The operation is insecure."}


def test_a_browser_that_blocks_storage_steps_and_plays(
    browser: Browser, site_below: StaticServer
) -> None:
    """The theme, too, must live with it: two of its own lines fail, and no more."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(BLOCKED)
    page = context.new_page()
    faults: list[str] = []
    watch(page, faults, site_below.origin.removeprefix("http://"))
    page.goto(site_below.url + "rules/elfern/")
    page.wait_for_selector("elfern-replay[data-drawn]")
    press(page.locator("elfern-replay").first, "forward")
    page.locator("[data-md-component=search-query]").focus()
    page.keyboard.type("stander")
    page.locator(".md-search-result__item a").first.wait_for()
    page.goto(site_below.url + "play/")
    start(page, number="1")
    page.locator(".play-own [data-legal]").first.wait_for(timeout=60_000)
    context.close()
    assert set(faults) <= {"The operation is insecure."}


@pytest.mark.parametrize("script", [BLOCKED, FULL], ids=["blocked", "full"])
def test_where_nothing_is_kept_the_game_goes_on_and_the_page_says_so(
    visit_with: Callable[[str], Page], script: str
) -> None:
    page = visit_with(script)
    room = start(page, number="1")
    play_some(page, 3)
    assert "download the record before you leave" in room.inner_text()
    (record_now,) = loads(record(page))
    assert len(record_now.tricks) >= 3


def test_a_worker_that_dies_at_every_task_once_is_not_noticed(
    visit_with: Callable[[str], Page],
) -> None:
    page = visit_with(DYING.replace("DEATHS", "2"))
    start(page, number="1")
    play_out(page)
    assert page.evaluate("globalThis.deaths") >= 16
    assert page.locator(f"{PLAY} [data-do=retry]").count() == 0
    (done,) = loads(record(page))
    assert len(done.plays) == 32
    assert done.result is not None


def test_a_worker_that_dies_at_every_task_again_and_again_loses_nothing(
    visit_with: Callable[[str], Page],
) -> None:
    """Twice at each: then the reader is asked, all stands as it was, and goes on from there."""
    page = visit_with(DYING.replace("DEATHS", "3"))
    room = page.locator(PLAY)
    room.locator("[name=number]").fill("1")
    room.locator("[data-do=start]").click()
    retry, card = room.locator("[data-do=retry]"), room.locator(".play-own [data-legal]")
    over = room.locator("[data-do=fresh]")
    asked = 0
    before: tuple[int, ...] = ()
    for _ in range(200):
        retry.or_(card).or_(over).first.wait_for()
        text: str | None = room.evaluate("one => one.record ?? null")
        now = plays(page) if text else ()
        assert now[: len(before)] == before
        before = now
        if retry.count():
            asked += 1
            assert "The engine has stopped." in room.inner_text()
            tried = page.evaluate("globalThis.attempts")
            retry.click()
            page.wait_for_function("tried => globalThis.attempts > tried", arg=tried)
        elif over.count():
            break
        else:
            card.first.click()
            page.wait_for_function(
                "before => { const room = document.querySelector('elfern-play');"
                " return room.record !== before || room.querySelector('[data-do=retry]'); }",
                arg=text,
            )
    assert asked >= 16
    (done,) = loads(record(page))
    assert len(done.plays) == 32
    assert done.result is not None


def test_storage_that_holds_something_else_is_left_alone(
    visit_with: Callable[[str], Page],
) -> None:
    strange = {
        "elfern-play": '{"lang": 7, "names": "no", "open": "gone"',
        "elfern-viewer": "[]",
        "elfern-game:odd": "not JSON at all",
        "elfern-game:number": '{"id": "number", "text": 5}',
        "elfern-game:bare": json.dumps(
            {
                "id": "bare",
                "text": "%egn 1",
                "settings": {"players": []},
                "scene": {"format": "elfern-table/1"},
            }
        ),
        "somebody-elses": "value",
    }
    script = "".join(
        f"if (localStorage.getItem({json.dumps(key)}) === null)"
        f" localStorage.setItem({json.dumps(key)}, {json.dumps(value)});"
        for key, value in strange.items()
    )
    page = visit_with(script)
    start(page, number="1")
    play_some(page, 2)
    for key in ("elfern-game:odd", "elfern-game:number", "elfern-game:bare", "somebody-elses"):
        assert page.evaluate("key => localStorage.getItem(key)", key) == strange[key]


def kept_games(page: Page) -> dict[str, Any]:
    """Give what the browser keeps of games, by key."""
    kept: dict[str, Any] = page.evaluate(
        "Object.fromEntries(Object.entries(localStorage)"
        ".filter(([key]) => key.startsWith('elfern-game:'))"
        ".map(([key, value]) => [key, JSON.parse(value)]))"
    )
    return kept


def test_a_kept_record_that_was_damaged_is_told_and_not_thrown_away(
    visit_with: Callable[[str], Page],
) -> None:
    page = visit_with("")
    start(page, number="1")
    play_some(page, 3)
    ((key, game),) = kept_games(page).items()
    damaged = game["text"].replace("1. ", "1. Q", 1)
    assert damaged != game["text"]
    page.evaluate(
        "([key, game]) => localStorage.setItem(key, JSON.stringify(game))",
        [key, {**game, "text": damaged}],
    )
    page.reload()
    room = rooms.room(page, PLAY)
    # The last scene stands there; what is played next asks the engine, which reads the record.
    card = room.locator(".play-own [data-legal]").first
    card.wait_for()
    card.click()
    room.get_by_text(re.compile(r"\d+:\d+: .* is not a card")).first.wait_for()
    assert room.locator("[data-do=saveDeal]").first.is_visible()
    ((_, now),) = kept_games(page).items()
    assert now["text"] == damaged


def test_the_clock_may_jump(visit_with: Callable[[str], Page]) -> None:
    page = visit_with(JUMPING)
    start(page, number="1")
    play_some(page, 2)
    for jump in (-3_000_000_000_000, 3_000_000_000_000):
        page.evaluate("jump => { globalThis.clockJump = jump; }", jump)
        play_some(page, 2)
    before = plays(page)
    page.reload()
    rooms.room(page, PLAY)
    waiting(page)
    assert plays(page)[: len(before)] == before
