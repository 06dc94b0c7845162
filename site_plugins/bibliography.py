"""The bibliography: one BibLaTeX file, read with pybtex, and the forms in which it goes out.

A BibTeX block on the site is the text of the file itself. CSL-JSON and the plain line are made
from what pybtex read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pybtex.backends.html import Backend as Html
from pybtex.backends.plaintext import Backend as Plain
from pybtex.database import parse_string
from pybtex.exceptions import PybtexError
from pybtex.style.formatting import BaseStyle
from pybtex.style.template import field as value
from pybtex.style.template import join, names, optional, optional_field, sentence, tag

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

GRADES = {"read": "read", "reported": "reported", "not-seen": "not seen"}
"""Grade of a source → how a page calls it."""
_CSL_TYPES = {
    "inreference": "entry-encyclopedia",
    "book": "book",
    "online": "webpage",
    "software": "software",
    "misc": "document",
}
_CSL_FIELDS = {
    "title": "title",
    "booktitle": "container-title",
    "organization": "container-title",
    "volume": "volume",
    "edition": "edition",
    "publisher": "publisher",
    "location": "publisher-place",
    "isbn": "ISBN",
    "url": "URL",
    "note": "note",
    "shorthand": "title-short",
}
_LANGUAGES = {"german": "de", "english": "en", "french": "fr"}
_ENTRY = re.compile(r"^@\w+\{([^,\s]+),\n(?:.*\n)*?\}\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Source:
    """One source."""

    key: str
    short: str
    """The name by which pages call it."""
    grade: str
    """`read`, `reported` or `not-seen`."""
    whole: bool
    """Whether we have read the whole of it."""
    seen: str
    """How much we have read, in words; empty if nothing."""
    reported_by: tuple[str, ...]
    """Keys of the sources that report it."""
    standing: str
    """What it is worth to us, in words."""
    language: str
    """Its language, such as `de`."""
    bibtex: str
    """Its entry as it stands in the file."""
    csl: dict[str, Any]
    """Its entry as CSL-JSON."""
    plain: str
    """The line of the bibliography as text."""
    html: str
    """The same as HTML."""


@dataclass(frozen=True, slots=True)
class Bibliography:
    """All sources by key in the order of the file, and what is wrong with it."""

    sources: dict[str, Source] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    """Sentences that begin with `file:line:`."""


class _Style(BaseStyle):  # type: ignore[misc]  # pybtex carries no types
    """Our line of bibliography: who, what, in what, where and when, and where it can be read."""

    def _line(self, entry: Any) -> Any:  # noqa: ANN401  (an entry and a template of pybtex)
        has = set(entry.fields)
        people = [
            sentence(capfirst=False, sep=", ")[
                names("author", sep=", ", sep2=" and ", last_sep=" and ")
            ]
        ]
        title = value("title")
        if entry.type == "book":
            title = tag("em")[title]
        elif "[" not in entry.fields["title"]:
            title = join["“", title, "”"]
        many = "-" in entry.fields.get("pages", "")
        parts = [
            title,
            optional[join["in ", tag("em")[value("booktitle")]]],
            optional_field("organization"),
            optional[join[_ordinal(entry.fields.get("edition", "")), " edition"]]
            if "edition" in has
            else "",
            optional[join["edited by ", names("editor", sep=", ", sep2=" and ", last_sep=" and ")]]
            if entry.persons.get("editor")
            else "",
            optional[join["vol. ", value("volume")]],
            join(sep=" ")[
                optional_field("location"),
                optional[join["(", value("publisher"), ")"]],
                optional_field("year"),
            ]
            if {"location", "publisher", "year"} & has
            else "",
            optional[join["pp. " if many else "p. ", value("pages")]],
        ]
        return join(sep=" ")[
            *(people if entry.persons.get("author") else []),
            sentence(capfirst=False, sep=", ")[*parts],
            optional[sentence(capfirst=False)[join["ISBN ", value("isbn")]]],
            optional[sentence(capfirst=False)[value("note")]],
            optional[join["<", value("url", raw=True), ">"]],
        ]

    get_inreference_template = _line
    get_book_template = _line
    get_online_template = _line
    get_software_template = _line
    get_misc_template = _line


def _ordinal(number: str) -> str:
    return {"1": "1st", "2": "2nd", "3": "3rd"}.get(number, f"{number}th")


def read_bibliography(path: Path, shown: str) -> Bibliography:
    """Read the file.

    Args:
        path: the file.
        shown: how faults call it.
    """
    text = path.read_text(encoding="utf-8")
    result = Bibliography()
    try:
        data = parse_string(text, "bibtex")
    except PybtexError as error:
        result.faults.append(f"{shown}:{_line_in(str(error))}: {error}")
        return result
    blocks = {
        match[1]: (match[0], text.count("\n", 0, match.start()) + 1)
        for match in _ENTRY.finditer(text)
    }
    style = _Style()
    for key, entry in data.entries.items():
        block, line = blocks.get(key, ("", 1))
        where = f"{shown}:{line}"
        fields = {name.lower(): str(text) for name, text in entry.fields.items()}
        grade = fields.get("grade", "")
        faults = []
        if not block:
            faults.append(f"{key}: an entry opens with `@type{{{key},` and closes with a lone `}}`")
        if entry.type not in _CSL_TYPES:
            faults.append(f"{key}: there is no form for an entry of the type {entry.type}")
        faults += [
            f"{key}: the field {name} is missing"
            for name in ("shorthand", "title", "langid", "standing")
            if name not in fields
        ]
        faults += _grade_faults(key, fields, set(data.entries))
        if faults:
            result.faults.extend(f"{where}: {fault}" for fault in faults)
            continue
        language = _LANGUAGES.get(fields["langid"], fields["langid"])
        formatted = next(iter(style.format_entries([entry], data))).text
        result.sources[key] = Source(
            key,
            fields["shorthand"],
            grade,
            fields.get("extent") == "whole",
            fields.get("seen", ""),
            _keys(fields.get("reportedby", "")),
            fields["standing"],
            language,
            block,
            _csl(key, entry, fields),
            " ".join(formatted.render(Plain()).split()),
            _marked(" ".join(formatted.render(Html()).split()), language),
        )
    return result


def _line_in(message: str) -> int:
    match = re.search(r"line (\d+)", message)
    return int(match[1]) if match else 1


def _grade_faults(key: str, fields: dict[str, str], known: set[str]) -> Iterable[str]:
    grade = fields.get("grade", "")
    reporters = _keys(fields.get("reportedby", ""))
    if grade not in GRADES:
        yield f"{key}: grade is one of {', '.join(GRADES)}"
    if grade == "read" and (fields.get("extent") not in {"whole", "part"} or "seen" not in fields):
        yield f"{key}: of what is read, extent (whole or part) and seen must be told"
    if grade != "read" and not reporters:
        yield f"{key}: reportedby must name where we know it from"
    for reporter in reporters:
        if reporter not in known:
            yield f"{key}: reportedby names {reporter}, which is no entry"


def _keys(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _marked(html: str, language: str) -> str:
    """Make a link of the address that closes the line, and name the language of the titles.

    A description of ours, in brackets, and the name of a Wikipedia are English.
    """
    html = re.sub(r"&lt;(https?://\S+)&gt;$", r'<a href="\1">\1</a>', html)
    html = re.sub(r"“(?!\[)(.+?)”", rf'“<span lang="{language}">\1</span>”', html, count=1)
    return re.sub(
        r"<em>(?!\[|[^<]*Wikipedia|<span class=\"bibtex-protected\">\[)",
        f'<em lang="{language}">',
        html,
    )


def _csl(key: str, entry: Any, fields: dict[str, str]) -> dict[str, Any]:  # noqa: ANN401
    made: dict[str, Any] = {"id": key, "type": _CSL_TYPES[entry.type]}
    for role in ("author", "editor"):
        people = [_csl_name(person) for person in entry.persons.get(role, [])]
        if people:
            made[role] = people
    for name, to in _CSL_FIELDS.items():
        if name in fields:
            made[to] = fields[name].replace("{", "").replace("}", "").replace("--", "–")
    if "pages" in fields:
        made["page"] = fields["pages"].replace("--", "–")
    if "year" in fields:
        made["issued"] = {"date-parts": [[int(fields["year"])]]}
    made["language"] = _LANGUAGES.get(fields["langid"], fields["langid"])
    made["custom"] = {
        name: fields[name]
        for name in ("grade", "extent", "seen", "reportedby", "standing")
        if name in fields
    }
    return made


def _csl_name(person: Any) -> dict[str, str]:  # noqa: ANN401  (a person of pybtex)
    family = " ".join(person.last_names).strip("{}")
    given = " ".join([*person.first_names, *person.middle_names])
    if not given:
        return {"literal": family}
    name = {"family": family, "given": given}
    particle = " ".join(person.prelast_names)
    return name | ({"non-dropping-particle": particle} if particle else {})
