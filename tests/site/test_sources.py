"""The sources: data that hold together, records, and statements that are safe."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from elfern_core import catalogue
from elfern_core.scoring import next_dealer
from site_plugins.archive import Archive, read_archive
from site_plugins.sources import SILENCES, STANCES, Sources, read_sources
from tests.site.test_variant_examples import allows_otherwise, goes_otherwise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elfern_core.game import Game
    from site_plugins.glossary import Glossary


ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SECTIONS = [(game, section) for game in catalogue.GAMES for section in catalogue.SECTIONS]
FENCE = re.compile(r"^```(replay|compare)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def archive() -> Archive:
    return read_archive(ROOT / "replays", ROOT)


# --- the data ----------------------------------------------------------------------------------


def test_the_data_are_without_fault(sources: Sources, glossary: Glossary) -> None:
    assert sources.faults == []
    assert glossary.faults == []


@pytest.mark.parametrize(("game", "section"), SECTIONS)
def test_every_rule_section_has_evidence_or_is_marked_ours(
    sources: Sources, game: str, section: str
) -> None:
    points = sources.of_section(game, section)
    assert points
    assert [point.id for point in points if not point.claims and not point.ours] == []


@pytest.mark.parametrize("variant", catalogue.VARIANTS)
def test_every_variant_has_evidence_or_is_marked_ours(sources: Sources, variant: str) -> None:
    (point,) = sources.of_variant(variant)
    assert point.claims or point.ours


def test_every_section_and_variant_page_says_who_says_so() -> None:
    for game in catalogue.GAMES:
        text = (DOCS / "rules" / f"{game}.md").read_text(encoding="utf-8")
        parts = re.split(r"^## .*?\{: #([a-z-]+) \}\n", text, flags=re.MULTILINE)[1:]
        told = dict(zip(parts[::2], parts[1::2], strict=True))
        lacking = [
            name for name in catalogue.SECTIONS if f"<!-- claims: {name} -->" not in told[name]
        ]
        assert lacking == [], game
    for variant in catalogue.VARIANTS:
        text = (DOCS / "variants" / f"{variant}.md").read_text(encoding="utf-8")
        assert f"<!-- claims: {variant} -->" in text, variant


def test_every_column_is_answered_for_on_every_point(sources: Sources) -> None:
    for table in sources.tables.values():
        for point in table.points:
            answered = {*point.claims, *point.silences}
            assert set(table.columns) <= answered, point.id
            assert set(point.silences.values()) <= set(SILENCES)
            assert {claim.stance for claim in point.claims.values()} <= set(STANCES)


def test_what_we_have_not_read_is_never_silent(sources: Sources) -> None:
    for table in sources.tables.values():
        for point in table.points:
            for key, silence in point.silences.items():
                source = sources.bibliography.sources[key]
                if silence == "silent":
                    assert source.grade == "read", (point.id, key)
                if source.whole:
                    assert silence != "unseen", (point.id, key)


def test_points_have_ids_of_their_own(sources: Sources) -> None:
    ids = [point.id for table in sources.tables.values() for point in table.points]
    assert len(ids) == len(set(ids))


def test_every_source_is_used(sources: Sources) -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md"))
    pages += (ROOT / "sources" / "glossary.yml").read_text(encoding="utf-8")
    for key in sources.bibliography.sources:
        cited = re.search(rf"@{key}[\],;]", pages) or f": {key} -->" in pages
        assert cited or list(sources.claims_of(key)), key


def test_the_ruleset_of_a_source_is_what_it_states(sources: Sources) -> None:
    for key, page in sources.pages.items():
        if not page.rulesets:
            assert list(sources.claims_of(key)) == []
            continue
        runs = {variant.id for variant in catalogue.ruleset(page.rulesets[0]).variants}
        stated = {
            claim.variant
            for point, claim in sources.claims_of(key)
            if claim.variant and not point.variant
        }
        assert runs == stated, key


GRADES = {
    "pierer-1858": "read",
    "meyer-1906": "read",
    "abenstein-1820": "reported",
    "alvensleben-1853": "reported",
    "altenburg-booklet": "reported",
    "parlett-1990": "reported",
    "parlett-2008": "reported",
    "catalogue": "read",
    "encyclopedia-article": "read",
    "braillespiel": "read",
    "computer-game": "read",
    "wikipedia-de": "read",
    "wikipedia-en": "read",
}
"""How the sources that the site stands on are known."""


def test_the_sources_are_graded_as_the_evidence_has_them(sources: Sources) -> None:
    known = sources.bibliography.sources
    assert {key: known[key].grade for key in GRADES} == GRADES
    # Whatever has a page is one of them, and only the two Wikipedias have none.
    assert set(GRADES) - set(sources.pages) == {"wikipedia-de", "wikipedia-en"}
    assert set(sources.pages) <= set(GRADES)


FAULTS = (
    ("bibliography.bib", "{read}", "{heard}", r"bib:\d+: pierer-1858: grade is one of"),
    ("bibliography.bib", "{wikipedia-en}", "{nobody}", r"names nobody, which is no entry"),
    ("bibliography.bib", "@inreference{pierer-1858", "@inreference{", r"bibliography\.bib:\d+: "),
    ("claims/elfern.yml", "section: pack", "section: deck", r"elfern\.yml:\d+: .*deck is no rule"),
    ("claims/elfern.yml", "meyer-1906: {", "meyer-1907: {", r"meyer-1907 is no entry"),
    ("claims/elfern.yml", "stance: agrees", "stance: nods", r"a stance that is one of"),
    ("claims/elfern.yml", "agrees}", "agrees, by: wikipedia-en}", r"`by` belongs"),
    ("claims/elfern.yml", "point: players", "point: names", r"the point names stands twice"),
    (
        "claims/elfern.yml",
        "    title: Players",
        "    title: Players\n    title: Others",
        r"elfern\.yml:\d+: title stands twice",
    ),
    ("claims/variants.yml", "variant: ace-ten", "variant: ace-one", r"ace-one is no variant"),
    ("pages.yml", "[elfern+must-win]", "[elfern+must-lose]", r"pages\.yml:\d+: .*must-lose"),
)


@pytest.mark.parametrize(("name", "old", "new", "message"), FAULTS)
def test_a_fault_in_the_data_is_named_with_its_place(
    tmp_path: Path, name: str, old: str, new: str, message: str
) -> None:
    folder = tmp_path / "sources"
    for path in (ROOT / "sources").rglob("*.*"):
        to = folder / path.relative_to(ROOT / "sources")
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(path.read_bytes())
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    faults = read_sources(folder, tmp_path).faults
    assert any(re.search(message, fault) for fault in faults), faults
    assert all(fault.startswith("sources/") for fault in faults)


# --- records -----------------------------------------------------------------------------------


def fences(page: Path) -> list[tuple[str, dict[str, str]]]:
    text = page.read_text(encoding="utf-8")
    return [
        (kind, dict(line.split(": ", 1) for line in body.splitlines()))
        for kind, body in FENCE.findall(text)
    ]


def test_every_source_page_has_its_examples(sources: Sources, archive: Archive) -> None:
    for key, page in sources.pages.items():
        path = DOCS / "sources" / f"{page.page}.md"
        text = path.read_text(encoding="utf-8")
        assert f"<!-- source: {key} -->" in text
        assert f"<!-- cite: {key} -->" in text
        shown = [options["record"] for kind, options in fences(path) if kind == "replay"]
        if not page.rulesets:
            assert shown == []
            continue
        for marker in ("states", "leaves-open"):
            assert f"<!-- {marker}: {key} -->" in text
        differs = any(claim.stance == "differs" for _, claim in sources.claims_of(key))
        assert (f"<!-- contradicts: {key} -->" in text) == differs, key
        games = [archive.entries[name].checked.game for name in shown]
        assert len(games) >= 3, key
        assert all(game and game.ruleset.rules for game in games)
        # Smaller hands and trumps have a parameter that the source leaves open.
        bare = {re.sub(r"\(\w\)", "", one) for one in page.rulesets}
        rulesets = {re.sub(r"\(\w\)", "", game.ruleset.expression) for game in games if game}
        assert rulesets <= bare, key
        assert any(game and game.deal.is_whole and game.state.is_over for game in games), key
        if differs:
            assert any(kind == "compare" for kind, _ in fences(path)), key


def shows(played: Game, variant: str) -> bool:
    """Whether a variant decides anything in a record: a reply, a trick, the score, who deals."""
    kept = [str(one) for one in played.ruleset.choices if one.variant.id != variant]
    other = catalogue.ruleset("+".join((played.ruleset.game.id, *kept)))
    if goes_otherwise(played, other) or allows_otherwise(played, other):
        return True
    assert played.outcome
    return len({next_dealer(one.rules, played.outcome) for one in (played.ruleset, other)}) > 1


def test_examples_show_what_is_particular_to_a_source(sources: Sources, archive: Archive) -> None:
    told = 0
    for key, page in sources.pages.items():
        own = [one.id for one in catalogue.ruleset((page.rulesets or ("elfern",))[0]).variants]
        if not own:
            continue
        told += 1
        showing: dict[str, set[str]] = {variant: set() for variant in own}
        for _, options in fences(DOCS / "sources" / f"{page.page}.md"):
            for name in (options.get("record"), options.get("left"), options.get("right")):
                game = archive.entries[name].checked.game if name else None
                for variant in own:
                    there = game and variant in {one.id for one in game.ruleset.variants}
                    if name and game and there and shows(game, variant):
                        showing[variant].add(name)
        assert all(showing.values()), (key, showing)
        assert len(set.union(*showing.values())) >= 2, (key, showing)
    assert told == 6


NUMBERS = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
]


def test_what_the_comments_say_at_the_end_is_the_result(archive: Archive) -> None:
    pattern = re.compile(rf"\b({'|'.join(NUMBERS)}) to ({'|'.join(NUMBERS)})\b", re.IGNORECASE)
    told = 0
    for entry in archive.entries.values():
        if "sources" not in entry.path.parts:
            continue
        record = entry.checked.record
        assert record.source == "constructed"
        assert record.result
        last = " ".join(record.tricks[-1].comments)
        match = pattern.search(last)
        if match:
            told += 1
            said = tuple(NUMBERS.index(word.lower()) for word in match.groups())
            assert said == record.result, entry.id
        elif "Ten each" in last:
            told += 1
            assert record.result == (10, 10), entry.id
    assert told > 30


# --- words -------------------------------------------------------------------------------------

HEDGES = re.compile(
    r"report|suggest|probab|tradition|attested by|inference|confirmed|cite|said to|listed|"
    r"one source|only source|nobody else|nothing connects",
    re.IGNORECASE,
)
UNSAFE = {
    "the letter of 1759": re.compile(r"\b1759\b|Gellert"),
    "Hammer's book": re.compile(r"\bHammer\b|\b1811\b"),
    "its age": re.compile(r"\b250 years|two hundred and fifty years"),
    "an ancestor": re.compile(r"ancestor"),
    "from Bohemia": re.compile(r"from Bohemia\b|origin in Bohemia"),
    "the scale of 1988": re.compile(r"\b1988\b"),
    "the banner as a custom": re.compile(r"German custom"),
    "a page not in the evidence": re.compile(r"\bpp?\. (?!637|708|238|212|107)\d"),
}


def blocks(path: Path) -> Iterator[str]:
    """Give paragraphs, and each row of a table and item of a list by itself."""
    for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8")):
        parts = re.split(r"\n(?=\||\* |-   )", block)
        yield from (" ".join(part.split()) for part in parts)


@pytest.mark.parametrize("name", UNSAFE)
def test_unsafe_statements_are_hedged(name: str) -> None:
    bare = [
        f"{path.relative_to(ROOT)}: {block[:120]}"
        for path in DOCS.rglob("*.md")
        for block in blocks(path)
        if UNSAFE[name].search(block) and not HEDGES.search(block)
    ]
    assert bare == []


def test_the_history_keeps_three_kinds_apart() -> None:
    text = (DOCS / "history.md").read_text(encoding="utf-8")
    order = ["documented", "reported", "inferred", "corrections", "names", "relatives"]
    assert re.findall(r"^## .*\{: #(\w+) \}", text, re.MULTILINE) == order
    documented = text[text.index("{: #documented }") : text.index("{: #reported }")]
    cited = set(re.findall(r"@([a-z0-9-]+)", documented))
    assert cited == {"pierer-1858", "meyer-1906", "braillespiel"}


def test_the_history_corrects_what_is_in_circulation() -> None:
    text = (DOCS / "history.md").read_text(encoding="utf-8")
    part = text[text.index("{: #corrections }") : text.index("{: #names }")]
    rows = [
        [" ".join(cell.split()) for cell in line.strip("| ").split(" | ")]
        for line in part.splitlines()
        if line.startswith("| ")
    ][1:]
    expected = (
        ("nineteenth century", "1759"),
        ("ancestor", "1715 before 1759"),
        ("Altenburg scale", "attested by 1988"),
        ("Bohemian Schneider", "probable"),
    )
    assert len(rows) == len(expected)
    for (said, instead), (wrong, right) in zip(rows, expected, strict=True):
        assert wrong in said
        assert right in instead
    assert "printing of 1983 is reported" in rows[2][1]


def test_every_name_is_told_with_its_evidence() -> None:
    text = (DOCS / "history.md").read_text(encoding="utf-8")
    part = text[text.index("{: #names }") : text.index("{: #relatives }")]
    told = {
        name: paragraph
        for paragraph in part.split("\n\n")[1:]
        for name in re.findall(r'<span lang="de">\*{1,2}([\w ]+)\*{1,2}</span>', paragraph)
    }
    names = {"Elfern", "Eilfern", "Elfmandeln", "Figurenspiel", "Ständer", "Schneider", "Panier"}
    assert names <= set(told)
    for name, paragraph in told.items():
        assert "[@" in paragraph, name
    # What nobody says is marked as ours.
    assert "we infer" in told["Eilfern"]
    assert "we suppose" in told["Elf Mandeln"]


def test_every_relative_says_who_names_it() -> None:
    text = (DOCS / "history.md").read_text(encoding="utf-8")
    part = text[text.index("{: #relatives }") :]
    rows = [line for line in part.splitlines() if line.startswith("| ") and "@" in line]
    assert len(rows) >= 5
