"""Pages of records and sessions: what stands on them, links both ways, what making them costs."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from elfern_core import records
from elfern_core.frames import frames
from site_plugins import archive_plugin, examples, record_pages, session_pages
from site_plugins.archive import Archive, read_archive
from site_plugins.examples import Examples
from site_plugins.record_pages import Around
from site_plugins.shells import RECORD, SlotError, Writer
from site_plugins.verdicts import read as read_verdicts
from tools import serve

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
SHOWN = ("meyer-no-ducking", "pierer-fewer-than-six", "ace-falls-to-a-seven", "two-deals")
FILES = {
    "meyer-no-ducking": "sources",
    "pierer-fewer-than-six": "sources",
    "ace-falls-to-a-seven": "elfern",
    "two-deals": "sessions",
}
SITE_URL = "http://site.test/a/"

type Build = Callable[..., Path]


@pytest.fixture(scope="module")
def archive() -> Archive:
    return read_archive(ROOT / "replays", ROOT)


def project(folder: Path) -> Path:
    """Make a small project: four files of records, and a page that shows one of them."""
    for name in ("CITATION.cff", "LICENSE-TEXTS"):
        shutil.copy(ROOT / name, folder)
    # Verdicts and runtime are kept by content: they need not be worked out for each copy.
    (ROOT / ".cache").mkdir(exist_ok=True)
    (folder / ".cache").symlink_to(ROOT / ".cache")
    for name in SHOWN:
        path = folder / "replays" / f"{name}.egn"
        path.parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "replays" / "examples" / FILES[name] / path.name, path)
    docs = folder / "docs"
    (docs / "archive").mkdir(parents=True)
    (docs / "rules").mkdir()
    (docs / "assets").symlink_to(ROOT / "docs" / "assets")
    (docs / "index.md").write_text("# Home\n\nNothing.\n", encoding="utf-8")
    (docs / "archive" / "index.md").write_text("# Archive\n\n```archive\n```\n", encoding="utf-8")
    (docs / "rules" / "elfern.md").write_text(
        "# The rules\n\n## The second phase {: #second-phase }\n\nFollow suit.\n\n"
        "```replay\nrecord: meyer-no-ducking\n```\n\n"
        "## Winning a trick {: #winning-a-trick }\n\nHigher wins.\n\n## Other\n\nEnd.\n",
        encoding="utf-8",
    )
    (folder / "mkdocs.yml").write_text(
        f"site_name: Test\nsite_url: {SITE_URL}\ntheme:\n  name: material\n  font: false\n"
        "plugins:\n  - search\n"
        f"  - elfern: {{node_modules: {ROOT / 'node_modules'}, engine: {ROOT}, "
        f"cache: {folder / '.cache'}}}\n"
        f"  - elfern-archive: {{node_modules: {ROOT / 'node_modules'}}}\n"
        "markdown_extensions: [attr_list, pymdownx.superfences, toc]\n",
        encoding="utf-8",
    )
    return folder


def built(folder: Path, name: str = "site", *, dirty: bool = False) -> Path:
    config = load_config(str(folder / "mkdocs.yml"), site_dir=str(folder / name), strict=not dirty)
    build(config, dirty=dirty, serve_url=SITE_URL if dirty else None)
    return folder / name


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the built small project."""
    return built(project(tmp_path_factory.mktemp("small")))


def page(site: Path, address: str) -> str:
    return (site / address / "index.html").read_text(encoding="utf-8")


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def data(html: str, kind: str) -> Any:  # noqa: ANN401  (JSON)
    match = re.search(rf'<template class="elfern-{kind}">(.*?)</template>', html)
    assert match
    return json.loads(match[1])


def test_every_record_and_session_has_its_page(small: Path) -> None:
    ids = {"meyer-no-ducking", "pierer-fewer-than-six", "ace-falls-to-a-seven", "two-deals-1"}
    for name in ids:
        html = page(small, f"archive/{name}")
        title = re.search(r"<h1[^>]*>(.*?)</h1>", html, re.DOTALL)
        assert title
        assert text_of(title[1]).startswith(text_of(re.findall(r'data-title="([^"]+)"', html)[0]))
        assert f'<link rel="canonical" href="{SITE_URL}archive/{name}/">' in html
        assert "elfern-slot" not in html
    assert "Two deals of Bohemian Schneider" in page(small, "archive/sessions/two-deals")


