"""Bring your own record in the built site: checks, faults, lists, forms, links, survival."""

from __future__ import annotations

import json
import random
import re
import string
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from elfern_core import bridge
from elfern_core.records import dumps, loads, read
from tests.browser.conftest import PHONE, prepare
from tests.browser.rooms import (
    AXE,
    open_room_page,
    room,
    serve_rooms,
    shoot,
    sideways,
    small_targets,
    spoken,
    with_real_python,
    without_python,
)
from tests.browser.viewers import axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FilePayload, Locator, Page, Request

    from elfern_core.errors import Finding
    from tests.browser.serving import StaticServer

__all__ = ["open_room_page", "serve_rooms"]

BRING = "elfern-bring"
RECORD = """\
%egn 1
[Id "follow-hearts"]
[Title "Hearts must be followed"]
[Rules "elfern"]
[Source "constructed"]
[Date "?"]
[Forehand "?"]
[Dealer "?"]
[Hands "F: S8 HA H9 / D: CK HK H7"]
[Stock ""]
[Fragment "14"]
[Leader "D"]
[Won "10-7"]
[Result "13-7"]
[GamePoints "1-0"]

{A # in a comment, and 🂡 before a card.}
14. D H7 {🂱🂱 two aces} H9  F 0
15. F HA HK  F 2
16. F S8 CK  F 1
13-7
"""
FAULTY = RECORD.replace("🂱🂱 two aces} H9", "🂱🂱 two aces} S8").replace("follow-", "faulty-")
WARNED = RECORD.replace("[Date", '[Weather "fair"]\n[Date').replace("follow-", "warned-")
HOSTILE = (
    RECORD.replace("Hearts must", "<img src=x onerror=alert(1)>")
    .replace('[Forehand "?"]', '[Forehand "<script>alert(2)</script>"]')
    .replace("two aces", "</textarea><svg onload=alert(3)>")
    .replace("follow-", "hostile-")
)
"""Sound, at fault in trick 14, sound with a warning, sound with markup in every text."""


@pytest.fixture
def url(rooms_server: StaticServer) -> str:
    return rooms_server.url + "check/"


def opened(page: Page, url: str) -> Locator:
    page.goto(url)
    return room(page, BRING)


def field(page: Page) -> Locator:
    return page.locator("#bring-text")


def press(page: Page, name: str) -> None:
    """Click a button of the room, viewers aside; one that does nothing now too."""
    button = page.locator(f"{BRING} [data-do={name}]:visible:not(elfern-replay *)")
    button.first.click(force=True)


def verdict(page: Page) -> str:
    """Wait until a text was checked and its record opened; give the verdict."""
    page.wait_for_selector(f"{BRING}:not([data-working]) .elf-handing:not([hidden])")
    return page.locator(".elf-verdict").inner_text()


def check(page: Page, text: str) -> str:
    field(page).fill(text)
    press(page, "check")
    return verdict(page)


def put_file(page: Page, content: str | bytes, name: str = "mine.egn") -> None:
    data = content.encode() if isinstance(content, str) else content
    payload: FilePayload = {"name": name, "mimeType": "text/plain", "buffer": data}
    page.locator(f"{BRING} input[type=file]").set_input_files(files=[payload])


def selected(page: Page) -> str:
    """Give what is selected in the text box, which must have the focus."""
    text: str = page.evaluate(
        """() => {
          const { activeElement: box } = document;
          if (box.id !== "bring-text") return "";
          return box.value.slice(box.selectionStart, box.selectionEnd);
        }"""
    )
    return text


def note(page: Page) -> Locator:
    return page.locator(".elf-input .elf-note:visible")


def findings(text: str) -> list[Finding]:
    return [finding for checked in read(text) for finding in checked.findings]


# Checking -------------------------------------------------------------------------------------


