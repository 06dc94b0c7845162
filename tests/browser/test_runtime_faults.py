"""Python in a real browser: what is asked for, what fails and how that is said, what comes back.

The page here has nothing but `python.mjs` on it, and an engine that misbehaves when asked to. All
of it stands below a sub-path, and no other origin can be reached.
"""

from __future__ import annotations

import random
import shutil
import threading
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.runtime_pages import ROOT, ask, odd_engine, write_pages
from tests.browser.serving import Answer, StaticServer
from tools import chromium

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page, Route

    from site_plugins.runtime import Runtime


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return odd_engine(tmp_path_factory.mktemp("engine") / "source")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def runtime(folder: Path, engine: Path) -> Runtime:
    return write_pages(folder, engine)


@pytest.fixture
def server(folder: Path, runtime: Runtime) -> Iterator[StaticServer]:
    assert runtime.folder.is_relative_to(folder)
    with StaticServer(folder, "/a/b/").running() as running:
        yield running


@pytest.fixture(scope="module")
def browser(browser: Browser, chromium_executable: Path) -> Iterator[Browser]:
    """Give a browser as readers have it: a page that is left may be kept and come back to."""
    started = browser.browser_type.launch(
        executable_path=chromium_executable,
        args=list(chromium.ARGUMENTS),
        ignore_default_args=["--disable-back-forward-cache"],
    )
    yield started
    started.close()


@pytest.fixture
def context(browser: Browser, server: StaticServer) -> Iterator[BrowserContext]:
    """Give a private window in which every request to another origin is an error."""
    strangers: list[str] = []

    def only_ours(route: Route) -> None:
        strangers.append(route.request.url)
        route.abort()

    context = browser.new_context()
    context.route(lambda url: not url.startswith((server.origin, "data:")), only_ours)
    yield context
    context.close()
    assert strangers == []


@pytest.fixture
def page(context: BrowserContext, server: StaticServer) -> Page:
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_function("() => window.ask")
    return page


def state(page: Page) -> str:
    return str(page.evaluate("() => python.state"))


def wait_until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for what the browser's own process tells late, such as the end of a worker."""
    for _ in range(200):
        if holds():
            return
        page.wait_for_timeout(50)
    pytest.fail("it did not come about in 10 seconds")


def wait_for_workers(page: Page, number: int) -> None:
    wait_until(page, lambda: len(page.workers) == number)


def below_runtime(server: StaticServer) -> list[str]:
    """Give the names of the files of the runtime that were asked for, in order."""
    return [path.rsplit("/", 1)[1] for path in server.paths() if path.startswith("assets/runtime/")]


# --- what is asked for -------------------------------------------------------------------------


def test_nothing_of_python_is_fetched_before_it_is_asked_for(
    page: Page, server: StaticServer
) -> None:
    assert state(page) == "none"
    assert sorted(server.paths()) == [
        "",
        "assets/loading.mjs",
        "assets/page.mjs",
        "assets/python.mjs",
    ]


def test_a_start_asks_for_each_file_once_and_for_nothing_else(
    page: Page, server: StaticServer, runtime: Runtime
) -> None:
    server.log.clear()
    answer = ask(page, "version")
    assert answer == {"result": {"engine": "0.0.0", "python": runtime.python}}
    expected = [f"assets/runtime/{runtime.key}/{file.name}" for file in runtime.files.values()]
    assert sorted(server.paths()) == sorted(["assets/runtime.mjs", *expected])
    assert {one.status for one in server.log} == {200}
    assert state(page) == "ready"


def test_no_service_worker_no_isolation_no_shared_memory(page: Page) -> None:
    ask(page, "version")
    assert page.evaluate("() => crossOriginIsolated") is False
    assert (
        page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
    )
    for name in ("python.mjs", "worker.mjs"):
        source = (ROOT / "docs" / "assets" / name).read_text()
        assert "SharedArrayBuffer" not in source
        assert "serviceWorker" not in source


def test_warm_loads_and_a_call_then_joins_it(page: Page, server: StaticServer) -> None:
    page.evaluate("() => { python.warm(); python.warm(); }")
    assert state(page) == "starting"
    assert ask(page, "echo", {"n": 1})["result"] == {"n": 1, "op": "echo"}
    assert below_runtime(server).count("worker.mjs") == 1


