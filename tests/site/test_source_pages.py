"""The pages of the sources as built: they say what the data say, and fail where they cannot."""

from __future__ import annotations

import csv
import io
import json
import logging
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort
from pybtex.database import parse_string

from site_plugins.concordance import as_rows
from site_plugins.sources import SILENCES, Sources

if TYPE_CHECKING:
    from collections.abc import Callable

    from site_plugins.glossary import Glossary


ROOT = Path(__file__).parents[2]


class Cell(NamedTuple):
    """A cell of a concordance: what it says and where it leads."""

    text: str
    stance: str
    links: tuple[str, ...]


class PageText(HTMLParser):
    """Ids, links, languages and the cells of the concordances of one page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[tuple[str, str]] = []
        self.cells: dict[tuple[str, str, str], Cell] = {}
        self.table = self.row = ""
        self.cell: tuple[str, str] | None = None
        self.stance = ""
        self.depth = 0
        self.text: list[str] = []
        self.cell_links: list[str] = []
        self.label = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if "id" in told:
            self.ids.append(told["id"])
        if tag == "a" and "href" in told:
            self.links.append((told["href"], told.get("class", "")))
            self.cell_links.append(told["href"])
        if tag == "elfern-concordance":
            self.table = told["id"].removeprefix("concordance-")
        if tag == "tr":
            self.row = told.get("id", "")
        if "data-stance" in told:
            self.cell = tag, told["data-source"]
            self.stance = told["data-stance"]
            self.text, self.cell_links = [], []
        self.label = self.label or told.get("class") in {"src-label", "src-known", "src-badge"}

    def handle_endtag(self, tag: str) -> None:
        if tag in {"span", "b"}:
            self.label = False
        if self.cell and tag == self.cell[0]:
            text = " ".join("".join(self.text).replace("§", "").split())
            key = self.table, self.row, self.cell[1]
            self.cells[key] = Cell(text, self.stance, tuple(self.cell_links))
            self.cell = None

    def handle_data(self, data: str) -> None:
        if self.cell and not self.label:
            self.text.append(data)


@pytest.fixture(scope="module")
def pages(source_site: Path) -> dict[str, PageText]:
    return {
        path.relative_to(source_site).as_posix(): PageText(path.read_text(encoding="utf-8"))
        for path in source_site.rglob("*.html")
        if path.name != "404.html"
    }


def plain(markdown: str) -> str:
    return " ".join(re.sub(r"\{:[^}]*\}|\*", "", markdown).split())


def test_the_concordance_is_the_data(sources: Sources, pages: dict[str, PageText]) -> None:
    cells = pages["concordance/index.html"].cells
    expected = {}
    for row in as_rows(sources.tables):
        if row["game"] == "variants" and row["stance"] in SILENCES:
            continue
        expected[row["game"], row["point"], row["source"]] = (
            row["stance"],
            plain(row["says"]) or SILENCES[row["stance"]],
        )
    assert len(expected) > 400
    found = {
        key: (cell.stance, cell.text if key[0] != "variants" else cell.text.partition(": ")[2])
        for key, cell in cells.items()
    }
    assert found == expected


def test_every_cell_links_to_the_rule_and_the_source(pages: dict[str, PageText]) -> None:
    for (table, point, source), cell in pages["concordance/index.html"].cells.items():
        # German or other words in a cell bring no links: there are these two and no more.
        by = [link for link in cell.links if "sources/" in link]
        rules = [link for link in cell.links if re.search("rules/|variants/|history/", link)]
        assert by, (table, point, source)
        assert len(rules) == 1, (table, point, source)


def test_differences_stand_out_without_colour(source_site: Path) -> None:
    html = (source_site / "concordance" / "index.html").read_text(encoding="utf-8")
    differing = re.findall(r'<td role="cell" class="src-differs".*?</td>', html, re.DOTALL)
    assert len(differing) > 20
    assert all('<b class="src-badge">differs</b>' in cell for cell in differing)
    agreeing = re.findall(r'<td role="cell" class="src-agrees".*?</td>', html, re.DOTALL)
    assert all("src-badge" not in cell for cell in agreeing)


def test_links_lead_somewhere(pages: dict[str, PageText], source_site: Path) -> None:
    lost = []
    for page, told in pages.items():
        if page.startswith("reference/"):
            continue  # made by a plugin that does not run here
        for href, _ in told.links:
            parts = urlsplit(urljoin(f"http://site/{page.removesuffix('index.html')}", href))
            if parts.netloc != "site" or parts.fragment.startswith("replay-"):
                continue
            path = unquote(parts.path).lstrip("/")
            target = f"{path}index.html" if path.endswith("/") or not path else path
            if not (source_site / target).is_file() or (
                parts.fragment
                and target in pages
                and unquote(parts.fragment) not in pages[target].ids
            ):
                lost.append(f"{page}: {href}")
    assert lost == []


def test_ids_are_unique_on_the_pages_of_the_sources(pages: dict[str, PageText]) -> None:
    for page, told in pages.items():
        if page.startswith(
            ("sources/", "concordance/", "glossary/", "history/", "rules/", "variants/")
        ):
            twice = {name for name in told.ids if told.ids.count(name) > 1 and name != "__tabbed"}
            assert twice == set(), page


def test_downloads_hold_the_bibliography(source_site: Path, sources: Sources) -> None:
    folder = source_site / "sources"
    text = (folder / "bibliography.bib").read_text(encoding="utf-8")
    keys = list(sources.bibliography.sources)
    assert list(parse_string(text, "bibtex").entries) == keys
    csl = json.loads((folder / "bibliography.json").read_text(encoding="utf-8"))
    assert [item["id"] for item in csl] == keys
    lines = (folder / "bibliography.txt").read_text(encoding="utf-8").splitlines()
    assert lines == [source.plain for source in sources.bibliography.sources.values()]
    assert all(item["title"] and item["type"] for item in csl)
    pierer = next(item for item in csl if item["id"] == "pierer-1858")
    assert pierer["page"] == "637–638"
    assert pierer["issued"] == {"date-parts": [[1858]]}
    assert pierer["container-title"] == "Pierer's Universal-Lexikon"
    for key in keys:
        entries = parse_string(
            (folder / "cite" / f"{key}.bib").read_text(encoding="utf-8"), "bibtex"
        )
        assert list(entries.entries) == [key]
        assert (
            json.loads((folder / "cite" / f"{key}.json").read_text(encoding="utf-8"))[0]["id"]
            == key
        )
        assert (folder / "cite" / f"{key}.txt").read_text(encoding="utf-8").strip() in lines


def test_the_concordance_can_be_taken_away(source_site: Path, sources: Sources) -> None:
    rows = as_rows(sources.tables)
    text = (source_site / "sources" / "concordance.csv").read_text(encoding="utf-8")
    assert list(csv.DictReader(io.StringIO(text))) == rows
    assert (
        json.loads((source_site / "sources" / "concordance.json").read_text(encoding="utf-8"))
        == rows
    )
    # Words alone: the marks that make a page of them are not for a table of data.
    assert [row for row in rows if re.search(r"[*{}<>]", row["says"])] == []


def test_a_source_page_says_what_the_data_say(source_site: Path, sources: Sources) -> None:
    for key, page in sources.pages.items():
        html = (source_site / "sources" / page.page / "index.html").read_text(encoding="utf-8")
        for point, claim in sources.claims_of(key):
            item = re.search(rf'<li id="says-{point.id}" class="src-{claim.stance}">.*?</li>', html)
            assert item, (key, point.id)
            assert plain(claim.says) in re.sub(r"<[^>]+>", "", item[0])
        for table in sources.tables.values():
            for point in table.points:
                if point.silences.get(key) == "silent" and not point.variant:
                    item = re.search(rf'<li id="says-{point.id}">.*?</li>', html)
                    assert item
                    assert "filled here:" in item[0]


@pytest.mark.parametrize(
    ("compare", "address"),
    [
        ("second-phase", "15/lead"),
        ("first-phase", "3/lead"),
        ("after-one-tie", "end"),
        ("after-two-ties", "end"),
        ("threshold", "end"),
        ("next-or-highest", "4/reply"),
        ("next-or-follow", "1/lead"),
        ("scales", "end"),
        ("seven-and-ace", "15/reply"),
        ("ace-led", "12/reply"),
        ("who-deals", "end"),
    ],
)
def test_disagreements_part_where_the_page_says(
    source_site: Path, compare: str, address: str
) -> None:
    html = (source_site / "sources" / "disagree" / "index.html").read_text(encoding="utf-8")
    assert f'id="compare-{compare}" data-part="{address}"' in html
    trick = address.partition("/")[0]
    told = "at the result" if trick == "end" else f"at trick {trick}"
    assert f"They part {told}." in html[html.index(f'id="compare-{compare}"') :][:400]


def test_the_session_table_is_what_the_records_score(source_site: Path) -> None:
    html = (source_site / "sources" / "disagree" / "index.html").read_text(encoding="utf-8")
    table = re.search(r'<table class="src-sessions">(.*?)</table>', html, re.DOTALL)
    assert table
    rows = [
        [
            " ".join(re.sub(r"<[^>]+>", " ", cell).split())
            for cell in re.findall(r"<t[dh].*?</t[dh]>", row)
        ]
        for row in re.findall(r"<tr>(.*?)</tr>", table[1], re.DOTALL)
    ]
    names = ["Catalogue of card games", "Pierer 1858", "Cats at Cards", "German Wikipedia"]
    assert rows == [
        ["Deal", "Honours", *names],
        ["Deal 1", "Lena 10, Otto 10", "nothing", "nothing", "nothing", "nothing"],
        ["Deal 2", "Lena 16, Otto 4", "Lena 3", "Lena 4", "Lena 3", "Lena 2"],
        ["Deal 3", "Otto 10, Lena 10", "nothing", "nothing", "nothing", "nothing"],
        ["Deal 4", "Otto 10, Lena 10", "nothing", "nothing", "nothing", "nothing"],
        ["Deal 5", "Otto 12, Lena 8", "Otto 1", "Otto 2", "Otto 2", "Otto 1"],
        ["Slate", "", "Lena 3, Otto 1", "Lena 4, Otto 2", "Lena 3, Otto 2", "Lena 2, Otto 1"],
    ]  # fmt: skip


def test_the_glossary_is_whole(glossary: Glossary, source_site: Path) -> None:
    html = (source_site / "glossary" / "index.html").read_text(encoding="utf-8")
    for term in glossary.terms:
        entry = re.search(rf'<div id="{term.id}"><dt>(.*?)</dt>', html)
        assert entry, term.id
        for word in term.de:
            assert f'<b lang="de">{word}</b>' in entry[1]
        assert term.say in entry[1]
        assert term.ipa in entry[1]


def test_terms_lead_to_the_glossary_once_a_page(
    glossary: Glossary, pages: dict[str, PageText]
) -> None:
    led_to = set()
    for page, told in pages.items():
        links = [href.partition("#")[2] for href, kind in told.links if kind == "src-term"]
        assert len(links) == len(set(links)), page
        led_to |= set(links)
        if page.startswith(("rules/elfern", "sources/meyer")):
            assert {"trick", "stander"} <= set(links), page
    assert "src-term" not in {kind for _, kind in pages["glossary/index.html"].links}
    assert led_to <= {term.id for term in glossary.terms}
    assert len(led_to) > 15


class Prose(HTMLParser):
    """The pieces of text of a page, each with its language and the terms linked before it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[tuple[str, dict[str, str]]] = []
        self.linked: set[str] = set()
        self.pieces: list[tuple[str, str, set[str], frozenset[str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"br", "hr", "img", "input", "link", "meta", "source", "wbr"}:
            return
        told = {name: value or "" for name, value in attrs}
        self.open.append((tag, told))
        if told.get("class") == "src-term":
            self.linked.add(told["href"].partition("#")[2])

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tags = {tag for tag, _ in self.open}
        if "article" in tags and not tags & {"code", "script", "style", "svg", "template"}:
            classes = {name for _, told in self.open for name in told.get("class", "").split()}
            lang = next((told["lang"] for _, told in reversed(self.open) if "lang" in told), "")
            self.pieces.append((data, lang, tags | classes, frozenset(self.linked)))


@pytest.fixture(scope="module")
def prose(source_site: Path) -> dict[str, Prose]:
    return {
        path.relative_to(source_site).as_posix(): Prose(path.read_text(encoding="utf-8"))
        for path in source_site.rglob("*.html")
        if path.name != "404.html" and "reference" not in path.parts
    }


UNLINKED = {"a", "button", "h1", "h2", "h3", "h4", "h5", "h6", "summary", "th"} | {
    # What the plugins draw, which has links of its own or none.
    *("details", "elfern-compare", "elfern-concordance", "elfern-lab", "elfern-lesson"),
    *("elfern-static", "figure"),
}


def test_a_term_leads_to_the_glossary_where_it_first_stands(
    glossary: Glossary, prose: dict[str, Prose]
) -> None:
    by_form = {form: term.id for term in glossary.terms for form in term.forms}
    seen = set()
    for page, told in prose.items():
        if page.startswith(("glossary/", "contribute/")):
            continue
        for text, _, around, linked in told.pieces:
            if around & UNLINKED or any(name.startswith("src-") for name in around):
                continue
            for word in glossary.pattern.findall(text):
                seen.add(by_form[word])
                assert by_form[word] in linked, f"{page}: “{word}” in “{text.strip()[:80]}”"
    assert len(seen) > 15


ENGLISH_TOO = {
    *("Banner", "Dame", "Elfern", "Gras", "Honneurs", "Rot", "Schneider", "Stock", "schwarz"),
    # Names of cards that have no others, and a title.
    *("Ober", "Unter", "Böhmischer Schneider"),
}


def test_german_words_are_marked_as_german(glossary: Glossary, prose: dict[str, Prose]) -> None:
    words = {word for term in glossary.terms for word in term.de} - ENGLISH_TOO
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(words, key=len, reverse=True))})\b")
    found = [
        (page, match[0], lang)
        for page, told in prose.items()
        for text, lang, _, _ in told.pieces
        for match in pattern.finditer(text)
    ]
    assert len(found) > 100
    assert [one for one in found if not one[2].startswith("de")] == []


