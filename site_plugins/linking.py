"""Links between records and the pages that show, explain or contain them, both ways."""

from __future__ import annotations

import re
from functools import partial
from html import escape, unescape
from typing import TYPE_CHECKING

from elfern_core import catalogue
from site_plugins import browse
from site_plugins.addresses import relative
from site_plugins.record_pages import Shown, lang, lang_attribute, ruleset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from site_plugins.archive import Archive, Entry
    from site_plugins.sources import Sources

EXAMPLE = re.compile(
    r'<elfern-replay id="([^"]+)" data-record="([^"]+)".*?</elfern-replay>', re.DOTALL
)
"""An example on a page: element id, id of its record."""
_HEADING = re.compile(r"<h([1-6])(?: [^>]*?)?>")
_SECTION = re.compile(r'<h([2-6])[^>]*? id="([a-z0-9-]+)"')

_seen: dict[str, tuple[tuple[str, str], ...]] = {}
"""Page → element id and record id of its examples; a rebuild of one page knows the others."""
_titles: dict[str, str] = {}
"""Page → its title, for the same reason."""
_known: dict[str, tuple[str, str]] = {}
"""Record of the build before → digest of its text, and what pages say of it."""
_LISTING = ("rules/", "variants/", "sources/", "archive/")
"""Pages that list records by title and topic."""


class Linking:
    """Knows which record is shown where, and which belong to what."""

    def __init__(self, archive: Archive, sources: Sources | None) -> None:
        """Take the records and the sources."""
        self.archive = archive
        self.sources = sources
        self.urls: dict[str, str] = {}

    # --- on pages ----------------------------------------------------------------------------

    def page(self, html: str, source: str, url: str) -> str:
        """Add to a page what links it to records.

        Args:
            html: the page's content.
            source: its path among the pages, such as `rules/elfern.md`.
            url: its address.
        """
        found: list[tuple[str, str]] = []
        to = partial(relative, other=url)

        def link(match: re.Match[str]) -> str:
            element, record = unescape(match[1]), unescape(match[2])
            if record not in self.archive.entries:
                return match[0]
            found.append((element, record))
            there = escape(to(f"archive/{record}/"))
            entry = self.archive.entries[record]
            title = escape(entry.checked.record.title)
            if language := lang_attribute(lang(entry)):
                title = f"<span{language}>{title}</span>"
            return (
                f'{match[0]}<p class="arc-to-record" data-search-exclude><a href="{there}">Record: '
                f"{title}</a></p>"
            )

        html = EXAMPLE.sub(link, html)
        if found:
            _seen[source] = tuple(found)
        else:
            _seen.pop(source, None)
        folder, _, name = source.removesuffix(".md").partition("/")
        if folder == "rules" and name in catalogue.GAMES:
            return self._with_sections(html, name, to)
        if folder == "variants" and name in catalogue.VARIANTS:
            title = catalogue.VARIANTS[name].title.lower()
            return html + browse.about(self._of_variant(name), title, to, f"variant={name}")
        if folder == "sources" and self.sources:
            for key, told in self.sources.pages.items():
                if told.page == name:
                    short = self.sources.bibliography.sources[key].short
                    entries = self._of_source(key)
                    return html + browse.about(entries, short, to, f"source={key}")
        return html

    def _with_sections(self, html: str, game: str, to: Callable[[str], str]) -> str:
        """Put below each rule section the list of the records that illustrate it."""
        parts: list[str] = []
        end = 0
        for match in _SECTION.finditer(html):
            level, section = int(match[1]), match[2]
            if section not in catalogue.SECTIONS:
                continue
            after = (one for one in _HEADING.finditer(html, match.end()) if int(one[1]) <= level)
            stop = next((one.start() for one in after), len(html))
            told = browse.about(
                self._of_section(game, section),
                catalogue.SECTIONS[section][0].lower(),
                to,
                f"game={game}&topic={section}",
            )
            if stop >= end:
                parts += [html[end:stop], told]
                end = stop
        return "".join((*parts, html[end:]))

    # --- which belong to what ----------------------------------------------------------------

    def _of_section(self, game: str, section: str) -> Iterable[Entry]:
        return [
            entry
            for entry in self.archive.entries.values()
            if section in entry.checked.record.illustrates and ruleset(entry).game.id == game
        ]

    def _of_variant(self, variant: str) -> Iterable[Entry]:
        return [
            entry
            for entry in self.archive.entries.values()
            if any(one.id == variant for one in ruleset(entry).variants)
        ]

    def _of_source(self, key: str) -> Iterable[Entry]:
        belonging = self.of_sources()
        return [
            entry for name, entry in self.archive.entries.items() if key in belonging.get(name, ())
        ]

    def of_sources(self) -> Mapping[str, tuple[str, ...]]:
        """Give the sources that each record belongs to, by their keys.

        A record belongs to a source that prints it, on whose page it is shown, or whose ruleset
        it is played under where that is not simply the game.
        """
        if self.sources is None:
            return {}
        found: dict[str, list[str]] = {}
        for key, told in self.sources.pages.items():
            own = {one for one in told.rulesets if one not in catalogue.GAMES}
            here = {record for _, record in _seen.get(f"sources/{told.page}.md", ())}
            for name, entry in self.archive.entries.items():
                record = entry.checked.record
                if name in here or record.rules in own or record.source == key:
                    found.setdefault(name, []).append(key)
        return {name: tuple(keys) for name, keys in found.items()}

    # --- when a server rebuilds ----------------------------------------------------------------

    def touched(self, sources: Iterable[str]) -> set[str]:
        """Give the pages that have to be made anew because of records that have changed."""
        now = self._told()
        changed = {name for name in {*now, *_known} if now.get(name) != _known.get(name)}
        listed = any(
            name not in now or name not in _known or now[name][1] != _known[name][1]
            for name in changed
        )
        return {
            source
            for source in sources
            if any(record in changed for _, record in _seen.get(source, ()))
            or (listed and source.startswith(_LISTING))
        }

    def remember(self) -> None:
        """Note the records as this build has them."""
        _known.clear()
        _known.update(self._told())

    def _told(self) -> dict[str, tuple[str, str]]:
        return {
            name: (entry.digest, repr((entry.checked.record.title, entry.topics, entry.variants)))
            for name, entry in self.archive.entries.items()
        }

    def entitled(self, source: str, title: str | None) -> str | None:
        """Note the title of a page; of one that was not read again, give the title it had."""
        if title is not None:
            _titles[source] = title
        return _titles.get(source)

    def shown(self) -> dict[str, list[Shown]]:
        """Give for each record where it is shown."""
        found: dict[str, list[Shown]] = {}
        for source, examples in sorted(_seen.items()):
            url = re.sub(r"(^|/)index/$", r"\1", source.removesuffix(".md") + "/")
            # A page that shows a record twice is named once, by the first.
            first = {record: element for element, record in reversed(examples)}
            for record, element in first.items():
                place = Shown(_titles.get(source, source), f"{url}#{element}")
                found.setdefault(record, []).append(place)
        return found