@pytest.mark.parametrize("preference", ["header", "media"])
def test_warm_respects_a_wish_to_save_data(
    context: BrowserContext, server: StaticServer, preference: str
) -> None:
    page = context.new_page()
    page.add_init_script(
        "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
        if preference == "header"
        else "const asked = matchMedia; window.matchMedia = (query) => "
        "query === '(prefers-reduced-data: reduce)' ? { matches: true } : asked(query);"
    )
    page.goto(server.url)
    page.wait_for_function("() => window.ask")
    page.evaluate("() => python.warm()")
    assert state(page) == "none"
    assert below_runtime(server) == []
    assert "result" in ask(page, "version")


def test_stages_come_in_order_with_the_sizes_of_the_manifest(page: Page, runtime: Runtime) -> None:
    ask(page, "version")
    told: list[tuple[str, dict[str, Any]]] = page.evaluate("() => stages")
    texts = list(dict.fromkeys(text.partition(",")[0] for text, _ in told))
    assert texts == [
        "Loading Python (1 of 3)",
        "Loading the standard library (2 of 3)",
        "Loading the rules engine (3 of 3)",
    ]
    files = runtime.files
    totals = {detail["stage"]: detail["total"] for _, detail in told}
    assert totals == {
        1: files["loader"].size + files["glue"].size + files["wasm"].size,
        2: files["library"].size,
        3: files["engine"].size,
    }
    assert all(detail["loaded"] <= detail["total"] for _, detail in told)
    megabytes = f"{totals[2] / 1e6:.1f} MB"
    in_between = [text for text, detail in told if detail["stage"] == 2]
    assert in_between[-1].endswith(f", {megabytes} of {megabytes}")
    assert told[-1][1]["loaded"] == files["engine"].size
    assert told[0][1]["waiting"]
    assert told[-1][1]["waiting"] == []


# --- what fails, and how that is said ----------------------------------------------------------


def gone(answer: Answer) -> None:
    answer.body, answer.type, answer.status = b"<!doctype html><p>Gone", "text/html", 404


def a_page(answer: Answer) -> None:
    answer.body, answer.type = b"<!doctype html><p>Sign in to this network", "text/html"


def cut_off(answer: Answer) -> None:
    answer.sent = len(answer.body) // 2


