"""The specification's vectors: legal deals, sessions, and one planted fault each in ``bad/``.

They were written by another program from the rules and the notation. The places and values below
were read off the files by eye, not off the reader's answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from elfern_core.catalogue import GAMES, VARIANTS, ruleset
from elfern_core.errors import TextError
from elfern_core.records import dumps, loads, read
from tests import oracle

VECTORS = Path(__file__).parent.parent / "records" / "vectors"
GOOD = ["deals.egn", "sessions.egn"]


@dataclass(frozen=True)
class Fault:
    """What is wrong in a file, where, and what the message has to name."""

    line: int
    column: int
    found: str = ""
    expected: str = ""
    trick: str = ""
    section: str = ""
    says: str = ""


FAULTS = {
    "draw-swap": Fault(14, 19, "S7", "HQ", "1", "draw"),
    "drop-trick": Fault(29, 1, "20-0", "*", "", "", "16"),
    "dup-stock": Fault(10, 12, "DJ", says="twice"),
    "dup-tag": Fault(7, 1, "Date", says="twice"),
    "end-result": Fault(30, 1, "16-4", "15-5"),
    "extra-trick": Fault(30, 1, "17", "", "17"),
    "gamepoints": Fault(13, 14, "1-0", "0-0", "", "stander"),
    "german": Fault(14, 6, "EO", trick="1", says="C, S, H or D"),
    "held": Fault(10, 8, "-1"),
    "illegal": Fault(25, 10, "HJ", "CA", "11", "trump"),
    "leader": Fault(14, 4, "D", "F", "1", "lead"),
    "missing-card": Fault(9, 9, says="5"),
    "not-in-hand": Fault(23, 7, "H7", "S9", "10"),
    "number": Fault(16, 1, "4", "3"),
    "points": Fault(17, 15, "22", "21", "4"),
    "refused-combo": Fault(4, 9, says="altenburg"),
    "result": Fault(11, 10, "6-14", "5-15"),
    "rules": Fault(4, 9, "no-such-game", says="no-such-game"),
    "unclosed": Fault(14, 1, "{", says="never closed"),
    "winner": Fault(27, 14, "D", "F", "14", "winning-a-trick"),
}


def text_of(name: str) -> str:
    """A vector file, its line ends as they are."""
    return (VECTORS / name).read_bytes().decode()


@pytest.mark.parametrize("name", GOOD)
def test_every_good_record_is_accepted_and_written_byte_for_byte(name: str) -> None:
    """Without a finding, warnings included; one by one and all together."""
    text = text_of(name)
    checked = list(read(text))
    assert len(checked) == text.count("%egn 1\n")
    for entry in checked:
        assert entry.findings == ()
        assert entry.game is not None
        assert entry.game.state.is_over
    assert dumps(loads(text)) == text
    parts = ["%egn 1\n" + part for part in text.split("%egn 1\n")[1:]]
    assert [dumps(loads(part)) for part in parts] == [part.rstrip("\n") + "\n" for part in parts]


def test_the_good_records_cover_the_catalogue() -> None:
    """Each game and each of its variants has a deal."""
    seen = {
        (found.game.id, choice.variant.id)
        for record in loads(text_of("deals.egn"))
        for found in [ruleset(record.rules)]
        for choice in found.choices
    }
    assert seen >= {(game, name) for name, entry in VARIANTS.items() for game in entry.games}
    assert {record.rules for record in loads(text_of("deals.egn"))} >= set(GAMES)


@pytest.mark.parametrize("name", GOOD)
def test_what_follows_from_the_rules_may_be_left_out(name: str) -> None:
    """With leaders, winners, points and drawn cards struck out, the same text is written."""
    lines = []
    for line in text_of(name).splitlines():
        words = line.split()
        if words and words[0].removesuffix(".").isdigit() and len(words) > 5:
            lines.append(" ".join([words[0], words[2], words[3]]))
        else:
            lines.append(line)
    assert dumps(loads("\n".join(lines))) == text_of(name)


def test_every_bad_file_is_listed() -> None:
    """No file of the folder goes untested."""
    assert {path.stem for path in (VECTORS / "bad").iterdir()} == set(FAULTS)


@pytest.mark.parametrize("name", FAULTS)
def test_every_bad_record_is_refused_where_it_is_wrong(name: str) -> None:
    """One of the errors stands at the planted fault and names it; the first one is located."""
    fault = FAULTS[name]
    text = text_of(f"bad/{name}.egn")
    checked = list(read(text))
    assert len(checked) == 1
    errors = [finding for finding in checked[0].findings if finding.severity == "error"]
    assert errors
    assert not checked[0].ok
    for finding in errors:
        assert finding.line
        assert finding.column
        assert finding.record == f"bad-{name}"
        assert finding.message
    here = [
        finding
        for finding in errors
        if (finding.line, finding.column) == (fault.line, fault.column)
    ]
    assert here, [(finding.line, finding.column, finding.message) for finding in errors]
    finding = here[0]
    assert fault.found in finding.found
    assert fault.expected in finding.expected
    assert fault.says in finding.message
    if fault.trick:
        assert finding.trick == fault.trick
    if fault.section:
        assert finding.section == fault.section
    with pytest.raises(TextError) as caught:
        loads(text)
    assert f"{errors[0].line}" in str(caught.value)


@pytest.mark.parametrize("name", FAULTS)
def test_a_bad_record_hides_no_other(name: str) -> None:
    """Between two good records the faulty one is one of three, and its lines are counted on."""
    good = text_of("deals.egn").split("\n\n%egn 1\n")[0] + "\n\n"
    text = good + text_of(f"bad/{name}.egn") + "\n" + good
    checked = list(read(text))
    assert [entry.ok for entry in checked] == [True, False, True]
    alone = next(iter(read(text_of(f"bad/{name}.egn")))).findings
    lines = [finding.line - good.count("\n") for finding in checked[1].findings]
    assert lines == [finding.line for finding in alone]


def test_the_oracle_finds_the_illegal_plays_illegal() -> None:
    """The two records with a play against the rules are faulty by the rules page, too."""
    for name, ply in (("illegal", 21), ("not-in-hand", 18)):
        text = text_of(f"bad/{name}.egn")
        tags = dict(line.strip("[]").split(" ", 1) for line in text.splitlines() if "[" in line)
        hands = [part.split(":")[1].split() for part in tags["Hands"].strip('"').split("/")]
        table = oracle.Table(
            oracle.switches(tags["Rules"].strip('"')),
            dict(zip("FD", hands, strict=True)),
            tags["Stock"].strip('"').split(),
            tags.get("Trump", "").strip('"') or None,
        )
        moves = [line.split() for line in text.splitlines() if line[:1].isdigit() and "." in line]
        plays = [word for move in moves for word in move[2:4]]
        for card in plays[:ply]:
            table.play(card)
        assert plays[ply] not in table.legal()


# --- rounds of a session --------------------------------------------------------------------------


def refused(text: str) -> list[str]:
    """The messages of a text's errors."""
    return [
        finding.message
        for entry in read(text)
        for finding in entry.findings
        if finding.severity == "error"
    ]


