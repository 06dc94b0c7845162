"""The figures of a study in plain lines."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

type Json = dict[str, Any]


def told(figures: Json) -> Iterator[str]:
    """Tell the figures, a block of lines for each ruleset, pair and match.

    Args:
        figures: as `Study.to_json` gives them.
    """
    yield f"{figures['command']}  (engine {figures['engine']})"
    yield "In brackets: 99 % intervals."
    for one in figures["figures"]:
        yield ""
        yield f"{one['rules']}, {one['forehand']}–{one['dealer']}, {one['deals']:,} deals"
        yield from (f"  {line}" for line in _deals(one))
    for one in figures["matches"]:
        yield ""
        yield f"{one['rules']}, match {one['one']}–{one['two']}, {one['pairs']:,} pairs of deals"
        yield from (f"  {line}" for line in _match(one))


def _deals(one: Json) -> Iterator[str]:
    lead = one["firstLead"]
    yield (
        f"Forehand wins {_share(one['forehandWins'])}, the dealer {_share(one['dealerWins'])}; "
        f"tied {_share(one['ties'])}"
    )
    yield (
        f"Forehand ahead by {_mean(lead['cardPoints'])} card points and "
        f"{_mean(lead['gamePoints'])} game points a deal"
    )
    yield _spread(one)
    yield "Classes: " + ", ".join(f"{name} {_share(part)}" for name, part in one["results"].items())
    yield f"Replies bound by a duty: {_mean(one['boundReplies'])} a deal"
    session = one.get("session")
    if session and session["sessions"]:
        yield (
            f"Sessions of {session['deals']} deals: {_mean(session['gamePointsOfBoth'])} game "
            f"points together, {_mean(session['gamePointsOfTheBetter'])} of the better, drawn "
            f"{_share(session['drawn'])}"
        )
    if session and session["sessionsToTarget"]:
        yield (
            f"Sessions to {session['target']} game points: {_mean(session['dealsToTarget'])} deals"
        )
    if bites := one.get("bites"):
        yield (
            f"The variant touches a trick in {_share(one['dealsWithTouchedTrick'])} of deals; the "
            f"deal goes otherwise than without it in {_share(bites['deals'])} and is won by the "
            f"other player in {_share(bites['winner'])}"
        )
        if "sessions" in bites:
            yield f"Sessions that go otherwise: {_share(bites['sessions'])}"
    if opened := one.get("open"):
        yield (
            f"With all cards seen forehand takes {_mean(opened['value'])} card points; "
            f"correlation with what was reached {_mean(opened['correlation'])}"
        )


def _spread(one: Json) -> str:
    """Tell the distribution of forehand's card points: the middle half, and the most frequent."""
    points = {int(own): part for own, part in one["points"].items()}
    reached = dict(zip(points, accumulate(times for times, *_ in points.values()), strict=True))
    # The fewest that a quarter, then three quarters of the deals do not exceed.
    low, high = (
        min(own for own, deals in reached.items() if 4 * deals >= part * one["deals"])
        for part in (1, 3)
    )
    most = max(points, key=lambda own: points[own][0])
    share = dict(zip(("value", "low", "high"), points[most][1:], strict=True))
    return (
        f"Half of the deals bring forehand {low} to {high} card points of {one['total']}; most "
        f"frequent are {most}: {_share(share)}"
    )


def _match(one: Json) -> Iterator[str]:
    yield (
        f"{one['one']} won {one['won']:,}, {one['two']} {one['lost']:,}, tied {one['tied']:,}: "
        f"{_share(one['ofDecided'])} of decided pairs"
    )
    yield (
        f"{one['one']} ahead by {_mean(one['cardPointsADeal'])} card points a deal; wins "
        f"{_share(one['deals']['ofDecided'])} of decided deals and "
        f"{_share(one['sessions']['won'])} of sessions of {one['session']['deals']} deals"
    )
    yield f"Of the spread of one deal's card points the cards make {_share(one['luck'])}"


def _share(part: Json) -> str:
    low, high = part["low"] * 100, part["high"] * 100
    return f"{part['value'] * 100:.1f} % ({low:.1f} to {high:.1f})"


def _mean(part: Json) -> str:
    return f"{part['value']:.2f} ({part['low']:.2f} to {part['high']:.2f})"