def test_a_sound_record_is_checked_and_shown(room_page: Page, url: str) -> None:
    requests: list[Request] = []

    def note_request(request: Request) -> None:
        requests.append(request)

    room_page.on("request", note_request)
    opened(room_page, url)
    assert verdict_of_nothing(room_page)
    assert "The record is without fault." in check(room_page, RECORD)
    told = room_page.locator(".elf-summary").inner_text()
    assert re.search(r"Read as EGN, checked in your browser by engine 0\.\S+, Python 3\.", told)
    viewer = room_page.locator("#replay-bring")
    assert viewer.get_attribute("data-drawn") == ""
    assert viewer.evaluate("element => element.walk.step.address") == "0"
    assert viewer.evaluate("element => element.recordText") == dumps(loads(RECORD))
    assert "without fault" in spoken(room_page, BRING, "without fault")
    assert room_page.locator(".elf-finding").count() == 0
    assert not room_page.locator(".elf-records-box").is_visible()
    assert {request.method for request in requests} == {"GET"}
    sent = [request.url for request in requests] + [str(request.headers) for request in requests]
    for part in ("follow-hearts", "Hearts", "HK"):
        assert not any(part in one for one in sent), "the text left the browser"


def verdict_of_nothing(page: Page) -> bool:
    """Press Check with nothing there: a sentence, and the focus in the text box."""
    press(page, "check")
    assert "nothing to check yet" in spoken(page, BRING, "nothing to check")
    focused: bool = field(page).evaluate("element => element === document.activeElement")
    return focused and note(page).count() == 1


def test_a_fault_is_named_selected_and_the_valid_beginning_shown(room_page: Page, url: str) -> None:
    opened(room_page, url)
    padding = "".join(f"{{{'A long comment. ' * 20}}}\n" for _ in range(30))
    text = FAULTY.replace("13-7\n", f"13-7\n{padding}") + "\n" + RECORD
    text = text.replace('%egn 1\n[Id "faulty', f'{"%egn 1"}\n[Id "faulty')
    assert "1 record of 2 has a fault." in check(room_page, text)
    (finding,) = [one for one in findings(text) if one.severity == "error"]
    (item,) = room_page.locator(".elf-error .elf-finding").all()
    told = item.inner_text()
    assert finding.message in told
    button = item.locator("[data-do=place]")
    assert button.inner_text() == f"Line {finding.line}, column {finding.column}, trick 14"
    assert item.locator("mark").inner_text() == "S8"
    assert [link.get_attribute("href") for link in item.locator("a").all()] == [
        f"../rules/elfern/#{finding.section}",
        f"../format/errors/#{finding.code}",
    ]
    assert f"Line {finding.line}, column {finding.column}" in spoken(room_page, BRING, "Line")
    field(room_page).evaluate("element => { element.scrollTop = element.scrollHeight; }")
    button.click()
    assert selected(room_page) == "S8"
    scrolled = field(room_page).evaluate("e => [e.scrollTop, e.clientHeight, e.scrollHeight]")
    assert scrolled[0] < scrolled[2] / 3, "the place is not in view"
    assert "selected in the text" in spoken(room_page, BRING, "selected")
    assert "Valid up to the lead of trick 14; the record goes on" in (
        room_page.locator(".elf-valid").inner_text()
    )
    viewer = room_page.locator("#replay-bring")
    assert viewer.evaluate("element => element.walk.step.address") == "14/lead"
    (beginning,) = loads(viewer.evaluate("element => element.recordText"))
    assert len(beginning.plays) == 1


