"""The engine's sentences, in English and German, in one place.

Cards and suits stand in them as tokens, `{HA}` or `{H}`, which `cards.render_tokens` or a page
replaces by the names of the pack in use. Values are filled in for `$name`.
"""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

from elfern_core.errors import ElfernError

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGS = ("en", "de")
"""Languages of the sentences."""

SEAT_WORDS: Mapping[str, tuple[str, str]] = {
    "en": ("Forehand", "Dealer"),
    "de": ("Vorhand", "Geber"),
}
"""The seats in words, forehand first."""

CLASS_WORDS: Mapping[str, tuple[str, str]] = {
    "simple": ("simple", "einfach"),
    "schneider": ("schneider", "Schneider"),
    "schwarz": ("schwarz", "schwarz"),
    "stander": ("stander", "Ständer"),
}
"""Class of an outcome → its word in English and German."""

_TEXTS: Mapping[str, tuple[str, str]] = {
    # Why a trick was won.
    "higher": (
        "$winner wins: the $reply is higher than the $lead.",
        "$winner gewinnt: $reply ist höher als $lead.",
    ),
    "lower": (
        "$winner wins: the $reply is lower than the $lead.",
        "$winner gewinnt: $reply ist niedriger als $lead.",
    ),
    "other-suit": (
        "$winner wins: the $reply is not of the suit led, $suit, so it cannot win.",
        (
            "$winner gewinnt: $reply ist nicht von der ausgespielten Farbe $suit und kann nicht "
            "stechen."
        ),
    ),
    "trumped": (
        "$winner wins: the $reply is a trump and beats any card of another suit.",
        "$winner gewinnt: $reply ist Trumpf und schlägt jede andere Farbe.",
    ),
    "lead-is-trump": (
        "$winner wins: the $lead is a trump, the $reply is not.",
        "$winner gewinnt: $lead ist Trumpf, $reply nicht.",
    ),
    "next-rank-wins": (
        "$winner wins: the $reply is exactly one rank above the $lead.",
        "$winner gewinnt: $reply steht genau einen Rang über $lead.",
    ),
    "next-rank-only": (
        "$winner wins: only the $needed beats the $lead, and the $reply is not it.",
        "$winner gewinnt: nur $needed schlägt $lead, und $reply ist das nicht.",
    ),
    "next-rank-any-only": (
        "$winner wins: only a card exactly one rank above the $lead beats it, $needed.",
        "$winner gewinnt: nur eine Karte genau einen Rang über $lead schlägt sie, $needed.",
    ),
    "top-unbeaten": (
        "$winner wins: nothing beats the $lead.",
        "$winner gewinnt: $lead ist nicht zu schlagen.",
    ),
    "seven-takes-ace": (
        "$winner wins: the $reply takes the ace of its suit.",
        "$winner gewinnt: $reply sticht das Ass der eigenen Farbe.",
    ),
    "seven-holds": (
        "$winner wins: the $lead beats the ace of its suit even when it is led.",
        "$winner gewinnt: $lead schlägt das Ass der eigenen Farbe auch ausgespielt.",
    ),
    # Why a card may be played.
    "leads-any": (
        "$seat is to lead and may lead any card.",
        "$seat spielt aus, jede Karte ist erlaubt.",
    ),
    "free-first": (
        "While the stock lasts any card may be played to a lead.",
        "Solange gezogen wird, darf jede Karte zugegeben werden.",
    ),
    "free-always": (
        "There is no duty to follow suit: any card may be played.",
        "Es gibt keine Bedienpflicht: jede Karte ist erlaubt.",
    ),
    "follows": (
        "The $card follows the suit led, $suit.",
        "$card bedient die ausgespielte Farbe $suit.",
    ),
    "void": (
        "$seat holds no card of the suit led, $suit, and may play any card.",
        "$seat hat keine Karte der ausgespielten Farbe $suit und darf jede Karte spielen.",
    ),
    "trumps-in": (
        "$seat cannot follow and must trump; the $card is a trump.",
        "$seat kann nicht bedienen und muss trumpfen; $card ist Trumpf.",
    ),
    "wins-as-due": (
        "$seat can win the trick and must; the $card wins.",
        "$seat kann stechen und muss es; $card sticht.",
    ),
    # Why a card may not be played.
    "not-in-hand": (
        "The $card is not in the hand of $seat.",
        "$card ist nicht in der Hand: $seat.",
    ),
    "deal-over": (
        "The deal is over: all cards have been played.",
        "Das Spiel ist zu Ende: alle Karten sind gespielt.",
    ),
    "must-follow": (
        "The $card may not be played: $seat holds $suit and must follow the suit led.",
        "$card darf nicht gespielt werden: $seat hat $suit und muss bedienen.",
    ),
    "must-trump": (
        (
            "The $card may not be played: $seat cannot follow and holds a trump, which must be "
            "played."
        ),
        "$card darf nicht gespielt werden: $seat kann nicht bedienen und muss trumpfen.",
    ),
    "must-win": (
        (
            "The $card may not be played: it loses, and $seat holds a card that wins and must play "
            "it: $winning."
        ),
        (
            "$card darf nicht gespielt werden: die Karte verliert, und $seat muss stechen mit: "
            "$winning."
        ),
    ),
    # What happens, step by step.
    "start": (
        "The deal: $seat leads to trick 1.",
        "Das Spiel: $seat spielt zum 1. Stich aus.",
    ),
    "start-held": (
        "$held held over from an earlier tie for this deal.",
        "$held aus einem früheren Ständer für dieses Spiel.",
    ),
    "start-fragment": (
        "The position before trick $trick: $seat is to lead.",
        "Die Stellung vor dem $trick. Stich: $seat spielt aus.",
    ),
    "leads": (
        "Trick $trick: $seat leads the $card.",
        "$trick. Stich: $seat spielt $card aus.",
    ),
    "replies": (
        "Trick $trick: $seat replies with the $card.",
        "$trick. Stich: $seat gibt $card zu.",
    ),
    "takes": (
        "$winner takes $points.",
        "$winner nimmt $points.",
    ),
    "draws": (
        "$seat draws the $card.",
        "$seat zieht $card.",
    ),
    "draws-masked": (
        "$seat draws a card.",
        "$seat zieht eine Karte.",
    ),
    "draws-turned": (
        "$seat draws the turned-up $card.",
        "$seat zieht die aufgedeckte Karte $card.",
    ),
    "stock-gone-follow": (
        "The stock is gone: from now on suit must be followed.",
        "Der Stock ist aufgebraucht: von nun an muss bedient werden.",
    ),
    "stock-gone-win": (
        "The stock is gone: from now on suit must be followed, and a trick won if possible.",
        "Der Stock ist aufgebraucht: von nun an muss bedient und wenn möglich gestochen werden.",
    ),
    "stock-gone": (
        "The stock is gone; the rules of play stay the same.",
        "Der Stock ist aufgebraucht; die Spielregeln bleiben dieselben.",
    ),
    # How it ends.
    "end-won": (
        "The deal is over. $winner wins $high to $low and scores $scored.",
        "Das Spiel ist zu Ende. $winner gewinnt $high zu $low und schreibt $scored an.",
    ),
    "end-won-class": (
        "The deal is over. $winner wins $high to $low, $class, and scores $scored.",
        "Das Spiel ist zu Ende. $winner gewinnt $high zu $low, $class, und schreibt $scored an.",
    ),
    "end-held": (
        "$base for the deal and $held held over.",
        "$base für das Spiel und $held aus dem Ständer.",
    ),
    "end-doubled": (
        "$base for the deal, doubled after the tie.",
        "$base für das Spiel, verdoppelt nach dem Ständer.",
    ),
    "end-tied": (
        "The deal is over. $high to $low: a stander, and nobody scores.",
        "Das Spiel ist zu Ende. $high zu $low: ein Ständer, niemand schreibt an.",
    ),
    "tie-held": (
        "$held held over for the winner of the next decided deal.",
        "$held bleibt für den Gewinner des nächsten entschiedenen Spiels stehen.",
    ),
    "tie-cleared": (
        "It is the second tie running, so the point held over is dropped.",
        "Es ist der zweite Ständer hintereinander, der gehaltene Punkt verfällt.",
    ),
    "tie-doubles": (
        "The next decided deal counts double.",
        "Das nächste entschiedene Spiel zählt doppelt.",
    ),
    "tie-void": (
        "Nothing is carried over.",
        "Nichts wird übertragen.",
    ),
    "deals-next": (
        "$seat of this deal deals the next.",
        "Das nächste Spiel gibt: $seat dieses Spiels.",
    ),
    "lot-next": (
        "A draw decides who deals next.",
        "Wer als Nächster gibt, entscheidet das Los.",
    ),
    "end-unknown": (
        "The last trick has been played; what was taken before is not recorded.",
        "Der letzte Stich ist gespielt; was vorher genommen wurde, ist nicht verzeichnet.",
    ),
    # Play judged with all cards seen.
    "judged-head": (
        "With all cards seen, from trick $trick on ($judged of $plays cards):",
        "Alle Karten gesehen, ab Stich $trick ($judged von $plays Karten):",
    ),
    "judged-none": (
        "No card of this record could be judged: none is played, or the limits are too narrow.",
        "Keine Karte war zu beurteilen: keine ist gespielt, oder die Grenzen sind zu eng.",
    ),
    "judged-card": (
        "Trick $trick. $seat plays $card; $forehand ends with $points.",
        "Stich $trick. $seat spielt $card; $forehand endet mit: $points.",
    ),
    "judged-cost": (
        "$seat’s $card costs $points, with all cards seen; best was: $best.",
        "$seat: $card kostet, alle Karten gesehen, $points; am besten war: $best.",
    ),
    "judged-alone": (
        "What was taken before is not recorded: all points are those of this fragment alone.",
        "Was vorher genommen wurde, ist nicht verzeichnet: alle Punkte die dieses Bruchstücks.",
    ),
    "judged-line": (
        "One best line: $line.",
        "Eine beste Fortsetzung: $line.",
    ),
    "judged-lost": (
        "Cost in all: $forehand $f, $dealer $d.",
        "Kosten im Ganzen: $forehand $f, $dealer $d.",
    ),
}

