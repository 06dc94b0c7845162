"""Memory over many reloads and many stops, and a page with many viewers: nothing piles up.

Counted are what the browser itself counts: nodes, listeners and the pages of its processes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import psutil
import pytest

from tests.browser.runtime_pages import ROOT, ask, write_pages
from tests.browser.serving import StaticServer
from tests.browser.viewers import draw_all, press, viewer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

TIMES = 20
ROOM = 1.25
"""How much more there may be at the end than a quarter of the way through."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[StaticServer]:
    """Serve a page that has the real engine and nothing else on it."""
    write_pages(tmp_path, ROOT)
    with StaticServer(tmp_path, "/a/b/").running() as running:
        yield running


def counts(page: Page) -> dict[str, int]:
    """Give nodes and listeners that live once what is unused has been cleared away."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    found: dict[str, int] = session.send("Memory.getDOMCounters")
    session.detach()
    return found


def renderers_megabytes(browser: Browser) -> float:
    """Give what the browser's renderers hold in memory of their own."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    total = 0
    for process in processes:
        if process["type"] == "renderer":
            total += psutil.Process(process["id"]).memory_full_info().uss
    return total / 2**20


def test_reloads_leave_nothing_behind(page: Page, site_url: str) -> None:
    page.goto(site_url)
    found = []
    for _ in range(TIMES):
        page.reload()
        press(viewer(page), "forward", times=3)
        found.append(counts(page))
    for name in ("nodes", "jsEventListeners", "documents"):
        assert found[-1][name] <= found[TIMES // 4][name] * ROOM, name


def test_stops_leave_no_memory_behind(browser: Browser, server: StaticServer) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_function("() => window.ask")
    found = []
    for _ in range(TIMES):
        assert "result" in ask(page, "version")
        page.evaluate("() => { window.answer = ask('version'); python.stop(); }")
        page.evaluate("() => window.answer")
        found.append(renderers_megabytes(browser))
    context.close()
    assert min(found[-5:]) <= max(found[:5]) * ROOM, found


def test_reloads_with_python_leave_no_memory_behind(browser: Browser, server: StaticServer) -> None:
    """Each page that is left had a worker with Python in it."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.url)
    found = []
    for _ in range(TIMES):
        page.wait_for_function("() => window.ask")
        assert "result" in ask(page, "version")
        found.append(renderers_megabytes(browser))
        page.reload()
    context.close()
    assert min(found[-5:]) <= max(found[:5]) * ROOM, found


def test_twelve_viewers_mind_their_own_business(page: Page, site_url: str) -> None:
    """Stepping through one draws nothing in the eleven others, and few nodes in its own."""
    page.goto(site_url)
    viewer(page)
    page.evaluate(
        """() => {
          const first = document.querySelector("elfern-replay");
          for (let number = 2; number <= 12; number += 1) {
            const copy = document.createElement("elfern-replay");
            copy.id = `replay-copy-${number}`;
            for (const template of first.querySelectorAll(":scope > template")) {
              copy.append(template.cloneNode(true));
            }
            first.parentElement.append(copy);
          }
        }"""
    )
    assert draw_all(page).count() >= 12
    changes = page.evaluate(
        """async () => {
          const viewers = [...document.querySelectorAll("elfern-replay")];
          const changed = new Map(viewers.map((one) => [one, 0]));
          const observers = viewers.map((one) => {
            const observer = new MutationObserver((all) => changed.set(one, changed.get(one) + all.length));
            observer.observe(one, { subtree: true, childList: true, attributes: true, characterData: true });
            return observer;
          });
          const mine = viewers[5];
          mine.walk.toEnd("first");
          await new Promise((resolve) => setTimeout(resolve, 300));
          for (const one of viewers) changed.set(one, 0);
          const steps = 8;
          for (let step = 0; step < steps; step += 1) mine.querySelector("[data-do=forward]").click();
          await new Promise((resolve) => setTimeout(resolve, 300));
          for (const observer of observers) observer.disconnect();
          const others = viewers.filter((one) => one !== mine);
          return { mine: changed.get(mine) / steps, others: others.map((one) => changed.get(one)) };
        }"""  # noqa: E501  (a script reads better in its own lines)
    )
    assert changes["others"] == [0] * len(changes["others"])
    assert 0 < changes["mine"] < 200, changes
