"""The Markdown extension of the sources: citations by key, and markers for what the data says.

`[@pierer-1858]` and `[@pierer-1858, p. 637; @meyer-1906]` become links. A line of its own such as
`<!-- claims: second-phase -->` is replaced by what the data holds. Both know nothing of sources:
the page's makers are given in.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown import Markdown

CITATION = r"\[@([a-z][a-z0-9-]*(?:, [^\]@;]+)?(?:; @[a-z][a-z0-9-]*(?:, [^\]@;]+)?)*)\]"
"""Citations in brackets, keys with locators behind a comma, several behind semicolons."""
_MARKER = re.compile(r"^<!-- ([a-z-]+)(?:: ([^>]*?))? -->$")
_SKIPPED = {"a", "code", "pre", "abbr", "button", "script", "h1", "h2", "h3", "h4", "h5", "h6"}


class _Citations(InlineProcessor):
    def __init__(self, cite: Callable[[str, str], str], md: Markdown) -> None:
        super().__init__(CITATION, md)
        self.cite = cite

    def handleMatch(  # type: ignore[override]  # noqa: N802  (the library's name)
        self, m: re.Match[str], data: str
    ) -> tuple[str, int, int]:
        """Give the links in place of the brackets."""
        del data
        parts = []
        for part in m.group(1).split("; @"):
            key, _, locator = part.partition(", ")
            parts.append(self.cite(key, locator))
        html = f'<span class="src-cites">[{"; ".join(parts)}]</span>'
        return self.md.htmlStash.store(html), m.start(0), m.end(0)


class _Markers(Preprocessor):
    """Runs after fences have been taken out, so that a marker in a code block stays text."""

    def __init__(self, make: Callable[[str, str], str | None], md: Markdown) -> None:
        super().__init__(md)
        self.make = make

    def run(self, lines: list[str]) -> list[str]:
        made = []
        for line in lines:
            match = _MARKER.match(line)
            html = self.make(match[1], (match[2] or "").strip()) if match else None
            made += [line] if html is None else ["", self.md.htmlStash.store(html), ""]
        return made


class _Terms(Treeprocessor):
    """Links each term of the glossary where it first stands on the page."""

    def __init__(
        self, term: Callable[[], tuple[re.Pattern[str], Linker] | None], md: Markdown
    ) -> None:
        super().__init__(md)
        self.term = term

    def run(self, root: ET.Element) -> None:
        asked = self.term()
        if asked:
            pattern, link = asked
            self._walk(root, pattern, link)

    def _walk(self, element: ET.Element, pattern: re.Pattern[str], link: Linker) -> None:
        if element.tag in _SKIPPED:
            return
        children = list(element)
        self._text(element, None, element.text, pattern, link)
        for child in children:
            self._walk(child, pattern, link)
            self._text(element, child, child.tail, pattern, link)

    @staticmethod
    def _text(
        parent: ET.Element,
        before: ET.Element | None,
        text: str | None,
        pattern: re.Pattern[str],
        link: Linker,
    ) -> None:
        """Put links into the text that stands after a child, or first in its parent."""
        if not text:
            return
        end = 0
        for match in pattern.finditer(text):
            made = link(match[0])
            if made is None:
                continue
            plain = text[end : match.start()]
            if before is None:
                parent.text = plain
                parent.insert(0, made)
            else:
                before.tail = plain
                parent.insert(list(parent).index(before) + 1, made)
            end = match.end()
            made.tail = text[end:]
            before = made


type Linker = Callable[[str], ET.Element | None]
"""Gives the link for a word, or `None` where it has been linked already."""


class SourcesExtension(Extension):
    """Wires the three into Markdown."""

    def __init__(
        self,
        cite: Callable[[str, str], str],
        make: Callable[[str, str], str | None],
        term: Callable[[], tuple[re.Pattern[str], Linker] | None],
    ) -> None:
        """Take what makes a citation (key, locator), a marker (name, argument) and a term."""
        super().__init__()
        self.makers = cite, make, term

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  (the library's name)
        """Register: citations before links, markers after fences, terms when all else is done."""
        cite, make, term = self.makers
        md.inlinePatterns.register(_Citations(cite, md), "elfern-citations", 175)
        md.preprocessors.register(_Markers(make, md), "elfern-markers", 22)
        md.treeprocessors.register(_Terms(term, md), "elfern-terms", -20)
