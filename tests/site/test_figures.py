"""Figures on pages: plots that show their data, in words too, and every number out of the data."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from elfern_core import catalogue
from site_plugins.figures import (
    NUMBER,
    PERCENT,
    Bar,
    Dot,
    Part,
    Unit,
    bars,
    dots,
    figure,
    table,
    ticks,
)
from site_plugins.figures_data import FIRST, TOUCHED, WINNER, FiguresError, Stored, short
from site_plugins.figures_plugin import PLOTS, FiguresPlugin, command, read_studies
from site_plugins.figures_strip import strip

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def stored() -> Stored:
    found, faults = read_studies(ROOT / "studies")
    assert faults == []
    return found


def drawn(svg: str) -> ET.Element:
    """Read an SVG as XML; numbers come out as numbers."""
    return ET.fromstring(svg)  # noqa: S314  (made by this project)


def places(svg: ET.Element, kind: str, *names: str) -> list[list[float]]:
    return [
        [float(one.attrib[name]) for name in names]
        for one in svg.iter()
        if kind in one.attrib.get("class", "").split()
    ]


# --- the writer ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high"),
    [(0, 1), (0.497, 0.643), (-0.03, 1.62), (14.2, 20.7), (0, 0.00007), (0.5, 0.5), (3, 3), (0, 0)],
)
def test_ticks_are_round_and_span_the_range(low: float, high: float) -> None:
    at = ticks(low, high)
    assert 2 <= len(at) <= 7
    assert at[0] <= low + 1e-9
    assert at[-1] >= high - 1e-9
    step = at[1] - at[0]
    assert all(later - one == pytest.approx(step) for one, later in pairwise(at))
    assert f"{step:e}"[0] in "125"


def test_dots_stand_where_their_numbers_are() -> None:
    rows = [
        Dot("One", Part(0.2, 0.1, 0.3), base=True),
        Dot("Two & <three>", Part(0.5, 0.4, 0.6)),
        Dot("Four", Part(0.8, 0.75, 0.85)),
    ]
    svg = drawn(dots("p", "Title", rows, PERCENT, 0.5))
    (base,) = places(svg, "fig-base", "x", "width")
    first = base[0] + base[1] / 2
    (second,), (third,) = places(svg, "fig-dot", "cx")
    assert (second - first) == pytest.approx(third - second, abs=0.2)
    lines = places(svg, "fig-interval", "x1", "x2")
    width = (third - first) / 0.6
    for (left, right), row in zip(lines, rows, strict=True):
        assert (right - left) / width == pytest.approx(row.part.high - row.part.low, abs=0.003)
    ((mark, _),) = places(svg, "fig-mark", "x1", "x2")
    assert mark == pytest.approx(second, abs=0.1)
    words = [one.text for one in svg.iter("text")]
    assert [word for word in words if word in {"One", "Two & <three>", "Four"}] == [
        "One", "Two & <three>", "Four",
    ]  # fmt: skip


def test_bars_are_as_high_as_their_numbers() -> None:
    rows = [Bar(str(n), Part(n / 10, n / 10, n / 10)) for n in range(4)]
    svg = drawn(bars("p", "Title", rows, PERCENT))
    heights = [height for (height,) in places(svg, "fig-bar", "height")]
    assert heights[0] == 0
    assert heights[2] == pytest.approx(2 * heights[1], abs=0.2)
    assert heights[3] == pytest.approx(3 * heights[1], abs=0.2)


@pytest.mark.parametrize("make", [dots, bars])
def test_plot_is_an_image_with_title_and_description(make: Callable[..., str]) -> None:
    kind = Dot if make is dots else Bar
    svg = drawn(make("name", "A & B", [kind("x", Part(0.25, 0.2, 0.3))], PERCENT))
    assert svg.attrib["role"] == "img"
    by_id = {one.attrib["id"]: one.text for one in svg.iter() if "id" in one.attrib}
    assert by_id[svg.attrib["aria-labelledby"]] == "A & B"
    assert by_id[svg.attrib["aria-describedby"]] == "x: 25.0\u202f%"
    # Colours are the page's business, so that dark pages and forced colours have their way.
    for one in svg.iter():
        assert not {"fill", "stroke", "style", "color"} & set(one.attrib)


@pytest.mark.parametrize(
    ("unit", "number", "text"),
    [
        (PERCENT, 0.4972, "49.7\u202f%"),
        (PERCENT, 0.0, "0.0\u202f%"),
        (PERCENT, 0.00002, "0.002\u202f%"),
        (PERCENT, 1.0, "100.0\u202f%"),
        (NUMBER, -0.031, "−0.03"),
        (NUMBER, -0.0, "0.00"),
        (NUMBER, 0.004, "0.004"),
        (NUMBER, 12345.678, "12,345.68"),
    ],
)
def test_numbers_are_written_for_people(unit: Unit, number: float, text: str) -> None:
    assert unit.text(number) == text


def test_figure_carries_its_table() -> None:
    told = table(["Ruleset", "Share"], [("a<b", ["1 <small>2</small>"])], "What")
    html = figure([("Head", "<svg/>")], "A sentence.", told, "name")
    assert '<th scope="row">a&lt;b</th><td>1 <small>2</small></td>' in html
    assert "<details" in html
    assert "A sentence." in html


# --- what is told --------------------------------------------------------------------------------


class Words(HTMLParser):
    """The words of HTML, and its ids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.ids: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        self.ids += [value or "" for name, value in attrs if name == "id"]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("name", PLOTS)
