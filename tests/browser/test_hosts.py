"""Any static host: one that compresses and one that does not, one that labels `.gz`, and a disk."""

from __future__ import annotations

import gzip
import shutil
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from elfern_core import records
from site_plugins import compressed
from tests.browser.runtime_pages import ROOT, ask, odd_engine, write_pages
from tests.browser.serving import Answer, StaticServer
from tests.browser.test_site_engine import FOLLOW, LONG, RULES
from tests.browser.viewers import address, press, viewer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Request

WASM = "pyodide.asm.wasm"
RECORD = "archive/meyer-king-over-the-nine"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a page with Python, its runtime's files compressed beside them."""
    made = tmp_path_factory.mktemp("hosts")
    write_pages(made, odd_engine(tmp_path_factory.mktemp("engine") / "source"))
    names = compressed.write(made, ROOT / ".cache")
    assert WASM in names
    return made


@pytest.fixture
def server(folder: Path) -> Iterator[StaticServer]:
    """Serve it below a sub-path, as the simplest of hosts does: nothing compressed or labelled."""
    with StaticServer(folder, "/a/b/").running() as running:
        yield running


@pytest.fixture
def page(browser: Browser, server: StaticServer) -> Iterator[Page]:
    """Give the page, whose first worker has not been started."""
    context = browser.new_context()
    made = context.new_page()
    made.set_default_timeout(LONG)
    made.goto(server.url)
    yield made
    context.close()


def compressing(answer: Answer) -> None:
    """Send it as a host that compresses."""
    answer.body = gzip.compress(answer.body, 1)
    answer.headers["Content-Encoding"] = "gzip"


def labelled(answer: Answer) -> None:
    """Send a `.gz` as some hosts do: as the file in it, compressed for the way."""
    answer.headers["Content-Encoding"] = "gzip"
    answer.type = "application/wasm"


def asked(server: StaticServer) -> Counter[str]:
    """Count what was asked of the runtime's files, by name."""
    return Counter(path.rpartition("/")[2] for path in server.paths() if "/runtime/" in path)


def test_where_the_host_does_not_compress_the_siblings_come(
    page: Page, server: StaticServer
) -> None:
    assert "result" in ask(page, "version")
    names = asked(server)
    packed = {name.removesuffix(".gz") for name in names if name.endswith(".gz")}
    assert {WASM, "python_stdlib.zip"} <= packed
    assert all(names[name] == 1 for name in names)


def test_where_the_host_compresses_no_sibling_is_asked_for(
    page: Page, server: StaticServer, folder: Path
) -> None:
    runtime = next((folder / "assets" / "runtime").iterdir())
    for path in runtime.iterdir():
        server.spoil[path.name] = compressing
    assert "result" in ask(page, "version")
    assert [name for name in asked(server) if name.endswith(".gz")] == []
    assert set(asked(server).values()) == {1}


def test_where_the_host_labels_the_sibling_it_is_not_unpacked_twice(
    page: Page, server: StaticServer
) -> None:
    server.spoil[f"{WASM}.gz"] = labelled
    server.spoil["python_stdlib.zip.gz"] = labelled
    assert "result" in ask(page, "version")
    assert asked(server)[f"{WASM}.gz"] == 1


def test_where_the_siblings_were_left_out_the_files_themselves_come(
    page: Page, server: StaticServer
) -> None:
    def missing(answer: Answer) -> None:
        answer.status = 404

    for name in (WASM, "python_stdlib.zip"):
        server.spoil[f"{name}.gz"] = missing
    assert "result" in ask(page, "version")
    assert asked(server)[WASM] == 1


def test_a_damaged_sibling_is_told_with_its_name(page: Page, server: StaticServer) -> None:
    def damaged(answer: Answer) -> None:
        middle = len(answer.body) // 2
        answer.body = answer.body[:middle] + b"\0" * (len(answer.body) - middle)

    server.spoil["python_stdlib.zip.gz"] = damaged
    error = ask(page, "version")["error"]
    assert error["file"] == "python_stdlib.zip"
    assert error["retry"] is True
    del server.spoil["python_stdlib.zip.gz"]
    assert "result" in ask(page, "version")


# --- from disk -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def disk(built_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the built site as it comes out of a zip: in some folder with a space in its name."""
    packed = tmp_path_factory.mktemp("zip")
    archive = shutil.make_archive(
        str(packed / "site"), "zip", built_folder, logger=None, dry_run=False
    )
    folder = packed / "the site"
    shutil.unpack_archive(archive, folder)
    return folder


