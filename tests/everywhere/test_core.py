"""The core of what a reader does, in Firefox and in WebKitGTK: read, step, run, play, find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from elfern_core import __version__
from elfern_core.records import loads
from tests.browser.serving import StaticServer
from tests.everywhere.drivers import Driver, Firefox, WebKit
from tests.everywhere.install import may_be_missing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VIEWER = "#replay-follow-suit-duty"
STEP = f"document.querySelector('{VIEWER}').walk.step.address"
ROOM = "document.querySelector('elfern-play')"


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=lambda kind: kind.name)
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    """Give one browser for all tests of this file."""
    kind: type[Driver] = request.param
    if kind.missing():
        if not may_be_missing():
            pytest.fail(f"{kind.missing()}; `python -m tests.everywhere.install` says what to do")
        pytest.skip(f"{kind.missing()}, and only root on Debian can have it installed unasked")
    with kind() as started:
        yield started


@pytest.fixture(scope="module")
def address(built_folder: Path) -> Iterator[str]:
    """Serve the built site below a sub-path."""
    with StaticServer(built_folder, "/a/b/").running() as server:
        yield server.url


def open_rules(driver: Driver, address: str) -> None:
    """Open the rules page at an example, which is then drawn."""
    driver.goto("about:blank")
    driver.goto(f"{address}rules/elfern/{VIEWER}")
    driver.wait(f"document.querySelector('{VIEWER}[data-drawn]')")


def test_every_example_is_drawn_when_the_reader_comes_near(driver: Driver, address: str) -> None:
    open_rules(driver, address)
    count = driver.evaluate("document.querySelectorAll('elfern-replay').length")
    assert driver.evaluate("document.querySelectorAll('[data-drawn]').length") < count
    for number in range(count):
        one = f"document.querySelectorAll('elfern-replay')[{number}]"
        # Again and again: what is drawn above may push it away.
        go = f"{one}.scrollIntoView({{ behavior: 'instant' }})"
        driver.wait(f"({go}, {one}.matches('[data-drawn]'))")
    assert driver.evaluate("document.querySelectorAll('.elf-broken').length") == 0


def test_stepping_by_button_and_by_key(driver: Driver, address: str) -> None:
    """V1 and V3: one step each, and the page stays where it is."""
    open_rules(driver, address)
    driver.evaluate(f"document.querySelector('{VIEWER}').walk.toEnd('first')")
    driver.click(f"{VIEWER} [data-do=forward]")
    first = driver.evaluate(STEP)
    place = driver.evaluate("scrollY")
    driver.press("ArrowRight")
    second = driver.evaluate(STEP)
    driver.press("ArrowLeft")
    assert driver.evaluate(STEP) == first != second
    driver.press("Enter")
    assert driver.evaluate(STEP) == second
    driver.press("End")
    last = driver.evaluate(STEP)
    driver.press("ArrowRight")
    assert driver.evaluate(STEP) == last
    assert driver.evaluate("scrollY") == place
    assert driver.evaluate("document.activeElement.dataset.do") == "forward"


def test_a_link_to_a_heading_leads_to_it(driver: Driver, address: str) -> None:
    """Whatever is drawn above it meanwhile: Safari moves the page then, Firefox sometimes."""
    driver.goto(f"{address}rules/elfern/")
    headings = "[...document.querySelectorAll('article h2[id]')].map((one) => one.id)"
    names: list[str] = driver.evaluate(headings)
    settled = (
        "new Promise((done) => { let left = 45; const next = () => {"
        " if (document.readyState === 'complete') left -= 1;"
        " if (left > 0) requestAnimationFrame(next); else done(true); }; next(); })"
    )
    missed = {}

    def look(way: str, name: str) -> None:
        driver.evaluate(settled)
        top = driver.evaluate(f"document.getElementById('{name}').getBoundingClientRect().top")
        end = "scrollY + innerHeight >= document.documentElement.scrollHeight - 4"
        if not 0 <= top < 120 and not driver.evaluate(end):
            missed[way, name] = top

    for name in names[1::4]:
        driver.goto("about:blank")
        driver.goto(f"{address}rules/elfern/#{name}")
        look("by address", name)
    driver.goto("about:blank")
    driver.goto(f"{address}rules/elfern/")
    driver.evaluate(settled)
    for name in names[::-3]:
        driver.evaluate(f"location.hash = '{name}'")
        look("in the page", name)
    assert missed == {}


def test_a_link_opens_its_step(driver: Driver, address: str) -> None:
    open_rules(driver, address)
    driver.evaluate(f"document.querySelector('{VIEWER}').walk.toEnd('last')")
    link: str = driver.evaluate(f"document.querySelector('{VIEWER}').linkTo()")
    step = driver.evaluate(STEP)
    driver.goto("about:blank")
    driver.goto(link)
    driver.wait(f"document.querySelector('{VIEWER}[data-drawn]')")
    driver.wait(f"{STEP} === {step!r}")


def test_run_replays_the_record_in_this_browser(driver: Driver, address: str) -> None:
    open_rules(driver, address)
    driver.click(f"{VIEWER} [data-do=run]")
    status = f"document.querySelector('{VIEWER} .elf-status').textContent"
    driver.wait(f"/engine \\d/.test({status})")
    assert __version__ in driver.evaluate(status)


def test_a_deal_is_played_to_its_end_and_survives_a_reload(driver: Driver, address: str) -> None:
    driver.goto(f"{address}play/")
    driver.wait(f"{ROOM}?.querySelector('[data-do=start]')")
    driver.evaluate(f"{ROOM}.dataset.pause = '0', {ROOM}.querySelector('[name=number]').value = 1")
    driver.click("elfern-play [data-do=start]")
    reloaded = False
    over = f"{ROOM}.querySelector('[data-do=fresh], [data-do=next]')"
    for _ in range(17):
        driver.wait(f"{ROOM}.querySelector('.play-own [data-legal]') ?? {over}")
        if driver.evaluate(f"{over} !== null"):
            break
        before = driver.evaluate(f"{ROOM}.record")
        driver.click("elfern-play .play-own [data-legal]")
        driver.wait(f"{ROOM}.record.length > {len(before)}")
        if not reloaded and len(tricks(driver)) > 3:
            driver.wait(f"{ROOM}.querySelector('.play-own [data-legal]')")
            text = driver.evaluate(f"{ROOM}.record")
            # What a page keeps is on its way from one process of the browser to another.
            driver.evaluate("new Promise((done) => setTimeout(done, 500))")
            driver.goto("about:blank")
            driver.goto(f"{address}play/")
            driver.wait(f"{ROOM}?.record")
            assert driver.evaluate(f"{ROOM}.record").startswith(text.rstrip()[:-1])
            driver.evaluate(f"{ROOM}.dataset.pause = '0'")
            reloaded = True
    assert reloaded
    (record,) = loads(driver.evaluate(f"{ROOM}.record"))
    assert record.result is not None


def tricks(driver: Driver) -> tuple[Any, ...]:
    """Give the tricks of the record as it stands."""
    (record,) = loads(driver.evaluate(f"{ROOM}.record"))
    return record.tricks


def test_a_record_is_found_in_the_archive_and_stepped_through(driver: Driver, address: str) -> None:
    driver.goto(f"{address}archive/#game=bohemian-schneider")
    driver.wait("/ of /.test(document.querySelector('.arc-count')?.textContent)")
    before = driver.evaluate("document.querySelector('.arc-count').textContent")
    driver.click(".arc-facet[data-facet=kind] input[value=session]")
    driver.wait("location.hash === '#kind=session&game=bohemian-schneider'")
    driver.wait(f"document.querySelector('.arc-count').textContent !== {before!r}")
    driver.wait("document.querySelector('.arc-list > li:not([data-waiting]) a')")
    title = driver.evaluate("document.querySelector('.arc-list a').textContent")
    driver.click(".arc-list a")
    driver.wait("document.querySelector('elfern-replay[data-drawn]')")
    assert driver.evaluate("document.querySelector('h1').textContent").startswith(title)
    driver.click("elfern-replay [data-do=forward]")
    step = "document.querySelector('elfern-replay').walk.step.address"
    assert driver.evaluate(step) == "1/lead"
    assert driver.evaluate("document.querySelector('[data-do=play]').href").endswith(":1/lead")


def test_a_bad_record_is_told_where_it_is_wrong(driver: Driver, address: str) -> None:
    driver.goto(f"{address}check/")
    driver.wait("document.querySelector('elfern-bring textarea')")
    driver.evaluate(
        "(() => { const area = document.querySelector('elfern-bring textarea');"
        'area.value = \'[Elfern "1"]\\n[Rules "elfern"]\\n\\n1. HA 1O *\\n\';'
        "area.dispatchEvent(new Event('input', { bubbles: true })); })()"
    )
    driver.click("elfern-bring [data-do=check]")
    driver.wait("/4/.test(document.querySelector('elfern-bring .elf-findings')?.textContent)")
    assert "1O" in driver.evaluate("document.querySelector('elfern-bring textarea').value")
