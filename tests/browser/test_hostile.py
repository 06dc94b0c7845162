"""Hostile records, links, file names, storage and search terms: they never run or break out.

The texts of each group are tried on one page, so that hundreds take few loads. The content policy
would stop much of it: so that it is not what is tested here, the pages are looked at for what a
text has made of itself, and a stopped script is reported as a fault.
"""

from __future__ import annotations

import dataclasses
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from elfern_core.frames import frames
from elfern_core.records import dumps, loads, read
from site_plugins import policy
from site_plugins.replay import Fence, Urls, render
from tests.browser.conftest import quiet_page, watch
from tests.browser.hostile import FOUND, LISTEN, NOTHING, PAYLOADS, follow
from tests.browser.rooms import open_room_page, room, serve_rooms
from tests.browser.runtime_pages import ask, odd_engine, write_pages
from tests.browser.serving import StaticServer
from tests.browser.test_bring import RECORD, check, put_file
from tests.browser.test_site_engine import LONG

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, FilePayload, Page

    from elfern_core.records import Record

__all__ = ["open_room_page", "serve_rooms"]

GROUPS = ("built pages", "records brought", "fragments", "file names", "storage", "search terms")


@pytest.fixture
def hostile_page(browser: Browser, rooms_server: StaticServer) -> Iterator[Page]:
    """Give a page of the rooms that hears what runs, and on which nothing may be reported."""
    with quiet_page(browser, rooms_server, LISTEN, LONG) as made:
        yield made


def hostile_records() -> list[Record]:
    """Give a record for each text, with the text in all that a person can write."""
    found = []
    for number, payload in enumerate(PAYLOADS):
        line = re.sub(r"[\x00-\x1f\u2028\u2029]", " ", payload).strip()
        escaped = re.sub(r"[\\{}]", r"\\\g<0>", line)
        text = RECORD.replace("two aces", escaped)
        record = loads(text)[0]
        found.append(
            dataclasses.replace(
                record,
                id=f"hostile-{number}",
                title=line,
                forehand=line,
                dealer=line,
                note=line,
            )
        )
    return found


def test_there_are_enough() -> None:
    assert len(set(PAYLOADS)) == len(PAYLOADS)
    assert len(PAYLOADS) * len(GROUPS) >= 300


def test_records_on_built_pages(hostile_page: Page, rooms_server: StaticServer) -> None:
    """What the build makes of a record is put into a page, and drawn by the viewer."""
    examples = []
    for checked in read(dumps(hostile_records())):
        assert not [one for one in checked.findings if one.severity == "error"]
        record = checked.record
        urls = Urls(f"records/{record.id}.egn", "rules/{game}/#{section}", "variants/{variant}/")
        fence = Fence(record.id, record.id)
        examples.append(f"<div>{render(fence, frames(checked), dumps([record]), urls)}</div>")
    scripts = policy.theme_scripts(None)
    html = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title></head>'
        f'<body>{"".join(examples)}<script type="module" src="assets/viewer.mjs"></script></body>'
    )
    guarded = policy.protect(html, policy.policy(scripts), scripts)
    hostile_page.route(
        "**/hostile.html", lambda route: route.fulfill(body=guarded, content_type="text/html")
    )
    hostile_page.goto(rooms_server.url + "hostile.html")
    hostile_page.wait_for_function(
        "count => document.querySelectorAll('elfern-replay').length === count", arg=len(PAYLOADS)
    )
    hostile_page.evaluate(
        "document.querySelectorAll('elfern-replay').forEach((one) => one.scrollIntoView())"
    )
    hostile_page.wait_for_timeout(500)
    assert hostile_page.evaluate(FOUND) == NOTHING
    shown = hostile_page.locator("body").inner_text()
    assert "<script>hit(1)</script>" in shown


def test_records_that_a_reader_brings(hostile_page: Page, rooms_server: StaticServer) -> None:
    hostile_page.expose_function("elfernBridge", _bridge())
    hostile_page.goto(rooms_server.url + "check/")
    room(hostile_page, "elfern-bring")
    check(hostile_page, dumps(hostile_records()))
    assert hostile_page.evaluate(FOUND) == NOTHING
    broken = "\n".join(f'[Title "{payload}"]\n1. F {payload} {payload}' for payload in PAYLOADS)
    hostile_page.locator("#bring-text").fill(broken)
    hostile_page.locator("elfern-bring [data-do=check]:visible").first.click()
    hostile_page.wait_for_selector("elfern-bring:not([data-working])")
    assert hostile_page.evaluate(FOUND) == NOTHING


