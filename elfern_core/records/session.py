"""Check the rounds of a session against each other: what the round before leaves, and who deals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from elfern_core.deal import DEALER
from elfern_core.errors import Finding
from elfern_core.records.check import check
from elfern_core.scoring import next_dealer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from elfern_core.records._building import Parsed
    from elfern_core.records.check import Checked
    from elfern_core.records.model import Record
    from elfern_core.scoring import Outcome


def check_all(entries: Iterable[Parsed]) -> Iterator[Checked]:
    """Check records one by one, and each round of a session against the round before it.

    The first round met of a session may be any: a file cut between two records gives two valid
    files.
    """
    rounds: dict[str, Checked] = {}
    for parsed in entries:
        checked = check(parsed)
        session = checked.record.session
        if session and checked.record.round is not None:
            faults = list(_session_faults(parsed, checked, rounds.get(session)))
            if faults:
                findings = (*checked.findings, *faults)
                ordered = sorted(findings, key=lambda one: (one.line, one.column))
                checked = replace(checked, findings=tuple(ordered))
            rounds[session] = checked
        yield checked


def _session_faults(parsed: Parsed, checked: Checked, last: Checked | None) -> Iterator[Finding]:
    record = checked.record

    def fault(
        code: str, tag: str, message: str, found: str, expected: str, section: str
    ) -> Finding:
        line, column = parsed.place(("tag", tag), ("tag", "Session"))
        return Finding(
            code, message, line, column, record.id, "", found, expected, section, "error"
        )

    if last is None:
        if record.round == 1 and record.held:
            message = "nothing can be held over for the first round of a session"
            yield fault("wrong-held", "Held", message, str(record.held), "0", "stander")
        return
    before = last.record
    expected = str((before.round or 0) + 1)
    if str(record.round) != expected:
        message = f"round {expected} of the session was expected here, not round {record.round}"
        yield fault("wrong-round", "Round", message, str(record.round), expected, "session")
        return
    if checked.game is None or last.game is None:
        return
    if record.rules != before.rules:
        message = f"the ruleset is not that of the round before, {before.rules}"
        yield fault("session-rules", "Rules", message, record.rules, before.rules, "session")
        return
    result = last.game.outcome
    if result is None:
        return
    if record.held != result.held_after:
        message = f"the round before leaves {result.held_after} held over, not {record.held}"
        section = checked.game.ruleset.decided_by("tie")[1]
        expected = str(result.held_after)
        yield fault("wrong-held", "Held", message, str(record.held), expected, section)
    yield from _dealer_faults(checked, before, result, fault)


def _dealer_faults(
    checked: Checked, before: Record, result: Outcome, fault: Callable[..., Finding]
) -> Iterator[Finding]:
    record = checked.record
    assert checked.game is not None  # noqa: S101  (the caller's condition)
    players, names = {before.forehand, before.dealer}, {record.forehand, record.dealer}
    if "?" in players | names:
        return
    if players != names:
        message = "the players are not those of the round before"
        found, expected = " and ".join(sorted(names)), " and ".join(sorted(players))
        yield fault("session-players", "Dealer", message, found, expected, "session")
        return
    rules = checked.game.ruleset
    seat = next_dealer(rules.rules, result)
    if seat is None:
        return
    expected = before.dealer if seat == DEALER else before.forehand
    section = rules.decided_by("next_dealer")[1]
    if record.dealer != expected:
        message = f"{expected} deals this round, not {record.dealer}"
        yield fault("wrong-dealer", "Dealer", message, record.dealer, expected, section)
    if record.lot is not None:
        message = "no lot is drawn for this deal: the dealer follows from the round before"
        yield fault("bad-lot", "Lot", message, "Lot", "no lot", section)
