"""The form on the page for one's own records: a file just as the archive keeps it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from elfern_core.catalogue import SECTIONS, VARIANTS
from elfern_core.holdings import read_holdings
from elfern_core.records import loads
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
)
from tests.browser.viewers import axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Request

    from tests.browser.serving import StaticServer

__all__ = ["open_room_page", "serve_rooms"]

BRING = "elfern-bring"
LAX = """\
[Rules "elfern"]
[Hands "F: S8 HA H9 / D: CK HK H7"]
[Stock ""]
[Fragment "14"]
[Leader "D"]
[Won "10-7"]

14. H7 H9
15. HA HK
16. S8 CK
13-7
"""
IDS = "last-two-hearts\nrung-by-rung\n"
TITLE = "Forehand’s ace takes the king"


@pytest.fixture
def url(rooms_server: StaticServer) -> str:
    return rooms_server.url + "check/"


def opened(page: Page, url: str, text: str = LAX) -> Locator:
    """Check a text and give the form; the list of ids that this site lacks is given, too."""
    page.route("**/archive/files/ids.txt", lambda route: route.fulfill(body=IDS))
    page.goto(url)
    room(page, BRING)
    page.locator("#bring-text").fill(text)
    page.locator(f"{BRING} [data-do=check]").click()
    page.wait_for_selector(f"{BRING}:not([data-working]) .elf-handing:not([hidden])")
    return page.locator(".elf-prepare")


def fill(form: Locator, **tags: str) -> None:
    for name, value in tags.items():
        form.locator(f"[data-tag={name}]").fill(value)


def made(form: Locator) -> str:
    """Press the button and give the sentence that follows."""
    form.locator("[data-do=prepare]").click()
    # An earlier sentence stands until the next one is there.
    form.locator(".elf-prepared:not([aria-busy]) .elf-verdict").wait_for()
    return form.locator(".elf-prepared").inner_text()


def test_the_form_makes_a_file_that_the_archive_takes(room_page: Page, url: str) -> None:
    form = opened(room_page, url)
    fill(form, title=TITLE, forehand="Anna", dealer="Karl", date="2026-11-29")
    form.locator("[data-do=idFromTitle]").click()
    field = form.locator("[data-tag=id]")
    assert field.input_value() == "forehands-ace-takes-the-king"
    assert field.evaluate("element => element === document.activeElement")
    form.locator("summary").click()
    form.locator("[data-topic=honours]").check()
    form.locator("[data-topic=second-phase]").check()
    assert "2 chosen" in form.locator("summary").inner_text()
    assert "forehands-ace-takes-the-king.egn is ready" in made(form)
    assert "is ready" in spoken(room_page, BRING, "is ready")
    with room_page.expect_download() as download:
        form.locator("[data-do=savePrepared]").click()
    assert download.value.suggested_filename == "forehands-ace-takes-the-king.egn"
    data = Path(download.value.path()).read_bytes()
    holdings = read_holdings([(Path("mine.egn"), data)])
    assert holdings.faults == []
    (record,) = loads(data)
    assert (record.title, record.source) == (TITLE, "constructed")
    assert set(record.illustrates) == {"honours", "second-phase"}
    assert (record.forehand, record.dealer, record.date) == ("Anna", "Karl", "2026-11-29")
    assert form.locator("textarea").input_value() == data.decode()
    link = form.locator(".elf-prepared a")
    assert link.get_attribute("href") == "../contribute/add-a-record/"
    # A change afterwards is not passed over in silence.
    fill(form, note="One remark.")
    assert "has changed since" in form.inner_text()


def test_what_is_missing_is_said_and_what_was_typed_stays(room_page: Page, url: str) -> None:
    form = opened(room_page, url)
    told = made(form)
    assert "would not take it yet" in told
    assert "needs an Id" in told
    assert "needs a Title" in told
    fill(form, id="Not an id!", title=TITLE)
    told = made(form)
    assert "was not written" in told
    assert "Id is not lower-case words" in told
    assert form.locator("textarea").count() == 0
    assert form.locator("[data-tag=id]").input_value() == "Not an id!"
    form.locator("[data-tag=source]").select_option("self-play")
    fill(form, id="fine")
    assert "names both players" in made(form)


def test_an_id_of_the_archive_is_taken_and_no_id_leaves_the_browser(
    room_page: Page, url: str
) -> None:
    requests: list[Request] = []

    def note(request: Request) -> None:
        requests.append(request)

    room_page.on("request", note)
    form = opened(room_page, url)
    fill(form, id="last-two-hearts", title=TITLE)
    assert "has a record with the id last-two-hearts already" in made(form)
    fill(form, id="next-two-hearts")
    assert "next-two-hearts.egn is ready" in made(form)
    sent = [request.url + str(request.headers) for request in requests]
    assert not any("two-hearts" in one for one in sent)
    assert sum("ids.txt" in one for one in sent) == 1


def test_only_a_sound_record_is_offered_the_form(room_page: Page, url: str) -> None:
    form = opened(room_page, url, LAX.replace("H7 H9", "H7 S8"))
    assert not form.is_visible()


def test_the_tags_of_the_record_fill_the_form(room_page: Page, url: str) -> None:
    form = opened(
        room_page,
        url,
        f'%egn 1\n[Id "mine"]\n[Title "A \\"word\\""]\n[Source "pierer-1858"]\n'
        f'[Illustrates "honours trump"]\n[Note "Why."]\n[Forehand "Anna"]\n{LAX}',
    )
    values = {
        name: form.locator(f"[data-tag={name}]").input_value()
        for name in ("id", "title", "source", "note", "forehand", "dealer", "date")
    }
    assert values == {
        "id": "mine", "title": 'A "word"', "source": "pierer-1858", "note": "Why.",
        "forehand": "Anna", "dealer": "?", "date": "?",
    }  # fmt: skip
    assert form.locator("[data-topic]:checked").count() == 2
    assert form.locator("[data-topic]").count() == len(SECTIONS) + len(VARIANTS)


def test_the_form_speaks_german(room_page: Page, url: str) -> None:
    form = opened(room_page, url)
    fill(form, title=TITLE)
    room_page.evaluate(
        """async () => {
          const { choose } = await import(new URL("../assets/settings.mjs", location.href).href);
          choose("lang", "de");
        }"""
    )
    form.get_by_text("Datei machen").wait_for()
    assert form.get_attribute("lang") == "de"
    assert form.locator("[data-tag=title]").input_value() == TITLE
    form.locator("summary").click()
    assert "Die zweite Phase" in form.inner_text()
    fill(form, id="ass-nimmt-koenig")
    assert "ist fertig" in made(form)


def test_the_form_works_by_keyboard_alone(room_page: Page, url: str) -> None:
    form = opened(room_page, url)
    form.locator("[data-tag=title]").focus()
    keyboard = room_page.keyboard
    keyboard.type(TITLE)
    keyboard.press("Tab")
    keyboard.type("by-keyboard")
    keyboard.press("Enter")
    form.locator(".elf-prepared .elf-verdict").wait_for()
    assert "by-keyboard.egn is ready" in form.inner_text()
    # The summary of the topics is met on the way to the button, and opens.
    for _ in range(12):
        keyboard.press("Tab")
        if room_page.evaluate("document.activeElement.localName") == "summary":
            break
    keyboard.press("Enter")
    keyboard.press("Tab")
    keyboard.press("Space")
    assert form.locator("[data-topic]:checked").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone_and_is_accessible(
    browser: Browser, rooms_server: StaticServer, url: str, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        has_touch=True,
        color_scheme=scheme,
    )
    prepare(context)
    page = context.new_page()
    form = opened(page, url)
    fill(form, title=TITLE, id="fits")
    form.locator("summary").click()
    assert "fits.egn is ready" in made(form)
    assert sideways(page) <= 0
    assert small_targets(page, ".elf-prepare") == []
    assert axe(page, AXE.read_text(encoding="utf-8"), ".elf-prepare") == []
    shoot(page, f"prepare-phone-{scheme}")
    context.close()
    assert rooms_server.url in url


def test_titles_become_ids(room_page: Page, url: str) -> None:
    room_page.goto(url)
    titles = {
        "Über den Daus": "ueber-den-daus",
        "  Forehand’s  ace!": "forehands-ace",
        "Ça va — 10 to 9": "ca-va-10-to-9",
        "…": "",
        "word " * 30: "-".join(["word"] * 12),
    }
    made_ids = room_page.evaluate(
        """async (titles) => {
          const { idOf } = await import(new URL("../assets/bring-prepare.mjs", location.href).href);
          return titles.map(idOf);
        }""",
        list(titles),
    )
    assert json.dumps(made_ids) == json.dumps(list(titles.values()))
