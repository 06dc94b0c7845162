"""The page that lists every code: `python -m tests.records.error_page --write`.

It is made of the table in `elfern_core.records.codes`, so that it cannot say anything else.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from elfern_core.records._code_examples import DRAWS, JSON, KEPT, ROUNDS, SOUND
from elfern_core.records.codes import CODES
from tests.records.code_examples import run_example

if TYPE_CHECKING:
    from elfern_core.records.codes import Code

PAGE = Path(__file__).resolve().parents[2] / "docs" / "format" / "errors.md"
"""The page."""

HEAD = """\
---
title: Errors
description: Every code that a fault or a warning can have, what it means, and what provokes it.
---

# Errors

Reading a record never fails with anything but a list of findings. Each has a stable **code** for
programs, a message for people, and says where it was found:

| Field | Meaning |
|---|---|
| `severity` | `error`, or `warning`: the record is read all the same |
| `code` | one of the codes below; it never changes its meaning |
| `message` | a sentence; its words may change |
| `line`, `column` | place in the file, both from 1, counted in characters |
| `id` | the record's `Id`, if it has one |
| `trick` | address of the trick: `7`, or `7a.9` in a branch |
| `found`, `expected` | what stands there, and what should |
| `section` | rule section or variant that was broken |

In the terminal a finding reads `FILE:LINE:COLUMN: message (rule: section) [record id, trick]`. With
`elfern check --json`, and through the bridge to a page, it is an object with these keys. A fault in
one record never hides the next record, and of a faulty record the valid beginning is kept.

The examples change as little as they can in one of five sound texts. What is taken away begins with
`-`, what takes its place with `+`.

"""
BASES = (
    ("record", "a fragment of two tricks", SOUND),
    ("draw", "a fragment with hands of one card and a draw", DRAWS),
    ("session", "of two rounds", ROUNDS),
    ("archived record", "as an archive keeps it", KEPT),
    ("JSON", "the record in JSON, with no more than must be there", JSON),
)
LONG = 80

AREAS = {
    "The archive": (
        "These are found where records are read as an archive: by `elfern check --archive`, and "
        "while the site is built."
    ),
    "The engine": (
        "In these examples `EXAMPLE` is the record above, and `sit` opens a table for a session of "
        "one deal."
    ),
}
"""Remarks under headings."""


def page() -> str:
    """Make the page."""
    parts = [HEAD.rstrip()]
    for name, what, text in BASES:
        language = "json" if text is JSON else "egn"
        parts.append(f"The **{name}**, {what}:\n\n{fence(text, language)}")
    area = ""
    for code in CODES.values():
        if code.area != area:
            area = code.area
            parts.append(f"## {area}")
            parts += [AREAS[area]] if area in AREAS else []
        parts.append(entry(code))
    return "\n\n".join(parts) + "\n"


def fence(text: str, language: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"


def entry(code: Code) -> str:
    """One code: its meaning, what provokes it, what is said then."""
    warning = " It is a warning." if code.severity == "warning" else ""
    said = dict.fromkeys(one.text for one in run_example(code) if one.code == code.code)
    return "\n\n".join(
        (
            f"### `{code.code}` {{: #{code.code} }}",
            f"{code.meaning}{warning}",
            provocation(code),
            fence("\n".join(said), "text"),
        )
    )


def provocation(code: Code) -> str:
    """The example: as a change of one of the sound texts, where it is one."""
    if code.kind == "python":
        return fence(code.example, "python")
    if code.kind == "ruleset":
        return fence(code.example if len(code.example) < LONG else "elfern++++++…", "text")
    if not code.example.strip():
        return "An empty file."
    name, _, base = max(
        BASES, key=lambda one: difflib.SequenceMatcher(None, one[2], code.example).ratio()
    )
    if code.example == f"{base}\n{base}":
        return f"The {name}, twice in one file."
    changed = difflib.unified_diff(base.splitlines(), code.example.splitlines(), lineterm="", n=0)
    lines = [line for line in changed if not line.startswith(("---", "+++", "@@"))]
    return f"In the {name}:\n\n" + fence("\n".join(lines), "diff")


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(prog="python -m tests.records.error_page", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the page anew")
    if parser.parse_args().write:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        sys.stdout.write(page())


if __name__ == "__main__":
    main()
