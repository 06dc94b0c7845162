"""What a ruleset says, point by point, in words and figures of its own switches.

For tables beside the choices of the rule lab and for the command line. Each point names the
rule section or the variant that decides it.
"""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING, NamedTuple

from elfern_core.cards import rank_name, suit_name
from elfern_core.catalogue import SECTIONS, VARIANTS
from elfern_core.rules import TRICKS, NextDealer, Ranking
from elfern_core.sentences import LANGS, class_word, language

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from elfern_core.catalogue import Ruleset
    from elfern_core.rules import Lot, Phases, Rules

_TEXTS: Mapping[str, tuple[str, str]] = {
    "one-card": ("one card each", "je eine Karte"),
    "cards": ("$n cards each", "je $n Karten"),
    "packets": (
        "in packets of $sizes, the non-dealer first",
        "in Päckchen zu $sizes, Vorhand zuerst",
    ),
    "stock": (
        "$stock cards: $first tricks are followed by a draw, the last $second are not",
        "$stock Karten: nach $first Stichen wird gezogen, nach den letzten $second nicht mehr",
    ),
    "ranks": ("$ranks, high to low", "$ranks, von oben nach unten"),
    "each": ("$names $n each", "$names je $n"),
    "one": ("$names $n", "$names $n"),
    "values": ("$values; $total in the pack", "$values; $total im Spiel"),
    "beats-highest-of-suit": (
        "the highest card of the suit led",
        "die höchste Karte der ausgespielten Farbe",
    ),
    "beats-next-rank": (
        "a reply of the suit led exactly one rank above the lead; otherwise the lead",
        "eine Zugabe derselben Farbe genau einen Rang über der ausgespielten Karte, sonst diese",
    ),
    "beats-next-rank-any-suit": (
        "a reply of any suit exactly one rank above the lead; otherwise the lead",
        "eine Zugabe beliebiger Farbe genau einen Rang über der ausgespielten Karte, sonst diese",
    ),
    "seven-plain": ("nothing special", "nichts Besonderes"),
    "seven-beats-ace": (
        "it beats the ace of its suit, whichever of the two was led",
        "sie schlägt das Ass ihrer Farbe, gleich welche von beiden ausgespielt war",
    ),
    "seven-takes-led-ace": (
        "it takes the ace of its suit if the ace was led",
        "sie sticht das Ass ihrer Farbe, wenn das Ass ausgespielt war",
    ),
    "trump-none": ("none", "keiner"),
    "trump-fixed": (
        "$suit, beating the other suits; in the second phase a player who cannot follow must trump",
        (
            "$suit, sticht die anderen Farben; in der zweiten Phase muss trumpfen, wer nicht "
            "bedienen kann"
        ),
    ),
    "trump-turned": (
        (
            "the suit of the card turned up after the deal, which is drawn last; it beats the "
            "other suits, and in the second phase a player who cannot follow must trump"
        ),
        (
            "die Farbe der nach dem Geben aufgedeckten Karte, die als letzte gezogen wird; sie "
            "sticht die anderen Farben, und in der zweiten Phase muss trumpfen, wer nicht "
            "bedienen kann"
        ),
    ),
    "follow-never": ("in neither phase", "in keiner Phase"),
    "follow-second": (
        "when the stock is gone; before that any card may be played",
        "wenn der Stock aufgebraucht ist; vorher darf jede Karte zugegeben werden",
    ),
    "follow-both": ("from the first trick on", "vom ersten Stich an"),
    "must-win-never": ("no duty", "keine Pflicht"),
    "must-win-second": (
        "in the second phase: if a card that may be played wins, one that wins must be played",
        "in der zweiten Phase: sticht eine erlaubte Karte, so muss eine stechende gespielt werden",
    ),
    "must-win-both": (
        "in both phases: if a card that may be played wins, one that wins must be played",
        "in beiden Phasen: sticht eine erlaubte Karte, so muss eine stechende gespielt werden",
    ),
    "tie-cleared-by-second": (
        "one game point is held over for the next winner; a second tie running clears it",
        "ein Spielpunkt bleibt für den nächsten Gewinner stehen; ein zweiter Ständer löscht ihn",
    ),
    "tie-hold": (
        "one game point is held over and stays through further ties",
        "ein Spielpunkt bleibt stehen, auch über weitere Ständer",
    ),
    "tie-accumulate": (
        "each tie holds over one game point more",
        "jeder Ständer hält einen Spielpunkt mehr zurück",
    ),
    "tie-double": (
        "the next decided deal counts double",
        "das nächste entschiedene Spiel zählt doppelt",
    ),
    "tie-void": ("nothing is carried over", "nichts wird übertragen"),
    "lot-lower": (
        "each draws a card, and the lower deals",
        "jeder zieht eine Karte, die niedrigere gibt",
    ),
    "lot-higher": (
        "each draws a card, and the higher deals",
        "jeder zieht eine Karte, die höhere gibt",
    ),
    "dealer-winner": ("the winner of the deal", "der Gewinner des Spiels"),
    "dealer-loser": ("the loser of the deal", "der Verlierer des Spiels"),
    "dealer-alternate": (
        "the players in turn, after a tie too",
        "die Spieler abwechselnd, auch nach einem Ständer",
    ),
    "after-tie": ("$who; after a tie $lot", "$who; nach einem Ständer: $lot"),
    "even": ("an even number of deals", "eine gerade Zahl von Spielen"),
    "any-number": ("any number of deals, or a time", "beliebig viele Spiele, oder eine Zeit"),
    "banners": ("chalk lines in banners of $n", "Kreidestriche in Bannern zu $n"),
    "figures": ("game points in plain figures", "Spielpunkte in Ziffern"),
    "and": (" and ", " und "),
}