# --- faults on a page --------------------------------------------------------------------------


@pytest.fixture
def small_site(tmp_path: Path) -> Callable[[str, str], Path]:
    """Build a strict site of one page, and one record, with the project's sources."""

    def make(page: str, record: str = "") -> Path:
        (tmp_path / "docs").mkdir()
        (tmp_path / "replays").mkdir()
        (tmp_path / "docs" / "index.md").write_text(page, encoding="utf-8")
        if record:
            (tmp_path / "replays" / "one.egn").write_text(record, encoding="utf-8")
        (tmp_path / "mkdocs.yml").write_text(
            "site_name: Test\n"
            "plugins:\n"
            "  - elfern:\n"
            f"      node_modules: {ROOT / 'node_modules'}\n"
            f"      cache: {ROOT / '.cache'}\n"
            f"      engine: {ROOT}\n"
            "  - elfern-sources:\n"
            f"      sources: {tmp_path / 'sources'}\n"
            f"      citation: {ROOT / 'CITATION.cff'}\n"
            "markdown_extensions: [pymdownx.superfences, attr_list]\n",
            encoding="utf-8",
        )
        (tmp_path / "sources").symlink_to(ROOT / "sources")
        built = tmp_path / "site"
        build(load_config(str(tmp_path / "mkdocs.yml"), site_dir=str(built), strict=True))
        return built

    return make


