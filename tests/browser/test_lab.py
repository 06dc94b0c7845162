"""The rule lab in the built site: choices, conflicts, figures, links, one deal twice."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from elfern_core import bridge, lab
from elfern_core.cards import render_tokens
from elfern_core.catalogue import refusal, ruleset
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
    with_real_python,
    without_python,
)
from tests.browser.viewers import axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from tests.browser.serving import StaticServer

__all__ = ["open_room_page", "serve_rooms"]

LAB = "elfern-lab"


@pytest.fixture
def url(rooms_server: StaticServer) -> str:
    return rooms_server.url + "lab/"


def option(page: Page, variant: str) -> Locator:
    """Give the switch of a variant."""
    return page.locator(f"[data-variant='{variant}'] input")


def choose(page: Page, variant: str) -> None:
    """Click a switch as a reader does: one that is refused too."""
    page.locator(f"[data-variant='{variant}'] .elf-radio").click(force=True)


def expression(page: Page) -> str:
    return page.locator(".elf-expression").inner_text()


def press(page: Page, name: str) -> None:
    page.locator(f"{LAB} [data-do={name}]").first.click()


def settled(page: Page) -> None:
    """Wait until the figures are those of what is chosen."""
    page.wait_for_selector(".elf-figures:not([data-stale])")


def figure(page: Page, point: str) -> Locator:
    return page.locator(f"[data-point='{point}'] td")


def compared(page: Page) -> dict[str, Any]:
    """Give the comparison shown, once it is drawn: sentence, parting step, rules of both sides."""
    page.wait_for_selector("elfern-compare[data-drawn] elfern-replay[data-drawn]")
    return {
        "text": page.locator(".elfern-parting p").inner_text(),
        "told": page.locator(".elfern-parting li").all_inner_texts(),
        "part": page.locator("elfern-compare").get_attribute("data-part"),
        "rules": page.locator("elfern-compare").evaluate(
            "element => element.sides.map(side => side.recordFrames.ruleset.expression)"
        ),
        "steps": page.locator("elfern-compare").evaluate(
            "element => element.sides.map(side => side.walk.step.address)"
        ),
    }


# Choosing -------------------------------------------------------------------------------------


def test_at_first_the_bare_game_is_told_without_the_engine(room_page: Page, url: str) -> None:
    room_page.goto(url)
    room(room_page, LAB)
    assert expression(room_page) == "elfern"
    points = lab.describe("elfern")["points"]
    assert room_page.locator(".elf-figures tbody tr").count() == len(points)
    for point in points:
        cell = figure(room_page, point["name"])
        assert point["text"] in cell.inner_text()
        assert cell.locator("a").get_attribute("href") == f"../rules/elfern/#{point['id']}"
        assert cell.locator("a").inner_text() == point["by"]
    assert not room_page.locator(f"{LAB} > .elfern-static").is_visible()
    assert room_page.evaluate("globalThis.elfernAsked") is None


def test_a_choice_changes_expression_and_figures(room_page: Page, url: str) -> None:
    room_page.goto(url)
    room(room_page, LAB)
    choose(room_page, "trump")
    assert "Rules now: Elfern: A fixed trump." in spoken(room_page, LAB, "Rules now")
    room_page.locator("[data-parameter=trump]").select_option("H")
    choose(room_page, "must-win")
    assert expression(room_page) == "elfern+trump(H)+must-win"
    play = room_page.locator("[data-do=play]").get_attribute("href") or ""
    assert play.endswith("/a/b/play/#rules=elfern+trump(H)+must-win")
    settled(room_page)
    for point in lab.describe("elfern+trump(H)+must-win")["points"]:
        cell = figure(room_page, point["name"])
        assert point["text"] in cell.inner_text()
        folder = (
            "../variants/{id}/" if point["kind"] == "variant" else "../rules/elfern/#{id}"
        ).format(id=point["id"])
        assert cell.locator("a").get_attribute("href") == folder
    press(room_page, "reset")
    assert expression(room_page) == "elfern"
    assert "Back to the bare game" in spoken(room_page, LAB, "Back to the bare game")


def test_a_parameter_chooses_its_variant(room_page: Page, url: str) -> None:
    room_page.goto(url)
    room(room_page, LAB)
    room_page.locator("[data-parameter=hand]").select_option("3")
    assert expression(room_page) == "elfern+hand(3)"
    assert option(room_page, "hand").is_checked()


def test_each_choice_is_described_by_what_stands_with_it(room_page: Page, url: str) -> None:
    """Some variants have the name of their kind: the standard beside them is not theirs."""
    room_page.goto(url)
    room(room_page, LAB)
    of_others, options = room_page.evaluate(
        """() => {
          const options = [...document.querySelectorAll(".elf-option input[aria-describedby]")];
          const place = one => one?.closest(".elf-option");
          const own = one => one.getAttribute("aria-describedby").split(" ")
            .every(id => place(document.getElementById(id)) === place(one));
          const others = options.filter(one => !own(one));
          return [others.map(one => `${one.name} ${one.value}`), options.length];
        }"""
    )
    assert of_others == []
    assert options > 10


def test_what_does_not_go_together_says_why_and_stays_in_reach(room_page: Page, url: str) -> None:
    room_page.goto(url)
    room(room_page, LAB)
    choose(room_page, "trump")
    choose(room_page, "must-win")
    switch = option(room_page, "next-rank-any-suit")
    assert switch.get_attribute("aria-disabled") == "true"
    why = room_page.locator("#lab-why-next-rank-any-suit")
    for other in ("trump", "must-win"):
        assert refusal("next-rank-any-suit", other) in why.inner_text()
    assert "lab-why-next-rank-any-suit" in (switch.get_attribute("aria-describedby") or "")
    choose(room_page, "next-rank-any-suit")
    told = spoken(room_page, LAB, "cannot be added")
    assert refusal("next-rank-any-suit", "trump") in told
    assert not switch.is_checked()
    assert expression(room_page) == "elfern+trump(D)+must-win"
    # Free again once what it does not go with is gone.
    for kind in ("trump", "must-win"):
        room_page.locator(f"[data-kind={kind}] .elf-radio").first.click()
    assert switch.get_attribute("aria-disabled") is None
    assert not why.is_visible()
    choose(room_page, "next-rank-any-suit")
    assert expression(room_page) == "elfern+next-rank-any-suit"
    assert option(room_page, "turn-up-trump").get_attribute("aria-disabled") == "true"


def test_keys_reach_a_refused_switch_and_do_not_choose_it(room_page: Page, url: str) -> None:
    room_page.goto(url)
    room(room_page, LAB)
    choose(room_page, "ace-ten")
    first = room_page.locator("[data-kind=scale] input").first
    first.focus()
    room_page.keyboard.press("ArrowDown")
    assert room_page.evaluate("document.activeElement.value") == "double-at-16"
    assert refusal("ace-ten", "double-at-16") in spoken(room_page, LAB, "cannot be added")
    assert first.is_checked()
    room_page.keyboard.press("Space")
    assert first.is_checked()
    assert expression(room_page) == "elfern+ace-ten"


def test_a_parameter_of_a_refused_variant_goes_back(room_page: Page, url: str) -> None:
    room_page.goto(url)
    room(room_page, LAB)
    choose(room_page, "next-rank-any-suit")
    select = room_page.locator("[data-parameter=trump]")
    was = select.input_value()
    select.select_option("C")
    assert "cannot be added" in spoken(room_page, LAB, "cannot be added")
    assert select.input_value() == was
    assert expression(room_page) == "elfern+next-rank-any-suit"


@pytest.mark.parametrize("game", ["elfern", "bohemian-schneider"])
def test_whatever_is_clicked_is_a_ruleset(room_page: Page, url: str, game: str) -> None:
    room_page.goto(url)
    room(room_page, LAB)
    room_page.locator(f"input[value='{game}']").check()
    chance = random.Random(5)
    switches = room_page.locator("[data-kind] .elf-radio")
    met = set()
    for _ in range(40):
        switches.nth(chance.randrange(switches.count())).click(force=True)
        made = expression(room_page)
        assert ruleset(made).expression == made
        met.add(made)
    assert len(met) > 8


def test_going_to_the_other_game_and_back_loses_nothing(room_page: Page, url: str) -> None:
    room_page.goto(url)
    room(room_page, LAB)
    choose(room_page, "altenburg")
    room_page.locator("input[value='bohemian-schneider']").check()
    assert expression(room_page) == "bohemian-schneider"
    assert room_page.locator("[data-variant=altenburg]").count() == 0
    choose(room_page, "highest-wins")
    assert expression(room_page) == "bohemian-schneider+highest-wins"
    settled(room_page)
    assert "from the first trick on" in figure(room_page, "follow").inner_text()
    room_page.locator("input[value='elfern']").check()
    assert expression(room_page) == "elfern+altenburg"
    room_page.reload()
    room(room_page, LAB)
    assert expression(room_page) == "elfern+altenburg"
    room_page.locator("input[value='bohemian-schneider']").check()
    assert expression(room_page) == "bohemian-schneider+highest-wins"


# Copies and links -----------------------------------------------------------------------------


def test_expression_and_link_are_copied(room_page: Page, url: str) -> None:
    room_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    room_page.goto(url)
    room(room_page, LAB)
    choose(room_page, "trump")
    press(room_page, "copy")
    assert "copied" in spoken(room_page, LAB, "Expression copied")
    assert room_page.evaluate("navigator.clipboard.readText()") == "elfern+trump(D)"
    press(room_page, "copyLink")
    assert "copied" in spoken(room_page, LAB, "Link to these rules copied")
    link = room_page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(url + "#rules=elfern+trump")
    assert room_page.locator("[data-do=link]").get_attribute("href") == link
    other = room_page.context.new_page()
    other.goto(link)
    room(other, LAB)
    spoken(other, LAB, "Rules from the link")
    assert expression(other) == "elfern+trump(D)"


def test_where_copying_is_forbidden_the_text_is_offered(
    room_page: Page, rooms_server: StaticServer
) -> None:
    """V20: over plain http under a name that is not this machine's own."""
    room_page.add_init_script("document.execCommand = () => false")
    room_page.goto(rooms_server.url.replace("127.0.0.1", "elsewhere.test") + "lab/")
    room(room_page, LAB)
    press(room_page, "copy")
    field = room_page.locator(".elf-offer-text")
    field.wait_for()
    assert field.input_value() == "elfern"
    assert room_page.evaluate("getSelection().toString() || document.activeElement.value")
    room_page.locator("[data-do=closeOffer]").click()
    assert room_page.evaluate("document.activeElement.dataset.do") == "copy"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("elfern+must-win", "elfern+must-win"),
        ("elfern%2Bmust-win%2Btrump(s)", "elfern+trump(S)+must-win"),
        ("Bohemian%20Schneider,%20highest-wins", "bohemian-schneider+highest-wins"),
    ],
)
def test_a_link_is_read_laxly_by_the_engine(
    room_page: Page, url: str, written: str, meant: str
) -> None:
    room_page.goto(f"{url}#rules={written}")
    room(room_page, LAB)
    spoken(room_page, LAB, "Rules from the link")
    assert expression(room_page) == meant
    settled(room_page)
    assert room_page.locator(f"{LAB} .elf-note:visible").count() == 0


