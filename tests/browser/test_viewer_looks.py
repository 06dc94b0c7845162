"""What one sees: accessible in every state, in any room, in any light, on paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import PHONE, prepare
from tests.browser.viewers import axe, choose, draw_all, press, viewer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="session")
def axe_script() -> str:
    return AXE.read_text(encoding="utf-8")


def states(page: Page, site_url: str, file: str) -> Iterator[str]:
    """Bring a page's first viewer into one state after the other."""
    page.goto(site_url + file)
    example = viewer(page)
    yield "start"
    press(example, "more")
    example.get_by_label("Trick number").fill("99")
    page.keyboard.press("Enter")
    yield "settings and a message"
    page.goto(f"{site_url}{file}#replay-whole:7a.8/reply")
    viewer(page)
    yield "branch"
    page.goto("about:blank")
    page.goto(f"{site_url}{file}#replay-whole:13/lead")
    press(viewer(page), "run")
    viewer(page).locator(".elf-status", has_text="No fault").wait_for()
    yield "refused cards, and what was checked"
    press(viewer(page), "playFrom")
    viewer(page).locator("button[data-card=DT]").dispatch_event("click")
    yield "playing"
    press(viewer(page), "leave")
    choose(viewer(page), "hide", "D")
    yield "hidden"
    press(viewer(page), "last")
    yield "end"


@pytest.mark.parametrize("file", ["index.html", "dark.html"])
def test_axe_finds_nothing(page: Page, site_url: str, axe_script: str, file: str) -> None:
    for state in states(page, site_url, file):
        assert axe(page, axe_script) == [], state


@pytest.mark.parametrize("file", ["hostile.html", "others.html", "compare.html", "part.html"])
def test_axe_finds_nothing_elsewhere(page: Page, site_url: str, axe_script: str, file: str) -> None:
    page.goto(site_url + file)
    draw_all(page)
    assert axe(page, axe_script) == []