def test_every_plot_is_drawn_from_what_is_stored(stored: Stored, name: str) -> None:
    html = PLOTS[name](stored)
    words = Words(html)
    assert len(words.ids) == len(set(words.ids))
    svgs = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert svgs
    for svg in svgs:
        drawn(svg)
    assert "nan" not in words.text.lower()
    assert "<table" in html
    assert re.search(r"<figcaption>[A-Z].{40,}\.</figcaption>", html, re.DOTALL)


@pytest.mark.parametrize("variant", catalogue.VARIANTS)
def test_every_variant_has_its_strip(stored: Stored, variant: str) -> None:
    html = strip(stored, variant, "../../figures/")
    words = Words(html)
    assert len(words.ids) == len(set(words.ids))
    for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL):
        drawn(svg)
    for game in catalogue.VARIANTS[variant].games:
        assert f"In {catalogue.GAMES[game].title}" in words.text or "tied instead" in words.text
    assert "100,000 deals" in words.text
    assert 'href="../../figures/"' in html


def figures_of(stored: Stored) -> dict[str, str]:
    """All figures: those of the page of figures, and the strips."""
    plots = {name: make(stored) for name, make in PLOTS.items()}
    return plots | {f"strip {one}": strip(stored, one, "x") for one in catalogue.VARIANTS}


def test_every_drawing_says_in_words_what_it_shows(stored: Stored) -> None:
    """No plot without title and description, and none that draws more, or less, than it tells."""
    found = figures_of(stored)
    assert len(catalogue.VARIANTS) == 18
    assert len(found) == len(PLOTS) + 18
    for name, html in found.items():
        svgs = [drawn(svg) for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]
        assert svgs, name
        for svg in svgs:
            assert svg.attrib["role"] == "img"
            by_id = {one.attrib["id"]: one.text or "" for one in svg.iter() if "id" in one.attrib}
            assert len(by_id[svg.attrib["aria-labelledby"]]) > 10
            told = by_id[svg.attrib["aria-describedby"]].split("; ")
            marks = [one for one in ("fig-bar", "fig-dot", "fig-base") if places(svg, one)]
            assert len(told) == sum(len(places(svg, one)) for one in marks), name
            values = [
                one.text for one in svg.iter("text")
                if one.attrib.get("class") == "fig-value"
            ]  # fmt: skip
            if values:
                assert [part.rpartition(": ")[2] for part in told] == values
            elif "fig-bar" not in marks:
                pytest.fail(f"{name}: dots without numbers")


@pytest.mark.parametrize("variant", catalogue.VARIANTS)
def test_strip_draws_tells_and_tabulates(stored: Stored, variant: str) -> None:
    html = strip(stored, variant, "../../figures/")
    tables = Words("".join(re.findall(r"<table.*?</table>", html, re.DOTALL))).text
    told = re.findall(r"<desc[^>]*>(.*?)</desc>", html)
    assert told
    for part in "; ".join(told).split("; "):
        assert part.rpartition(": ")[2] in tables
    assert re.search(r"<figcaption>[A-Z].{40,}\.</figcaption>", html, re.DOTALL)