@pytest.mark.parametrize(
    ("written", "shown", "why"),
    [
        ("skat", "skat", "not a game of the catalogue"),
        ("elfern+trump(H)+next-rank-any-suit", "elfern+trump(H)", "does not go with a trump"),
        ("%3Cimg src=x onerror=alert(1)%3E", "<img src=x", "not a game of the catalogue"),
        ("elfern%E4%ZZ", "elfern%E4%ZZ", "not a game of the catalogue"),
        ("", "“”", "not a game of the catalogue"),
    ],
)
def test_a_bad_link_says_so_and_keeps_the_choice(
    room_page: Page, url: str, written: str, shown: str, why: str
) -> None:
    room_page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    room_page.goto(url)
    room(room_page, LAB)
    choose(room_page, "loser-deals")
    settled(room_page)
    room_page.evaluate("hash => { location.hash = hash; }", f"rules={written}")
    note = room_page.locator(f"{LAB} > .elf-room > .elf-note")
    note.wait_for()
    assert shown in note.inner_text()
    assert why in note.inner_text()
    assert "Your own choice stands" in spoken(room_page, LAB, "cannot be used")
    assert note.locator("img").count() == 0
    assert expression(room_page) == "elfern+loser-deals"
    settled(room_page)


def test_a_link_followed_once_does_not_undo_later_choices(room_page: Page, url: str) -> None:
    room_page.goto(f"{url}#rules=elfern+must-win")
    room(room_page, LAB)
    spoken(room_page, LAB, "Rules from the link")
    choose(room_page, "altenburg")
    room_page.goto("about:blank")
    room_page.goto(f"{url}#rules=elfern+must-win")
    room(room_page, LAB)
    assert expression(room_page) == "elfern+must-win+altenburg"
    room_page.evaluate("location.hash = 'rules=elfern+hand(2)'")
    room_page.wait_for_function(
        "document.querySelector('.elf-expression').textContent === 'elfern+hand(2)'"
    )


