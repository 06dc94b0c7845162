"""What a screen reader made of the pages: each fault that was heard has its test here.

The texts that Orca was given to speak were read; see the page "By ear" for the script and the run.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.browser.playing import (
    PLAY,
    open_play,
    play_out,
    play_some,
    plays,
    serve_play,
    start,
    until_answering,
    waiting,
)
from tests.browser.rooms import room as drawn
from tests.browser.rooms import spoken
from tests.browser.viewers import LISTEN, choose, heard, press, viewer

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["open_play", "serve_play"]

CODES = "all => all.map(one => one.dataset.card)"
COUNT_FOCUS = """() => {
  globalThis.focused = 0;
  document.addEventListener("focusin", () => { globalThis.focused += 1; });
}"""


# The table ------------------------------------------------------------------------------------


def test_a_card_that_stays_in_the_hand_is_not_put_in_anew(visit: Page) -> None:
    """Else each redraw moves the focus away and back, and the card is spoken twice."""
    room = start(visit, number="1")
    waiting(visit)
    hand = room.locator(".play-own button")
    hand.evaluate_all("all => { for (const one of all) one.mark = one.dataset.card; }")
    cards = hand.evaluate_all(CODES)
    (played,) = room.locator(".play-own [data-legal]").first.evaluate_all(CODES)
    play_some(visit, 1)
    kept = hand.evaluate_all("all => all.filter(one => one.mark).map(one => one.dataset.card)")
    assert sorted(kept) == sorted(set(cards) - {played})
    marks = hand.evaluate_all("all => all.filter(one => one.mark).map(one => one.mark)")
    assert marks == kept, "no button stands for another card"
    order = hand.evaluate_all(CODES)
    visit.reload()
    waiting(visit)
    assert hand.evaluate_all(CODES) == order, "as if it had been put there at once"


def test_an_answer_leaves_the_focus_where_it_is(visit: Page) -> None:
    room = start(visit, number="1")
    waiting(visit)
    room.locator(".play-own button").first.focus()
    visit.evaluate(COUNT_FOCUS)
    visit.locator(PLAY).evaluate("one => one.querySelector('[data-do=ask-stock]').click()")
    spoken(visit, PLAY, "in the stock")
    assert visit.evaluate("focused") == 0
    assert visit.evaluate("document.activeElement.dataset.card")


def test_after_a_card_the_focus_comes_to_one_that_may_be_played(visit: Page) -> None:
    """Not before: a screen reader would tell a card as dimmed before it tells what happened."""
    start(visit, number="1")
    waiting(visit)
    visit.evaluate(
        """() => addEventListener("focusin", ({ target }) =>
          globalThis.given?.push(target.closest(".play-own") && "legal" in target.dataset))"""
    )
    while len(plays(visit)) < 28:  # on into the second phase, where cards are barred
        waiting(visit)
        visit.locator(".play-own [data-legal]").last.focus()
        visit.evaluate("() => { globalThis.given = []; }")
        before = len(plays(visit))
        visit.keyboard.press("Enter")
        visit.wait_for_function("() => globalThis.given.length > 0")
        assert len(plays(visit)) > before
        assert visit.evaluate("globalThis.given") == [True]


def test_taking_back_and_coming_back_say_what_lies_on_the_table(visit: Page) -> None:
    room = start(visit, number="1")
    waiting(visit)
    until_answering(visit)
    lead = room.locator(".elf-play .elf-spoken").first.inner_text()
    trick = len(plays(visit)) // 2 + 1
    table = f"Trick {trick}: Computer (Beginner) led the {lead}."
    visit.reload()
    drawn(visit, PLAY)
    assert spoken(visit, PLAY, "it is your turn").startswith(table)
    visit.locator(PLAY).evaluate("one => { one.dataset.pause = '0'; }")
    play_some(visit, 1)
    before = len(plays(visit))
    room.locator("[data-do=undo]").click()
    text = spoken(visit, PLAY, "Taken back")
    assert len(plays(visit)) < before
    assert table in text or "the table is empty" in text
    assert text.endswith("it is your turn.")


def test_the_slate_is_spoken_at_the_end_of_a_deal(visit: Page) -> None:
    start(visit, number="1")
    play_out(visit)
    text = spoken(visit, PLAY, "The deal is over")
    assert "On the slate: Guest " in text


def test_the_table_speaks_in_the_language_of_its_words(visit: Page) -> None:
    """The element that is spoken says so itself; and where the game stands is said anew."""
    room = start(visit, number="1")
    waiting(visit)
    until_answering(visit)
    languages = (
        "one => [one.querySelector('.play-part:not([hidden])').lang,"
        " one.querySelector('[data-live] > span').lang]"
    )
    spoken(visit, PLAY, "your turn")
    assert visit.locator(PLAY).evaluate(languages) == ["en", "en"]
    visit.evaluate(COUNT_FOCUS)
    room.locator("[data-choice=lang]").focus()
    room.locator("[data-choice=lang]").select_option("de")
    text = spoken(visit, PLAY, "du bist am Zug")
    assert text.startswith("Stich ")
    assert visit.locator(PLAY).evaluate(languages) == ["de", "de"]
    assert visit.evaluate("document.activeElement.dataset.choice") == "lang"
    assert visit.evaluate("focused") == 1, "the choice itself is not put in anew"


# The viewer -----------------------------------------------------------------------------------


def test_the_voice_stays_when_the_viewer_is_drawn_in_another_language(
    page: Page, site_url: str
) -> None:
    """A live region that has just come is not heard."""
    page.goto(f"{site_url}#replay-whole:7/reply")
    example = viewer(page)
    example.locator(".elf-live").evaluate("one => { one.mark = true; }")
    page.evaluate(LISTEN)
    choose(example, "lang", "de")
    page.wait_for_function("() => globalThis.spoken.some(one => one.includes('Deutsch'))")
    assert example.locator(".elf-live").evaluate("one => one.mark")
    assert example.locator(".elf-live > span").get_attribute("lang") == "de"
    assert example.get_attribute("lang") is None, "Firefox would go on telling the one before"


def test_a_comment_in_another_language_is_not_read_within_a_sentence(
    page: Page, site_url: str
) -> None:
    page.goto(site_url)
    example = viewer(page)
    page.evaluate(LISTEN)
    press(example, "nextComment")
    assert "Comment: " in heard(page)[-1]
    choose(example, "lang", "de")
    page.wait_for_function("() => globalThis.spoken.some(one => one.includes('Deutsch'))")
    press(example, "first")
    press(example, "nextComment")
    page.wait_for_function(
        "() => globalThis.spoken.at(-1).includes('Darunter steht eine Anmerkung')"
    )
    assert "Anmerkung: " not in heard(page)[-1]
    assert example.locator(".elf-comment").first.get_attribute("lang") == "en"


def test_a_choice_that_its_field_says_is_not_said_again(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    page.evaluate(LISTEN)
    choose(example, "hide", "D")
    page.wait_for_timeout(300)
    assert page.evaluate("globalThis.spoken") == []


def test_pauses_belong_to_what_stands_before_them(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    press(example, "last")
    texts = example.locator(".elf .elf-spoken").all_inner_texts()
    assert [one for one in texts if one.strip() not in ("", ":") and one[0] in ".,:"] == []
    slate = example.locator(".elf-slate-row").first.evaluate(
        "row => { for (const one of row.querySelectorAll('[aria-hidden]')) one.remove();"
        " return row.textContent; }"
    )
    assert re.match(r"Dealer\d+ honours?, \d+ game points?$", slate)
    row = example.locator(".elf-row").first.evaluate(
        "row => { const copy = row.cloneNode(true);"
        " for (const one of copy.querySelectorAll('[aria-hidden]')) one.remove();"
        " return copy.textContent.replace(/\\s+/g, ' ').trim(); }"
    )
    assert row.startswith("Trick 1. Forehand leads the ")
    assert ". Dealer replies with the " in row


def test_marks_made_by_the_style_are_not_spoken(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    press(example, "forward")
    for selector, alternative in ((".elf-turn", ""), (".elf-phase", ", ")):
        content = example.locator(selector).first.evaluate(
            "one => getComputedStyle(one, '::before').content"
        )
        assert content.endswith(f'/ "{alternative}"'), selector


def test_an_empty_number_asks_for_one(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    press(example, "go")
    assert example.locator(".elf-message").inner_text() == "Write the number of a trick, 1 to 16."