def test_warnings_stand_apart(room_page: Page, url: str) -> None:
    opened(room_page, url)
    assert "The record is without fault. 1 warning." in check(room_page, WARNED)
    assert room_page.locator(".elf-error").count() == 0
    (item,) = room_page.locator(".elf-warning .elf-finding").all()
    assert "the tag Weather is not known" in item.inner_text()
    item.locator("[data-do=place]").click()
    assert selected(room_page) == "Weather"
    assert not room_page.locator(".elf-valid").is_visible()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (FAULTY.replace("14. D H7 {🂱🂱 two aces} S8", "14. D H8 H9"), "Only the deal is valid"),
        (
            FAULTY.replace("S8  F 0", "H9  F 0").replace("HA HK", "HA CK"),
            "Valid up to the lead of trick 15",
        ),
        (RECORD.replace("F S8 CK", "F S9 CK"), "Valid up to trick 15;"),
        (RECORD.replace("13-7", "12-8"), "All the cards played are valid"),
        (RECORD.replace('"elfern"', '"skat"'), "There is no position to show"),
        (RECORD.replace("HK H7", "HK 1O"), "There is no position to show"),
    ],
)
def test_how_far_a_record_is_valid(room_page: Page, url: str, text: str, told: str) -> None:
    opened(room_page, url)
    check(room_page, text)
    assert told in room_page.locator(".elf-valid").inner_text()
    has_viewer = "no position" not in told
    assert room_page.locator("#replay-bring").count() == int(has_viewer)
    for button, finding in zip(
        room_page.locator(".elf-finding [data-do=place]").all(), findings(text), strict=True
    ):
        button.click()
        if finding.found and finding.found in text:
            assert selected(room_page) == finding.found


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_places_are_right_whatever_ends_a_line(room_page: Page, url: str, end: str) -> None:
    opened(room_page, url)
    put_file(room_page, "\ufeff" + FAULTY.replace("\n", end))
    verdict(room_page)
    room_page.locator("[data-do=place]").click()
    assert selected(room_page) == "S8"
    assert field(room_page).input_value() == FAULTY


def test_a_text_that_changed_is_marked_as_not_checked(room_page: Page, url: str) -> None:
    opened(room_page, url)
    check(room_page, FAULTY)
    stale = room_page.locator(f"{BRING} .elf-note", has_text="has changed since")
    assert not stale.is_visible()
    field(room_page).press("Control+Home")
    room_page.keyboard.type("x")
    assert stale.is_visible()
    assert room_page.locator("[data-do=check]").inner_text() == "Check again"
    room_page.keyboard.press("Backspace")
    assert not stale.is_visible()
    field(room_page).fill(RECORD)
    room_page.keyboard.press("Control+Enter")
    room_page.locator(".elf-sound").wait_for()


def test_every_form_is_read(room_page: Page, url: str) -> None:
    opened(room_page, url)
    records = [*loads(RECORD), *loads(WARNED)]
    for form, words in (("json", "JSON"), ("jsonl", "JSON Lines"), ("egn", "EGN")):
        assert "All 2 records are without fault." in check(room_page, dumps(records, form))
        assert f"Read as {words}," in room_page.locator(".elf-summary").inner_text()
    check(room_page, dumps(records[0], "json").replace('"H9"', '"S8"'))
    room_page.locator(".elf-error [data-do=place]").first.click()
    assert "S8" in selected(room_page)


# Several records ------------------------------------------------------------------------------


def test_several_records_to_choose_from(room_page: Page, url: str) -> None:
    opened(room_page, url)
    text = f"{RECORD}\n{FAULTY}\n{WARNED}"
    assert "1 record of 3 has a fault. 1 warning." in check(room_page, text)
    items = room_page.locator(".elf-record")
    states = items.locator(".elf-record-state").all_inner_texts()
    assert states == ["no fault", "1 fault", "no fault, 1 warning"]
    current = room_page.locator(".elf-record[aria-current]")
    assert current.get_attribute("data-index") == "1", "the first faulty one is open"
    for index, name in ((0, "follow-hearts"), (2, "warned-hearts")):
        items.nth(index).click()
        head = room_page.locator(".elf-record-head", has_text=f"Record {index + 1}:")
        head.wait_for()
        verdict(room_page)
        assert current.get_attribute("data-index") == str(index)
        shown = room_page.locator("#replay-bring").evaluate("e => e.recordFrames.record.id")
        assert shown == name
        assert room_page.evaluate("document.activeElement.dataset.index") == str(index)
    assert f"Record 3: {loads(WARNED)[0].title}" in spoken(room_page, BRING, "Record 3")
    room_page.get_by_label("Only those with a fault").check()
    assert [one.get_attribute("data-index") for one in items.all()] == ["1"]


