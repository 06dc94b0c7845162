"""The plots of the page of figures, each with its sentence and tables, all out of the data."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from elfern_core import catalogue
from site_plugins.figures import PERCENT, Bar, Dot, Part, bars, cell, dots, figure, table
from site_plugins.figures_data import (
    BETTER,
    BOTH,
    CARDS,
    DRAWN,
    FIRST,
    GAMES,
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
    Json,
    Measure,
    Stored,
    lower,
    mean,
    percent,
    short,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MOST_BARS = 24
_HARDLY = 0.01


def _panels(
    stored: Stored, measure: Measure, name: str, mark: float | None = None
) -> list[tuple[str, str]]:
    """Draw a measure for all rulesets, a panel for each game.

    A ruleset whose value is the game's own, to the last digit, is left out: it plays alike.
    """
    panels = []
    for game in GAMES:
        base, *others = stored.of_game(game)
        own = measure.of(base)
        rows = [Dot(short(base), own, base=True)] if own else []
        for one in others:
            part = measure.of(one)
            if part is not None and part != own:
                rows.append(Dot(short(one), part))
        if rows:
            title = f"{measure.title}: {catalogue.GAMES[game].title}"
            svg = dots(f"{name}-{game}", title, rows, measure.unit, mark)
            panels.append((f"{catalogue.GAMES[game].title}: {lower(measure.title)}", svg))
    return panels


def _table(rows: Iterable[Json], measures: Sequence[Measure], caption: str) -> str:
    body = []
    for one in rows:
        parts = [(measure, measure.of(one)) for measure in measures]
        cells = [cell(part, measure.unit) if part else "–" for measure, part in parts]
        body.append((short(one), cells))
    return table(["Ruleset", *(measure.title for measure in measures)], body, caption)


def _tables(stored: Stored, measures: Sequence[Measure]) -> str:
    return "".join(
        _table(
            stored.of_game(game),
            measures,
            f"{catalogue.GAMES[game].title}; below each figure its 99 % interval",
        )
        for game in GAMES
    )


def _ahead(part: Part, game: str) -> str:
    """Say whether the first lead is worth anything."""
    if abs(part.value - HALF) < _HARDLY:
        worth = "hardly matters"
    else:
        worth = "is an advantage" if part.value > HALF else "is a disadvantage"
    return f"In {game} the first lead {worth}: forehand wins {percent(part)} of decided"


def plot_first_lead(stored: Stored) -> str:
    """Show who gains by leading first."""
    sentences = []
    for game in GAMES:
        base, *others = stored.of_game(game)
        told, lead = FIRST.of(base), LEAD.of(base)
        if told is None or lead is None:
            continue
        title = catalogue.GAMES[game].title
        sentences.append(
            f"{_ahead(told, title)} deals and scores {mean(lead)} game points a deal more than "
            "the dealer."
        )
        parts = [(part, one) for one in others if (part := FIRST.of(one))]
        most, one = max(parts, key=lambda pair: abs(pair[0].value - told.value))
        sentences.append(
            f"The variant that moves this most is “{escape(short(one))}”, to {percent(most)}."
        )
    panels = _panels(stored, FIRST, "first-lead", HALF)
    return figure(
        panels, " ".join(sentences), _tables(stored, (FIRST, CARDS, LEAD)), "plot-first-lead"
    )


def plot_points(stored: Stored) -> str:
    """Show how the card points of both games are spread."""
    panels, sentences, tables = [], [], []
    for game in GAMES:
        base = stored.figures(game)
        title = catalogue.GAMES[game].title
        points = {int(own): Part(*told[1:]) for own, told in base["points"].items()}
        none = Part(0.0, 0.0, 0.0)
        rows = [Bar(str(own), points.get(own, none)) for own in range(base["total"] + 1)]
        name = f"points-{game}"
        svg = bars(name, f"Honours of forehand at the end of a deal: {title}", rows, PERCENT, 2)
        panels.append((f"{title}: honours of forehand", svg))
        most = max(points, key=lambda own: points[own].value)
        middle = base["total"] // 2
        near = sum(part.value for own, part in points.items() if abs(own - middle) <= 2)  # noqa: PLR2004
        ends = sum(part.value for own, part in points.items() if own in (0, base["total"]))
        sentences.append(
            f"In {title} forehand ends most often with {most} honours "
            f"({percent(points[most])} of deals); {PERCENT.text(near)} of deals end within two "
            f"honours of the middle, and in {PERCENT.text(ends)} one player takes them all."
        )
        tables.append(
            table(
                ["Honours", "Deals"],
                [(str(own), [cell(points[own], PERCENT)]) for own in sorted(points)],
                f"{title}; below each share its 99 % interval",
            )
        )
    return figure(panels, " ".join(sentences), "".join(tables), "plot-points")


def plot_results(stored: Stored) -> str:
    """Show how often a deal is tied, won schneider, won schwarz."""
    panels = [
        panel
        for measure in (TIES, SCHNEIDER)
        for panel in _panels(stored, measure, f"results-{measure.path[-1]}")
    ]
    sentences = []
    for game in GAMES:
        base = stored.figures(game)
        told = [
            (words, measure.of(base))
            for words, measure in (
                ("tied", TIES),
                ("won schneider", SCHNEIDER),
                ("won schwarz", SCHWARZ),
            )
        ]
        words = ", ".join(f"{percent(part)} are {word}" for word, part in told if part)
        sentences.append(f"In {catalogue.GAMES[game].title}, of all deals {words}.")
    return figure(
        panels, " ".join(sentences), _tables(stored, (TIES, SCHNEIDER, SCHWARZ)), "plot-results"
    )


def plot_sessions(stored: Stored) -> str:
    """Show game points and length of a session."""
    panels = _panels(stored, BOTH, "session-both")
    sentences = []
    for game in GAMES:
        base = stored.figures(game)
        session = base["session"]
        both, better, length = BOTH.of(base), BETTER.of(base), LENGTH.of(base)
        if both and better and length:
            sentences.append(
                f"A session of {session['deals']} deals of {catalogue.GAMES[game].title} brings "
                f"{mean(both)} game points, {mean(better)} of them to the better player; who "
                f"plays to {session['target']} game points needs {mean(length)} deals."
            )
    return figure(
        panels, " ".join(sentences), _tables(stored, (BOTH, BETTER, DRAWN, LENGTH)), "plot-sessions"
    )


def plot_lengths(stored: Stored) -> str:
    """Show how many deals a session to the target takes."""
    panels, sentences, tables = [], [], []
    for game in GAMES:
        session = stored.figures(game)["session"]
        count = session["sessionsToTarget"]
        lengths = {int(deals): times for deals, times in session["lengths"].items()}
        shares = {deals: times / count for deals, times in lengths.items()}
        title = catalogue.GAMES[game].title
        shown = range(min(lengths), min(max(lengths), min(lengths) + _MOST_BARS) + 1)
        rows = [Bar(str(deals), Part(*[shares.get(deals, 0.0)] * 3)) for deals in shown]
        words = f"Deals that a session to {session['target']} game points takes: {title}"
        name = f"lengths-{game}"
        panels.append((f"{title}: deals to the target", bars(name, words, rows, PERCENT, 2)))
        late = sum(share for deals, share in shares.items() if deals not in shown)
        rest = f" ({PERCENT.text(late)} of sessions take longer than is drawn)" if late else ""
        most = max(shares, key=lambda deals: shares[deals])
        sentences.append(
            f"In {title} {most} deals are the most frequent length, the shortest are "
            f"{min(shares)}, the longest {max(shares)}{rest}."
        )
        tables.append(
            table(
                ["Deals", "Sessions", "Share"],
                [
                    (str(deals), [f"{lengths[deals]:,}", PERCENT.text(shares[deals])])
                    for deals in sorted(shares)
                ],
                f"{title}; {count:,} sessions",
            )
        )
    return figure(panels, " ".join(sentences), "".join(tables), "plot-lengths")


def plot_bites(stored: Stored) -> str:
    """Show how often a variant makes a difference."""
    panels = []
    for measure in (TOUCHED, WINNER):
        for game in GAMES:
            rows = [
                Dot(short(one), part)
                for one in stored.of_game(game)[1:]
                if (part := measure.of(one)) and part.value
            ]
            title = f"{measure.title}: {catalogue.GAMES[game].title}"
            svg = dots(f"bites-{measure.path[-1]}-{game}", title, rows, measure.unit)
            panels.append((f"{catalogue.GAMES[game].title}: {lower(measure.title)}", svg))
    everyone = [one for game in GAMES for one in stored.of_game(game)[1:]]
    seen = [(part, one) for one in everyone if (part := TOUCHED.of(one)) and part.value]
    least, one = min(seen, key=lambda pair: pair[0].value)
    same = sum(1 for other in everyone if (part := OTHERWISE.of(other)) and not part.value)
    sentence = (
        f"The rule that shows least often on the table is “{escape(short(one))}” in "
        f"{escape(catalogue.ruleset(one['rules']).game.title)}: it touches a trick in "
        f"{percent(least)} of deals. {same} of the {len(everyone)} rulesets leave every single "
        "deal as it is, as far as these players go; what they change is the session. Rulesets "
        "without a dot stand at nought."
    )
    measures = (TOUCHED, OTHERWISE, WINNER, SESSIONS)
    return figure(panels, sentence, _tables(stored, measures), "plot-bites")