def rounds(text: str) -> list[str]:
    """The records of a text."""
    return ["%egn 1\n" + part for part in text.split("%egn 1\n")[1:]]


def swapped(record: str) -> str:
    """A record with the players' names exchanged."""
    return record.replace('"Karl"', '"?1"').replace('"Anna"', '"Karl"').replace('"?1"', '"Anna"')


@pytest.mark.parametrize("number", [2, 4])
def test_the_wrong_dealer_in_a_session_is_refused(number: int) -> None:
    """After a decided deal the rules say who deals."""
    records = rounds(text_of("sessions.egn"))[:5]
    assert refused("".join(records)) == []
    records[number - 1] = swapped(records[number - 1])
    assert refused("".join(records))


def test_either_dealer_may_follow_a_tie() -> None:
    """After a tie cards are drawn, and the records do not hold them: both are possible."""
    records = rounds(text_of("sessions.egn"))[:3]
    records[2] = swapped(records[2])
    assert refused("".join(records)) == []


def test_a_held_point_forgotten_in_a_session_is_refused() -> None:
    """A record right by itself, but not after the tie before it."""
    records = rounds(text_of("sessions.egn"))[:3]
    forgotten = records[2].replace('[Held "1"]\n', "").replace("3-0", "2-0")
    assert refused(forgotten) == []
    assert refused("".join([*records[:2], forgotten]))


def test_a_round_left_out_of_a_session_is_refused() -> None:
    """Rounds count up by one."""
    records = rounds(text_of("sessions.egn"))[:5]
    assert refused("".join(records[:1] + records[2:]))