@pytest.mark.parametrize(
    ("path", "forms"),
    [
        ("check/", ("text=", "record=", "replay-", "")),
        ("lab/", ("rules=", "with=", "rules=elfern&deal=", "")),
        ("play/", ("record=", "rules=", "game=", "from=", "")),
    ],
)
def test_fragments(
    hostile_page: Page, rooms_server: StaticServer, path: str, forms: tuple[str, ...]
) -> None:
    hostile_page.expose_function("elfernBridge", _bridge())
    hostile_page.goto(rooms_server.url + path)
    hostile_page.wait_for_load_state("networkidle")
    follow(hostile_page, forms)
    assert hostile_page.evaluate(FOUND) == NOTHING


def test_file_names(hostile_page: Page, rooms_server: StaticServer) -> None:
    hostile_page.expose_function("elfernBridge", _bridge())
    hostile_page.goto(rooms_server.url + "check/")
    room(hostile_page, "elfern-bring")
    field = hostile_page.locator("elfern-bring input[type=file]").first
    for payload in PAYLOADS:
        name = payload.replace("/", "\N{DIVISION SLASH}") + ".egn"
        file: FilePayload = {"name": name, "mimeType": "text/plain", "buffer": b"\xff\xfe"}
        field.set_input_files(files=[file])
    hostile_page.wait_for_timeout(200)
    assert hostile_page.evaluate(FOUND) == NOTHING
    put_file(hostile_page, RECORD, "<img src=x onerror=hit(1)>.egn")
    assert hostile_page.evaluate(FOUND) == NOTHING


STORAGE = ("elfern-viewer", "elfern-play", "elfern-bring", "elfern-lab")


def _stored(payload: str) -> list[tuple[str, str]]:
    """Give keys and values that hold a text in every place where one of ours would be."""
    game: dict[str, Any] = {
        "id": payload,
        "session": payload,
        "settings": {"players": [payload, payload], "rules": payload, "names": [payload, payload]},
        "text": payload,
        "scene": {
            "format": "elfern-table/1",
            "players": [{"name": payload, "seat": payload}] * 2,
            "slate": {"points": [payload, payload]},
            "rules": {"expression": payload},
            "over": payload,
        },
        "rounds": payload,
        "changed": 1,
    }
    values = (payload, json.dumps(payload), json.dumps({"pack": payload, "rules": payload}))
    found = [(key, value) for key in STORAGE for value in values]
    return [*found, (f"elfern-game:{payload}", json.dumps(game))]


