"""The `lab` and `bring` fences: what stands in the page before any script, and what it holds."""

from __future__ import annotations

import json
import logging
import re
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from elfern_core import lab
from elfern_core.catalogue import GAMES, VARIANTS, refusal
from elfern_core.records.model import MOST_BYTES
from site_plugins.replay import FenceError
from site_plugins.rooms import ask, render_bring, render_lab

ROOT = Path(__file__).parents[2]
HERE = "lab/"


def data(html: str) -> Any:  # noqa: ANN401  (JSON)
    """Give what the element's template holds, read as the page reads it."""
    match = re.search(r'<template class="elfern-data">(.*?)</template>', html)
    assert match
    assert not re.search("[<>&]", match[1]), "nothing in it may mean anything to HTML"
    return json.loads(match[1])


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_the_lab_holds_the_engines_catalogue_and_the_bare_games() -> None:
    held = data(render_lab("", HERE))
    assert held["catalogue"] == lab.catalogue()
    assert held["described"] == {game: lab.describe(game) for game in GAMES}


def test_every_variant_can_be_read_without_a_script() -> None:
    html = render_lab("", HERE)
    rows = re.findall(r'<tr><th scope="row">(.*?)</tr>', html)
    assert len(rows) == len(VARIANTS)
    for row, variant in zip(rows, VARIANTS.values(), strict=True):
        told = words(row)
        for part in (variant.title, variant.summary, variant.said_by, variant.id):
            assert part in told
        assert f'href="../variants/{variant.id}/"' in row
        for game in GAMES.values():
            assert (game.title in told.replace(variant.title, "")) == (game.id in variant.games)
    assert re.search(r"trump\(S\) \(C, S, H, D\)", words(html))


def test_what_does_not_go_together_is_told_once_each() -> None:
    html = render_lab("", HERE)
    (refusals,) = re.findall(r'<ul class="elfern-refusals">(.*?)</ul>', html)
    told = [words(item) for item in re.findall(r"<li>(.*?)</li>", refusals)]
    assert len(told) == len(set(told))
    expected = {
        refusal(one.id, two.id)
        for one in VARIANTS.values()
        for two in VARIANTS.values()
        if one.kind != two.kind and set(one.games) & set(two.games)
    } - {""}
    assert set(told) == expected


@pytest.mark.parametrize(
    ("here", "up"), [("lab/", "../"), ("", ""), ("tools/lab/", "../../"), ("lab.html", "")]
)
def test_addresses_are_seen_from_the_page(here: str, up: str) -> None:
    html = render_lab("", here)
    assert f'data-section-url="{up}rules/{{game}}/#{{section}}"' in html
    assert f'data-variant-url="{up}variants/{{variant}}/"' in html
    assert f'data-play-url="{up}play/"' in html
    assert f'href="{up}variants/hand/"' in html
    assert f'data-sample="{up}records/x.egn"' in render_bring("sample: x", here, ["x"])


def test_bring_tells_the_command_line_and_holds_names_and_limit() -> None:
    html = render_bring("", "check/", [])
    assert "python -m elfern_core check my-record.egn" in words(html)
    assert f'data-most-bytes="{MOST_BYTES}"' in html
    assert "data-sample" not in html
    held = data(html)
    assert held["games"] == list(GAMES)
    assert held["variants"] == {name: variant.title for name, variant in VARIANTS.items()}
    assert held["sections"]["second-phase"] == "The second phase"


@pytest.mark.parametrize(
    ("name", "source", "message"),
    [
        ("lab", "game: elfern", "there is no line game here; there may be no line at all"),
        ("lab", "a: b: c", "this is not YAML"),
        ("lab", "- x", "a line here is"),
        ("bring", "sample: nowhere", "there is no record nowhere"),
        ("bring", "record: x", "there is no line record here; there may be sample"),
    ],
)
def test_a_fence_that_is_wrong_is_refused(name: str, source: str, message: str) -> None:
    render = render_lab if name == "lab" else partial(render_bring, records=["x"])
    with pytest.raises(FenceError, match=re.escape(message)):
        render(source, HERE)


def test_a_refusal_of_the_engine_is_a_fault_of_the_fence() -> None:
    with pytest.raises(FenceError, match="not a game of the catalogue"):
        ask("describe", expression="skat")


def built(folder: Path, page: str) -> str:
    """Build a site of one page strictly and give its HTML."""
    for name in ("docs", "replays"):
        (folder / name).mkdir()
    (folder / "docs" / "index.md").write_text(f"# Home\n\n{page}", encoding="utf-8")
    (folder / "mkdocs.yml").write_text(
        "site_name: Test\n"
        "plugins:\n"
        "  - elfern:\n"
        f"      node_modules: {ROOT / 'node_modules'}\n"
        f"      cache: {ROOT / '.cache'}\n"
        f"      engine: {ROOT}\n"
        "markdown_extensions: [pymdownx.superfences]\n",
        encoding="utf-8",
    )
    site = folder / "site"
    build(load_config(str(folder / "mkdocs.yml"), site_dir=str(site), strict=True))
    return (site / "index.html").read_text(encoding="utf-8")


def test_fences_become_blocks_of_the_page(tmp_path: Path) -> None:
    html = built(tmp_path, "```lab\n```\n\n```bring\n```\n")
    for name in ("lab", "bring"):
        assert re.search(rf'<div class="elfern-example"[^>]*><elfern-{name} ', html)
    assert not re.search(r"<p>\s*<(?:div|elfern)", html)


def test_a_fault_fails_the_strict_build_with_its_place(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), pytest.raises(Abort):
        built(tmp_path, "```bring\nsample: nowhere\n```\n")
    said = "\n".join(record.getMessage() for record in caplog.records)
    assert "index.md:3: there is no record nowhere" in said