class _Point(NamedTuple):
    title: tuple[str, str]
    fields: tuple[str, ...]
    """Fields of `Rules` that it tells; the section of the first is the point's."""
    words: Callable[[Rules, str], str]


def _text(key: str, lang: str, **values: object) -> str:
    return Template(_TEXTS[key][language(lang)]).substitute(values)


def _listed(items: list[str], lang: str) -> str:
    *most, last = items
    return ", ".join(most) + _text("and", lang) + last if most else last


def _hand(rules: Rules, lang: str) -> str:
    return _text("one-card" if rules.hand_size == 1 else "cards", lang, n=rules.hand_size)


def _packets(rules: Rules, lang: str) -> str:
    full, rest = divmod(rules.hand_size, rules.packet)
    sizes = [str(rules.packet)] * full + [str(rest)] * bool(rest)
    return _text("packets", lang, sizes=_listed(sizes, lang))


def _stock(rules: Rules, lang: str) -> str:
    first = rules.first_phase_tricks
    return _text("stock", lang, stock=rules.stock_size, first=first, second=TRICKS - first)


def _ranks(rules: Rules, lang: str) -> str:
    return _text("ranks", lang, ranks=", ".join(_rank(letter, lang) for letter in _order(rules)))


def _values(rules: Rules, lang: str) -> str:
    groups: dict[int, list[str]] = {}
    for letter in _order(rules):
        groups.setdefault(rules.value(letter), []).append(_rank(letter, lang))
    counting = [
        _text("each" if len(names) > 1 else "one", lang, names=_listed(names, lang), n=worth)
        for worth, names in sorted(groups.items())[::-1]
        if worth
    ]
    return _text("values", lang, values=", ".join(counting), total=rules.total)


def _order(rules: Rules) -> str:
    return rules.ranking.value


def _rank(letter: str, lang: str) -> str:
    return rank_name(7 - Ranking.NATURAL.value.index(letter), lang=lang)


def _trump(rules: Rules, lang: str) -> str:
    suit = "" if rules.trump_suit is None else suit_name(rules.trump_suit, lang=lang)
    return _text(f"trump-{rules.trump.value}", lang, suit=suit)


def _scale(rules: Rules, lang: str) -> str:
    tops = [step.at_least - 1 for step in rules.scale[1:]] + [rules.total]
    lines = []
    for step, top in zip(rules.scale, tops, strict=True):
        span = str(top) if step.at_least == top else f"{step.at_least}–{top}"
        name = class_word(step.name, lang) if step.name != "simple" else ""
        lines.append(f"{span}: {step.game_points}" + (f" ({name})" if name else ""))
    return "; ".join(lines)


