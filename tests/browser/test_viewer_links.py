"""Links to a step, hidden hands, copying and downloading."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from elfern_core.records import loads
from tests.browser.conftest import prepare
from tests.browser.fixture_site import record_frames, record_text
from tests.browser.viewers import address, choose, live, place, press, viewer

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

NAMES = {
    f"{suit}{rank}": f"{rank_word} of {suit_word}"
    for suit, suit_word in zip("CSHD", ("clubs", "spades", "hearts", "diamonds"), strict=True)
    for rank, rank_word in zip(
        "AKQJT987",
        ("ace", "king", "queen", "jack", "ten", "nine", "eight", "seven"),
        strict=True,
    )
}


@pytest.mark.parametrize(
    ("ident", "step", "said"),
    [
        ("whole", "7/lead", "Trick 7, lead"),
        ("whole", "7a.8/reply", "Trick 8, reply"),
        ("whole", "7a.8b.8/reply", "Trick 8, reply"),
        ("whole", "end", "End"),
        ("late-tricks", "9/lead", "Trick 9, lead"),
    ],
)
def test_a_link_reopens_its_step(
    page: Page, site_url: str, ident: str, step: str, said: str
) -> None:
    """V9: main line, branches, a fragment: the same number in link, list and record."""
    page.goto(f"{site_url}#replay-{ident}:{step}")
    example = viewer(page, ident)
    assert (address(example), place(example)) == (step, said)
    link = example.evaluate("element => element.linkTo()")
    assert link == f"{site_url}#replay-{ident}:{step}"
    page.wait_for_function("id => document.activeElement.id === id", arg=f"replay-{ident}")
    box = example.bounding_box()
    assert box
    assert -5 <= box["y"] <= 100, "the viewer is not in view"
    if step == "9/lead":
        row = example.locator(".elf-row").first
        assert row.inner_text().split()[0:3] == ["Trick", "9.", "9"]
        assert record_text("late-tricks").split("\n\n")[1].startswith("9. ")


def test_a_link_survives_an_example_above(page: Page, site_url: str) -> None:
    """V10: ids, not positions."""
    page.goto(f"{site_url}more.html#replay-late-tricks:12/reply")
    assert address(viewer(page, "late-tricks")) == "12/reply"
    assert address(viewer(page, "tie")) == "0"


def test_a_link_is_followed_on_the_same_page(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    page.evaluate("location.hash = '#replay-whole:5/reply'")
    page.wait_for_function("document.querySelector('elfern-replay').walk.state.index === 10")
    press(example, "forward")
    page.evaluate(
        """() => {
          const link = document.createElement("a");
          link.href = "#replay-whole:5/reply";
          link.textContent = "again";
          link.id = "again";
          document.querySelector("h1").append(link);
        }"""
    )
    page.locator("#again").click()
    assert address(example) == "5/reply", "the link that the address already holds does nothing"


@pytest.mark.parametrize("step", ["99/lead", "7z.9/lead", "<b>x</b>", "%E0%A4%A", "17/reply"])
def test_an_unknown_step_is_told_plainly(page: Page, site_url: str, step: str) -> None:
    page.goto(f"{site_url}#replay-late-tricks:{step}")
    example = viewer(page, "late-tricks")
    message = example.locator(".elf-message")
    message.wait_for()
    assert "which this record does not have" in message.inner_text()
    assert address(example) == "11/lead", "not the opening step"
    assert "which this record does not have" in live(example)
    press(example, "forward")
    assert address(example) == "11/reply"


def test_a_link_to_a_step_outside_the_part_shows_the_whole(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}part.html#replay-part:3/lead")
    example = viewer(page, "part")
    assert address(example) == "3/lead"
    assert example.locator(".elf-row").count() == 16


def test_a_link_unfolds_what_hides_its_viewer(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}folded.html#replay-in-details:9/reply")
    assert viewer(page, "in-details").locator(".elf-board").is_visible()


def secrets(step: dict[str, list[str] | dict[str, list[str]]]) -> list[str]:
    hands, stock = step["hands"], step["stock"]
    assert isinstance(hands, dict)
    assert isinstance(stock, list)
    return [*hands["D"], *stock]


def shown(page: Page) -> tuple[str, str]:
    """Give all text of the page and every attribute of it, without the embedded data."""
    page.wait_for_timeout(120)  # until the live region has spoken
    text, markup = page.evaluate(
        """() => {
          const copy = document.body.cloneNode(true);
          const apart = copy.querySelectorAll("template, script, #elfern-faces");
          for (const away of apart) away.remove();
          return [copy.textContent, copy.innerHTML];
        }"""
    )
    return text, markup


def test_a_hidden_hand_is_hidden_everywhere(page: Page, site_url: str) -> None:
    """V11: at every step, no text, label or picture of the page names a face-down card."""
    frames = record_frames(record_text("whole"))
    page.goto(f"{site_url}hidden.html")
    example = viewer(page)
    for step in frames["steps"]:
        assert address(example) == step["address"]
        text, markup = shown(page)
        for code in secrets(step):
            assert NAMES[code] not in text, f"{code} at {step['address']}"
            found = re.search(rf".{{0,60}}(?<![A-Za-z]){code}(?![A-Za-z]).{{0,60}}", markup)
            assert found is None, f"picture or mark of {code} at {step['address']}"
        if step["kind"] != "end":
            assert "9-11" not in text
            assert "game point" not in text.lower()
            press(example, "forward")
    assert "Dealer wins 11 to 9" in example.locator(".elf-said").inner_text()


def test_a_link_remembers_what_was_hidden(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-whole:9/reply")
    example = viewer(page)
    assert "ace of diamonds" in example.inner_text()
    choose(example, "hide", "D")
    link = example.evaluate("element => element.linkTo()")
    assert link.endswith("#replay-whole:9/reply:hide=D")
    page.goto("about:blank")
    page.goto(link)
    hand = viewer(page).locator(".elf-seat-D .elf-hand")
    assert hand.get_attribute("aria-label") == "Dealer’s hand, 6 cards, face down"
    assert "Dealer draws a card." in viewer(page).locator(".elf-said").inner_text()
    assert viewer(page).locator(".elf-piles").inner_text().count("Stock") == 0
    choose(viewer(page), "hide", "stock")
    assert "queen of spades" in hand.inner_text()
    page.goto(f"{site_url}hidden.html")
    choose(viewer(page), "hide", "")
    assert viewer(page).evaluate("element => element.linkTo()").endswith(":0:hide=none")


def test_the_table_is_back_when_nothing_is_hidden(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}hidden.html")
    assert viewer(page).locator(".elfern-static").count() == 0
    choose(viewer(page), "hide", "")
    assert viewer(page).locator(".elfern-static").count() == 1


# Copying and downloading -----------------------------------------------------------------------


def test_copying_where_the_browser_allows_it(
    page: Page, context: BrowserContext, site_url: str
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{site_url}#replay-whole:7/lead")
    example = viewer(page)
    press(example, "copyLink")
    copied = "Link to Trick 7, lead copied."
    example.locator(".elf-live", has_text=copied).wait_for(state="attached")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site_url}#replay-whole:7/lead"
    press(example, "more")
    press(example, "copyRecord")
    example.locator(".elf-message", has_text="Record copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == record_text("whole")


def test_copying_over_plain_http(browser: Browser, site_url: str) -> None:
    """V20: no clipboard in an insecure page: the older way, and it says that it worked."""
    context = browser.new_context()
    prepare(context)
    page = context.new_page()
    page.goto(site_url.replace("127.0.0.1", "elsewhere.test") + "#replay-whole:7/lead")
    assert page.evaluate("isSecureContext") is False
    example = viewer(page)
    press(example, "copyLink")
    example.locator(".elf-message", has_text="copied").wait_for()
    notes = page.locator("#notes")
    notes.focus()
    page.keyboard.press("Control+V")
    assert notes.input_value().endswith("#replay-whole:7/lead")
    context.close()


@pytest.mark.parametrize("file", ["index.html", "framed.html"])
def test_where_copying_is_forbidden_the_text_is_offered(
    page: Page, site_url: str, file: str
) -> None:
    """V20: in a page or frame without leave to copy, the text stands selected; it says why."""
    page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
        "document.execCommand = () => false;"
    )
    page.goto(site_url + file)
    frame = page.frames[-1]
    frame.locator("#replay-whole").scroll_into_view_if_needed()
    frame.wait_for_selector("#replay-whole[data-drawn]")
    frame.locator("#replay-whole [data-do=copyLink]").click()
    field = frame.locator("#replay-whole .elf-offer-text")
    field.wait_for()
    assert field.input_value().endswith(
        "index.html#replay-whole:0"
    ) or field.input_value().endswith("/#replay-whole:0")
    assert frame.evaluate("getSelection().toString()") == field.input_value() or frame.evaluate(
        "[document.activeElement.selectionStart, document.activeElement.selectionEnd]"
    ) == [0, len(field.input_value())]
    assert "does not allow copying" in frame.locator("#replay-whole .elf-offer").inner_text()
    frame.locator("#replay-whole [data-do=closeOffer]").click()
    assert frame.locator("#replay-whole .elf-offer").count() == 0
    assert frame.evaluate("document.activeElement.dataset.do") == "copyLink"


def test_from_disk_the_table_stands(context: BrowserContext, viewer_folder: Path) -> None:
    """V20: browsers run no module from disk: the readable table stands there, whole."""
    page = context.new_page()
    page.goto((viewer_folder / "index.html").as_uri())
    table = page.locator("#replay-whole .elfern-static")
    assert table.is_visible()
    assert table.locator("tbody tr").count() == 16


def test_download_gives_the_whole_record(page: Page, site_url: str) -> None:
    """R20: a `#` in a comment cuts nothing off; the name is a plain one (R19)."""
    page.goto(f"{site_url}hostile.html")
    example = viewer(page, "hostile")
    with page.expect_download() as started:
        press(example, "download")
    assert started.value.suggested_filename == "hostile.egn"
    assert started.value.path().read_text(encoding="utf-8") == record_text("hostile")
    assert loads(record_text("hostile"))


def test_the_embedded_record_is_data(page: Page, site_url: str) -> None:
    page.goto(site_url)
    text = viewer(page).locator("template.elfern-record").evaluate("e => e.content.textContent")
    assert json.loads(text or "") == record_text("whole")
