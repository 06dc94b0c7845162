"""Every record's page of the built site: whole, and linked both ways with what it is about."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest

from elfern_core import records
from elfern_core.catalogue import SECTIONS
from site_plugins import session_pages, takeaway
from site_plugins.archive import Archive, read_archive
from site_plugins.verdicts import read as read_verdicts

ROOT = Path(__file__).parents[2]
BASE = "http://site.test/"
ABOUT = re.compile(
    r'<details class="arc-about".*?<summary>Records on .*?: (\d+)</summary>(.*?)</details>',
    re.DOTALL,
)
BELONGS = re.compile(r'<dl class="arc-belongs">(.*?)</dl>', re.DOTALL)


@pytest.fixture(scope="module")
def archive() -> Archive:
    return read_archive(ROOT / "replays", ROOT)


@pytest.fixture(scope="module")
def pages(archive: Archive, built_folder: Path) -> dict[str, str]:
    """Give the page of each record."""
    return {
        name: (built_folder / "archive" / name / "index.html").read_text(encoding="utf-8")
        for name in archive.entries
    }


def hrefs(html: str, page: str) -> list[str]:
    """Give the links of a piece of a page, from the site's root."""
    found = (unescape(link) for link in re.findall(r'<a href="([^"]+)"', html))
    return [urljoin(BASE + page, link).removeprefix(BASE) for link in found]


def group(html: str, name: str) -> str:
    """Give what a record's page lists under a heading of `Where it belongs`."""
    listed = BELONGS.search(html)
    found = re.search(rf"<dt>{name}</dt><dd>(.*?)</dd>", listed[1]) if listed else None
    return found[1] if found else ""


