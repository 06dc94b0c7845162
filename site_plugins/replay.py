"""The `replay` and `compare` fences: from records to readable tables, viewers and downloads.

Pure functions over the engine's step frames; no rule of the game stands here. The table is there
without any script and in print; the viewer takes its place when its script has run.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import yaml

from elfern_core.cards import card, card_name, render_tokens
from elfern_core.frames import parting

if TYPE_CHECKING:
    from collections.abc import Iterator

type Frames = dict[str, Any]
type Step = dict[str, Any]

SUIT_SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
_TEXT_STYLE = "\ufe0e"  # asks for the sign as text, not as a coloured picture
_FIELDS = {"record", "open", "steps", "hide", "id"}


class FenceError(ValueError):
    """A fence that cannot be shown, with the reason."""


@dataclass(frozen=True, slots=True)
class Fence:
    """What a fence asks for."""

    record: str
    id: str
    """Id on the page, without the prefix `replay-`."""
    first: int | None = None
    """First trick shown; `None` for all."""
    last: int | None = None
    open: str | None = None
    """Address of the opening step."""
    hide: str | None = None
    """Seat whose hand is hidden at first, `F` or `D`."""


@dataclass(frozen=True, slots=True)
class Urls:
    """Where things stand, seen from the page."""

    egn: str
    """The record's file."""
    section: str
    """Template with `{game}` and `{section}`."""
    variant: str
    """Template with `{variant}`."""

    def reason(self, why: dict[str, str], game: str) -> str:
        """Give the address of the rule section or variant that a reason rests on."""
        if why["kind"] == "variant":
            return self.variant.replace("{variant}", why["section"])
        return self.section.replace("{game}", game).replace("{section}", why["section"])


def read_fence(source: str) -> Fence:
    """Read the lines of a `replay` fence.

    Raises:
        FenceError: if a line is not understood or the record is not named.
    """
    options = _options(source, _FIELDS, {"record"})
    first = last = None
    if "steps" in options:
        ends = str(options["steps"]).split("-")
        if len(ends) > 2 or not all(end.strip().isdigit() for end in ends):  # noqa: PLR2004
            raise FenceError("`steps` is a trick, or two with a hyphen between, such as 11-13")
        first, last = int(ends[0]), int(ends[-1])
    hide = options.get("hide")
    if hide not in (None, "F", "D"):
        raise FenceError("`hide` is F or D, the seat whose hand is hidden at first")
    opening = options.get("open")
    record = str(options["record"])
    return Fence(
        record,
        str(options.get("id", record)),
        first,
        last,
        None if opening is None else str(opening),
        hide,
    )


