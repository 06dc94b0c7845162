"""The `elfern` command: what it prints, its exit codes, and that no user sees a traceback."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from elfern_core import records
from elfern_core.command._terminal import printable
from elfern_core.records import json as records_json
from elfern_core.records.codes import CODES, SOUND_EXAMPLE
from tests.commands import Run

FAULTY = CODES["must-follow"].example


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "sound.egn"
    path.write_text(SOUND_EXAMPLE, encoding="utf-8")
    return path


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    path = tmp_path / "faulty.egn"
    path.write_text(FAULTY, encoding="utf-8")
    return path


def elfern(*arguments: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [sys.executable, "-m", "elfern_core", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        **more,
    )


# --- help and calls ------------------------------------------------------------------------------

COMMANDS = ["check", "show", "convert", "analyse", "deal", "rules", "play", "study"]


def test_help_names_every_command_and_every_exit_code(run: Run) -> None:
    assert run("--help") == 0
    for name in COMMANDS:
        assert re.search(rf"^    {name} ", run.out, re.MULTILINE)
    for code in ("0", "1", "2", "130"):
        assert re.search(rf"^  {code} +\w", run.out, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_has_examples_that_parse(run: Run, name: str) -> None:
    assert run(name, "--help") == 0
    examples = re.findall(rf"^  elfern ({name}\b.*)$", run.out, re.MULTILINE)
    assert examples or name == "rules"
    assert all(len(line) <= 79 for line in run.out.splitlines())


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("fly",),
        ("check",),
        ("convert", "x", "--to", "xml"),
        ("deal", "--seed", "-1"),
        ("deal", "--seed", "1e9"),
        ("deal", "--seed", "9" * 30),
        ("deal", "--count", "0"),
        ("deal", "--rules", "eleven"),
        ("deal", "--date", "soon"),
        ("deal", "--forehand", "two\nlines"),
        ("rules", "elfern+luck"),
        ("rules", "--lang", "fr"),
        ("play", "--player", "nobody"),
        ("play", "--deals", "0"),
        ("play", "--deals", "3", "--rules", "bohemian-schneider"),
        ("play", "--deals", "2", "--target", "5"),
        ("play", "--name", "Anna", "--other", "Anna"),
        ("play", "--resume", "none.egn"),
        ("show", "-", "--step"),
    ],
)
def test_a_wrong_call_is_refused_with_a_sentence(run: Run, arguments: tuple[str, ...]) -> None:
    assert run(*arguments) == 2
    assert run.out == ""
    assert run.err.strip()


def test_version(run: Run) -> None:
    assert run("--version") == 0
    assert re.fullmatch(r"elfern \d+\.\d+\.\d+\n", run.out)


# --- files that cannot be used -------------------------------------------------------------------


@pytest.mark.parametrize("command", ["check", "show", "convert"])
def test_files_that_cannot_be_read(run: Run, tmp_path: Path, command: str) -> None:
    assert run(command, tmp_path) == 2
    assert "is a directory" in run.err
    assert run(command, tmp_path / "no\x1b[31mne") == 2
    assert "cannot be read: No such file" in run.err
    assert "\x1b" not in run.err
    assert run(command, "nul\0byte") == 2
    locked = tmp_path / "locked.egn"
    locked.write_text(SOUND_EXAMPLE)
    locked.chmod(0)
    if not os.access(locked, os.R_OK):  # root may read everything
        assert run(command, locked) == 2
        assert "Permission denied" in run.err


@pytest.mark.parametrize("command", ["check", "show", "convert"])
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"%egn 1\n\xff", "2:1: the file is not UTF-8 text here"),
        (b"", "1:1: there is no record in this text"),
        (b"\x00" * 100, "1:1: "),
        (os.urandom(100) + b"\xff", ":"),
        (b"%PDF-1.4\n", "1:1: "),
        (b"\x89PNG\r\n\x1a\n", "1:1: the file is not UTF-8 text here"),
    ],
)
def test_files_that_are_no_records(
    run: Run, tmp_path: Path, command: str, data: bytes, code: str
) -> None:
    path = tmp_path / "other"
    path.write_bytes(data)
    assert run(command, path) == 1
    assert code in run.out + run.err


def test_the_other_files_are_checked_all_the_same(run: Run, sound: Path, faulty: Path) -> None:
    assert run("check", "none.egn", sound, faulty) == 2
    assert "none.egn cannot be read" in run.err
    assert run.out.count("\n") == 1
    assert run.err.endswith("2 records in 3 files, 1 faulty with 1 fault; 1 file not read\n")


# --- check ---------------------------------------------------------------------------------------


def test_check_prints_nothing_but_faults(run: Run, sound: Path, faulty: Path) -> None:
    assert run("check", sound) == 0
    assert (run.out, run.err) == ("", "1 record in 1 file, no fault\n")
    assert run("check", "--quiet", sound) == 0
    assert (run.out, run.err) == ("", "")
    assert run("check", sound, faulty) == 1
    assert run.out == (
        f"{faulty}:11:10: The eight of diamonds may not be played: Dealer holds spades and must "
        "follow the suit led. (rule: second-phase) [trick 15]\n"
    )


def test_check_reads_standard_input_in_every_form(run: Run) -> None:
    there = records.loads(SOUND_EXAMPLE)
    for text in (
        SOUND_EXAMPLE,
        records_json.dumps(there),
        records_json.dumps(there * 2, lines=True),
    ):
        assert run("check", "-", stdin=text) == 0
    assert run("check", "-", stdin=FAULTY) == 1
    assert run.out.startswith("-:11:10: ")


def test_warnings_are_no_faults(run: Run) -> None:
    assert run("check", "-", stdin=CODES["unknown-tag"].example) == 0
    assert run.out.startswith("-:5:2: warning: ")
    assert "no fault, 1 warning" in run.err


def test_check_as_json(run: Run, sound: Path, faulty: Path, root: Path) -> None:
    sessions = root / "tests/records/vectors/sessions.egn"
    assert run("check", "--json", sound, faulty, sessions, "none") == 2
    told = json.loads(run.out)["files"]
    assert [one["file"] for one in told] == [str(sound), str(faulty), str(sessions), "none"]
    assert told[0]["form"] == "egn"
    assert told[0]["records"][0]["result"] == {"F": 11, "D": 9}
    (finding,) = told[1]["records"][0]["findings"]
    assert finding["code"] == "must-follow"
    assert finding["line"] == 11
    assert told[1]["records"][0]["ok"] is False
    assert told[2]["records"][1]["slate"] == {"Anna": 0, "Karl": 2}
    assert "cannot be read" in told[3]["error"]


def test_hostile_text_is_shown_as_text(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b]0;x\x07\nb.egn"
    hostile = SOUND_EXAMPLE.replace('[Stock ""]', '[Stock ""]\n[Id "\x1b[31m\u202e"]')
    path.write_text(hostile.replace("15. F SA", "15. {\x1b[2J\x9b} F SA"), encoding="utf-8")
    for command in ("check", "show"):
        assert run(command, path) == 1
        assert re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", run.out + run.err) is None
        assert "\\x1b" in run.out + run.err
    assert len(run.err.splitlines()) == 1


def test_printable_keeps_letters_and_pictures() -> None:
    for text in ("Ä ß 🂡 ♥️ 中", "👩‍👩‍👧", "a\nb", "1\u00a0000"):
        assert printable(text) == text
    assert printable("\r\t\x00\u2028\ufeff\ud800") == "\\r\\t\\x00\\u2028\\ufeff\\ud800"


# --- show ----------------------------------------------------------------------------------------


def test_show_tells_a_deal_in_sentences(run: Run, sound: Path) -> None:
    assert run("show", sound) == 0
    assert run.out.splitlines() == [
        "Rules: Elfern.",
        "",
        "Forehand holds: ace of spades, ten of spades.",
        "Dealer holds: king of spades, eight of diamonds.",
        "The stock is gone.",
        "Points: Forehand 8, Dealer 9.",
        "Forehand is to play.",
        "The position before trick 15: Forehand is to lead.",
        "",
        "Trick 15: Forehand leads the ace of spades.",
        "Trick 15: Dealer replies with the king of spades.",
        "Forehand takes 2 honours.",
        "Forehand wins: the king of spades is lower than the ace of spades.",
        "Points: Forehand 10, Dealer 9.",
        "",
        "Trick 16: Forehand leads the ten of spades.",
        "Trick 16: Dealer replies with the eight of diamonds.",
        "Forehand takes one honour.",
        "Forehand wins: the eight of diamonds is not of the suit led, spades, so it cannot win.",
        "Points: Forehand 11, Dealer 9.",
        "",
        "The deal is over. Forehand wins 11 to 9 and scores one game point.",
        "Forehand of this deal deals the next.",
    ]


def test_show_speaks_german_and_knows_the_german_pack(run: Run, sound: Path) -> None:
    assert run("show", sound, "--lang", "de", "--pack", "german", "--at", "15/reply") == 0
    assert "15. Stich: Geber gibt Laub-König zu." in run.out
    assert "Vorhand hat: Laub-Zehn." in run.out
    assert "Stand: Vorhand 10, Geber 9." in run.out


def test_show_hides_a_hand_and_the_stock(run: Run) -> None:
    text = CODES["wrong-card"].example.replace("+D8 +ST", "+ST +D8")
    assert run("show", "-", "--hide", "D", stdin=text) == 0
    assert "Dealer holds one card, hidden." in run.out
    assert "Stock: 2 cards, hidden." in run.out
    assert "Dealer draws a card." in run.out
    assert "eight of diamonds" not in run.out.partition("Trick 16")[0]


def test_show_tells_only_what_is_known_of_the_players(run: Run) -> None:
    for forehand, dealer, told in (
        ("Anna", "Karl", "Anna is forehand, Karl deals."),
        ("Anna", "?", "Anna is forehand."),
        ("?", "Karl", "Karl deals."),
    ):
        tags = f'[Forehand "{forehand}"]\n[Dealer "{dealer}"]\n[Date "2026"]\n[Hands'
        assert run("show", "-", stdin=SOUND_EXAMPLE.replace("[Hands", tags)) == 0
        assert run.out.splitlines()[:3] == ["Rules: Elfern. Date: 2026.", told, ""]


def test_show_tells_the_slate_before_and_after_each_deal(run: Run, root: Path) -> None:
    assert run("show", root / "tests/records/vectors/sessions.egn", "--record", "3") == 0
    told = [line for line in run.out.splitlines() if "On the slate" in line]
    assert told == ["On the slate: Anna 0, Karl 2.", "On the slate: Anna 3, Karl 2."]
    assert run.out.endswith("\nOn the slate: Anna 3, Karl 2.\n")


def test_show_tells_branches_after_the_trick_they_replace(run: Run) -> None:
    text = SOUND_EXAMPLE.replace(
        "16. F ST D8  F 1",
        "(a {Lead low.} 15. F ST SK 16. D D8 SA (b {And then?} 16. D D8 *))\n16. F ST D8  F 1",
    )
    assert run("show", "-", stdin=text) == 0
    lines = run.out.splitlines()
    order = [
        "Trick 15: Dealer replies with the king of spades.",
        "Branch 15a, in place of trick 15:",
        "Comment: Lead low.",
        "Branch 15a.16b, in place of trick 15a.16:",
        "Comment: And then?",
        "End of branch 15a.16b.",
        "End of branch 15a.",
        "Trick 16: Forehand leads the ten of spades.",
    ]
    places = [lines.index(line) for line in order]
    assert places == sorted(places)
    assert run("show", "-", "--at", "15a.16b.16/lead", stdin=text) == 0
    assert run.out.startswith("Trick 16: Dealer leads the eight of diamonds.\n")


def test_show_tells_branches_nested_deep(run: Run) -> None:
    depth = 250
    text = SOUND_EXAMPLE.replace(
        "16. F ST D8  F 1\n", "16. F ST D8" + " (a 16. F ST D8" * depth + ")" * depth + "\n"
    )
    assert run("show", "-", stdin=text) == 0
    assert run.out.count("\nBranch 16a") == depth
    assert run.out.count("\nEnd of branch 16a") == depth


def test_show_of_a_faulty_record(run: Run, faulty: Path) -> None:
    assert run("show", faulty) == 1
    assert f"{faulty}:11:10: " in run.err
    assert run.out.startswith("The record is at fault; this is its valid beginning:\n")
    assert run.out.endswith(
        "\n\nTrick 15: Forehand leads the ace of spades.\n\nThe record stops here.\n"
    )


def test_show_of_a_record_that_cannot_be_replayed(run: Run) -> None:
    text = SOUND_EXAMPLE.replace('"elfern"', '"elfern+luck"')
    assert run("show", "-", stdin=text) == 1
    assert "“luck” is not a variant" in run.err
    assert run.out.splitlines() == [
        "The record cannot be replayed; this is what it says, unchecked:",
        "Forehand holds: ace of spades, ten of spades.",
        "Dealer holds: king of spades, eight of diamonds.",
        "15. ace of spades, king of spades",
        "16. ten of spades, eight of diamonds",
    ]
    assert run("show", "-", "--json", stdin=text) == 1
    assert json.loads(run.out) == [None]


def test_show_chooses_a_record(run: Run, root: Path) -> None:
    deals = root / "tests/records/vectors/deals.egn"
    first = records.loads(deals.read_bytes())[1]
    for wanted in (first.id, "2"):
        assert run("show", deals, "--record", wanted) == 0
        assert run.out.splitlines()[1] == first.id
    assert run("show", deals, "--record", "none") == 2
    assert "holds 28 records, but none called “none”" in run.err
    assert run("show", deals) == 0
    assert run.out.count("\nThe deal is over.") == 28


def test_show_at_no_step(run: Run, sound: Path) -> None:
    assert run("show", sound, "--at", "3/lead") == 2
    assert "no step “3/lead”" in run.err


def test_show_as_json_gives_frames(run: Run, sound: Path) -> None:
    assert run("show", sound, "--json", "--lang", "de") == 0
    (made,) = json.loads(run.out)
    assert made["format"] == "elfern-frames/1"
    assert made["lang"] == "de"


def test_show_step_by_step(run: Run, sound: Path) -> None:
    keys = "\n\nb\n16\nend\n\n0\nb\nxyz\n\nq\nnever read\n"
    assert run("show", sound, "--step", stdin=keys) == 0
    told = run.out[run.out.index("The position") :].splitlines()
    assert [line for line in told if not line.startswith(("Forehand", "Points"))] == [
        "The position before trick 15: Forehand is to lead.",
        "Trick 15: Forehand leads the ace of spades.",
        "Trick 15: Dealer replies with the king of spades.",
        "Trick 15: Forehand leads the ace of spades.",
        "Trick 16: Forehand leads the ten of spades.",
        "The deal is over. Forehand wins 11 to 9 and scores one game point.",
        "This is the last step.",
        "The position before trick 15: Forehand is to lead.",
        "This is the first step.",
        "There is no such step.",
        "Trick 15: Forehand leads the ace of spades.",
    ]
    assert run("show", sound, "--step", stdin="") == 0, "the end of input ends it"


def test_show_tells_at_any_step_what_lies_where(run: Run, sound: Path) -> None:
    assert run("show", sound, "--step", "--hide", "D", stdin="\nh\nq\n") == 0
    told = run.out.splitlines()
    assert told[told.index("Trick 15: Forehand leads the ace of spades.") + 1 :] == [
        "Forehand holds: ten of spades.",
        "Dealer holds 2 cards, hidden.",
        "The stock is gone.",
        "Points: Forehand 8, Dealer 9.",
        "On the table: ace of spades, led by Forehand.",
        "Dealer is to play.",
    ]


# --- convert -------------------------------------------------------------------------------------


def test_convert_between_all_forms(run: Run, tmp_path: Path, root: Path) -> None:
    deals = root / "tests/records/vectors/deals.egn"
    plain = deals.read_text(encoding="utf-8")
    there = records.loads(plain)
    expected = {form: records.dumps(there, form) for form in records.FORMS}
    for form in records.FORMS:
        path = tmp_path / f"deals.{form}"
        assert run("convert", deals, "-o", path) == 0
        assert run.out == ""
        assert path.read_text(encoding="utf-8") == expected[form]
        for other in records.FORMS:
            assert run("convert", path, "--to", other) == 0
            assert run.out == expected[other]
        assert run("convert", path) == 0
        assert run.out == plain


def test_convert_fills_in_and_joins_files(run: Run, sound: Path) -> None:
    plain = records.dumps(records.loads(SOUND_EXAMPLE))
    assert run("convert", sound, "-", stdin=SOUND_EXAMPLE.replace("  F 2", "")) == 0
    assert run.out == plain + "\n" + plain


def test_convert_writes_nothing_if_a_record_is_faulty(
    run: Run, tmp_path: Path, sound: Path, faulty: Path
) -> None:
    target = tmp_path / "out.egn"
    target.write_text("old", encoding="utf-8")
    assert run("convert", sound, faulty, "-o", target) == 1
    assert target.read_text(encoding="utf-8") == "old"
    assert "nothing was written" in run.err
    assert f"{faulty}:11:10: " in run.err
    assert run("convert", sound, faulty, "-o", target, "--skip-faulty") == 1
    assert target.read_text(encoding="utf-8") == records.dumps(records.loads(SOUND_EXAMPLE))
    assert run.err.endswith("1 faulty left out, 1 written\n")


def test_convert_replaces_a_file_whole(run: Run, tmp_path: Path, sound: Path) -> None:
    sound.chmod(0o640)
    assert run("convert", sound, "-o", sound) == 0
    assert sound.read_text(encoding="utf-8") == records.dumps(records.loads(SOUND_EXAMPLE))
    assert sound.stat().st_mode & 0o777 == 0o640
    link = tmp_path / "link.egn"
    link.symlink_to(sound)
    assert run("convert", sound, "-o", link, "--to", "json") == 0
    assert link.is_symlink()
    assert records.form_of(sound.read_text(encoding="utf-8")) == "json"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_convert_to_where_nothing_can_be_written(run: Run, tmp_path: Path, sound: Path) -> None:
    assert run("convert", sound, "-o", tmp_path) == 2
    assert "is a directory" in run.err
    assert run("convert", sound, "-o", tmp_path / "no" / "folder.egn") == 2
    assert "cannot be written: No such file" in run.err


def test_records_are_written_as_utf8_whatever_the_terminal(sound: Path) -> None:
    sound.write_text(
        SOUND_EXAMPLE.replace('[Stock ""]', '[Stock ""]\n[Note "Ä 🂡"]'), encoding="utf-8"
    )
    plain = records.dumps(records.loads(sound.read_bytes()))
    old = os.environ | {"PYTHONIOENCODING": "ascii"}
    assert elfern("convert", str(sound), env=old).stdout == plain
    shown = elfern("show", str(sound), env=old)
    assert shown.returncode == 0
    assert "Note: \\xc4 \\U0001f0a1" in shown.stdout


# --- deal and rules ------------------------------------------------------------------------------


def test_a_seed_gives_the_same_deal_in_every_process(run: Run) -> None:
    first = elfern("deal", "--seed", "1858", env=os.environ | {"PYTHONHASHSEED": "1"})
    second = elfern("deal", "--seed", "1858", env=os.environ | {"PYTHONHASHSEED": "2"})
    assert first.returncode == 0
    assert first.stdout == second.stdout
    assert run("deal", "--seed", "1859") == 0
    hands = re.compile(r'\[Hands "(.*)"\]')
    assert hands.findall(run.out) != hands.findall(first.stdout)
    (record,) = records.loads(first.stdout)
    assert records.dumps(record) == first.stdout
    assert record.tricks == ()
    assert record.note == "Shuffled by elfern deal from seed 1858."


def test_without_a_seed_every_deal_is_another(run: Run) -> None:
    dealt = set()
    for _ in range(3):
        assert run("deal") == 0
        dealt.add(run.out)
    assert len(dealt) == 3


@pytest.mark.parametrize("rules", ["elfern+turn-up-trump", "elfern+hand(2)", "bohemian-schneider"])
def test_deals_follow_the_ruleset(run: Run, rules: str, tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    arguments = ("--rules", rules, "--seed", "7", "--count", "5", "--to", "jsonl", "-o", path)
    assert run("deal", *arguments) == 0
    there = records.loads(path.read_bytes())
    assert [record.rules for record in there] == [rules] * 5
    assert [record.title for record in there] == [f"Deal of seed {seed}" for seed in range(7, 12)]
    assert run("deal", "--rules", rules, "--seed", "9") == 0
    assert records.loads(run.out) == there[2:3]


def test_rules_lists_the_catalogue(run: Run) -> None:
    assert run("rules") == 0
    assert "elfern: Elfern\n" in run.out
    assert "  hand(1|2|3|4|5): Smaller hands (elfern)\n" in run.out
    assert all(len(line) <= 79 for line in run.out.splitlines())
    assert run("rules", "--json") == 0
    assert len(json.loads(run.out)["variants"]) == 18


def test_rules_explains_a_ruleset(run: Run) -> None:
    assert run("rules", "elfern+must-win") == 0
    assert run.out.startswith("Elfern: Duty to win in the second phase\nelfern+must-win\n\n")
    assert "[must-win]" in run.out
    assert run("rules", "elfern+must-win", "--lang", "de", "--json") == 0
    assert json.loads(run.out)["expression"] == "elfern+must-win"
    assert run("rules", "elfern+must-win+must-win-throughout") == 2
    assert "two duties to win; choose one" in run.err


# --- play ----------------------------------------------------------------------------------------

EVERY_CARD = "".join(f"{suit}{rank}\n" for suit in "CSHD" for rank in "AKQJT987")


def test_a_deal_played_to_its_end(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "played.egn"
    arguments = ("--seed", "5", "--date", "2026-11-29", "-o", path, "--name", "Anna")
    assert run("play", *arguments, stdin=EVERY_CARD * 20) == 0
    (record,) = records.loads(path.read_bytes())
    assert record.result is not None
    assert record.source == "played"
    assert {record.forehand, record.dealer} == {"Anna", "Beginner"}
    assert record.lot is not None
    assert record.date == "2026-11-29"
    assert "The deal is over." in run.out
    assert f"The record stands in {path}." in run.out
    first = path.read_bytes()
    assert run("play", *arguments, stdin=EVERY_CARD * 20) == 0
    assert path.read_bytes() == first, "the same seed and the same cards: the same record"


@pytest.mark.parametrize(
    ("rules", "deals"), [("elfern", 3), ("bohemian-schneider", 2), ("elfern+turn-up-trump", 1)]
)
def test_a_session_follows_the_rules(run: Run, tmp_path: Path, rules: str, deals: int) -> None:
    path = tmp_path / "played.egn"
    arguments = ("--rules", rules, "--deals", str(deals), "--seed", "8", "-o", path)
    assert run("play", *arguments, "--player", "random", stdin=EVERY_CARD * 60) == 0
    entries = list(records.read(path.read_bytes()))
    assert [checked.findings for checked in entries] == [()] * deals
    assert [checked.record.round for checked in entries] == [1, 2, 3][:deals]
    assert run.out.count("On the slate: ") == deals
    if "turn-up" in rules:
        assert "Turned up under the stock: " in run.out


def test_two_people_take_turns(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.egn"
    arguments = ("--two", "--name", "Anna", "--other", "Karl", "-o", path)
    assert run("play", *arguments, "--seed", "3", stdin=EVERY_CARD * 20) == 0
    (record,) = records.loads(path.read_bytes())
    assert {record.forehand, record.dealer} == {"Karl", "Anna"}
    assert record.result is not None
    # Nobody reads over the other's shoulder.
    assert "draws a card." in run.out


def test_a_session_is_broken_off_and_resumed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.egn"
    arguments = ("--target", "3", "--seed", "11", "--name", "Anna", "-o", path)
    assert run("play", *arguments, stdin=EVERY_CARD * 2 + "q\n") == 0
    before = records.loads(path.read_bytes())
    assert before[-1].result is None
    assert run("play", "--resume", path, *arguments, stdin=EVERY_CARD * 400) == 0
    after = records.loads(path.read_bytes())
    assert after[: len(before) - 1] == before[:-1]
    assert after[len(before) - 1].plays[: len(before[-1].plays)] == before[-1].plays
    points = [0, 0]
    for record in after:
        assert record.game_points is not None
        anna = int(record.dealer == "Anna")
        points[0] += record.game_points[anna]
        points[1] += record.game_points[1 - anna]
    assert max(points) >= 3
    assert f"On the slate: Anna {points[0]}, Beginner {points[1]}." in run.out
    assert run("play", "--resume", path, "--name", "Otto") == 2
    assert "say with --name who you are: " in run.err
    path.write_text(FAULTY, encoding="utf-8")
    assert run("play", "--resume", path, "--name", "?") == 2
    assert "11:10: " in run.err


def seed_that_leads(run: Run) -> str:
    """Find a seed under which whoever sits at the keyboard is forehand."""
    for number in range(50):
        assert run("play", "--seed", str(number), stdin="q\n") == 0
        if "You are Forehand." in run.out:
            return str(number)
    raise AssertionError


def test_what_can_be_typed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kept.egn"
    typed = ["?", "h", "p", "l", "w", "u", "XX", "ace of nothing", "of"]
    typed += [f"s {path}", f"s {tmp_path}", "q"]
    assert run("play", "--seed", seed_that_leads(run), stdin="\n".join(typed)) == 0
    assert "u: take back" in run.out
    assert run.out.count("Your hand: ") == 2
    assert "Points: Forehand 0, Dealer 0." in run.out
    assert "You may play: " in run.out
    assert "No trick has been played yet." in run.out
    assert "There is nothing to take back." in run.out
    assert "“XX” names no card of your hand." in run.out
    assert "“of” may be: " in run.out
    assert "is a directory" in run.out
    assert run.out.rstrip().endswith("The deal is not finished.")
    (record,) = records.loads(path.read_bytes())
    assert record.tricks == ()


def test_cards_by_name_an_illegal_one_and_taking_back(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kept.egn"
    seed = seed_that_leads(run)
    hand = re.findall(r"Your hand: (.*)\.", run.out)[0].split(", ")
    typed = f"{hand[0]}\nu\n{hand[1].upper()}\nw\ns {path}\nq\n"
    assert run("play", "--seed", seed, stdin=typed) == 0
    assert "Taken back." in run.out
    assert "The computer's card: " in run.out
    (record,) = records.loads(path.read_bytes())
    assert f"Trick 1: Forehand leads the {hand[1]}." in run.out
    assert record.tricks[0].reply is not None
    elsewhere = next(code for code in EVERY_CARD.split() if code not in record_hand(record))
    assert run("play", "--seed", seed, stdin=f"{elsewhere}\nq\n") == 0
    assert "is not in the hand of Forehand." in run.out


def record_hand(record: records.Record) -> list[str]:
    hand: list[str] = records_json.as_json(record)["hands"]["F"]
    return hand


ON_A_FULL_DEVICE = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="this system has no device that is always full"
)


# --- broken off ----------------------------------------------------------------------------------


def test_a_reader_that_goes_away_leaves_no_traceback(root: Path) -> None:
    deals = root / "tests/records/vectors/deals.egn"
    with subprocess.Popen(
        [sys.executable, "-m", "elfern_core", "show", str(deals)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 2


@pytest.mark.parametrize(
    ("arguments", "closed", "code"),
    [
        pytest.param("show FILE > /dev/full", "", 2, marks=ON_A_FULL_DEVICE),
        pytest.param("convert FILE > /dev/full", "", 2, marks=ON_A_FULL_DEVICE),
        pytest.param("convert FILE -o /dev/full", "", 2, marks=ON_A_FULL_DEVICE),
        pytest.param("check --json FILE > /dev/full", "", 2, marks=ON_A_FULL_DEVICE),
        ("show FILE", ">&-", 0),
        ("check FILE", "2>&-", 0),
        ("check -", "<&-", 1),
        ("show FILE --step", "<&-", 0),
        ("play", "<&- >&- 2>&-", 0),
    ],
)
def test_full_and_closed_streams_leave_no_traceback(
    root: Path, arguments: str, closed: str, code: int
) -> None:
    deals = root / "tests/records/vectors/deals.egn"
    line = f"{sys.executable} -m elfern_core {arguments} {closed}".replace("FILE", str(deals))
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode == code
    if "/dev/full" in arguments:
        assert "cannot be written: No space left on device" in done.stderr


# Started from a script's background, a program ignores the signal, and so do those that it starts.
HEEDING_CTRL_C = """
import runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["elfern", "check", "-"]
runpy.run_module("elfern_core", run_name="__main__")
"""


@pytest.mark.skipif(
    os.name == "nt", reason="Windows has no Ctrl-C that a program could be sent alone"
)
def test_ctrl_c_leaves_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HEEDING_CTRL_C],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdin
        # More than a pipe holds: once it is written, the command has begun to read.
        process.stdin.write(b"%egn 1\n" * 20_000)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
        assert process.returncode == 130
        assert out == b""
        assert err.strip() == b""


def test_progress_goes_to_a_terminal_only(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (records.dumps(records.loads(SOUND_EXAMPLE)) + "\n") * 600
    assert run("check", "-", stdin=text) == 0
    assert run.err == "600 records in 1 file, no fault\n"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert run("check", "-", stdin=text) == 0
    assert "\r250 records …\r500 records …\r\x1b[K600 records in 1 file" in run.err
