"""Help at the table: resigning, what has gone, honours kept secret, analysis, taking records up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elfern_core.cards import CODES
from elfern_core.game import Game
from elfern_core.records import loads, read
from tests.browser import rooms
from tests.browser.playing import (
    PLAY,
    open_play,
    play_out,
    play_some,
    plays,
    record,
    serve_play,
    start,
    waiting,
)
from tests.browser.viewers import axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["open_play", "serve_play"]
LESSON = rooms.ROOT / "replays" / "examples" / "lessons" / "first-game.egn"


def changed(page: Page, before: str) -> None:
    """Wait until the record is another one."""
    page.wait_for_function(
        "before => document.querySelector('elfern-play').record !== before", arg=before
    )


# Giving up a deal -----------------------------------------------------------------------------


def test_a_deal_is_resigned_by_keyboard_after_a_question_that_holds_nobody(visit: Page) -> None:
    room = start(visit, number="2")
    play_some(visit, 2)
    before, played = record(visit), plays(visit)
    resign = room.locator("[data-do=resign]")
    resign.focus()
    visit.keyboard.press("Enter")
    assert visit.evaluate("document.activeElement.dataset.do") == "keepOn"
    assert "No source says" in room.locator(".play-sure").inner_text()
    assert axe(visit, rooms.AXE.read_text(encoding="utf-8"), PLAY) == []
    visit.keyboard.press("Escape")
    assert visit.evaluate("document.activeElement.dataset.do") == "resign"
    assert not room.locator(".play-sure").is_visible()
    assert record(visit) == before
    # While the question stands the game can go on: that answers it with no.
    resign.click()
    play_some(visit, 1)
    before, played = record(visit), plays(visit)
    room.locator("[data-do=reallyResign]").click()
    changed(visit, before)
    assert waiting(visit) == "next"
    said = rooms.spoken(visit, PLAY, "Guest resigned in trick")
    assert "The deal is over." in said
    assert said.count("Trick") == 0, "the cards played for both are not told one by one"
    assert "counts as it was played" in room.locator(".play-result").inner_text()
    assert not resign.is_visible()
    entry = next(iter(read(record(visit))))
    assert entry.findings == ()
    assert entry.record.plays[: len(played)] == played
    assert len(entry.record.plays) == 32
    assert dict(entry.record.extra)["X-Resigned"].startswith("Guest ")
    assert entry.game is not None
    game = entry.game
    assert game.outcome == Game.of(game.ruleset, game.deal, game.plays).outcome
    # A reload keeps it, and it can be taken back.
    visit.reload()
    rooms.room(visit, PLAY)
    assert "counts as it was played" in room.locator(".play-result").inner_text()
    resigned = record(visit)
    room.locator("[data-do=undo]").click()
    changed(visit, resigned)
    assert record(visit) == before
    assert waiting(visit) == "card"


def test_two_at_one_screen_either_may_resign(visit: Page) -> None:
    room = start(visit, opponent="two", number="2")
    room.locator("[data-do=takeOver]").click()
    waiting(visit)
    mine = room.locator(".play-own .elf-name b").inner_text()
    room.locator("[data-do=resign]").click()
    room.locator("[data-do=reallyResign]").click()
    assert waiting(visit) == "next"
    assert loads(record(visit))[0].extra[-1] == ("X-Resigned", f"{mine} 1/lead")
    room.locator("[data-do=next]").click()
    assert waiting(visit) == "takeOver"
    assert len(loads(record(visit))) == 2


# Switches -------------------------------------------------------------------------------------


def test_what_has_gone_is_shown_when_asked_for(visit: Page) -> None:
    room = start(visit, number="1")
    play_some(visit, 3)
    assert room.get_by_role("region", name="Gone").count() == 0
    room.locator("summary", has_text="Settings").click()
    room.locator("[data-choice=seen]").check()
    done = plays(visit)
    done = done[: len(done) - len(done) % 2]
    gone = room.locator(".play-box", has=visit.get_by_role("heading", name="Gone", exact=True))
    assert gone.locator("li").count() == len(done)
    unseen = room.locator(".play-box", has=visit.get_by_role("heading", name="Not seen yet"))
    names = set(gone.locator(".elf-spoken").all_inner_texts())
    assert not names & set(unseen.locator(".elf-spoken").all_inner_texts())
    hand = room.locator(".play-own [data-card]").count()
    on_table = len(plays(visit)) % 2
    assert len(names) + unseen.locator("li").count() + hand + on_table == len(CODES)


def test_honours_kept_secret_are_told_nowhere(visit: Page) -> None:
    room = start(visit, number="1")
    room.locator("summary", has_text="Settings").click()
    room.locator("[data-choice=points]").uncheck()
    room.locator("summary", has_text="Cards played").click()
    counted = re.compile(r"honour", re.IGNORECASE)
    for _ in range(4):
        play_some(visit, 1)
        text = room.locator(".play-table").inner_text().replace("Count honours openly", "")
        assert counted.findall(text) == []
        assert counted.findall(rooms.spoken(visit, PLAY, "your turn")) == []
    play_out(visit)
    assert re.search(r"\d+ to \d+", room.locator(".play-result").inner_text()), (
        "at the end it is told"
    )


# After the deal -------------------------------------------------------------------------------


def test_a_deal_is_analysed_and_tried_again_from_a_trick(visit: Page) -> None:
    room = start(visit, number="1")
    assert not room.locator("[data-do=analyseDeal]").is_visible(), "it would tell all cards"
    play_out(visit)
    whole, text = plays(visit), record(visit)
    room.locator("[data-do=analyseDeal]").click()
    replay = room.locator("elfern-replay")
    replay.locator(".elf-chart").wait_for()
    assert "With all cards seen" in replay.locator(".elf-analysis-told").inner_text()
    replay.locator("[data-do=values]").click()
    assert replay.locator(".elf-values tbody tr").count() >= 12, "the second phase at least"
    assert axe(visit, rooms.AXE.read_text(encoding="utf-8"), PLAY) == []
    # At a card of the second phase a best card and a best line are told.
    replay.locator(".elf-row").nth(12).click()
    assert replay.locator(".elf-best").inner_text().count("A best line:") == 1
    replay.locator("[data-do=playThere]").click()
    changed(visit, text)
    waiting(visit)
    assert plays(visit)[:26] == whole[:26]
    assert not room.locator("elfern-replay").count()


STALL = """() => {
  const quick = globalThis.elfernBridge;
  globalThis.elfernBridge = text =>
    text.includes('"op":"analyse"') ? new Promise(() => {}) : quick(text);
}"""


def test_an_analysis_blocks_nothing_and_can_be_stopped(visit: Page) -> None:
    room = start(visit, number="2")
    while waiting(visit) != "next":
        room.locator("[data-do=resign]").click()
        room.locator("[data-do=reallyResign]").click()
        room.locator("[data-do=next]").wait_for()
    visit.evaluate(STALL)
    room.locator("[data-do=analyseDeal]").click()
    replay = room.locator("elfern-replay")
    stop = replay.locator("[data-do=analyse]", has_text="Stop")
    stop.wait_for()
    # Meanwhile the replay walks and the table answers.
    replay.locator("[data-do=first]").click()
    room.locator("[data-do=ask-score]").click()
    assert "On the slate" in rooms.spoken(visit, PLAY, "On the slate")
    stop.click()
    replay.locator("[data-do=analyse]", has_text="Analyse").wait_for()
    room.locator("[data-do=next]").click()
    assert waiting(visit) == "card"


# Records taken up -----------------------------------------------------------------------------


def test_any_record_is_taken_up_from_a_link(visit: Page, rooms_url: str) -> None:
    room = start(visit, number="1")
    play_some(visit, 5)
    text, cards = record(visit), plays(visit)
    packed = visit.evaluate(
        "async text => (await import('../assets/packing.mjs')).pack(text)", text
    )
    visit.goto(f"{rooms_url}other/")
    visit.goto(f"{rooms_url}play/#record={packed}&at=3/lead")
    rooms.room(visit, PLAY)
    room.locator(".play-table").wait_for()
    waiting(visit)
    assert plays(visit)[:5] == cards[:5]
    assert record(visit) != text
    assert "a record from a link" in room.locator(".play-note").inner_text()
    assert "#" not in visit.url
    visit.goto(f"{rooms_url}other/")
    visit.goto(f"{rooms_url}play/#record=nothing-packed")
    rooms.room(visit, PLAY)
    rooms.spoken(visit, PLAY, "could be unpacked")


def test_part_of_a_deal_and_a_branch_are_taken_up_where_the_reader_is_to_play(
    visit: Page, rooms_url: str
) -> None:
    visit.goto(f"{rooms_url}other/")
    visit.goto(f"{rooms_url}play/#from=follow-suit-duty:14/lead")
    room = rooms.room(visit, PLAY)
    room.locator(".play-table").wait_for()
    assert waiting(visit) == "card"
    assert room.locator(".play-own [data-card]").count() == 3
    play_out(visit)
    assert loads(record(visit))[0].fragment is not None
    assert next(iter(read(record(visit)))).findings == ()
    visit.goto(f"{rooms_url}other/")
    visit.goto(f"{rooms_url}play/#from=first-game:7a.7/reply")
    room = rooms.room(visit, PLAY)
    room.locator(".play-table").wait_for()
    waiting(visit)
    assert [CODES[card] for card in plays(visit)[12:14]] == ["CA", "CK"]


def test_a_replay_sends_its_deal_to_the_table(visit: Page, rooms_url: str) -> None:
    """From the lesson's replay, which is no page of the archive, packed into the link."""
    visit.goto(f"{rooms_url}first-game/")
    lesson = rooms.room(visit, "elfern-lesson")
    game = next(iter(read(LESSON.read_text(encoding="utf-8")))).game
    assert game is not None
    mine = [
        CODES[card] for card, at in zip(game.plays, game.states, strict=False) if not at.to_play
    ]
    for card in mine:
        lesson.locator(f".play-own [data-card={card}]").click()
    lesson.locator("[data-do=look]").click()
    lesson.locator("elfern-replay .elf-row").nth(10).click()
    lesson.locator("elfern-replay [data-do=back]").click()
    lesson.locator("elfern-replay [data-do=playThere]").click()
    visit.wait_for_url("**/play/**")
    rooms.room(visit, PLAY).locator(".play-table").wait_for()
    waiting(visit)
    assert [CODES[card] for card in plays(visit)][:21][-1] == "SQ"
    assert visit.locator(".play-own .elf-barred").count() == 4