def test_one_bad_record_does_not_hide_the_next(room_page: Page, url: str) -> None:
    opened(room_page, url)
    text = "\n".join([RECORD.replace("{A #", "A # {"), RECORD, "%egn 7\n[Id", WARNED])
    check(room_page, text)
    expected = [checked.ok for checked in read(text)]
    states = room_page.locator(".elf-record").evaluate_all(
        "all => all.map(one => one.dataset.state === 'sound')"
    )
    assert states == expected
    assert expected.count(True) == 2


def tiny(count: int) -> str:
    """Give many records of one trick, every hundredth at fault."""
    record = (
        '%egn 1\n[Id "tiny-{n}"]\n[Rules "elfern"]\n[Hands "F: S8 / D: CK"]\n[Stock ""]\n'
        '[Fragment "16"]\n[Leader "F"]\n[Won "12-7"]\n[Result "{result}"]\n\n16. S8 CK\n{result}\n'
    )
    return "\n".join(
        record.format(n=n, result="12-8" if n % 100 == 0 else "13-7") for n in range(1, count + 1)
    )


def test_five_thousand_records_stay_usable(room_page: Page, url: str) -> None:
    opened(room_page, url)
    room_page.set_default_timeout(180_000)
    put_file(room_page, tiny(5000), "many.egn")
    assert "50 records of 5,000 have a fault." in verdict(room_page)
    items = room_page.locator(".elf-record")
    assert items.count() == 25, "the list is paged"
    assert room_page.locator(".elf-record[aria-current]").get_attribute("data-index") == "99"
    assert room_page.locator(".elf-range").inner_text() == "76–100 of 5,000"
    press(room_page, "lastPage")
    assert "4,976–5,000 of 5,000" in spoken(room_page, BRING, "4,976")
    press(room_page, "next")
    assert "last page" in spoken(room_page, BRING, "last page")
    items.last.click()
    room_page.locator(".elf-record-head", has_text="Record 5,000: tiny-5000").wait_for()
    verdict(room_page)
    room_page.get_by_label("Only those with a fault").check()
    assert room_page.locator(".elf-range").inner_text() == "1–25 of 50"
    items.nth(1).click()
    room_page.locator(".elf-record-head", has_text="Record 200: tiny-200").wait_for()
    assert room_page.locator("*").count() < 3000


def test_many_findings_are_shown_a_part_at_a_time(room_page: Page, url: str) -> None:
    opened(room_page, url)
    tags = "\n".join(f'[Tag{n} "x"]' for n in range(150))
    check(room_page, RECORD.replace("[Date", f"{tags}\n[Date"))
    items = room_page.locator(".elf-warning .elf-finding")
    assert items.count() == 20
    press(room_page, "more")
    assert items.count() == 120
    press(room_page, "more")
    assert items.count() == 150
    assert room_page.evaluate("document.activeElement.dataset.do") == "place"


# Files ----------------------------------------------------------------------------------------


def test_a_file_is_opened_dropped_and_the_text_before_brought_back(
    room_page: Page, url: str
) -> None:
    opened(room_page, url)
    field(room_page).fill("my own notes")
    put_file(room_page, RECORD, "<b>mine</b>.egn")
    assert "without fault" in verdict(room_page)
    origin = room_page.locator(".elf-origin").inner_text()
    assert origin.startswith("Text from the file <b>mine</b>.egn (")
    assert field(room_page).input_value() == RECORD
    press(room_page, "restore")
    assert field(room_page).input_value() == "my own notes"
    press(room_page, "restore")
    assert field(room_page).input_value() == RECORD
    room_page.evaluate(
        """([text]) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "dropped.egn"));
          const host = document.querySelector("elfern-bring");
          const more = { dataTransfer: data, bubbles: true, cancelable: true };
          for (const type of ["dragover", "drop"]) host.dispatchEvent(new DragEvent(type, more));
        }""",
        [WARNED],
    )
    room_page.locator(".elf-verdict", has_text="1 warning").wait_for()
    assert field(room_page).input_value() == WARNED
    assert "dropped.egn" in room_page.locator(".elf-origin").inner_text()


