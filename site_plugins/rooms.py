"""The `lab` and `bring` fences: rooms in which a reader chooses rules or checks a record.

Each fence becomes one element. Without a script it holds what can be read there: the whole
catalogue, or how to check a record from the command line. What the element needs to know stands
in a template as JSON, as the engine's bridge gave it; no rule of the game stands here.
"""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any

import yaml

from elfern_core import bridge
from elfern_core.records.model import MOST_BYTES
from site_plugins.addresses import relative
from site_plugins.replay import FenceError

if TYPE_CHECKING:
    from collections.abc import Iterable

type Json = dict[str, Any]


def ask(op: str, **fields: object) -> Json:
    """Ask the engine's bridge, as a page in the browser would.

    Raises:
        FenceError: if the engine refuses.
    """
    answer: Json = json.loads(bridge.call(json.dumps({"op": op, **fields})))
    if not answer["ok"]:
        raise FenceError(answer["error"]["message"])
    result: Json = answer["result"]
    return result


def render_lab(source: str, here: str) -> str:
    """Give the HTML of a `lab` fence: the element, the catalogue to read, and to choose from.

    Args:
        source: the lines of the fence; there are none.
        here: address of the page below the site's own.

    Raises:
        FenceError: if a line stands in the fence.
    """
    _options(source, set())
    catalogue = ask("catalogue")
    described = {game["id"]: ask("describe", expression=game["id"]) for game in catalogue["games"]}
    data = {"catalogue": catalogue, "described": described}
    attributes = {"data-play-url": relative("play/", here)}
    return _element("elfern-lab", here, attributes, _catalogue_table(catalogue, here), data)


def render_bring(source: str, here: str, records: Iterable[str]) -> str:
    """Give the HTML of a `bring` fence: the element, and how to check without a script.

    Args:
        source: the lines of the fence; `sample: ID` names a record to try it with.
        here: address of the page below the site's own.
        records: ids of the records that the site has.

    Raises:
        FenceError: if a line is not understood or there is no such record.
    """
    sample = _options(source, {"sample"}).get("sample")
    attributes = {
        "data-most-bytes": str(MOST_BYTES),
        "data-ids-url": relative("archive/files/ids.txt", here),
        "data-errors-url": relative("format/errors/", here),
        "data-add-url": relative("contribute/add-a-record/", here),
    }
    if sample is not None:
        if sample not in set(records):
            raise FenceError(f"there is no record {sample}")
        attributes["data-sample"] = relative(f"records/{sample}.egn", here)
    catalogue = ask("catalogue")
    topics = {lang: _topics(ask("catalogue", lang=lang)) for lang in ("en", "de")}
    data = {
        "games": [game["id"] for game in catalogue["games"]],
        **topics["en"],
        "topics": topics,
    }
    return _element("elfern-bring", here, attributes, _COMMAND_LINE, data)


def _topics(catalogue: Json) -> Json:
    """Give what a record may illustrate: titles of rule sections and variants by id."""
    return {
        "sections": catalogue["sections"],
        "variants": {variant["id"]: variant["title"] for variant in catalogue["variants"]},
    }


_COMMAND_LINE = (
    "<p>Checking a record in the page needs JavaScript, which is off or did not load. The same "
    "engine checks it from the command line, and nothing has to be installed for that but Python "
    "and a copy of this project:</p>"
    '<pre class="elf-command"><code>python -m elfern_core check my-record.egn</code></pre>'
    "<p>Each fault is one line with file, line, column and rule. No output means that all is "
    "well.</p>"
)


def _options(source: str, allowed: set[str]) -> dict[str, Any]:
    """Read the lines of a fence that may have none."""
    try:
        options = yaml.safe_load(source)
    except yaml.YAMLError as error:
        raise FenceError(f"this is not YAML: {error}") from None
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise FenceError("a line here is `name: value`")
    unknown = sorted(set(map(str, options)) - allowed)
    if unknown:
        may = ", ".join(sorted(allowed)) or "no line at all"
        raise FenceError(f"there is no line {', '.join(unknown)} here; there may be {may}")
    return options


def _element(name: str, here: str, attributes: dict[str, str], static: str, data: Json) -> str:
    written = "".join(
        f' {key}="{escape(value)}"'
        for key, value in {
            "data-section-url": _section_url(here),
            "data-variant-url": _variant_url(here),
            **attributes,
        }.items()
    )
    return (
        f"<{name}{written}>"
        f'<div class="elfern-static">{static}</div>'
        f'<template class="elfern-data">{_json(data)}</template>'
        f"</{name}>"
    )


def _section_url(here: str) -> str:
    return relative("rules/{game}/", here) + "#{section}"


def _variant_url(here: str) -> str:
    return relative("variants/{variant}/", here)


def _json(value: object) -> str:
    """Give JSON in which no character means anything to HTML."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


# The catalogue to read ------------------------------------------------------------------------


def _catalogue_table(catalogue: Json, here: str) -> str:
    """Give the whole catalogue as a table, and what of it does not go together."""
    head = "".join(
        f'<th scope="col">{name}</th>' for name in ("Variant", "Games", "What changes", "Said by")
    )
    titles = {game["id"]: game["title"] for game in catalogue["games"]}
    bodies = "".join(
        f'<tbody><tr><th scope="rowgroup" colspan="4">{escape(kind["title"])}</th></tr>'
        + "".join(
            _row(variant, titles, here)
            for variant in catalogue["variants"]
            if variant["kind"] == kind["id"]
        )
        + "</tbody>"
        for kind in catalogue["kinds"]
    )
    refusals = "".join(f"<li>{escape(sentence)}</li>" for sentence in _refusals(catalogue))
    return (
        "<p>Choosing rules in the page needs JavaScript, which is off or did not load. This is "
        "all that there is to choose from. A ruleset is written as its game, then its variants, "
        "joined by plus signs: <code>elfern+trump(H)+must-win</code>.</p>"
        '<div class="elfern-scroll" tabindex="0" role="region" aria-label="All variants">'
        f'<table class="elfern-catalogue"><thead><tr>{head}</tr></thead>{bodies}</table></div>'
        "<p>Of each group at most one can be chosen. Beyond that these do not go together:</p>"
        f'<ul class="elfern-refusals">{refusals}</ul>'
    )


def _row(variant: Json, titles: dict[str, str], here: str) -> str:
    link = escape(_variant_url(here).replace("{variant}", variant["id"]))
    shown = variant["id"] + (f"({variant['parameter']})" if variant["parameter"] else "")
    values = f" ({', '.join(variant['parameters'])})" if variant["parameters"] else ""
    games = ", ".join(titles[game] for game in variant["games"])
    return (
        f'<tr><th scope="row"><a href="{link}">{escape(variant["title"])}</a> '
        f"<code>{escape(shown)}</code>{escape(values)}</th><td>{escape(games)}</td>"
        f"<td>{escape(variant['summary'])}</td><td>{escape(variant['saidBy'])}</td></tr>"
    )


def _refusals(catalogue: Json) -> list[str]:
    """List each sentence once that refuses variants of different kinds within a game."""
    variants = {variant["id"]: variant for variant in catalogue["variants"]}
    sentences: dict[str, None] = {}
    for one in variants.values():
        for name, sentence in one["conflicts"].items():
            other = variants[name]
            if one["kind"] != other["kind"] and set(one["games"]) & set(other["games"]):
                sentences[sentence] = None
    return list(sentences)