_COUNTS: Mapping[str, tuple[tuple[str, str, str], tuple[str, str, str]]] = {
    "honours": (
        ("no honour", "one honour", "$n honours"),
        ("keine Figur", "eine Figur", "$n Figuren"),
    ),
    "card points": (
        ("no card points", "one card point", "$n card points"),
        ("keine Augen", "ein Auge", "$n Augen"),
    ),
    "game points": (
        ("no game point", "one game point", "$n game points"),
        ("keinen Spielpunkt", "einen Spielpunkt", "$n Spielpunkte"),
    ),
}  # fmt: skip


def language(lang: str) -> int:
    """Give the index of a language.

    Raises:
        ElfernError: if the engine does not speak it.
    """
    if lang not in LANGS:
        message = f"the engine speaks {' and '.join(LANGS)}, not “{lang}”"
        raise ElfernError(message)
    return LANGS.index(lang)


def sentence(key: str, lang: str = "en", **values: object) -> str:
    """Give the sentence named `key` with its values filled in."""
    return Template(_TEXTS[key][language(lang)]).substitute(values)


def count(number: float, of: str, lang: str = "en") -> str:
    """Give a number of `honours`, `card points` or `game points` in words: `one honour`.

    A mean has three digits, and the form of what it comes to: `9.65 honours`, `one honour`.
    """
    forms = _COUNTS[of][language(lang)]
    told = f"{number:.3g}" if number % 1 else str(int(number))
    form = {"0": 0, "1": 1}.get(told, 2)
    return Template(forms[form]).substitute(n=told.replace(".", ",") if lang == "de" else told)


def class_word(name: str, lang: str = "en") -> str:
    """Give the word for a class of outcome; empty for an unnamed line of a scale."""
    return CLASS_WORDS[name][language(lang)] if name else ""
