"""The example and the analysis of a record, made once and kept between builds.

Making the step frames of a record and their table is most of what its page costs. What is made
depends on the record's text, its slate, the verdicts stored of it, and on the code; it is kept
under a digest of these.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from os import getpid
from shutil import rmtree
from time import time
from typing import TYPE_CHECKING, Any

from elfern_core.frames import frames
from site_plugins.replay import Fence, Urls, _json, _words, render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from site_plugins.archive import Entry

ROOT = "elfern-root/"
"""Stands in a kept example for the way from the page to the site's root."""
DAY = 24 * 60 * 60
"""Seconds after which what other code has made is taken away."""

type Told = Callable[[Entry], dict[str, Any] | None]
"""Gives the analysis of a record, if there is one."""

_memory: dict[str, Example] = {}
"""Digest of code, then of a record → its example: it lives on between the rebuilds of a server."""


@dataclass(frozen=True, slots=True)
class Example:
    """What is made once of a record, with `ROOT` before the addresses in it."""

    viewer: str
    """The element."""
    analysis: str
    """The analysis to read, folded away; empty if there is none."""


class Examples:
    """The examples of record pages, made once for each record's text and each engine."""

    def __init__(
        self,
        folder: Path,
        code: Iterable[Path],
        told: Told = lambda _: None,
        stored: Callable[[Entry], object] = lambda _: None,
    ) -> None:
        """Take where to keep them, and what they depend on.

        Args:
            folder: where they are kept between builds.
            code: the files of code that make them.
            told: gives the analysis of a record.
            stored: gives what is stored of it, if anything: plain data from which `told` follows.
        """
        total = hashlib.sha256()
        for path in sorted(code):
            total.update(path.read_bytes())
        self.folder = folder / total.hexdigest()[:16]
        self.made = 0
        """How many had to be made anew."""
        self._told, self._stored = told, stored
        self._used: set[str] = set()

    def of(self, entry: Entry) -> Example:
        """Give the example of a record."""
        name = _digest(entry.text, repr(entry.slate), json.dumps(self._stored(entry)))
        key = f"{self.folder.name}/{name}"
        self._used.add(key)
        if key not in _memory:
            path = self.folder / f"{name}.json"
            if path.is_file():
                _memory[key] = Example(**json.loads(path.read_text(encoding="utf-8")))
            else:
                _memory[key] = self._make(entry)
                self.folder.mkdir(parents=True, exist_ok=True)
                # Two builds may work side by side: a file is there whole or not at all.
                part = path.with_suffix(f".{getpid()}")
                kept = json.dumps(asdict(_memory[key]), ensure_ascii=False)
                part.write_text(kept, encoding="utf-8")
                part.replace(path)
        return _memory[key]

    def sweep(self) -> None:
        """Take away what other code has made, if it is a day old: another build may be using it."""
        for folder in self.folder.parent.glob("*"):
            if folder != self.folder and folder.stat().st_mtime < time() - DAY:
                rmtree(folder, ignore_errors=True)
        for key in set(_memory) - self._used:
            del _memory[key]
        self._used = set()

    def _make(self, entry: Entry) -> Example:
        self.made += 1
        urls = Urls(
            f"{ROOT}records/{entry.id}.egn",
            ROOT + "rules/{game}/#{section}",
            ROOT + "variants/{variant}/",
        )
        shown = frames(entry.checked, slate=entry.slate)
        made = render(Fence(entry.id, entry.id), shown, entry.text, urls)
        told = self._told(entry)
        if told is None or not told["steps"]:
            return Example(made, "")
        kept = f'<template class="elfern-analysis">{_json(told)}</template></elfern-replay>'
        return Example(made.removesuffix("</elfern-replay>") + kept, analysis(told))


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def analysis(told: dict[str, Any]) -> str:
    """Give the stored analysis as a table of the cards that cost something.

    It tells how the deal ends, so it is folded away.
    """
    costly = [step for step in told["steps"].values() if step["cost"]]
    first = told["from"]
    since = f", from trick {first['trick']} on" if first else ""
    items = "".join(f"<li>{_words(step['text'])}</li>" for step in costly if step.get("text"))
    said = (
        f"<p>Worked out with all cards seen{since}. The viewer’s "
        "<em>Analyse</em> draws the same as a chart, card by card.</p>"
    )
    listed = f"<ul>{items}</ul>" if items else "<p>No card cost anything.</p>"
    return (
        '<details class="arc-analysis"><summary>Analysis: which cards cost something '
        f"(this tells how it ends)</summary>{said}{listed}</details>"
    )
