"""The archive in a browser: ten thousand records to find, a record's page, the file of one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from elfern_core import records
from site_plugins import browse
from tests.browser.conftest import PHONE, watch
from tests.browser.serving import StaticServer
from tests.browser.viewers import axe, place, press, viewer
from tests.generated import generated_items

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Locator, Page, Route


AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
MANY = 10_000
RECORD = "archive/meyer-king-over-the-nine/"

type Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def many() -> dict[str, str]:
    """Give the files of an index of ten thousand generated records."""
    items = browse.ordered(generated_items(MANY))
    files = {"records.json": json.dumps(browse.index(items, browse.facets(items, {})))}
    for number, start in enumerate(range(0, MANY, browse.PART)):
        part = items[start : start + browse.PART]
        files[f"words-{number}.json"] = json.dumps(browse.words(part))
        files[f"egn-{number}.json"] = json.dumps([f"%egn {one.id}\n" for one in part])
        files[f"json-{number}.json"] = json.dumps([f'{{"id":"{one.id}"}}\n' for one in part])
    return files


@pytest.fixture
def opened(browser: Browser, site_below: StaticServer) -> Iterator[Opened]:
    """Open pages of the built site that must raise no error and ask no other host."""
    contexts = []
    faults: list[str] = []

    def open_page(
        path: str = "archive/", *, index: dict[str, str] | None = None, **options: object
    ) -> Page:
        context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, **options}  # type: ignore[arg-type]
        )
        contexts.append(context)
        page = context.new_page()
        watch(page, faults, urlsplit(site_below.url).netloc)
        page.fetched = []  # type: ignore[attr-defined]
        if index is not None:

            def serve(route: Route) -> None:
                name = urlsplit(route.request.url).path.rpartition("/")[2]
                page.fetched.append(name)  # type: ignore[attr-defined]
                route.fulfill(body=index[name], content_type="application/json")

            page.route("**/archive/index/*.json", serve)
        page.goto(site_below.url + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def count(page: Page, text: str) -> None:
    """Wait until the heading of the list says this."""
    page.locator(".arc-count", has_text=text).wait_for()


def lines(page: Page) -> Locator:
    return page.locator(".arc-list > li")


def facet(page: Page, name: str, value: str) -> Locator:
    return page.locator(f".arc-facet[data-facet={name}] input[value='{value}']")


def number_of(box: Locator) -> int:
    return int(box.locator("xpath=../*[@class='arc-number']").inner_text().replace(",", ""))


def focused(page: Page) -> str:
    text: str = page.evaluate("document.activeElement.textContent")
    return text


# --- ten thousand records ----------------------------------------------------------------------


def test_few_lines_of_ten_thousand_are_in_the_page(opened: Opened, many: dict[str, str]) -> None:
    page = opened(index=many)
    count(page, "All 10,000 records")
    lines(page).first.wait_for()
    page.wait_for_function("() => !document.querySelector('.arc-list > [data-waiting]')")
    assert lines(page).count() < 60
    assert sorted(page.fetched) == ["records.json", "words-0.json"]  # type: ignore[attr-defined]
    assert page.locator(".elfern-static").count() == 0
    assert page.locator("elfern-browse *").count() < 1200
    first = lines(page).first
    assert first.get_attribute("aria-posinset") == "1"
    assert first.get_attribute("aria-setsize") == "10000"


def test_the_middle_and_the_end_are_reached_by_scrolling(
    opened: Opened, many: dict[str, str]
) -> None:
    page = opened(index=many)
    lines(page).first.wait_for()
    for part, least in ((0.5, 4000), (1.0, 9900)):
        page.evaluate(
            """part => {
              const { top, height } = document.querySelector(".arc-list").getBoundingClientRect();
              scrollTo(0, scrollY + top + part * height - innerHeight);
            }""",
            part,
        )
        page.wait_for_function(
            """least => [...document.querySelectorAll(".arc-list > li:not([data-waiting])")]
              .some((line) => Number(line.getAttribute("aria-posinset")) >= least)""",
            arg=least,
        )
        assert lines(page).count() < 60
        places = [int(p) for p in lines(page).evaluate_all(
            "all => all.map((one) => one.getAttribute('aria-posinset'))")]  # fmt: skip
        assert places == sorted(places)
    # A few parts of forty, not all that was passed over.
    assert len(page.fetched) <= 6  # type: ignore[attr-defined]


def test_a_line_stays_where_it_is_while_others_are_measured(
    opened: Opened, many: dict[str, str]
) -> None:
    page = opened(index=many, viewport=PHONE)
    lines(page).first.wait_for()
    page.wait_for_function("() => !document.querySelector('.arc-list > [data-waiting]')")
    page.mouse.move(200, 600)
    for _ in range(12):
        page.mouse.wheel(0, 900)
        page.wait_for_timeout(60)
    page.wait_for_function("() => !document.querySelector('.arc-list > [data-waiting]')")
    page.wait_for_timeout(200)
    seen = """() => [...document.querySelectorAll(".arc-list > li")]
      .map((line) => [line.getAttribute("aria-posinset"), line.getBoundingClientRect().top])
      .find(([, top]) => top > 100)"""
    before = page.evaluate(seen)
    page.evaluate("dispatchEvent(new Event('scroll'))")
    page.wait_for_timeout(200)
    after = page.evaluate(seen)
    assert after[0] == before[0]
    assert abs(after[1] - before[1]) <= 2
    # No gap and no overlap between the lines.
    gaps = page.evaluate(
        """() => { const boxes = [...document.querySelectorAll(".arc-list > li")]
          .map((line) => line.getBoundingClientRect());
          return boxes.slice(1).map((box, i) => Math.abs(box.top - boxes[i].bottom)); }"""
    )
    assert max(gaps) < 1


def test_counts_say_what_a_choice_will_leave(opened: Opened, many: dict[str, str]) -> None:
    page = opened(index=many)
    count(page, "All 10,000")
    box = facet(page, "game", "elfern")
    expected = number_of(box)
    box.check()
    count(page, f"{expected:,} of 10,000 records")
    other = facet(page, "result", "schwarz")
    page.locator(".arc-facet[data-facet=result] summary").click()
    expected = number_of(other)
    other.check()
    count(page, f"{expected:,} of 10,000 records")
    # Within a facet the values add up.
    more = facet(page, "result", "stander")
    expected += number_of(more)
    more.check()
    count(page, f"{expected:,} of 10,000 records")
    assert urlsplit(page.url).fragment == "game=elfern&result=schwarz,stander"


def test_words_are_searched_in_all_parts_once(opened: Opened, many: dict[str, str]) -> None:
    page = opened(index=many)
    count(page, "All 10,000")
    page.locator("input[type=search]").fill("RECORD 9999:")
    count(page, "1 of 10,000 records")
    assert "Record 9999: " in lines(page).first.inner_text()
    page.locator("input[type=search]").fill("king queen")
    page.wait_for_function("() => location.hash === '#q=king%20queen'")
    text = lines(page).first.inner_text()
    assert "king" in text
    assert "queen" in text
    fetched = page.fetched  # type: ignore[attr-defined]
    assert sorted(fetched) == sorted({"records.json", *(f"words-{n}.json" for n in range(40))})


def test_the_focus_stays_with_a_line_out_of_sight(opened: Opened, many: dict[str, str]) -> None:
    page = opened(index=many)
    lines(page).first.wait_for()
    page.wait_for_function("() => !document.querySelector('.arc-list > [data-waiting]')")
    link = page.locator(".arc-list > li[aria-posinset='3'] a")
    link.focus()
    title = focused(page)
    page.evaluate("scrollTo({ top: 40000, behavior: 'instant' })")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.arc-list > li')].at(-1).ariaPosInSet > 500"
    )
    assert focused(page) == title
    page.keyboard.press("Tab")
    assert (
        page.evaluate("document.activeElement.closest('li').getAttribute('aria-posinset')") == "4"
    )


def test_tab_walks_on_beyond_the_lines_that_were_in_the_page(
    opened: Opened, many: dict[str, str]
) -> None:
    page = opened(index=many)
    lines(page).first.wait_for()
    page.wait_for_function("() => !document.querySelector('.arc-list > [data-waiting]')")
    page.locator(".arc-list a").first.focus()
    here = "document.activeElement.closest('li')?.ariaPosInSet"
    for number in range(2, 62):
        page.keyboard.press("Tab")
        page.wait_for_function(f"n => {here} === String(n)", arg=number)
    assert lines(page).count() < 80
    # Faster than a slow machine draws: no frame comes between the keys.
    page.evaluate("() => { globalThis.requestAnimationFrame = () => 1; }")
    for number in range(62, 122):
        page.keyboard.press("Tab")
        assert page.evaluate(here) == str(number)
    for number in range(120, 0, -1):
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(here) == str(number)


def test_tab_waits_where_the_words_have_not_come(opened: Opened, many: dict[str, str]) -> None:
    page = opened(index=many)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/archive/index/words-1.json", hold)
    lines(page).first.wait_for()
    here = "document.activeElement.closest('li')?.ariaPosInSet"
    last = page.locator(f".arc-list > li[aria-posinset='{browse.PART}'] a")
    while not last.count():
        page.mouse.wheel(0, 2000)
        page.wait_for_timeout(50)
    last.focus()
    page.keyboard.press("Tab")
    assert page.evaluate(here) == str(browse.PART + 1)
    assert focused(page) == "Loading"
    page.keyboard.press("Tab")
    assert page.evaluate(here) == str(browse.PART + 2)
    held[0].fulfill(body=many["words-1.json"], content_type="application/json")
    page.wait_for_function("() => document.activeElement.localName === 'a'")
    assert page.evaluate(here) == str(browse.PART + 2)
    assert not page.locator(".arc-list > li[tabindex]").count()


def test_ten_thousand_lines_can_be_skipped(opened: Opened, many: dict[str, str]) -> None:
    page = opened("archive/#game=elfern", index=many)
    lines(page).first.wait_for()
    page.locator(".arc-take button").last.focus()
    page.keyboard.press("Tab")  # the choice
    page.keyboard.press("Tab")
    assert focused(page) == "Skip the list"
    assert page.locator(".arc-skip").bounding_box()["height"] > 10  # type: ignore[index]
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'archive-end'")
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.activeElement.closest('.md-footer') !== null")
    assert urlsplit(page.url).fragment == "game=elfern"


def test_a_selection_is_downloaded_from_the_parts_that_hold_it(
    opened: Opened, many: dict[str, str]
) -> None:
    page = opened("archive/#kind=lesson&game=elfern&length=whole&sort=title", index=many)
    lines(page).first.wait_for()
    page.wait_for_function("() => !document.querySelector('.arc-list > [data-waiting]')")
    for form, ending in (("egn", "egn"), ("jsonl", "jsonl")):
        with page.expect_download() as waiting:
            press_take(page, form)
        path = waiting.value.path()
        text = Path(path).read_text(encoding="utf-8")
        found = int(page.locator(".arc-count").inner_text().split()[0])
        assert waiting.value.suggested_filename == f"elfern-{found}-records.{ending}"
        assert text.count("item-") == found
    parts = [name for name in page.fetched if name.startswith("egn-")]  # type: ignore[attr-defined]
    assert 0 < len(parts) < 40
    assert len(set(parts)) == len(parts)


def press_take(page: Page, form: str) -> None:
    page.locator(f"[data-do=take-{form}]").click()


# --- the archive of the site -------------------------------------------------------------------


def test_a_choice_is_in_the_address_and_back_takes_it_back(opened: Opened) -> None:
    page = opened()
    count(page, "All")
    facet(page, "game", "bohemian-schneider").check()
    page.wait_for_function("() => location.hash === '#game=bohemian-schneider'")
    facet(page, "kind", "session").check()
    page.wait_for_function("() => location.hash === '#kind=session&game=bohemian-schneider'")
    shown = page.locator(".arc-count").inner_text()
    page.locator("select[name=sort]").select_option("title")
    titles = lines(page).locator("a").all_inner_texts()
    assert titles == sorted(titles, key=str.lower)
    page.go_back()
    page.go_back()
    page.wait_for_function("() => location.hash === '#game=bohemian-schneider'")
    page.wait_for_function("() => !document.querySelector('input[value=session]').checked")
    page.go_back()
    count(page, "All")
    page.go_forward()
    page.go_forward()
    count(page, shown)
    assert facet(page, "kind", "session").is_checked()
    # Shared: the same in another window.
    other = opened("archive/#kind=session&game=bohemian-schneider")
    count(other, shown)


def test_leaving_and_coming_back_finds_the_choice(opened: Opened) -> None:
    page = opened("archive/#game=bohemian-schneider&q=king")
    count(page, " of ")
    shown = page.locator(".arc-count").inner_text()
    title = lines(page).locator("a").first.inner_text()
    lines(page).locator("a").first.click()
    page.locator("h1", has_text=title).wait_for()
    viewer(page, page.url.rstrip("/").rpartition("/")[2])
    page.go_back()
    count(page, shown)
    assert page.locator("input[type=search]").input_value() == "king"
    assert page.locator("elfern-browse .arc-browse").count() == 1


def test_what_is_found_is_said_once_politely(opened: Opened) -> None:
    page = opened()
    count(page, "All")
    live = page.locator("elfern-browse [aria-live]")
    assert live.count() == 1
    assert live.get_attribute("aria-live") == "polite"
    assert live.inner_text() == ""
    facet(page, "game", "bohemian-schneider").check()
    page.wait_for_function("() => document.querySelector('elfern-browse [aria-live]').textContent")
    assert live.inner_text() == page.locator(".arc-count").inner_text()


def test_a_number_says_what_it_counts_and_a_title_its_language(opened: Opened) -> None:
    page = opened()
    page.get_by_role("checkbox", name="Lesson: 2 records", exact=True).check()
    german = page.locator(".arc-list [lang=de]")
    german.wait_for()
    assert german.inner_text() == "Ein erstes Spiel: der Leser spielt die Vorhand"


def test_where_nothing_is_found_each_choice_can_be_dropped(opened: Opened) -> None:
    page = opened("archive/#game=bohemian-schneider&variant=trump")
    count(page, "0 of")
    assert page.locator(".arc-none").inner_text().startswith("No record has all of this.")
    assert page.locator(".arc-list").is_hidden()
    assert page.locator("[data-do=take-egn]").get_attribute("aria-disabled") == "true"
    offers = page.locator("[data-do=offer]")
    assert offers.count() == 2
    text = offers.first.inner_text()
    expected = text.rpartition(": ")[2].partition(" ")[0]
    offers.first.click()
    count(page, f"{expected} of")
    assert "Bohemian Schneider" in text
    assert urlsplit(page.url).fragment == "variant=trump"
    # The button is gone; the focus is where one can go on.
    assert focused(page).startswith(expected)


def test_what_is_chosen_can_be_taken_away_by_its_chip(opened: Opened) -> None:
    page = opened("archive/#game=elfern&variant=trump&q=heart")
    count(page, " of ")
    chips = page.locator("[data-do=drop]")
    assert chips.all_inner_texts() == [
        "Game: Elfern×",
        "Rules: A fixed trump×",
        "the words “heart”×",
    ]
    chips.nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.hash === '#game=elfern&q=heart'")
    assert focused(page) == "the words “heart”×"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    count(page, "All")
    assert focused(page).startswith("All")
    assert page.locator("input[type=search]").input_value() == ""


def test_a_choice_by_keyboard_alone(opened: Opened) -> None:
    page = opened()
    count(page, "All")
    page.locator("input[type=search]").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "sort"
    page.keyboard.press("Tab")
    assert focused(page) == "Kind"
    page.keyboard.press("Tab")
    value = page.evaluate("document.activeElement.value")
    page.keyboard.press("Space")
    page.wait_for_function("value => location.hash === `#kind=${value}`", arg=value)
    assert page.evaluate("document.activeElement.value") == value
    assert page.evaluate("document.activeElement.checked")


def test_the_records_downloaded_are_records(opened: Opened) -> None:
    page = opened("archive/#game=bohemian-schneider&kind=session")
    count(page, " of ")
    found = int(page.locator(".arc-count").inner_text().split()[0])
    texts = []
    for form in ("egn", "jsonl"):
        with page.expect_download() as waiting:
            press_take(page, form)
        loaded = records.loads(Path(waiting.value.path()).read_bytes())
        assert len(loaded) == found
        texts.append(records.dumps(loaded))
    assert texts[0] == texts[1]


def test_on_a_phone_the_facets_are_behind_a_button(opened: Opened) -> None:
    page = opened(viewport=PHONE)
    count(page, "All")
    panel = page.locator(".arc-panel")
    assert panel.is_hidden()
    button = page.locator("[data-do=filter]")
    button.click()
    assert button.get_attribute("aria-expanded") == "true"
    facet(page, "game", "elfern").check()
    page.wait_for_function(
        "document.querySelector('[data-do=filter]').textContent === 'Filter (1)'"
    )
    small = page.locator("elfern-browse").evaluate(
        """host => [...host.querySelectorAll("button, .arc-value, summary, input[type=search], li")]
          .filter((one) => one.checkVisibility())
          .filter((one) => one.getBoundingClientRect().height < 44)
          .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    button.click()
    assert panel.is_hidden()


