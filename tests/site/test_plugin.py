"""The site plugin over a small site of its own: what it makes, and how it fails."""

from __future__ import annotations

import json
import logging
import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
RECORD = """\
%egn 1
[Id "follow-hearts"]
[Title "Hearts must be followed <b>now</b>"]
[Rules "elfern"]
[Source "constructed"]
[Date "?"]
[Forehand "?"]
[Dealer "?"]
[Hands "F: S8 HA H9 / D: CK HK H7"]
[Stock ""]
[Fragment "14"]
[Leader "D"]
[Won "10-7"]
[Result "13-7"]
[GamePoints "1-0"]

{Before the first trick.}
14. D H7 H9  F 0
{<script>alert(1)</script>}
15. F HA HK  F 2
16. F S8 CK  F 1
13-7
"""

type Site = Callable[..., Path]


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """Build a site of one page from `page` and the given records, strictly."""

    def make(page: str, **records: str) -> Path:
        for name in ("docs", "replays"):
            (tmp_path / name).mkdir(exist_ok=True)
        text = page if page.startswith("---") else "# Home\n\n" + page
        (tmp_path / "docs" / "index.md").write_text(text, encoding="utf-8")
        for name, text in (records or {"follow-hearts": RECORD}).items():
            (tmp_path / "replays" / f"{name}.egn").write_text(text, encoding="utf-8")
        (tmp_path / "mkdocs.yml").write_text(
            "site_name: Test\n"
            "plugins:\n"
            "  - elfern:\n"
            f"      node_modules: {ROOT / 'node_modules'}\n"
            f"      cache: {ROOT / '.cache'}\n"
            f"      engine: {ROOT}\n"
            "markdown_extensions: [pymdownx.superfences]\n",
            encoding="utf-8",
        )
        built = tmp_path / "site"
        build(load_config(str(tmp_path / "mkdocs.yml"), site_dir=str(built), strict=True))
        return built

    return make


def fence(*lines: str, name: str = "replay") -> str:
    return "\n".join([f"```{name}", *lines, "```", ""])


def data(html: str, kind: str) -> Any:  # noqa: ANN401  (JSON)
    match = re.search(rf'<template class="elfern-{kind}">(.*?)</template>', html)
    assert match
    return json.loads(match[1])


def test_a_fence_becomes_table_frames_and_download(site: Site) -> None:
    built = site(fence("record: follow-hearts", "open: 15/lead", "hide: D"))
    html = (built / "index.html").read_text(encoding="utf-8")
    runtime = next((built / "assets" / "runtime").iterdir()).name
    wrapped = f'<div class="elfern-example" data-runtime="{runtime}">'
    assert f'{wrapped}<elfern-replay id="replay-follow-hearts"' in html
    assert "<p><div" not in html
    assert 'data-open="15/lead"' in html
    assert 'data-hide="D"' in html
    assert (built / "records" / "follow-hearts.egn").read_text(encoding="utf-8") == RECORD
    assert data(html, "record") == RECORD
    steps = data(html, "frames")["steps"]
    assert [step["address"] for step in steps] == [
        "0", "14/lead", "14/reply", "15/lead", "15/reply", "16/lead", "16/reply", "end",
    ]  # fmt: skip
    table = html[html.index("<table") : html.index("</table>")]
    words = " ".join(unescape(re.sub(r"<[^>]+>", " ", table)).split())
    assert "Forehand wins: the nine of hearts is higher than the seven of hearts." in words
    assert 'href="rules/elfern/#winning-a-trick"' in table
    assert "holds hearts and must follow the suit led" in words


def test_text_of_a_record_is_text_in_the_page(site: Site) -> None:
    html = (site(fence("record: follow-hearts")) / "index.html").read_text(encoding="utf-8")
    assert "<script>alert(1)" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "<b>now</b>" not in html
    assert data(html, "frames")["steps"][2]["comments"] == ["<script>alert(1)</script>"]


def test_only_the_tricks_asked_for_stand_in_the_table(site: Site) -> None:
    built = site(fence("record: follow-hearts", "steps: 15-15"))
    html = (built / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'<th scope="row">(\d+)</th>', html) == ["15"]
    assert 'data-first="15" data-last="15"' in html


