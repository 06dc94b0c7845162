"""The archive to browse: facets, an index split into parts, and a list that needs no script.

The index is columns of small numbers for all records, which facets and sorting need, and parts
with the words of some hundred records each, of which a page fetches those it shows.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from elfern_core import catalogue, records
from site_plugins.record_pages import (
    ORIGINS,
    address,
    lang,
    lang_attribute,
    ruleset,
    ruleset_title,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from site_plugins.archive import Entry

FORMAT = "elfern-archive-index/1"
"""Name and version of the form of the index."""
PART = 250
"""Records a part of the index holds."""
LISTED = 1500
"""Records that the list without script has on one page; beyond, it is split into pages."""
FOLDER = "archive/index"
"""Where the index stands, from the site's root."""

KINDS = {
    "lesson": "Lesson",
    "example": "Example",
    "session": "Deal of a session",
    "deal": "Deal by itself",
}
"""Kind of a record → its name, in the order in which the archive lists them."""
LENGTHS = (
    (3, "short", "1 to 3 tricks"),
    (8, "middle", "4 to 8 tricks"),
    (15, "long", "9 to 15 tricks"),
    (16, "whole", "Whole deal, 16 tricks"),
)
"""Most tricks → id and name of a class of length."""
RESULTS = {
    "simple": "Simple",
    "schneider": "Schneider",
    "schwarz": "Schwarz",
    "stander": "Stander",
    "unnamed": "Won, without a name",
    "open": "Not played to the end",
}
"""Class of result → its name, in the order in which they are listed."""
_NUMBERS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Item:
    """A record as the index holds it."""

    id: str
    title: str
    rules: str
    """Name of the ruleset."""
    note: str
    """What stands under the title: where it comes from, length, result."""
    facets: Mapping[str, tuple[str, ...]]
    """Id of a facet → the values that the record has of it."""
    tricks: int
    margin: int
    """Card points between the two at the end; -1 if there is no result."""
    text: str = ""
    """More words by which it is found."""
    lang: str = ""
    """Language of its title, empty for English."""


@dataclass(frozen=True, slots=True)
class Facet:
    """Something that records are chosen by."""

    id: str
    title: str
    values: Mapping[str, str] = field(default_factory=dict)
    """Id of a value → its name, in the order in which they are listed."""


def item(entry: Entry, sources: Iterable[str] = ()) -> Item:
    """Describe a record for the index.

    Args:
        entry: the record.
        sources: keys of the sources that it belongs to.
    """
    record = entry.checked.record
    rules = ruleset(entry)
    length = next(name for most, name, _ in LENGTHS if len(record.tricks) <= most)
    variants = tuple(one.id for one in rules.variants) or ("none",)
    return Item(
        record.id,
        record.title,
        rules.title(),
        _note(entry),
        {
            "kind": (entry.kind,),
            "game": (rules.game.id,),
            "variant": variants,
            "topic": tuple(dict.fromkeys(record.illustrates)),
            "source": tuple(sources),
            "result": (entry.result,),
            "length": (length,),
        },
        len(record.tricks),
        abs(record.result[0] - record.result[1]) if record.result else -1,
        " ".join(filter(None, (record.session, record.forehand, record.dealer))).replace("?", ""),
        lang(entry),
    )


def _note(entry: Entry) -> str:
    record = entry.checked.record
    count = len(record.tricks)
    told = [
        ORIGINS.get(record.source, "printed in a source"),
        f"{count} trick{'' if count == 1 else 's'}",
    ]
    if record.result is not None:
        told.append(f"{record.result[0]}–{record.result[1]}")
    return ", ".join(told)


def ordered(items: Iterable[Item]) -> list[Item]:
    """Put records into the archive's order: by kind, game, ruleset, then id."""
    kinds, games = list(KINDS), list(catalogue.GAMES)

    def key(one: Item) -> tuple[object, ...]:
        game = games.index(one.facets["game"][0])
        return (
            kinds.index(one.facets["kind"][0]),
            game,
            one.rules != catalogue.GAMES[one.facets["game"][0]].title,
            one.rules,
            _natural(one.id),
        )

    return sorted(items, key=key)


