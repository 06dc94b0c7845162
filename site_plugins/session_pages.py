"""The page of a session: its deals in order and the slate beside them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from site_plugins.record_pages import (
    address,
    origin,
    result,
    ruleset_title,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from site_plugins.archive import Entry


def title(rounds: Sequence[Entry]) -> str:
    """Name a session: by what all titles of its deals begin with, else by who plays."""
    heads = {entry.checked.record.title.rpartition(": ")[0] for entry in rounds}
    if len(heads) == 1 and (shared := heads.pop()):
        return shared
    who = " and ".join(_players(rounds)) or f"Session {rounds[0].checked.record.session}"
    deals = f"{len(rounds)} deal{'' if len(rounds) == 1 else 's'}"
    return f"{who}, {deals} of {ruleset_title(rounds[0])}"


def _players(rounds: Sequence[Entry]) -> list[str]:
    """Give the names of both players in order; none if one is not known."""
    first = rounds[0].checked.record
    names = sorted({first.forehand, first.dealer})
    return [] if "?" in names else names


def parts(rounds: Sequence[Entry], root: str) -> dict[str, str]:
    """Give the pieces of a session's page, by the names of the page's slots."""
    first = rounds[0].checked.record
    who = " and ".join(_players(rounds)) or "two players"
    described = f"{title(rounds)}, {origin(first.source)}: deal by deal, with the slate."
    return {
        "title": escape(title(rounds)),
        "lang": "en",
        "description": escape(described),
        "lead": (
            f'<p class="arc-kind">{escape(ruleset_title(rounds[0]))} · '
            f"{escape(origin(first.source))} · {escape(who)} · "
            f"<code>{escape(first.session)}</code></p>"
        ),
        "rounds": _table(rounds, root),
        "files": _files(rounds, root),
    }


def _table(rounds: Sequence[Entry], root: str) -> str:
    """Give the deals with their links, and the slate, which is told only to who opens it."""
    items = "".join(
        f'<li><a href="{root}{address(entry)}">{escape(_told(entry))}</a> '
        f'<span class="arc-meta">forehand {escape(entry.checked.record.forehand)}, '
        f"dealer {escape(entry.checked.record.dealer)}</span></li>"
        for entry in rounds
    )
    names = sorted({rounds[0].checked.record.forehand, rounds[0].checked.record.dealer})
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    rows = "".join(
        f'<tr><th scope="row">{number}</th><td>{escape(result(entry) or "no result")}</td>'
        f"{_slate(entry, names)}</tr>"
        for number, entry in enumerate(rounds, 1)
    )
    return (
        f'<ol class="arc-rounds">{items}</ol>'
        '<details class="arc-slate"><summary>Results and slate</summary>'
        '<div class="elfern-scroll" tabindex="0" role="region" aria-label="Results and slate">'
        '<table class="arc-slate-table"><thead><tr><th scope="col">Deal</th>'
        f'<th scope="col">Result</th>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div><p>Under each player: game points on the slate after "
        "the deal.</p></details>"
    )


def _told(entry: Entry) -> str:
    """Give what happens in a deal: what its title ends with."""
    told = entry.checked.record.title.rpartition(": ")[2]
    return told[:1].upper() + told[1:]


def _slate(entry: Entry, names: Sequence[str]) -> str:
    slate = entry.slate
    if slate is None or slate.after is None:
        return "<td>–</td>" * len(names)
    after = dict(zip(slate.names, slate.after, strict=True))
    return "".join(f"<td>{after.get(name, '–')}</td>" for name in names)


def _files(rounds: Sequence[Entry], root: str) -> str:
    name = escape(rounds[0].checked.record.session)
    return (
        '<ul class="arc-files">'
        f'<li><a href="{root}archive/sessions/{name}.egn" download>EGN</a>: all its deals in one '
        "file, as they were played</li>"
        f'<li><a href="{root}archive/sessions/{name}.json" download>JSON</a>: the same</li></ul>'
    )