def test_strip_of_a_variant_that_moves_nothing_shows_just_that(stored: Stored) -> None:
    told = re.findall(r"<desc[^>]*>(.*?)</desc>", strip(stored, "must-win", "x"))
    assert len(told) == 2
    own, other = (part.rpartition(": ")[2] for part in told[0].split("; "))
    assert own == other
    assert told[1].endswith(f": {PERCENT.text(_touched(stored, 'must-win'))}")


def _touched(stored: Stored, variant: str) -> float:
    part = TOUCHED.of(stored.of_variant(variant)["elfern"][0])
    assert part is not None
    return part.value


def changed(stored: Stored, change: Callable[[Any], None]) -> Stored:
    """Stored studies of which one number is another."""
    copy = Stored(json.loads(json.dumps(stored.studies)))
    change(copy)
    return copy


def test_numbers_on_the_page_are_those_of_the_data(stored: Stored) -> None:
    """Another number in the data is another number in plot, table and sentence."""

    def change(copy: Stored) -> None:
        copy.figures("elfern")["forehandOfDecided"].update(value=0.7123, low=0.7, high=0.72)

    before, after = (PLOTS["first-lead"](one) for one in (stored, changed(stored, change)))
    assert "71.2\u202f%" not in before
    assert after.count("71.2\u202f%") >= 4  # description, label, sentence, table
    assert "is an advantage: forehand wins 71.2\u202f% (70.0 to 72.0\u202f%)" in Words(after).text
    shown = strip(changed(stored, change), "must-win-throughout", "x")
    assert "71.2\u202f%" in shown


def test_sentences_of_a_strip_follow_the_data(stored: Stored) -> None:
    one = stored.of_variant("must-win")["elfern"][0]
    assert (TOUCHED.of(one) or Part(0, 0, 0)).value > 0
    told = Words(strip(stored, "must-win", "x")).text
    assert "but these players would have played the same cards anyway" in told
    told = Words(strip(stored, "loser-deals", "x")).text
    assert "the variant leaves the single deal as it is" in told
    told = Words(strip(stored, "altenburg", "x")).text
    assert "and never who wins them" in told
    told = Words(strip(stored, "seven-beats-ace", "x")).text
    assert told.count("are won by the other player or tied instead") == 2

    def change(copy: Stored) -> None:
        copy.of_variant("altenburg")["elfern"][0]["bites"]["winner"].update(value=0.5)

    told = Words(strip(changed(stored, change), "altenburg", "x")).text
    assert "50.0\u202f%" in told
    assert "never who wins" not in told


def test_rulesets_that_play_like_their_game_are_left_out_of_plots(stored: Stored) -> None:
    html = PLOTS["first-lead"](stored)
    plots = "".join(re.findall(r"<svg.*?</svg>", html, re.DOTALL))
    for rules, there in (("elfern+loser-deals", False), ("elfern+hand(3)", True)):
        one = stored.figures(rules)
        assert (FIRST.of(one) != FIRST.of(stored.figures("elfern"))) == there
        assert (short(one) in plots) == there
        assert f'<th scope="row">{short(one)}</th>' in html


def test_what_is_not_stored_is_said(stored: Stored) -> None:
    with pytest.raises(FiguresError, match="luck is no variant"):
        strip(stored, "luck", "x")
    with pytest.raises(FiguresError, match="there is no stored study catalogue; there are: none"):
        strip(Stored(), "must-win", "x")
    with pytest.raises(FiguresError, match="no match is stored"):
        PLOTS["matches"](Stored())
    with pytest.raises(FiguresError, match="there is no stored study nothing"):
        command(stored, "nothing", "x")

    def cut(copy: Stored) -> None:
        copy.studies["catalogue"]["figures"] = copy.studies["catalogue"]["figures"][:1]

    with pytest.raises(FiguresError, match=r"no figures of elfern\+must-win"):
        strip(changed(stored, cut), "must-win", "x")


