"""The analysis in the viewer: asked of the engine, drawn, told, never while cards are hidden."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from elfern_core import bridge
from elfern_core.cards import render_tokens
from tests.browser.conftest import prepare, watch
from tests.browser.fixture_site import record_frames, record_text
from tests.browser.viewers import LISTEN, axe, choose, press, viewer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from tests.browser.serving import StaticServer

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
LATE = "late-tricks"


def engine_says(text: str) -> dict[str, Any]:
    request = json.dumps({"op": "analyse", "text": text})
    result: dict[str, Any] = json.loads(bridge.call(request))["result"]
    return result


def analysed(page: Page, url: str, ident: str = LATE) -> Locator:
    """Open a page and press the button."""
    page.goto(url)
    example = viewer(page, ident)
    press(example, "analyse")
    example.locator(".elf-chart").wait_for()
    return example


def wait_to_hear(page: Page, text: str) -> None:
    """Wait until a text that holds this one is spoken."""
    page.wait_for_function("text => globalThis.spoken.some(said => said.includes(text))", arg=text)


def test_button_asks_once_shows_and_puts_away(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-{LATE}:9/lead")
    example = viewer(page, LATE)
    button = example.locator("[data-do=analyse]")
    assert button.inner_text() == "Analyse (all cards seen)"
    assert example.locator(".elf-analysis").is_hidden()
    page.evaluate(LISTEN)
    button.focus()
    page.keyboard.press("Enter")
    example.locator(".elf-chart").wait_for()
    assert page.evaluate("document.activeElement.dataset.do") == "analyse"
    wait_to_hear(page, "worked out for every card from trick 9 on")
    assert example.locator(".elf-status").is_hidden()
    assert example.locator("[data-do=run]").inner_text() == "Run in Python", "that was not run"
    page.keyboard.press("Enter")
    assert example.locator(".elf-analysis").is_hidden()
    assert example.locator(".elf-best, .elf-row-cost, .elf-row-sign").count() == 0
    page.keyboard.press("Enter")
    assert example.locator(".elf-chart").is_visible()
    assert page.evaluate("elfernAsked.calls") == ["analyse"]


def test_chart_sentences_table_and_list_say_what_the_engine_says(page: Page, site_url: str) -> None:
    says = engine_says(record_text(LATE))
    costly = {at: one for at, one in says["steps"].items() if one["cost"]}
    example = analysed(page, f"{site_url}#replay-{LATE}:9/lead")

    told = example.locator(".elf-analysis-told").inner_text()
    assert "Forehand would have ended with 6 honours; as played, it was 9 honours." in told
    assert "cost Forehand 2 honours and Dealer 5 honours" in told
    assert example.locator(".elf-chart").get_attribute("role") == "img"
    label = example.locator(".elf-chart").get_attribute("aria-label") or ""
    assert "With all cards seen" in label
    assert "5 honours" in label
    assert example.locator(".elf-chart-cost").count() == len(costly)

    press(example, "values")
    rows = example.locator(".elf-values tbody tr")
    found = [[cell.strip() for cell in row.locator("td").all_inner_texts()] for row in rows.all()]
    assert [(row[2], row[3]) for row in found] == [
        (str(one["after"]), f"▾ {one['cost']}" if one["cost"] else "0")
        for one in says["steps"].values()
    ]

    marks = example.locator(".elf-row-cost")
    tricks = {at.partition("/")[0] for at in costly}
    assert marks.count() == len(tricks)
    assert marks.first.inner_text().strip() == "▾ Dealer’s card cost 2 honours"
    assert example.locator(".elf-row-sign").count() == len(costly)


def numbers(path: str | None) -> list[tuple[float, float]]:
    """Give the points of a path of straight lines."""
    found = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path or "")
    return [(float(x), float(y)) for x, y in found]


def test_line_of_the_chart_stands_where_the_values_are(page: Page, site_url: str) -> None:
    steps = engine_says(record_text(LATE))["steps"]
    main = [one for at, one in steps.items() if "." not in at]
    seats = [at for at, one in steps.items() if "." not in at and one["cost"]]
    values = [main[0]["before"], *(one["after"] for one in main)]
    assert len(set(values)) > 2
    example = analysed(page, f"{site_url}#replay-{LATE}:9/lead")
    line = numbers(example.locator(".elf-chart-line").get_attribute("d"))
    assert len(line) == len(values) == 17
    # As far from one card to the next, and a card point as high everywhere.
    for (x, _), (after, _) in pairwise(line):
        assert after - x == pytest.approx((line[-1][0] - line[0][0]) / 16)
    low, high = values.index(min(values)), values.index(max(values))
    height = (line[low][1] - line[high][1]) / (values[high] - values[low])
    assert height > 0, "more is higher"
    for (_, y), value in zip(line, values, strict=True):
        assert line[low][1] - y == pytest.approx((value - values[low]) * height, abs=0.01)
    marks = example.locator(".elf-chart-cost")
    at = [numbers(one.get_attribute("d"))[0][0] for one in marks.all()]
    costly = [number for number, one in enumerate(main, 1) if one["cost"]]
    assert at == pytest.approx([line[number][0] - 4.5 for number in costly])
    played = {step["address"]: step["seat"] for step in record_frames(record_text(LATE))["steps"]}
    assert [one.get_attribute("data-seat") for one in marks.all()] == [played[one] for one in seats]


def test_real_engine_analyses_in_the_reader_s_browser(
    browser: Browser, site_below: StaticServer
) -> None:
    """In the worker as it is shipped: the second phase drawn, the last draws as they are here."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(40_000)  # ms: a shared machine starts Python slowly
    faults: list[str] = []
    watch(page, faults, urlsplit(site_below.url).netloc)
    page.goto(f"{site_below.url}rules/elfern/#replay-follow-suit-duty:14/lead")
    example = viewer(page, "follow-suit-duty")
    assert example.locator("template.elfern-analysis").count() == 0, "nothing is stored with it"
    press(example, "analyse")
    example.locator(".elf-chart").wait_for()
    assert "With all cards seen" in example.locator(".elf-analysis-told").inner_text()
    assert len(numbers(example.locator(".elf-chart-line").get_attribute("d"))) == 7
    text = record_text("whole")
    answer = page.evaluate(
        """async ([url, text]) => (await import(url)).ask("analyse", { text }, () => {})""",
        [f"{site_below.url}assets/engine.mjs", text],
    )
    assert answer == engine_says(text)
    assert answer["from"]["trick"] < 11, "some draws are still to come"
    assert faults == []
    context.close()


