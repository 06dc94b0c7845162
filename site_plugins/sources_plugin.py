"""The MkDocs plugin of the sources: it only wires events, the work is in other modules."""

from __future__ import annotations

import csv
import io
import json
import logging
from difflib import get_close_matches
from functools import partial
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from markdown import Markdown
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

from elfern_core import catalogue
from site_plugins import glossary
from site_plugins.attribution import Teller, site_forms
from site_plugins.citations import SourcesExtension
from site_plugins.concordance import as_rows, concordance
from site_plugins.sessions import SessionError, compare_sessions
from site_plugins.sources import Sources, read_sources

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

    from site_plugins.archive import Archive
    from site_plugins.citations import Linker

log = logging.getLogger("mkdocs.plugins.elfern-sources")

NO_TERMS = ("glossary.md", "reference/", "contribute/")
"""Pages on which terms are not linked."""
NOT_PRINTED = {"constructed", "self-play", "played", "?"}
"""Words for the origin of a record that name no source."""


class MarkerError(ValueError):
    """A marker that asks for what there is not, with the reason."""


class SourcesConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs types its base loosely
    """Options of the plugin in `mkdocs.yml`."""

    sources = config_options.Type(str, default="sources")
    """Folder of the bibliography, the claims and the glossary, from the folder of `mkdocs.yml`."""
    citation = config_options.Type(str, default="CITATION.cff")
    """File that says how the site itself is cited."""


class SourcesPlugin(BasePlugin[SourcesConfig]):  # type: ignore[no-untyped-call]  # the same
    """Reads the sources, resolves citations, fills markers, links the glossary's terms."""

    def __init__(self) -> None:
        """Start with nothing read."""
        super().__init__()
        self.sources: Sources
        self.glossary = glossary.Glossary()
        self.archive: Archive | None = None
        self.site: dict[str, Any] = {}
        self.page: Page | None = None
        self.linker: tuple[re.Pattern[str], Linker] | None = None
        self.teller: Teller
        self.makers: dict[str, Callable[[str], str]] = {
            "claims": self._claims,
            "source": lambda key: self.teller.card(self._key(key)),
            "states": lambda key: self.teller.states(self._key(key)),
            "contradicts": lambda key: self.teller.contradicts(self._key(key)),
            "leaves-open": lambda key: self.teller.leaves_open(self._key(key)),
            "cite": lambda key: self.teller.cite(self._key(key)),
            "bibliography": lambda _: self.teller.bibliography(),
            "concordance": self._concordance,
            "glossary": self._glossary,
            "sessions": self._sessions,
            "cite-site": lambda _: site_forms(self.site),
        }

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the data and add the Markdown extension."""
        root = Path(config.config_file_path or "mkdocs.yml").parent
        folder = root / self.config.sources
        self.sources = read_sources(folder, root)
        path = folder / "glossary.yml"
        self.glossary = glossary.read_glossary(path, str(path.relative_to(root)))
        for fault in (*self.sources.faults, *self.glossary.faults):
            log.warning(fault)
        self.archive = getattr(config.plugins.get("elfern"), "archive", None)
        self.site = _site(root / self.config.citation, config.site_url or "")
        config.markdown_extensions.append(
            SourcesExtension(self._cite, self._marker, lambda: self.linker)  # type: ignore[arg-type]
        )
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the downloads, and check that what a record names as its source is one."""
        bibliography = self.sources.bibliography.sources
        known = NOT_PRINTED | set(bibliography)
        for entry in self.archive.entries.values() if self.archive else ():
            if entry.checked.record.source not in known:
                log.warning(
                    "%s:%d: %s is no source of the bibliography",
                    entry.path.name, entry.line, entry.checked.record.source,
                )  # fmt: skip
        for uri, text in _downloads(self.sources).items():
            files.append(File.generated(config, uri, content=text))
        return files

    def on_page_markdown(self, markdown: str, *, page: Page, **_: Any) -> str:  # noqa: ANN401
        """Note which page is being made."""
        self.page = page
        to = partial(get_relative_url, other=page.url)
        inline = Markdown(
            extensions=["attr_list", SourcesExtension(self._cite, lambda *_: None, lambda: None)]
        )

        def words(text: str) -> str:
            html = inline.reset().convert(text)
            return html.removeprefix("<p>").removesuffix("</p>")

        self.teller = Teller(self.sources, words, to)
        self.linker = None
        if self.glossary.terms and not page.file.src_uri.startswith(NO_TERMS):
            self.linker = self.glossary.pattern, self.glossary.linker(to("glossary/"))
        return markdown

    # --- on a page ---------------------------------------------------------------------------

    def _fault(self, sentence: str, sought: str) -> str:
        """Warn, which fails the strict build, and give what stands on the page instead."""
        place = "?"
        if self.page:
            place = self.page.file.src_uri
            lines = self.page.file.content_string.splitlines()
            found = (number for number, line in enumerate(lines, 1) if sought in line)
            place += f":{next(found, 0)}"
        log.warning("%s: %s", place, sentence)
        return f'<span class="elfern-fault">{escape(sentence)}</span>'

    def _cite(self, key: str, locator: str) -> str:
        source = self.sources.bibliography.sources.get(key)
        if source is None:
            return self._fault(_unknown(key, self.sources), f"@{key}")
        grade = {"read": "", "reported": ", reported", "not-seen": ", not seen"}[source.grade]
        place = f", {escape(locator)}" if locator else ""
        address = escape(self.teller.source_address(key))
        return (
            f'<a class="src-citation" href="{address}" title="{escape(source.plain)}">'
            f"{escape(source.short)}{place}</a>{grade}"
        )

    def _marker(self, name: str, argument: str) -> str | None:
        maker = self.makers.get(name)
        sought = f"<!-- {name}"
        if maker is None:
            near = get_close_matches(name, self.makers, 1)
            if near:
                self._fault(f"there is no marker {name}; did you mean {near[0]}?", sought)
            return None
        try:
            return maker(argument)
        except (MarkerError, SessionError) as error:
            return self._fault(str(error), f"{sought}: {argument}" if argument else sought)

    def _key(self, key: str) -> str:
        if key not in self.sources.bibliography.sources:
            raise MarkerError(_unknown(key, self.sources))
        return key

    def _claims(self, argument: str) -> str:
        """Say who says so, under a variant, or a rule section of the page's or a named game."""
        game, _, name = argument.rpartition("/")
        page = Path(self.page.file.src_uri).stem if self.page else ""
        game = game or (page if page in catalogue.GAMES else "elfern")
        if name in catalogue.VARIANTS:
            points = self.sources.of_variant(name)
        elif name in catalogue.SECTIONS and game in catalogue.GAMES:
            points = self.sources.of_section(game, name)
        else:
            raise MarkerError(f"{argument} is no rule section and no variant")
        if not points:
            raise MarkerError(f"no claim and no reading of ours stands for {argument}")
        return self.teller.who_says_so(points)

    def _concordance(self, name: str) -> str:
        if name not in self.sources.tables:
            raise MarkerError(f"there is no concordance of {name}")
        return concordance(self.teller, self.sources.tables[name])

    def _glossary(self, group: str) -> str:
        html = glossary.render(self.glossary, group, self.teller.words)
        if not html:
            raise MarkerError(f"the glossary has no group {group}")
        return html

    def _sessions(self, argument: str) -> str:
        """Compare sessions told as `key name; key name`: a source and the session under it."""
        asked = []
        for part in argument.split(";"):
            key, _, name = part.strip().partition(" ")
            asked.append((self.teller.source_link(self._key(key)), name))
        if self.archive is None:
            raise SessionError("there are no records")
        return compare_sessions(self.archive, asked, self.teller.to)


