"""Whole sessions by keyboard alone and by touch, under every ruleset that the mouse has played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elfern_core.records import loads, read
from tests.browser import rooms
from tests.browser.playing import (
    PLAY,
    RULESETS,
    open_play,
    play_out,
    record,
    serve_play,
    start,
    tab_to,
    visited,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["open_play", "serve_play"]


def deals(rules: str) -> str:
    """Give the least number of deals that a session of a ruleset may have."""
    return "2" if rules.startswith("bohemian") else "1"


def check_session(text: str, rules: str) -> None:
    """Look at the record of a session that was played to its end."""
    entries = list(read(text))
    assert [one.findings for one in entries] == [()] * int(deals(rules))
    assert {one.record.rules for one in entries} == {rules}
    assert all(one.record.result is not None and len(one.record.plays) == 32 for one in entries)


@pytest.mark.parametrize("rules", RULESETS[1:])
def test_a_session_by_keyboard_alone(visit: Page, rules: str) -> None:
    visit.locator(f"{PLAY} [name=rules]").select_option(rules)
    visit.locator(f"{PLAY} [name=number]").fill(deals(rules))
    tab_to(visit, visit.locator(f"{PLAY} [data-do=start]"))
    visit.keyboard.press("Enter")
    play_out(visit, by="keyboard")
    check_session(record(visit), rules)


@pytest.mark.parametrize("rules", RULESETS)
def test_a_session_by_touch(browser: Browser, rooms_url: str, rules: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    for page in visited(context, rooms_url):
        page.locator(f"{PLAY} [name=rules]").select_option(rules)
        page.locator(f"{PLAY} [name=number]").fill(deals(rules))
        page.locator(f"{PLAY} [data-do=start]").tap()
        play_out(page, by="touch")
        check_session(record(page), rules)
        assert rooms.sideways(page) == 0


def test_two_at_one_screen_by_keyboard(visit: Page) -> None:
    start(visit, opponent="two", number="1")
    play_out(visit, by="keyboard")
    assert loads(record(visit))[0].result is not None