def test_step_tells_its_cost_and_what_is_best_here(page: Page, site_url: str) -> None:
    says = engine_says(record_text(LATE))["steps"]
    example = analysed(page, f"{site_url}#replay-{LATE}:11/reply")
    best = example.locator(".elf-best")
    assert best.inner_text().startswith("Best here for Forehand, with all cards seen:")
    assert "Forehand then ends with 10 honours." in best.inner_text()
    named = [render_tokens("{" + code + "}") for code in says["12/lead"]["line"]]
    assert ", ".join(named) in (best.locator("p").last.text_content() or "")
    assert example.locator(".elf-cost").count() == 0
    page.evaluate(LISTEN)
    press(example, "forward")
    cost = render_tokens(says["12/lead"]["text"])
    assert example.locator(".elf-cost").inner_text() == f"▾ {cost}"
    wait_to_hear(page, cost)
    press(example, "last")
    assert example.locator(".elf-best").count() == 0


def test_nothing_is_told_while_cards_lie_face_down(page: Page, site_url: str) -> None:
    example = analysed(page, f"{site_url}#replay-{LATE}:11/lead")
    for hidden in ("D", "F", "stock"):
        choose(example, "hide", hidden)
        assert example.locator(".elf-analysis").is_hidden()
        assert example.locator(".elf-best, .elf-cost, .elf-row-cost, .elf-row-sign").count() == 0
        assert example.locator("[data-do=analyse]").get_attribute("aria-disabled") == "true"
    asked = page.evaluate("elfernAsked.calls.length")
    example.locator("[data-do=analyse]").dispatch_event("click")
    assert "face down" in example.locator(".elf-message").inner_text()
    assert page.evaluate("elfernAsked.calls.length") == asked
    choose(example, "hide", "")
    assert example.locator(".elf-chart").is_visible()
    # What is left in the page under a hidden hand says nothing either.
    choose(example, "hide", "D")
    assert example.locator(".elf-analysis").text_content() == "Values as a table"


