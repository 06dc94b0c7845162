"""Run in Python and Play from here, against the engine itself (in the process of the tests)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elfern_core.records import loads
from tests.browser.fixture_site import record_text
from tests.browser.viewers import address, choose, live, press, viewer

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

FAILING = """
let times = 0;
export let state = "none";
export function warm() {}
export function stop() { globalThis.refuse?.(); }
export function call(op, payload, { onStage } = {}) {
  onStage?.("Loading Python (1 of 3)");
  times += 1;
  if (globalThis.hang) return new Promise((_, reject) => {
    const refusal = Object.assign(new Error("Stopped."), { code: "stopped", retry: true });
    globalThis.refuse = () => reject(refusal);
  });
  if (times === 1) return Promise.reject(Object.assign(
    new Error("pyodide.asm.wasm could not be loaded."),
    { code: "load", file: "pyodide.asm.wasm", retry: true }));
  const answer = globalThis.elfernBridge(JSON.stringify({ ...payload, op }));
  return answer.then(text => JSON.parse(text).result);
}
"""


def replace_python(page: Page, script: str) -> None:
    def answer(route: Route) -> None:
        route.fulfill(body=script, content_type="text/javascript")

    page.route("**/assets/python.mjs", answer)


def card(viewer: Locator, code: str) -> Locator:
    return viewer.locator(f"button[data-card={code}]")


def test_run_says_what_was_checked(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    run = example.locator("[data-do=run]")
    run.hover()
    page.wait_for_function("globalThis.elfernAsked?.warm > 0")
    assert page.evaluate("elfernAsked.calls") == [], "pointing asks nothing yet"
    run.click()
    status = example.locator(".elf-status", has_text="Checked in your browser")
    status.wait_for()
    told = status.inner_text()
    for part in ("engine 0.", "Python 3.", "32 cards", "32 plays", "16 tricks", "No fault found."):
        assert part in told
    assert "the same as those on this page" in told
    assert "No fault found." in live(example)
    assert run.inner_text() == "Run again"
    assert page.evaluate("document.activeElement.dataset.do") == "run", "the focus was lost"


def test_run_shows_frames_that_differ_and_findings(page: Page, site_url: str) -> None:
    """What the engine says now stands above what the page says."""
    page.goto(site_url)
    example = viewer(page)
    example.evaluate(
        """element => {
          element.recordFrames.steps[1].say[0].text = "An old engine said this.";
          element.recordText = element.recordText.replace("16. F DK H7  F 1", "16. F DK H7  D 1");
          element.walk.byCard(1);
        }"""
    )
    assert "An old engine" in example.locator(".elf-said").inner_text()
    press(example, "run")
    status = example.locator(".elf-status", has_text="finding")
    status.wait_for()
    line = record_text("whole").split("\n").index("16. F DK H7  F 1") + 1
    assert f"Error, line {line}, column 14, trick 16:" in status.inner_text()
    assert "differ from those on this page" in status.inner_text()
    assert "An old engine" not in example.locator(".elf-said").inner_text()
    assert address(example) == "1/lead"


def test_a_failure_names_the_file_and_retry_works(page: Page, site_url: str) -> None:
    replace_python(page, FAILING)
    page.goto(site_url)
    example = viewer(page)
    press(example, "run")
    status = example.locator(".elf-status")
    status.locator(".elf-bad").wait_for()
    assert "pyodide.asm.wasm could not be loaded." in status.inner_text()
    assert "File: pyodide.asm.wasm" in status.inner_text()
    assert "pyodide.asm.wasm" in live(example)
    press(example, "forward")
    assert address(example) == "1/lead", "the recorded steps stay usable"
    press(example, "retry")
    example.locator(".elf-status", has_text="No fault found.").wait_for()


@pytest.mark.filterwarnings("default")
def test_a_client_that_cannot_be_loaded(page: Page, site_url: str) -> None:
    blocked: list[str] = []

    def refuse(route: Route) -> None:
        blocked.append(route.request.url)
        route.fulfill(status=200, body="this is no module {", content_type="text/javascript")

    page.route("**/assets/python.mjs", refuse)
    page.goto(site_url)
    example = viewer(page)
    press(example, "run")
    example.locator(".elf-bad").wait_for()
    assert "File: python.mjs" in example.locator(".elf-status").inner_text()
    assert blocked


def test_stop_while_it_runs(page: Page, site_url: str) -> None:
    replace_python(page, FAILING)
    page.add_init_script("globalThis.hang = true")
    page.goto(site_url)
    example = viewer(page)
    run = example.locator("[data-do=run]")
    run.click()
    example.locator(".elf-stage", has_text="Loading Python (1 of 3)").wait_for()
    assert run.inner_text() == "Stop"
    run.click()
    example.locator(".elf-status", has_text="Stopped.").wait_for()
    assert run.inner_text() == "Run again"


def test_play_from_here(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-whole:13/lead")
    example = viewer(page)
    press(example, "playFrom")
    lit = example.locator("button.elf-lit")
    assert [one.inner_text() for one in lit.all()] == ["Play the eight of spades"]
    assert page.evaluate("document.activeElement.dataset.card") == "S8"
    assert "You now play both hands on from Trick 13, lead." in live(example)

    # A card that may not be played is explained by its rule.
    card(example, "DT").dispatch_event("click")
    asked = example.locator(".elf-refused [data-asked]")
    assert "must follow the suit led" in asked.inner_text()
    assert asked.locator("a").get_attribute("href") == "rules/elfern/#second-phase"
    assert address(example) == "13/lead"
    page.wait_for_function(
        "document.querySelector('.elf-live').textContent.includes('may not be played')"
    )
    assert "ten of diamonds may not be played" in live(example)

    card(example, "S8").click()
    example.locator(".elf-play-text", has_text="Dealer to play.").wait_for()
    assert address(example) == "13/reply"
    card(example, "D8").click()
    example.locator(".elf-play-text", has_text="Forehand to play.").wait_for()
    assert [one.get_attribute("data-card") for one in lit.all()] == ["DK", "DT", "D7"]

    # The line can be walked, and played on only at its tip.
    press(example, "first")
    assert example.locator("button.elf-lit").count() == 0
    press(example, "last")
    assert address(example) == "14/lead"

    # Undo, then download: the record is what stands on the table (R17).
    card(example, "DK").click()
    example.locator(".elf-play-text", has_text="Forehand to play.").wait_for()
    page.wait_for_function(
        "document.querySelector('elfern-replay').walk.step.address === '14/reply'"
    )
    press(example, "undo")
    page.wait_for_function(
        "document.querySelector('elfern-replay').walk.step.address === '14/lead'"
    )
    with page.expect_download() as started:
        press(example, "downloadLine")
    assert started.value.suggested_filename == "whole-line-1.egn"
    saved = started.value.path().read_text(encoding="utf-8")
    (record,) = loads(saved)
    assert record.tricks[-1].reply is None
    assert saved.rstrip().endswith("14. D D8 *\n*")

    # Redo, leave, come back: nothing is lost.
    press(example, "redo")
    page.wait_for_function(
        "document.querySelector('elfern-replay').walk.step.address === '14/reply'"
    )
    press(example, "leave")
    assert address(example) == "13/lead"
    assert page.evaluate("document.activeElement.dataset.do") == "playFrom"
    press(example, "last")
    assert address(example) == "end"
    press(example, "resume")
    assert address(example) == "14/reply"
    page.reload()
    press(viewer(page), "resume")
    assert address(viewer(page)) == "14/reply"
    press(viewer(page), "leave")
    assert address(viewer(page)) == "13/lead"


def test_play_to_the_end_and_take_back_to_an_earlier_card(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-late-tricks:15/lead")
    example = viewer(page, "late-tricks")
    press(example, "playFrom")
    for _ in range(3):
        was = address(example)
        example.locator("button.elf-lit").first.click()
        page.wait_for_function(
            "was => document.getElementById('replay-late-tricks').walk.step.address !== was",
            arg=was,
        )
    assert address(example) == "end"
    assert "This line is at its end." in example.locator(".elf-play-text").inner_text()
    assert "The deal is over." in example.locator(".elf-said").inner_text()
    press(example, "back", times=3)
    press(example, "takeBackHere")
    page.wait_for_function(
        "document.getElementById('replay-late-tricks').playOn.current.cards.length === 1"
    )
    assert address(example) == "15/reply"
    press(example, "redo")
    page.wait_for_function(
        "document.getElementById('replay-late-tricks').playOn.current.cards.length === 2"
    )


def test_a_hidden_hand_is_played_open_and_hidden_again(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}hidden.html#replay-whole:9/reply")
    example = viewer(page)
    press(example, "playFrom")
    assert "face down" not in (
        example.locator(".elf-seat-D .elf-hand").get_attribute("aria-label") or ""
    )
    press(example, "leave")
    assert "face down" in (
        example.locator(".elf-seat-D .elf-hand").get_attribute("aria-label") or ""
    )


def test_playing_by_keyboard_alone(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-whole:11/reply")
    example = viewer(page)
    example.locator("[data-do=playFrom]").focus()
    page.keyboard.press("Enter")
    for trick in ("12/lead", "12/reply", "13/lead"):
        page.keyboard.press("Enter")
        page.wait_for_function(
            "address => document.querySelector('elfern-replay').walk.step.address === address",
            arg=trick,
        )
        page.wait_for_function("document.activeElement.matches('button.elf-lit')")


def test_at_the_end_there_is_nothing_to_play(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-whole:end")
    example = viewer(page)
    button = example.locator("[data-do=playFrom]")
    assert button.get_attribute("aria-disabled") == "true"
    button.dispatch_event("click")
    assert address(example) == "end"
    choose(example, "hide", "D")
    assert example.locator(".elf-slate").count() == 1