def test_the_search_of_the_site_finds_records_by_title(opened: Opened) -> None:
    page = opened()
    page.locator("[data-md-component=search-query]").click()
    page.keyboard.type("king has to go")
    found = page.locator(".md-search-result__link[href*='archive/meyer-king-over-the-nine/']")
    found.first.click()
    page.locator("h1", has_text="the king has to go").wait_for()
    viewer(page, "meyer-king-over-the-nine")
    assert urlsplit(page.url).path.endswith(RECORD)


def test_without_script_every_record_is_a_link(opened: Opened, built_folder: Path) -> None:
    page = opened(java_script_enabled=False)
    links = page.locator(".arc-group a")
    ids = {path.stem for path in (built_folder / "records").glob("*.egn")}
    assert links.count() == len(ids)
    links.first.click()
    assert page.locator(".elfern-tricks").first.is_visible()


def test_where_the_index_cannot_be_had_the_list_stays(
    browser: Browser, site_below: StaticServer
) -> None:
    page = browser.new_page()
    page.route("**/archive/index/records.json", lambda route: route.abort())
    page.goto(site_below.url + "archive/")
    page.locator(".arc-fault").wait_for()
    assert page.locator(".arc-group a").count() > 100
    page.unroute("**/archive/index/records.json")
    page.locator(".arc-fault button").click()
    count(page, "All")
    assert page.locator(".arc-fault:visible").count() == 0
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    [
        "archive/",
        "archive/#game=elfern&variant=must-win&sort=title",
        "archive/#game=bohemian-schneider&variant=trump",
        RECORD,
        RECORD + "embed/",
        "archive/sessions/chalked-session/",
    ],
)
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(opened: Opened, path: str, scheme: str, width: int) -> None:
    page = opened(path, color_scheme=scheme, viewport={"width": width, "height": 900})
    page.wait_for_load_state("networkidle")
    if width == PHONE["width"] and page.locator("[data-do=filter]").count():
        page.locator("[data-do=filter]").click()
    for details in page.locator("main details").all():
        details.evaluate("one => { one.open = true; }")
    found = axe(page, AXE.read_text(encoding="utf-8"), {"include": ["html"]})  # whole page
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# --- a record's page ----------------------------------------------------------------------------


