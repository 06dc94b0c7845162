"""What stands on the page of a record: viewer, facts, links both ways, files, citation.

Pure functions from an entry of the archive to pieces of HTML; `archive_plugin` puts them into the
theme's page. The example itself is made once and kept, see `examples`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from elfern_core import catalogue
from site_plugins.examples import ROOT
from site_plugins.replay import _comment

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from site_plugins.archive import Entry
    from site_plugins.sources import Sources

RESERVED = frozenset({"sessions", "all", "index", "files", "download", "releases", "cite"})
"""Names below `archive/` that are no record's: a record with such an id stops the build."""
ORIGINS = {
    "constructed": "made to illustrate",
    "self-play": "engine against engine",
    "played": "played by people",
    "?": "not told",
}
"""Word of the `Source` tag that names no printed source → what it means."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A place where a record is shown: an example on a page."""

    page: str
    """The page's title."""
    url: str
    """Address from the site's root, with the example's anchor."""


@dataclass(slots=True)
class Around:
    """What a record page says beyond the record: filled while the site is built."""

    sources: Sources | None = None
    shown: Mapping[str, list[Shown]] = field(default_factory=dict)
    """Id of a record → where it is shown."""
    of_sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Id of a record → keys of the sources it belongs to."""
    sessions: Mapping[str, list[Entry]] = field(default_factory=dict)
    """Name of a session → its rounds in order."""
    cite: Callable[[Entry], dict[str, str]] | None = None
    """Gives the forms in which a record is cited: `plain`, `bibtex`, `csl`."""


def address(entry: Entry) -> str:
    """Give the address of a record's page, from the site's root."""
    return f"archive/{entry.id}/"


def session_address(name: str) -> str:
    """Give the address of a session's page, from the site's root."""
    return f"archive/sessions/{name}/"


LANGUAGE = "X-Language"
"""Tag that says in which language a record's title, note and comments are."""


def lang(entry: Entry) -> str:
    """Give the language of a record's own words; empty for English, that of the pages."""
    found = dict(entry.checked.record.extra).get(LANGUAGE, "")
    return "" if found == "en" else found


def lang_attribute(language: str) -> str:
    """Give the attribute that says so in HTML; nothing for the language of the pages."""
    return f' lang="{escape(language)}"' if language else ""


# The parts of a page ----------------------------------------------------------------------------


def parts(entry: Entry, around: Around, root: str, site: str) -> dict[str, str]:
    """Give the pieces of a record's page, by the names of the page's slots.

    Args:
        entry: the record.
        around: what else is known.
        root: way from the page to the site's root, such as `../../`.
        site: the site's own address, for what is copied to other places.
    """
    return {
        "title": escape(entry.checked.record.title),
        "lang": escape(lang(entry)) or "en",
        "description": escape(description(entry)),
        "lead": lead(entry),
        "tools": tools(entry, root, site),
        "facts": facts(entry, around, root),
        "belongs": belongs(entry, around, root),
        "files": files(entry, root),
        "cite": citation(entry, around),
    }


def description(entry: Entry) -> str:
    """Say in a line what the record is; not how it ends."""
    record = entry.checked.record
    whole = "A deal" if record.fragment is None else f"From trick {record.fragment}"
    return f"{whole} of {ruleset_title(entry)}, {origin(record.source)}: {record.title}."


def origin(source: str) -> str:
    """Say where a record comes from."""
    return ORIGINS.get(source, "printed in a source")


def ruleset(entry: Entry) -> catalogue.Ruleset:
    """Give the ruleset a record is played under."""
    game = entry.checked.game
    return game.ruleset if game else catalogue.ruleset(entry.checked.record.rules)


def ruleset_title(entry: Entry) -> str:
    """Give the name of the ruleset it is played under."""
    return ruleset(entry).title()


def lead(entry: Entry) -> str:
    """Give the lines under the title: what it is, and what it shows."""
    record = entry.checked.record
    said = "".join(map(_comment, record.comments[:1]))
    note = f"<p>{escape(record.note)}</p>" if record.note else ""
    return (
        f'<p class="arc-kind">{escape(ruleset_title(entry))} · {escape(origin(record.source))}</p>'
        f'<div class="arc-lead"{lang_attribute(lang(entry))}>{said}{note}</div>'
    )