def small_targets(viewer: Locator) -> list[str]:
    found: list[str] = viewer.evaluate(
        """element => [...element.querySelectorAll("button, select, input, textarea")]
          .filter(one => one.checkVisibility())
          .map(one => [one, (one.closest("label") ?? one).getBoundingClientRect()])
          .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
          .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""
    )
    return found


def cut_off(viewer: Locator) -> list[str]:
    """Give what stands out of the viewer on either side."""
    found: list[str] = viewer.evaluate(
        """element => {
          const { left, right } = element.getBoundingClientRect();
          return [...element.querySelectorAll(".elf *:not(.elf-spoken, svg *)")]
            .filter(one => one.checkVisibility())
            .map(one => [one, one.getBoundingClientRect()])
            .filter(([, box]) => box.width > 1 && (box.left < left - 1 || box.right > right + 1))
            .map(([one]) => one.outerHTML.slice(0, 90));
        }"""
    )
    return found


@pytest.mark.parametrize("width", [320, 390, 560, 720, 900, 1280])
def test_no_sideways_scrolling_and_no_small_target(
    browser: Browser, site_url: str, width: int
) -> None:
    """320 pixels are also 1280 at 400 %."""
    context = browser.new_context(viewport={"width": width, "height": 640})
    prepare(context)
    page = context.new_page()
    for state in states(page, site_url, "index.html"):
        assert page.evaluate("document.documentElement.scrollWidth") <= width, state
        assert small_targets(viewer(page)) == [], state
        assert cut_off(viewer(page)) == [], state
    page.goto(f"{site_url}others.html")
    choose(viewer(page, "turned"), "pack", "german")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_nothing_is_cut_off_or_overlaps_on_a_phone(browser: Browser, site_url: str) -> None:
    # A card that is just being laid is not in its place yet.
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    prepare(context)
    page = context.new_page()
    for address_ in ("0", "7/reply", "13/lead", "end"):
        page.goto("about:blank")
        page.goto(f"{site_url}#replay-whole:{address_}")
        overlaps = viewer(page).evaluate(
            """element => {
              const boxes = [...element.querySelectorAll(
                ".elf-card, .elf-top, .elf-caption, .elf-name > *," +
                " .elf-button, .elf-place, .elf-slate")]
                .filter(one => one.checkVisibility())
                .map(one => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width);
              const bad = [];
              for (const [one, a] of boxes) for (const [other, b] of boxes) {
                if (one === other || one.contains(other) || other.contains(one)) continue;
                if (a.left < b.right - 1 && b.left < a.right - 1 &&
                    a.top < b.bottom - 1 && b.top < a.bottom - 1)
                  bad.push(one.className + " / " + other.className);
              }
              return bad;
            }"""
        )
        assert overlaps == [], address_
    context.close()


def test_marks_do_not_need_colour(page: Page, site_url: str) -> None:
    """V16: winner by frame, tick and word; leader by word; the card just played by a frame."""
    page.goto(f"{site_url}#replay-whole:7/reply")
    example = viewer(page)
    won = example.locator(".elf-play[data-won]")
    assert won.inner_text().split("\n")[-1] == "✓ Dealer led, wins"
    assert "replied" in example.locator(".elf-play:not([data-won])").inner_text()
    outline = won.locator(".elf-card").evaluate("card => getComputedStyle(card).outlineStyle")
    assert outline == "solid"
    row = example.locator(".elf-row[aria-current=step]")
    assert "✓" in row.inner_text()
    assert row.evaluate("row => getComputedStyle(row).boxShadow") != "none"
    now = row.locator(".elf-row-card[data-now]")
    assert "F" in now.inner_text()
    assert now.evaluate("card => getComputedStyle(card).boxShadow") != "none"
    assert "to play" in example.locator("[data-turn] .elf-name").inner_text()


def test_forced_colours_keep_the_marks(page: Page, site_url: str) -> None:
    page.emulate_media(forced_colors="active")
    page.goto(f"{site_url}#replay-whole:7/reply")
    example = viewer(page)
    for mark in (
        ".elf-row[aria-current=step]",
        ".elf-row-card[data-now]",
        ".elf-play[data-won] .elf-card",
    ):
        style = example.locator(mark).first.evaluate("one => getComputedStyle(one).outlineStyle")
        assert style == "solid", mark


def test_nothing_moves_where_motion_is_not_wanted(page: Page, site_url: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(site_url)
    example = viewer(page)
    press(example, "forward")
    moves = "card => getComputedStyle(card).animationName"
    laid = example.locator(".elf-play[data-now] .elf-card")
    assert laid.evaluate(moves) == "none"
    assert page.evaluate("document.getAnimations().length") == 0
    page.emulate_media(reduced_motion="no-preference")
    assert laid.evaluate(moves) == "elf-laid"


def test_paper_shows_the_table(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    assert example.locator(".elfern-static").is_hidden()
    page.emulate_media(media="print")
    assert example.locator(".elfern-static").is_visible()
    assert example.locator(".elf").is_hidden()
    page.emulate_media(media="screen")
    choose(example, "hide", "D")
    page.emulate_media(media="print")
    assert example.locator(".elf-board").is_visible(), "with a hidden hand paper shows what is seen"
    assert example.locator(".elf-steps").is_hidden()


def test_dark_and_light_follow_the_theme(page: Page, site_url: str) -> None:
    page.goto(site_url)
    paper = "element => getComputedStyle(element.querySelector('.elf')).backgroundColor"
    light = viewer(page).evaluate(paper)
    page.evaluate("document.body.dataset.mdColorScheme = 'slate'")
    dark = viewer(page).evaluate(paper)
    assert light == "rgb(250, 246, 238)"
    assert dark != light
    page.evaluate("delete document.body.dataset.mdColorScheme")
    page.emulate_media(color_scheme="dark")
    assert viewer(page).evaluate(paper) == dark, "outside the theme the system's choice holds"


def test_every_card_has_its_own_face(page: Page, site_url: str) -> None:
    page.goto(site_url)
    viewer(page)
    pictures: dict[str, str] = page.evaluate(
        """async () => {
          const { face, back } = await import("./assets/faces.mjs");
          const made = {};
          const codes = [..."CSHD"].flatMap(suit => [..."AKQJT987"].map(rank => suit + rank));
          for (const pack of ["french", "german"]) for (const code of codes) {
            face(code, pack);
            const name = `elfern-${pack}-${code}`;
            made[name] = document.getElementById(name).innerHTML;
          }
          back();
          made.back = document.getElementById("elfern-back").innerHTML;
          return made;
        }"""
    )
    assert len(set(pictures.values())) == 65


def test_daus_ober_and_unter_are_what_their_names_say(page: Page, site_url: str) -> None:
    """Two signs on a Daus; the Ober's sign stands above him, the Unter's below."""
    page.goto(site_url)
    viewer(page)
    places: dict[str, list[float]] = page.evaluate(
        """async () => {
          const { face } = await import("./assets/faces.mjs");
          const places = {};
          const placed = /^translate\\((\\S+) (\\S+)\\) scale\\((\\S+)\\)/;
          for (const suit of "CSHD") for (const rank of "AQJ") {
            face(suit + rank, "german");
            const large = [...document.querySelectorAll(`#elfern-german-${suit}${rank} > g`)]
              .map(one => placed.exec(one.getAttribute("transform") ?? ""))
              .filter(Boolean)
              .map(([, , y, scale]) => [Number(y) + 16 * Number(scale), Number(scale)])
              .filter(([, scale]) => scale >= 1 && scale !== 1.12); // an index letter is 1.12
            places[suit + rank] = large.map(([y]) => y);
          }
          return places;
        }"""
    )
    for suit in "CSHD":
        assert len(places[f"{suit}A"]) == 2
        (ober,), (unter,) = places[f"{suit}Q"], places[f"{suit}J"]
        assert ober < 76 / 2
        assert unter > 76 * 1.5
