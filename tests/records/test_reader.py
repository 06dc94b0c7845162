"""Reading EGN: lax about form, strict about meaning; nothing lost, nothing shortened in silence."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from elfern_core.cards import card
from elfern_core.catalogue import SECTIONS, VARIANTS
from elfern_core.errors import TextError
from elfern_core.records import Branch, Checked, decode, dumps, loads, read, write
from elfern_core.records import json as records_json
from elfern_core.records.codes import CODES, SOUND_EXAMPLE
from elfern_core.records.model import MOST_COMMENT, MOST_NESTING, MOST_VALUE, Record

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = dumps(loads(SOUND_EXAMPLE))
"""The sound example in export form."""


def one(text: str | bytes) -> Checked:
    (checked,) = read(text)
    return checked


def codes(text: str | bytes) -> list[str]:
    return [finding.code for checked in read(text) for finding in checked.findings]


def with_parts(old: str, new: str, text: str = PLAIN) -> str:
    assert old in text
    return text.replace(old, new, 1)


# --- characters and lines (R1) -------------------------------------------------------------------

LINE_ENDS = {"LF": "\n", "CRLF": "\r\n", "CR": "\r"}
COMMENTED = with_parts("15. F SA", "{One.\nTwo.}\n15. F {Ä 🂡} SA", PLAIN)


@pytest.mark.parametrize("line_end", LINE_ENDS.values(), ids=list(LINE_ENDS))
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["no mark", "byte-order mark"])
@pytest.mark.parametrize("tail", ["", "\n", "\n\n\t \n"], ids=["no newline", "newline", "blanks"])
def test_line_ends_and_byte_order_mark_change_nothing(line_end: str, mark: str, tail: str) -> None:
    text = mark + (COMMENTED.rstrip("\n") + tail).replace("\n", line_end)
    expected = dumps(loads(COMMENTED))
    assert dumps(loads(text)) == expected
    assert dumps(loads(text.encode())) == expected
    assert "{One.\nTwo.}\n" in expected


@pytest.mark.parametrize("line_end", LINE_ENDS.values(), ids=list(LINE_ENDS))
def test_places_count_lines_whatever_ends_them(line_end: str) -> None:
    text = "\ufeff" + with_parts("SA SK", "SA LK").replace("\n", line_end)
    (finding,) = one(text.encode()).findings
    place = text.removeprefix("\ufeff").split(line_end)[finding.line - 1]
    assert place[finding.column - 1 :].startswith("LK")


def test_form_is_lax() -> None:
    lax = """
    %egn 1
 [Rules "elfern"] [Hands "f:sa  ST/d: sk\td8"]\t[Fragment "15"]
[Leader "f"]   [Stock ""]