# One deal under two rulesets ------------------------------------------------------------------


def test_one_deal_under_two_rulesets(room_page: Page, url: str) -> None:
    room_page.goto(url)
    room(room_page, LAB)
    choose(room_page, "must-win-throughout")
    room_page.get_by_label("Number of the deal").fill("5")
    press(room_page, "compare")
    shown = compared(room_page)
    expected = lab.compare("elfern+must-win-throughout", "elfern", 5)
    assert shown["rules"] == ["elfern+must-win-throughout", "elfern"]
    assert shown["part"] == expected["parting"]["address"]
    assert shown["steps"] == [shown["part"]] * 2
    assert f"Deal 5. {expected['text']}" in shown["text"]
    assert expected["text"] in spoken(room_page, LAB, "They part")
    for side, told in zip(("left", "right"), shown["told"], strict=True):
        assert render_tokens(expected["parting"][side]) in told
    # The two step together, as on any page.
    left = room_page.locator("#replay-lab-left")
    left.locator("[data-do=last]").click()
    assert compared(room_page)["steps"] == ["end", "end"]
    press(room_page, "parting")
    assert compared(room_page)["steps"] == [shown["part"]] * 2
    # The cards are written out; the number is only where they came from.
    room_page.locator(".elf-deck summary").click()
    hand = expected["left"]["frames"]["steps"][0]["hands"]["F"]
    deck = room_page.locator(".elf-deck").inner_text()
    assert ", ".join(render_tokens("{" + card + "}") for card in hand) in deck
    assert room_page.locator(".elf-deck li").count() == 3