def _options(source: str, allowed: set[str], needed: set[str]) -> dict[str, Any]:
    try:
        options = yaml.safe_load(source)
    except yaml.YAMLError as error:
        raise FenceError(f"this is not YAML: {error}") from None
    if not isinstance(options, dict) or not needed <= set(options):
        lines = ", ".join(f"`{name}: …`" for name in sorted(needed))
        raise FenceError(f"this needs {lines}")
    unknown = sorted(set(map(str, options)) - allowed)
    if unknown:
        raise FenceError(
            f"there is no line {', '.join(unknown)} here; there may be {', '.join(sorted(allowed))}"
        )
    return options


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a `compare` fence asks for: one deal under two rulesets."""

    left: str
    """Id of the record on the left."""
    right: str
    """Id of the record on the right."""
    id: str
    """Id on the page, without the prefix `compare-`."""
    titles: tuple[str | None, str | None]
    """What to call the two sides; `None` for the name of the ruleset."""


def read_comparison(source: str) -> Comparison:
    """Read the lines of a `compare` fence.

    Raises:
        FenceError: if a line is not understood or a record is not named.
    """
    allowed = {"left", "right", "id", "left-title", "right-title"}
    options = _options(source, allowed, {"left", "right"})
    left, right = str(options["left"]), str(options["right"])
    titles = options.get("left-title"), options.get("right-title")
    return Comparison(left, right, str(options.get("id", f"{left}-{right}")), titles)


def _parting(left: Frames, right: Frames) -> tuple[Step, Step]:
    """Find where two replays part.

    Raises:
        FenceError: if the deals are not of the same pack, or the replays never part.
    """
    one, other = left["steps"][0], right["steps"][0]
    few, many = sorted((one, other), key=lambda step: len(step["hands"]["F"]))
    inside = all(set(few["hands"][seat]) <= set(many["hands"][seat]) for seat in ("F", "D"))
    rest = few["stock"][len(few["stock"]) - len(many["stock"]) :] if many["stock"] else []
    if not inside or rest != many["stock"]:
        raise FenceError("the two records do not have the same hands and stock")
    steps = parting(left, right)
    if steps is None:
        raise FenceError("the two records never part")
    return steps


def render_comparison(
    comparison: Comparison,
    sides: tuple[tuple[Fence, Frames, str, Urls], tuple[Fence, Frames, str, Urls]],
) -> str:
    """Give the HTML of two examples side by side, with the trick at which they part."""
    here = _parting(sides[0][1], sides[1][1])
    names = [
        title or frames["ruleset"]["title"]
        for title, (_, frames, _, _) in zip(comparison.titles, sides, strict=True)
    ]
    told = "".join(
        f"<li>{escape(name)}: {_words(_what_happens(step, frames, other))}</li>"
        for name, step, other, (_, frames, _, _) in zip(
            names, here, reversed(here), sides, strict=True
        )
    )
    where = {"end": "at the result", "start": "before the first card"}.get(
        here[0]["kind"], f"at trick {here[0]['trick']}"
    )
    columns = "".join(
        f'<section class="elfern-side"><p class="elfern-side-title">{escape(name)}</p>'
        f"{render(*side)}</section>"
        for name, side in zip(names, sides, strict=True)
    )
    return (
        f'<elfern-compare id="compare-{escape(comparison.id)}" '
        f'data-part="{escape(here[0]["address"])}">'
        f'<div class="elfern-parting"><p><strong>They part {where}.</strong></p>'
        f"<ul>{told}</ul></div>"
        f'<div class="elfern-sides">{columns}</div></elfern-compare>'
    )


def _what_happens(step: Step, frames: Frames, other: Step) -> str:
    """Say in a sentence or two what one side does where the two part."""
    if step["kind"] == "start":
        record, seats = frames["record"], frames["seats"]
        return f"{seats['F']} is {record['forehand']}, {seats['D']} is {record['dealer']}."
    if step["why"] and step["why"] != other["why"]:
        return str(step["why"]["text"])
    said = " ".join(one["text"] for one in step["say"])
    own = [one for one in step["refused"] if one not in other["refused"]]
    if own:
        return f"{said} {own[0]['text']}"
    if step["free"] and step["free"] != other["free"]:
        return f"{said} {step['free']['text']}"
    if step["legal"] != other["legal"]:
        legal = ", ".join("{" + card + "}" for card in step["legal"])
        return f"{said} {frames['seats'][step['toPlay']]}: {legal}."
    return said


def check_fence(fence: Fence, frames: Frames) -> None:
    """Refuse a fence that names what its record does not have.

    Raises:
        FenceError: with the reason.
    """
    addresses = set(_addresses(frames))
    if fence.open is not None and fence.open not in addresses:
        raise FenceError(f"the record {fence.record} has no step {fence.open}")
    tricks = {step["trick"] for step in frames["steps"] if step["kind"] != "start"}
    for number in (fence.first, fence.last):
        if number is not None and number not in tricks:
            raise FenceError(f"the record {fence.record} has no trick {number}")
    if fence.first is not None and fence.last is not None and fence.first > fence.last:
        raise FenceError("`steps` runs from the earlier trick to the later")


def _addresses(line: dict[str, Any]) -> Iterator[str]:
    for step in line["steps"]:
        yield step["address"]
    for branch in line["branches"]:
        yield from _addresses(branch)


def render(fence: Fence, frames: Frames, text: str, urls: Urls) -> str:
    """Give the HTML of an example: element, readable table, frames and record.

    Args:
        fence: what the page asks for.
        frames: the record's step frames.
        text: the record in export form.
        urls: addresses seen from the page.
    """
    readable = static(fence, frames, urls)
    attributes = {
        "id": f"replay-{fence.id}",
        "data-record": fence.record,
        "data-open": fence.open or (None if fence.first is None else f"{fence.first}/lead"),
        "data-first": fence.first,
        "data-last": fence.last,
        "data-hide": fence.hide,
        "data-section-url": urls.section,
        "data-variant-url": urls.variant,
        "data-egn": urls.egn,
        "data-rows": readable.count("<tr"),  # by which the style sheet keeps room for it
    }
    written = "".join(
        f' {name}="{escape(str(value))}"' for name, value in attributes.items() if value is not None
    )
    return (
        f"<elfern-replay{written}>"
        f'<div class="elfern-static">{readable}</div>'
        f'<template class="elfern-frames">{_json(frames)}</template>'
        f'<template class="elfern-record">{_json(text)}</template>'
        "</elfern-replay>"
    )


def _json(value: object) -> str:
    """Give JSON that stands in HTML as it is: no character of it means anything there.

    It goes into a template, not into a script: the theme makes every script of a page anew, and
    loses what is inert.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