[Won "8-9"]
15. sa SK 16.f st   D8
   F
 1    11-9"""
    assert dumps(loads(lax)) == PLAIN


def test_blank_lines_at_every_joint_change_nothing() -> None:
    two = PLAIN + "\n" + PLAIN
    for count in (0, 1, 2, 5):
        text = two.replace("\n", "\n" * (count + 1))
        assert dumps(loads(text)) == two
        assert len(list(read(text))) == 2


def test_export_has_one_form() -> None:
    for line in PLAIN.split("\n"):
        assert line == line.rstrip()
    assert "\t" not in PLAIN
    assert "\r" not in PLAIN
    assert PLAIN.endswith("\n")
    assert not PLAIN.endswith("\n\n")


def test_not_utf8_is_located() -> None:
    data = '%egn 1\n[Title "Äß"]\r\n[Note "x'.encode() + b'\xff\xfe"]'
    with pytest.raises(TextError) as caught:
        read(data)
    finding = caught.value.finding
    assert (finding.code, finding.line, finding.column, finding.found) == (
        "not-utf8",
        3,
        9,
        "byte FF",
    )
    with pytest.raises(TextError, match="1:4: "):
        decode(b"abc\xc3\xa4\xc3"[:4] + b"\xff")


def test_half_of_a_surrogate_pair_is_located() -> None:
    (finding,) = one(with_parts("15. F", "{x\ud83c}\n15. F")).findings
    assert (finding.code, finding.line, finding.column) == ("bad-character", 15, 3)


# --- hostile text (R2, R13) ----------------------------------------------------------------------

HOSTILE = [
    '{ } [ ] ( ) ; % \\ "',
    "\\",
    "\\\\",
    "ends in a backslash\\",
    "}{",
    "%egn 1",
    '[Rules "x"]',
    "🂡 ♥️ Ä ß \u202e\u2028\u2029\x85",
    "<script>alert('x')</script> &amp; <!-- -->",
    "",
    " ",
    "\x00\x01\x1f\x7f",
    "1. F HA HK",
    "14-6",
    "*",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_kept(text: str) -> None:
    (record,) = loads(PLAIN)
    lines = f"a\n{text}\n%egn 1\n\n{text}"
    first, second = record.tricks
    record = replace(
        record,
        title=text,
        note=text + "x",
        forehand=text,
        extra=(("X-Odd", text),),
        comments=(text, lines),
        tricks=(
            replace(first, lead_comments=(text, text), reply_comments=(lines,), comments=(text,)),
            replace(second, comments=(lines, text)),
        ),
    )
    written = dumps(record)
    assert loads(written) == [record]
    assert dumps(loads(written)) == written
    assert loads(written + "\n" + written.replace("\n", "\r\n")) == [record, record]


def test_backslashes_that_escape_nothing_are_faults() -> None:
    assert codes(with_parts("15. F", "{a \\n b}\n15. F")) == ["bad-escape"]
    assert codes(with_parts("[Won", '[Note "a \\n b"]\n[Won')) == ["bad-escape"]
    assert codes(with_parts("15. F", "{a \\\\n \\{ \\} b}\n15. F")) == []


@pytest.mark.parametrize(
    "change",
    [
        {"title": "two\nlines"},
        {"note": "two\rlines"},
        {"title": "x" * (MOST_VALUE + 1)},
        {"title": "\ud83c"},
        {"comments": ("\r",)},
        {"comments": ("\udcff",)},
        {"comments": ("x" * (MOST_COMMENT + 1),)},
        {"id": "Not An Id"},
        {"date": "29.11.2026"},
        {"date": "2026-02-30"},
        {"source": "a b"},
        {"round": 10_000, "session": "x"},
        {"round": 0, "session": "x"},
        {"extra": (("No Name", "x"),)},
        {"extra": (("Id", "x"),)},
        {"extra": (("X-A", "x"), ("X-A", "y"))},
        {"hands": ((15, 11), (14, 99))},
        {"hands": ((15, 11), (14, -1))},
        {"illustrates": ("second-phase honours",)},
        {"session": "alone"},
        {"leader": 2},
        {"fragment": 1},
    ],
)
def test_what_cannot_be_read_back_is_not_written(change: dict[str, object]) -> None:
    (record,) = loads(PLAIN)
    with pytest.raises(TextError):
        dumps(replace(record, **change))  # type: ignore[arg-type]


def test_limits_hold_to_the_character() -> None:
    (record,) = loads(PLAIN)
    largest = replace(record, title='"' * MOST_VALUE, comments=("{" * MOST_COMMENT,))
    assert loads(dumps(largest)) == [largest]


# --- comments in every place (R3, R16) -----------------------------------------------------------


def test_comments_stand_where_they_belong() -> None:
    text = (
        '%egn 1\n{a}\n[Rules "elfern"] {b}\n[Hands "F: SA ST / D: SK D8"] [Stock ""] {c}\n'
        '[Fragment "15"] [Leader "F"] {d}\n'
        "15. {e} F {f} SA {g} {h} SK {i} F {j} 2 {k}\n{l} 16. ST {m} D8 {n} *"
    )
    checked = one(text)
    assert checked.findings == ()
    first, second = checked.record.tricks
    assert checked.record.comments == ("a", "b", "c", "d")
    assert first.lead_comments == ("g", "h")
    assert first.reply_comments == ("i",)
    assert first.comments == ("e", "f", "j", "k", "l")
    assert second.lead_comments == ("m",)
    assert second.comments == ("n",)
    assert dumps(loads(dumps(checked.record))) == dumps(checked.record)


def test_comments_never_change_the_cards() -> None:
    tokens = re.findall(r"\[[^\]]*\]|[^\s]+", PLAIN)
    plays = one(PLAIN).record.plays
    for at in range(1, len(tokens)):
        text = "\n".join([*tokens[:at], '{x 1. F HA HK [Y "z"]}', *tokens[at:]])
        checked = one(with_parts("%egn\n1", "%egn 1", text) if "%egn\n1" in text else text)
        if checked.ok:
            assert checked.record.plays == plays
            assert '{x 1. F HA HK [Y "z"]}' in dumps(checked.record)
        else:
            assert at == 1, "a comment may stand anywhere but inside the %egn line"


def test_comments_among_the_cards_drawn() -> None:
    text = CODES["wrong-card"].example.replace("+D8 +ST", "{a} +ST {b} + D8 {c}")
    checked = one(text)
    assert checked.ok
    assert checked.record.tricks[0].comments == ("a", "b", "c")


def test_a_file_that_is_one_comment_is_a_clear_error() -> None:
    (finding,) = one("\n  {Nothing here.}\n").findings
    assert (finding.code, finding.line, finding.column) == ("stray-comment", 2, 3)
    assert "after its tags" in finding.message


def test_a_comment_before_the_first_record_hides_nothing() -> None:
    entries = list(read("{Three deals.}\n\n{By hand.}\n" + PLAIN))
    assert [checked.ok for checked in entries] == [False, True]
    assert [f.code for f in entries[0].findings] == ["stray-comment"]


def test_a_comment_between_records_belongs_to_the_one_before() -> None:
    first, second = read(PLAIN + "\n{The next one is better.}\n\n" + PLAIN)
    assert first.record.tricks[-1].comments == ("The next one is better.",)
    assert [(f.code, f.severity, f.line) for f in first.findings] == [
        ("comment-after-end", "warning", 19)
    ]
    assert second.record == one(PLAIN).record


@pytest.mark.parametrize("place", ["15. F", "16. F", "11-9\n", "[Won"])
def test_a_comment_never_closed_is_an_error_at_its_opening(place: str) -> None:
    text = with_parts(place, "{never closed\n" + place) + "\n" + PLAIN
    first, second = read(text)
    line = text[: text.index("{never")].count("\n") + 1
    (finding,) = [f for f in first.findings if f.severity == "error"]
    assert (finding.code, finding.line, finding.column) == ("comment-unclosed", line, 1)
    assert second.ok
    assert second.record == one(PLAIN).record


def test_a_brace_inside_a_comment_is_an_error_at_the_opening() -> None:
    (finding,) = one(with_parts("15. F", "{a { b}\n15. F")).findings
    assert (finding.code, finding.line, finding.column) == ("comment-unclosed", 15, 1)
    assert "\\{" in finding.message


# --- one bad record never hides the next ---------------------------------------------------------


@pytest.mark.parametrize(
    "code", [one.code for one in CODES.values() if one.kind == "record" and "%egn" in one.example]
)
def test_a_fault_in_one_record_never_hides_the_next(code: str) -> None:
    bad = CODES[code].example
    entries = list(read(PLAIN + "\n" + bad.rstrip() + "\n\n" + PLAIN))
    assert entries[0].ok
    assert entries[-1].ok
    assert entries[0].record.plays == entries[-1].record.plays == one(PLAIN).record.plays


def test_a_bad_tag_keeps_the_tags_after_it() -> None:
    text = with_parts('[Stock ""]', '[Broken\n[Stock ""]\n[Note "kept"]')
    checked = one(text)
    assert [f.code for f in checked.findings] == ["bad-tag"]
    assert checked.record.note == "kept"
    assert checked.record.plays == one(PLAIN).record.plays


def test_percent_lines_inside_comments_and_tags_start_no_record() -> None:
    text = with_parts("15. F", "{a\n%egn 1\nb}\n15. F")
    text = with_parts("[Won", '[Note "%egn 1 { \\" {"]\n[Won', text)
    checked = one(text)
    assert checked.ok
    assert checked.record.comments == ("a\n%egn 1\nb",)


def test_every_start_is_an_entry() -> None:
    text = "%egn 1\n" * 3 + "%egn 7\n%egnog\n%EGN 1\n" + PLAIN
    entries = list(read(text))
    assert len(entries) == 7
    assert [checked.line for checked in entries] == [1, 2, 3, 4, 5, 6, 7]
    assert [checked.ok for checked in entries] == [False] * 6 + [True]
    assert [f.code for f in entries[3].findings] == ["bad-version"]
    assert "%egn 1" in entries[3].findings[0].message


def test_the_valid_beginning_stays() -> None:
    text = with_parts("16. F ST D8", "16. F ST HA")
    checked = one(text)
    assert [f.code for f in checked.findings] == ["not-in-hand"]
    assert checked.game is not None
    assert checked.game.plays == checked.record.plays
    assert [(trick.number, trick.reply) for trick in checked.record.tricks] == [
        (15, card("SK")),
        (16, None),
    ]
    # The beginning is a record of its own: it claims no result.
    assert checked.record.result is None
    assert loads(dumps(checked.record)) == [checked.record]


@pytest.mark.parametrize("told", ["D 1", "F 2", "F 1  +C7"])
def test_of_a_trick_told_wrongly_the_lead_stays(told: str) -> None:
    checked = one(with_parts("D8  F 1", f"D8 {{never}}  {told} {{heard}}"))
    assert len(checked.findings) == 1
    assert checked.game is not None
    assert checked.game.plays == checked.record.plays
    assert checked.record.plays == one(PLAIN).record.plays[:3]
    assert loads(dumps(checked.record)) == [checked.record]


@pytest.mark.parametrize(
    "change",
    [("16. F ST D8", "16. F ST EO"), ("[Won", '[Date "soon"]\n[Won'), ('"1-0"', '"one"')],
)
def test_a_fault_elsewhere_does_not_hide_the_position(change: tuple[str, str]) -> None:
    checked = one(with_parts(*change))
    assert len(checked.findings) == 1
    assert checked.game is not None
    assert len(checked.game.plays) >= 2


def test_a_record_cut_anywhere_is_never_a_shorter_game_in_silence(root: Path) -> None:
    text = (root / "tests/records/vectors/deals.egn").read_text(encoding="utf-8")
    whole = text[: text.index("%egn", 1)]
    for end in range(len(whole) - 2):
        findings = one(whole[:end]).findings if whole[:end].strip() else ("nothing",)
        assert findings, f"cut at {end} without a word"


# --- cards and letters (R12) ---------------------------------------------------------------------

STRANGE = [
    "EO",
    "LU",
    "E10",
    "10",
    "H10",
    "1O",
    "SX",
    "S1",
    "SD",
    "♠A",
    "AS",
    "S",
    "SAA",
    "5A",
    "H0",
]


@pytest.mark.parametrize("word", STRANGE)
@pytest.mark.parametrize("place", ["SA SK", "ST / D", '[Stock ""', "[Won"])
def test_strange_cards_are_refused_by_name(word: str, place: str) -> None:
    new = {
        "SA SK": f"SA {word}",
        "ST / D": f"{word} / D",
        '[Stock ""': f'[Stock "{word}"',
        "[Won": f'[Lot "F: {word} / D: C7"]\n[Won',
    }[place]
    text = with_parts(place, new)
    findings = [f for f in one(text).findings if f.code == "bad-card"]
    assert len(findings) == 1
    assert f"“{word}”" in findings[0].message
    assert "C, S, H or D" in findings[0].message
    line = text.split("\n")[findings[0].line - 1]
    assert line[findings[0].column - 1 :].startswith(word)


def test_digits_of_other_scripts_are_no_numbers() -> None:
    assert codes(with_parts("16. F", "١٦. F")) == ["bad-token"]
    assert "bad-value" in codes(with_parts('"15"', '"\uff11\uff15"'))
    assert "bad-value" in codes(with_parts('"8-9"', '"\uff18-9"'))
    assert codes(with_parts("F 2", "F ²")) == ["bad-token"]


def test_lower_case_is_read() -> None:
    lower = re.sub(r"(?<=\n)1[56]\..*", lambda match: match[0].lower(), PLAIN)
    assert dumps(loads(with_parts("F: SA ST / D: SK D8", "f: sa st / d: sk d8", lower))) == PLAIN


# --- what is written must agree ------------------------------------------------------------------


def test_all_that_follows_may_be_left_out() -> None:
    bare = re.sub(r"\[(Result|GamePoints) [^\]]*\]\n", "", PLAIN)
    bare = re.sub(r"(\d+\.) F (\w\w \w\w)  F \d", r"\1 \2", bare)
    assert dumps(loads(bare)) == PLAIN
    assert codes(bare.replace("\n11-9", "")) == ["no-end"]
    assert one(bare.replace("\n11-9", "")).ok, "the deal is complete: a warning is enough"


def test_a_trick_without_a_reply_has_no_winner() -> None:
    for told in ("F", "2", "F 2", "+D8"):
        text = with_parts("16. F ST D8  F 1\n11-9", f"16. F ST *  {told}\n*")
        assert "no-reply" in codes(text)


def test_a_record_may_stop_after_a_lead() -> None:
    text = re.sub(r"\[(Result|GamePoints) [^\]]*\]\n", "", PLAIN)
    text = with_parts("16. F ST D8  F 1\n11-9", "16. F ST {Which card now?} *\n*", text)
    checked = one(text)
    assert checked.findings == ()
    assert checked.record.tricks[-1].reply is None
    assert checked.record.result is None
    assert dumps(loads(dumps(checked.record))) == dumps(checked.record)
    assert dumps(checked.record).endswith("16. F ST {Which card now?} *\n*\n")


@pytest.mark.parametrize(
    ("drawn", "found", "expected"),
    [
        ("+D8 +ST", "D8", "ST"),
        ("+ST", "nothing", "D8"),
        ("+ST +D8 +C7", "C7", "a card"),
        ("+ST +C7", "C7", "D8"),
    ],
)
def test_drawn_cards_are_compared_one_by_one(drawn: str, found: str, expected: str) -> None:
    text = CODES["wrong-card"].example.replace("+D8 +ST", drawn)
    finding = one(text).findings[0]
    assert (finding.code, finding.found, finding.expected) == ("wrong-card", found, expected)
    assert finding.section == "draw"


def test_a_draw_after_the_stock_is_gone_is_refused() -> None:
    finding = one(with_parts("SK  F 2", "SK  F 2  +C7")).findings[0]
    assert (finding.code, finding.found, finding.expected) == ("wrong-card", "C7", "a card")
    assert "nobody draws a card" in finding.message


def test_bad_vectors_give_the_planted_fault(root: Path) -> None:
    expected = {
        "draw-swap": ("wrong-card", 14, "1"),
        "drop-trick": ("wrong-result", 11, "16"),
        "dup-stock": ("card-twice", 10, ""),
        "dup-tag": ("tag-twice", 7, ""),
        "end-result": ("wrong-result", 30, ""),
        "extra-trick": ("bad-number", 30, "17"),
        "gamepoints": ("wrong-game-points", 13, ""),
        "german": ("bad-card", 14, "1"),
        "held": ("bad-value", 10, ""),
        "illegal": ("must-trump", 25, "11"),
        "leader": ("wrong-leader", 14, "1"),
        "missing-card": ("bad-hand-size", 9, ""),
        "not-in-hand": ("not-in-hand", 23, "10"),
        "number": ("wrong-number", 16, "4"),
        "points": ("wrong-points", 17, "4"),
        "refused-combo": ("bad-rules", 4, ""),
        "result": ("wrong-result", 11, ""),
        "rules": ("bad-rules", 4, ""),
        "unclosed": ("comment-unclosed", 14, ""),
        "winner": ("wrong-winner", 27, "14"),
    }
    found = {}
    for path in (root / "tests/records/vectors/bad").glob("*.egn"):
        finding = one(path.read_bytes()).findings[0]
        found[path.stem] = finding.code, finding.line, finding.trick
        assert finding.record == f"bad-{path.stem}"
    assert found == expected


def test_good_vectors_are_read_and_written_byte_for_byte(root: Path) -> None:
    for name, count in (("deals", 28), ("sessions", 16)):
        text = (root / f"tests/records/vectors/{name}.egn").read_text(encoding="utf-8")
        assert len(loads(text)) == count
        assert dumps(loads(text)) == text


# --- R5, R6, R15 ---------------------------------------------------------------------------------


def test_a_seed_never_stands_for_cards() -> None:
    text = '%egn 1\n[Rules "elfern"]\n[Seed "1858"]\n\n*\n'
    checked = one(text)
    assert checked.game is None
    assert [f.code for f in checked.findings] == ["missing-tag", "missing-tag", "unknown-tag"]
    assert "seed" not in {name.lower() for name in Record.__slots__}


def test_a_card_its_player_does_not_hold_is_an_error_at_that_card() -> None:
    (finding,) = one(with_parts("SA SK", "SA D7")).findings
    assert (finding.code, finding.line, finding.column) == ("not-in-hand", 15, 10)
    assert finding.found == "D7"
    assert finding.expected == "one of SK"


OF_THE_RULES = {"What the rules forbid", "What has to agree", "Sessions"}


@pytest.mark.parametrize("code", [code for code in CODES if CODES[code].kind == "record"])
def test_every_error_says_where_and_what(code: str) -> None:
    for checked in read(CODES[code].example):
        for finding in checked.findings:
            assert finding.line >= 1
            assert finding.column >= 1
            lines = CODES[code].example.split("\n")
            assert finding.column <= len(lines[finding.line - 1]) + 1
            assert finding.message
            assert len(finding.found) <= 80
            if CODES[finding.code].area in OF_THE_RULES:
                assert finding.found
                assert finding.expected
                # Only the numbers of the tricks are no matter of the game's.
                named = finding.section in {*SECTIONS, *VARIANTS}
                assert named == (finding.code != "wrong-number")


# --- branches ------------------------------------------------------------------------------------


def test_branches_have_addresses() -> None:
    text = with_parts(
        "16. F ST D8  F 1",
        "(a 15. F ST D8 (b 15. F ST SK 16. F SA HA))\n16. F ST D8  F 1\n(a 16. F ST *)",
    )
    checked = one(text)
    (finding,) = checked.findings
    assert (finding.code, finding.trick) == ("must-follow", "15a.15")
    text = with_parts("16. F ST D8  F 1", "(a 15. F ST SK\n16. D D8 HA)\n16. F ST D8  F 1")
    (finding,) = one(text).findings
    assert (finding.code, finding.trick, finding.section) == ("not-in-hand", "15a.16", "deal")


def test_a_fault_in_a_branch_leaves_the_main_line_whole() -> None:
    text = with_parts("16. F ST D8  F 1", "(a 15. F ST HA)\n(b 15. F ST SK)\n16. F ST D8  F 1")
    checked = one(text)
    assert not checked.ok
    assert checked.record.result == (11, 9)
    first, second = checked.record.tricks[0].branches
    assert (first.label, first.tricks[0].reply) == ("a", None)
    assert (second.label, second.tricks[0].reply) == ("b", card("SK"))


def test_draws_in_a_branch_come_from_the_same_stock() -> None:
    text = """\