def test_both_records_are_downloaded_in_one_sound_file(room_page: Page, url: str) -> None:
    room_page.goto(f"{url}#rules=elfern+altenburg&with=elfern+double-at-16&deal=12")
    room(room_page, LAB)
    compared(room_page)
    with room_page.expect_download() as started:
        press(room_page, "downloadBoth")
    assert started.value.suggested_filename == "deal-12.egn"
    records = loads(Path(started.value.path()).read_bytes())
    assert [record.rules for record in records] == ["elfern+altenburg", "elfern+double-at-16"]
    assert records[0].plays == records[1].plays
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", records[0].date)
    assert records[0].source == "self-play"


def test_another_deal_and_the_next_that_parts(room_page: Page, url: str) -> None:
    room_page.goto(f"{url}#rules=elfern+double-at-16")
    room(room_page, LAB)
    spoken(room_page, LAB, "Rules from the link")
    number = room_page.get_by_label("Number of the deal")
    number.fill("1")
    press(room_page, "compare")
    assert "never part" in compared(room_page)["text"]
    assert room_page.locator("elfern-compare [data-do=parting]").count() == 0
    press(room_page, "another")
    room_page.wait_for_function("document.querySelector('.elf-deal').value === '2'")
    press(room_page, "search")
    room_page.locator(".elfern-parting", has_text="tried").wait_for()
    expected = lab.compare("elfern+double-at-16", "elfern", 3, tries=100)
    assert number.input_value() == str(expected["number"])
    assert f"{expected['tried']} deals tried, from number 3 on." in compared(room_page)["text"]
    assert compared(room_page)["part"] == "end"