def short(answer: Answer) -> None:
    answer.body = answer.body[: len(answer.body) // 2]


def altered(answer: Answer) -> None:
    middle = len(answer.body) // 2
    answer.body = answer.body[:middle] + bytes(64) + answer.body[middle + 64 :]


FAULTS: dict[str, tuple[str, Callable[[Answer], None], str]] = {
    "wasm gone": ("wasm", gone, "status 404"),
    "wasm a page": ("wasm", a_page, "is not WebAssembly"),
    "wasm cut off": ("wasm", cut_off, "broke off after"),
    "wasm short": ("wasm", short, "ended after"),
    "wasm altered": ("wasm", altered, "was refused by the browser"),
    "library gone": ("library", gone, "status 404"),
    "library cut off": ("library", cut_off, "broke off after"),
    "library short": ("library", short, "ended after"),
    "library altered": ("library", altered, "is damaged"),
    "engine gone": ("engine", gone, "status 404"),
    "engine a page": ("engine", a_page, "ended after"),
    "engine altered": ("engine", altered, "is damaged"),
    "loader gone": ("loader", gone, "status 404"),
    "loader a page": ("loader", a_page, "could not be loaded"),
    "glue gone": ("glue", gone, "status 404"),
    "glue short": ("glue", short, "could not be loaded"),
    "worker gone": ("worker", gone, "could not be loaded"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_names_its_file_and_a_retry_mends_it(
    page: Page, server: StaticServer, runtime: Runtime, fault: str
) -> None:
    role, spoil, what = FAULTS[fault]
    name = runtime.files[role].name
    server.spoil[name] = spoil
    error = ask(page, "version")["error"]
    assert error["file"] == name
    assert name in error["message"]
    assert what in error["message"]
    assert "failed to start 2 times" in error["message"]
    assert "[object" not in error["text"]
    assert error["retry"] is True
    assert state(page) == "failed"
    wait_for_workers(page, 0)

    # No start but by the reader's wish, and then one that works.
    begun: list[str] = []
    page.on("request", lambda request: begun.append(request.url))
    page.evaluate("() => { python.warm(); return new Promise((done) => setTimeout(done, 50)); }")
    assert begun == []
    server.spoil.clear()
    assert ask(page, "version")["result"]["engine"] == "0.0.0"
    assert any("/runtime/" in url for url in begun)
    assert state(page) == "ready"


def test_a_fault_that_passes_is_mended_without_a_word(
    page: Page, server: StaticServer, runtime: Runtime
) -> None:
    name = runtime.files["engine"].name

    def once(answer: Answer) -> None:
        altered(answer)
        server.spoil.clear()

    server.headers["Cache-Control"] = "max-age=600"  # the damaged copy stays in the cache
    server.spoil[name] = once
    assert "result" in ask(page, "version")
    assert below_runtime(server).count(name) == 2


def test_where_the_runtime_stands_cannot_be_had(page: Page, server: StaticServer) -> None:
    server.spoil["runtime.mjs"] = gone
    error = ask(page, "version")["error"]
    assert (error["code"], error["file"], error["retry"]) == ("load", "runtime.mjs", True)
    server.spoil.clear()
    assert "result" in ask(page, "version")


def test_a_server_that_does_not_know_the_type_of_wasm_will_do(
    page: Page, server: StaticServer, runtime: Runtime
) -> None:
    def untyped(answer: Answer) -> None:
        answer.type = "application/octet-stream"

    server.spoil[runtime.files["wasm"].name] = untyped
    assert "result" in ask(page, "version")


def test_silence_ends_the_start_and_names_what_it_waited_for(
    page: Page, server: StaticServer, runtime: Runtime
) -> None:
    name = runtime.files["wasm"].name
    release = threading.Event()

    def silent(answer: Answer) -> None:
        answer.wait = release

    server.spoil[name] = silent
    page.clock.install()
    page.evaluate("() => { window.answer = ask('version'); }")
    waiting = "() => stages.at(-1)?.[1].waiting"
    wait_until(page, lambda: page.evaluate(waiting) == [name])
    page.clock.run_for(29_000)
    assert state(page) == "starting"
    page.clock.run_for(2_000)
    error = page.evaluate("() => answer")["error"]
    assert (error["code"], error["file"], error["retry"]) == ("start-timeout", name, True)
    assert "30 seconds" in error["message"]
    assert name in error["message"]
    assert state(page) == "failed"
    release.set()
    server.spoil.clear()
    assert "result" in ask(page, "version")


@pytest.mark.parametrize("allowed", [False, True])
def test_a_content_security_policy(
    context: BrowserContext, server: StaticServer, runtime: Runtime, *, allowed: bool
) -> None:
    wasm = " 'wasm-unsafe-eval'" if allowed else ""
    server.headers["Content-Security-Policy"] = (
        f"default-src 'self'; script-src 'self'{wasm}; connect-src 'self'"
    )
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_function("() => window.ask")
    answer = ask(page, "version")
    if allowed:
        assert "result" in answer
    else:
        assert answer["error"]["file"] == runtime.files["wasm"].name
        assert "was refused by the browser" in answer["error"]["message"]


def test_a_page_from_disk_says_why_not(
    browser: Browser, chromium_executable: Path, folder: Path, runtime: Runtime
) -> None:
    assert runtime.folder.is_dir()
    lenient = browser.browser_type.launch(
        executable_path=chromium_executable,
        # Without this flag no module script starts there at all.
        args=[*chromium.ARGUMENTS, "--allow-file-access-from-files"],
    )
    page = lenient.new_page()
    page.goto((folder / "index.html").as_uri())
    page.wait_for_function("() => window.ask")
    page.evaluate("() => python.warm()")
    error = ask(page, "version")["error"]
    assert (error["code"], error["retry"]) == ("file-scheme", False)
    assert "from disk" in error["message"]
    assert page.workers == []
    lenient.close()


# --- runs that go wrong ------------------------------------------------------------------------


def test_an_answer_that_refuses_keeps_all_that_the_bridge_said(page: Page) -> None:
    error = ask(page, "refuse")["error"]
    assert error["text"] == "EngineError: No."
    assert (error["code"], error["card"], error["retry"]) == ("illegal", "S7", False)
    assert error["frames"] == {"steps": []}


@pytest.mark.parametrize(
    ("op", "payload", "message"),
    [
        ("load", {"module": "numpy"}, "ModuleNotFoundError: No module named 'numpy'"),
        ("load", {"module": "micropip"}, "ModuleNotFoundError: No module named 'micropip'"),
        ("ask", {}, "EOFError"),
        ("thread", {}, "RuntimeError: can't start new thread"),
        ("partial", {}, "ValueError: after a partial line"),
        ("strange", {}, "KeyError: 'strange'"),
        ("deep", {}, "RecursionError: maximum recursion depth exceeded"),
    ],
)
def test_a_fault_of_the_engine_is_one_line(
    page: Page, server: StaticServer, op: str, payload: object, message: str
) -> None:
    ask(page, "version")
    server.log.clear()
    error = ask(page, op, payload)["error"]
    assert error["code"] == "engine"
    assert error["message"].startswith(f"The rules engine failed: {message}")
    assert "\n" not in error["message"]
    assert server.log == []
    assert ask(page, "calls")["result"] == 3  # the worker that failed goes on


def test_an_endless_run_is_stopped_by_its_limit(page: Page, server: StaticServer) -> None:
    ask(page, "version")
    error = ask(page, "spin", timeout=300)["error"]
    assert (error["code"], error["retry"]) == ("timeout", True)
    assert "0.3 seconds" in error["message"]
    assert ask(page, "calls")["result"] == 1  # a new worker
    assert below_runtime(server).count("worker.mjs") == 2


@pytest.mark.parametrize(("op", "payload"), [("spin", {}), ("sleep", {"seconds": 60})])
def test_stop_ends_a_run_at_once_and_the_page_lives_on(
    page: Page, op: str, payload: object
) -> None:
    ask(page, "version")
    page.evaluate("([op, payload]) => { window.answer = ask(op, payload); }", [op, payload])
    page.wait_for_timeout(50)
    page.evaluate("() => python.stop()")
    assert page.evaluate("() => answer")["error"]["code"] == "stopped"
    assert state(page) == "starting"  # replaced before it is asked for again
    assert ask(page, "calls")["result"] == 1
    wait_for_workers(page, 1)


def test_stop_while_loading_leaves_nothing_behind(page: Page) -> None:
    page.evaluate("() => { window.answer = ask('version'); }")
    page.wait_for_function("() => stages.length > 0")
    page.evaluate("() => python.stop()")
    assert page.evaluate("() => answer")["error"]["code"] == "stopped"
    assert state(page) == "none"
    wait_for_workers(page, 0)


def test_stop_with_nothing_to_stop_keeps_the_worker(page: Page) -> None:
    page.evaluate("() => python.stop()")
    assert state(page) == "none"
    ask(page, "version")
    page.evaluate("() => python.stop()")
    assert ask(page, "calls")["result"] == 2


def test_run_stop_run_in_a_hurry_gives_one_result(page: Page) -> None:
    answers = page.evaluate(
        """async () => {
          const answers = [];
          for (let n = 0; n < 20; n++) {
            answers.push(ask("echo", { n }));
            if (n % 5 === 4) await new Promise((resolve) => setTimeout(resolve, 30));
            python.stop();
          }
          answers.push(ask("echo", { n: 20 }));
          return Promise.all(answers);
        }"""
    )
    assert [answer["error"]["code"] for answer in answers[:-1]] == ["stopped"] * 20
    assert answers[-1] == {"result": {"n": 20, "op": "echo"}}
    wait_for_workers(page, 1)
    assert ask(page, "calls")["result"] == 2


def test_many_callers_share_one_worker_and_are_answered_in_turn(
    page: Page, server: StaticServer
) -> None:
    answers = page.evaluate(
        """async () => {
          const order = [];
          await Promise.all(Array.from({ length: 12 }, (_, n) =>
            ask(n === 5 ? "strange" : "echo", { n }).then(({ result }) => order.push(result?.n))));
          return order;
        }"""
    )
    assert answers == [0, 1, 2, 3, 4, None, 6, 7, 8, 9, 10, 11]
    wait_for_workers(page, 1)
    assert below_runtime(server).count("worker.mjs") == 1


def test_those_who_wait_behind_a_lost_run_are_answered_by_the_next_worker(page: Page) -> None:
    answers = page.evaluate(
        """() => Promise.all([
          ask("spin", {}, { timeout: 300 }), ask("echo", { n: 1 }), ask("die"), ask("calls"),
        ])"""
    )
    assert answers[0]["error"]["code"] == "timeout"
    assert answers[1]["result"]["n"] == 1
    assert answers[2]["error"]["code"] == "crashed"
    assert answers[2]["error"]["retry"] is True
    assert answers[3]["result"] == 1


def test_a_worker_killed_from_outside_is_missed_and_replaced(page: Page) -> None:
    ask(page, "version")
    page.workers[0].evaluate("() => self.close()")
    assert ask(page, "version", timeout=300)["error"]["code"] == "timeout"
    assert "result" in ask(page, "version")


def test_a_flood_of_output_is_cut_off(page: Page) -> None:
    lines: list[str] = []
    page.on("console", lambda message: lines.append(message.text))
    assert ask(page, "flood", {"lines": 20_000}, timeout=60_000)["result"] == 20_000
    assert lines == [*map(str, range(100)), "More was printed and is not shown."]


def test_many_stops_leave_one_worker(page: Page) -> None:
    for _ in range(6):
        ask(page, "version")
        page.evaluate("() => { window.answer = ask('sleep', { seconds: 60 }); python.stop(); }")
    assert "result" in ask(page, "version")
    wait_for_workers(page, 1)


def test_every_start_shuffles_anew_and_a_seed_gives_what_it_gives_elsewhere(page: Page) -> None:
    first = ask(page, "shuffle")["result"]
    seeded = ask(page, "shuffle", {"seed": 1858})["result"]
    page.reload()
    page.wait_for_function("() => window.ask")
    assert ask(page, "shuffle")["result"] != first
    assert ask(page, "shuffle", {"seed": 1858})["result"] == seeded
    assert seeded == random.Random(1858).sample(range(32), 32)


# --- pages come and go -------------------------------------------------------------------------


def test_a_page_that_is_left_ends_its_worker_and_works_when_come_back_to(
    page: Page, server: StaticServer
) -> None:
    page.evaluate("() => { addEventListener('pageshow', (e) => { window.kept = e.persisted; }); }")
    ask(page, "version")
    page.evaluate("() => { window.left = ask('spin'); }")
    page.click("a")
    page.wait_for_url("**/other.html")
    page.wait_for_function("() => window.ask")
    wait_for_workers(page, 0)
    page.evaluate("() => history.back()")
    page.wait_for_function("() => window.kept")
    assert page.evaluate("() => left")["error"]["code"] == "stopped"
    assert state(page) == "none"
    assert ask(page, "calls")["result"] == 1
    wait_for_workers(page, 1)
    assert below_runtime(server).count("worker.mjs") <= 2


class TestANewerEngineIsPutUp:
    """A browser that remembers the earlier files must run the later engine."""

    @pytest.fixture
    def pages(self, tmp_path: Path, engine: Path) -> Path:
        write_pages(tmp_path / "site", engine)
        return tmp_path / "site"

    @pytest.fixture
    def server(self, pages: Path) -> Iterator[StaticServer]:
        server = StaticServer(pages, "/a/b/")
        server.headers["Cache-Control"] = "max-age=600"
        with server.running():
            yield server

    @pytest.fixture
    def put_up(self, pages: Path, tmp_path: Path) -> Callable[[], Runtime]:
        def later() -> Runtime:
            shutil.rmtree(pages / "assets" / "runtime")
            return write_pages(pages, odd_engine(tmp_path / "later", "0.0.1"))

        return later

    def test_on_the_next_page(
        self, context: BrowserContext, page: Page, server: StaticServer, put_up: Callable[[], Any]
    ) -> None:
        assert ask(page, "version")["result"]["engine"] == "0.0.0"
        put_up()
        second = context.new_page()
        second.goto(server.url)
        second.wait_for_function("() => window.ask")
        server.log.clear()
        assert ask(second, "version")["result"]["engine"] == "0.0.1"
        assert {one.status for one in server.log if "runtime/" in one.path} <= {200, 404}

    def test_in_the_same_tab_when_a_new_page_asks(
        self, page: Page, put_up: Callable[[], Runtime]
    ) -> None:
        earlier = ask(page, "version")["result"]
        key = put_up().key
        assert ask(page, "version")["result"] == earlier  # its own page knows no better
        # As instant navigation brings it in.
        page.evaluate("(key) => { document.body.dataset.runtime = key; }", key)
        assert ask(page, "version")["result"]["engine"] == "0.0.1"
        assert ask(page, "calls")["result"] == 2
        wait_for_workers(page, 1)

    def test_a_page_older_than_the_server_does_not_go_round_in_circles(
        self, page: Page, server: StaticServer
    ) -> None:
        assert "result" in ask(page, "version", runtime="0" * 16)
        assert below_runtime(server).count("worker.mjs") <= 2
