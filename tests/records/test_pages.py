"""What the pages of the format and of the command say is so: their examples are run."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from elfern_core import records
from elfern_core.catalogue import MOST_EXPRESSION
from elfern_core.records import json as records_json
from elfern_core.records.model import (
    MOST_BYTES,
    MOST_COMMENT,
    MOST_NESTING,
    MOST_RECORDS,
    MOST_TRICKS,
    MOST_VALUE,
    TAG_ORDER,
    json_key,
)
from tests.records.console import blocks, filled
from tests.records.ebnf import read_grammar

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def pages(root: Path) -> dict[str, str]:
    names = ("format/index.md", "format/json.md", "reference/command.md")
    return {name: (root / "docs" / name).read_text(encoding="utf-8") for name in names}


@pytest.fixture(scope="module")
def format_page(pages: dict[str, str]) -> str:
    return pages["format/index.md"]


def test_every_fence_is_seen(pages: dict[str, str]) -> None:
    for page in pages.values():
        assert len(blocks(page)) * 2 == len(re.findall(r"^```", page, re.MULTILINE))


# --- the page of the format ----------------------------------------------------------------------


def test_every_record_on_the_pages_is_sound_and_in_export_form(pages: dict[str, str]) -> None:
    count = 0
    for name, page in pages.items():
        for block in blocks(page):
            if block.language == "egn" and not block.title.startswith("faulty"):
                count += 1
                where = f"{name}:{block.line}"
                entries = list(records.read(block.text))
                assert [one.findings for one in entries] == [()] * len(entries), where
                assert records.dumps([one.record for one in entries]) == block.text, where
    assert count >= 5


def test_a_lax_record_has_the_export_form_that_follows_it(format_page: str) -> None:
    found = blocks(format_page)
    pairs = [
        (block.text, found[index + 1].text)
        for index, block in enumerate(found)
        if block.language == "egn-lax"
    ]
    assert pairs
    for lax, export in pairs:
        assert records.dumps(records.loads(lax)) == export


def rows(page: str, heading: str) -> list[list[str]]:
    """Give the cells of the table that follows a heading."""
    part = page[page.index(f"## {heading}") :]
    table = re.search(r"(?:^\|.*\n)+", part, re.MULTILINE)
    assert table
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table[0].splitlines()[2:]
    ]


def test_the_table_of_tags_lists_all_tags_in_order(format_page: str) -> None:
    names = [name for row in rows(format_page, "Tags") for name in re.findall(r"`(\w+)`", row[0])]
    assert names == list(TAG_ORDER)


def test_tags_of_our_own_are_told(root: Path, format_page: str) -> None:
    files = [*(root / "replays").rglob("*.egn"), *(root / "elfern_core").rglob("*.py")]
    pattern = re.compile(r"""\[X-[A-Z][A-Za-z-]+(?= ")|"X-[A-Z][A-Za-z-]+(?=")""")
    used = {name[1:] for file in files for name in pattern.findall(file.read_text("utf-8"))}
    assert {"X-Seed", "X-Resigned", "X-Language"} <= used
    assert used == set(re.findall(r"`(X-[A-Z][A-Za-z-]+)`", format_page))


def test_what_the_table_of_tags_says_is_needed_is_needed(format_page: str) -> None:
    (whole,) = records.loads(
        next(one.text for one in blocks(format_page) if one.title == "specimen-deal.egn")
    )
    text = records.dumps(whole)
    for row in rows(format_page, "Tags"):
        for name in re.findall(r"`(\w+)`", row[0]):
            cut = re.sub(rf"^\[{name} .*\n", "", text, flags=re.MULTILINE)
            (checked,) = records.read(cut)
            assert checked.ok == (row[1] != "needed"), name


def test_the_table_of_limits_has_the_limits(format_page: str) -> None:
    told = {row[0]: row[1] for row in rows(format_page, "Limits")}
    assert told == {
        "a file": f"{MOST_BYTES // 1024 // 1024} MiB, {MOST_RECORDS:,} records",
        "the value of a tag": f"{MOST_VALUE:,} characters",
        "a comment": f"{MOST_COMMENT:,} characters",
        "branches inside one another": f"{MOST_NESTING}",
        "tricks of a record, branches included": f"{MOST_TRICKS:,}",
        "a ruleset expression": f"{MOST_EXPRESSION} characters",
    }


def test_strange_cards_named_on_the_page_are_refused(format_page: str) -> None:
    named = re.search(r"never guessed at: (.*) are no cards", format_page)
    assert named
    for word in re.findall(r"`(\w+)`", named[1]):
        (checked,) = records.read(f'%egn 1\n[Rules "elfern"]\n[Hands "F: {word} / D: C7"]')
        assert "bad-card" in [finding.code for finding in checked.findings]


# --- the grammar ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def grammar_source(format_page: str) -> str:
    (source,) = [block.text for block in blocks(format_page) if block.language == "ebnf"]
    return source


def test_all_records_match_the_grammar(root: Path, grammar_source: str) -> None:
    grammar = read_grammar(grammar_source)
    paths = [
        *sorted((root / "replays").rglob("*.egn")),
        *sorted((root / "tests" / "records").rglob("*.egn")),
    ]
    texts = [path.read_text(encoding="utf-8") for path in paths if path.parent.name != "bad"]
    count = 0
    for text in texts:
        for record in records.loads(text):
            count += 1
            assert grammar.matches("record", records.dumps(record)), record.id
    assert count > 100
    assert grammar.matches("file", texts[0] + "\n" + texts[1])


VALUES = {
    "Id": "id",
    "Rules": "ruleset",
    "Source": "source",
    "Date": "date",
    "Round": "number",
    "Lot": "hands",
    "Trump": "suit",
    "Held": "number",
    "Hands": "hands",
    "Stock": "cards",
    "Fragment": "number",
    "Leader": "seat",
    "Won": "pair",
    "Result": "result",
    "GamePoints": "pair",
}
"""Tag → the rule of the grammar for its value; the others hold any text."""


def test_values_of_tags_match_the_grammar(root: Path, grammar_source: str) -> None:
    grammar = read_grammar(grammar_source)
    seen = set()
    for path in (root / "tests" / "records" / "stored").glob("*.egn"):
        for name, value in re.findall(r'^\[(\w+) "(.*)"\]$', path.read_text("utf-8"), re.MULTILINE):
            if name in VALUES:
                seen.add(name)
                assert grammar.matches(VALUES[name], value), (name, value)
                assert not grammar.matches(VALUES[name], f"{value}?"), (name, value)
    assert seen == set(VALUES)


def test_the_grammar_matches_nothing_else(format_page: str, grammar_source: str) -> None:
    grammar = read_grammar(grammar_source)
    texts = [block.text for block in blocks(format_page) if block.language == "egn"]
    for text in texts:
        assert grammar.matches("record", text)
        for old, new in (
            ("%egn 1\n", ""),
            ("]\n", "] \n"),
            ("]\n\n", "]\n"),
            ("\n\n", "\n\n\n"),
            (" F ", "  F "),
            ("-9\n", "-9"),
            ("[Rules", "[ Rules"),
            (". F SA", ". F sa"),
            ("\n1", "\n01"),
            ("]\n", "]\r\n"),
        ):
            if old in text:
                assert not grammar.matches("record", text.replace(old, new, 1)), (old, new)


# --- the page of JSON ----------------------------------------------------------------------------


def test_the_record_in_json_is_in_export_form(pages: dict[str, str]) -> None:
    (block,) = [one for one in blocks(pages["format/json.md"]) if one.language == "json"]
    there = records.loads(block.text)
    assert records_json.dumps(there) == block.text


def test_the_table_of_keys_lists_all_keys(pages: dict[str, str]) -> None:
    page = pages["format/json.md"]
    table = rows("## Keys\n" + page, "Keys")
    named = [name for row in table for name in re.findall(r"`(\w+)`", row[0])]
    keys = {"format", "tags", "comments", "tricks", "branches"} | set(map(json_key, TAG_ORDER))
    assert sorted(named) == sorted(keys)


def test_the_example_in_python_runs(pages: dict[str, str]) -> None:
    (block,) = [one for one in blocks(pages["format/json.md"]) if one.language == "python"]
    (egn,) = [one for one in blocks(pages["format/index.md"]) if one.title == "specimen-deal.egn"]
    exec(compile(block.text, "example", "exec"), {"egn": egn.text})  # noqa: S102


# --- the page of the command ---------------------------------------------------------------------


def test_the_examples_of_the_command_do_what_the_page_shows(
    pages: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for page in pages.values():
        assert filled(page) == page, "run `python -m tests.records.console --write`"
    page = pages["reference/command.md"]
    shown = set(re.findall(r"^\$ elfern (\w+)", page, re.MULTILINE))
    assert shown == {"check", "show", "convert", "analyse", "deal", "rules", "play", "study"}
    for name in shown:
        assert f"## elfern {name} {{: #{name} }}" in page
        assert f"[`elfern {name}`](#{name})" in page


def test_schemas_named_on_the_page_are_there(root: Path, pages: dict[str, str]) -> None:
    links = re.findall(r"\]\(\.\./schema/([\w.-]+)\)", pages["format/json.md"])
    assert len(links) == 2
    for link in links:
        assert json.loads((root / "docs" / "schema" / link).read_text(encoding="utf-8"))["$id"]
