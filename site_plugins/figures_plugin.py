"""The MkDocs plugin of the figures: it only wires events, the work is in other modules."""

from __future__ import annotations

import json
import logging
from difflib import get_close_matches
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

from site_plugins import figures_skill, figures_told
from site_plugins.figures_data import FiguresError, Stored
from site_plugins.figures_strip import strip
from site_plugins.replay import find_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

log = logging.getLogger("mkdocs.plugins.elfern-figures")

FORMAT = "elfern-study/1"
"""The format of stored studies that can be shown."""
PLOTS: dict[str, Callable[[Stored], str]] = {
    "points": figures_told.plot_points,
    "first-lead": figures_told.plot_first_lead,
    "results": figures_told.plot_results,
    "sessions": figures_told.plot_sessions,
    "lengths": figures_told.plot_lengths,
    "bites": figures_told.plot_bites,
    "matches": figures_skill.plot_matches,
    "luck": figures_skill.plot_luck,
    "open": figures_skill.plot_open,
}
"""Plots that a page can ask for by name."""
_NEEDED = {"command", "engine", "figures", "format", "matches", "plan"}


class FiguresConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs types its base loosely
    """Options of the plugin in `mkdocs.yml`."""

    studies = config_options.Type(str, default="studies")
    """Folder of the stored studies, from the folder of `mkdocs.yml`."""


class FiguresPlugin(BasePlugin[FiguresConfig]):  # type: ignore[no-untyped-call]  # the same
    """Reads the stored studies and turns `figures` fences into plots, tables and sentences."""

    def __init__(self) -> None:
        """Start with nothing read."""
        super().__init__()
        self.stored = Stored()
        self.page: Page | None = None
        self.source = ""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the studies and add the fence."""
        root = Path(config.config_file_path or "mkdocs.yml").parent
        self.stored, faults = read_studies(root / self.config.studies)
        for fault in faults:
            log.warning(fault)
        fences = config.mdx_configs.setdefault("pymdownx.superfences", {})
        fences.setdefault("custom_fences", []).append(
            {"name": "figures", "class": "figures", "format": self.fence}
        )
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Offer the stored studies for download."""
        for name, study in self.stored.studies.items():
            text = json.dumps(study, indent=1, ensure_ascii=False) + "\n"
            files.append(File.generated(config, f"studies/{name}.json", content=text))
        return files

    def on_page_markdown(self, markdown: str, *, page: Page, **_: Any) -> str:  # noqa: ANN401
        """Note which page is being made."""
        self.page, self.source = page, page.file.content_string
        return markdown

    def fence(self, source: str, *_: object, **__: object) -> str:
        """Make the HTML of one fence; a fault is a warning that fails the strict build."""
        try:
            inner = self._made(source)
        except FiguresError as error:
            page = self.page.file.src_uri if self.page else "?"
            log.warning("%s:%d: %s", page, find_line(self.source, source), error)
            inner = f'<p class="elfern-fault">{escape(str(error))}</p>'
        return f'<div class="elf-figures">{inner}</div>'

    def _made(self, source: str) -> str:
        try:
            asked = yaml.safe_load(source)
        except yaml.YAMLError as error:
            raise FiguresError(f"the fence is no list of names and values: {error}") from None
        if not isinstance(asked, dict) or len(asked) != 1:
            raise FiguresError("a figures fence has one line: plot, strip or command with a name")
        ((kind, name),) = asked.items()
        here = self.page.url if self.page else ""
        if kind == "strip":
            return strip(self.stored, str(name), get_relative_url("figures/", here))
        if kind == "command":
            address = get_relative_url(f"studies/{name}.json", here)
            return command(self.stored, str(name), address)
        if kind != "plot":
            raise FiguresError(f"{kind} is none of plot, strip and command")
        if name not in PLOTS:
            near = get_close_matches(str(name), PLOTS, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise FiguresError(f"there is no plot {name}{hint}")
        return PLOTS[name](self.stored)


def read_studies(folder: Path) -> tuple[Stored, list[str]]:
    """Read the stored studies of a folder; also the faults found, each a sentence."""
    stored, faults = Stored(), []
    for path in sorted(folder.glob("*.json")):
        try:
            study = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            faults.append(f"{folder.name}/{path.name}: it is no JSON: {error}")
            continue
        missing = _NEEDED - set(study) if isinstance(study, dict) else _NEEDED
        if missing:
            faults.append(
                f"{folder.name}/{path.name}: no study, without {', '.join(sorted(missing))}"
            )
        elif study["format"] != FORMAT:
            faults.append(
                f"{folder.name}/{path.name}: the format is {study['format']}, not {FORMAT}"
            )
        else:
            stored.studies[path.stem] = study
    return stored, faults


def command(stored: Stored, name: str, here: str) -> str:
    """Say how a study was made.

    Args:
        stored: the stored studies.
        name: the study.
        here: address of the stored file, from the page.
    """
    study = stored.study(name)
    plan = study["plan"]
    return (
        f'<pre class="fig-command"><code>{escape(study["command"])}</code></pre>'
        f"<p>{plan['deals']:,} deals from seed {plan['seed']}, engine {escape(study['engine'])}; "
        f'<a href="{escape(here)}">the figures as JSON</a>.</p>'
    )