def test_a_file_that_is_too_large_or_no_text_changes_nothing(room_page: Page, url: str) -> None:
    opened(room_page, url)
    field(room_page).fill("my own notes")
    put_file(room_page, b'%egn 1\n[Title "Schl\xe4gt"]\n', "latin.egn")
    told = note(room_page).filter(has_text="line 2, column 13 (byte E4)")
    told.wait_for()
    assert "The file latin.egn is not UTF-8 text at line 2" in told.inner_text()
    put_file(room_page, b"x" * (16 * 1024 * 1024 + 1), "large.egn")
    note(room_page).filter(has_text="At most 16.0 MiB are read.").wait_for()
    assert "The file large.egn has 16.0 MiB" in spoken(room_page, BRING, "large.egn")
    assert field(room_page).input_value() == "my own notes"


def test_a_large_text_is_kept_beside_the_text_box(room_page: Page, url: str) -> None:
    """A place in it is shown with the fault."""
    opened(room_page, url)
    comment = "{" + "word " * 3000 + "}\n"
    text = FAULTY.replace("13-7\n", f"13-7\n{comment * 70}")
    put_file(room_page, text)
    verdict(room_page)
    assert not field(room_page).is_visible()
    assert "too much for a text box" in note(room_page).first.inner_text()
    assert room_page.locator(".elf-error mark").inner_text() == "S8"
    put_file(room_page, RECORD)
    room_page.locator(".elf-sound").wait_for()
    assert field(room_page).input_value() == RECORD
    assert "too much" not in room_page.locator(".elf-input").inner_text()


def test_the_example(room_page: Page, url: str) -> None:
    opened(room_page, url)
    press(room_page, "sample")
    assert "without fault" in verdict(room_page)
    assert '[Id "turn-of-the-phase"]' in field(room_page).input_value()
    assert "An example from this site." in room_page.locator(".elf-origin").inner_text()


# Handing on -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "ending"), [("egn", "egn"), ("json", "json"), ("jsonl", "jsonl")])
def test_conversion_is_the_engines(room_page: Page, url: str, form: str, ending: str) -> None:
    opened(room_page, url)
    lax = RECORD.replace("  F 0", "").replace("16. F S8", "16. S8")
    check(room_page, lax)
    room_page.locator("[data-choice=as]").select_option(form)
    with room_page.expect_download() as started:
        press(room_page, "download")
    assert started.value.suggested_filename == f"follow-hearts.{ending}"
    saved = Path(started.value.path()).read_text(encoding="utf-8")
    assert saved == dumps(loads(RECORD)[0], form)
    assert "A # in a comment" in saved


def test_only_sound_records_are_converted(room_page: Page, url: str) -> None:
    room_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(room_page, url)
    check(room_page, f"{RECORD}\n{FAULTY}\n{WARNED}")
    what = room_page.locator("[data-choice=what]")
    assert what.locator("option").all_inner_texts() == ["all 2 records without fault"]
    press(room_page, "copy")
    told = spoken(room_page, BRING, "copied as EGN")
    assert "2 records copied as EGN. 1 record with faults left out." in told
    copied = room_page.evaluate("navigator.clipboard.readText()")
    assert copied == dumps([*loads(RECORD), *loads(WARNED)])
    room_page.locator(".elf-record").last.click()
    room_page.locator(".elf-record-head", has_text="Record 3").wait_for()
    verdict(room_page)
    what.select_option("one")
    room_page.locator("[data-choice=as]").select_option("json")
    with room_page.expect_download() as started:
        press(room_page, "download")
    assert started.value.suggested_filename == "warned-hearts.json"
    check(room_page, FAULTY)
    assert not room_page.locator("[data-choice=as]").is_visible()


