"""Stepping: buttons, keys, slider, list, number, autoplay; and what must not move meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elfern_core.cards import card, card_name
from tests.browser.conftest import PHONE, prepare
from tests.browser.viewers import address, choose, draw_all, place, press, scroll, viewer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def test_first_step_is_there_before_python(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    assert place(example) == "Start"
    press(example, "forward")
    assert address(example) == "1/lead"
    assert page.evaluate("globalThis.elfernAsked === undefined"), "python.mjs was loaded unasked"


def test_arrow_keys_step_and_the_page_stays(page: Page, site_url: str) -> None:
    """V1: at 200 % zoom five presses are five steps, and nothing scrolls."""
    page.set_viewport_size({"width": 640, "height": 450})
    page.goto(site_url)
    example = viewer(page)
    page.evaluate("document.body.style.minWidth = '3000px'")  # there is room to scroll sideways
    example.focus()
    before = scroll(page)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert address(example) == "3/lead"
    assert scroll(page) == before
    page.keyboard.press("ArrowLeft")
    assert address(example) == "2/reply"
    assert scroll(page) == before


def test_keys_by_trick_and_to_the_ends(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    example.locator("[data-do=forward]").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert address(example) == "2/reply"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    assert address(example) == "2/reply"
    page.keyboard.press("Shift+ArrowLeft")
    assert address(example) == "1/reply"
    page.keyboard.press("End")
    assert address(example) == "end"
    page.keyboard.press("Home")
    assert address(example) == "0"


def test_only_the_focused_viewer_moves(page: Page, site_url: str) -> None:
    """V2: two viewers; search box and text box; neither moves while someone types."""
    page.goto(site_url)
    first, second = viewer(page), viewer(page, "late-tricks")
    was = address(second)
    first.focus()
    page.keyboard.press("ArrowRight")
    assert (address(first), address(second)) == ("1/lead", was)
    for field in ("#search", "#notes"):
        page.locator(field).fill("abc")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
    number = first.get_by_label("Trick number")
    number.fill("12")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert (address(first), address(second)) == ("1/lead", was)
    assert number.input_value() == "12"


def test_a_removed_viewer_hears_no_keys(page: Page, site_url: str) -> None:
    """V2: what instant navigation took away is deaf."""
    page.goto(site_url)
    viewer(page).evaluate("element => { globalThis.gone = element; element.remove(); }")
    page.keyboard.press("ArrowRight")
    page.evaluate("location.hash = '#replay-whole:5/lead'")
    page.evaluate("gone.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))")
    assert page.evaluate("gone.walk.step.address") == "0"


@pytest.mark.parametrize("way", ["Enter", "Space", "click", "script"])
def test_next_is_a_button(page: Page, site_url: str, way: str) -> None:
    """V3: reached by Tab, it acts on Enter, Space, a click and a scripted click, once each."""
    page.goto(site_url)
    example = viewer(page)
    page.locator("#notes").focus()
    for _ in range(6):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.do") == "forward":
            break
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Forward one card"
    if way == "click":
        press(example, "forward")
    elif way == "script":
        example.locator("[data-do=forward]").evaluate("button => button.click()")
    else:
        page.keyboard.press(way)
    assert address(example) == "1/lead"


def test_at_the_end_the_focus_stays(page: Page, site_url: str) -> None:
    """V4: End, three times forward, once back: no error, and the button keeps the focus."""
    page.goto(site_url)
    example = viewer(page)
    forward = example.locator("[data-do=forward]")
    forward.focus()
    page.keyboard.press("End")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert address(example) == "end"
    assert forward.get_attribute("aria-disabled") == "true"
    assert page.evaluate("document.activeElement.dataset.do") == "forward"
    page.keyboard.press("ArrowLeft")
    assert address(example) == "16/reply"
    assert forward.get_attribute("aria-disabled") is None


def test_the_wheel_scrolls_the_page_and_not_the_game(page: Page, site_url: str) -> None:
    """V5: over every part of the viewer."""
    page.goto(site_url)
    example = viewer(page)
    for part in (".elf-board", ".elf-slider", ".elf-tricks", ".elf-account"):
        example.locator(part).first.scroll_into_view_if_needed()
        page.evaluate("scrollBy(0, -200)")
        box = example.locator(part).first.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        before = scroll(page)[1]
        page.mouse.wheel(0, 120)
        page.wait_for_function("before => scrollY > before", arg=before)
        assert address(example) == "0"


@pytest.mark.parametrize(
    ("ident", "opening"),
    [
        ("in-details", "document.querySelector('details').open = true"),
        ("in-tab", "document.getElementById('tab').hidden = false"),
    ],
)
def test_unfolded_later(page: Page, site_url: str, ident: str, opening: str) -> None:
    """V6: in closed details or a tab not chosen: right size and a first step that works."""
    page.goto(f"{site_url}folded.html")
    assert draw_all(page).count() == 2
    page.evaluate(opening)
    example = viewer(page, ident)
    box = example.locator(".elf-hand .elf-face").first.bounding_box()
    assert box
    assert box["width"] >= 44
    assert abs(box["height"] / box["width"] - 1.52) < 0.02
    was = address(example)
    press(example, "forward")
    assert address(example) != was


def test_jumps_are_one_action_each_and_lead_back(page: Page, site_url: str) -> None:
    """V7: from trick 16 to trick 3 by number, list and slider, and back to where one was."""
    page.goto(site_url)
    example = viewer(page)

    def by_number() -> None:
        example.get_by_label("Trick number").fill("3")
        page.keyboard.press("Enter")

    def by_list() -> None:
        example.locator(".elf-row").nth(2).click()

    def by_slider() -> None:
        slider = example.locator(".elf-slider")
        slider.evaluate(
            "field => { field.value = 6; field.dispatchEvent(new Event('input'));"
            " field.dispatchEvent(new Event('change')); }"
        )

    for jump in (by_number, by_list, by_slider):
        example.get_by_label("Trick number").fill("16")
        page.keyboard.press("Enter")
        assert address(example) == "16/reply"
        jump()
        assert address(example) == "3/reply"
        back = example.locator("[data-do=return]")
        assert back.inner_text() == "Back to Trick 16, reply"
        back.click()
        assert address(example) == "16/reply"


def test_a_number_without_trick_is_refused_in_words(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    number = example.get_by_label("Trick number")
    for text in ("17", "0", "x<b>", "7/lead"):
        number.fill(text[:4])
        page.keyboard.press("Enter")
        assert "There is no trick" in example.locator(".elf-message").inner_text()
        assert address(example) == "0"
    number.fill("7")
    page.keyboard.press("Enter")
    assert address(example) == "7/reply"
    assert example.locator(".elf-message").is_hidden()


def test_ten_fast_taps_are_ten_steps(browser: Browser, site_url: str) -> None:
    """V14: on a phone, without zoom; the button stays where it is, and pinching is allowed."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    prepare(context)
    page = context.new_page()
    page.goto(site_url)
    example = viewer(page)
    forward = example.locator("[data-do=forward]")
    forward.scroll_into_view_if_needed()
    box = forward.bounding_box()
    assert box
    for _ in range(10):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert address(example) == "5/reply"
    assert page.evaluate("visualViewport.scale") == 1
    assert forward.bounding_box() == box
    assert forward.evaluate("button => getComputedStyle(button.closest('.elf')).touchAction") == (
        "manipulation"
    )
    assert "user-scalable" not in (
        page.locator("meta[name=viewport]").get_attribute("content") or ""
    )
    context.close()