def _natural(text: str) -> list[tuple[int, str]]:
    """Order numbers within words by their size."""
    return [
        (int(part), "") if part.isdigit() else (-1, part) for part in _NUMBERS.split(text.lower())
    ]


def facets(items: Sequence[Item], sources: Mapping[str, str]) -> list[Facet]:
    """Give the facets with the values that occur.

    Args:
        items: the records.
        sources: key of a source → its short name, in the order of the bibliography.
    """
    names: dict[str, tuple[str, dict[str, str]]] = {
        "kind": ("Kind", KINDS),
        "game": ("Game", {game.id: game.title for game in catalogue.GAMES.values()}),
        "variant": (
            "Rules",
            {"none": "Standard rules"} | {one.id: one.title for one in catalogue.VARIANTS.values()},
        ),
        "topic": (
            "What it illustrates",
            {name: titles[0] for name, titles in catalogue.SECTIONS.items()}
            | {one.id: f"Variant: {one.title}" for one in catalogue.VARIANTS.values()},
        ),
        "source": ("Source", dict(sources)),
        "result": ("Result", RESULTS),
        "length": ("Length", {name: title for _, name, title in LENGTHS}),
    }
    found = []
    for name, (title, values) in names.items():
        used = Counter(value for one in items for value in one.facets[name])
        found.append(
            Facet(name, title, {value: text for value, text in values.items() if used[value]})
        )
    return found


# The index -------------------------------------------------------------------------------------


def index(items: Sequence[Item], shown: Sequence[Facet]) -> dict[str, Any]:
    """Give the part of the index that is about all records: facets, columns, orders.

    A column holds for each record the number of its set of values in `sets`; a set lists values
    by their numbers. An order lists records by their numbers.
    """
    columns: dict[str, Any] = {}
    for facet in shown:
        numbers = {value: number for number, value in enumerate(facet.values)}
        sets: dict[tuple[int, ...], int] = {}
        rows = [
            sets.setdefault(tuple(numbers[value] for value in one.facets[facet.id]), len(sets))
            for one in items
        ]
        columns[facet.id] = {"sets": [list(one) for one in sets], "rows": rows}
    places = range(len(items))
    return {
        "format": FORMAT,
        "count": len(items),
        "part": PART,
        "facets": [
            {
                "id": facet.id,
                "title": facet.title,
                "values": [{"id": value, "title": text} for value, text in facet.values.items()],
            }
            for facet in shown
        ],
        "columns": columns,
        "orders": {
            "title": sorted(places, key=lambda n: _natural(items[n].title)),
            "longest": sorted(places, key=lambda n: -items[n].tricks),
            "closest": sorted(places, key=lambda n: (items[n].margin < 0, items[n].margin)),
            "widest": sorted(places, key=lambda n: -items[n].margin),
        },
    }


def words(items: Sequence[Item]) -> list[list[str]]:
    """Give what a part of the index says of its records.

    Id, title, ruleset, note, more words; and the language of the title if it is not English.
    """
    return [
        [one.id, one.title, one.rules, one.note, one.text, *filter(None, [one.lang])]
        for one in items
    ]


def index_files(
    items: Sequence[Item], entries: Mapping[str, Entry], shown: Sequence[Facet]
) -> Iterator[tuple[str, str]]:
    """Give the files of the index: address and text.

    Args:
        items: the records in the archive's order.
        entries: the records by id, for the parts from which a selection is downloaded.
        shown: the facets.
    """
    yield f"{FOLDER}/records.json", _compact(index(items, shown))
    for number, start in enumerate(range(0, len(items), PART)):
        part = items[start : start + PART]
        yield f"{FOLDER}/words-{number}.json", _compact(words(part))
        texts = [entries[one.id].text for one in part]
        yield f"{FOLDER}/egn-{number}.json", _compact(texts)
        lines = [json_line(entries[one.id]) for one in part]
        yield f"{FOLDER}/json-{number}.json", _compact(lines)


