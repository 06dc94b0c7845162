"""What a session goes through as it is seen and spoken: rules, lot, phases, slate, its end."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from playwright.sync_api import Error

from elfern_core.cards import card_name
from elfern_core.catalogue import GAMES, VARIANTS
from elfern_core.records import loads
from elfern_core.sentences import count
from elfern_core.table import End, Sitter, Table, decide, next_deal, open_table, play
from elfern_core.table_scene import scene
from tests.browser import rooms
from tests.browser.conftest import PHONE
from tests.browser.playing import (
    PLAY,
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
    from playwright.sync_api import Browser, Locator, Page

__all__ = ["open_play", "serve_play"]
PLAYERS = (Sitter("Guest"), Sitter("Computer", "random"))


def opened(end: End, seed: int = 1) -> Table:
    return open_table("elfern", PLAYERS, end, session="Kept", date="2026-11-30", seed=seed)


def on(table: Table, cards: int = 32) -> Table:
    """Let some cards of the deal be played for both."""
    for number in range(cards):
        if table.to_play is None:
            break
        table = play(table, decide(table, "random", number).card)
    return table


def to_the_guest(table: Table) -> Table:
    while table.to_play == 1:
        table = on(table, 1)
    return table


def put_on_the_table(page: Page, table: Table) -> Locator:
    """Let the browser keep a session that the engine has played so far, and open it."""
    kept: dict[str, Any] = {
        "id": "kept",
        "session": "Kept",
        "settings": {
            "players": [{"name": one.name, "level": one.level} for one in PLAYERS],
            "end": {"deals": table.end.deals},
        },
        "text": table.text,
        "scene": scene(table, 0),
        "changed": 1,
    }
    page.evaluate(
        "([game, open]) => { localStorage.setItem('elfern-game:kept', game);"
        " localStorage.setItem('elfern-play', open); }",
        [json.dumps(kept), json.dumps({"open": "kept"})],
    )
    page.reload()
    room = rooms.room(page, PLAY)
    assert record(page) == table.text
    return room


# Before the first card ------------------------------------------------------------------------


def test_the_rules_of_every_game_variant_and_source_are_offered(visit: Page) -> None:
    groups = visit.locator(f"{PLAY} [name=rules] optgroup").evaluate_all(
        "all => all.map(one => [...one.children].map(option => option.value))"
    )
    games, *variants, sources, own = groups
    assert games == list(GAMES)
    for game, offered in zip(games, variants, strict=True):
        fitting = {one.id for one in VARIANTS.values() if game in one.games}
        assert {rules.partition("+")[2].partition("(")[0] for rules in offered} == fitting
    pages = yaml.safe_load((rooms.ROOT / "sources" / "pages.yml").read_text(encoding="utf-8"))
    assert sorted(sources) == sorted(
        rules for one in pages.values() for rules in one["rulesets"] or []
    )
    assert own == ["*"]


def test_one_tap_after_opening_the_cards_are_dealt(browser: Browser, rooms_url: str) -> None:
    context = browser.new_context(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        has_touch=True,
        is_mobile=True,
    )
    for page in visited(context, rooms_url):
        begin = page.locator("[data-do=start]")
        box = begin.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"], "seen without scrolling"
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.locator(".play-own [data-card]").first.wait_for()
        assert page.locator(".play-own [data-card]").count() == 6
        # The table is where the form was: nothing need be looked for.
        top = page.locator(".play-table").evaluate("one => one.getBoundingClientRect().top")
        assert 0 <= top < PHONE["height"] / 4
        hand = page.locator(".play-own").evaluate("one => one.getBoundingClientRect().bottom")
        assert hand <= PHONE["height"]


def test_lot_cut_and_packets_are_shown_and_spoken(visit: Page) -> None:
    room = start(visit, number="1")
    said = rooms.spoken(visit, PLAY, "your turn")
    (now,) = loads(record(visit))
    assert now.lot is not None
    told = " ".join(room.locator(".play-opening p").all_inner_texts())
    for text in (told, said):
        for drawn in now.lot:
            assert card_name(drawn[-1], "french", "en") in text
        assert "the lower card deals" in text
        assert f"{now.dealer} deals this hand." in text
        assert f"{now.forehand} cuts, sits in forehand and leads." in text
        assert "in packets of 2, 2, 2." in text
    waiting(visit)
    while len(plays(visit)) < 3:
        play_some(visit, 1)
    assert not room.locator(".play-opening").is_visible()


# While it is played ---------------------------------------------------------------------------


def test_the_change_of_phase_is_announced(visit: Page) -> None:
    room = start(visit, opponent="random", number="1")
    waiting(visit)
    assert room.locator(".elf-phase").inner_text() == "First phase"
    while room.locator(".elf-phase").inner_text() == "First phase":
        assert "stock is gone" not in rooms.spoken(visit, PLAY, "your turn")
        play_some(visit, 1)
    said = rooms.spoken(visit, PLAY, "your turn")
    assert said.count("The stock is gone: from now on suit must be followed.") == 1
    assert room.locator(".elf-phase").inner_text() == "Second phase"
    assert "Stock gone" in room.locator(".elf-stock").inner_text()
    assert len(plays(visit)) in {20, 21}


def test_the_winner_of_each_trick_is_told_to_draw_first(visit: Page) -> None:
    room = start(visit, opponent="random", number="1")
    room.locator("[data-do=resign]").click()
    room.locator("[data-do=reallyResign]").click()
    assert waiting(visit) == "over"
    told = room.locator(".play-log li > span").all_text_contents()[1::2]
    assert len(told) == 16
    for number, text in enumerate(told, 1):
        taker = re.search(r"(Forehand|Dealer) takes", text)
        assert taker
        drawers = re.findall(r"(Forehand|Dealer) draws (?:a card|the )", text)
        other = {"Forehand": "Dealer", "Dealer": "Forehand"}[taker[1]]
        assert drawers == ([taker[1], other] if number <= 10 else [])


def test_the_last_trick_is_shown_with_the_reason(visit: Page) -> None:
    room = start(visit, number="1")
    waiting(visit)
    assert room.locator(".play-last").count() == 0
    while len(plays(visit)) < 2:
        play_some(visit, 1)
    lead, reply = (card_name(card, "french", "en") for card in plays(visit)[:2])
    text = room.locator(".play-last").inner_text()
    assert f"led the {lead}" in text
    assert f"replied with the {reply}" in text
    assert " wins: " in text
    href = room.locator(".play-last a").get_attribute("href")
    assert href is not None
    assert "rules/elfern/#" in href


def test_a_barred_card_is_explained_once(visit: Page) -> None:
    """A reader who hears the page is not told the same sentence twice."""
    room = start(visit, rules="bohemian-schneider+highest-wins", number="2")
    while not room.locator(".play-own .elf-barred").count():
        play_some(visit, 1)
    room.locator(".play-own .elf-barred").first.click(force=True)
    said = rooms.spoken(visit, PLAY, "may not be played")
    assert said.count("may not be played") == 1
    assert room.locator(".play-note").inner_text().startswith(said)


BARE = [*"abcdefghijklmnopqrstuvwxyz", *"0123456789", *"/.,?-+", "Home", "End", "ArrowRight"]


def test_no_bare_letter_does_anything_at_the_table(visit: Page) -> None:
    """V26, at the table: keys without a modifier belong to the theme and to screen readers."""
    room = start(visit, number="1")
    waiting(visit)
    before = record(visit)
    # The theme listens at the window, and what it does with its keys is its own business: all that
    # comes this far, unclaimed by the table, is counted and ends here.
    visit.evaluate(
        "globalThis.reached = 0; document.addEventListener('keydown', event => {"
        " globalThis.reached += !event.defaultPrevented; event.stopPropagation(); })"
    )
    for target in (".play-own [data-card]", "[data-do=hint]", "[data-do=resign]"):
        room.locator(target).first.focus()
        for key in BARE:
            visit.keyboard.press(key)
        focused = room.locator(target).first
        assert focused.evaluate("one => one === document.activeElement")
    assert visit.evaluate("globalThis.reached") == 3 * len(BARE), "none is taken by the table"
    assert record(visit) == before
    assert not room.locator(".play-note").is_visible()
    assert not room.locator(".play-sure").is_visible()


def test_the_tab_crashes_in_mid_trick_and_the_game_stands_in_the_next(visit: Page) -> None:
    start(visit, number="1")
    play_some(visit, 3)
    until_answering(visit)
    before, address = record(visit), visit.url
    # Closing the profile waits for the tab to be gone; the other one is opened before.
    other = visit.context.new_page()
    with pytest.raises(Error):
        visit.goto("chrome://crash", timeout=5_000)
    other.goto(address)
    rooms.room(other, PLAY)
    assert record(other) == before
    play_out(other)
    assert loads(record(other))[0].plays[: len(loads(before)[0].plays)] == loads(before)[0].plays


# Records taken up -----------------------------------------------------------------------------


def test_a_deal_taken_up_says_what_it_is_and_not_every_card_before(
    visit: Page, rooms_url: str
) -> None:
    visit.goto(f"{rooms_url}other/")
    visit.goto(f"{rooms_url}play/#from=game-whole-deal:7/reply")
    room = rooms.room(visit, PLAY)
    room.locator(".play-own [data-legal]").first.wait_for()
    said = rooms.spoken(visit, PLAY, "your turn")
    told = room.locator(".play-note").inner_text()
    assert told.startswith("The deal of the record game-whole-deal; your seat: ")
    assert said.startswith(told)
    assert "Trick " not in said
    assert "packets" not in said, "the deal was long ago"


# The slate ------------------------------------------------------------------------------------


def test_game_points_are_chalked_in_banners_and_the_rows_keep_their_places(visit: Page) -> None:
    table = on(opened(End(deals=30)))
    for seed in range(13):
        table = on(next_deal(table, seed))
    dealers = []
    for seed in range(50, 90):
        table = to_the_guest(next_deal(table, seed))
        if table.dealer in dealers:
            table = on(table)
            continue
        dealers.append(table.dealer)
        room = put_on_the_table(visit, table)
        rows = room.locator(".play-slate .elf-slate-row")
        names = room.locator(".play-slate .elf-slate-seat").all_inner_texts()
        assert names == ["Computer", "Guest"], "whoever deals"
        for row, points in zip(rows.all(), reversed(table.session.totals), strict=True):
            assert points > 0
            assert f"{points} game point" in row.inner_text()
            # A line for each point, and an upright begins each banner.
            path = row.locator(".elf-chalk path").get_attribute("d")
            assert path is not None
            assert path.count("M") == points
            assert path.count("3c-.8 12") == -(-points // scene(table, 0)["rules"]["bannerLines"])
        if len(dealers) == 2:
            break
        table = on(table)
    assert sorted(dealers) == [0, 1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_full_slate_fits_a_small_phone(browser: Browser, rooms_url: str, scheme: str) -> None:
    table = on(opened(End(deals=60)))
    for seed in range(30):
        table = on(next_deal(table, seed))
    table = to_the_guest(next_deal(table, 77))
    context = browser.new_context(
        viewport={"width": 320, "height": 640}, color_scheme="dark" if scheme == "dark" else "light"
    )
    for page in visited(context, rooms_url):
        room = put_on_the_table(page, table)
        assert rooms.sideways(page) == 0
        slate = room.locator(".play-slate .elf-slate").bounding_box()
        assert slate is not None
        for one in room.locator(".play-slate :is(.elf-chalk, .elf-slate-seat)").all():
            box = one.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= slate["x"] + slate["width"]
            assert box["x"] >= slate["x"]
            # A name is not broken up to make room for the chalk.
            assert box["height"] <= 44
        ends = room.locator(".play-slate .elf-slate-points").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().right)"
        )
        assert len(ends) == 2
        assert len(set(ends)) == 1, "the numbers stand below each other"
        assert axe(page, rooms.AXE.read_text(encoding="utf-8"), PLAY) == []


def test_a_tie_is_held_over_and_the_next_dealer_drawn(visit: Page) -> None:
    deals = (on(opened(End(deals=4), seed)) for seed in range(300))
    tied = next(table for table in deals if table.session.held)
    room = put_on_the_table(visit, tied)
    result = room.locator(".play-result").inner_text()
    assert "10 to 10: a stander, and nobody scores." in result
    assert "held over" in result
    assert "held over" in room.locator(".play-slate").inner_text()
    assert axe(visit, rooms.AXE.read_text(encoding="utf-8"), PLAY) == []
    room.locator("[data-do=next]").click()
    waiting(visit)
    assert "held over" in room.locator(".play-slate").inner_text()
    first, second = loads(record(visit))
    assert second.held == 1
    assert second.lot is not None, "after a tie a draw decides"
    opening = room.locator(".play-opening")
    if opening.is_visible():
        assert "the higher card deals" in opening.inner_text()
    assert (first.round, second.round) == (1, 2)


@pytest.mark.parametrize("target", ["1", "3"])
def test_a_session_to_a_target_ends_when_somebody_has_it(visit: Page, target: str) -> None:
    room = start(visit, end="target", number=target)
    assert f"to {target} game point" in room.locator(".elf-head").inner_text()
    play_out(visit)
    totals: dict[str, int] = {}
    history = []
    for one in loads(record(visit)):
        assert one.result is not None
        for name, points in zip((one.forehand, one.dealer), one.game_points or (0, 0), strict=True):
            totals[name] = totals.get(name, 0) + points
        history.append(max(totals.values()))
    assert history[-1] >= int(target)
    assert all(most < int(target) for most in history[:-1])
    winner = room.locator(".play-winner").inner_text()
    assert f"{max(totals.values())} to {min(totals.values())}" in winner
    assert max(totals, key=lambda name: totals[name]) in winner
    # It is over: nothing of a next deal is offered or told.
    assert not room.locator("[data-do=next]").count()
    assert not room.locator("[data-do=hint]").is_visible()


def test_the_result_names_who_sat_where_and_took_what(visit: Page) -> None:
    """The board is gone by then: nobody must remember whom “Dealer wins” means."""
    room = start(visit, number="1")
    play_out(visit)
    (ended,) = loads(record(visit))
    assert ended.result is not None
    names = (ended.forehand, "forehand"), (ended.dealer, "dealer")
    said = rooms.spoken(visit, PLAY, "The session is over")
    for (name, seat), points in zip(names, ended.result, strict=True):
        line = f"{name}, {seat}: {count(points, 'honours', 'en')}."
        assert line in room.locator(".play-result").inner_text()
        assert said.count(line) == 1


def test_where_the_game_goes_on_comes_into_view(browser: Browser, rooms_url: str) -> None:
    """On a phone the cards played and the question before resigning lie far below the table."""
    context = browser.new_context(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        has_touch=True,
        is_mobile=True,
    )
    inside = """one => { const { top, bottom } = one.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight; }"""
    for page in visited(context, rooms_url):
        room = start(page, number="2")
        play_some(page, 6)
        room.locator("summary", has_text="Cards played").tap()
        before = record(page)
        back = room.locator(".play-log [data-do=back]").last
        back.scroll_into_view_if_needed()
        assert not room.locator(".play-own").evaluate(inside), "too far up to be seen"
        back.tap()
        page.wait_for_function(
            "before => document.querySelector('elfern-play').record !== before", arg=before
        )
        waiting(page)
        assert room.locator(".play-own").evaluate(inside)
        room.locator("[data-do=resign]").tap()
        room.locator("[data-do=reallyResign]").scroll_into_view_if_needed()
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        room.locator("[data-do=reallyResign]").tap()
        assert waiting(page) == "next"
        for part in (".play-result", "[data-do=next]"):
            assert room.locator(part).evaluate(inside), part


# Trouble --------------------------------------------------------------------------------------


def test_axe_while_the_engine_is_waited_for_and_where_it_refuses(visit: Page) -> None:
    script = rooms.AXE.read_text(encoding="utf-8")
    room = visit.locator(PLAY)
    room.locator("[name=rules]").select_option("*")
    room.locator("[name=own]").fill("elfern+whist")
    room.locator("[data-do=start]").click()
    room.locator(".elf-status").wait_for()
    assert axe(visit, script, PLAY) == [], "refused"
    start(visit, own="elfern")
    waiting(visit)
    visit.evaluate("() => { globalThis.elfernBridge = () => new Promise(() => {}); }")
    room.locator(".play-own [data-legal]").first.click()
    room.locator(".play-engine .elf-stage").wait_for()
    assert axe(visit, script, PLAY) == [], "waiting"
