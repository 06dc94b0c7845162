"""One session under several sources' rules, side by side, from the records."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from elfern_core.records import Record
    from site_plugins.archive import Archive, Entry


class SessionError(ValueError):
    """A table that cannot be made, with the reason."""


def compare_sessions(
    archive: Archive, asked: Iterable[tuple[str, str]], to: Callable[[str], str]
) -> str:
    """Give a table of the deals of sessions that were played with the same cards.

    Args:
        archive: all records.
        asked: heading (HTML) and name of each session.
        to: makes an address from the site's root one that is seen from the page.

    Raises:
        SessionError: if a session is unknown, or its deals are not those of the first.
    """
    columns = [(heading, _rounds(archive, name)) for heading, name in asked]
    first = columns[0][1]
    for _, rounds in columns[1:]:
        if list(map(_cards, rounds)) != list(map(_cards, first)):
            raise SessionError(f"{rounds[0].id} and {first[0].id} are not the same deals")
    head = "".join(f'<th scope="col">{heading}</th>' for heading, _ in columns)
    rows = []
    for index, entry in enumerate(first):
        cells = "".join(
            f'<td><a href="{escape(to(f"records/{rounds[index].id}.egn"))}" download>'
            f"{escape(_scored(rounds[index].checked.record))}</a></td>"
            for _, rounds in columns
        )
        rows.append(
            f'<tr><th scope="row">Deal {index + 1}</th>'
            f"<td>{escape(_honours(entry.checked.record))}</td>{cells}</tr>"
        )
    totals = "".join(
        f"<td><strong>{escape(_total(rounds[-1]))}</strong></td>" for _, rounds in columns
    )
    return (
        '<div class="src-scroll" tabindex="0" role="region" aria-label="The session, deal by deal">'
        '<table class="src-sessions"><thead><tr><th scope="col">Deal</th>'
        f'<th scope="col">Honours</th>{head}</tr></thead><tbody>{"".join(rows)}'
        f'<tr><th scope="row">Slate</th><td></td>{totals}</tr></tbody></table></div>'
    )


def _rounds(archive: Archive, name: str) -> list[Entry]:
    found = [entry for entry in archive.entries.values() if entry.checked.record.session == name]
    if not found:
        raise SessionError(f"there is no session {name}")
    return sorted(found, key=lambda entry: entry.checked.record.round or 0)


def _cards(entry: Entry) -> tuple[object, ...]:
    record = entry.checked.record
    return record.hands, record.stock, record.plays


def _honours(record: Record) -> str:
    if record.result is None:
        return "not played out"
    forehand, dealer = record.result
    return f"{record.forehand} {forehand}, {record.dealer} {dealer}"


def _scored(record: Record) -> str:
    for name, points in zip(
        (record.forehand, record.dealer), record.game_points or (0, 0), strict=True
    ):
        if points:
            return f"{name} {points}"
    return "nothing"


def _total(entry: Entry) -> str:
    slate = entry.slate
    if slate is None or slate.after is None:
        raise SessionError(f"the session of {entry.id} has no slate")
    pairs = sorted(zip(slate.names, slate.after, strict=True))
    return ", ".join(f"{name} {points}" for name, points in pairs)
