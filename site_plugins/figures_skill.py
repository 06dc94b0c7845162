"""Skill and luck: matches of the players, what the cards make, deals with all cards seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core import catalogue
from site_plugins.figures import NUMBER, PERCENT, Bar, Dot, Part, bars, cell, dots, figure, table
from site_plugins.figures_data import (
    GAMES,
    HALF,
    FiguresError,
    Json,
    Stored,
    lower,
    mean,
    percent,
)

if TYPE_CHECKING:
    from collections.abc import Callable


def _match_name(match: Json) -> str:
    rules = catalogue.ruleset(match["rules"])
    where = "" if match["rules"] == GAMES[0] else f", {_rules_short(rules)}"
    return f"{match['one'].capitalize()} against {match['two']}{where}"


def _rules_short(rules: catalogue.Ruleset) -> str:
    return " with ".join([rules.game.title, *(lower(one.title) for one in rules.variants)])


def plot_matches(stored: Stored) -> str:
    """Show how far the players are apart: pairs of deals, single deals, sessions."""
    matches = [match for _, match in stored.matches()]
    if not matches:
        raise FiguresError("no match is stored")
    kinds: list[tuple[str, Callable[[Json], Json]]] = [
        ("Decided pairs of deals won", lambda match: match["ofDecided"]),
        ("Decided single deals won", lambda match: match["deals"]["ofDecided"]),
        ("Sessions won", lambda match: match["sessions"]["won"]),
    ]
    panels: list[tuple[str, str]] = []
    for title, take in kinds:
        drawn = [Dot(_match_name(match), Part.of(take(match))) for match in matches]
        name = f"matches-{title.split()[-2].lower()}-{len(panels)}"
        panels.append((title, dots(name, title, drawn, PERCENT, HALF)))
    rows = [
        (
            _match_name(match),
            [
                f"{match['pairs']:,}",
                f"{match['won']:,} – {match['lost']:,} – {match['tied']:,}",
                *(cell(Part.of(take(match)), PERCENT) for _, take in kinds),
                cell(Part.of(match["cardPointsADeal"]), NUMBER),
            ],
        )
        for match in matches
    ]
    head = [
        "Match",
        "Pairs",
        "Won – lost – tied",
        *(title for title, _ in kinds),
        "Card points ahead, a deal",
    ]
    caption = "Every deal from both seats; below each figure its 99 % interval"
    sentence = " ".join(_match_sentence(match) for match in matches if match["rules"] == GAMES[0])
    return figure(panels, sentence, table(head, rows, caption), "plot-matches")


def _match_sentence(match: Json) -> str:
    part = Part.of(match["ofDecided"])
    one, two = match["one"], match["two"]
    if part.low <= HALF <= part.high:
        apart = f"Between {one} and {two} no difference is shown"
    else:
        winner, loser = (one, two) if part.low > HALF else (two, one)
        apart = f"{winner.capitalize()} beats {loser}"
    pairs = f"{match['pairs']:,} pairs of deals"
    return f"{apart}: of {pairs} {one} wins {percent(part)} of those decided."


def plot_luck(stored: Stored) -> str:
    """Show what part of a deal's result the cards make."""
    matches = [match for _, match in stored.matches()]
    rows = [Dot(_match_name(match), Part.of(match["luck"])) for match in matches]
    title = "Part of the spread of one deal’s card points that the cards make"
    body = [
        (
            _match_name(match),
            [
                cell(Part.of(match["luck"]), PERCENT),
                cell(Part.of(match["cardPointsADeal"]), NUMBER),
                cell(Part.of(match["deals"]["ofDecided"]), PERCENT),
            ],
        )
        for match in matches
    ]
    head = ["Match", "Made by the cards", "Card points ahead, a deal", "Decided deals won"]
    caption = "Below each figure its 99 % interval"
    strongest = _strongest(matches)
    luck, deals = Part.of(strongest["luck"]), Part.of(strongest["deals"]["ofDecided"])
    sentence = (
        f"Between {strongest['one']} and {strongest['two']} the cards make {percent(luck)} of the "
        f"spread, and the better player wins {percent(deals)} of decided deals. The rest of the "
        "spread is skill, and chance in what each draws once the two plays have parted."
    )
    svg = dots("luck", title, rows, PERCENT)
    return figure([(title, svg)], sentence, table(head, body, caption), "plot-luck")


def _strongest(matches: list[Json]) -> Json:
    """Give the match of the strongest player with the beginner, in the first game."""
    for match in matches:
        pair = match["rules"], match["one"], match["two"]
        if pair == (GAMES[0], "strong", "beginner"):
            return match
    raise FiguresError("the match of strong and beginner is not stored")


def plot_open(stored: Stored) -> str:
    """Show what the deal itself decides: its value with all cards seen."""
    study = stored.study("open-cards")
    panels, sentences, rows = [], [], []
    for game in GAMES:
        title = catalogue.GAMES[game].title
        told = [one for one in study["figures"] if one["rules"] == game and "open" in one]
        if not told:
            raise FiguresError(f"the study of open cards holds no figures of {game}")
        first = told[0]
        values = {int(value): times for value, times in first["open"]["values"].items()}
        deals = first["deals"]
        drawn = [
            Bar(str(value), Part(*[values.get(value, 0) / deals] * 3))
            for value in range(first["total"] + 1)
        ]
        words = f"Honours that forehand takes with all cards seen: {title}"
        svg = bars(f"open-{game}", words, drawn, PERCENT, 2)
        panels.append((f"{title}: honours of forehand with all cards seen", svg))
        wins = Part.of(first["open"]["forehandWins"])
        sentences.append(
            f"In {title}, with all cards seen, forehand takes "
            f"{mean(Part.of(first['open']['value']))} honours on average and wins "
            f"{percent(wins)} of {deals:,} deals; from deal to deal this value has a standard "
            f"deviation of {NUMBER.text(first['open']['deviation'])}."
        )
        for one in told:
            opened = one["open"]
            players = f"{one['forehand']}–{one['dealer']}"
            sentences.append(
                f"Between {one['forehand']} and {one['dealer']} the result has one of "
                f"{NUMBER.text(opened['reachedDeviation'])}, and goes with the value by a "
                f"correlation of {mean(Part.of(opened['correlation']))}."
            )
            rows.append(
                (
                    f"{title}, {players}",
                    [
                        f"{deals:,}",
                        cell(Part.of(opened["value"]), NUMBER),
                        NUMBER.text(opened["deviation"]),
                        cell(Part.of(opened["reached"]), NUMBER),
                        NUMBER.text(opened["reachedDeviation"]),
                        cell(Part.of(opened["correlation"]), NUMBER),
                    ],
                )
            )
    head = ["Players", "Deals", "Value", "Its deviation", "Reached", "Its deviation", "Correlation"]
    told_table = table(head, rows, "Card points of forehand; below a figure its 99 % interval")
    return figure(panels, " ".join(sentences), told_table, "plot-open")