def test_winner_is_never_above_what_goes_otherwise(stored: Stored) -> None:
    """A deal that another player wins has gone otherwise."""
    for one in stored.study("catalogue")["figures"]:
        won = WINNER.of(one)
        assert won is None or won.value <= one["bites"]["deals"]["value"]


# --- the plugin ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "studies/bad.json: it is no JSON"),
        ("[]", "studies/bad.json: no study, without command, engine"),
        ('{"format": "x"}', "no study, without command, engine, figures, matches, plan"),
        (
            '{"format":"elfern-study/0","command":1,"engine":1,"figures":[],"matches":[],"plan":{}}',
            "the format is elfern-study/0, not elfern-study/1",
        ),
    ],
)
def test_broken_studies_are_told(tmp_path: Path, text: str, fault: str) -> None:
    folder = tmp_path / "studies"
    folder.mkdir()
    (folder / "bad.json").write_text(text)
    found, faults = read_studies(folder)
    assert found.studies == {}
    assert len(faults) == 1
    assert fault in faults[0]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("plot: frist-lead", "there is no plot frist-lead; did you mean first-lead?"),
        ("plot: 7", "there is no plot 7"),
        ("drawing: points", "drawing is none of plot, strip and command"),
        ("points", "a figures fence has one line"),
        ("plot: a\nstrip: b", "a figures fence has one line"),
        ("plot: [", "no list of names and values"),
        ("strip: luck", "luck is no variant of the catalogue"),
        ("command: nothing", "there is no stored study nothing"),
    ],
)
def test_fault_in_a_fence_is_a_warning(
    stored: Stored, caplog: pytest.LogCaptureFixture, source: str, words: str
) -> None:
    plugin = FiguresPlugin()
    plugin.stored = stored
    html = plugin.fence(source)
    assert words in caplog.text
    assert 'class="elfern-fault"' in html


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a page of figures and one of a variant, without the engine's runtime."""
    root = tmp_path_factory.mktemp("figures")
    (root / "docs/variants").mkdir(parents=True)
    for name in ("figures.md", "variants/must-win.md"):
        text = (ROOT / "docs" / name).read_text(encoding="utf-8")
        fences = re.findall(r"^```figures\n.*?^```$", text, re.DOTALL | re.MULTILINE)
        (root / "docs" / name).write_text("# Page\n\n" + "\n\n".join(fences))
    shutil.copytree(ROOT / "studies", root / "studies")
    (root / "mkdocs.yml").write_text(
        "site_name: s\nplugins: [elfern-figures]\nmarkdown_extensions: [pymdownx.superfences]\n"
        "theme: {name: null}\n"
    )
    build(load_config(str(root / "mkdocs.yml"), strict=True, theme={"name": "mkdocs"}))
    return root / "site"


def test_pages_hold_their_figures_and_the_data_to_download(site: Path, stored: Stored) -> None:
    page = (site / "figures/index.html").read_text(encoding="utf-8")
    ids = Words(page).ids
    assert len(ids) == len(set(ids))
    assert {f"plot-{name}" for name in PLOTS} <= set(ids)
    for link in re.findall(r'href="([^"]*studies/[^"]*)"', page):
        name = Path(link).stem
        kept = json.loads((site / "figures" / link).read_text(encoding="utf-8"))
        assert kept == stored.studies[name]
    for study in stored.studies.values():
        assert study["command"].replace('"', "&quot;") in page
    strip_page = (site / "variants/must-win/index.html").read_text(encoding="utf-8")
    assert 'id="strip-must-win"' in strip_page
    assert 'href="../../figures/"' in strip_page


@pytest.mark.parametrize("variant", catalogue.VARIANTS)
def test_page_of_each_variant_asks_for_its_strip(variant: str) -> None:
    text = (ROOT / "docs/variants" / f"{variant}.md").read_text(encoding="utf-8")
    assert text.count(f"```figures\nstrip: {variant}\n```") == 1


def test_no_number_of_a_study_is_typed_on_the_page_of_figures() -> None:
    text = (ROOT / "docs/figures.md").read_text(encoding="utf-8").partition("---\n\n")[2]
    assert re.findall(r"\d[\d.,]*", text) == ["99"]
