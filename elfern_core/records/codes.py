"""Every code that an error or a warning can have, in one table.

A code is stable: programs may test for it. It is never given another meaning; a fault that is
told apart more finely gets a new code. The messages beside the codes are for people and may
change. Tests hold that each example gives its code and that no code is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elfern_core.records._code_examples import EXAMPLES, SOUND

if TYPE_CHECKING:
    from collections.abc import Mapping

SOUND_EXAMPLE = SOUND
"""A sound record, which the examples in Python call EXAMPLE."""


@dataclass(frozen=True, slots=True)
class Code:
    """What a code means."""

    code: str
    """The code, lower-case words joined by hyphens."""
    area: str
    """Heading under which it is listed."""
    meaning: str
    """One sentence."""
    severity: str
    """`error` or `warning`."""
    example: str
    """What provokes it: a text to read, a ruleset expression, or lines of Python."""
    kind: str
    """What the example is: `record`, `archive` (a file of one), `ruleset` or `python`."""


WARNINGS = frozenset({"unknown-tag", "comment-after-end"})
"""Codes that are always warnings; `no-end` is one where the deal is complete."""

_MEANINGS: Mapping[str, Mapping[str, str]] = {
    "The file": {
        "not-utf8": "The file is not UTF-8 text.",
        "file-too-large": "The file is larger than 16 MiB.",
        "too-many-records": (
            "The file holds more than 10,000 records; those after them are not read."
        ),
        "no-record": "There is no record in the text.",
        "bad-version": "The version of the format is not known; the record is not read.",
        "stray-comment": "A comment before the first record belongs to none.",
        "bad-character": "Half of a surrogate pair stands in the record, which is no character.",
    },
    "Tags": {
        "bad-tag": "A tag cannot be read.",
        "tag-twice": "A tag stands twice; the first is taken.",
        "bad-escape": "A backslash stands before a character that needs none.",
        "value-too-long": "The value of a tag has more than 1,000 characters.",
        "unknown-tag": (
            "A tag is not one of the format and its name does not begin with X-; it is kept."
        ),
        "missing-tag": "A tag is missing that cannot be left out.",
        "bad-value": "The value of a tag is not what this tag holds.",
        "late-tag": "A tag stands after the moves began.",
        "bad-rules": "The ruleset cannot be used; the message says why.",
        "bad-illustrates": "Illustrates names what is neither a rule section nor a variant.",
        "bad-session": "Only one of Session and Round stands.",
    },
    "Cards and the deal": {
        "bad-card": "What stands in a card's place is no card.",
        "card-twice": "A card stands twice in hands and stock.",
        "card-missing": "A whole deal does not list all 32 cards.",
        "bad-hand-size": "A hand does not have the size that the ruleset gives it.",
        "bad-stock-size": "The stock does not have a size that it can have.",
        "bad-trump": "A trump stands where the ruleset has none, is missing, or is another suit.",
        "not-a-fragment": "Leader or Won stands in a record without Fragment.",
        "bad-fragment": "The fragment begins at another trick than hands and stock say.",
        "bad-won": "The card points taken before are not those of the cards out of play.",
        "bad-held": "Under this ruleset no tie can leave what is held.",
        "bad-lot": "The lot does not make the dealer the dealer.",
    },
    "Moves, comments and branches": {
        "comment-unclosed": "A comment is never closed, or holds a bare opening brace.",
        "comment-too-long": "A comment has more than 20,000 characters.",
        "comment-after-end": "A comment stands after the result; it is kept with the last trick.",
        "after-end": "Something stands after the result.",
        "bad-token": "Neither a trick number nor the result stands where one should.",
        "bad-number": "A trick number is not from 1 to 16.",
        "too-many-tricks": "A record holds more than 10,000 tricks, branches included.",
        "trick-cut": "A trick has no card where lead, reply or draw should stand.",
        "branch-place": "A branch stands where there is no trick that it could replace.",
        "branch-unopened": "A parenthesis closes no branch.",
        "branch-unclosed": "A branch is never closed.",
        "branch-empty": "A branch holds no trick.",
        "branch-too-deep": "Branches nest more than 250 deep.",
        "bad-label": "A branch does not begin with one lower-case letter.",
        "label-twice": "Two branches of one trick have the same label.",
        "no-reply": "A trick without a reply is followed by another, or has a winner.",
        "no-end": "Neither result nor * stands at the end; a warning if the deal is complete.",
    },
    "What the rules forbid": {
        "not-in-hand": "A card is played that its player does not hold.",
        "must-follow": "A card is played though the suit led must be followed.",
        "must-trump": "A card is played though a trump must be.",
        "must-win": "A card is played that loses, though one that wins must be.",
        "extra-trick": "A trick follows though all cards have been played.",
    },
    "What has to agree": {
        "wrong-number": "The number of a trick is not the next one.",
        "wrong-leader": "The leader written is not the one who leads.",
        "wrong-winner": "The winner written is not the one who wins the trick.",
        "wrong-points": "The card points written are not those of the trick.",
        "wrong-card": "A card written as drawn is not the one that lies on the stock.",
        "wrong-result": "The result, in the tag or at the end, is not the one played.",
        "wrong-game-points": "The game points are not those of the result.",
    },
    "Sessions": {
        "wrong-held": "What is held over is not what the round before leaves.",
        "wrong-round": "The round is not the one after the round before.",
        "session-rules": "The ruleset is not that of the round before.",
        "session-players": "The players are not those of the round before.",
        "wrong-dealer": "Another player deals than the round before makes the dealer.",
    },
    "JSON": {
        "json-syntax": "The text is not JSON.",
        "json-too-deep": "Values are nested far deeper than in any record.",
        "json-shape": "A value is not of the kind that belongs there.",
        "json-key": "A key is not one of the format.",
        "json-key-twice": "A key stands twice in one object.",
    },
    "Writing": {
        "unwritable": "A record holds what cannot be written so that it is read back.",
    },
    "Rulesets": {
        "too-long": "An expression is too long.",
        "unknown-game": "There is no such game.",
        "unknown-variant": "There is no such variant.",
        "wrong-game": "The variant belongs to another game.",
        "bad-parameter": "A parameter is missing, not allowed, or not one of those that are.",
        "twice": "A variant stands twice.",
        "refused": (
            "Two variants do not go together; from the bridge also: there is no such language or "
            "form."
        ),
        "hand-size": "Rules made by hand give a hand of other than 1 to 6 cards.",
        "packet": "A packet holds no card.",
        "trump-suit": "A fixed trump has no suit, or a suit stands without one.",
        "scale": "A scale does not rise, or begins or ends wrong.",
        "next-rank-trump": "There is a trump though only the next rank wins.",
        "next-rank-duty": "There is a duty to follow or to win though only the next rank wins.",
    },
    "The archive": {
        "no-id": "A record of an archive has no `Id`.",
        "no-title": "A record of an archive has no `Title`.",
        "no-source": (
            "`Source` is none of `constructed`, `self-play` and `played`, and no key of the "
            "bibliography."
        ),
        "no-players": "A game of the engine against itself does not name both players.",
        "id-twice": "An id stands in the archive already.",
        "session-name": "A session of an archive is not named in the form of an id.",
        "session-split": (
            "The rounds of a session do not stand in one file, from the first round on."
        ),
        "not-export-form": "A file of an archive is not just what the engine writes.",
    },
    "The engine": {
        "deal-over": "A card is played though all have been.",
        "pack": "What is dealt is not all 32 cards, each once.",
        "points": "The card points to be scored do not make the pack's total.",
        "held": "Under these rules no tie can leave so much.",
        "dealer": "A deal is added to a session that the other player should have dealt.",
        "level": "There is no such computer player.",
        "names": "The players of a session need two different names of at most 40 characters.",
        "end": "A session ends after a number of deals or at a number of game points.",
        "even-deals": "Under this ruleset a session has a set, even number of deals.",
        "no-session": "The records are not the rounds of one session of these players.",
        "no-deal": "A record is to be taken up at a table, but its ruleset or cards are at fault.",
        "deal-on": "The next deal is asked for while one is going on.",
        "session-over": "The next deal is asked for after the session has ended.",
        "eye": "The bridge is asked to show the table to a player who is not there.",
        "turn": "A hint is asked for out of turn.",
        "bad-request": "The bridge to the browser does not understand a request.",
        "no-step": "A record has no step with this address.",
        "nothing-sound": "Nothing can be converted, as no record is without fault.",
    },
}

CODES: Mapping[str, Code] = {
    code: Code(
        code,
        area,
        meaning,
        "warning" if code in WARNINGS else "error",
        EXAMPLES[code].text,
        EXAMPLES[code].kind,
    )
    for area, meanings in _MEANINGS.items()
    for code, meaning in meanings.items()
}
"""Code → what it means, in the order of the page that lists them."""
