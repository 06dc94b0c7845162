"""The play page: whole sessions by keyboard and by mouse, undo, reload, a worker that dies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from elfern_core.cards import CODES, card_name, cards_of
from elfern_core.deal import DEALER, FOREHAND
from elfern_core.records import loads, read
from tests.browser import rooms
from tests.browser.playing import (
    PLAY,
    RULESETS,
    open_play,
    play_out,
    play_some,
    plays,
    record,
    serve_play,
    start,
    until_answering,
    visited,
    waiting,
)
from tests.browser.viewers import axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["open_play", "serve_play"]


@pytest.mark.parametrize("rules", RULESETS)
def test_a_session_to_its_end_by_mouse(visit: Page, rules: str) -> None:
    room = start(visit, rules=rules, number="2")
    play_out(visit)
    text = record(visit)
    records = loads(text)
    assert [one.round for one in records] == [1, 2]
    assert all(one.result is not None and len(one.tricks) == 16 for one in records)
    assert records[0].lot is not None
    assert room.locator(".play-winner").inner_text().startswith("The session is over")


def test_a_session_to_its_end_by_keyboard(visit: Page) -> None:
    room = start(visit, number="1")
    play_out(visit, by="keyboard")
    assert room.locator("[data-do=fresh]").is_visible()


def test_two_at_one_screen(visit: Page) -> None:
    room = start(visit, opponent="two", number="1")
    assert room.locator(".play-own [data-card]").count() == 0, "no hand before the hand-over"
    play_out(visit)
    assert loads(record(visit))[0].result is not None


def test_the_screen_changes_hands_without_showing_a_card(visit: Page) -> None:
    room = start(visit, opponent="two", number="1")
    room.locator("summary", has_text="Cards played").click()
    room.locator("summary", has_text="Settings").click()
    room.locator("[data-choice=seen]").check()
    covers = 0
    for _ in range(24):
        if waiting(visit) != "takeOver":
            before = record(visit)
            room.locator(".play-own [data-legal]").first.click()
            visit.wait_for_function(
                "before => document.querySelector('elfern-play').record !== before", arg=before
            )
            continue
        covers += 1
        if covers % 3 == 0:
            visit.reload()
            rooms.room(visit, PLAY)
        text = visit.evaluate(
            # The lot was drawn before the deal: it is shown, and spoken at the first hand-over.
            """([room, gone]) => { const copy = room.querySelector(".elf-room").cloneNode(true);
              copy.querySelectorAll(gone).forEach(one => one.remove());
              return copy.outerHTML; }""",
            [room.element_handle(), ".play-opening" + (", [data-live]" if covers == 1 else "")],
        )
        game = next(iter(read(record(visit)))).game
        assert game is not None
        for card in (*cards_of(game.state.hands[0] | game.state.hands[1]), *game.state.rest):
            assert card_name(card, "french", "en") not in text
            assert f'"{CODES[card]}"' not in text
        room.locator("[data-do=takeOver]").click()
        room.locator(".play-own [data-legal]").first.wait_for()
    assert covers > 3


def test_a_reload_in_mid_trick_loses_nothing(visit: Page) -> None:
    start(visit, opponent="random", number="2")
    play_some(visit, 3)
    until_answering(visit)
    before = record(visit)
    hand = visit.locator(".play-own [data-card]").count()
    # The table stands again before the engine is there: it is not even asked for.
    visit.route("**/assets/python.mjs", lambda route: route.abort())
    visit.reload()
    rooms.room(visit, PLAY)
    assert record(visit) == before
    assert visit.locator(".play-own [data-legal]").count() >= 1
    assert visit.locator(".play-own [data-card]").count() == hand
    visit.unroute("**/assets/python.mjs")
    play_out(visit)
    assert record(visit).startswith(before.split("\n1. ")[0].split("[Result")[0])


def test_a_failing_engine_is_told_and_tried_again(visit: Page) -> None:
    room = start(visit)
    play_some(visit, 2)
    before = record(visit)
    visit.evaluate(
        'globalThis.elfernBridge = () => Promise.resolve(\'{"ok": false, "error":'
        ' {"code": "x", "message": "Out of order."}}\')'
    )
    room.locator(".play-own [data-legal]").first.click()
    room.locator("[data-do=retry]").wait_for()
    assert "Out of order." in room.locator(".elf-status").inner_text()
    assert record(visit) == before
    assert "Out of order." in rooms.spoken(visit, PLAY, "could not answer")


KILLER = """(() => {
  // Ends the worker, as a browser short of memory does, when it is given its fifth task.
  const Whole = globalThis.Worker;
  globalThis.killed = 0;
  globalThis.Worker = class extends Whole {
    #tasks = 0;
    postMessage(...sent) {
      this.#tasks += 1;
      if (globalThis.killed === 0 && this.#tasks === 5) {
        globalThis.killed += 1;
        this.terminate();
        setTimeout(() => this.onerror?.(new ErrorEvent("error", { message: "killed" })), 50);
        return;
      }
      super.postMessage(...sent);
    }
  };
})();"""


def test_the_worker_is_killed_in_mid_game_and_the_game_goes_on(visit: Page) -> None:
    visit.add_init_script(KILLER)
    rooms.with_real_python(visit)
    visit.reload()
    rooms.room(visit, PLAY)
    visit.set_default_timeout(120_000)
    start(visit, number="1")
    play_out(visit)
    assert visit.evaluate("globalThis.killed") == 1
    assert loads(record(visit))[0].result is not None


def test_each_session_draws_its_own_chance(visit: Page) -> None:
    """The other tests put a row of their own in place of what a page draws."""
    drawn = []
    for _ in range(2):
        visit.evaluate(
            """() => { const bridge = globalThis.elfernBridge;
              globalThis.drawn = [];
              globalThis.elfernBridge = text => {
                const { op, seed } = JSON.parse(text);
                if (seed !== undefined) globalThis.drawn.push([op, seed]);
                return bridge(text); }; }"""
        )
        start(visit, number="2")
        play_some(visit, 2)
        drawn += visit.evaluate("() => globalThis.drawn")
        visit.evaluate("() => localStorage.clear()")
        visit.reload()
        rooms.room(visit, PLAY)
    assert [op for op, _ in drawn].count("table.open") == 2
    assert {op for op, _ in drawn} >= {"table.open", "table.answer"}
    seeds = [seed for _, seed in drawn]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**53 for seed in seeds)


def test_taking_back_and_downloading_gives_what_stands_on_the_table(visit: Page) -> None:
    room = start(visit, number="2")
    play_some(visit, 4)
    long, before = plays(visit), record(visit)
    room.locator("[data-do=undo]").click()
    visit.wait_for_function(
        "before => document.querySelector('elfern-play').record !== before", arg=before
    )
    waiting(visit)
    short = plays(visit)
    assert long[: len(short)] == short
    assert len(short) < len(long)
    for name in ("saveDeal", "saveSession"):
        with visit.expect_download() as started:
            room.locator(f"[data-do={name}]").click()
        path = started.value.path()
        assert path.read_text(encoding="utf-8") == record(visit)


def test_taking_back_to_any_card(visit: Page) -> None:
    room = start(visit, number="1")
    play_some(visit, 7)
    whole = plays(visit)
    room.locator("summary", has_text="Cards played").click()
    room.locator(".play-log [data-do=back]").nth(5).click()
    visit.wait_for_function(
        "() => document.querySelectorAll('elfern-play .play-log li').length < 8"
    )
    assert waiting(visit) == "card"
    # At the sixth card it may be the computer's turn: then it has chosen anew, and perhaps led.
    assert plays(visit)[:5] == whole[:5]
    assert len(plays(visit)) in {5, 6, 7}


def test_trying_again_from_a_card_leaves_the_game_as_it_was(visit: Page) -> None:
    room = start(visit, number="1")
    play_out(visit)
    text, whole = record(visit), plays(visit)
    room.locator("summary", has_text="Cards played").click()
    room.locator(".play-log [data-do=again]").nth(11).click()
    visit.wait_for_function(
        "text => document.querySelector('elfern-play').record !== text", arg=text
    )
    assert waiting(visit) == "card"
    assert plays(visit)[:11] == whole[:11]
    assert len(plays(visit)) in {11, 12, 13}
    play_out(visit)
    room.locator("[data-do=fresh]").click()
    assert room.locator(".play-game").count() == 2
    room.locator(".play-game [data-do=open]").last.click()
    assert record(visit) == text


def test_a_record_of_the_archive_is_taken_up_at_a_step(visit: Page, rooms_url: str) -> None:
    folder = rooms.ROOT / "replays"
    whole = next(
        one.record
        for path in sorted(folder.rglob("*.egn"))
        for one in read(path.read_text(encoding="utf-8"))
        if one.record.fragment is None and len(one.record.tricks) > 3
    )
    visit.goto(f"{rooms_url}other/")
    visit.goto(f"{rooms_url}play/#from={whole.id}:2/reply")
    room = rooms.room(visit, PLAY)
    room.locator(".play-table").wait_for()
    waiting(visit)
    assert plays(visit)[:4] == whole.plays[:4]
    assert f'[X-Played-From "{whole.id}"]' in record(visit)
    before = record(visit)
    visit.reload()
    rooms.room(visit, PLAY)
    assert record(visit) == before
    # A record that is not there leaves the door open and says so.
    visit.goto(f"{rooms_url}other/")
    visit.goto(f"{rooms_url}play/#from=..%2Fsecret")
    room = rooms.room(visit, PLAY)
    rooms.spoken(visit, PLAY, "could not be fetched")
    assert room.locator("[data-do=start]").is_visible()


def test_a_card_that_may_not_be_played_says_why_and_links_the_rule(visit: Page) -> None:
    room = start(visit, rules="bohemian-schneider+highest-wins")
    for _ in range(16):
        if room.locator(".play-own .elf-barred").count():
            break
        play_some(visit, 1)
    before = record(visit)
    room.locator(".play-own .elf-barred").first.click(force=True)
    note = room.locator(".play-note")
    assert "may not be played" in note.inner_text()
    href = note.locator("a").get_attribute("href")
    assert href is not None
    assert href.endswith("variants/highest-wins/")
    assert "may not be played" in rooms.spoken(visit, PLAY, "may not")
    assert record(visit) == before


def test_a_hint_names_a_legal_card_and_a_reason(visit: Page) -> None:
    room = start(visit)
    waiting(visit)
    room.locator("[data-do=hint]").click()
    advised = room.locator(".elf-advised[data-legal]")
    advised.wait_for()
    assert room.locator(".play-note").inner_text().startswith("Hint: ")
    assert len(room.locator(".play-note").inner_text()) > 40
    assert "Hint: " in rooms.spoken(visit, PLAY, "Hint")


ASKED = {
    "hand": "Your hand: ",
    "table": "Trick 2: ",
    "last": "Trick 1: ",
    "score": "On the slate: Guest no game points, Computer (Beginner) no game points.",
    "stock": "18 cards in the stock.",
    "turn": "It is Guest’s turn.",
}


def test_short_questions_are_answered_in_whole_sentences(visit: Page) -> None:
    room = start(visit)
    play_some(visit, 1)
    for name, answer in ASKED.items():
        room.locator(f"[data-do=ask-{name}]").click()
        said = rooms.spoken(visit, PLAY, answer)
        assert said.endswith(".")
        assert room.locator(".play-note").inner_text() == said


def test_hands_are_lists_and_what_happens_is_spoken(visit: Page) -> None:
    room = start(visit)
    waiting(visit)
    label = room.locator(".play-own ul").get_attribute("aria-label")
    assert label == "Guest’s hand, 6 cards"
    assert "face down" in (room.locator(".play-across ul").get_attribute("aria-label") or "")
    assert "Guest, it is your turn." in rooms.spoken(visit, PLAY, "your turn")
    play_some(visit, 1)
    said = rooms.spoken(visit, PLAY, "takes")
    assert "Trick 1: " in said
    assert "draws a card." in said, "what the other drew stays hidden"
    focused = visit.evaluate("document.activeElement.closest('.play-own') !== null")
    assert focused, "the focus stays in the hand"


def test_no_hidden_card_is_named_on_the_page(visit: Page) -> None:
    room = start(visit)
    for _ in range(5):
        play_some(visit, 1)
        text = room.evaluate(
            """room => { const copy = room.querySelector(".play-table").cloneNode(true);
              copy.querySelectorAll(".play-opening").forEach(one => one.remove());
              return copy.outerHTML; }"""
        )
        game = next(iter(read(record(visit)))).game
        assert game is not None
        seat = DEALER if 'Dealer "Guest"' in record(visit) else FOREHAND
        hidden = [*cards_of(game.state.hands[1 - seat]), *game.state.rest]
        for card in hidden:
            assert card_name(card, "french", "en") not in text
            assert f'"{CODES[card]}"' not in text
            assert f"-{CODES[card]}" not in text


def test_honours_can_stay_uncounted(visit: Page) -> None:
    room = start(visit)
    play_some(visit, 2)
    assert room.locator(".elf-points").count() == 2
    room.locator("summary", has_text="Settings").click()
    room.locator("[data-choice=points]").uncheck()
    assert room.locator(".elf-points").count() == 0
    room.locator("[data-do=ask-score]").click()
    rooms.spoken(visit, PLAY, "not counted aloud")


def test_both_languages_have_every_word(visit: Page) -> None:
    faults = visit.evaluate(
        """async () => {
          const { TABLES } = await import("../assets/play-words.mjs");
          const faults = [];
          const compare = (one, other, path) => {
            for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
              const [mine, its] = [one[key], other[key]];
              const kind = value =>
                typeof value === "function" ? `function of ${value.length}` : typeof value;
              const [here, there] = [kind(mine), kind(its)];
              if (here !== there) faults.push(`${path}${key}: ${here}, ${there}`);
              else if (typeof mine === "object") compare(mine, its, `${path}${key}.`);
              else if (mine === "") faults.push(`${path}${key} is empty`);
            }
          };
          compare(TABLES.en, TABLES.de, "");
          return faults;
        }"""
    )
    assert faults == []


ENGLISH = re.compile(
    r"\b(the|your|cards?|trick|dealer|forehand|draws?|leads?|wins|honours?|deal|download)\b",
    re.IGNORECASE,
)


def test_the_whole_table_in_german_and_back(visit: Page) -> None:
    # Who does not read English finds the other language before anything else.
    first = visit.locator(PLAY).locator("select, input, button").first
    assert first.get_attribute("data-choice") == "lang"
    room = start(visit, number="1")
    play_some(visit, 2)
    before = record(visit)
    room.locator("[data-choice=lang]").last.select_option("de")
    visit.wait_for_function(
        "document.querySelector('elfern-play .play-account').textContent.includes('Stich')"
    )
    text = room.locator(".play-table").inner_text().replace("Computer (Beginner)", "")
    # Titles of rulesets are names; what a guest is called was chosen in English.
    assert ENGLISH.findall(text) == []
    assert visit.locator("h1 [data-prose]:visible").all_inner_texts() == ["Spielen"]
    assert record(visit) == before
    play_out(visit)
    assert "Die Partie ist zu Ende" in rooms.spoken(visit, PLAY, "zu Ende")
    assert ENGLISH.findall(room.locator(".play-after").inner_text()) == []
    assert room.locator(".play-part:not([hidden])").get_attribute("lang") == "de"
    room.locator("[data-choice=lang]").last.select_option("en")
    visit.wait_for_function(
        "document.querySelector('elfern-play .play-after').textContent.includes('The deal is over')"
    )


def test_two_tabs_show_one_game(visit: Page) -> None:
    start(visit)
    play_some(visit, 1)
    other = visit.context.new_page()
    other.goto(visit.url)
    rooms.room(other, PLAY)
    assert record(other) == record(visit)
    play_some(visit, 2)
    other.wait_for_function(
        "text => document.querySelector('elfern-play').record === text", arg=record(visit)
    )
    play_some(other, 1)
    visit.wait_for_function(
        "text => document.querySelector('elfern-play').record === text", arg=record(other)
    )
    other.close()


def test_own_games_are_listed_exported_and_deleted(visit: Page) -> None:
    texts = []
    room = visit.locator(PLAY)
    for rules in ("elfern", "bohemian-schneider"):
        start(visit, rules=rules, number="2")
        play_some(visit, 1)
        texts.append(record(visit))
        room.locator("summary", has_text="Settings").click()
        room.locator("[data-do=leave]").click()
        visit.wait_for_timeout(5)
    assert room.locator(".play-game").count() == 2
    with visit.expect_download() as started:
        room.locator("[data-do=saveAll]").click()
    saved = started.value.path().read_text(encoding="utf-8")
    assert len(loads(saved)) == 2
    assert all(text in saved for text in texts)
    last = room.locator(".play-game").first
    assert "bohemian-schneider" in last.inner_text()
    last.locator("[data-do=delete]").click()
    last.locator("[data-do=keep]").click()
    last.locator("[data-do=delete]").click()
    last.locator("[data-do=really]").click()
    assert room.locator(".play-game").count() == 1
    room.locator(".play-game [data-do=open]").click()
    assert record(visit) == texts[0]
    visit.reload()
    rooms.room(visit, PLAY)
    assert record(visit) == texts[0]


def test_rules_come_by_link_and_bad_ones_are_refused(visit: Page, rooms_url: str) -> None:
    visit.goto(f"{rooms_url}other/")
    visit.goto(f"{rooms_url}play/#rules=elfern%2Btrump(H)%2Btie-void")
    room = rooms.room(visit, PLAY)
    assert room.locator("[name=own]").input_value() == "elfern+trump(H)+tie-void"
    room.locator("[name=own]").fill("elfern+whist")
    room.locator("[data-do=start]").click()
    room.locator(".elf-status").wait_for()
    assert "whist" in room.locator(".elf-status").inner_text()
    assert room.locator("[name=own]").input_value() == "elfern+whist"
    start(visit, own="elfern+trump(H)+tie-void")
    assert '[Rules "elfern+trump(H)+tie-void"]' in record(visit)
    before = record(visit)
    visit.reload()
    rooms.room(visit, PLAY)
    waiting(visit)
    assert record(visit).startswith(before.split("\n\n")[0])


def test_an_odd_number_of_deals_is_refused_where_the_rules_want_an_even_one(visit: Page) -> None:
    room = visit.locator(PLAY)
    room.locator("[name=rules]").select_option("bohemian-schneider")
    room.locator("[name=number]").fill("3")
    room.locator("[data-do=start]").click()
    room.locator(".elf-status").wait_for()
    assert "even number of deals" in room.locator(".elf-status").inner_text()
    room.locator("[name=number]").fill("many")
    room.locator("[data-do=start]").click()
    assert "many" in room.locator(".elf-note").first.inner_text()


def test_a_wait_shows_and_the_page_stays_alive(visit: Page) -> None:
    room = start(visit)
    waiting(visit)
    visit.evaluate(
        """() => { const quick = globalThis.elfernBridge;
          globalThis.elfernBridge = async text => {
            await new Promise(done => { globalThis.goOn = done; }); return quick(text); }; }"""
    )
    before = record(visit)
    room.locator(".play-own [data-legal]").first.click()
    room.locator(".play-engine .elf-stage").wait_for()
    room.locator("[data-do=ask-stock]").click()
    rooms.spoken(visit, PLAY, "in the stock")
    assert record(visit) == before
    visit.evaluate("globalThis.goOn()")
    visit.wait_for_function(
        "before => document.querySelector('elfern-play').record !== before", arg=before
    )


def test_the_link_opens_the_session(visit: Page) -> None:
    room = start(visit, number="1")
    play_out(visit)
    room.locator("[data-do=link]").click()
    address = room.locator(".elf-made input").input_value()
    text = record(visit)
    visit.goto("about:blank")
    visit.goto(address)
    bring = rooms.room(visit, "elfern-bring")
    visit.wait_for_function(
        "text => document.querySelector('elfern-bring textarea').value === text", arg=text
    )
    assert bring.is_visible()


def test_the_replay_after_the_deal(visit: Page) -> None:
    room = start(visit, number="1")
    assert not room.locator("[data-do=replay]").is_visible(), "it would show both hands"
    play_out(visit)
    room.locator("[data-do=replay]").click()
    room.locator("elfern-replay .elf-board").wait_for()
    assert room.locator("elfern-replay .elf-row").count() == 16


def test_going_to_another_page_and_back_by_the_site_itself(visit: Page) -> None:
    start(visit)
    play_some(visit, 2)
    before = record(visit)
    for _ in range(2):
        visit.locator("a.md-logo").first.click()
        visit.locator("h1", has_text="Home").wait_for()
        visit.go_back()
        rooms.room(visit, PLAY)
    assert visit.locator(PLAY).count() == 1
    assert record(visit) == before
    visit.evaluate(f"document.querySelector('{PLAY}').dataset.pause = '0'")
    play_some(visit, 1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_touch_on_a_small_phone(browser: Browser, rooms_url: str, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": 320, "height": 640},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        color_scheme="dark" if scheme == "dark" else "light",
    )
    for page in visited(context, rooms_url):
        script = rooms.AXE.read_text(encoding="utf-8")

        def look(state: str, page: Page = page, script: str = script) -> None:
            assert rooms.sideways(page) == 0, state
            assert rooms.small_targets(page, PLAY) == [], state
            assert axe(page, script, PLAY) == [], state

        look("form")
        room = page.locator(PLAY)
        room.locator("[name=number]").fill("1")
        room.locator("[name=pack]").select_option("german")
        room.locator("[data-do=start]").tap()
        room.locator(".play-table").wait_for()
        waiting(page)
        look("start")
        for summary in room.locator("summary").all():
            summary.tap()
        for _ in range(16):
            if waiting(page) != "card":
                break
            barred = room.locator(".play-own .elf-barred")
            if barred.count():
                barred.first.tap(force=True)
                look("barred")
            before = record(page)
            room.locator(".play-own [data-legal]").last.tap()
            page.wait_for_function(
                "before => document.querySelector('elfern-play').record !== before", arg=before
            )
        assert waiting(page) == "over"
        look("over")
        room.locator("[data-do=link]").tap()
        room.locator(".elf-made input").wait_for()
        look("link")
        room.locator("[data-do=fresh]").tap()
        look("games")


def test_axe_at_the_hand_over(visit: Page) -> None:
    room = start(visit, opponent="two", number="1")
    assert room.locator(".play-cover").is_visible()
    assert axe(visit, rooms.AXE.read_text(encoding="utf-8"), PLAY) == []
    focused = visit.evaluate("document.activeElement.dataset.do")
    assert focused == "takeOver"