def test_the_page_with_slots_is_nowhere_on_the_site(small: Path) -> None:
    assert not list(small.rglob("_record*")) + list(small.rglob("_session*"))
    for path in (small / "sitemap.xml", small / "search" / "search_index.json"):
        text = path.read_text(encoding="utf-8")
        assert "_record" not in text
        assert "_session" not in text
        assert "elfern-slot" not in text


def test_the_sitemap_and_the_search_know_the_pages(small: Path) -> None:
    sitemap = (small / "sitemap.xml").read_text(encoding="utf-8")
    found = re.findall(r"<loc>(.*?)</loc>", sitemap)
    assert len(set(found)) == len(found) == 3 + 5 + 1
    assert f"{SITE_URL}archive/two-deals-2/" in found
    assert f"{SITE_URL}archive/sessions/two-deals/" in found
    index = json.loads((small / "search" / "search_index.json").read_text(encoding="utf-8"))
    told = {one["location"]: one for one in index["docs"]}
    assert told["archive/ace-falls-to-a-seven/"]["title"]
    assert told["archive/ace-falls-to-a-seven/"]["text"] == ""
    assert not any("is higher than" in one["text"] for one in index["docs"])


def test_a_page_holds_frames_record_and_analysis(small: Path, archive: Archive) -> None:
    entry = archive.entries["meyer-no-ducking"]
    for address in ("archive/meyer-no-ducking", "archive/meyer-no-ducking/embed"):
        html = page(small, address)
        assert data(html, "frames") == json.loads(json.dumps(frames(entry.checked)))
        assert data(html, "record") == entry.text
        told = read_verdicts(small.parent, small.parent / ".cache").told(entry)
        assert data(html, "analysis") == json.loads(json.dumps(told))
        assert data(html, "analysis")["judged"] == 8


def test_the_result_is_told_only_to_who_asks(small: Path) -> None:
    html = page(small, "archive/meyer-no-ducking")
    head = html[: html.index("<body")]
    assert not re.search(r"\d+[–-]\d+", " ".join(re.findall(r'content="([^"]*)"', head)[1:3]))
    facts = re.search(r'<table class="arc-facts">.*?</table>', html, re.DOTALL)
    assert facts
    outside = re.sub(r"<details.*?</details>", "", facts[0], flags=re.DOTALL)
    assert "Game points" in facts[0]
    assert "Game points" not in outside


def test_records_and_what_they_illustrate_are_linked_both_ways(small: Path) -> None:
    html = page(small, "archive/meyer-no-ducking")
    for link in (
        "../../rules/elfern/#second-phase",
        "../../variants/must-win/",
        "../../rules/elfern/#replay-meyer-no-ducking",
    ):
        assert f'href="{link}"' in html, link
    rules = page(small, "rules/elfern")
    assert 'href="../../archive/meyer-no-ducking/">Record: ' in rules
    first = rules[rules.index('id="second-phase"') : rules.index('id="winning-a-trick"')]
    second = rules[rules.index('id="winning-a-trick"') : rules.index('id="other"')]
    assert "Records on the second phase: " in first
    assert 'href="../../archive/meyer-no-ducking/"' in first[first.index("Records on the") :]
    assert "Records on winning a trick: " in second
    assert 'href="../../archive/ace-falls-to-a-seven/"' in second


def test_a_page_offers_files_citation_play_and_embedding(small: Path) -> None:
    html = page(small, "archive/ace-falls-to-a-seven")
    assert 'href="../../records/ace-falls-to-a-seven.egn" download' in html
    assert 'href="../../play/#from=ace-falls-to-a-seven:0"' in html
    assert text_of(html).count("ace-falls-to-a-seven") > 5
    code = re.search(r"&lt;iframe src=&quot;(.*?)&quot;", html)
    assert code
    assert code[1] == f"{SITE_URL}archive/ace-falls-to-a-seven/embed/"
    for form in ("Plain text", "BibTeX", "CSL-JSON"):
        assert f'data-form="{form}"' in html
    path = small / "records" / "ace-falls-to-a-seven.json"
    (record,) = records.loads(path.read_text(encoding="utf-8"))
    egn = (small / "records" / "ace-falls-to-a-seven.egn").read_text(encoding="utf-8")
    assert records.dumps(record) == egn


