"""The command's own words in English and German; the rest the engine says."""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

from elfern_core.sentences import language

if TYPE_CHECKING:
    from collections.abc import Mapping

_TEXTS: Mapping[str, tuple[str, str]] = {
    "rules": ("Rules: $rules.", "Regeln: $rules."),
    "source": ("Source: $source.", "Quelle: $source."),
    "date": ("Date: $date.", "Datum: $date."),
    "players": ("$forehand is forehand, $dealer deals.", "$forehand ist Vorhand, $dealer gibt."),
    "is-forehand": ("$name is forehand.", "$name ist Vorhand."),
    "round": ("Round $round of the session “$session”.", "$round. Spiel der Partie „$session“."),
    "illustrates": ("Illustrates: $ids.", "Zeigt: $ids."),
    "note": ("Note: $text", "Bemerkung: $text"),
    "comment": ("Comment: $text", "Bemerkung: $text"),
    "trump": ("Trump: $suit.", "Trumpf: $suit."),
    "hand": ("$seat holds: $cards.", "$seat hat: $cards."),
    "hand-hidden": ("$seat holds $n cards, hidden.", "$seat hat $n verdeckte Karten."),
    "card-hidden": ("$seat holds one card, hidden.", "$seat hat eine verdeckte Karte."),
    "no-cards": ("no cards", "keine Karten"),
    "stock": ("Stock, top first: $cards.", "Stock, von oben: $cards."),
    "stock-hidden": ("Stock: $n cards, hidden.", "Stock: $n verdeckte Karten."),
    "stock-gone": ("The stock is gone.", "Der Stock ist aufgebraucht."),
    "turned": ("Turned up under the stock: $card.", "Aufgedeckt unter dem Stock: $card."),
    "points": ("Points: Forehand $f, Dealer $d.", "Stand: Vorhand $f, Geber $d."),
    "table": ("On the table: $card, led by $seat.", "Auf dem Tisch: $card, ausgespielt von $seat."),
    "to-play": ("$seat is to play.", "$seat ist am Zug."),
    "branch": ("Branch $label, in place of trick $at:", "Variante $label, statt Stich $at:"),
    "branch-end": ("End of branch $label.", "Ende der Variante $label."),
    "cut": (
        "The record is at fault; this is its valid beginning:",
        "Der Datensatz ist fehlerhaft; dies ist sein gültiger Anfang:",
    ),
    "unchecked": (
        "The record cannot be replayed; this is what it says, unchecked:",
        "Der Datensatz lässt sich nicht nachspielen; ungeprüft steht darin:",
    ),
    "stops": ("The record stops here.", "Der Datensatz endet hier."),
    "alternatives": ("Branches here: $labels.", "Varianten hier: $labels."),
    "keys": (
        "Enter goes on, b goes back, a number goes to that trick, h tells the hands, q ends.",
        "Enter geht weiter, b zurück, eine Zahl zu diesem Stich, h nennt die Hände, q beendet.",
    ),
    "no-step": ("There is no such step.", "Diesen Schritt gibt es nicht."),
    "last-step": ("This is the last step.", "Das ist der letzte Schritt."),
    "first-step": ("This is the first step.", "Das ist der erste Schritt."),
    # Playing.
    "you-are": ("You are $seat.", "Du bist $seat."),
    "against": ("The computer plays as $player.", "Der Computer spielt als $player."),
    "play-keys": (
        "Type a card such as HA, or ? for help.",
        "Gib eine Karte ein, etwa HA, oder ? für Hilfe.",
    ),
    "help": (
        (
            "HA, s7 or part of a name: play that card. h: your hand. p: the points. l: what may "
            "be played. w: why the last trick went as it did. u: take back. s FILE: write the "
            "record. q: end."
        ),
        (
            "HA, s7 oder ein Teil des Namens: diese Karte spielen. h: deine Hand. p: der Stand. "
            "l: was erlaubt ist. w: warum der letzte Stich so ausging. u: zurücknehmen. s DATEI: "
            "Datensatz schreiben. q: Schluss."
        ),
    ),
    "your-hand": ("Your hand: $cards.", "Deine Hand: $cards."),
    "legal": ("You may play: $cards.", "Erlaubt: $cards."),
    "prompt": ("Trick $trick, $seat: ", "$trick. Stich, $seat: "),
    "no-card": ("“$text” names no card of your hand.", "„$text“ nennt keine Karte deiner Hand."),
    "several": ("“$text” may be: $cards.", "„$text“ kann sein: $cards."),
    "nothing-back": ("There is nothing to take back.", "Es gibt nichts zurückzunehmen."),
    "taken-back": ("Taken back.", "Zurückgenommen."),
    "no-trick": ("No trick has been played yet.", "Noch ist kein Stich gespielt."),
    "saved": ("The record stands in $file.", "Der Datensatz steht in $file."),
    "ended": ("The deal is not finished.", "Das Spiel ist nicht zu Ende."),
    "computer-why": ("The computer's card: $text", "Die Karte des Computers: $text"),
    "draws-lot": ("$name draws a card by lot: $card.", "$name zieht als Los: $card."),
    "deals": ("$name deals.", "$name gibt."),
    "first": ("Player", "Spieler"),
    "second": ("Guest", "Gast"),
    "slate": ("On the slate: $first $a, $second $b.", "Auf der Tafel: $first $a, $second $b."),
    "deal-number": ("Deal $n.", "Spiel $n."),
}  # fmt: skip


def word(key: str, lang: str, **values: object) -> str:
    """Give one of the command's sentences with its values filled in."""
    return Template(_TEXTS[key][language(lang)]).substitute(values)
