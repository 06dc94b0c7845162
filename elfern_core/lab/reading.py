"""Reading a ruleset as people write it, in a link or a box of text."""

from __future__ import annotations

import re

from elfern_core.catalogue import GAMES, MOST_EXPRESSION

_BETWEEN = re.compile(r"[\s+,;&]+")
_AROUND = re.compile(r"\s*([()])\s*")


def lax_expression(text: str) -> str:
    """Turn what people write for a ruleset into an expression; it may still not be one.

    Letter case, blanks, and commas or blanks in place of `+` do not matter, and a game may be
    called by its name: `Bohemian Schneider, seven-beats-ace`.
    """
    if len(text) > 2 * MOST_EXPRESSION:
        return text
    tidy = _AROUND.sub(r"\1", text.strip().lower())
    for game in GAMES.values():
        name = game.title.lower()
        if tidy.startswith(name):
            tidy = game.id + tidy[len(name) :]
    return "+".join(part for part in _BETWEEN.split(tidy) if part)