def test_a_session_lists_its_deals_and_they_lead_to_each_other(small: Path) -> None:
    html = page(small, "archive/sessions/two-deals")
    listed = re.search(r'<ol class="arc-rounds">(.*?)</ol>', html, re.DOTALL)
    assert listed
    assert re.findall(r'href="([^"]+)"', listed[1]) == [
        "../../../archive/two-deals-1/", "../../../archive/two-deals-2/",
    ]  # fmt: skip
    slate = re.search(r'<details class="arc-slate">.*?</details>', html, re.DOTALL)
    assert slate
    assert '<th scope="col">Anna</th>' in slate[0]
    assert re.findall(r"<td>(\d)</td>", slate[0]) == ["0", "1", "1", "1"]
    first, second = (page(small, f"archive/two-deals-{number}") for number in (1, 2))
    assert 'rel="next" href="../../archive/two-deals-2/"' in first
    assert "Deal before this one" not in first
    assert 'rel="prev" href="../../archive/two-deals-1/"' in second
    text = (small / "archive" / "sessions" / "two-deals.egn").read_text(encoding="utf-8")
    assert text == (ROOT / "replays/examples/sessions/two-deals.egn").read_text(encoding="utf-8")


def test_the_viewer_alone_has_nothing_of_the_site_around_it(small: Path) -> None:
    html = page(small, "archive/ace-falls-to-a-seven/embed")
    assert "md-header" not in html
    assert re.findall(r"<script[^>]*>", html) == [
        '<script type="module" src="../../../assets/viewer.mjs">'
    ]
    assert '<a href="../" target="_top">' in html
    assert f'<link rel="canonical" href="{SITE_URL}archive/ace-falls-to-a-seven/">' in html
    assert "elfern-root" not in html


def test_text_of_a_record_is_text_on_its_page(archive: Archive) -> None:
    entry = archive.entries["ace-falls-to-a-seven"]
    egn = entry.text.replace(entry.checked.record.title, '<script>alert(1)</script> & \\"more\\"')
    (checked,) = records.read(egn)
    assert checked.record.title.startswith("<script>"), checked.findings
    bad = type(entry)(entry.id, entry.path, 1, egn, checked)
    around = Around()
    made = record_pages.parts(bad, around, "../../", SITE_URL)
    made["alone"] = record_pages.embed_page(bad, "", "../../../", SITE_URL, "")
    made = session_pages.parts([bad], "../../../") | made
    for name, html in made.items():
        assert "<script>alert" not in html, name
    filled = RECORD.read(skeleton()).fill("archive/x/", made | {"deal": ""})
    assert "<title>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;</title>" in filled


def skeleton() -> str:
    slots = "".join(f"<p>elfern-slot-{slot}</p>" for _, slot in RECORD.sections)
    return (
        f"<title>elfern-slot-title</title><meta content='elfern-slot-description'>"
        f"<h1 lang='elfern-slot-lang'>"
        f"<a href='{RECORD.url}'>{slots}"
    )


def test_a_page_that_lost_a_slot_or_a_filling_is_refused() -> None:
    with pytest.raises(SlotError, match="has lost its slots cite"):
        RECORD.read(skeleton().replace("<p>elfern-slot-cite</p>", ""))
    shell = RECORD.read(skeleton())
    with pytest.raises(SlotError, match="archive/x/: nothing fills"):
        shell.fill("archive/x/", {"title": "x"})
    slots = dict.fromkeys(
        ("title", "lang", "description", *(slot for _, slot in RECORD.sections)), "<p>"
    )
    # What fills a slot may name another one: it is not filled again.
    slots["lead"] = "elfern-slot-cite"
    filled = shell.fill("archive/x/", slots)
    assert filled.count("elfern-slot-cite") == 1
    assert "href='archive/x/'" in filled