def test_play_goes_on_from_the_step_shown(opened: Opened) -> None:
    page = opened(RECORD)
    play = page.locator("elfern-record [data-do=play]")
    base = "/a/b/play/#from=meyer-king-over-the-nine"
    assert play.evaluate("link => link.href").endswith(f"{base}:0")
    shown = viewer(page, "meyer-king-over-the-nine")
    press(shown, "forward", times=3)
    step = shown.evaluate("one => one.walk.step.address")
    assert step != "0"
    assert play.evaluate("link => link.href").endswith(f"{base}:{step}")


def test_the_analysis_of_the_build_needs_no_python(
    opened: Opened, site_below: StaticServer
) -> None:
    page = opened(RECORD)
    shown = viewer(page, "meyer-king-over-the-nine")
    before = len(site_below.log)
    press(shown, "analyse")
    shown.locator(".elf-chart").wait_for()
    asked = site_below.paths()[before:]
    assert not [path for path in asked if "pyodide" in path or path.endswith((".whl", ".wasm"))]


def test_the_code_for_another_page_works_in_a_frame(
    browser: Browser, site_below: StaticServer, built_folder: Path, tmp_path: Path
) -> None:
    html = (built_folder / RECORD / "index.html").read_text(encoding="utf-8")
    code = html[html.index("&lt;iframe") : html.index("&lt;/iframe&gt;")] + "&lt;/iframe&gt;"
    page = browser.new_page(viewport={"width": 800, "height": 900})
    page.set_content(f"<textarea>{code}</textarea>")
    text = page.locator("textarea").input_value()
    made_for = text.partition('src="')[2].partition("archive/")[0]
    text = text.replace(made_for, site_below.url)
    # As a viewer gives the code: with the step that it stands at.
    text = text.replace('embed/"', 'embed/#replay-meyer-king-over-the-nine:1/lead"')
    other = f"<!doctype html><title>Other</title>{text}"
    (tmp_path / "other.html").write_text(other, encoding="utf-8")
    with StaticServer(tmp_path).running() as elsewhere:
        page.goto(elsewhere.url + "other.html")
        frame = page.frame_locator("iframe")
        frame.locator(".elf").wait_for()
        assert frame.locator(".elf-place span").first.inner_text() == "Trick 1, lead"
        frame.locator("[data-do=forward]").first.click()
        assert frame.locator(".elf-place span").first.inner_text() == "Trick 1, reply"
        # A rule that is looked up does not take the replay's place.
        with page.context.expect_page() as opened_beside:
            frame.locator(".elf-why a").first.click()
        assert "/rules/" in opened_beside.value.url
        frame.locator("[data-do=copyLink]").click()
        frame.locator(".elf-message:visible, .elf-offer-text").first.wait_for()
    page.close()