_lines: dict[str, str] = {}
"""Digest of a record → its line of JSON Lines: it lives on between the rebuilds of a server."""


def json_form(entry: Entry) -> str:
    """Give a record as JSON."""
    return records.dumps(entry.checked.record, "json")


def json_line(entry: Entry) -> str:
    """Give a record as a line of JSON Lines, with its line feed."""
    if entry.digest not in _lines:
        _lines[entry.digest] = records.dumps([entry.checked.record], "jsonl")
    return _lines[entry.digest]


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


# Without script ---------------------------------------------------------------------------------


def groups(items: Iterable[Item]) -> dict[tuple[str, str], list[Item]]:
    """Group records in the archive's order by kind and game."""
    found: dict[tuple[str, str], list[Item]] = {}
    for one in items:
        found.setdefault((one.facets["kind"][0], one.facets["game"][0]), []).append(one)
    return found


def reading_list(items: Sequence[Item], to: Callable[[str], str]) -> str:
    """Give the list of records as links, grouped; the same for a page of it."""
    return "".join(
        f'<details class="arc-group" open><summary>{escape(_group(*group))} ({len(members)})'
        f"</summary><ul>{''.join(_link(one, to) for one in members)}</ul></details>"
        for group, members in groups(items).items()
    )


def _group(kind: str, game: str) -> str:
    return f"{KINDS[kind]}: {catalogue.GAMES[game].title}"


def _link(one: Item, to: Callable[[str], str]) -> str:
    return (
        f'<li><a href="{escape(to(f"archive/{one.id}/"))}"{lang_attribute(one.lang)}>'
        f"{escape(one.title)}</a> "
        f'<span class="arc-meta">{escape(one.rules)}</span></li>'
    )


def pages(items: Sequence[Item]) -> list[Sequence[Item]]:
    """Split the list into pages of at most `LISTED` records."""
    return [items[start : start + LISTED] for start in range(0, len(items), LISTED)]


def render(items: Sequence[Item], to: Callable[[str], str]) -> str:
    """Give the element in which the archive is browsed, with the list that needs no script."""
    split = pages(items)
    if len(split) <= 1:
        listed = reading_list(items, to)
    else:
        links = "".join(
            f'<li><a href="{escape(to(f"archive/all/{number}/"))}">{escape(part[0].title)} to '
            f"{escape(part[-1].title)}</a> ({len(part)})</li>"
            for number, part in enumerate(split, 1)
        )
        listed = f"<p>All {len(items)} records, in {len(split)} lists:</p><ul>{links}</ul>"
    return (
        f'<elfern-browse data-index="{escape(to(FOLDER + "/"))}" '
        f'data-archive="{escape(to("archive/"))}">'
        f'<div class="elfern-static" data-search-exclude>{listed}</div></elfern-browse>'
    )


def about(
    entries: Iterable[Entry], title: str, to: Callable[[str], str], query: str, most: int = 12
) -> str:
    """Give a folded list of the records on something, for its page.

    Args:
        entries: the records.
        title: what they are about.
        to: makes an address from the site's root one that is seen from the page.
        query: what the archive's address needs behind `#` to show them all.
        most: how many are listed; the archive has the others.
    """
    found = list(entries)
    if not found:
        return ""
    items = "".join(
        f'<li><a href="{escape(to(address(entry)))}"{lang_attribute(lang(entry))}>'
        f"{escape(entry.checked.record.title)}</a> "
        f'<span class="arc-meta">{escape(ruleset_title(entry))}</span></li>'
        for entry in found[:most]
    )
    everything = escape(to(f"archive/#{query}"))
    rest = f"All {len(found)} in the archive" if len(found) > most else "The same in the archive"
    return (
        f'<details class="arc-about" data-search-exclude><summary>Records on {escape(title)}: '
        f"{len(found)}</summary><ul>{items}</ul>"
        f'<p><a href="{everything}">{rest}</a></p></details>'
    )