def test_a_reserved_name_is_no_id(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = project(tmp_path)
    path = folder / "replays" / "ace-falls-to-a-seven.egn"
    text = path.read_text(encoding="utf-8")
    text = text.replace('[Id "ace-falls-to-a-seven"]', '[Id "sessions"]')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Abort):
        built(folder)
    assert "ace-falls-to-a-seven.egn: sessions is no id for a record" in caplog.text


def test_the_same_project_gives_the_same_bytes(small: Path, tmp_path: Path) -> None:
    other = built(project(tmp_path))
    files = {path.relative_to(small) for path in small.rglob("*") if path.is_file()}
    assert {path.relative_to(other) for path in other.rglob("*") if path.is_file()} == files
    # The sitemap's compressed form carries the time.
    differing = [
        path
        for path in sorted(files)
        if path.suffix != ".gz" and (small / path).read_bytes() != (other / path).read_bytes()
    ]
    assert differing == []


def test_examples_are_made_once_for_each_text_and_code(archive: Archive, tmp_path: Path) -> None:
    code = tmp_path / "code.py"
    code.write_text("1", encoding="utf-8")
    entries = [archive.entries[name] for name in ("meyer-no-ducking", "ace-falls-to-a-seven")]
    kept = tmp_path / "examples"

    def made(stored: object = None) -> int:
        own = Examples(kept, [code], stored=lambda _: stored)
        examples._memory.clear()
        for entry in entries:
            assert f'id="replay-{entry.id}"' in own.of(entry).viewer
        own.sweep()
        return own.made

    assert [made(), made()] == [2, 0]
    assert [made("verdicts"), made("verdicts"), made()] == [2, 0, 0]
    code.write_text("2", encoding="utf-8")
    assert [made(), made()] == [2, 0]


def test_a_server_writes_only_what_an_edit_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Writer()
    monkeypatch.setattr(archive_plugin, "_writer", writer)
    folder = project(tmp_path)
    site = built(folder)
    assert writer.count == 5 * 3 + 3
    built(folder, dirty=True)
    assert writer.count == 5 * 3 + 3
    path = folder / "replays" / "meyer-no-ducking.egn"
    title = records.loads(path.read_bytes())[0].title
    text = path.read_text(encoding="utf-8").replace(title, "A new title")
    path.write_text(text, encoding="utf-8")
    (folder / "docs" / "index.md").write_text("# Home\n\nNothing.\n", encoding="utf-8")
    built(folder, dirty=True)
    assert writer.count == 5 * 3 + 3 + 3
    assert "A new title" in page(site, "archive/meyer-no-ducking")
    # The pages that show it and list it are made anew though they themselves have not changed.
    assert "Record: A new title" in page(site, "rules/elfern")
    assert "A new title" in page(site, "archive")
    nav = re.findall(r'class="md-nav__link"[^>]*>(.*?)</a>', page(site, "rules/elfern"), re.DOTALL)
    assert "None" not in {text_of(link) for link in nav}


def test_a_server_begins_anew_where_all_pages_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "ROOT", project(tmp_path))
    for name in ("sources", "elfern_core", "site_plugins"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "data.py").write_text("1", encoding="utf-8")
    before = serve.code_state()
    (tmp_path / "docs" / "index.md").write_text("# Other\n", encoding="utf-8")
    assert serve.code_state() == before
    for number, name in enumerate(
        ("mkdocs.yml", "CITATION.cff", "sources/data.py", "elfern_core/data.py")
    ):
        seen = serve.code_state()
        os.utime(tmp_path / name, (number, number))
        assert serve.code_state() != seen, name


def test_a_page_stays_small(built_folder: Path) -> None:
    sizes = {
        path.parent.name: len(gzip.compress(path.read_bytes()))
        for path in (built_folder / "archive").glob("*/index.html")
    }
    assert len(sizes) > 200
    largest = max(sizes, key=lambda name: sizes[name])
    assert sizes[largest] <= 60_000, largest


def test_the_search_index_holds_titles_of_records_alone(built_folder: Path) -> None:
    index = json.loads((built_folder / "search" / "search_index.json").read_text(encoding="utf-8"))
    own = [one for one in index["docs"] if re.match(r"archive/[a-z0-9-]+/$", one["location"])]
    listed = [one for one in own if not one["text"]]
    assert len(listed) > 200
    assert all(len(json.dumps(one)) < 250 for one in listed)