def test_one_file_works_from_a_disk_without_a_network(
    opened: Opened, browser: Browser, tmp_path: Path
) -> None:
    page = opened(RECORD)
    viewer(page, "meyer-king-over-the-nine")
    with page.expect_download() as waiting:
        page.locator("[data-do=one-file]").click()
    assert waiting.value.suggested_filename == "meyer-king-over-the-nine.html"
    path = tmp_path / "one file.html"
    waiting.value.save_as(path)
    assert path.stat().st_size < 400_000
    context = browser.new_context(offline=True, viewport={"width": 390, "height": 844})
    alone = context.new_page()
    faults: list[str] = []
    asked: list[str] = []
    alone.on("pageerror", lambda error: faults.append(str(error)))
    alone.on("console", lambda m: faults.append(m.text) if m.type == "error" else None)
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(path.as_uri())
    shown = viewer(alone, "meyer-king-over-the-nine")
    shown.locator("[data-do=forward]").first.click()
    assert place(shown) == "Trick 1, lead"
    shown.locator("[data-do=last]").first.click()
    assert place(shown) == "End"
    shown.locator("[data-do=analyse]").click()
    shown.locator(".elf-chart").wait_for()
    for link in alone.locator("elfern-replay a").all():
        assert (link.get_attribute("href") or "").startswith(("http://", "https://", "#", "blob:"))
    assert alone.title() == page.locator("h1").inner_text().rstrip("¶")
    assert asked == [path.as_uri()]
    assert faults == []
    found = axe(alone, AXE.read_text(encoding="utf-8"), {"include": ["html"]})
    assert found == []
    context.close()