def test_a_link_holds_the_whole_text(room_page: Page, url: str) -> None:
    room_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(room_page, url)
    text = f"{HOSTILE}\n{FAULTY}"
    check(room_page, text)
    press(room_page, "makeLink")
    made = room_page.get_by_label("Link to this text")
    made.wait_for()
    link = made.input_value()
    assert link.startswith(f"{url}#record=")
    assert re.fullmatch(r"[A-Za-z0-9_-]+", link.partition("#record=")[2])
    assert "compared" in spoken(room_page, BRING, "compared")
    press(room_page, "copyLink")
    spoken(room_page, BRING, "Link copied")
    assert room_page.evaluate("navigator.clipboard.readText()") == link
    # A link made of an older text is taken away.
    field(room_page).press("End")
    room_page.keyboard.type(" ")
    assert made.count() == 0
    other = room_page.context.new_page()
    other.goto(link)
    assert "1 record of 2 has a fault." in verdict(other)
    assert field(other).input_value() == text
    assert "Text from the link" in other.locator(".elf-origin").inner_text()


def test_a_link_that_would_be_cut_is_not_offered(room_page: Page, url: str) -> None:
    opened(room_page, url)
    noise = "".join(random.Random(3).choices(string.ascii_letters + string.digits, k=19_000))
    check(room_page, RECORD.replace("two aces", noise))
    press(room_page, "makeLink")
    told = room_page.locator(".elf-handing .elf-note")
    told.wait_for()
    assert re.search(r"would have [\d,]+ characters.* longer than 16,000", told.inner_text())
    assert room_page.get_by_label("Link to this text").count() == 0


@pytest.mark.parametrize(
    ("letters", "why"),
    [
        ("x!y", "letters"),
        ("%3Cb%3E", "letters"),
        ("AAAA", "damaged"),
        ("7VVNb9pAEL1", "damaged"),
        ("", "letters"),
    ],
)
def test_a_link_that_does_not_decode_keeps_what_was_there(
    room_page: Page, url: str, letters: str, why: str
) -> None:
    opened(room_page, url)
    check(room_page, RECORD)
    room_page.evaluate("hash => { location.hash = hash; }", f"record={letters}")
    told = note(room_page)
    told.wait_for()
    words = {"letters": "characters that no such link has", "damaged": "damaged or cut short"}[why]
    assert words in told.inner_text()
    assert "could not be opened" in spoken(room_page, BRING, "could not be opened")
    assert field(room_page).input_value() == RECORD
    assert "without fault" in verdict(room_page)


def test_a_link_that_unfolds_without_end_is_refused(room_page: Page, url: str) -> None:
    opened(room_page, url)
    letters = room_page.evaluate(
        """async () => {
          const stream = new Blob([new Uint8Array(17 * 1024 * 1024)]).stream()
            .pipeThrough(new CompressionStream("deflate-raw"));
          const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
          return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_")
            .replace(/=+$/, "");
        }"""
    )
    room_page.evaluate("hash => { location.hash = hash; }", f"record={letters}")
    note(room_page).filter(has_text="unfolds to more than 16 MiB").wait_for()


def test_a_link_followed_once_does_not_undo_later_edits(room_page: Page, url: str) -> None:
    opened(room_page, url)
    check(room_page, "before the link")
    press(room_page, "makeLink")
    link = room_page.get_by_label("Link to this text")
    link.wait_for()
    address = link.input_value()
    field(room_page).fill("other words")
    room_page.goto("about:blank")
    room_page.goto(address)
    room(room_page, BRING)
    room_page.locator(".elf-origin", has_text="link").wait_for()
    assert field(room_page).input_value() == "before the link"
    press(room_page, "restore")
    assert field(room_page).input_value() == "other words"
    room_page.reload()
    room(room_page, BRING)
    assert field(room_page).input_value() == "other words"


# What survives --------------------------------------------------------------------------------