def tools(entry: Entry, root: str, site: str) -> str:
    """Give what a reader can do with the record: play on from it, and show it elsewhere."""
    code = embed_code(entry, site)
    return (
        f'<elfern-record data-record="{escape(entry.id)}" '
        f'data-title="{escape(entry.checked.record.title)}" '
        f'data-one-file="{root}archive/index/one-file.txt">'
        f'<p class="arc-actions"><a class="arc-button" data-do="play" '
        f'href="{root}play/#from={entry.id}:0">Play from here against the computer</a> '
        f'<a class="arc-button" href="embed/">The viewer alone</a></p>'
        f'<details class="arc-embed"><summary>Show it on another page</summary>'
        f"<p>This code puts the viewer into any page, in a frame. It asks this site for the "
        f"viewer and for nothing else.</p>"
        f'<div class="src-cite"><elfern-cite><p><strong>Code</strong></p>'
        f'<pre class="src-copy" data-form="Code"><code>{escape(code)}</code></pre>'
        f"</elfern-cite></div></details></elfern-record>"
    )


def embed_code(entry: Entry, site: str) -> str:
    """Give the HTML that shows the viewer in a frame of another page."""
    title = escape(entry.checked.record.title)
    return (
        f'<iframe src="{escape(site)}{address(entry)}embed/" title="{title}" '
        'width="100%" height="780" loading="lazy" allow="clipboard-write; fullscreen"></iframe>'
    )


def facts(entry: Entry, around: Around, root: str) -> str:
    """Give the table of facts. The result is told only to who asks for it."""
    record = entry.checked.record
    rules = ruleset(entry)
    game = (
        f'<a href="{root}rules/{rules.game.id}/">{escape(catalogue.GAMES[rules.game.id].title)}</a>'
    )
    variants = [
        f'<a href="{root}variants/{one.id}/">{escape(one.title)}</a>' for one in rules.variants
    ]
    rows = [
        ("Game", game),
        ("Variants", "; ".join(variants) or "none: the standard rules"),
        ("Ruleset", f"<code>{escape(record.rules)}</code>"),
        ("Where it comes from", _origin(entry, around, root)),
        ("Forehand", _player(entry, "X-Forehand-Level", record.forehand)),
        ("Dealer", _player(entry, "X-Dealer-Level", record.dealer)),
        ("Date", "not told" if record.date == "?" else escape(record.date)),
        ("Length", length(entry)),
    ]
    rows += [
        (name.removeprefix("X-"), escape(value)) for name, value in record.extra if name == "X-Seed"
    ]
    if record.session:
        rows.append(("Session", _session(entry, around, root)))
    rows.append(("Result", _result(entry)))
    body = "".join(f'<tr><th scope="row">{name}</th><td>{text}</td></tr>' for name, text in rows)
    return f'<table class="arc-facts"><tbody>{body}</tbody></table>'


def _origin(entry: Entry, around: Around, root: str) -> str:
    source = entry.checked.record.source
    if source in ORIGINS:
        return ORIGINS[source].capitalize()
    return source_link(source, around, root)


def source_link(key: str, around: Around, root: str) -> str:
    """Link a source by its short name."""
    if around.sources is None or key not in around.sources.bibliography.sources:
        return escape(key)
    short = around.sources.bibliography.sources[key].short
    return f'<a href="{root}{escape(around.sources.page_of(key))}">{escape(short)}</a>'


def _player(entry: Entry, tag: str, name: str) -> str:
    level = dict(entry.checked.record.extra).get(tag)
    shown = "not named" if name == "?" else escape(name)
    return f"{shown} (engine, level {escape(level)})" if level else shown


def length(entry: Entry) -> str:
    """Say how long the record is."""
    record = entry.checked.record
    count = len(record.tricks)
    tricks = f"{count} trick{'' if count == 1 else 's'}"
    if record.fragment is None:
        told = f"a deal from its first lead, {tricks}"
    else:
        told = f"{tricks}, from trick {record.fragment}"
    branches = sum(len(trick.branches) for trick in record.tricks)
    if branches:
        told += f", {branches} other line{'' if branches == 1 else 's'}"
    return told


def _session(entry: Entry, around: Around, root: str) -> str:
    record = entry.checked.record
    rounds = around.sessions.get(record.session, [])
    link = f'<a href="{root}{session_address(record.session)}">{escape(record.session)}</a>'
    place = f"deal {record.round} of {len(rounds)}" if rounds else f"deal {record.round}"
    if entry not in rounds:
        return f"{link}, {place}"
    at = rounds.index(entry)
    steps = []
    if at:
        steps.append(
            f'<a rel="prev" href="{root}{address(rounds[at - 1])}">Deal before this one</a>'
        )
    if at + 1 < len(rounds):
        steps.append(f'<a rel="next" href="{root}{address(rounds[at + 1])}">Next deal</a>')
    return f"{link}, {place}" + (f"<br>{' · '.join(steps)}" if steps else "")


