"""The concordance: rule points and sources as one table, and as rows to download."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from elfern_core import catalogue
from site_plugins.attribution import badge
from site_plugins.sources import SILENCES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from site_plugins.attribution import Teller
    from site_plugins.sources import Point, Table


_MARKS = re.compile(r"\{:[^}]*\}|\*")
"""What Markdown inside a line adds to the words."""


def concordance(teller: Teller, table: Table) -> str:
    """Give the table of rule points and sources; of the variants, a list for each."""
    # Markdown knows a div for a block; an element of our own it would put in a paragraph.
    inner = _of_variants if table.id == "variants" else _matrix
    name = "elfern-concordance"
    return f'<div><{name} id="concordance-{table.id}">{inner(teller, table)}</{name}></div>'


def _matrix(teller: Teller, table: Table) -> str:
    head = "".join(
        f'<th scope="col" role="columnheader" data-source="{key}">{teller.source_link(key)}</th>'
        for key in table.columns
    )
    rows = "".join(_row(teller, point, table) for point in table.points)
    caption = f"{catalogue.GAMES[table.id].title}: what each source says on each rule point"
    return (
        f'<div class="src-scroll" tabindex="0" role="region" aria-label="{caption}">'
        f'<table class="src-concordance" role="table"><caption>{caption}</caption>'
        '<thead role="rowgroup"><tr role="row">'
        '<th scope="col" role="columnheader">Rule point</th>'
        f'<th scope="col" role="columnheader">Here</th>{head}</tr></thead>'
        f'<tbody role="rowgroup">{rows}</tbody></table></div>'
    )


def _row(teller: Teller, point: Point, table: Table) -> str:
    differs = [key for key, claim in point.claims.items() if claim.stance == "differs"]
    home = escape(teller.home(point, table.id))
    cells = "".join(_cell(teller, point, key, home) for key in table.columns)
    return (
        f'<tr role="row" id="{point.id}" data-differs="{len(differs)}" '
        f'data-ours="{int(point.ours)}">'
        f'<th scope="row" role="rowheader"><a href="{home}">{escape(point.title)}</a></th>'
        f'<td role="cell" class="src-reading"><span class="src-label">Here: </span>'
        f"{teller.words(point.reading)}{teller.ours(point)}</td>{cells}</tr>"
    )


def _cell(teller: Teller, point: Point, key: str, home: str) -> str:
    source = teller.source(key)
    claim = point.claims.get(key)
    address = escape(teller.source_address(key, point))
    place = escape(teller.home_name(point))
    if claim:
        kind = claim.stance
        text = teller.words(claim.says)
        note = "" if source.grade == "read" else '<span class="src-known"> (reported)</span>'
    else:
        kind = point.silences[key]
        text, note = SILENCES[kind], ""
    return (
        f'<td role="cell" class="src-{kind}" data-source="{key}" data-stance="{kind}">'
        f'<span class="src-label">{escape(source.short)}: </span>'
        f"{badge(kind, after=' ')}"
        f'<a class="src-text" href="{address}">{text}</a>{note}&nbsp;'
        f'<a class="src-section" href="{home}" aria-label="§ {place}">§</a></td>'
    )


def _of_variants(teller: Teller, table: Table) -> str:
    rows = []
    for point in table.points:
        home = escape(teller.home(point, ""))
        items = "".join(
            f'<li class="src-{claim.stance}" data-source="{key}" data-stance="{claim.stance}">'
            f"{teller.source_link(key, point)} "
            f'<span class="src-known">({teller.known(teller.source(key), claim)})</span>'
            f"{badge(claim.stance)}: {teller.words(claim.says)} "
            f'<a class="src-section" href="{home}" '
            f'aria-label="§ {escape(point.title)}">§</a></li>'
            for key, claim in point.claims.items()
        )
        said = f"<ul>{items}</ul>" if items else "Nobody."
        rows.append(
            f'<tr role="row" id="{point.id}" data-differs="0" data-ours="{int(point.ours)}">'
            f'<th scope="row" role="rowheader"><a href="{home}">{escape(point.title)}</a></th>'
            f'<td role="cell" class="src-reading"><span class="src-label">Here: </span>'
            f"{teller.words(point.reading)}{teller.ours(point)}</td>"
            '<td role="cell" class="src-who"><span class="src-label">Who says so: </span>'
            f"{said}</td></tr>"
        )
    caption = "Variants: what each changes, and who says so"
    return (
        f'<table class="src-concordance src-variants" role="table"><caption>{caption}</caption>'
        '<thead role="rowgroup"><tr role="row">'
        '<th scope="col" role="columnheader">Variant</th>'
        '<th scope="col" role="columnheader">Here</th>'
        '<th scope="col" role="columnheader">Who says so</th></tr></thead>'
        f'<tbody role="rowgroup">{"".join(rows)}</tbody></table>'
    )


def as_rows(tables: Mapping[str, Table]) -> list[dict[str, str]]:
    """Give the concordance as flat rows, one for each point and source, for downloads."""
    return [
        {
            "game": table.id,
            "point": point.id,
            "home": point.section or point.variant or point.page,
            "title": point.title,
            "source": key,
            "stance": point.claims[key].stance if key in point.claims else point.silences[key],
            "reported_by": " ".join(point.claims[key].by) if key in point.claims else "",
            "says": _plain(point.claims[key].says) if key in point.claims else "",
        }
        for table in tables.values()
        for point in table.points
        for key in dict.fromkeys((*table.columns, *point.claims))
    ]


def _plain(words: str) -> str:
    """Give the words of a claim without the marks of Markdown."""
    return _MARKS.sub("", words)