def test_the_text_survives_a_failed_engine_and_a_reload(room_page: Page, url: str) -> None:
    page = room_page.context.new_page()  # one that may report the failed request
    without_python(page)
    opened(page, url)
    field(page).fill(FAULTY)
    press(page, "check")
    page.locator(f"{BRING} .elf-bad").wait_for()
    told = page.locator(f"{BRING} .elf-status").inner_text()
    assert "python.mjs" in told
    assert "Your text is kept." in told
    assert field(page).input_value() == FAULTY
    page.unroute("**/assets/python.mjs")
    page.reload()
    room(page, BRING)
    assert field(page).input_value() == FAULTY
    press(page, "check")
    assert "has a fault" in verdict(page)


def test_what_was_just_typed_survives_a_reload(room_page: Page, url: str) -> None:
    opened(room_page, url)
    field(room_page).press_sequentially("%egn 1")
    room_page.reload()
    room(room_page, BRING)
    assert field(room_page).input_value() == "%egn 1"
    assert room_page.evaluate("globalThis.elfernAsked") is None, "a reload asks for nothing"


def test_text_and_result_survive_the_themes_navigation(
    room_page: Page, rooms_server: StaticServer, url: str
) -> None:
    opened(room_page, url)
    room_page.wait_for_load_state("networkidle")
    room_page.evaluate("globalThis.sameDocument = true")
    check(room_page, f"{FAULTY}\n{RECORD}")
    room_page.locator(".elf-record").last.click()
    room_page.locator(".elf-record-head", has_text="Record 2").wait_for()
    verdict(room_page)
    for _ in range(2):
        room_page.locator("a.md-logo").first.click()
        room_page.locator("h1", has_text="Home").wait_for()
        room_page.locator(".md-content a", has_text="Check").click()
        room(room_page, BRING)
        assert "1 record of 2" in verdict(room_page)
        assert room_page.locator(".elf-record-head").inner_text().startswith("Record 2:")
        assert room_page.locator(".elf-room").count() == 1
    assert room_page.evaluate("globalThis.sameDocument"), "the document was loaded anew"
    assert rooms_server.url in room_page.url


def test_links_within_the_page_leave_the_result_alone(room_page: Page, url: str) -> None:
    """The theme would fetch the page anew at the first of them."""
    opened(room_page, url)
    room_page.wait_for_load_state("networkidle")
    check(room_page, RECORD)
    host = room_page.locator(BRING).element_handle()
    viewer = room_page.locator("#replay-bring").element_handle()
    room_page.locator("#replay-bring [data-do=forward]").click()
    room_page.locator("#what-is-read .headerlink").click(force=True)
    room_page.wait_for_url("**#what-is-read")
    room_page.wait_for_load_state("networkidle")
    room_page.evaluate("location.hash = 'elsewhere'")
    room_page.go_back()
    room_page.wait_for_url("**#what-is-read")
    assert host is not None
    assert viewer is not None
    assert host.evaluate("element => element.isConnected")
    assert (
        viewer.evaluate("element => element.isConnected && element.walk.step.address") == "14/lead"
    )


def test_stop_while_it_checks(room_page: Page, url: str) -> None:
    script = """
    let refuse;
    export let state = "none";
    export function warm() {}
    export function stop() { refuse?.(Object.assign(new Error("Stopped."), { code: "stopped" })); }
    export function call(op, payload) {
      if (op !== "version") return new Promise((_, reject) => { refuse = reject; });
      return Promise.resolve({});
    }"""
    room_page.route(
        "**/assets/python.mjs",
        lambda route: route.fulfill(body=script, content_type="text/javascript"),
    )
    opened(room_page, url)
    field(room_page).fill(RECORD)
    press(room_page, "check")
    room_page.locator(".elf-working", has_text="Checking").wait_for()
    assert room_page.locator("[data-do=check]").inner_text() == "Stop"
    press(room_page, "check")
    room_page.locator(f"{BRING} .elf-status", has_text="Stopped.").wait_for()
    assert not room_page.locator(".elf-working").is_visible()
    assert room_page.locator("[data-do=check]").inner_text() == "Check"
    assert field(room_page).input_value() == RECORD


