"""The site's MkDocs plugin: it only wires events, the work is in functions of the other modules."""

from __future__ import annotations

import json
import logging
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

from elfern_core.cards import names_table
from elfern_core.frames import frames
from site_plugins import runtime
from site_plugins.archive import Archive, read_archive
from site_plugins.facts import render_page
from site_plugins.play import render_play
from site_plugins.replay import (
    Fence,
    FenceError,
    Urls,
    check_fence,
    find_line,
    read_comparison,
    read_fence,
    render,
    render_comparison,
)
from site_plugins.rooms import render_bring, render_lab
from site_plugins.theme import imported, mend, preload

if TYPE_CHECKING:
    from collections.abc import Callable

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

log = logging.getLogger("mkdocs.plugins.elfern")


class ElfernConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs types its base loosely
    """Options of the plugin in `mkdocs.yml`."""

    replays = config_options.Type(str, default="replays")
    """Folder of the records, from the folder of `mkdocs.yml`."""
    node_modules = config_options.Type(str, default="node_modules")
    """Folder of the npm packages."""
    engine = config_options.Type(str, default=".")
    """Folder of the engine's source."""
    cache = config_options.Type(str, default=".cache")
    """Folder for what is kept between builds."""


class ElfernPlugin(BasePlugin[ElfernConfig]):  # type: ignore[no-untyped-call]  # the same
    """Reads the records, turns `replay` fences into examples, ships the engine."""

    def __init__(self) -> None:
        """Start with nothing read."""
        super().__init__()
        self.archive = Archive()
        self.page: Page | None = None
        self.source = ""
        self.ids: set[str] = set()
        self.runtime = ""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the records and add the fence."""
        root = Path(config.config_file_path or "mkdocs.yml").parent
        self.archive = read_archive(root / self.config.replays, root)
        for fault in self.archive.faults:
            log.warning(fault)
        fences = config.mdx_configs.setdefault("pymdownx.superfences", {})
        rooms = {
            "replay": self._example,
            "compare": self._compare,
            "lab": lambda source: render_lab(source, self._here()),
            "play": lambda source: render_play(source, self._here(), root),
            "bring": lambda source: render_bring(source, self._here(), self.archive.entries),
        }
        fences.setdefault("custom_fences", []).extend(
            {"name": name, "class": name, "format": partial(self.fence, room)}
            for name, room in rooms.items()
        )
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add what the build makes: the records, the names of the cards, the runtime."""
        root = Path(config.config_file_path or "mkdocs.yml").parent
        add = partial(File.generated, config)
        for entry in self.archive.entries.values():
            files.append(add(f"records/{entry.id}.egn", content=entry.text))
        names = json.dumps(names_table(), ensure_ascii=False)
        files.append(add("assets/names.mjs", content=f"export const NAMES = {names};\n"))
        try:
            staged = runtime.stage(
                root / self.config.node_modules,
                None,
                root / self.config.engine,
                root / self.config.cache,
            )
        except runtime.StagingError as error:
            raise PluginError(str(error)) from error
        self.runtime = staged.key
        files.append(add("assets/runtime.mjs", content=staged.module_text()))
        # The worker is served from the runtime's folder alone, so that it fits the engine there.
        worker = files.get_file_from_path("assets/worker.mjs")
        if worker is not None:
            files.remove(worker)
        for path in sorted(staged.folder.iterdir()):
            uri = f"assets/runtime/{staged.key}/{path.name}"
            files.append(add(uri, abs_src_path=str(path)))
        return files

    def on_page_markdown(self, markdown: str, *, page: Page, **_: Any) -> str:  # noqa: ANN401
        """Note which page is being made; fill in the catalogue's facts where it asks for them."""
        # Lines are counted in the file, front matter included.
        self.page, self.source, self.ids = page, page.file.content_string, set()
        if not page.meta.get("facts"):
            return markdown
        try:
            return render_page(markdown)
        except jinja2.TemplateError as error:
            line = getattr(error, "lineno", None)
            before = self.source.count("\n") - markdown.count("\n")
            where = f"{page.file.src_uri}:{before + line}" if line else page.file.src_uri
            log.warning("%s: %s", where, error.message)
        except ValueError as error:
            log.warning("%s: %s", page.file.src_uri, error)
        return markdown

    def on_post_page(
        self,
        output: str,
        *,
        page: Page,
        config: MkDocsConfig,
        **_: Any,  # noqa: ANN401
    ) -> str:
        """Add to the finished page what the theme lacks."""
        html = mend(output)
        if "<elfern-replay" not in html:
            return html
        assets = Path(config.docs_dir) / "assets"
        sources = {path.name: path.read_text(encoding="utf-8") for path in assets.glob("*.mjs")}
        modules = imported("viewer.mjs", sources)
        return preload(html, [get_relative_url(f"assets/{name}", page.url) for name in modules])

    def fence(self, make: Callable[[str], str], source: str, *_: object, **__: object) -> str:
        """Make the HTML of one fence; a fault is a warning that fails the strict build."""
        try:
            inner = make(source)
        except FenceError as error:
            page = self.page.file.src_uri if self.page else "?"
            log.warning("%s:%d: %s", page, find_line(self.source, source), error)
            inner = f'<p class="elfern-fault">{escape(str(error))}</p>'
        # Markdown knows a div for a block; the viewer's element it would put in a paragraph. The
        # div names the runtime, so that a tab open across an update learns of the new one.
        return f'<div class="elfern-example" data-runtime="{self.runtime}">{inner}</div>'

    def _here(self) -> str:
        return self.page.url if self.page else ""

    def _example(self, source: str) -> str:
        return render(*self._side(read_fence(source)))

    def _compare(self, source: str) -> str:
        asked = read_comparison(source)
        left, right = (
            self._side(Fence(record, f"{asked.id}-{side}"))
            for record, side in ((asked.left, "left"), (asked.right, "right"))
        )
        return render_comparison(asked, (left, right))

    def _side(self, fence: Fence) -> tuple[Fence, dict[str, Any], str, Urls]:
        """Give what is needed to render an example: the fence, frames, record and addresses."""
        entry = self.archive.entries.get(fence.record)
        if entry is None:
            raise FenceError(self._missing(fence.record))
        if fence.id in self.ids:
            raise FenceError(f"two examples on this page have the id {fence.id}; give one an `id:`")
        self.ids.add(fence.id)
        shown = frames(entry.checked, slate=entry.slate)
        check_fence(fence, shown)
        to = partial(get_relative_url, other=self._here())
        urls = Urls(
            to(f"records/{entry.id}.egn"),
            to("rules/{game}/") + "#{section}",
            to("variants/{variant}/"),
        )
        return fence, shown, entry.text, urls

    def _missing(self, record: str) -> str:
        """Say that there is no such record, with its fault if it has one, or a likely id."""
        for fault in self.archive.faults:
            if f"{record}.egn" in fault or f"record {record}" in fault:
                return f"the record {record} is not sound: {fault}"
        near = self.archive.near(record)
        return f"there is no record {record}" + (f"; did you mean {near}?" if near else "")
