"""The examples of the command's page, run: `python -m tests.records.console --write`.

In a block marked `console` a line that begins with `$ elfern` is run in a folder that holds the
records which the page names by title; what the terminal then shows stands below it.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shlex
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple, TextIO, cast

from elfern_core.command import main as elfern

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "command.md"
"""The page."""

FENCE = re.compile(
    r"(?:<!-- typed: (?P<typed>[^>]*) -->\n\n?)?"
    r"^```(?P<language>[\w-]+)(?: title=\"(?P<title>[^\"]+)\")?\n"
    r"(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    title: str
    text: str
    typed: str
    line: int


def blocks(page: str) -> list[Block]:
    """List the blocks of a page."""
    return [
        Block(
            match["language"],
            match["title"] or "",
            match["text"],
            match["typed"] or "",
            page[: match.start()].count("\n") + 1,
        )
        for match in FENCE.finditer(page)
    ]


class Keyboard:
    """Standard input that shows what is typed, as a terminal does."""

    def __init__(self, typed: list[str], out: io.StringIO) -> None:
        self.typed, self.out = typed, out

    def readline(self) -> str:
        line = self.typed.pop(0) if self.typed else ""
        self.out.write(f"{line}\n")
        return f"{line}\n" if line else ""


def filled(page: str) -> str:
    """Give a page with what its examples show now; runs them in the current folder."""
    parts, last = [], 0
    for match, block in zip(FENCE.finditer(page), blocks(page), strict=True):
        if block.title:
            Path(block.title).write_text(block.text, encoding="utf-8")
        if block.language == "console":
            parts += [page[last : match.start("text")], run_console(block)]
            last = match.end("text")
    return "".join(parts) + page[last:]


def run_console(block: Block) -> str:
    """Run the lines of a block that begin with a dollar; give what the terminal then shows."""
    shown = io.StringIO()
    code = 0
    typed = [word.strip() for word in block.typed.split(",")] if block.typed else []
    keyboard, sys.stdin = sys.stdin, cast("TextIO", Keyboard(typed, shown))
    try:
        for line in block.text.splitlines():
            if line.startswith("$ "):
                shown.write(f"{line}\n")
            if line == "$ echo $?":
                shown.write(f"{code}\n")
            elif line.startswith("$ elfern "):
                with redirect_stdout(shown), redirect_stderr(shown):
                    code = elfern(shlex.split(line)[2:])
    finally:
        sys.stdin = keyboard
    return shown.getvalue()


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(prog="python -m tests.records.console", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the page anew")
    write = parser.parse_args().write
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        page = filled(PAGE.read_text(encoding="utf-8"))
    if write:
        PAGE.write_text(page, encoding="utf-8")
    else:
        sys.stdout.write(page)


if __name__ == "__main__":
    main()