def _lot(lot: Lot, lang: str) -> str:
    return _text(f"lot-{lot.value}", lang)


def _next_dealer(rules: Rules, lang: str) -> str:
    who = _text(f"dealer-{rules.next_dealer.value}", lang)
    if rules.next_dealer is NextDealer.ALTERNATE:
        return who
    return _text("after-tie", lang, who=who, lot=_lot(rules.tie_dealer, lang))


def _banner(rules: Rules, lang: str) -> str:
    return _text("banners" if rules.banner else "figures", lang, n=rules.banner)


def _duty(name: str, phases: Phases, lang: str) -> str:
    return _text(f"{name}-{phases.value}", lang)


_POINTS: Mapping[str, _Point] = {
    "hand": _Point(("Hand", "Hand"), ("hand_size",), _hand),
    "packets": _Point(("Dealt", "Gegeben wird"), ("packet", "hand_size"), _packets),
    "stock": _Point(("Stock", "Stock"), ("hand_size",), _stock),
    "ranking": _Point(("Ranks", "Rangfolge"), ("ranking",), _ranks),
    "values": _Point(("What counts", "Was zählt"), ("values",), _values),
    "beats": _Point(
        ("What wins a trick", "Was den Stich gewinnt"),
        ("beats",),
        lambda rules, lang: _text(f"beats-{rules.beats.value}", lang),
    ),
    "seven": _Point(
        ("The seven", "Die Sieben"),
        ("seven",),
        lambda rules, lang: _text(f"seven-{rules.seven.value}", lang),
    ),
    "trump": _Point(("Trump", "Trumpf"), ("trump", "trump_suit"), _trump),
    "follow": _Point(
        ("Suit must be followed", "Bedienpflicht"),
        ("follow",),
        lambda rules, lang: _duty("follow", rules.follow, lang),
    ),
    "must-win": _Point(
        ("Duty to win", "Stichzwang"),
        ("must_win",),
        lambda rules, lang: _duty("must-win", rules.must_win, lang),
    ),
    "scale": _Point(("Game points", "Spielpunkte"), ("scale",), _scale),
    "tie": _Point(
        ("A tie", "Ein Ständer"),
        ("tie",),
        lambda rules, lang: _text(f"tie-{rules.tie.value}", lang),
    ),
    "first-dealer": _Point(
        ("First dealer", "Erster Geber"),
        ("first_dealer",),
        lambda rules, lang: _lot(rules.first_dealer, lang),
    ),
    "dealer": _Point(("Next dealer", "Nächster Geber"), ("next_dealer",), _next_dealer),
    "session": _Point(
        ("Session", "Partie"),
        ("even_deals",),
        lambda rules, lang: _text("even" if rules.even_deals else "any-number", lang),
    ),
    "slate": _Point(("Slate", "Schiefertafel"), ("banner",), _banner),
}


def points(chosen: Ruleset, lang: str = "en") -> list[dict[str, str]]:
    """Tell what a ruleset says on each point, in the order of the rules page.

    Returns:
        For each point its `name`, `title` and `text`, and what decides it: `kind` (`section` or
        `variant`), `id`, and `by`, the title of that. A point that is a choice in the catalogue
        has the name of that kind of variant.
    """
    told = []
    for name, point in _POINTS.items():
        kind, identifier = chosen.decided_by(*point.fields)
        told.append(
            {
                "name": name,
                "title": point.title[language(lang)],
                "text": point.words(chosen.rules, lang),
                "kind": kind,
                "id": identifier,
                "by": _title(kind, identifier, lang),
            }
        )
    return told


def kind_title(kind: str, lang: str = "en") -> str:
    """Name a kind of variant as the point that it sets, such as `Trump` for `trump`."""
    return _POINTS[kind].title[language(lang)]


def _title(kind: str, identifier: str, lang: str) -> str:
    if kind == "section":
        return SECTIONS[identifier][LANGS.index(lang)]
    variant = VARIANTS[identifier]
    return variant.title_de if lang == "de" else variant.title