def test_comparison_names_where_the_replays_part(site: Site) -> None:
    other = RECORD.replace("follow-hearts", "must-win").replace('"elfern"', '"elfern+double-at-16"')
    low = re.sub(r"10-7", "12-5", RECORD)
    built = site(
        fence("left: follow-hearts", "right: must-win", name="compare"),
        one=low.replace("13-7", "15-5").replace('"1-0"', '"2-0"'),
        two=re.sub(r"10-7", "12-5", other).replace("13-7", "15-5"),
    )
    html = (built / "index.html").read_text(encoding="utf-8")
    assert 'data-part="end"' in html
    assert "They part at the result." in html
    assert "scores 2 game points" in html
    assert "scores one game point" in html
    assert html.count("<elfern-replay ") == 2


@pytest.mark.parametrize(
    ("page", "records", "message"),
    [
        (
            fence("record: follow-harts"),
            {},
            r"index\.md:3: there is no record follow-harts; did you mean follow-hearts\?",
        ),
        (fence("record: follow-hearts", "opne: 1"), {}, r"index\.md:3: there is no line opne here"),
        (fence("open: 1/lead"), {}, r"index\.md:3: this needs `record: …`"),
        (fence("record: follow-hearts", "open: 7/lead"), {}, r"has no step 7/lead"),
        (fence("record: follow-hearts", "steps: 3-4"), {}, r"has no trick 3"),
        (fence("record: follow-hearts", "hide: X"), {}, r"`hide` is F or D"),
        (
            fence("record: follow-hearts") + "\n" + fence("record: follow-hearts"),
            {},
            r"index\.md:\d+: two examples on this page have the id follow-hearts",
        ),
        (
            fence("record: follow-hearts"),
            {"bad": RECORD.replace("14. D H7 H9", "14. D H7 S8")},
            r"replays/bad\.egn:18:10: .*must follow the suit led",
        ),
        (
            fence("record: follow-hearts"),
            {"bad": RECORD.replace("14. D H7 H9", "14. D H7 S8")},
            r"index\.md:3: the record follow-hearts is not sound: replays/bad\.egn:18",
        ),
        (
            fence("record: follow-hearts"),
            {"drift": RECORD.replace("13-7", "12-8")},
            r"replays/drift\.egn:14:10: the result is 13-7, not 12-8",
        ),
        (
            fence("record: follow-hearts"),
            {"loose": RECORD.replace("15. F HA HK  F 2", "15.  HA HK")},
            r"replays/loose\.egn:20:5: this is not what the engine writes",
        ),
        (
            fence("left: follow-hearts", "right: follow-hearts", name="compare"),
            {},
            r"index\.md:3: the two records never part",
        ),
        (
            "---\nfacts: true\n---\n{{ facts('elfern').trumps }}",
            {},
            r"index\.md: .*has no attribute 'trumps'",
        ),
        (
            "---\nfacts: true\n---\n\n# Home\n\n{{ facts( }}",
            {},
            r"index\.md:7: ",
        ),
        (
            "---\ntitle: T\n---\n\n# Home\n\n" + fence("record: nothing-like-it"),
            {},
            r"index\.md:7: there is no record nothing-like-it",
        ),
    ],
)
def test_a_fault_fails_the_strict_build_with_its_place(
    site: Site,
    caplog: pytest.LogCaptureFixture,
    page: str,
    records: dict[str, str],
    message: str,
) -> None:
    with caplog.at_level(logging.WARNING), pytest.raises(Abort):
        site(page, **records)
    said = "\n".join(record.getMessage() for record in caplog.records)
    assert re.search(message, said), said


def test_comparison_of_players_that_change_places(site: Site) -> None:
    sitting = RECORD.replace('[Forehand "?"]\n[Dealer "?"]', '[Forehand "Anna"]\n[Dealer "Karl"]')
    swapped = sitting.replace("Anna", "?").replace("Karl", "Anna").replace('?"]\n[D', 'Karl"]\n[D')
    swapped = swapped.replace("follow-hearts", "other-way")
    built = site(
        fence("left: follow-hearts", "right: other-way", name="compare"), one=sitting, two=swapped
    )
    html = (built / "index.html").read_text(encoding="utf-8")
    assert "They part before the first card." in html
    assert "Forehand is Anna, Dealer is Karl." in html
    assert "Forehand is Karl, Dealer is Anna." in html