def test_the_other_ruleset_is_read_by_the_engine(room_page: Page, url: str) -> None:
    room_page.goto(url)
    room(room_page, LAB)
    other = room_page.get_by_label("Expression of the other ruleset")
    room_page.get_by_label("another ruleset", exact=True).check()
    press(room_page, "compare")
    assert "Write the expression" in spoken(room_page, LAB, "Write the expression")
    assert other.evaluate("element => element === document.activeElement")
    other.fill("elfern+<b>x</b>")
    press(room_page, "compare")
    note = room_page.locator(".elf-part-box .elf-note")
    note.wait_for()
    assert "“<b>x</b>” is not a variant of the catalogue" in note.inner_text()
    other.fill("Elfern, Trump(h)")
    press(room_page, "compare")
    assert compared(room_page)["rules"] == ["elfern", "elfern+trump(H)"]
    choose(room_page, "tie-void")
    press(room_page, "takeOver")
    assert other.input_value() == "elfern+tie-void"
    press(room_page, "compare")
    room_page.locator(".elfern-parting", has_text="same on both sides").wait_for()


@pytest.mark.parametrize("text", ["", "-1", "1.5", "seven", "4294967296", "99999999999999999999"])
def test_what_is_no_number_of_a_deal_is_refused(room_page: Page, url: str, text: str) -> None:
    room_page.goto(url)
    room(room_page, LAB)
    number = room_page.get_by_label("Number of the deal")
    number.fill(text)
    press(room_page, "compare")
    assert f"“{text}” is not the number of a deal" in spoken(room_page, LAB, "not the number")
    assert number.evaluate("element => element === document.activeElement")
    assert room_page.locator("elfern-compare").count() == 0


def test_hands_of_different_size_are_dealt_from_the_same_pack(room_page: Page, url: str) -> None:
    room_page.goto(f"{url}#rules=elfern+hand(4)&with=elfern&deal=1")
    room(room_page, LAB)
    assert "hands differ in size" in compared(room_page)["text"]
    room_page.locator(".elf-deck summary").click()
    assert room_page.locator(".elf-deck li").count() == 6


def test_a_link_to_a_comparison_shows_it(room_page: Page, url: str) -> None:
    room_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    room_page.goto(f"{url}#rules=elfern+ace-ten&with=elfern&deal=7")
    room(room_page, LAB)
    first = compared(room_page)
    press(room_page, "copyComparison")
    spoken(room_page, LAB, "copied")
    link = room_page.evaluate("navigator.clipboard.readText()")
    assert link == f"{url}#rules=elfern+ace-ten&with=elfern&deal=7"
    # A live viewer offers no link to a step: it would lead nowhere elsewhere.
    assert not room_page.locator("#replay-lab-left [data-do=copyLink]").is_visible()
    other = room_page.context.new_page()
    other.goto(link)
    room(other, LAB)
    assert compared(other) == first


