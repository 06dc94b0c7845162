"""The lesson: the reader plays a record to its end, in any way, in English and in German."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from elfern_core.analysis import LIVE_LIMITS, judge
from elfern_core.cards import CODES
from elfern_core.deal import FOREHAND
from elfern_core.records import loads, read
from site_plugins.play import render_play
from site_plugins.replay import FenceError
from tests.browser import rooms
from tests.browser.conftest import prepare, watch
from tests.browser.playing import serve_play, tab_to
from tests.browser.viewers import axe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

__all__ = ["serve_play"]
LESSON = "elfern-lesson"
FOLDER = rooms.ROOT / "replays" / "examples" / "lessons"
RECORDS = {
    lang: next(iter(read((FOLDER / f"{name}.egn").read_text(encoding="utf-8"))))
    for lang, name in (("en", "first-game"), ("de", "first-game-de"))
}


def mine() -> list[str]:
    """Give the cards that the reader plays, in order."""
    game = RECORDS["en"].game
    assert game is not None
    return [
        CODES[card]
        for card, state in zip(game.plays, game.states, strict=False)
        if state.to_play == FOREHAND
    ]


@pytest.fixture(name="lesson", scope="module")
def open_lesson(browser: Browser, rooms_url: str) -> Iterator[Page]:
    """Open the lesson in a profile; it must raise no error and ask for no engine."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    prepare(context)
    page = context.new_page()
    faults: list[str] = []
    watch(page, faults, urlsplit(rooms_url).netloc)
    page.on("request", lambda asked: faults.append(asked.url) if "python" in asked.url else None)
    page.goto(f"{rooms_url}first-game/")
    rooms.room(page, LESSON)
    yield page
    context.close()
    assert faults == []


@pytest.fixture(name="room")
def start_anew(lesson: Page) -> Locator:
    """Give the lesson at its start, in English."""
    room = lesson.locator(LESSON)
    room.locator("[data-choice=lang]").select_option("en")
    room.locator("[data-do=restart]").click()
    return room


def card(room: Locator, code: str) -> Locator:
    return room.locator(f".play-own [data-card={code}]")


# The record -----------------------------------------------------------------------------------


def test_the_lesson_is_one_game_in_two_languages_that_says_something_at_every_card() -> None:
    english, german = RECORDS["en"].record, RECORDS["de"].record
    assert english.source == german.source == "constructed"
    assert english.plays == german.plays
    assert RECORDS["en"].findings == RECORDS["de"].findings == ()
    for record in (english, german):
        assert record.comments
        for trick in record.tricks:
            # The leader is the reader, or the reader replies: either way a word on that card, and
            # one on what to look at, from the trick before or from the lead.
            assert trick.lead_comments
            assert trick.leader == FOREHAND or trick.reply_comments
        labels = [[branch.label for branch in trick.branches] for trick in record.tricks]
        assert sum(map(len, labels)) >= 10
        assert all(branch.comments for trick in record.tricks for branch in trick.branches)
    shape = [
        [(len(trick.comments), [branch.label for branch in trick.branches]) for trick in one.tricks]
        for one in (english, german)
    ]
    assert shape[0] == shape[1]


