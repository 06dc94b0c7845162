"""From the lists of picks to records in export form."""

from __future__ import annotations

import csv
from dataclasses import replace
from typing import TYPE_CHECKING

from elfern_core import verdicts
from elfern_core.catalogue import ruleset
from elfern_core.players import PLAYERS
from elfern_core.records import Checked, Record, check, dumps, record_of
from elfern_core.solver import Limits
from tools.harvest.playing import DealPick, SessionPick, play_pick, play_session
from tools.harvest.telling import PLAYER, TITLES, Facts, kind_of, story
from tools.verdicts import ROOT, judged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from tools.harvest.playing import PlayedDeal, PlayedRound
    from tools.harvest.telling import Story

PICKS = ROOT / "replays" / "picks"
"""Where the lists are."""
DEALS = ROOT / "replays" / "games"
"""Where the deals go, a file for each ruleset."""
LIMITS = Limits(nodes=20_000, entries=400_000)
"""What the solver may take for a position while a deal is told; never changed, or deals would be
told anew."""
SESSION_LIMITS = Limits(nodes=2_000, entries=40_000)
"""The same for the deals of sessions: of each the end, from the last draws on."""
SESSIONS = ROOT / "replays" / "sessions"
"""Where the sessions go, each to a file of its own."""


def read_deals(path: Path = PICKS / "deals.csv") -> list[DealPick]:
    """Read the list of deals."""
    return [
        DealPick(
            row["id"],
            row["rules"],
            row["forehand"],
            row["dealer"],
            int(row["seed"]),
            row["kind"],
            row["date"],
        )
        for row in _rows(path)
    ]


def read_sessions(path: Path = PICKS / "sessions.csv") -> list[SessionPick]:
    """Read the list of sessions."""
    return [
        SessionPick(
            row["id"],
            row["rules"],
            row["first"],
            row["second"],
            int(row["deals"]),
            int(row["target"]),
            int(row["seed"]),
            row["date"],
        )
        for row in _rows(path)
    ]


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def write_list(path: Path, picks: Sequence[DealPick] | Sequence[SessionPick]) -> None:
    """Write a list of picks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(picks[0]._fields)
        writer.writerows(picks)


def slug(rules: str) -> str:
    """Give a ruleset expression as the words of an id: `elfern-trump-h-must-win`."""
    return rules.lower().replace("+", "-").replace("(", "-").replace(")", "")


def facts_of(deal: PlayedDeal, seed: int, limits: Limits = LIMITS) -> Facts:
    """Let the solver judge a deal."""
    bare = record_of(deal.game, Record(deal.game.ruleset.expression, ((), ())))
    checked = Checked(bare, deal.game, (), 0)
    main, *_ = verdicts.unpacked(checked, judged(checked, limits))
    return Facts(deal, main.judged, seed)


def deal_record(pick: DealPick) -> Record:
    """Play a deal of the list and put it on record."""
    deal = play_pick(pick)
    facts = facts_of(deal, pick.seed)
    like = Record(
        rules=pick.rules,
        hands=((), ()),
        id=pick.id,
        source="self-play",
        date=pick.date,
        forehand=PLAYERS[pick.forehand].title,
        dealer=PLAYERS[pick.dealer].title,
        extra=_extra(deal, pick.seed),
    )
    kind = pick.kind if pick.kind in TITLES else kind_of(facts)
    return _told(record_of(deal.game, like), story(facts, kind))


def session_records(pick: SessionPick) -> Iterator[Record]:
    """Play a session of the list and put its deals on record."""
    first, second = (PLAYER[level].removeprefix("the ") for level in (pick.first, pick.second))
    players = f"{first} against {second}" if first != second else f"two {first}s"
    for number, one in enumerate(play_session(pick), 1):
        facts = facts_of(one.deal, pick.seed + number, SESSION_LIMITS)
        told = story(facts, kind_of(facts))
        title = f"{players}, deal {number}: {told.title[:1].lower()}{told.title[1:]}"
        like = Record(
            rules=pick.rules,
            hands=((), ()),
            id=f"{pick.id}-deal-{number}",
            source="self-play",
            date=pick.date,
            session=pick.id,
            round=number,
            forehand=one.names[0],
            dealer=one.names[1],
            lot=one.lot,
            extra=_extra(one.deal, pick.seed),
        )
        opening = f"{_slate(pick, number, one)} {told.opening}"
        told = replace(told, title=title[:1].upper() + title[1:], opening=opening)
        yield _told(record_of(one.deal.game, like), told)


def _extra(deal: PlayedDeal, seed: int) -> tuple[tuple[str, str], ...]:
    forehand, dealer = deal.levels
    return (
        ("X-Dealer-Level", dealer),
        ("X-Forehand-Level", forehand),
        ("X-Seed", str(seed)),
    )


def _slate(pick: SessionPick, number: int, one: PlayedRound) -> str:
    """Say how a session stands before a deal."""
    if number == 1:
        end = f"of {pick.deals} deals" if pick.deals else f"to {pick.target} game points"
        return f"The first deal of a session {end}."
    forehand, dealer = one.names
    said = f"The slate before this deal: {forehand} {one.before[0]}, {dealer} {one.before[1]}."
    held = one.deal.game.held
    if held:
        rules = ruleset(pick.rules)
        if "tie-doubles" in rules.expression:
            said += " The tie before makes it count double."
        else:
            said += f" {held} game point{'s are' if held > 1 else ' is'} held over."
    return said


def _told(record: Record, told: Story) -> Record:
    """Put title and comments on a record."""
    tricks = []
    for number, trick in enumerate(record.tricks):
        lead, reply = told.at.get(2 * number), told.at.get(2 * number + 1)
        last = number == len(record.tricks) - 1
        tricks.append(
            replace(
                trick,
                lead_comments=(lead,) if lead else (),
                reply_comments=(reply,) if reply else (),
                comments=(told.closing,) if last else (),
            )
        )
    return replace(record, title=told.title, comments=(told.opening,), tricks=tuple(tricks))


def deal_files(picks: Iterable[DealPick]) -> Iterator[tuple[str, str]]:
    """Give name and text of the files of the deals, one for each ruleset."""
    groups: dict[str, list[DealPick]] = {}
    for pick in picks:
        groups.setdefault(pick.rules, []).append(pick)
    for rules, group in groups.items():
        yield f"{slug(rules)}.egn", text_of(map(deal_record, group))


def session_files(picks: Iterable[SessionPick]) -> Iterator[tuple[str, str]]:
    """Give name and text of the files of the sessions."""
    for pick in picks:
        yield f"{pick.id}.egn", text_of(session_records(pick))


def text_of(records: Iterable[Record]) -> str:
    """Write records in export form.

    Raises:
        ValueError: if one has a fault, which would be one of this program.
    """
    found = list(records)
    for record in found:
        findings = check(record).findings
        if findings:
            message = f"{record.id}: {findings[0]}"
            raise ValueError(message)
    return dumps(found)
