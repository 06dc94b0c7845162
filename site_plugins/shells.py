"""Pages of the theme with slots, rendered once and filled for each record."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping
    from pathlib import Path

_SLOT = re.compile(r"<p>elfern-slot-([a-z]+)</p>|elfern-slot-([a-z]+)")


class SlotError(ValueError):
    """A page that has not the slots it should, or a slot that nothing fills."""


@dataclass(frozen=True, slots=True)
class Shell:
    """A page with slots: as Markdown, and once the theme has rendered it, as HTML in pieces."""

    source: str
    """Its address among the pages, which is none of a record's."""
    sections: tuple[tuple[str, str], ...]
    """Heading and slot of each section; a slot without heading comes first."""
    pieces: tuple[str, ...] = field(default=(), repr=False)
    """The HTML, text and names of slots by turns."""

    @property
    def url(self) -> str:
        """The address that the theme believes the page to have."""
        return self.source.removesuffix(".md") + "/"

    @property
    def markdown(self) -> str:
        """The page for Markdown and theme."""
        body = "".join(
            (f"## {heading} {{: #{slot} }}\n\n" if heading else "") + f"elfern-slot-{slot}\n\n"
            for heading, slot in self.sections
        )
        # What `elfern-replay` stands for is the viewer's: the page is told to load it.
        return (
            "---\ntitle: elfern-slot-title\ndescription: elfern-slot-description\n"
            "search:\n  exclude: true\n---\n\n"
            f'# <span lang="elfern-slot-lang">elfern-slot-title</span> {{: #title }}\n\n{body}'
        )

    def read(self, html: str) -> Shell:
        """Take the finished page apart.

        Raises:
            SlotError: if a slot is not in it.
        """
        pieces = []
        end = 0
        for match in _SLOT.finditer(html):
            pieces += [html[end : match.start()], match[1] or match[2]]
            end = match.end()
        pieces.append(html[end:])
        wanted = {"title", "lang", "description", *(slot for _, slot in self.sections)}
        if missing := wanted - set(pieces[1::2]):
            raise SlotError(f"{self.source} has lost its slots {', '.join(sorted(missing))}")
        return Shell(self.source, self.sections, tuple(pieces))

    def fill(self, url: str, slots: Mapping[str, str]) -> str:
        """Give the page at an address with its slots filled, by HTML that is written as it is.

        Raises:
            SlotError: if a slot has nothing to fill it.
        """
        try:
            filled = [
                slots[piece] if number % 2 else piece.replace(self.url, url)
                for number, piece in enumerate(self.pieces)
            ]
        except KeyError as error:
            raise SlotError(f"{url}: nothing fills {error}") from None
        return "".join(filled)

    def without(self, sitemap: str) -> str:
        """Take the page itself out of the site's map: it is not there."""
        own = re.escape(self.url)
        return re.sub(rf"\s*<url>\s*<loc>[^<]*{own}</loc>.*?</url>", "", sitemap, flags=re.DOTALL)


RECORD = Shell(
    "archive/_record.md",
    (
        ("", "lead"),
        ("The deal", "deal"),
        ("Go on from it", "tools"),
        ("What it is", "facts"),
        ("Where it belongs", "belongs"),
        ("Take it away", "files"),
        ("Cite", "cite"),
    ),
)
"""The page of a record."""
SESSION = Shell(
    "archive/sessions/_session.md",
    (("", "lead"), ("Deal by deal", "rounds"), ("Take it away", "files")),
)
"""The page of a session, and of a list of records."""


@dataclass(slots=True)
class Writer:
    """Writes files, and leaves those alone that would be the same as at an earlier call."""

    written: dict[Path, int] = field(default_factory=dict)
    """What was written where, by the hash of all that it depends on."""
    count: int = 0
    """How many files were really written."""

    def write(self, path: Path, make: Callable[[], str], *depends: Hashable) -> None:
        """Write a file, if it is not there as an earlier call made it.

        Args:
            path: where it stands.
            make: gives its text, and is not called where that is known to be the same.
            depends: all that the text depends on.
        """
        known = hash(depends)
        if self.written.get(path) == known and path.is_file():
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(make(), encoding="utf-8")
        self.written[path] = known
        self.count += 1