def test_the_lesson_covers_what_a_first_game_needs() -> None:
    game = RECORDS["en"].game
    assert game is not None
    tricks = game.tricks
    kept = follows = throws = False
    for index, trick in enumerate(tricks):
        if trick.leader == FOREHAND:
            continue
        state = game.states[2 * index + 1]
        hand = [one for one in range(32) if state.hands[FOREHAND] >> one & 1]
        suited = [one for one in hand if one // 8 == trick.lead // 8]
        kept |= trick.phase == 1 and bool(suited) and trick.reply // 8 != trick.lead // 8
        follows |= trick.phase == 2 and 0 < len(suited) < len(hand)
        throws |= trick.phase == 2 and not suited
    assert kept, "no duty to follow in the first phase"
    assert follows, "a card that may not be played in the second"
    assert throws, "nothing of the suit led"
    assert {trick.winner for trick in tricks} == {0, 1}
    assert game.outcome is not None
    assert game.outcome.points == (11, 9)


def test_what_the_lesson_plays_in_the_second_phase_costs_nothing() -> None:
    """What the comments say of cards that would have cost something is true as well."""
    game = RECORDS["en"].game
    assert game is not None
    found = {one.ply: one for one in judge(game, LIVE_LIMITS) if one.ply >= 20}
    assert sorted(found) == list(range(20, 32))
    assert all(one.cost == 0 for one in found.values())
    twelve = {CODES[one]: value for one, value in found[23].values.items()}
    assert twelve["DT"] == 11
    assert {twelve[one] for one in ("HQ", "ST", "DA", "DK")} == {10}
    assert len(set(found[25].values.values())) == 1, "four winners of equal worth in trick 13"
    assert len(set(found[21].values.values())) == 1, "seven or ten of spades in trick 11"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("lesson: nowhere", "there is no record nowhere"),
        ("lesson: first-game", "a record for each language"),
        ("lesson: first-game lower-card-deals", "does not say its language"),
        ("lessons: first-game", "there is no line lessons"),
    ],
)
def test_a_lesson_that_lacks_something_is_a_fault_of_the_page(line: str, fault: str) -> None:
    with pytest.raises(FenceError, match=fault):
        render_play(line, "first-game/", rooms.ROOT)


# The page -------------------------------------------------------------------------------------


def test_the_lesson_is_played_by_mouse_to_its_result(lesson: Page, room: Locator) -> None:
    record = RECORDS["en"].record
    assert record.comments[0] in room.locator(".lesson-told").inner_text()
    for number, code in enumerate(mine(), 1):
        assert f"Your card {number} of 16" in room.locator(".elf-place").inner_text()
        card(room, code).click()
    text = room.inner_text()
    assert record.tricks[-1].comments[0] in text
    assert "Forehand wins 11 to 9 and scores one game point." in text
    assert room.locator(".elf-slate .elf-chalk").count() == 1, "one line on the slate"
    focused = lesson.evaluate("document.activeElement.textContent")
    assert focused == "Play against the computer"
    assert axe(lesson, rooms.AXE.read_text(encoding="utf-8"), LESSON) == []


def test_every_comment_of_the_main_line_is_shown_and_spoken(lesson: Page, room: Locator) -> None:
    shown, spoken = [], []
    for code in [*mine(), None]:
        shown.append(room.locator(".lesson-told").inner_text())
        spoken.append(rooms.spoken(lesson, LESSON, "."))
        if code:
            card(room, code).click()
    record = RECORDS["en"].record
    comments = list(record.comments)
    for trick in record.tricks:
        comments += [*trick.lead_comments, *trick.reply_comments, *trick.comments]
    for comment in comments:
        assert sum(comment in text for text in shown) == 1, comment
        assert any(comment in text for text in spoken), comment
    # No card that the dealer holds or draws is told, in the account or elsewhere.
    assert not any("Dealer draws the" in text for text in shown)


def test_a_barred_card_names_the_rule_and_another_card_is_taken_back(
    lesson: Page, room: Locator
) -> None:
    for code in mine()[:10]:
        card(room, code).click()
    barred = room.locator(".play-own .elf-barred")
    assert barred.count() == 4
    barred.first.click(force=True)
    note = room.locator(".lesson-other")
    assert "must follow the suit led" in note.inner_text()
    assert (note.locator("a").get_attribute("href") or "").endswith("rules/elfern/#second-phase")
    assert "must follow" in rooms.spoken(lesson, LESSON, "may not be played")
    card(room, "ST").click()
    branch = RECORDS["en"].record.tricks[10].branches[0]
    assert branch.comments[0] in note.inner_text()
    assert branch.comments[0] in rooms.spoken(lesson, LESSON, "may be played")
    assert lesson.evaluate("document.activeElement.dataset.do") == "takeBack"
    assert axe(lesson, rooms.AXE.read_text(encoding="utf-8"), LESSON) == []
    # Until one is chosen, any other card says again what there is to choose from.
    lesson.locator(f"{LESSON} [data-live]").evaluate("one => one.replaceChildren()")
    room.locator(".play-own button").first.click(force=True)
    assert branch.comments[0] in rooms.spoken(lesson, LESSON, "may be played")
    assert lesson.evaluate("document.activeElement.dataset.do") == "takeBack"
    lesson.keyboard.press("Enter")
    assert lesson.evaluate("document.activeElement.dataset.card") == "ST"
    assert "Your card 11 of 16" in room.locator(".elf-place").inner_text()
    # Where the record has no line for a card, its own card's reason is told.
    room.locator("[data-do=restart]").click()
    card(room, "DT").click()
    assert RECORDS["en"].record.tricks[0].lead_comments[0] in note.inner_text()
    room.locator("[data-do=goOn]").click()
    assert "Your card 2 of 16" in room.locator(".elf-place").inner_text()
    room.locator("[data-do=back]").click()
    assert "Your card 1 of 16" in room.locator(".elf-place").inner_text()