FAULTS = (
    (
        "# A\n\nSo says [@pierer-1885].\n",
        r"index\.md:3: pierer-1885 is no .*did you mean pierer-18",
    ),
    ("---\ntitle: A\n---\n# A\n\n[@meyer-1906; @no]\n", r"index\.md:6: no is no source"),
    ("# A\n\n<!-- claims: must-lose -->\n", r"index\.md:3: must-lose is no rule section and no"),
    ("# A\n\n<!-- cite: nobody -->\n", r"index\.md:3: nobody is no source"),
    ("# A\n\n<!-- concordance: whist -->\n", r"there is no concordance of whist"),
    ("# A\n\n<!-- sessions: catalogue no-such -->\n", r"there is no session no-such"),
    ("# A\n\n<!-- claim: deal -->\n", r"there is no marker claim; did you mean claims\?"),
    ("# A\n\n<!-- glossary: The stars -->\n", r"the glossary has no group The stars"),
)


@pytest.mark.parametrize(("page", "message"), FAULTS)
def test_a_fault_on_a_page_fails_the_strict_build(
    small_site: Callable[[str, str], Path],
    caplog: pytest.LogCaptureFixture,
    page: str,
    message: str,
) -> None:
    with caplog.at_level(logging.WARNING), pytest.raises(Abort):
        small_site(page, "")
    said = "\n".join(record.getMessage() for record in caplog.records)
    assert re.search(message, said), said