# The readable table ---------------------------------------------------------------------------


def static(fence: Fence, frames: Frames, urls: Urls) -> str:
    """Give the example as a heading, the hands and a table of the tricks with reasons."""
    record, steps = frames["record"], frames["steps"]
    shown = [step for step in steps if _is_shown(fence, step)]
    before = steps[max(0, steps.index(shown[0]) - 1)] if shown else steps[0]
    unit = frames["ruleset"]["unit"]
    title = escape(record["title"] or record["id"])
    parts = [
        (
            f'<p class="elfern-title"><strong>{title}</strong> '
            f'<span class="elfern-rules">{escape(frames["ruleset"]["title"])}</span></p>'
        ),
        _position(before, frames["seats"]),
    ]
    if before is steps[0]:
        parts += [_comment(comment) for comment in before["comments"]]
    parts.append(_table(shown, frames, urls, unit))
    parts += [_branch(branch, frames, urls, unit, fence) for branch in frames["branches"]]
    if not fence.last and steps[-1]["kind"] == "end":
        text = " ".join(said["text"] for said in steps[-1]["say"])
        parts.append(f'<p class="elfern-result">{_words(text)}</p>')
    parts.append(
        f'<p class="elfern-downloads"><a href="{escape(urls.egn)}" '
        f'download="{escape(record["id"])}.egn">Download this record (EGN)</a></p>'
    )
    return "".join(parts)


def _is_shown(fence: Fence, step: Step) -> bool:
    if step["kind"] in {"start", "end"}:
        return False
    number = step["trick"]
    return (fence.first is None or number >= fence.first) and (
        fence.last is None or number <= fence.last
    )


def _position(step: Step, seats: dict[str, str]) -> str:
    lines = [
        f"<li>{escape(seats[seat])}: {_cards(step['hands'][seat])}</li>" for seat in ("F", "D")
    ]
    stock = _cards(step["stock"]) if step["stock"] else "none"
    lines.append(f"<li>Stock, top card first: {stock}</li>")
    return f'<ul class="elfern-position">{"".join(lines)}</ul>'