@cache
def index(folder: Path) -> dict[str, Any]:
    """Read the index that the archive's page filters."""
    text = (folder / "archive" / "index" / "records.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def chosen(folder: Path, fragment: str) -> set[str]:
    """Give the records that a link into the archive shows, as the page filters them."""
    told = index(folder)
    wanted = parse_qs(fragment)
    names = []
    for number in range(-(-told["count"] // told["part"])):
        path = folder / "archive" / "index" / f"words-{number}.json"
        names += [row[0] for row in json.loads(path.read_text(encoding="utf-8"))]
    found = set(names)
    for facet, (value,) in wanted.items():
        values = next(one["values"] for one in told["facets"] if one["id"] == facet)
        number = next(n for n, one in enumerate(values) if one["id"] == value)
        column = told["columns"][facet]
        found &= {
            name
            for name, row in zip(names, column["rows"], strict=True)
            if number in column["sets"][row]
        }
    return found


def told_on(folder: Path, page: str, html: str) -> set[str]:
    """Give the records that a folded list on a page has or leads to; the list must be right."""
    match = ABOUT.search(html)
    assert match, page
    count, inside = int(match[1]), match[2]
    links = hrefs(inside, page)
    direct = {link.split("/")[1] for link in links if re.fullmatch(r"archive/[a-z0-9-]+/", link)}
    (whole,) = [link for link in links if link.startswith("archive/#")]
    found = chosen(folder, urlsplit(whole).fragment)
    assert len(found) == count, page
    assert direct <= found, page
    assert len(direct) == min(count, 12), page
    return found


def test_every_page_is_whole(
    archive: Archive, pages: dict[str, str], built_folder: Path, tmp_path: Path
) -> None:
    """Viewer, analysis, text, files, citation, play, code to embed: on each, and of this record."""
    verdicts = read_verdicts(ROOT, tmp_path)
    analysed = 0
    for name, entry in archive.entries.items():
        html = pages[name]
        told = verdicts.told(entry)
        assert told, name
        for kind in ("frames", "record", "analysis"):
            found = re.findall(rf'<template class="elfern-{kind}">(.*?)</template>', html)
            solved = kind != "analysis" or bool(told["steps"])
            assert len(found) == solved, (name, kind)
            analysed += kind == "analysis" and bool(found)
            if kind == "record":
                assert json.loads(found[0]) == entry.text, name
        assert f'id="replay-{name}"' in html, name
        for ending in ("egn", "json"):
            assert f'href="../../records/{name}.{ending}" download' in html, name
            text = (built_folder / "records" / f"{name}.{ending}").read_text(encoding="utf-8")
            (record,) = records.loads(text)
            assert records.dumps(record) == entry.text, name
        assert 'data-one-file="../../archive/index/one-file.txt"' in html, name
        assert f'href="../../play/#from={name}:0"' in html, name
        assert f"archive/{name}/embed/&quot;" in html, name
        assert (built_folder / "archive" / name / "embed" / "index.html").is_file(), name
        shown = {
            form: unescape(text)
            for form, text in re.findall(r'data-form="([^"]+)"><code>(.*?)</code>', html, re.DOTALL)
        }
        site = re.search(r'<link rel="canonical" href="(.*?)archive/', html)
        assert site
        cited = takeaway.citation(entry, site[1], ROOT)
        for form, key in (("Plain text", "plain"), ("BibTeX", "bibtex"), ("CSL-JSON", "csl")):
            assert shown[form] == cited[key].strip(), name
    # A deal broken off after its first tricks is beyond the solver.
    assert analysed >= len(archive.entries) - 6


def test_rule_sections_and_records_lead_to_each_other(
    archive: Archive, pages: dict[str, str], built_folder: Path
) -> None:
    wanted: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name, entry in archive.entries.items():
        sections = {one for one in entry.topics if one in SECTIONS}
        links = hrefs(group(pages[name], "Rules"), f"archive/{name}/")
        assert set(links) == {f"rules/{entry.game}/#{one}" for one in sections}, name
        for one in sections:
            wanted[entry.game, one].add(name)
    for game in {game for game, _ in wanted}:
        page = f"rules/{game}/"
        html = (built_folder / page / "index.html").read_text(encoding="utf-8")
        heads = [
            (match[1], match.start())
            for match in re.finditer(r'<h[2-6] id="([a-z0-9-]+)"', html)
            if match[1] in SECTIONS
        ]
        ends = [start for _, start in heads[1:]] + [len(html)]
        for (section, start), end in zip(heads, ends, strict=True):
            found = told_on(built_folder, page, html[start:end])
            assert found == wanted.pop((game, section)), (game, section)
    # Nothing changes between the phases in the other game: the first has no section of its own.
    assert set(wanted) <= {("bohemian-schneider", "first-phase")}


def test_variants_and_records_lead_to_each_other(
    archive: Archive, pages: dict[str, str], built_folder: Path
) -> None:
    wanted: dict[str, set[str]] = defaultdict(set)
    for name, entry in archive.entries.items():
        links = hrefs(group(pages[name], "Variants"), f"archive/{name}/")
        assert set(links) >= {f"variants/{one}/" for one in entry.variants}, name
        for link in links:
            wanted[link.split("/")[1]].add(name)
    for variant, names in wanted.items():
        page = f"variants/{variant}/"
        html = (built_folder / page / "index.html").read_text(encoding="utf-8")
        assert told_on(built_folder, page, html) == names, variant


def test_sources_and_records_lead_to_each_other(pages: dict[str, str], built_folder: Path) -> None:
    wanted: dict[str, set[str]] = defaultdict(set)
    for name, html in pages.items():
        for link in hrefs(group(html, "Sources"), f"archive/{name}/"):
            wanted[link].add(name)
    assert len(wanted) >= 8
    for page, names in wanted.items():
        html = (built_folder / page / "index.html").read_text(encoding="utf-8")
        assert told_on(built_folder, page, html) == names, page


def test_a_heading_is_told_in_the_language_of_its_record(
    archive: Archive, built_folder: Path
) -> None:
    """And has an address that stays when the title changes."""
    for name, language in (("first-game", "en"), ("first-game-de", "de")):
        html = (built_folder / "archive" / name / "index.html").read_text(encoding="utf-8")
        heading = re.search(r'<h1 id="title"><span lang="(\w+)">(.*?)</span>', html)
        assert heading
        assert heading[1] == language
        assert unescape(heading[2]) == archive.entries[name].checked.record.title


def test_sessions_are_named_by_who_plays(archive: Archive, built_folder: Path) -> None:
    for name, rounds in archive.sessions.items():
        page = f"archive/sessions/{name}/"
        html = (built_folder / page / "index.html").read_text(encoding="utf-8")
        head = re.search(r"<h1[^>]*>(.*?)(?:<a|</h1>)", html, re.DOTALL)
        assert head
        title = unescape(re.sub(r"<[^>]*>", "", head[1]))
        assert title == session_pages.title(rounds)
        assert name not in title
        listed = re.search(r'<ol class="arc-rounds">(.*?)</ol>', html, re.DOTALL)
        assert listed
        told = [unescape(one) for one in re.findall(r"<a [^>]*>(.*?)</a>", listed[1])]
        assert len(told) == len(rounds)
        for one, entry in zip(told, rounds, strict=True):
            assert entry.checked.record.title.lower().endswith(one.lower()), name
    (strong,) = [
        session_pages.title(rounds)
        for name, rounds in archive.sessions.items()
        if name == "session-elfern-must-win-1"
    ]
    assert strong == ("Beginner and Strong, 8 deals of Elfern: Duty to win in the second phase")


def test_where_a_record_is_shown_it_is_named(pages: dict[str, str], built_folder: Path) -> None:
    """`Shown on` leads to the example itself, and the example leads back."""
    shown: set[tuple[str, str]] = set()
    for name, html in pages.items():
        for link in hrefs(group(html, "Shown on"), f"archive/{name}/"):
            page, _, element = link.partition("#")
            there = (built_folder / page / "index.html").read_text(encoding="utf-8")
            assert f'<elfern-replay id="{element}" data-record="{name}"' in there, (name, link)
            assert f"archive/{name}/" in hrefs(there, page), (name, link)
            shown.add((page, name))
    assert len(shown) > 150
