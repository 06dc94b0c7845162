"""The MkDocs plugin of the archive: a page for each record and session, and the index to browse.

It only wires events. The theme's page is rendered once for records and once for sessions, with
slots; each record's page is made of that text. So a record costs some string work, not a run of
Markdown and theme.
"""

from __future__ import annotations

import logging
import re
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.utils import get_relative_url

from elfern_core import records
from site_plugins import browse, linking, packages, record_pages, session_pages, takeaway
from site_plugins.archive import Archive
from site_plugins.bundle import BundleError, bundle, site_modules
from site_plugins.examples import ROOT, Example, Examples
from site_plugins.linking import Linking
from site_plugins.policy import self_contained
from site_plugins.shells import RECORD, SESSION, Shell, Writer
from site_plugins.verdicts import read as read_verdicts

if TYPE_CHECKING:
    from collections.abc import Callable

    import jinja2
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

    from site_plugins.archive import Entry

log = logging.getLogger("mkdocs.plugins.elfern-archive")

LAST = -300
"""Priority where all others have to be done: a finished page is taken as it is."""
ONE_FILE = "archive/index/one-file.txt"
"""What becomes, filled in the browser, one file with a record in it. No page: it has no slots left
only then."""

_ASIDE = re.compile(r"<elfern-replay data-aside=(\d+)></elfern-replay>")

_writer = Writer()
"""What was written where: it lives on between the rebuilds of a server."""
_one_file: dict[str, str] = {}
"""Scripts and styles → the page made of them: esbuild takes its time."""


class ArchiveConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs types its base loosely
    """Options of the plugin in `mkdocs.yml`."""

    cache = config_options.Type(str, default=".cache")
    """Folder for what is kept between builds, from the folder of `mkdocs.yml`."""
    node_modules = config_options.Type(str, default="node_modules")
    """Folder of the npm packages."""


