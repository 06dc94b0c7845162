"""Keeping the site for offline: on request only, whole or not at all, one version at a time."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest

from site_plugins import offline
from site_plugins.bundle import ASSETS
from tests.browser.runtime_pages import NODE_MODULES
from tests.browser.serving import StaticServer
from tests.browser.test_site_engine import FOLLOW, LONG, RULES, example, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Locator, Page

PAGE = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Edition {edition}</title>
<link rel="icon" href="data:,"></head>
<body><h1>Edition {edition}</h1>
<p><a href="{root}offline/" data-elfern-offline>Keep for offline</a></p>
{more}<script type="module" src="{root}assets/mini.mjs"></script>
<script type="module" src="{root}assets/offline.mjs"></script></body></html>
"""
ELEMENT = "<elfern-offline>No script.</elfern-offline>"
KEPT = "^The site (?:is|and all records of the archive are) kept on this device"
NAMES = ("dom.mjs", "offline.mjs", "offline-room.mjs", "offline-words.mjs")
FILES = {"": "", "rules/": "", "offline/": ELEMENT, "archive/one/": "", "archive/two/": ""}


def edition(folder: Path, number: int) -> Path:
    """Write a small site, all of whose pages and scripts say which edition they are of."""
    (folder / "assets").mkdir(parents=True)
    for page, more in FILES.items():
        (folder / page).mkdir(parents=True, exist_ok=True)
        text = PAGE.format(edition=number, root="../" * page.count("/"), more=more)
        (folder / page / "index.html").write_text(text, encoding="utf-8")
    for name in NAMES:
        shutil.copy(ASSETS / name, folder / "assets")
    script = f'document.body.dataset.edition = "{number}";\n'
    (folder / "assets" / "mini.mjs").write_text(script, encoding="utf-8")
    offline.write(folder, ["en"], ASSETS, NODE_MODULES)
    return folder


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Give the small site in two editions."""
    folder = tmp_path_factory.mktemp("editions")
    return {number: edition(folder / str(number), number) for number in (1, 2)}


@pytest.fixture
def host(editions: dict[int, Path], tmp_path: Path) -> Iterator[StaticServer]:
    """Serve the first edition, from a folder of its own."""
    folder = tmp_path / "served"
    shutil.copytree(editions[1], folder)
    with StaticServer(folder, "/a/b/").running() as server:
        yield server


def put_up(host: StaticServer, folder: Path, wanted: Callable[[str], bool]) -> None:
    """Bring the files of another edition whose paths are wanted to the host."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and wanted(name):
            shutil.copy(path, host.folder / name)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Give a fresh profile."""
    made = browser.new_context()
    made.set_default_timeout(LONG // 2)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, host: StaticServer) -> Page:
    """Give the offline page."""
    made = context.new_page()
    made.goto(host.url + "offline/")
    return made


def status(page: Page, text: str) -> Locator:
    """Wait until the element says something; give what says it."""
    found = page.locator("elfern-offline [role=status]", has_text=re.compile(text))
    found.wait_for()
    return found


def press(page: Page, text: str) -> None:
    """Press the button that begins so."""
    page.locator("elfern-offline button", has_text=re.compile(f"^{text}")).click()


def keep(page: Page, *, archive: bool = False) -> None:
    """Ask for the site to be kept and wait until it is."""
    if archive:
        page.locator("elfern-offline input[type=checkbox]").check()
    press(page, "Keep the site")
    status(page, KEPT)


def find_newer(page: Page) -> None:
    """Wait until the newer version is here: the browser looks at each visit, or the reader asks."""
    ready = page.locator("elfern-offline [role=status]", has_text="A new version has been fetched")
    button = page.locator("elfern-offline button", has_text=re.compile("^Look for"))
    ready.or_(button).first.wait_for()
    if not ready.count():
        button.click()
    ready.wait_for()


def read(page: Page, url: str) -> str:
    """Open a page and give its edition, which its script must share."""
    page.goto(url)
    page.wait_for_selector("body[data-edition]")
    told: str = page.locator("h1").inner_text()
    assert told == f"Edition {page.locator('body').get_attribute('data-edition')}"
    return told


def kept_files(page: Page) -> int:
    """Give how many files are kept by this site."""
    number: int = page.evaluate(
        "async () => { let n = 0; for (const name of await caches.keys())"
        " n += (await (await caches.open(name)).keys()).length; return n; }"
    )
    return number


def registrations(page: Page) -> int:
    """Give how many service workers are registered."""
    number: int = page.evaluate(
        "async () => (await navigator.serviceWorker.getRegistrations()).length"
    )
    return number


def test_nothing_is_kept_before_it_is_asked_for(page: Page, host: StaticServer) -> None:
    status(page, "Nothing of this site is kept")
    page.goto(host.url)
    assert (registrations(page), kept_files(page)) == (0, 0)
    assert not [path for path in host.paths() if "worker" in path]


def test_what_is_kept_is_read_without_a_network(page: Page, host: StaticServer) -> None:
    keep(page)
    assert page.evaluate("globalThis.elfernKept") is True
    host.gone = True
    assert read(page, host.url) == "Edition 1"
    assert read(page, host.url + "rules/?h=word#place") == "Edition 1"
    page.locator("[data-elfern-offline]", has_text="Kept for offline").wait_for()
    page.goto(host.url + "archive/one/")
    status(page, "The page “archive/one/” is not kept on this device")


def test_the_keyboard_alone_does_it(page: Page, host: StaticServer) -> None:
    assert host.paths()
    page.locator("elfern-offline button").first.focus()
    page.keyboard.press("Enter")
    status(page, KEPT)
    focused = page.locator("elfern-offline button:focus")
    assert focused.inner_text() == "Look for a new version"
    while not focused.inner_text().startswith("Remove all"):
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    status(page, "Nothing is kept any more")
    assert focused.inner_text().startswith("Keep the site")


def test_the_archive_is_a_package_of_its_own(page: Page, host: StaticServer) -> None:
    keep(page, archive=True)
    with_archive = kept_files(page)
    press(page, "Remove the archive")
    status(page, "without the pages of the archive")
    assert kept_files(page) == with_archive - 2
    press(page, "Keep the archive")
    status(page, "all records of the archive")
    host.gone = True
    assert read(page, host.url + "archive/two/") == "Edition 1"


def test_it_can_be_removed(page: Page, host: StaticServer) -> None:
    keep(page)
    assert kept_files(page) > len(FILES)
    page.evaluate("localStorage.setItem('a-game', 'kept')")
    press(page, "Remove all")
    status(page, "Nothing is kept any more")
    assert (registrations(page), kept_files(page)) == (0, 0)
    assert page.evaluate("localStorage.getItem('a-game')") == "kept"
    assert read(page, host.url) == "Edition 1"


def test_a_new_version_waits_until_it_is_wanted_and_no_tab_is_of_the_old(
    page: Page, host: StaticServer, editions: dict[int, Path]
) -> None:
    keep(page)
    other = page.context.new_page()
    assert read(other, host.url + "rules/") == "Edition 1"
    put_up(host, editions[2], lambda _: True)
    find_newer(page)
    assert read(other, host.url) == "Edition 1"
    press(page, "Use the new version")
    status(page, "Close the other tab")
    assert read(other, host.url + "rules/") == "Edition 1"
    other.close()
    press(page, "Use the new version")
    page.locator("h1", has_text="Edition 2").wait_for()
    status(page, KEPT)
    host.gone = True
    assert read(page, host.url + "rules/") == "Edition 2"


def test_pages_put_up_before_the_worker_do_not_mix(
    page: Page, host: StaticServer, editions: dict[int, Path]
) -> None:
    keep(page)
    put_up(host, editions[2], lambda name: name != offline.WORKER)
    for path in ("", "rules/"):
        assert read(page, host.url + path) == "Edition 1"
    press_page = page.context.new_page()
    press_page.goto(host.url + "archive/one/")
    status(press_page, "is of a newer version")
    press_page.close()
    put_up(host, editions[2], lambda name: name == offline.WORKER)
    page.goto(host.url + "offline/")
    find_newer(page)
    press(page, "Use the new version")
    page.locator("h1", has_text="Edition 2").wait_for()
    assert read(page, host.url + "archive/one/") == "Edition 2"


@pytest.mark.parametrize("late", ["index.html", "assets/mini.mjs"])
def test_a_worker_put_up_before_the_rest_gives_up(
    page: Page, host: StaticServer, editions: dict[int, Path], late: str
) -> None:
    keep(page)
    put_up(host, editions[2], lambda name: name != late)
    press(page, "Look for")
    status(page, "is not the one that belongs to this version")
    for path in ("", "rules/"):
        assert read(page, host.url + path) == "Edition 1"
    put_up(host, editions[2], lambda name: name == late)
    page.goto(host.url + "offline/")
    find_newer(page)
    press(page, "Use the new version")
    page.locator("h1", has_text="Edition 2").wait_for()
    assert read(page, host.url) == "Edition 2"


def test_a_first_visit_in_the_middle_of_a_deploy_keeps_nothing(
    page: Page, host: StaticServer, editions: dict[int, Path]
) -> None:
    put_up(host, editions[2], lambda name: name == offline.WORKER)
    press(page, "Keep the site")
    status(page, "is not the one that belongs to this version")
    assert registrations(page) == 0
    put_up(host, editions[2], lambda _: True)
    press(page, "Try again")
    page.locator("h1", has_text="Edition 2").wait_for()
    status(page, KEPT)


REFUSALS: dict[str, tuple[str, str]] = {
    "the browser refuses": (
        """navigator.serviceWorker.register = () =>
        Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));""",
        "refused to keep the site: The operation is insecure. In a private window",
    ),
    "there is none": (
        "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });",
        "This browser keeps no sites, or not in a private window",
    ),
    "plain http": (
        "Object.defineProperty(globalThis, 'isSecureContext', { value: false });",
        "only if it comes over https",
    ),
    "little room": (
        "navigator.storage.estimate = async () => ({ quota: 2000, usage: 500 });",
        "There is not room enough: .* are needed, and the browser gives this site 2 kB",
    ),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_where_nothing_can_be_kept_it_says_so(
    context: BrowserContext, host: StaticServer, case: str
) -> None:
    script, told = REFUSALS[case]
    context.add_init_script(script)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(host.url + "offline/")
    button = page.locator("elfern-offline button", has_text=re.compile("^Keep the site"))
    status(page, ".")
    if button.count():
        button.click()
    status(page, told)
    assert read(page, host.url) == "Edition 1"
    assert faults == []


def test_room_that_runs_out_midway_keeps_nothing(page: Page, host: StaticServer) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": host.origin, "quotaSize": 3000})
    page.evaluate("navigator.storage.estimate = async () => ({})")
    press(page, "Keep the site")
    status(page, "(room for this site is full|could not be had)")
    assert registrations(page) == 0


def read_all(page: Page, server: StaticServer) -> None:
    """Read, step, search, run and play, with nothing but what is kept."""
    page.goto(server.url + RULES)
    viewer = example(page, FOLLOW)
    assert "No fault found" in run(viewer)
    page.locator(".md-search__input").click()
    page.keyboard.type("stander", delay=20)
    page.locator(".md-search-result__link").first.wait_for()
    page.goto(server.url + "play/")
    page.locator("elfern-play [data-do=start]").click()
    page.locator(".play-own [data-legal]").first.wait_for()


def test_the_whole_site_with_its_archive_is_read_without_a_network(
    browser: Browser, built_folder: Path
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(LONG)
    pages = [file.parent.name for file in sorted((built_folder / "archive").glob("*/index.html"))]
    with StaticServer(built_folder, "/a/b/").running() as server:
        page.goto(server.url + "offline/")
        page.locator("elfern-offline input[type=checkbox]").check()
        press(page, "Keep the site")
        page.locator("elfern-offline [role=status]", has_text=re.compile(KEPT)).wait_for(
            timeout=5 * LONG
        )
        server.gone = True
        read_all(page, server)
        for name in pages[:: len(pages) // 8]:
            page.goto(f"{server.url}archive/{name}/")
            assert page.locator("h1").count() == 1, name
        page.goto(f"{server.url}archive/void-throws-off/")
        viewer = page.locator("elfern-replay[data-drawn]")
        assert viewer.evaluate("one => one.walk.step.address") == "0"
        viewer.locator("[data-do=forward]").click()
        assert viewer.evaluate("one => one.walk.step.address") == "11/lead"
    context.close()
