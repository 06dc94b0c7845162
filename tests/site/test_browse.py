"""The archive's index, facets and list, from records of the site and from generated entries."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from elfern_core import catalogue, records
from site_plugins import browse
from site_plugins.archive import Archive, read_archive
from tests.generated import generated_items

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def archive() -> Archive:
    return read_archive(ROOT / "replays", ROOT)


@pytest.fixture(scope="module")
def items(archive: Archive) -> list[browse.Item]:
    return browse.ordered(map(browse.item, archive.entries.values()))


def unpacked(index: dict[str, Any], facet: str) -> list[set[str]]:
    """Give the values that each record has of a facet, as a reader of the index finds them."""
    values = next(one["values"] for one in index["facets"] if one["id"] == facet)
    column = index["columns"][facet]
    return [{values[n]["id"] for n in column["sets"][row]} for row in column["rows"]]


def test_every_record_is_in_the_index_once(archive: Archive, items: list[browse.Item]) -> None:
    assert sorted(one.id for one in items) == sorted(archive.entries)


def test_a_record_has_the_facets_that_its_text_says(archive: Archive) -> None:
    entry = archive.entries["meyer-no-ducking"]
    found = browse.item(entry, ["meyer-1906"])
    record = entry.checked.record
    assert record.rules == "elfern+must-win"
    assert found.facets == {
        "kind": ("example",),
        "game": ("elfern",),
        "variant": ("must-win",),
        "topic": record.illustrates,
        "source": ("meyer-1906",),
        "result": ("simple",),
        "length": ("middle",),
    }
    assert len(record.tricks) == found.tricks == 4
    assert record.result is not None
    assert found.margin == abs(record.result[0] - record.result[1])


def test_the_index_says_of_each_record_what_its_item_says(items: list[browse.Item]) -> None:
    shown = browse.facets(items, {})
    index = json.loads(json.dumps(browse.index(items, shown)))
    assert index["count"] == len(items)
    for facet in index["facets"]:
        if facet["id"] == "source":
            continue
        assert unpacked(index, facet["id"]) == [set(one.facets[facet["id"]]) for one in items]


def test_a_facet_lists_only_values_that_occur(items: list[browse.Item]) -> None:
    for facet in browse.facets(items, {"nobody": "Nobody"}):
        used = {value for one in items for value in one.facets[facet.id]}
        assert set(facet.values) == used


def test_every_value_of_the_records_has_a_name(items: list[browse.Item]) -> None:
    shown = {facet.id: facet for facet in browse.facets(items, {})}
    for one in items:
        for name, values in one.facets.items():
            assert set(values) <= set(shown[name].values), (one.id, name)


def test_orders_hold_every_record_and_are_in_order(items: list[browse.Item]) -> None:
    orders = browse.index(items, [])["orders"]
    for name, order in orders.items():
        assert sorted(order) == list(range(len(items))), name
    tricks = [items[n].tricks for n in orders["longest"]]
    assert tricks == sorted(tricks, reverse=True)
    margins = [items[n].margin for n in orders["closest"]]
    told = [one for one in margins if one >= 0]
    assert told == sorted(told)
    assert margins[len(told) :] == [-1] * (len(margins) - len(told))


def test_numbers_in_names_are_ordered_by_size() -> None:
    made = generated_items(1200)
    titles = [made[n].title for n in browse.index(made, [])["orders"]["title"]]
    numbers = [int(re.findall(r"\d+", title)[0]) for title in titles]
    assert numbers == sorted(numbers)


def test_the_archive_lists_by_kind_then_game(items: list[browse.Item]) -> None:
    kinds, games = list(browse.KINDS), list(catalogue.GAMES)
    places = [(kinds.index(o.facets["kind"][0]), games.index(o.facets["game"][0])) for o in items]
    assert all(one <= other for one, other in pairwise(places))


def test_parts_hold_the_records_in_the_order_of_the_index(
    archive: Archive, items: list[browse.Item], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browse, "PART", 50)
    files = dict(browse.index_files(items, archive.entries, browse.facets(items, {})))
    parts = -(-len(items) // 50)
    assert set(files) == {"archive/index/records.json"} | {
        f"archive/index/{name}-{number}.json"
        for name in ("words", "egn", "json")
        for number in range(parts)
    }
    for number in range(parts):
        words, egn, lines = (
            json.loads(files[f"archive/index/{name}-{number}.json"])
            for name in ("words", "egn", "json")
        )
        assert [row[0] for row in words] == [o.id for o in items[50 * number : 50 * number + 50]]
        for (identifier, title, *_), text, line in zip(words, egn, lines, strict=True):
            assert text == archive.entries[identifier].text
            assert title == archive.entries[identifier].checked.record.title
            assert line.endswith("}\n")
            assert "\n" not in line[:-1]
            (record,) = records.loads(line)
            assert records.dumps(record) == text


def test_the_index_of_ten_thousand_stays_small() -> None:
    items = generated_items(10_000)
    index = browse._compact(browse.index(items, browse.facets(items, {})))
    assert len(index) < 60 * len(items)
    sizes = [
        len(browse._compact(browse.words(items[n : n + browse.PART])))
        for n in range(0, len(items), browse.PART)
    ]
    assert len(sizes) == 40
    assert max(sizes) < 160 * browse.PART


def test_without_script_every_record_is_a_link(items: list[browse.Item]) -> None:
    html = browse.render(items, lambda url: f"../{url}")
    links = re.findall(r'<li><a href="([^"]+)"', html)
    assert links == [f"../archive/{one.id}/" for one in items]
    summaries = re.findall(r"<summary>([^<]+) \((\d+)\)</summary>", html)
    assert sum(int(count) for _, count in summaries) == len(items)


def test_a_title_in_another_language_says_so(items: list[browse.Item]) -> None:
    """For a screen reader, which would read German as English."""
    german = next(one for one in items if one.id == "first-game-de")
    assert german.lang == "de"
    assert {one.lang for one in items if not one.id.endswith("-de")} == {""}
    assert [row[5:] for row in browse.words([german, items[0]])] == [["de"], []]
    link = '<a href="archive/first-game-de/" lang="de">'
    assert link in browse.reading_list(items, str)


def test_a_long_list_without_script_is_split_into_pages() -> None:
    items = browse.ordered(generated_items(2 * browse.LISTED + 1))
    split = browse.pages(items)
    assert [len(part) for part in split] == [browse.LISTED, browse.LISTED, 1]
    html = browse.render(items, lambda url: url)
    assert re.findall(r'href="(archive/all/\d/)"', html) == [
        "archive/all/1/", "archive/all/2/", "archive/all/3/",
    ]  # fmt: skip
    assert len(html) < 2000
    linked = {
        link
        for part in split
        for link in re.findall(r'href="(archive/item-\d+/)"', browse.reading_list(part, str))
    }
    assert len(linked) == len(items)


def test_text_of_a_record_is_text_in_the_list() -> None:
    bad = browse.Item("x", "<b>&", "Elfern", "", generated_items(1)[0].facets, 1, 1)
    html = browse.reading_list([bad], str)
    assert "<b>" not in html
    assert "&lt;b&gt;&amp;" in html


def test_records_on_something_are_listed_up_to_a_number(archive: Archive) -> None:
    entries = list(archive.entries.values())[:5]
    html = browse.about(entries, "the <pack>", str, "game=elfern&topic=pack", most=3)
    assert "Records on the &lt;pack&gt;: 5" in html
    assert html.count("<li>") == 3
    assert 'href="archive/#game=elfern&amp;topic=pack"' in html
    assert "All 5 in the archive" in html
    assert browse.about([], "nothing", str, "x") == ""