def test_how_far_back_it_reaches_is_said(page: Page, site_url: str) -> None:
    example = analysed(page, f"{site_url}#replay-whole:1/lead", "whole")
    told = example.locator(".elf-analysis-told").inner_text()
    says = engine_says(record_text("whole"))
    assert says["from"]["trick"] > 1
    address, _, kind = says["from"]["address"].partition("/")
    reply = "the reply in " if kind == "reply" else ""
    assert f"worked out from {reply}trick {address} on; what comes before takes too long" in told
    assert "not worked out, too far" in example.locator(".elf-best").inner_text()
    assert example.locator(".elf-chart-beyond").count() == 1
    press(example, "last")
    page.goto(f"{site_url}#replay-whole:7a.8/lead")
    marks = example.locator(".elf-row-cost").all_inner_texts()
    branch = sum(says["steps"][at]["cost"] > 0 for at in ("7a.7/lead", "7a.7/reply", "7a.8/lead"))
    assert len(marks) > 0
    assert branch > 0
    assert "Forehand’s card cost 2 honours" in example.locator(".elf-row").nth(6).inner_text()


def test_where_it_begins_with_a_reply_it_says_so(page: Page, site_url: str) -> None:
    """The lead before may be too far, in the first trick as well: no trick lies before that."""
    page.goto(f"{site_url}#replay-{LATE}:9/lead")
    page.evaluate(
        """() => {
          const answer = globalThis.elfernBridge;
          globalThis.elfernBridge = async text => {
            const told = JSON.parse(await answer(text));
            delete told.result?.steps["9/lead"];
            return JSON.stringify(told);
          };
        }"""
    )
    example = viewer(page, LATE)
    press(example, "analyse")
    example.locator(".elf-chart").wait_for()
    told = example.locator(".elf-analysis-told").inner_text()
    assert "worked out from the reply in trick 9 on; what comes before takes too long" in told


def test_a_line_played_on_is_analysed_by_itself(page: Page, site_url: str) -> None:
    example = analysed(page, f"{site_url}#replay-{LATE}:14/reply")
    press(example, "playFrom")
    assert example.locator(".elf-analysis").is_hidden()
    button = example.locator("[data-do=analyse]")
    assert button.get_attribute("aria-disabled") == "true", "nothing played yet"
    example.locator("button.elf-lit").first.click()
    page.wait_for_function(
        f"document.getElementById('replay-{LATE}').playOn.current.cards.length === 1"
    )
    press(example, "analyse")
    example.locator(".elf-chart").wait_for()
    assert "after the last card shown" in example.locator(".elf-analysis-told").inner_text()
    assert example.locator(".elf-best .elf-chip").count() > 1, "best at the tip of the line"


def test_a_failure_is_told_and_can_be_tried_again(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-{LATE}:11/lead")
    example = viewer(page, LATE)
    page.evaluate(
        """() => {
          const answer = globalThis.elfernBridge;
          globalThis.elfernBridge = async () => {
            globalThis.elfernBridge = answer;
            return JSON.stringify(
              { ok: false, error: { code: "x", message: "It broke.", retry: true } });
          };
        }"""
    )
    press(example, "analyse")
    example.locator(".elf-bad", has_text="It broke.").wait_for()
    assert example.locator(".elf-analysis").is_hidden()
    press(example, "retry")
    example.locator(".elf-chart").wait_for()


@pytest.mark.parametrize("file", ["index.html", "dark.html"])
def test_it_is_accessible_and_fits_a_narrow_page(
    browser: Browser, site_url: str, file: str
) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640})
    prepare(context)
    page = context.new_page()
    example = analysed(page, f"{site_url}{file}#replay-{LATE}:12/lead")
    press(example, "values")
    assert axe(page, AXE.read_text(encoding="utf-8"), f"#replay-{LATE}") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    outside = example.evaluate(
        """element => {
          const { left, right } = element.getBoundingClientRect();
          return [...element.querySelectorAll(".elf *:not(.elf-spoken, svg *)")]
            .filter(one => one.checkVisibility())
            .map(one => [one, one.getBoundingClientRect()])
            .filter(([, box]) => box.width > 1 && (box.left < left - 1 || box.right > right + 1))
            .map(([one]) => one.outerHTML.slice(0, 90));
        }"""
    )
    assert outside == []
    for name in ("analyse", "values"):
        box = example.locator(f"[data-do={name}]").bounding_box()
        assert box is not None
        assert box["height"] >= 43.5
    context.close()
