"""`elfern rules`: the catalogue, and one ruleset explained point by point."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING, Any

from elfern_core import lab
from elfern_core.cards import LANGUAGES
from elfern_core.command._parsing import WIDTH, Commands, command
from elfern_core.command._terminal import FINE, say

if TYPE_CHECKING:
    import argparse

_EPILOG = """\
A ruleset is a game, or a game and variants joined by +; a parameter stands in
parentheses. Without a ruleset the whole catalogue is listed.

examples:
  elfern rules
  elfern rules elfern
  elfern rules "elfern+trump(H)+must-win"
"""


def add(commands: Commands) -> None:
    """Add the command."""
    made = command(commands, "rules", "list games and variants, or explain a ruleset", _EPILOG, run)
    made.add_argument("ruleset", nargs="?", metavar="RULESET", help="ruleset to explain")
    made.add_argument("--json", action="store_true", help="print it as JSON")
    made.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="language: en, de")


def run(options: argparse.Namespace) -> int:
    """Print the catalogue, or a ruleset, and give the exit code."""
    if options.ruleset is None:
        told = lab.catalogue(options.lang)
        lines = _catalogue(told, options.lang)
    else:
        told = lab.describe(options.ruleset, options.lang)
        lines = _described(told)
    if options.json:
        say(json.dumps(told, ensure_ascii=False, indent=1))
    else:
        say("\n".join(lines))
    return FINE


def _filled(text: str, indent: int = 0) -> list[str]:
    margin = " " * indent
    return textwrap.wrap(
        text, WIDTH, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False
    )


def _described(told: dict[str, Any]) -> list[str]:
    lines = [told["title"], told["expression"], ""]
    for point in told["points"]:
        lines += _filled(f"{point['title']}: {point['text']}. [{point['id']}]")
    return lines


def _catalogue(told: dict[str, Any], lang: str) -> list[str]:
    said, goes = ("Said by", "Not with") if lang == "en" else ("Sagt", "Nicht mit")
    lines: list[str] = []
    for game in told["games"]:
        lines += [f"{game['id']}: {game['title']}"]
    for kind in told["kinds"]:
        lines += ["", kind["title"]]
        for game in told["games"]:
            lines += _filled(f"{game['title']}: {kind['standard'][game['id']]}.", 2)
        for variant in told["variants"]:
            if variant["kind"] == kind["id"]:
                lines += _variant(variant, said, goes)
    return lines


def _variant(variant: dict[str, Any], said: str, goes: str) -> list[str]:
    parameter = f"({'|'.join(variant['parameters'])})" if variant["parameters"] else ""
    lines = [f"  {variant['id']}{parameter}: {variant['title']} ({', '.join(variant['games'])})"]
    lines += _filled(variant["summary"], 4)
    lines += _filled(f"{said}: {variant['saidBy']}.", 4)
    others = list(variant["conflicts"])
    if others:
        lines += _filled(f"{goes}: {', '.join(others)}.", 4)
    return lines
