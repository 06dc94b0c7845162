"""The glossary: German and English words as data, as a page, and as links on first use."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import yaml

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from site_plugins.citations import Linker

_FIELDS = {"id", "group", "de", "en", "ipa", "say", "note", "forms", "link"}
_NEEDED = {"id", "group", "de", "en", "ipa", "say"}


@dataclass(frozen=True, slots=True)
class Term:
    """One entry."""

    id: str
    group: str
    """Heading under which it stands."""
    de: tuple[str, ...]
    """The German words."""
    en: str
    """What it is called here."""
    ipa: str
    """How the first German word sounds, in phonetic letters."""
    say: str
    """The same for readers of English."""
    note: str = ""
    """Markdown inside a line."""
    forms: tuple[str, ...] = ()
    """Words that lead to it on first use, the German ones included; empty for none."""


@dataclass(frozen=True, slots=True)
class Glossary:
    """All entries, and what is wrong with the file."""

    terms: tuple[Term, ...] = ()
    faults: list[str] = field(default_factory=list)
    """Sentences that begin with `file:line:`."""

    @property
    def pattern(self) -> re.Pattern[str]:
        """A pattern for every form, the longest first."""
        forms = sorted({form for term in self.terms for form in term.forms}, key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})\b")

    def linker(self, address: str) -> Linker:
        """Make what links each term once.

        Args:
            address: the glossary, seen from the page.
        """
        by_form = {form: term for term in self.terms for form in term.forms}
        linked: set[str] = set()

        def link(word: str) -> ET.Element | None:
            term = by_form[word]
            if term.id in linked:
                return None
            linked.add(term.id)
            made = ET.Element("a")
            made.set("class", "src-term")
            made.set("href", f"{address}#{term.id}")
            made.set("title", f"Glossary: {', '.join(term.de)}: {term.en}")
            made.text = word
            return made

        return link


def read_glossary(path: Path, shown: str) -> Glossary:
    """Read the file.

    Args:
        path: the file.
        shown: how faults call it.
    """
    try:
        node = yaml.compose(path.read_text(encoding="utf-8"))
        lines = [item.start_mark.line + 1 for item in node.value] if node else []
        data = yaml.safe_load(path.read_text(encoding="utf-8")) or []
    except (OSError, yaml.YAMLError) as error:
        return Glossary(faults=[f"{shown}: {error}"])
    faults: list[str] = []
    terms: list[Term] = []
    taken: dict[str, str] = {}
    for told, line in zip(data, lines, strict=True):
        missing = sorted(_NEEDED - set(told))
        unknown = sorted(set(told) - _FIELDS)
        if missing or unknown:
            names = ", ".join([*(f"no {name}" for name in missing), *unknown])
            faults.append(f"{shown}:{line}: {told.get('id', '?')}: {names}")
            continue
        words = tuple(told["de"])
        forms = (*told.get("forms", ()), *words) if told.get("link", True) else ()
        term = Term(
            told["id"], told["group"], words, told["en"], told["ipa"], told["say"],
            told.get("note", ""), tuple(dict.fromkeys(forms)),
        )  # fmt: skip
        faults.extend(
            f"{shown}:{line}: “{form}” leads to {taken[form]} already"
            for form in term.forms
            if taken.setdefault(form, term.id) != term.id
        )
        if any(term.id == other.id for other in terms):
            faults.append(f"{shown}:{line}: {term.id} stands twice")
        terms.append(term)
    return Glossary(tuple(terms), faults)


def render(glossary: Glossary, group: str, words: Callable[[str], str]) -> str:
    """Give the entries of one group as a list; empty if there is no such group.

    Args:
        glossary: the entries.
        group: heading under which they stand.
        words: makes HTML of Markdown inside a line.
    """
    entries = "".join(_entry(term, words) for term in glossary.terms if term.group == group)
    return f'<dl class="src-glossary">{entries}</dl>' if entries else ""


def _entry(term: Term, words: Callable[[str], str]) -> str:
    german = ", ".join(f'<b lang="de">{escape(word)}</b>' for word in term.de)
    note = f'<dd class="src-note">{words(term.note)}</dd>' if term.note else ""
    return (
        f'<div id="{escape(term.id)}"><dt>{german} '
        f'<span class="src-sound"><span class="src-say">{escape(term.say)}</span> '
        f'<span class="src-ipa" lang="de-fonipa">[{escape(term.ipa)}]</span></span></dt>'
        f"<dd>{escape(term.en)}</dd>{note}</div>"
    )