def _unknown(key: str, sources: Sources) -> str:
    near = get_close_matches(key, sources.bibliography.sources, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"{key} is no source of the bibliography{hint}"


def _downloads(sources: Sources) -> dict[str, str]:
    """Give the files that the site offers on its sources: address → text."""
    entries = sources.bibliography.sources.values()
    csl = [source.csl for source in entries]
    rows = as_rows(sources.tables)
    table = io.StringIO()
    writer = csv.DictWriter(table, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    files = {
        "sources/bibliography.bib": "\n".join(source.bibtex for source in entries),
        "sources/bibliography.json": json.dumps(csl, ensure_ascii=False, indent=2) + "\n",
        "sources/bibliography.txt": "".join(f"{source.plain}\n" for source in entries),
        "sources/concordance.csv": table.getvalue(),
        "sources/concordance.json": json.dumps(rows, ensure_ascii=False, indent=1) + "\n",
    }
    for source in entries:
        base = f"sources/cite/{source.key}"
        files[f"{base}.bib"] = source.bibtex
        files[f"{base}.json"] = json.dumps([source.csl], ensure_ascii=False, indent=2) + "\n"
        files[f"{base}.txt"] = source.plain + "\n"
    return files


def _site(path: Path, address: str) -> dict[str, Any]:
    """Read how the site is cited: title, authors, version, address."""
    told = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {
        "title": told.get("title", ""),
        "authors": [author["name"] for author in told.get("authors", ())],
        "version": version("elfern-core"),
        "address": address,
    }