# Text is text, and what one sees --------------------------------------------------------------


def test_markup_in_a_record_is_text_everywhere(room_page: Page, url: str) -> None:
    room_page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    opened(room_page, url)
    bad = HOSTILE.replace("F HA HK", "F HA <img/src=x/onerror=alert(4)>")
    put_file(room_page, f"{HOSTILE}\n{bad}", "<img src=x onerror=alert(5)>.egn")
    verdict(room_page)
    inside = room_page.locator(BRING)
    assert inside.locator("img, script, svg[onload]").count() == 0
    assert "<img src=x onerror=alert(1)>" in room_page.locator(".elf-records").inner_text()
    assert "onerror=alert(4)" in room_page.locator(".elf-error").inner_text()
    room_page.locator(".elf-record").first.click()
    room_page.locator(".elf-record-head", has_text="Record 1").wait_for()
    verdict(room_page)
    assert inside.locator("img, script, svg[onload]").count() == 0
    assert "<script>alert(2)</script>" in room_page.locator("#replay-bring").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_state(
    browser: Browser,
    url: str,
    scheme: Any,  # noqa: ANN401  (a literal for playwright)
) -> None:
    script = AXE.read_text(encoding="utf-8")
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    prepare(context)
    page = context.new_page()

    def clean(state: str) -> None:
        page.evaluate("scrollTo(0, 0)")
        assert axe(page, script, "main") == [], state
        shoot(page, f"bring-{scheme}-{state}")

    opened(page, url)
    clean("start")
    press(page, "check")
    clean("empty")
    check(page, RECORD)
    clean("sound")
    check(page, "\n".join([FAULTY, WARNED, RECORD.replace('"elfern"', '"skat"')]))
    press(page, "makeLink")
    page.get_by_label("Link to this text").wait_for()
    clean("faulty")
    field(page).press("x")
    clean("stale")
    assert page.locator(f"{BRING} > .elf-room > [aria-live]").count() == 1
    context.close()


@pytest.mark.parametrize("width", [320, PHONE["width"], 1280])
def test_it_fits_any_width_with_targets_for_a_finger(
    browser: Browser, url: str, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})
    prepare(context)
    page = context.new_page()
    opened(page, url)
    long = FAULTY.replace("Hearts must", "Hearts" * 40).replace("faulty-", "faulty-" * 12)
    check(page, f"{RECORD}\n{long}\n{WARNED}")
    press(page, "makeLink")
    page.get_by_label("Link to this text").wait_for()
    assert sideways(page) <= 0
    assert small_targets(page, BRING) == []
    shoot(page, f"bring-{width}")
    context.close()


def test_without_scripts_the_command_line_is_told(browser: Browser, url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url)
    assert "python -m elfern_core check" in page.locator(BRING).inner_text()
    assert page.locator(".elf-room").count() == 0
    context.close()


def test_with_the_real_python(room_page: Page, url: str) -> None:
    """The engine in the worker says what it says here, of a text and of bytes."""
    with_real_python(room_page)
    room_page.set_default_timeout(120_000)
    opened(room_page, url)
    text = f"{FAULTY}\n{HOSTILE}"
    assert "1 record of 2 has a fault." in check(room_page, text)
    expected = json.loads(bridge.call(json.dumps({"op": "replay", "text": text, "only": 0})))
    (record,) = expected["result"]["records"]
    viewer = room_page.locator("#replay-bring")
    assert viewer.evaluate("element => element.recordFrames") == record["frames"]
    assert viewer.evaluate("element => element.recordText") == record["egn"]
    messages = room_page.locator(".elf-error .elf-finding > p:nth-of-type(1)").all_inner_texts()
    assert messages == [one["message"] for one in record["findings"]]
    put_file(room_page, b"\xff\xfe%\x00e\x00", "utf-16.egn")
    note(room_page).filter(has_text="at line 1, column 1 (byte FF)").wait_for()