@pytest.mark.parametrize(
    ("rest", "why"),
    [("&with=skat", "compares with “skat”"), ("&deal=x", "the deal “x”")],
)
def test_what_a_link_says_wrongly_of_the_comparison(
    room_page: Page, url: str, rest: str, why: str
) -> None:
    room_page.goto(f"{url}#rules=elfern+must-win{rest}")
    room(room_page, LAB)
    note = room_page.locator(f"{LAB} > .elf-room > .elf-note")
    note.wait_for()
    assert why in note.inner_text()
    assert expression(room_page) == "elfern+must-win"
    assert room_page.locator("elfern-compare").count() == 0


def test_by_keyboard_alone(room_page: Page, url: str) -> None:
    room_page.goto(url)
    room(room_page, LAB)
    room_page.locator("[data-kind=must-win] input").first.focus()
    room_page.keyboard.press("ArrowDown")
    assert expression(room_page) == "elfern+must-win"
    room_page.keyboard.press("ArrowDown")
    assert expression(room_page) == "elfern+must-win-throughout"
    room_page.get_by_label("Number of the deal").focus()
    room_page.keyboard.press("ControlOrMeta+a")
    room_page.keyboard.type("9")
    room_page.keyboard.press("Enter")
    assert compared(room_page)["rules"][0] == "elfern+must-win-throughout"
    assert room_page.evaluate("document.activeElement.value") == "9", "the focus was lost"


# When things fail, and around the page --------------------------------------------------------


def test_without_the_engine_the_choice_stands_and_retry_works(room_page: Page, url: str) -> None:
    context = room_page.context
    page = context.new_page()  # one that may report the failed request
    without_python(page)
    page.goto(url)
    room(page, LAB)
    choose(page, "must-win")
    choose(page, "trump")
    page.locator(f"{LAB} .elf-bad").wait_for()
    assert "Your choice is kept." in page.locator(f"{LAB} .elf-status").first.inner_text()
    assert page.locator(".elf-figures[data-stale]").count() == 1
    assert "python.mjs" in spoken(page, LAB, "could not run")
    assert expression(page) == "elfern+trump(D)+must-win"
    assert option(page, "next-rank-any-suit").get_attribute("aria-disabled") == "true"
    page.unroute("**/assets/python.mjs")
    page.reload()
    room(page, LAB)
    settled(page)
    assert expression(page) == "elfern+trump(D)+must-win"


def test_a_failed_start_is_tried_again_at_the_button(room_page: Page, url: str) -> None:
    script = """
    let times = 0;
    export let state = "none";
    export function warm() {}
    export function stop() {}
    export function call(op, payload) {
      times += 1;
      if (times === 1) return Promise.reject(Object.assign(
        new Error("pyodide.asm.wasm could not be loaded."), { code: "load", retry: true }));
      return globalThis.elfernBridge(JSON.stringify({ ...payload, op }))
        .then(text => JSON.parse(text).result);
    }"""
    room_page.route(
        "**/assets/python.mjs",
        lambda route: route.fulfill(body=script, content_type="text/javascript"),
    )
    room_page.goto(url)
    room(room_page, LAB)
    choose(room_page, "must-win")
    room_page.locator(f"{LAB} .elf-bad").wait_for()
    press(room_page, "retry")
    settled(room_page)
    assert figure(room_page, "must-win").locator("a").inner_text().startswith("variant: ")
    assert room_page.evaluate("document.activeElement.dataset.do") == "copy"