def test_a_record_from_an_unknown_source_fails_the_strict_build(
    small_site: Callable[[str, str], Path], caplog: pytest.LogCaptureFixture
) -> None:
    path = ROOT / "replays" / "examples" / "sources" / "abenstein-low-ten.egn"
    record = path.read_text(encoding="utf-8").replace("constructed", "hoyle-1750")
    with caplog.at_level(logging.WARNING), pytest.raises(Abort):
        small_site("# A\n", record)
    said = "\n".join(record.getMessage() for record in caplog.records)
    assert "one.egn:5:10: “hoyle-1750” is no source that a record of this archive can name" in said


def test_citations_and_markers_in_code_stay_text(small_site: Callable[[str, str], Path]) -> None:
    page = (
        "# A\n\nOne writes `[@nobody]`, or [@pierer-1858, p. 637; @meyer-1906].\n\n"
        "```\n<!-- claims: must-lose -->\n```\n\n<!-- an ordinary remark -->\n"
    )
    html = (small_site(page, "") / "index.html").read_text(encoding="utf-8")
    assert "<code>[@nobody]</code>" in html
    assert "&lt;!-- claims: must-lose --&gt;" in html
    assert re.search(r'href="sources/pierer-1858/"[^>]*>Pierer 1858, p\. 637</a>; <a', html)
