"""The built site as files: nothing is asked of other hosts, no link is dead, no script inline."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from site_plugins.runtime_archives import node_program

if TYPE_CHECKING:
    from pathlib import Path

LOADS = {
    ("script", "src"),
    ("link", "href"),
    ("img", "src"),
    ("iframe", "src"),
    ("source", "src"),
    ("video", "src"),
    ("object", "data"),
    ("use", "href"),
}
"""Element and attribute by which a page makes the browser fetch something at once."""
PASSIVE = {"canonical", "prev", "next", "alternate", "author", "license", "edit"}
"""Kinds of `link` that fetch nothing."""


@dataclass
class Found(HTMLParser):
    """What a page holds: its ids, its links, what it loads, its inline scripts."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)
    _in_script: bool = False
    _in_template: int = 0

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_template += tag == "template"
        values = {name: value or "" for name, value in attrs}
        for name in ("id", "name"):
            if name in values:
                self.ids.add(values[name])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        for name, value in values.items():
            if (tag, name) in LOADS and not (
                tag == "link" and set(values.get("rel", "").split()) & PASSIVE
            ):
                self.loads.append(value)
            if name.startswith("on"):
                self.inline.append(f"{tag} {name}")
        if tag == "script" and "src" not in values and not values.get("type", "").endswith("json"):
            self._in_script = True

    def handle_endtag(self, tag: str) -> None:
        self._in_template -= tag == "template"
        if tag == "script":
            self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script and data.strip():
            self.inline.append(data.strip())


@pytest.fixture(scope="module")
def pages(built_folder: Path) -> dict[str, Found]:
    """Give every page of the built site by its path."""
    found = {}
    for path in sorted(built_folder.rglob("*.html")):
        parser = Found()
        parser.feed(path.read_text(encoding="utf-8"))
        found[path.relative_to(built_folder).as_posix()] = parser
    assert len(found) > 30
    return found


def target(folder: Path, page: str, link: str) -> tuple[Path, str] | None:
    """Give the file and fragment that a link names; `None` for other hosts and schemes."""
    parts = urlsplit(urljoin("http://site.test/" + page, link))
    if parts.netloc != "site.test" or parts.scheme != "http":
        return None
    path = folder / unquote(parts.path).lstrip("/")
    return (path / "index.html" if path.is_dir() else path), unquote(parts.fragment)


def test_the_html_of_every_page_is_valid(built_folder: Path, root: Path, tmp_path: Path) -> None:
    """No id twice or with a space in it, nothing where HTML does not let it stand."""
    # The theme keeps Firefox from ticking its hidden boxes again at a reload; the standard knows no
    # such word for a box, Firefox does.
    rules = {"valid-autocomplete": "off"}
    config = tmp_path / "html-validate.json"
    config.write_text(
        json.dumps({"root": True, "extends": ["html-validate:standard"], "rules": rules}),
        encoding="utf-8",
    )
    spoilt = tmp_path / "spoilt.html"
    spoilt.write_text('<p id="a">x</p><p id="a">y</p>', encoding="utf-8")
    program = root / "node_modules" / "html-validate" / "bin" / "html-validate.mjs"

    def faults(paths: str) -> str:
        done = subprocess.run(
            [node_program(), program, "--config", config, "--formatter", "text", paths],
            cwd=built_folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == (1 if done.stdout else 0), done.stderr
        return done.stdout

    assert faults(str(spoilt)).endswith(':1:23: error [no-dup-id] Duplicate ID "a"\n')
    assert faults("**/*.html") == ""


@pytest.mark.parametrize("page", ["rules/elfern", "archive/first-game"])
def test_the_title_of_the_headings_beside_a_page_is_no_button(
    built_folder: Path, page: str
) -> None:
    html = (built_folder / page / "index.html").read_text(encoding="utf-8")
    beside = html.partition("md-sidebar--secondary")[2]
    assert '<div class="md-nav__title">' in beside
    assert 'for="__toc"' not in beside


def test_every_link_leads_somewhere(built_folder: Path, pages: dict[str, Found]) -> None:
    @cache
    def ids(path: Path) -> set[str]:
        return pages[path.relative_to(built_folder).as_posix()].ids

    dead = []
    for page, found in pages.items():
        if page == "404.html":
            continue
        for link in found.links:
            aim = target(built_folder, page, link)
            if aim is None or "{" in link:
                continue
            path, fragment = aim
            if not path.is_file():
                dead.append(f"{page}: {link}: no such file")
            # A link to a step is `#replay-ID:7/lead`; its example must be there.
            elif (
                path.suffix == ".html"
                and fragment
                and "=" not in fragment
                and not {fragment, fragment.split(":")[0]} & ids(path)
            ):
                dead.append(f"{page}: {link}: no such place")
    assert dead == []


def test_a_page_loads_nothing_from_another_host(pages: dict[str, Found]) -> None:
    foreign = [
        (page, address)
        for page, found in pages.items()
        for address in found.loads
        if re.match(r"(?:[a-z]+:)?//", address) and not address.startswith("data:")
    ]
    assert foreign == []


def test_style_sheets_load_nothing_from_another_host(built_folder: Path) -> None:
    for path in built_folder.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"""(?:url\(|@import)\s*["']?(?:[a-z]+:)?//""", text), path


def test_no_script_of_ours_is_inline(pages: dict[str, Found]) -> None:
    """The theme has two of its own in every page: where the base is, and the palette's choice."""
    own = [
        (page, script[:80])
        for page, found in pages.items()
        for script in found.inline
        if not re.match(r"__md_scope=|var palette=|var tabs=|var target=|document\$", script)
    ]
    assert own == []


def test_every_record_can_be_downloaded(built_folder: Path, root: Path) -> None:
    ids = {
        name
        for path in (root / "replays").rglob("*.egn")
        for name in re.findall(r'^\[Id "(.*)"\]$', path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert ids
    assert {path.stem for path in (built_folder / "records").glob("*.egn")} >= ids