def test_the_lesson_by_keyboard_and_over_a_reload(lesson: Page, room: Locator) -> None:
    codes = mine()
    for code in codes[:6]:
        tab_to(lesson, card(room, code))
        lesson.keyboard.press("Enter")
    lesson.reload()
    rooms.room(lesson, LESSON)
    assert "Your card 7 of 16" in room.locator(".elf-place").inner_text()
    card(room, codes[6]).focus()
    lesson.keyboard.press("Enter")
    for code in codes[7:]:
        tab_to(lesson, card(room, code))
        lesson.keyboard.press("Enter")
    assert "11 to 9" in room.locator(".lesson-end").inner_text()


def test_the_lesson_in_german(lesson: Page, room: Locator) -> None:
    card(room, "SA").click()
    room.locator("[data-choice=lang]").select_option("de")
    record = RECORDS["de"].record
    told = room.locator(".lesson-told").inner_text()
    assert record.tricks[0].comments[0] in told
    assert "Deine Karte 2 von 16" in room.locator(".elf-place").inner_text(), "the place is kept"
    # The reader is spoken to: du hast, not du hat.
    assert room.locator(".elf-trick .elf-caption").all_inner_texts() == [
        "✓ Du hast ausgespielt und gewonnen",
        "Gegenüber hat zugegeben",
    ]
    assert room.locator(".play-table").get_attribute("lang") == "de"
    heading = lesson.locator("h1 [data-prose]:visible")
    assert heading.all_inner_texts() == ["Dein erstes Spiel"]
    prose = lesson.locator("[data-prose=de]").first
    assert prose.is_visible()
    assert not lesson.locator("[data-prose=en]").first.is_visible()
    for code in mine()[1:]:
        card(room, code).click()
    text = room.inner_text()
    assert "Vorhand gewinnt 11 zu 9" in text
    assert record.tricks[-1].comments[0] in text


@pytest.mark.parametrize(
    ("width", "height"), [(320, 640), (667, 375), (390, 844)], ids=["320", "landscape", "phone"]
)
def test_the_lesson_by_touch(browser: Browser, rooms_url: str, width: int, height: int) -> None:
    options: dict[str, Any] = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    page = context.new_page()
    page.goto(f"{rooms_url}first-game/")
    room = rooms.room(page, LESSON)
    for number, code in enumerate(mine()):
        if number in {0, 10}:
            assert rooms.sideways(page) == 0
            assert rooms.small_targets(page, LESSON) == []
        card(room, code).tap()
    assert "11 to 9" in room.locator(".lesson-end").inner_text()
    assert rooms.sideways(page) == 0
    with page.expect_download() as started:
        room.locator("[data-do=save]").tap()
    assert loads(started.value.path().read_text(encoding="utf-8")) == [RECORDS["en"].record]
    context.close()


def test_the_lesson_can_be_read_without_a_script(browser: Browser, rooms_url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{rooms_url}first-game/")
    text = page.locator(LESSON).inner_text()
    for trick in RECORDS["en"].record.tricks:
        assert all(comment in text for comment in (*trick.comments, *trick.lead_comments))
    context.close()