def test_storage(hostile_page: Page, rooms_server: StaticServer) -> None:
    """All games at once, and the settings one after the other."""
    hostile_page.expose_function("elfernBridge", _bridge())
    hostile_page.goto(rooms_server.url + "other/")
    stored = [pair for payload in PAYLOADS for pair in _stored(payload)]
    assert len(stored) > 300
    games = [pair for pair in stored if pair[0].startswith("elfern-game:")]
    settings = [pair for pair in stored if not pair[0].startswith("elfern-game:")]
    # Frames of the site would all share it: a page for each kind of value is enough.
    fill = "pairs => pairs.forEach(([key, value]) => localStorage.setItem(key, value))"
    hostile_page.evaluate(fill, games)
    for start in range(0, len(settings), len(settings) // 3):
        hostile_page.evaluate(fill, settings[start : start + len(STORAGE) * 3])
        for path in ("play/", "check/"):
            hostile_page.goto(rooms_server.url + path)
            hostile_page.wait_for_load_state("networkidle")
            assert hostile_page.evaluate(FOUND) == NOTHING, (path, start)


@pytest.mark.parametrize(
    "value", ["<script>hit(1)</script>", '"hit"', '{"index": 7}', '{"color": {"scheme": [1]}}']
)
def test_a_spoiled_choice_of_colours_is_forgotten(
    browser: Browser, site_below: StaticServer, value: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(site_below.url + "glossary/")
    page.evaluate("value => localStorage.setItem('/a/b/.__palette', value)", value)
    page.goto(site_below.url)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("localStorage.getItem('/a/b/.__palette')") != value
    faults: list[str] = []
    watch(page, faults, site_below.origin.removeprefix("http://"))
    page.goto(site_below.url + "check/")
    room(page, "elfern-bring")
    page.wait_for_load_state("networkidle")
    context.close()
    assert faults == []


def test_search_terms(hostile_page: Page, rooms_server: StaticServer) -> None:
    hostile_page.goto(rooms_server.url + "?q=%3Cscript%3Ehit(1)%3C%2Fscript%3E")
    hostile_page.wait_for_load_state("networkidle")
    field = hostile_page.locator(".md-search__input")
    field.click()
    for payload in PAYLOADS:
        field.fill(payload)
    hostile_page.wait_for_timeout(1000)
    assert hostile_page.evaluate(FOUND) == NOTHING
    hostile_page.goto(rooms_server.url + "other/?h=<img src=x onerror=hit(2) data-hit>")
    hostile_page.wait_for_load_state("networkidle")
    assert hostile_page.evaluate(FOUND) == NOTHING


def _bridge() -> Any:  # noqa: ANN401  (the driver's own kind of callable)
    from elfern_core import bridge  # noqa: PLC0415

    return bridge.call


# --- limits ----------------------------------------------------------------------------------


def test_a_file_too_large_is_told_so_and_nothing_is_lost(
    hostile_page: Page, rooms_server: StaticServer
) -> None:
    hostile_page.goto(rooms_server.url + "check/")
    room(hostile_page, "elfern-bring")
    hostile_page.locator("#bring-text").fill("what I wrote")
    hostile_page.evaluate(
        """() => {
          const field = document.querySelector("elfern-bring input[type=file]");
          const files = new DataTransfer();
          files.items.add(new File([new ArrayBuffer(64 * 1024 * 1024)], "large.egn"));
          field.files = files.files;
          field.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    hostile_page.get_by_text("The file large.egn has 64.0 MiB. At most").first.wait_for()
    assert hostile_page.locator("#bring-text").input_value() == "what I wrote"


def test_a_link_that_unfolds_without_end_is_told_so(
    hostile_page: Page, rooms_server: StaticServer
) -> None:
    """A few kilobytes of a link can hold gigabytes of blanks."""
    hostile_page.goto(rooms_server.url + "check/")
    room(hostile_page, "elfern-bring")
    code = hostile_page.evaluate(
        """async (address) => {
          const { unpack } = await import(address);
          const stream = new Blob([new Uint8Array(48 * 1024 * 1024)]).stream()
            .pipeThrough(new CompressionStream("deflate-raw"));
          const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
          let letters = "";
          for (const byte of bytes) letters += String.fromCharCode(byte);
          const packed = btoa(letters)
            .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
          return unpack(packed).then(() => "unpacked", (error) => error.code);
        }""",
        f"{rooms_server.url}assets/packing.mjs",
    )
    assert code == "too-large"


# --- the worker ------------------------------------------------------------------------------


CALLS = """async () => {
  const tried = {};
  const attempt = async (name, ask) => {
    try {
      await ask();
      tried[name] = "done";
    } catch (error) {
      tried[name] = error.name;
    }
  };
  await attempt("import", () => import("https://elsewhere.test/x.mjs"));
  await attempt("eval", () => (0, eval)("1"));
  await attempt("Function", () => Function("return 1")());
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport",
    "importScripts", "Worker", "BroadcastChannel", "indexedDB", "caches"]) {
    tried[name] = typeof self[name];
  }
  return tried;
}"""


@pytest.fixture(scope="module")
def walled(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Page, list[str]]]:
    folder = tmp_path_factory.mktemp("walled")
    write_pages(folder, odd_engine(tmp_path_factory.mktemp("engine") / "source"))
    scripts = policy.theme_scripts(None)
    index = folder / "index.html"
    html = index.read_text().replace("<title>", '<meta charset="utf-8"><title>')
    index.write_text(policy.protect(html, policy.policy(scripts), scripts))
    with StaticServer(folder, "/a/b/").running() as server:
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(LONG)
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        page.goto(server.url)
        assert "result" in ask(page, "version")
        yield page, asked
        context.close()


class TestTheWorkerCannotCallOut:
    """With the page's policy, which its script takes along, and with what is shut in it."""

    def test_its_script_stands_in_the_page(self, walled: tuple[Page, list[str]]) -> None:
        page, _ = walled
        (worker,) = page.workers
        assert worker.url.startswith("blob:")

    def test_what_could_call_out_is_not_there(self, walled: tuple[Page, list[str]]) -> None:
        page, _ = walled
        tried = page.workers[0].evaluate(CALLS)
        assert {name for name, kind in tried.items() if kind != "undefined"} == {
            "import",
            "eval",
            "Function",
        }

    def test_python_reaches_no_javascript(self, walled: tuple[Page, list[str]]) -> None:
        page, _ = walled
        for module in ("js", "pyodide_js"):
            error = ask(page, "load", {"module": module})["error"]
            assert "No module named" in error["message"], error
        assert "result" in ask(page, "load", {"module": "json"})

    def test_a_request_is_data(self, walled: tuple[Page, list[str]]) -> None:
        page, asked = walled
        before = len(asked)
        for payload in PAYLOADS:
            answer = ask(page, payload, {"text": payload, "module": payload, payload: payload})
            assert "error" in answer, payload
        assert "result" in ask(page, "version")
        assert asked[before:] == []
