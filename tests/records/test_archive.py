"""The archive as the engine reads it: what it asks of records, and what it holds."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import pytest

from elfern_core import records
from elfern_core.cards import CODES
from elfern_core.catalogue import GAMES, SECTIONS, VARIANTS, ruleset
from elfern_core.command import main
from elfern_core.game import Game
from elfern_core.holdings import KINDS, RESULTS, Holdings, read_holdings
from elfern_core.records._code_examples import KEPT, ROUND, ROUNDS
from elfern_core.solver import solve
from site_plugins.archive import read_archive
from site_plugins.sources import Sources, read_sources

if TYPE_CHECKING:
    from elfern_core.holdings import Holding

ROOT = Path(__file__).parents[2]
REPLAYS = ROOT / "replays"
FILE = PurePath("kept.egn")
OTHER = PurePath("other.egn")
LEAST = 2
"""Hand-composed examples that every section, variant and source has at least."""


@cache
def shipped() -> Holdings:
    paths = sorted(REPLAYS.rglob("*.egn"))
    return read_holdings((path.relative_to(REPLAYS), path.read_bytes()) for path in paths)


def examples() -> list[Holding]:
    return [entry for entry in shipped().entries.values() if entry.source == "constructed"]


# What it asks -----------------------------------------------------------------------------------


def faults(*texts: str, sources: tuple[str, ...] = ()) -> list[tuple[str, str, int, int]]:
    """Read files of these texts; give file, code, line and column of each fault."""
    names = (FILE, OTHER)
    files = [(name, text.encode()) for name, text in zip(names, texts, strict=False)]
    found = read_holdings(files, sources).faults
    return [
        (str(one.path), one.finding.code, one.finding.line, one.finding.column) for one in found
    ]


def test_a_record_as_it_should_be_is_taken() -> None:
    holdings = read_holdings([(FILE, KEPT.encode())])
    assert holdings.faults == []
    (entry,) = holdings.entries.values()
    assert (entry.id, entry.path, entry.line, entry.text) == ("king-and-ten", FILE, 1, KEPT)
    assert (entry.game, entry.variants, entry.kind) == ("elfern", (), "example")
    assert (entry.source, entry.result, entry.tricks) == ("constructed", "simple", 2)


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "column"),
    [
        ('[Id "king-and-ten"]\n', "", "no-id", 1, 1),
        ('[Title "The ten waits for the king to go"]\n', "", "no-title", 1, 1),
        ("constructed", "hearsay", "no-source", 5, 10),
        ("constructed", "self-play", "no-players", 8, 10),
        ("F SA SK", "F SK SA", "not-in-hand", 17, 7),
        ('"elfern"', '"elfern+luck"', "bad-rules", 4, 9),
        ("SK  F 2", "SK   F 2", "not-export-form", 17, 14),
        ("11-9\n", "11-9\n\n", "not-export-form", 20, 1),
        ("D8  F 1\n11-9\n", "D8  F 1\n11-9", "not-export-form", 19, 5),
        ('"2026-11-29"]', '"2026-11-29"]\n[Session "one"]\n[Round "2"]', "session-split", 8, 9),
        (
            '"2026-11-29"]',
            '"2026-11-29"]\n[Session "../../evening"]\n[Round "1"]',
            "session-name",
            7,
            11,
        ),
        ('[Stock ""]', '[Stock ""]\n[Weather "fair"]', "unknown-tag", 11, 2),
    ],
)
def test_a_fault_is_told_with_its_place(
    old: str, new: str, code: str, line: int, column: int
) -> None:
    assert old in KEPT
    found = faults(KEPT.replace(old, new))
    assert (str(FILE), code, line, column) in found, found


def test_a_bad_file_is_left_out_whole_and_hides_no_other() -> None:
    bad = f"{KEPT}\n{KEPT.replace('king-and-ten', 'another').replace('SA SK', 'SK SA')}"
    good = KEPT.replace("king-and-ten", "sound")
    holdings = read_holdings([(FILE, bad.encode()), (OTHER, good.encode()), (FILE, b"\xff")])
    assert list(holdings.entries) == ["sound"]
    assert {fault.finding.code for fault in holdings.faults} >= {"not-in-hand", "not-utf8"}
    assert holdings.records == 3


def test_an_id_belongs_to_one_record_of_all_files_even_of_faulty_ones() -> None:
    broken = KEPT.replace("F SA SK", "F SK SA")
    assert (str(OTHER), "id-twice", 2, 6) in faults(KEPT, KEPT)
    assert (str(OTHER), "id-twice", 2, 6) in faults(broken, KEPT)
    assert (str(FILE), "id-twice", 22, 6) in faults(f"{KEPT}\n{KEPT}")


def test_a_key_of_the_bibliography_is_a_source() -> None:
    named = KEPT.replace("constructed", "pierer-1858")
    assert [fault[1] for fault in faults(named)] == ["no-source"]
    assert faults(named, sources=("pierer-1858",)) == []


def test_the_site_knows_the_keys_of_its_bibliography(tmp_path: Path) -> None:
    (tmp_path / "sources").mkdir()
    (tmp_path / "replays").mkdir()
    named = KEPT.replace("constructed", "pierer-1858")
    (tmp_path / "replays" / "kept.egn").write_text(named, encoding="utf-8")
    assert "replays/kept.egn:5:10:" in read_archive(tmp_path / "replays", tmp_path).faults[0]
    bibliography = (ROOT / "sources" / "bibliography.bib").read_bytes()
    (tmp_path / "sources" / "bibliography.bib").write_bytes(bibliography)
    found = read_archive(tmp_path / "replays", tmp_path)
    assert (found.faults, list(found.entries)) == ([], ["king-and-ten"])


def test_a_session_stands_whole_in_one_file() -> None:
    tags = '[Source "constructed"]\n[Date "?"]\n[Forehand'

    def kept(text: str, first: str) -> str:
        """Put the rounds in export form, with ids and titles."""
        found = records.loads(text.replace("[Forehand", tags))
        texts = [records.dumps(one).replace("%egn 1", f'%egn 1\n[Id "{first}-{one.round}"]\n'
                 f'[Title "Round {one.round}"]') for one in found]  # fmt: skip
        return "\n".join(texts)

    assert faults(kept(ROUNDS, "evening")) == []
    twice = faults(kept(ROUND, "one"), kept(ROUND, "two"))
    assert [fault[:2] for fault in twice] == [(str(OTHER), "session-split")]


# The command -------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(one) for one in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_command_checks_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "one.egn").write_text(KEPT, encoding="utf-8")
    code, out, err = run(capsys, "check", "--archive", tmp_path)
    assert (code, out, err) == (0, "", "1 record in 1 file of the archive, no fault\n")
    (tmp_path / "two.egn").write_text(KEPT.replace("constructed", "hearsay"), encoding="utf-8")
    code, out, err = run(capsys, "check", "--archive", tmp_path)
    assert code == 1
    lines = out.splitlines()
    assert [line.partition(": ")[0] for line in lines] == [
        f"{(tmp_path / 'two.egn').as_posix()}:{place}" for place in ("2:6", "5:10")
    ]
    assert "stands in" in lines[0]
    assert "deep/one.egn, line 1" in lines[0]
    assert "“hearsay” is no source" in lines[1]
    assert err == "2 records in 2 files of the archive, 2 faults\n"
    code, out, _ = run(capsys, "check", "--archive", "--json", "--quiet", tmp_path)
    told = json.loads(out)
    assert (code, len(told["files"]), len(told["records"])) == (1, 2, 1)
    assert [one["code"] for one in told["findings"]] == ["id-twice", "no-source"]
    (tmp_path / "deep" / "one.egn").unlink()
    assert run(capsys, "check", "--archive", tmp_path, "--source", "hearsay")[0] == 0


def test_the_command_refuses_what_is_no_archive(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "check", "--archive", tmp_path / "none")[0] == 2
    assert run(capsys, "check", "--archive", tmp_path)[0] == 2
    assert run(capsys, "check")[0] == 2


# What it holds -----------------------------------------------------------------------------------


def test_the_shipped_archive_is_without_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert shipped().faults == []
    assert run(capsys, "check", "--archive", REPLAYS)[0] == 0
    assert {entry.kind for entry in shipped().entries.values()} <= set(KINDS)
    assert {entry.result for entry in shipped().entries.values()} <= set(RESULTS)


def test_every_record_says_what_is_to_be_seen() -> None:
    for entry in shipped().entries.values():
        record = entry.checked.record
        said = [*record.comments]
        for trick in record.tricks:
            said += (*trick.lead_comments, *trick.reply_comments, *trick.comments)
        assert said, entry.id
        assert "{" not in "".join(said), f"{entry.id} shows the token of a card"


def test_there_are_as_many_hand_composed_examples_as_promised() -> None:
    assert len(examples()) >= 150


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("section", SECTIONS)
def test_every_rule_section_of_a_game_has_examples(game: str, section: str) -> None:
    found = [one.id for one in examples() if one.game == game and section in one.topics]
    if (game, section) == ("bohemian-schneider", "first-phase"):
        # Nothing changes there between the phases: the page has no such section.
        return
    assert len(found) >= LEAST, found


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_examples_in_each_of_its_games(variant: str) -> None:
    for game in VARIANTS[variant].games:
        found = [one.id for one in examples() if one.game == game and variant in one.variants]
        assert len(found) >= LEAST, (game, found)


def read_source_pages() -> Sources:
    return read_sources(ROOT / "sources", ROOT)


def test_every_source_that_gives_rules_has_examples_under_them() -> None:
    pages = read_source_pages().pages
    assert pages
    for key, page in pages.items():
        found = [one.id for one in examples() if one.checked.record.rules in page.rulesets]
        assert len(found) >= LEAST or not page.rulesets, key


def test_engine_games_cover_all_rulesets_and_levels() -> None:
    games = [one for one in shipped().entries.values() if one.source == "self-play"]
    deals = [one for one in games if one.kind == "deal"]
    sessions = {one.checked.record.session for one in games if one.kind == "session"}
    assert len(deals) >= 300
    assert len(sessions) >= 30
    for group in (deals, [one for one in games if one.kind == "session"]):
        covered = {(one.game, variant) for one in group for variant in one.variants}
        wanted = {(game, name) for name, one in VARIANTS.items() for game in one.games}
        assert wanted <= covered
        assert {one.checked.record.rules for one in group} >= set(GAMES)
    levels = Counter(
        value for one in deals for name, value in one.checked.record.extra if "Level" in name
    )
    assert set(levels) == {"random", "beginner", "sampling", "strong"}
    assert {one.result for one in deals} >= {"simple", "schneider", "schwarz", "stander"}
    combined = {rules for rules in (one.checked.record.rules for one in deals) if "+" in rules}
    assert any(len(ruleset(rules).choices) > 1 for rules in combined)


# The examples that fill gaps bite ---------------------------------------------------------------


def played(name: str) -> Game:
    game = shipped().entries[name].checked.game
    assert game is not None
    return game


def worth(name: str) -> dict[str, int]:
    """Card points of forehand for each card that may be led at first, by the solver."""
    state = played(name).undo(32).state
    result = solve(state)
    return {
        CODES[card]: result.forehand(value)
        for card, value in result.values.items()
        if value is not None
    }


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("last-two-hearts", {"HT": 11, "H8": 11, "C7": 10}),
        ("one-card-of-each", {"SQ": 11, "D9": 9}),
        ("ten-takes-the-nine", {"C9": 9, "D8": 10}),
        ("ace-led-to-the-seven", {"HA": 9, "S9": 10}),
        ("jack-of-spades-over-the-ten-of-hearts", {"DQ": 10, "HT": 9}),
    ],
)
def test_what_these_examples_say_is_so(name: str, values: dict[str, int]) -> None:
    assert worth(name) == values


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("ace-led-to-the-seven", (11, 9)),
        ("jack-of-spades-over-the-ten-of-hearts", (12, 8)),
    ],
)
def test_forgetting_the_variant_gives_the_result_that_the_example_names(
    name: str, points: tuple[int, int]
) -> None:
    """The first card played stands; then both play best, without the variant."""
    game = played(name)
    bare = Game(ruleset(game.ruleset.game.id), game.deal, game.plays[:1])
    result = solve(bare.state)
    assert result.value is not None
    forehand = result.forehand(result.value)
    assert (forehand, 20 - forehand) == points