def _result(entry: Entry) -> str:
    told = result(entry)
    if told is None:
        return "The record stops before the deal does."
    return f'<details class="arc-result"><summary>Tell it</summary>{escape(told)}</details>'


def result(entry: Entry) -> str | None:
    """Say how it ended, in the engine's words; `None` if the record stops before."""
    game = entry.checked.game
    if game is None or game.outcome is None or entry.checked.record.result is None:
        return None
    points, scored = game.outcome.points, game.outcome.game_points
    named = f", {game.outcome.name}" if game.outcome.name else ""
    return (
        f"Forehand {points[0]}, dealer {points[1]}{named}. Game points {scored[0]} to {scored[1]}."
    )


def belongs(entry: Entry, around: Around, root: str) -> str:
    """List what the record illustrates and where it stands on the site."""
    rules = ruleset(entry)
    game, topics = rules.game.id, entry.checked.record.illustrates
    rows = [
        ("Rules", [_section(one, game, root) for one in topics if one in catalogue.SECTIONS]),
        (
            "Variants",
            [
                f'<a href="{root}variants/{one}/">{escape(catalogue.VARIANTS[one].title)}</a>'
                for one in dict.fromkeys((*topics, *(one.id for one in rules.variants)))
                if one in catalogue.VARIANTS
            ],
        ),
        (
            "Sources",
            [source_link(key, around, root) for key in around.of_sources.get(entry.id, ())],
        ),
        (
            "Shown on",
            [
                f'<a href="{root}{escape(one.url)}">{escape(one.page)}</a>'
                for one in around.shown.get(entry.id, ())
            ],
        ),
    ]
    said = "".join(
        f"<div><dt>{name}</dt><dd>{', '.join(links)}</dd></div>" for name, links in rows if links
    )
    title = escape(catalogue.GAMES[game].title)
    more = f'<p><a href="{root}archive/#game={game}">All records of {title}</a></p>'
    return (f'<dl class="arc-belongs">{said}</dl>' if said else "") + more


def _section(section: str, game: str, root: str) -> str:
    title = catalogue.SECTIONS[section][0]
    return f'<a href="{root}rules/{game}/#{section}">{escape(title)}</a>'


def files(entry: Entry, root: str) -> str:
    """List the files that can be taken away."""
    base = f"{root}records/{escape(entry.id)}"
    return (
        '<ul class="arc-files">'
        f'<li><a href="{base}.egn" download>EGN</a>: the record as text, '
        f'<a href="{root}format/">for people and programs</a></li>'
        f'<li><a href="{base}.json" download>JSON</a>: the same, '
        f'<a href="{root}format/json/">by its schema</a></li>'
        '<li class="arc-one-file">One HTML file with the viewer in it, which opens from a disk '
        "and needs no network. "
        "<noscript>It is made in the page, which needs JavaScript.</noscript></li>"
        "</ul>"
    )


def citation(entry: Entry, around: Around) -> str:
    """Give the forms in which the record can be cited, to copy."""
    if around.cite is None:
        return ""
    told = around.cite(entry)
    blocks = (("Plain text", "plain"), ("BibTeX", "bibtex"), ("CSL-JSON", "csl"))
    shown = "".join(
        f'<p><strong>{name}</strong></p><pre class="src-copy" data-form="{name}">'
        f"<code>{escape(_text(told[key]).strip())}</code></pre>"
        for name, key in blocks
    )
    return f'<div class="src-cite"><elfern-cite>{shown}</elfern-cite></div>'


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


# The viewer alone -------------------------------------------------------------------------------


def embed_page(entry: Entry, example: str, root: str, site: str, runtime: str) -> str:
    """Give the page that holds the viewer and nothing else, to stand in a frame.

    Args:
        entry: the record.
        example: the element.
        root: way from the page to the site's root.
        site: the site's own address.
        runtime: key of the Python runtime.
    """
    title = escape(entry.checked.record.title)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f'<meta name="robots" content="noindex">\n<base target="_blank">\n<title>{title}</title>\n'
        f'<link rel="canonical" href="{escape(site)}{address(entry)}">\n'
        f'<link rel="icon" href="{root}assets/images/favicon.png">\n'
        f'<link rel="stylesheet" href="{root}assets/elfern.css">\n'
        f'<link rel="stylesheet" href="{root}assets/archive.css">\n'
        f'<script type="module" src="{root}assets/viewer.mjs"></script>\n</head>\n'
        f'<body class="arc-alone"><main><h1 class="arc-alone-title">{title}</h1>'
        f'<div class="elfern-example" data-runtime="{runtime}">{example.replace(ROOT, root)}</div>'
        f'</main><footer><a href="../" target="_top">This record in the archive of Elfern</a>'
        f"</footer></body>\n</html>\n"
    )