def test_the_themes_navigation_keeps_the_choice(
    room_page: Page, rooms_server: StaticServer
) -> None:
    room_page.goto(rooms_server.url)
    room_page.evaluate("globalThis.sameDocument = true")
    room_page.wait_for_load_state("networkidle")
    room_page.locator(".md-content a", has_text="Rule lab").click()
    room(room_page, LAB)
    choose(room_page, "altenburg")
    press(room_page, "compare")
    compared(room_page)
    for _ in range(3):
        room_page.locator("a.md-logo").first.click()
        room_page.locator("h1", has_text="Home").wait_for()
        assert room_page.locator(LAB).count() == 0
        room_page.locator(".md-content a", has_text="Rule lab").click()
        room(room_page, LAB)
        assert room_page.locator(".elf-room").count() == 1
        assert expression(room_page) == "elfern+altenburg"
    # A link from another page that names rules.
    room_page.locator("a.md-logo").first.click()
    room_page.locator("h1", has_text="Home").wait_for()
    room_page.locator(".md-content a", has_text="Rule lab").evaluate(
        "link => { link.href += '#rules=elfern+hand(2)'; link.click(); }"
    )
    room_page.wait_for_function(
        "document.querySelector('.elf-expression')?.textContent === 'elfern+hand(2)'"
    )
    assert room_page.evaluate("globalThis.sameDocument"), "the document was loaded anew"


def test_pages_without_a_room_load_none(room_page: Page, rooms_server: StaticServer) -> None:
    rooms_server.log.clear()
    room_page.goto(rooms_server.url + "other/")
    room_page.wait_for_load_state("networkidle")
    asked = [path for path in rooms_server.paths() if re.search(r"assets/(lab|bring|live)", path)]
    assert asked == []
    assert "assets/rooms.mjs" in rooms_server.paths()


def test_without_scripts_the_whole_catalogue_can_be_read(browser: Browser, url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url)
    rows = page.locator(f"{LAB} .elfern-catalogue tbody th[scope=row]")
    variants = lab.catalogue()["variants"]
    assert rows.count() == len(variants)
    for variant, row in zip(variants, rows.all(), strict=True):
        assert row.is_visible()
        assert variant["title"] in row.inner_text()
        assert row.locator("a").get_attribute("href") == f"../variants/{variant['id']}/"
    assert refusal("next-rank-any-suit", "trump") in page.locator(".elfern-refusals").inner_text()
    context.close()


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
    page.goto(url)
    room(page, LAB)
    assert axe(page, script, "main") == []
    shoot(page, f"lab-{scheme}-start")
    choose(page, "trump")
    choose(page, "next-rank-any-suit")
    spoken(page, LAB, "cannot be added")
    settled(page)
    page.evaluate("scrollTo(0, 0)")
    assert axe(page, script, "main") == []
    page.get_by_label("Expression of the other ruleset").fill("elfern+hand(3)")
    press(page, "compare")
    compared(page)
    page.evaluate("scrollTo(0, 0)")
    assert axe(page, script, "main") == []
    shoot(page, f"lab-{scheme}-compared")
    page.evaluate("location.hash = 'rules=skat'")
    page.locator(f"{LAB} > .elf-room > .elf-note").wait_for()
    page.evaluate("scrollTo(0, 0)")
    assert axe(page, script, "main") == []
    assert page.locator(f"{LAB} .elf-room > [aria-live]").count() == 1
    context.close()


@pytest.mark.parametrize("width", [320, PHONE["width"], 1280])
def test_it_fits_any_width_with_targets_for_a_finger(
    browser: Browser, url: str, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})
    prepare(context)
    page = context.new_page()
    page.goto(f"{url}#rules=elfern+trump(H)+seven-takes-led-ace+must-win-throughout&deal=3")
    room(page, LAB)
    compared(page)
    assert sideways(page) <= 0
    assert small_targets(page, LAB) == []
    shoot(page, f"lab-{width}")
    context.close()


def test_with_the_real_python(room_page: Page, url: str) -> None:
    """The engine in the worker says what it says here."""
    with_real_python(room_page)
    room_page.set_default_timeout(120_000)
    room_page.goto(f"{url}#rules=elfern+turn-up-trump&with=elfern&deal=3")
    room(room_page, LAB)
    shown = compared(room_page)
    answer = json.loads(
        bridge.call(
            json.dumps(
                {
                    "op": "compare",
                    "left": "elfern+turn-up-trump",
                    "right": "elfern",
                    "number": 3,
                }
            )
        )
    )["result"]
    assert shown["part"] == answer["parting"]["address"]
    assert answer["text"] in shown["text"]
