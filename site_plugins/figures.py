"""Plots as SVG for the pages: dots with their intervals, and bars. Drawn at build time.

Colours are those of the page (`currentColor` and classes of `figures.css`), so that dark pages,
forced colours and grey print need nothing else; kinds of mark differ in shape. Every plot has a
title and a description, and stands beside a table that says the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WIDTH = 360
"""Units across a plot: about the pixels of a telephone, so that its letters are read there."""
_LEFT, _RIGHT = 8, 352
_ROW = 39
_AXIS = 30


class Part(NamedTuple):
    """An estimate with the ends of its interval."""

    value: float
    """The estimate."""
    low: float
    """Lower end."""
    high: float
    """Upper end."""

    @classmethod
    def of(cls, told: dict[str, float]) -> Part:
        """Take it out of stored figures."""
        return cls(told["value"], told["low"], told["high"])


class Unit(NamedTuple):
    """How numbers of a plot are written."""

    factor: float
    """What a stored number is multiplied by."""
    places: int
    """Digits after the point."""
    sign: str
    """What follows the number, with its space."""
    least: float
    """The shortest stretch that an axis shows, so that a speck does not look like a mountain."""

    def text(self, number: float) -> str:
        """Write a number with its sign."""
        return self.bare(number) + self.sign

    def bare(self, number: float) -> str:
        """Write a number alone; minus as a minus, no minus nought, and none rounded to nought."""
        number *= self.factor
        if 0 < abs(number) < 10**-self.places / 2:
            text = f"{number:.1g}" if abs(number) >= 1e-4 else f"{number:.5f}"  # noqa: PLR2004
        else:
            text = f"{number:,.{self.places}f}"
        if text.startswith("-"):
            text = text[1:] if not text.strip("-0.,") else f"−{text[1:]}"
        return text

    def span(self, part: Part) -> str:
        """Write an interval."""
        return f"{self.bare(part.low)} to {self.bare(part.high)}{self.sign}"


PERCENT = Unit(100, 1, "\u202f%", 0.05)
"""Shares."""
NUMBER = Unit(1, 2, "", 0.5)
"""Means."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A row of a plot of dots."""

    label: str
    """What it is."""
    part: Part
    """Its value."""
    base: bool = False
    """Whether it is what the others are compared with: drawn as an open square."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a plot of bars."""

    label: str
    """What stands below it."""
    part: Part
    """Its height."""


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Give round numbers that span a range: the first at or below it, the last at or above."""
    span = high - low or abs(high) or 1
    step = 10 ** math.floor(math.log10(span / most))
    step *= next(times for times in (1, 2, 5, 10) if span / (step * times) <= most)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def dots(name: str, title: str, rows: Sequence[Dot], unit: Unit, mark: float | None = None) -> str:
    """Draw one dot a row, with its interval as a line.

    Args:
        name: id of the plot on its page.
        title: what is shown.
        rows: from top to bottom.
        unit: how numbers are written.
        mark: a number at which a dashed line stands, such as one half.
    """
    ends = [end for row in rows for end in (row.part.low, row.part.high)]
    if mark is not None:
        ends.append(mark)
    low, high = min(ends), max(ends)
    spare = max(0.0, unit.least - (high - low)) / 2
    floor, ceiling = (0.0 if low >= 0 else low - spare), (1.0 if unit is PERCENT else math.inf)
    at = ticks(max(low - spare, floor), min(high + spare, ceiling))
    if mark == at[0]:  # the line would stand where the labels begin
        at.insert(0, 2 * at[0] - at[1])
    place = _scale(at[0], at[-1], _LEFT, _RIGHT)
    bottom = _ROW * len(rows) + 4
    drawn = [
        f'<line class="fig-grid" x1="{place(one)}" x2="{place(one)}" y1="16" y2="{bottom}"/>'
        for one in at
    ]
    if mark is not None:
        x = place(mark)
        drawn.append(f'<line class="fig-mark" x1="{x}" x2="{x}" y1="16" y2="{bottom}"/>')
    for number, row in enumerate(rows):
        top = _ROW * number
        drawn += _dot(row, top, unit, [place(end) for end in row.part])
    drawn += _axis([(place(one), _short(unit, one)) for one in _thinned(at)], bottom)
    told = "; ".join(f"{row.label}: {unit.text(row.part.value)}" for row in rows)
    return _svg(name, title, told, bottom + _AXIS - 10, drawn)


def _dot(row: Dot, top: int, unit: Unit, places: list[float]) -> list[str]:
    x, low, high = places
    y = top + 25
    shape = (
        f'<rect class="fig-base" x="{x - 4.5:g}" y="{y - 4.5}" width="9" height="9"/>'
        if row.base
        else f'<circle class="fig-dot" cx="{x:g}" cy="{y}" r="4.5"/>'
    )
    return [
        f'<text x="{_LEFT}" y="{top + 13}">{escape(row.label)}</text>',
        f'<text class="fig-value" x="{_RIGHT}" y="{top + 13}">{unit.text(row.part.value)}</text>',
        f'<line class="fig-track" x1="{_LEFT}" x2="{_RIGHT}" y1="{y}" y2="{y}"/>',
        f'<line class="fig-interval" x1="{low:g}" x2="{high:g}" y1="{y}" y2="{y}"/>',
        shape,
    ]


def bars(name: str, title: str, rows: Sequence[Bar], unit: Unit, every: int = 1) -> str:
    """Draw upright bars, each with its interval.

    Args:
        name: id of the plot on its page.
        title: what is shown.
        rows: from left to right.
        unit: how heights are written.
        every: so many bars from one label to the next.
    """
    height, left, top = 170, 36, 10
    at = ticks(0, max(row.part.high for row in rows), 4)
    place = _scale(at[0], at[-1], top + height, top)
    step = (_RIGHT - left) / len(rows)
    drawn = []
    for one in at:
        y = place(one)
        drawn += [
            f'<line class="fig-grid" x1="{left}" x2="{_RIGHT}" y1="{y:g}" y2="{y:g}"/>',
            _text(_short(unit, one), left - 4, y + 4, "fig-tick fig-value"),
        ]
    for number, row in enumerate(rows):
        x = left + step * (number + 0.5)
        value, low, high = (place(end) for end in row.part)
        drawn.append(
            f'<rect class="fig-bar" x="{x - step * 0.38:.1f}" y="{value:.1f}" '
            f'width="{step * 0.76:.1f}" height="{top + height - value:.1f}"/>'
        )
        if high != low:
            drawn.append(
                f'<line class="fig-whisker" x1="{x:.1f}" x2="{x:.1f}" y1="{low:g}" y2="{high:g}"/>'
            )
        if number % every == 0:
            drawn.append(
                f'<text class="fig-tick fig-middle" x="{x:.1f}" y="{top + height + 15}">'
                f"{escape(row.label)}</text>"
            )
    told = "; ".join(f"{row.label}: {unit.text(row.part.value)}" for row in rows)
    return _svg(name, title, told, top + height + 22, drawn)


def _scale(low: float, high: float, start: float, end: float) -> Scale:
    return Scale(low, (end - start) / (high - low), start)


class Scale(NamedTuple):
    """Turns numbers into places."""

    low: float
    """The number at the start."""
    step: float
    """Units for one."""
    start: float
    """Where the start is."""

    def __call__(self, number: float) -> float:
        """Give the place of a number."""
        return round(self.start + (number - self.low) * self.step, 1)


def _thinned(at: list[float]) -> list[float]:
    return at if len(at) <= 5 else at[::2]  # noqa: PLR2004  (as many labels as there is room for)


def _axis(labels: Iterable[tuple[float, str]], y: float) -> list[str]:
    told = []
    for x, text in labels:
        side = " fig-middle" if _LEFT + 12 < x < _RIGHT - 12 else ""
        side = side or (" fig-value" if x > WIDTH / 2 else "")
        told.append(f'<text class="fig-tick{side}" x="{x:g}" y="{y + 14}">{text}</text>')
    return told


def _text(words: str, x: float, y: float, kind: str) -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(words)}</text>'


def _short(unit: Unit, number: float) -> str:
    return f"{number * unit.factor:.6g}{unit.sign}"


def _svg(name: str, title: str, told: str, height: float, drawn: Iterable[str]) -> str:
    return (
        f'<svg class="fig-plot" viewBox="0 0 {WIDTH} {height:g}" role="img" '
        f'aria-labelledby="{name}-title" aria-describedby="{name}-desc">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(told)}</desc>{"".join(drawn)}</svg>'
    )


def table(head: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]], caption: str) -> str:
    """Give a table in words: row heads, then cells, each with its interval in the text."""
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{escape(label)}</th>'
        + "".join(f"<td>{cell}</td>" for cell in cells)
        + "</tr>"
        for label, cells in rows
    )
    # Not a caption: that would be as wide as the table, and scroll away with it.
    return (
        f'<p class="fig-caption">{escape(caption)}</p>'
        f'<div class="fig-scroll" tabindex="0" role="group" aria-label="{escape(caption)}">'
        f'<table aria-label="{escape(caption)}">'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def cell(part: Part, unit: Unit) -> str:
    """Give a value with its interval, for a cell of a table."""
    return f"{unit.text(part.value)} <small>{unit.span(part)}</small>"


def figure(plots: Iterable[tuple[str, str]], sentence: str, tables: str, name: str) -> str:
    """Put plots, what they mean and their tables together.

    Args:
        plots: a heading and the SVG of each.
        sentence: what they mean, as HTML.
        tables: the tables, as HTML.
        name: id of the figure on its page.
    """
    panels = "".join(
        f'<div class="fig-panel"><p class="fig-head">{escape(head)}</p>{svg}</div>'
        for head, svg in plots
    )
    drawn = f'<div class="fig-panels">{panels}</div>' if panels else ""
    return (
        f'<div class="elf-figure" id="{name}"><figure>{drawn}'
        f"<figcaption>{sentence}</figcaption></figure>"
        f'<details class="fig-table"><summary>The same in numbers</summary>{tables}</details>'
        "</div>"
    )