@pytest.fixture
def page_from_disk(browser: Browser, disk: Path) -> Iterator[Page]:
    """Give the rules page opened from disk, on which no script may fail."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    made = context.new_page()
    made.set_default_timeout(LONG)
    faults: list[str] = []
    made.on("pageerror", lambda error: faults.append(str(error)))

    def asked_for(request: Request) -> None:
        if is_foreign(request.url):
            faults.append(request.url)

    made.on("request", asked_for)
    made.goto((disk / RULES / "index.html").as_uri())
    viewer(made, FOLLOW.removeprefix("replay-"))
    yield made
    context.close()
    assert faults == []


def is_foreign(url: str) -> bool:
    """Tell whether an address leaves the disk."""
    return not url.startswith(("file:", "data:", "blob:", "about:"))


def test_from_disk_examples_are_stepped_through(page_from_disk: Page) -> None:
    viewer = page_from_disk.locator(f"#{FOLLOW}")
    viewer.scroll_into_view_if_needed()
    before = address(viewer)
    press(viewer, "forward")
    assert address(viewer) != before


def test_from_disk_run_says_why_it_does_not(page_from_disk: Page) -> None:
    viewer = page_from_disk.locator(f"#{FOLLOW}")
    viewer.scroll_into_view_if_needed()
    press(viewer, "run")
    viewer.get_by_text("Python cannot start in a page opened from disk").first.wait_for()


def test_from_disk_search_finds_and_leads_to_pages(page_from_disk: Page) -> None:
    page_from_disk.locator(".md-search__input").click()
    page_from_disk.keyboard.type("stander", delay=20)
    page_from_disk.locator(".md-search-result__link").first.click()
    page_from_disk.wait_for_url("**/index.html?h=stander*")
    assert page_from_disk.locator("h1").count() == 1


def test_from_disk_links_and_downloads_work(page_from_disk: Page, disk: Path) -> None:
    link = page_from_disk.locator("a[href$='.egn'][download]").first
    name = link.get_attribute("href")
    assert name
    assert (disk / RULES / name).resolve().is_file()
    page_from_disk.locator(".md-header a.md-logo").click()
    page_from_disk.wait_for_url("**/index.html")
    assert page_from_disk.url == (disk / "index.html").as_uri()


def test_from_disk_the_offline_page_says_that_it_is_here_already(
    page_from_disk: Page, disk: Path
) -> None:
    page_from_disk.goto((disk / "offline" / "index.html").as_uri())
    page_from_disk.get_by_text("the site is on this device already").wait_for()


def test_from_disk_records_are_found_and_downloaded(page_from_disk: Page, disk: Path) -> None:
    page = page_from_disk
    page.goto((disk / "archive" / "index.html").as_uri() + "#game=bohemian-schneider&q=king")
    count = page.locator(".arc-count", has_text=" of ")
    count.wait_for()
    found = int(count.inner_text().split()[0])
    assert found > 0
    for form in ("egn", "jsonl"):
        with page.expect_download() as waiting:
            page.locator(f"[data-do=take-{form}]").click()
        assert len(records.loads(waiting.value.path().read_bytes())) == found
    first = page.locator(".arc-list a").first
    title = first.inner_text()
    first.click()
    page.wait_for_url("**/index.html")
    assert page.locator("h1").inner_text().startswith(title)


def test_from_disk_a_record_is_taken_away(
    page_from_disk: Page, disk: Path, tmp_path: Path, browser: Browser
) -> None:
    page = page_from_disk
    page.goto((disk / RECORD / "index.html").as_uri())
    name = RECORD.rpartition("/")[2]
    shown = page.locator(f"#replay-{name}")
    press(shown, "forward")
    with page.expect_download() as waiting:
        press(shown, "download")
    egn = (disk / "records" / f"{name}.egn").read_bytes()
    assert waiting.value.path().read_bytes() == egn
    with page.expect_download() as waiting:
        page.locator("[data-do=one-file]").click()
    path = tmp_path / "one.html"
    waiting.value.save_as(path)
    alone = browser.new_page()
    alone.goto(path.as_uri())
    viewer = alone.locator(f"#replay-{name}")
    viewer.locator(".elf").wait_for()
    press(viewer, "forward")
    assert address(viewer) == address(shown) == "1/lead"
    # What it links to is the site, not this disk.
    links = alone.locator("a[href]").evaluate_all("all => all.map((one) => one.href)")
    assert not [link for link in links if link.startswith("file:") and "#" not in link]
    alone.close()


def test_from_disk_the_rooms_are_drawn(page_from_disk: Page, disk: Path) -> None:
    for page, room in (("lab", "elfern-lab"), ("check", "elfern-bring"), ("play", "elfern-play")):
        page_from_disk.goto((disk / page / "index.html").as_uri())
        page_from_disk.wait_for_selector(f"{room}[data-drawn]", state="attached")