def test_the_end_is_told_only_at_the_end(page: Page, site_url: str) -> None:
    """V12: a 10-10 and a 20-0 record from the start."""
    page.goto(f"{site_url}ends.html")
    for ident, result, word in (("tie", "10", "stander"), ("schwarz", "20", "schwarz")):
        example = viewer(page, ident)
        while address(example) != "end":
            assert example.locator(".elf-slate").count() == 0
            assert word not in example.inner_text()
            press(example, "trickForward")
        assert f"Forehand {result}" in " ".join(example.locator(".elf-slate").inner_text().split())
        assert word in example.locator(".elf-said").inner_text()
    assert viewer(page, "schwarz").locator(".elf-chalk path").get_attribute("d"), "no banner"


def test_won_tricks_show_in_the_list_once_seen(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    rows = example.locator(".elf-row")
    assert rows.count() == 16
    assert rows.nth(2).locator(".elf-row-result").count() == 0
    rows.nth(2).click()
    assert rows.nth(2).get_attribute("aria-current") == "step"
    assert rows.nth(2).locator(".elf-row-result").count() == 1
    assert rows.nth(3).locator(".elf-row-result").count() == 0


def test_autoplay_is_off_runs_and_ends(page: Page, site_url: str) -> None:
    page.clock.install()
    page.goto(site_url)
    example = viewer(page)
    page.clock.run_for(60_000)
    assert address(example) == "0"
    choose(example, "speed", "slow")
    autoplay = example.locator("[data-do=autoplay]")
    autoplay.click()
    assert autoplay.inner_text() == "Pause"
    page.clock.run_for(3_600)
    assert address(example) == "1/lead"
    choose(example, "speed", "fast")
    page.clock.run_for(900)
    assert address(example) == "1/reply"
    press(example, "forward")
    assert autoplay.inner_text() == "Autoplay", "a step by hand pauses"
    autoplay.click()
    page.clock.run_for(60_000)
    assert address(example) == "end"
    assert autoplay.inner_text() == "Autoplay"
    autoplay.click()
    assert address(example) == "0", "at the end it starts over"


def test_autoplay_stops_when_nobody_can_see_it(page: Page, site_url: str) -> None:
    page.clock.install()
    page.goto(f"{site_url}folded.html")
    page.evaluate("document.querySelector('details').open = true")
    example = viewer(page, "in-details")
    press(example, "autoplay")
    page.clock.run_for(2_000)
    assert address(example) == "9/lead"
    page.evaluate("document.querySelector('details').open = false")
    page.clock.run_for(60_000)
    assert address(example) == "9/lead"
    page.evaluate("document.querySelector('details').open = true")
    press(example, "autoplay")
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {get: () => true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    page.clock.run_for(60_000)
    assert address(example) == "9/lead"


def test_no_bare_letters_and_our_keys_stay_ours(page: Page, site_url: str) -> None:
    """V26: the theme takes n p f s / , . anywhere; ours are arrows, Home, End, and stay ours."""
    page.goto(site_url)
    example = viewer(page)
    page.evaluate(
        "globalThis.reached = []; addEventListener('keydown', event => reached.push(event.key))"
    )
    example.locator("[data-do=forward]").focus()
    for key in "npfs/,.":
        page.keyboard.press(key)
    assert address(example) == "0"
    assert page.evaluate("reached") == list("npfs/,.")
    for key in ("ArrowRight", "ArrowLeft", "End", "Home", "Shift+ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("reached") == [*"npfs/,.", "Shift"]
    for key in ("Alt+ArrowRight", "Control+ArrowRight", "Control+End"):
        page.keyboard.press(key)
    assert address(example) == "1/reply"


def test_a_part_of_a_record(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}part.html")
    example = viewer(page, "part")
    assert address(example) == "11/lead"
    assert example.locator(".elf-row").count() == 2
    press(example, "first")
    assert place(example) == "Before trick 11"
    assert "Before trick 11. Forehand leads." in example.locator(".elf-said").inner_text()
    assert example.locator(".elf-play .elf-face").count() == 0, "trick 10 lies on the table"
    press(example, "last")
    assert address(example) == "12/reply"
    press(example, "part")
    assert example.locator(".elf-row").count() == 16
    press(example, "last")
    assert address(example) == "end"
    press(example, "part")
    assert address(example) == "12/reply"


def test_branches_are_entered_and_left(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-whole:7/lead")
    example = viewer(page)
    lines = example.locator(".elf-account [data-branch]")
    assert [one.inner_text() for one in lines.all()] == [
        "Line 7a: Dealer plays the eight of diamonds",
        "Line 7b: Forehand plays the queen of clubs",
    ]
    lines.first.click()
    assert address(example) == "7a.7/lead"
    press(example, "trickForward", times=2)
    assert address(example) == "7a.8/reply"
    example.locator(".elf-account [data-branch='7a.8b']").click()
    assert address(example) == "7a.8b.8/lead"
    press(example, "first")
    assert address(example) == "0"
    press(example, "last")
    assert address(example) == "7a.8b.8/reply"
    press(example, "mainLine")
    assert address(example) == "7a.7/reply"
    press(example, "mainLine")
    assert address(example) == "6/reply"


def test_comments_and_the_way_to_the_next(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    comment = example.locator(".elf-comment")
    assert "any card may be played" in comment.last.inner_text()
    press(example, "nextComment")
    assert address(example) == "1/reply"
    assert comment.inner_text().endswith("The ace of another suit wins nothing.")
    press(example, "nextComment")
    assert address(example) == "12/reply"
    press(example, "more")
    example.locator("[data-choice=comments]").uncheck()
    assert comment.count() == 0


TAKEN = {
    "0": ([], []),
    "1/lead": ([], []),
    "1/reply": ([], ["HK", "CA"]),
    "3/reply": ([], ["HK", "CA"]),  # tricks without an honour
    "4/reply": (["HA", "CT"], ["HK", "CA"]),
    "7/reply": (["HA", "CT", "HJ", "SJ", "HQ", "HT", "CK"], ["HK", "CA"]),
    "8/reply": (["HA", "CT", "HJ", "SJ", "HQ", "HT", "CK", "ST", "DQ"], ["HK", "CA"]),
}
"""The honours of Dealer and Forehand at some steps, as the record's tricks have them."""


@pytest.mark.parametrize("step", TAKEN)
def test_honours_taken_lie_with_their_winner(page: Page, site_url: str, step: str) -> None:
    page.goto(f"{site_url}#replay-whole:{step}")
    example = viewer(page)
    assert address(example) == step
    rows = example.locator(".elf-pile-row")
    points = example.locator(".elf-points")
    for at, seat, codes in zip((0, -1), ("Dealer", "Forehand"), TAKEN[step], strict=True):
        row = rows.nth(at)
        assert seat in row.locator(".elf-small-title").inner_text()
        shown = row.locator("li").all_inner_texts()
        assert sorted(shown) == sorted(card_name(card(code)) for code in codes)
        counted = {0: "0 honours", 1: "1 honour"}.get(len(codes), f"{len(codes)} honours")
        assert points.nth(at).inner_text() == counted


def test_why_the_trick_was_won_links_to_the_rule(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-whole:7/reply")
    link = viewer(page).locator(".elf-why a")
    assert link.get_attribute("href") == "rules/elfern/#winning-a-trick"
    assert "Dealer wins" in viewer(page).locator(".elf-why").inner_text()


def test_what_may_not_be_played_is_explained(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-whole:13/lead")
    example = viewer(page)
    told = example.locator(".elf-refused")
    assert "must follow the suit led" in told.inner_text()
    assert told.locator("a").get_attribute("href") == "rules/elfern/#second-phase"
    barred = example.locator(".elf-barred")
    assert [one.inner_text() for one in barred.all()] == [
        f"{rank} of diamonds, not allowed now" for rank in ("king", "ten", "seven")
    ]


def test_faces_change_in_all_viewers_and_are_remembered(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-whole:13/lead")
    first, second = viewer(page), viewer(page, "late-tricks")
    assert "queen of spades" in first.locator(".elf-said").inner_text()
    choose(first, "pack", "german")
    assert "Ober of leaves" in first.locator(".elf-said").inner_text()
    assert "acorns" in second.locator(".elf-hand").first.inner_text()
    assert second.locator("use[href*='german']").count() > 0
    assert page.locator("elfern-replay use[href*='french']").count() == 0
    page.reload()
    assert "Ober of leaves" in viewer(page).locator(".elf-said").inner_text()