%egn 1
[Rules "elfern+hand(1)"]
[Hands "F: SA / D: SK"]
[Stock "ST D8 CT C9"]
[Fragment "14"]
[Leader "F"]

14. F SA SK  F 2  +ST +D8
15. F ST D8  F 1  +CT +C9
(a 15. F ST D8
16. F CT C9 )
16. F CT C9
*
"""
    checked = one(text)
    assert checked.findings == ()
    branch = checked.record.tricks[1].branches[0]
    assert branch.tricks[0].drawn == checked.record.tricks[1].drawn


def test_branches_of_a_branch_keep_their_order() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    inner = "".join(f" ({letter} {{{letter}}} 16. F ST D8)" for letter in letters)
    text = with_parts("16. F ST D8  F 1\n", "16. F ST D8  F 1\n" + inner + "\n")
    checked = one(text)
    assert checked.ok
    assert [branch.label for branch in checked.record.tricks[1].branches] == list(letters)
    assert loads(dumps(checked.record)) == [checked.record]


@pytest.mark.parametrize("depth", [1, 20, 200, MOST_NESTING])
def test_branches_nest_deep(depth: int) -> None:
    text = with_parts(
        "16. F ST D8  F 1\n",
        "16. F ST D8  F 1" + " (a 16. F ST D8" * depth + ")" * depth + "\n",
    )
    checked = one(text)
    assert checked.findings == ()
    written = dumps(checked.record)
    assert dumps(loads(written)) == written
    assert written.count("(a 16.") == depth


def test_branches_nested_too_deep_are_refused_by_name() -> None:
    depth = MOST_NESTING + 1
    text = with_parts("16. F ST D8  F 1\n", "16. F ST D8" + " (a 16. F ST D8" * depth + "\n")
    assert codes(text) == ["branch-too-deep"]
    assert str(MOST_NESTING) in one(text).findings[0].message


def test_branches_made_by_a_program_are_checked() -> None:
    (record,) = loads(with_parts("16. F ST D8  F 1\n", "16. F ST D8\n(a 16. F ST D8)\n"))
    last = record.tricks[-1]
    (branch,) = last.branches

    def codes_with(*branches: Branch) -> list[str]:
        spoiled = replace(record, tricks=(record.tricks[0], replace(last, branches=branches)))
        with pytest.raises(TextError) as caught:
            dumps(spoiled)
        if len(branches) == 1:
            with pytest.raises(TextError, match="label"):
                write(spoiled)
        return [caught.value.finding.code]

    assert codes_with(branch, branch) == ["label-twice"]
    assert codes_with(replace(branch, tricks=())) == ["branch-empty"]
    for label in ("", "A", "ab", "1", "ä"):
        assert codes_with(replace(branch, label=label)) == ["bad-label"]


# --- fragments, trump, lot -----------------------------------------------------------------------


def test_a_fragment_without_what_was_won_has_no_result() -> None:
    text = re.sub(r"\[(Result|GamePoints|Won) [^\]]*\]\n", "", PLAIN)
    text = with_parts("\n11-9\n", "\n*\n", text)
    checked = one(text)
    assert checked.findings == ()
    assert checked.record.result is None
    assert '[Result "*"]' in dumps(checked.record)
    assert codes(with_parts("\n*\n", "\n11-9\n", text)) == ["wrong-result"]


def test_a_whole_deal_is_no_fragment() -> None:
    assert codes(with_parts('"15"', '"1"')) == ["bad-value"]
    assert "whole" in one(with_parts('"15"', '"1"')).findings[0].message


def test_the_leader_of_a_fragment_may_stand_in_its_first_trick() -> None:
    text = with_parts('[Leader "F"]\n', "")
    assert dumps(loads(text)) == PLAIN
    assert codes(with_parts("15. F", "15.", text)) == ["missing-tag"]


def test_trumps() -> None:
    fixed = with_parts('"elfern"', '"elfern+trump(h)"')
    assert '[Trump "H"]' in dumps(loads(fixed))
    assert codes(with_parts("[Won", '[Trump "S"]\n[Won', fixed)) == ["bad-trump"]
    turned = with_parts('"elfern"', '"elfern+turn-up-trump"')
    assert codes(turned) == ["bad-trump"]
    assert '[Trump "C"]' in dumps(loads(with_parts("[Won", '[Trump "c"]\n[Won', turned)))


@pytest.mark.parametrize(
    ("lot", "round_number", "fault"),
    [
        ("F: HA / D: C7", "", ""),
        ("F: HA CA / D: DA C7", "", ""),
        ("F: C7 / D: HA", "", "it is forehand's"),
        ("F: HA / D: DA", "", "draw again"),
        ("F: HA CA / D: C7 D7", "", "draw 1 decides"),
        ("F: HA / D: HA", "", "cannot draw"),
        ("F: HA CA / D: C7", "", "as many cards"),
        ("F: / D:", "", "as many cards"),
        # After a tie the higher card deals.
        ("F: C7 / D: HA", "4", ""),
        ("F: HA / D: C7", "4", "it is forehand's"),
    ],
)
def test_lots(lot: str, round_number: str, fault: str) -> None:
    session = f'[Session "s"]\n[Round "{round_number}"]\n' if round_number else ""
    text = with_parts("[Won", f'[Lot "{lot}"]\n{session}[Won')
    findings = one(text).findings
    assert [f.code for f in findings] == (["bad-lot"] if fault else [])
    assert not fault or fault in findings[0].message
    if not fault:
        assert f'[Lot "{lot}"]' in dumps(loads(text))


def test_no_lot_is_drawn_where_the_deal_alternates() -> None:
    for rules in ("elfern+alternate-deal", "bohemian-schneider"):
        text = with_parts('"elfern"', f'"{rules}"')
        lot = "F: HA / D: C7" if rules.startswith("elfern") else "F: C7 / D: HA"
        text = with_parts("[Won", f'[Lot "{lot}"]\n[Won', text)
        assert "bad-lot" not in codes(text)
        assert "bad-lot" in codes(with_parts("[Won", '[Session "s"]\n[Round "2"]\n[Won', text))


TWICE = with_parts("16. F ST D8  F 1\n", "16. F ST D8  F 1\n(a 16. F ST *)\n16. F ST D8  F 1\n")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("%egn 1", "%egn 1", [("extra-trick", 18, 1)]),
        ("D8  F 1\n(a", "D8  D 1\n(a", [("wrong-winner", 16, 14)]),
        ("ST *)", "ST C7)", [("not-in-hand", 17, 13), ("extra-trick", 18, 1)]),
        ("(a 16. F ST *)", "{c}", [("extra-trick", 18, 1)]),
    ],
)
def test_places_are_right_where_a_number_stands_twice(
    old: str, new: str, expected: list[tuple[str, int, int]]
) -> None:
    findings = one(with_parts(old, new, TWICE)).findings
    assert [(f.code, f.line, f.column) for f in findings] == expected


def test_places_are_right_where_a_number_stands_twice_in_json() -> None:
    value = records_json.as_json(one(PLAIN).record)
    value["tricks"].append(dict(value["tricks"][1]))
    written = json.dumps(value, indent=1)
    (finding,) = one(written).findings
    places = [match.start() for match in re.finditer('"number": 16', written)]
    assert (finding.code, finding.line) == ("extra-trick", written.count("\n", 0, places[1]) + 1)
    value["tricks"][1]["winner"] = "D"
    written = json.dumps(value, indent=1)
    (finding,) = one(written).findings
    place = written.index('"winner": "D"')
    assert (finding.code, finding.line) == ("wrong-winner", written.count("\n", 0, place) + 1)