def _table(steps: list[Step], frames: Frames, urls: Urls, unit: str) -> str:
    rows = []
    lead: Step | None = None
    for step in steps:
        if step["kind"] == "lead":
            if lead is not None:
                rows.append(_row(lead, None, frames, urls))
            lead = step
        else:
            rows.append(_row(lead, step, frames, urls))
            lead = None
    if lead is not None:
        rows.append(_row(lead, None, frames, urls))
    head = "".join(
        f'<th scope="col">{name}</th>'
        for name in ("Trick", "Lead", "Reply", "Won by", unit.capitalize(), "Draws", "Why")
    )
    return (
        '<div class="elfern-scroll" tabindex="0" role="region" aria-label="Tricks">'
        f'<table class="elfern-tricks"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _row(lead: Step | None, reply: Step | None, frames: Frames, urls: Urls) -> str:
    seats, game = frames["seats"], frames["ruleset"]["game"]
    step = reply or lead
    if step is None:
        return ""
    leader = step["table"]["leader"]
    other = "D" if leader == "F" else "F"
    winner = reply["winner"] if reply else None
    cells = [f'<th scope="row">{step["trick"]}</th>']
    for seat, played in ((leader, step["table"]["lead"]), (other, step["table"]["reply"])):
        text = f"{escape(seats[seat])} {_card(played)}" if played else "—"
        cells.append(f"<td>{f'<strong>{text}</strong>' if seat == winner else text}</td>")
    if reply:
        draws = reply["drawn"] or {}
        drawn = ", ".join(
            f"{escape(seats[seat])} {_card(draws[seat])}"
            for seat in (winner, _other(winner))
            if seat in draws
        )
        why = reply["why"]
        link = escape(urls.reason(why, game))
        cells += [
            f"<td>{escape(seats[winner])}</td>",
            f"<td>{reply['trickPoints']}</td>",
            f"<td>{drawn or '—'}</td>",
            f'<td><a href="{link}">{_words(why["text"])}</a></td>',
        ]
    else:
        cells.append('<td colspan="4"></td>')
    comments = [*(lead["comments"] if lead else ()), *(reply["comments"] if reply else ())]
    text = f"<tr>{''.join(cells)}</tr>"
    if lead and lead["refused"]:
        items = "".join(f"<li>{_words(one['text'])}</li>" for one in lead["refused"])
        text += (
            '<tr class="elfern-refused"><td></td><td colspan="6"><details><summary>May not be '
            f"played to this lead</summary><ul>{items}</ul></details></td></tr>"
        )
    if comments:
        body = "".join(map(_comment, comments))
        text += f'<tr class="elfern-comment"><td></td><td colspan="6">{body}</td></tr>'
    return text


def _branch(branch: dict[str, Any], frames: Frames, urls: Urls, unit: str, fence: Fence) -> str:
    if branch["steps"] and not _is_shown(fence, branch["steps"][0]):
        return ""
    inner = "".join(_branch(other, frames, urls, unit, fence) for other in branch["branches"])
    comments = "".join(map(_comment, branch["comments"]))
    return (
        f'<details class="elfern-branch"><summary>What if: another line instead of trick '
        f"{escape(branch['at'])} ({escape(branch['label'][-1])})</summary>{comments}"
        f"{_table(branch['steps'], frames, urls, unit)}{inner}</details>"
    )


def _other(seat: str | None) -> str:
    return "D" if seat == "F" else "F"


def _comment(text: str) -> str:
    return f'<p class="elfern-comment">{escape(text).replace(chr(10), "<br>")}</p>'


def _words(text: str) -> str:
    return escape(render_tokens(text))


def _cards(codes: list[str]) -> str:
    return " ".join(map(_card, codes))


def _card(code: str) -> str:
    """Give a card as a sign for the eye and a name for the ear."""
    rank = {"T": "10"}.get(code[1], code[1])
    name = escape(card_name(card(code)))
    colour = "r" if code[0] in "HD" else "b"
    return (
        f'<span class="elfern-card {colour}"><span aria-hidden="true">{rank}'
        f"{SUIT_SIGNS[code[0]]}{_TEXT_STYLE}</span>"
        f'<span class="elfern-name">{name}</span></span>'
    )


def find_line(page: str, source: str) -> int:
    """Give the line of a page, from 1, on which a fence with this source opens; 0 if unknown."""
    body = [line.strip() for line in source.strip().split("\n")]
    lines = [line.strip() for line in page.split("\n")]
    for index in range(len(lines) - len(body)):
        opens = lines[index].startswith(("```", "~~~"))
        if opens and lines[index + 1 : index + 1 + len(body)] == body:
            return index + 1
    return 0