class ArchivePlugin(BasePlugin[ArchiveConfig]):  # type: ignore[no-untyped-call]  # the same
    """Makes the pages of records and sessions, links them both ways, writes the index."""

    def __init__(self) -> None:
        """Start with nothing read."""
        super().__init__()
        self.archive = Archive()
        self.around = record_pages.Around()
        self.linking: Linking
        self.examples: Examples
        self.items: list[browse.Item] = []
        self.site = ""
        self.runtime = ""
        self.page: Page | None = None
        self.aside: dict[str, list[str]] = {}
        self.rebuilt = False

    # --- reading -----------------------------------------------------------------------------

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Take the records that the first plugin has read; add the fence."""
        root = Path(config.config_file_path or "mkdocs.yml").parent
        elfern = config.plugins.get("elfern")
        if elfern is None:
            raise PluginError("elfern-archive needs the plugin elfern before it")
        self.archive = elfern.archive
        sources = getattr(config.plugins.get("elfern-sources"), "sources", None)
        self.site = (config.site_url or "").rstrip("/") + "/"
        verdicts = read_verdicts(root, root / self.config.cache)
        self.around = record_pages.Around(
            sources,
            sessions=self.archive.sessions,
            cite=lambda entry: takeaway.citation(entry, self.site, root),
        )
        self.linking = Linking(self.archive, sources)
        for name in record_pages.RESERVED & set(self.archive.entries):
            log.warning("%s: %s is no id for a record", self.archive.entries[name].path.name, name)
        code = Path(__file__).parent
        engine = Path(records.__file__).parents[1]
        own = [code / "replay.py", code / "examples.py", *engine.rglob("*.py")]

        def stored(entry: Entry) -> object:
            return verdicts.stored.get(entry.id)

        self.examples = Examples(root / self.config.cache / "examples", own, verdicts.told, stored)
        rooms = {"archive": self._browser} | {
            name: partial(self._taken, make, root) for name, make in takeaway.FENCES.items()
        }
        fences = config.mdx_configs.setdefault("pymdownx.superfences", {})
        fences.setdefault("custom_fences", []).extend(
            {"name": name, "class": name, "format": room} for name, room in rooms.items()
        )
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the two pages with slots, the packages, and the frame of the one file."""
        self.runtime = getattr(config.plugins.get("elfern"), "runtime", "")
        # A server that rebuilds finds its own files; any other build begins in an empty folder.
        self.rebuilt = (Path(config.site_dir) / "sitemap.xml").is_file()
        if self.rebuilt:
            pages = {file.src_uri: file for file in files.documentation_pages()}
            for source in self.linking.touched(pages):
                # With content of its own it counts as changed, and is made anew.
                pages[source].content_string = pages[source].content_string
        self.linking.remember()
        root = Path(config.config_file_path or "mkdocs.yml").parent
        add = partial(File.generated, config)
        for shell in (RECORD, SESSION):
            file = add(shell.source, content=shell.markdown)
            file.inclusion = InclusionLevel.NOT_IN_NAV
            files.append(file)
        # To pack everything anew at every edit would take longer than the edit: a server keeps
        # the packages that it began with.
        for uri, data in () if self.rebuilt else packages.write_all(self.archive, root):
            files.append(add(uri, content=data))
        page = self._one_file(Path(config.docs_dir) / "assets", root)
        files.append(add(ONE_FILE, content=page))
        return files

    def _one_file(self, assets: Path, root: Path) -> str:
        """Make the page that becomes one file with a record in it."""
        modules = site_modules(assets)
        style = "".join(
            (assets / name).read_text(encoding="utf-8") for name in ("elfern.css", "archive.css")
        )
        key = "\0".join((style, *modules.values()))
        if key not in _one_file:
            _one_file.clear()
            try:
                script = bundle('import "./viewer.mjs";', modules, root / self.config.node_modules)
            except BundleError as error:
                raise PluginError(str(error)) from error
            body = '<main class="arc-alone">elfern-slot-body</main>'
            _one_file[key] = self_contained(
                title="elfern-slot-title", body=body, script=script, style=style
            )
        return _one_file[key]

    # --- pages -------------------------------------------------------------------------------

    def on_page_markdown(self, markdown: str, *, page: Page, **_: Any) -> str:  # noqa: ANN401
        """Note which page is being made."""
        self.page = page
        return markdown

    def _taken(
        self, make: Callable[[Archive, Path, str, str], str], root: Path, *_: object, **__: object
    ) -> str:
        return make(self.archive, root, self.page.url if self.page else "", self.site)

    def _browser(self, source: str, *_: object, **__: object) -> str:
        if source.strip():
            log.warning("%s: no line may stand here", self.page.file.src_uri if self.page else "?")
        self.items = browse.ordered(map(browse.item, self.archive.entries.values()))
        to = partial(get_relative_url, other=self.page.url if self.page else "")
        return f'<div class="elfern-example">{browse.render(self.items, to)}</div>'

    def on_page_content(self, html: str, *, page: Page, **_: Any) -> str:  # noqa: ANN401
        """Link examples to their records, and rules, variants and sources to theirs.

        The examples themselves are set aside until the page is finished: to the site's search
        their tables are noise, and it reads pages slowly.
        """
        html = self.linking.page(html, page.file.src_uri, page.url)
        aside = self.aside.setdefault(page.file.src_uri, [])
        aside.clear()

        def put(match: re.Match[str]) -> str:
            aside.append(match[0])
            return f"<elfern-replay data-aside={len(aside) - 1}></elfern-replay>"

        return linking.EXAMPLE.sub(put, html)

    def _put_back(self, /, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Put the examples back into the finished page."""
        del config
        aside = self.aside.get(page.file.src_uri, [])
        return _ASIDE.sub(lambda match: aside[int(match[1])], output) if aside else output

    def on_env(
        self,
        env: jinja2.Environment,
        *,
        config: MkDocsConfig,
        files: Files,
    ) -> jinja2.Environment:
        """Write the index, now that it is known where each record is shown."""
        pages = [file.page for file in files.documentation_pages() if file.page is not None]
        for page in pages:
            title = None if page.markdown is None else str(page.title)
            title = self.linking.entitled(page.file.src_uri, title)
            if page.title is None and title is not None:
                page.title = title
        self.around.shown = self.linking.shown()
        self.around.of_sources = self.linking.of_sources()
        entries = self.archive.entries
        self.items = browse.ordered(
            browse.item(entry, self.around.of_sources.get(entry.id, ()))
            for entry in entries.values()
        )
        known = self.around.sources.bibliography.sources if self.around.sources else {}
        shown = browse.facets(self.items, {key: one.short for key, one in known.items()})
        for uri, text in browse.index_files(self.items, entries, shown):
            files.append(File.generated(config, uri, content=text))
        search = config.plugins.get("material/search") or config.plugins.get("search")
        index = getattr(search, "search_index", None)
        if index is not None and not self.rebuilt:
            index.entries.extend(self._found())
        return env

    def _found(self) -> list[dict[str, str]]:
        """Give what the site's search finds records by: their titles."""
        return [
            {"location": record_pages.address(entry), "title": title, "text": ""}
            for entry in self.archive.entries.values()
            if (title := escape(entry.checked.record.title))
        ]

    def on_post_template(
        self,
        output_content: str,
        *,
        template_name: str,
        **_: Any,  # noqa: ANN401
    ) -> str:
        """Put the pages into the site's map: the theme goes without a load only to pages in it."""
        if template_name != "sitemap.xml":
            return output_content
        for shell in (RECORD, SESSION):
            output_content = shell.without(output_content)
        urls = [record_pages.address(entry) for entry in self.archive.entries.values()]
        urls += [record_pages.session_address(name) for name in self.around.sessions]
        urls += [f"archive/all/{number}/" for number in self._lists()]
        lines = "".join(
            f"    <url>\n         <loc>{escape(self.site + url)}</loc>\n    </url>\n"
            for url in urls
        )
        return output_content.replace("</urlset>", f"{lines}</urlset>")

    def _lists(self) -> range:
        split = browse.pages(self.items)
        return range(1, len(split) + 1) if len(split) > 1 else range(0)

    @event_priority(LAST)
    def _finished(self, /, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Make the records' and sessions' pages of the theme's finished page with slots."""
        site = Path(config.site_dir)
        if page.file.src_uri == RECORD.source:
            self._write_records(RECORD.read(output), site)
            return ""
        if page.file.src_uri == SESSION.source:
            self._write_sessions(SESSION.read(output), site)
            return ""
        return output

    on_post_page = CombinedEvent(_put_back, _finished)

    def _write_records(self, shell: Shell, site: Path) -> None:
        around, own = self.around, (self.site, self.runtime)
        for entry in self.archive.entries.values():
            example = self.examples.of(entry)
            url = record_pages.address(entry)
            rounds = around.sessions.get(entry.checked.record.session, [])
            linked = (
                tuple(around.shown.get(entry.id, ())),
                around.of_sources.get(entry.id, ()),
                tuple(one.id for one in rounds),
            )
            page = partial(self._record_page, shell, entry, example)
            _writer.write(site / url / "index.html", page, shell.pieces, example, linked, own)
            alone = partial(
                record_pages.embed_page, entry, example.viewer, "../../../", self.site, self.runtime
            )
            _writer.write(site / url / "embed" / "index.html", alone, example, own)
            text = partial(browse.json_form, entry)
            _writer.write(site / "records" / f"{entry.id}.json", text, entry.text)
        self.examples.sweep()

    def _record_page(self, shell: Shell, entry: Entry, example: Example) -> str:
        slots = record_pages.parts(entry, self.around, "../../", self.site)
        slots["deal"] = (
            f'<div class="elfern-example" data-runtime="{self.runtime}">'
            f"{example.viewer.replace(ROOT, '../../')}</div>"
            f"{example.analysis}"
        )
        return shell.fill(record_pages.address(entry), slots)

    def _write_sessions(self, shell: Shell, site: Path) -> None:
        for name, rounds in self.around.sessions.items():
            url = record_pages.session_address(name)
            slots = session_pages.parts(rounds, "../../../")
            page = partial(shell.fill, url, slots)
            _writer.write(site / url / "index.html", page, shell.pieces, *slots.values())
            texts = tuple(entry.text for entry in rounds)
            for form in ("egn", "json"):
                made = partial(records.dumps, [entry.checked.record for entry in rounds], form)
                _writer.write(site / f"{url.rstrip('/')}.{form}", made, texts)
        for number in self._lists():
            part = browse.pages(self.items)[number - 1]
            url = f"archive/all/{number}/"
            to = partial(get_relative_url, other=url)
            slots = {
                "title": f"All records, list {number}",
                "lang": "en",
                "description": f"{escape(part[0].title)} to {escape(part[-1].title)}",
                "lead": f'<p><a href="{to("archive/")}">Browse the archive</a></p>',
                "rounds": browse.reading_list(part, to),
                "files": "",
            }
            page = partial(shell.fill, url, slots)
            _writer.write(site / url / "index.html", page, shell.pieces, *slots.values())
