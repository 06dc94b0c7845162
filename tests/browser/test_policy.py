"""The content policy over the built site: it breaks nothing of ours, and lets nothing else run."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from site_plugins import policy
from tests.browser.conftest import quiet_page, watch
from tests.browser.serving import StaticServer
from tests.browser.test_site_engine import FOLLOW, LONG, RULES, example, run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Request

LISTEN = """
addEventListener("securitypolicyviolation", (event) => {
  (globalThis.violations ??= []).push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""
META = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
JAVASCRIPT = "text/javascript"


def text_of(folder: Path, page: str = "index.html") -> str:
    """Give the policy that stands in a page."""
    found = META.search((folder / page).read_text(encoding="utf-8"))
    assert found, page
    return found[1]


def directives(text: str) -> dict[str, list[str]]:
    """Give the sources of each directive."""
    parts = (part.split() for part in text.split(";"))
    return {name: sources for name, *sources in parts}


@pytest.fixture
def strict_page(browser: Browser, site_below: StaticServer) -> Iterator[Page]:
    """Give a page on which nothing may be reported."""
    with quiet_page(browser, site_below, LISTEN, LONG) as made:
        yield made
        assert made.evaluate("globalThis.violations ?? []") == []


def test_every_page_has_it_before_all_that_it_governs(built_folder: Path) -> None:
    """The theme keeps the policies of all pages shown: a second one would forbid the first's."""
    texts = set()
    for path in sorted(built_folder.rglob("*.html")):
        html = path.read_text(encoding="utf-8")
        head = html[: html.index("</head>")]
        found = META.findall(head)
        assert len(found) == 1, path
        before = head[: head.index("<meta http-equiv")]
        assert not re.search(r"<(?:script|style|link)\b", before), path
        rules = directives(found[0])
        if "'self'" in rules["script-src"]:
            texts.add(found[0])
        else:
            assert set(rules) <= set(directives(text_of(built_folder))), path
            assert "connect-src" not in rules, path
    assert texts == {text_of(built_folder)}


def test_it_allows_the_site_alone_and_no_inline_script(built_folder: Path) -> None:
    rules = directives(text_of(built_folder))
    assert rules["default-src"] == ["'none'"]
    assert rules["style-src"] == rules["connect-src"] == rules["font-src"] == ["'self'"]
    assert rules["base-uri"] == rules["form-action"] == ["'none'"]
    allowed = {source for sources in rules.values() for source in sources}
    hashes = {source for source in rules["script-src"] if source.startswith("'sha256-")}
    assert allowed - hashes == {"'none'", "'self'", "'wasm-unsafe-eval'", "data:", "blob:"}
    assert "data:" in rules["img-src"]
    assert "blob:" in rules["worker-src"]
    assert "data:" not in rules["script-src"] + rules["worker-src"]
    assert "blob:" not in rules["script-src"]


def kinds(folder: Path) -> list[str]:
    """Give the first page of each room of the site, at each depth."""
    found: dict[tuple[str, int], str] = {}
    for path in sorted(folder.rglob("index.html")):
        parts = path.parent.relative_to(folder).parts
        found.setdefault((parts[0] if parts else "", len(parts)), "".join(f"{p}/" for p in parts))
    return list(found.values())


def test_no_kind_of_page_is_hindered(
    strict_page: Page, site_below: StaticServer, built_folder: Path
) -> None:
    pages = kinds(built_folder)
    assert len(pages) > 15
    for page in pages:
        strict_page.goto(site_below.url + page)
        strict_page.wait_for_load_state("networkidle")
        assert strict_page.evaluate("globalThis.violations ?? []") == [], page


def test_search_works_under_it(strict_page: Page, site_below: StaticServer) -> None:
    strict_page.goto(site_below.url)
    strict_page.locator(".md-search__input").click()
    strict_page.keyboard.type("stander", delay=20)
    found = strict_page.locator(".md-search-result__link")
    found.first.wait_for()
    assert found.count() > 1
    strict_page.keyboard.type(" forehand", delay=20)
    strict_page.keyboard.press("Enter")
    strict_page.wait_for_url(re.compile(r"[?]h="))


def test_the_themes_own_navigation_works_under_it(
    browser: Browser, built_site: StaticServer
) -> None:
    with quiet_page(browser, built_site, LISTEN, LONG) as page:
        page.goto(built_site.url + "variants/must-win/")
        page.wait_for_load_state("networkidle")
        page.evaluate("globalThis.sameDocument = true")
        for path in ("rules/elfern/", "lab/", "", "sources/pierer-1858/"):
            page.locator(".md-header a.md-logo").evaluate(
                "(link, to) => { link.href = to; link.click(); }", built_site.url + path
            )
            # The page itself, not its address alone: a click in between would start over.
            title = re.search(
                "<title>(.*?)</title>", (built_site.folder / path / "index.html").read_text("utf-8")
            )
            assert title
            page.wait_for_function("title => document.title === title", arg=unescape(title[1]))
            page.wait_for_timeout(300)
        assert page.evaluate("globalThis.sameDocument") is True
        assert page.locator("meta[http-equiv=Content-Security-Policy]").count() == 1
        assert page.evaluate("globalThis.violations ?? []") == []


def test_run_and_play_work_under_it(strict_page: Page, site_below: StaticServer) -> None:
    strict_page.goto(site_below.url + RULES)
    assert "No fault found" in run(example(strict_page, FOLLOW))
    strict_page.goto(site_below.url + "play/")
    strict_page.locator("elfern-play [data-do=start]").click()
    strict_page.locator(".play-own [data-legal]").first.wait_for()


def test_run_works_where_the_host_sends_it_too(browser: Browser, built_folder: Path) -> None:
    with StaticServer(built_folder, "/a/b/").running() as server:
        server.headers["Content-Security-Policy"] = policy.header(text_of(built_folder))
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(LONG)
        faults: list[str] = []
        watch(page, faults, urlsplit(server.url).netloc)
        page.goto(server.url + RULES)
        assert "No fault found" in run(example(page, FOLLOW))
        assert faults == []
        context.close()


def test_nothing_that_is_smuggled_into_a_page_runs(
    browser: Browser, site_below: StaticServer
) -> None:
    """Even where some markup slipped through: it has no effect, and no request leaves."""
    context = browser.new_context()
    context.add_init_script(LISTEN)
    page = context.new_page()
    asked: list[Request] = []

    def note(request: Request) -> None:
        asked.append(request)

    context.on("request", note)
    page.goto(site_below.url)
    page.wait_for_load_state("networkidle")
    # As a file of the site: what the driver itself evaluates is outside of the policy.
    script = Path(__file__).with_name("smuggled.js").read_text(encoding="utf-8")
    page.route("**/smuggled.js", lambda route: route.fulfill(body=script, content_type=JAVASCRIPT))
    page.evaluate("""() => new Promise((resolve, reject) => {
      const script = document.createElement("script");
      Object.assign(script, { src: "smuggled.js", onload: resolve, onerror: reject });
      document.head.append(script);
    })""")
    said: dict[str, Any] = page.evaluate("globalThis.attempts")
    assert said["ran"] == []
    assert said["refused"] == [True] * 4
    assert said["styled"] != "rgb(1, 2, 3)"
    assert said["base"].startswith(site_below.origin)
    assert said["violations"] >= 15
    assert page.url.startswith(site_below.origin)
    elsewhere = [request.failure for request in asked if "elsewhere" in request.url]
    assert set(elsewhere) == {"csp"}
    context.close()
