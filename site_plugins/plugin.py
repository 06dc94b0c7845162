"""The site's MkDocs plugin: it only wires events, the work is in functions of the other modules."""

from __future__ import annotations

import json
import logging
from functools import partial
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
from site_plugins.replay import (
    Fence,
    FenceError,
    Urls,
    check_fence,
    find_line,
    read_fence,
    render,
)

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

log = logging.getLogger("mkdocs.plugins.elfern")


class ElfernConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs types its base loosely
    """Options of the plugin in `mkdocs.yml`."""

    replays = config_options.Type(str, default="replays")
    """Folder of the records, from the folder of `mkdocs.yml`."""
    node_modules = config_options.Type(str, default="node_modules")
    """Folder of the npm packages."""
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

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the records and add the fence."""
        root = Path(config.config_file_path or "mkdocs.yml").parent
        self.archive = read_archive(root / self.config.replays, root)
        for fault in self.archive.faults:
            log.warning(fault)
        fences = config.mdx_configs.setdefault("pymdownx.superfences", {})
        fences.setdefault("custom_fences", []).append(
            {"name": "replay", "class": "replay", "format": self.fence}
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
                root / self.config.cache / "site-runtime",
                root,
                root / self.config.cache,
            )
        except runtime.StagingError as error:
            raise PluginError(str(error)) from error
        files.append(add("assets/runtime.mjs", content=staged.module_text()))
        for path in sorted(staged.folder.iterdir()):
            uri = f"assets/runtime/{staged.key}/{path.name}"
            files.append(add(uri, abs_src_path=str(path)))
        return files

    def on_page_markdown(self, markdown: str, *, page: Page, **_: Any) -> str:  # noqa: ANN401
        """Note which page is being made; fill in the catalogue's facts where it asks for them."""
        self.page, self.source, self.ids = page, markdown, set()
        if not page.meta.get("facts"):
            return markdown
        try:
            return render_page(markdown)
        except jinja2.TemplateError as error:
            line = getattr(error, "lineno", None)
            where = f"{page.file.src_uri}:{line}" if line else page.file.src_uri
            log.warning("%s: %s", where, error.message)
        except ValueError as error:
            log.warning("%s: %s", page.file.src_uri, error)
        return markdown

    def fence(self, source: str, *_: object, **__: object) -> str:
        """Make the HTML of one fence; a fault is a warning that fails the strict build."""
        try:
            return self._example(read_fence(source))
        except FenceError as error:
            page = self.page.file.src_uri if self.page else "?"
            log.warning("%s:%d: %s", page, find_line(self.source, source), error)
            return f'<p class="elfern-fault">{error}</p>'

    def _example(self, fence: Fence) -> str:
        entry = self.archive.entries.get(fence.record)
        if entry is None:
            near = self.archive.near(fence.record)
            faults = [fault for fault in self.archive.faults if f"{fence.record}" in fault]
            hint = f"; did you mean {near}?" if near else ""
            hint = f": {faults[0]}" if faults else hint
            raise FenceError(f"there is no sound record {fence.record}{hint}")
        if fence.id in self.ids:
            raise FenceError(f"two examples on this page have the id {fence.id}; give one an `id:`")
        self.ids.add(fence.id)
        shown = frames(entry.checked)
        check_fence(fence, shown)
        here = self.page.url if self.page else ""
        to = partial(get_relative_url, other=here)
        urls = Urls(
            to(f"records/{entry.id}.egn"),
            to("rules/{game}/") + "#{section}",
            to("variants/{variant}/"),
        )
        return render(fence, shown, entry.text, urls)
