"""The strip on the page of a variant: the variant beside its game, and how often it bites."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from elfern_core import catalogue
from site_plugins.figures import Dot, cell, dots, figure, table
from site_plugins.figures_data import (
    BETTER,
    BOTH,
    FIRST,
    HALF,
    LEAD,
    LENGTH,
    OTHERWISE,
    SCHNEIDER,
    SCHWARZ,
    SESSIONS,
    TIES,
    TOUCHED,
    WINNER,
    FiguresError,
    Json,
    Stored,
    lower,
    percent,
    short,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

_STRIP = (FIRST, TIES, SCHNEIDER, BOTH, BETTER, LENGTH)
_MOST_PANELS = 4
_STRIP_TABLE = (
    FIRST,
    LEAD,
    TIES,
    SCHNEIDER,
    SCHWARZ,
    BOTH,
    BETTER,
    LENGTH,
    TOUCHED,
    OTHERWISE,
    WINNER,
    SESSIONS,
)


def strip(stored: Stored, variant: str, more: str) -> str:
    """Show a variant against its game.

    Args:
        stored: the stored studies.
        variant: its id.
        more: address of the page of figures.

    Raises:
        FiguresError: if there is no such variant, or nothing stored of it.
    """
    panels, sentences, tables = [], [], []
    found = stored.of_variant(variant)
    for game, rows in found.items():
        base = stored.figures(game)
        title = catalogue.GAMES[game].title
        panels += _panels(base, rows, title if len(found) > 1 else "")
        sentences.append(_sentence(rows[0], title) if len(rows) == 1 else _many(rows, title))
        caption = f"{title}; below each figure its 99 % interval"
        tables.append(_upright([base, *rows], caption))
    deals = rows[0]["deals"]
    ending = (
        f"Each ruleset was played in the same {deals:,} deals, beginner against beginner; the open "
        f'square is the game without the variant. <a href="{escape(more)}">All figures, and how '
        "they are made</a>."
    )
    name = f"strip-{variant}"
    return figure(panels, f"{' '.join(sentences)} {ending}", "".join(tables), name)


def _panels(base: Json, rows: Sequence[Json], game: str) -> list[tuple[str, str]]:
    """Draw those measures that the variant moves, a few of them, the game above the variant.

    If it moves none, that is what is shown: the first of them, and how often the rule is touched.
    """
    moved = [
        measure
        for measure in _STRIP
        if (own := measure.of(base)) and any(measure.of(one) != own for one in rows)
    ]
    panels = []
    for measure in moved or (FIRST, TOUCHED):
        own = measure.of(base)
        parts = [(short(one), measure.of(one)) for one in rows]
        drawn = [Dot(short(base), own, base=True)] if own else []
        drawn += [Dot(label, part) for label, part in parts if part]
        mark = HALF if measure is FIRST else None
        head = f"{game}: {lower(measure.title)}" if game else measure.title
        name = f"strip-{base['rules']}-{measure.path[-1].lower()}"
        title = f"{measure.title}: {short(base)} and the variant"
        panels.append((head, dots(name, title, drawn, measure.unit, mark)))
    return panels[:_MOST_PANELS]


def _upright(told: Sequence[Json], caption: str) -> str:
    """Give a table with a line for each measure: rulesets side by side."""
    body = []
    for measure in _STRIP_TABLE:
        parts = [measure.of(one) for one in told]
        if any(parts):
            body.append(
                (measure.title, [cell(part, measure.unit) if part else "–" for part in parts])
            )
    return table(["Figure", *(short(one) for one in told)], body, caption)


def _many(rows: Sequence[Json], game: str) -> str:
    """Say of a variant with several rulesets how often the other player wins."""
    parts = [(short(one), OTHERWISE.of(one), WINNER.of(one)) for one in rows]
    told = ", ".join(f"{percent(won)} with {escape(lower(name))}" for name, _, won in parts if won)
    every = all(otherwise and otherwise.value == 1 for _, otherwise, _ in parts)
    start = f"In {game} every deal goes otherwise than without the variant. " if every else ""
    return f"{start}Won by the other player, or tied instead, are {told}."


def _sentence(one: Json, game: str) -> str:
    """Say how often the rule bites, in this game."""
    touched, winner, sessions = TOUCHED.of(one), WINNER.of(one), SESSIONS.of(one)
    otherwise = OTHERWISE.of(one)
    if not (touched and winner and sessions and otherwise):
        raise FiguresError(f"{one['rules']} was not compared with {game}")
    who = f"In {game} the variant"
    session = one["session"]
    if not otherwise.value:
        bites = (
            f"touches a trick in {percent(touched)} of deals, but these players would have "
            "played the same cards anyway"
            if touched.value
            else "leaves the single deal as it is"
        )
        parted = (
            f"{percent(sessions)} of the sessions of {session['deals']} deals go otherwise"
            if sessions.value
            else f"none of the {session['sessions']:,} sessions goes otherwise"
        )
        return f"{who} {bites}; {parted}."
    touches = f"touches a trick in {percent(touched)} of deals; " if touched.value else ""
    if not winner.value:
        return (
            f"{who} {touches}{'it ' if touches else ''}changes what {percent(otherwise)} of deals "
            "count, and never who wins them."
        )
    won = f"{percent(winner)} are won by the other player or tied instead"
    deals = "every deal goes" if otherwise.value == 1 else f"{percent(otherwise)} of deals go"
    if not touches:
        return f"In {game}, with the variant, {deals} otherwise than without it, and {won}."
    return f"{who} {touches}{deals} otherwise than without it, and {won}."
