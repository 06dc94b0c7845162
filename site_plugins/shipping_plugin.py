"""The MkDocs plugin that makes the built site fit to ship: it only wires events.

It stands last, and its events come last: what the others write is there, and is shipped as well.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority

from site_plugins import compressed, disk, licences, offline, policy
from site_plugins.architecture import python_rooms, script_rooms, tell
from site_plugins.bundle import BundleError
from site_plugins.theme import add_door

if TYPE_CHECKING:
    from collections.abc import Callable

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

log = logging.getLogger("mkdocs.plugins.elfern-shipping")

LAST = -200
"""Priority of the events here: after the theme's own plugins."""


class ShippingConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs types its base loosely
    """Options of the plugin in `mkdocs.yml`."""

    node_modules = config_options.Type(str, default="node_modules")
    """Folder of the npm packages, from the folder of `mkdocs.yml`."""
    cache = config_options.Type(str, default=".cache")
    """Folder for what is kept between builds."""


class ShippingPlugin(BasePlugin[ShippingConfig]):  # type: ignore[no-untyped-call]  # the same
    """Puts the policy into every page; writes what other ways of reading need."""

    def __init__(self) -> None:
        """Start with the policy of a site without address."""
        super().__init__()
        self.scripts: frozenset[str] = frozenset()
        self.policy = ""
        self.is_preview = False

    def on_startup(self, *, command: str, **_: Any) -> None:  # noqa: ANN401
        """Note whether pages are only being looked at while they are written."""
        self.is_preview = command == "serve"

    def on_config(self, config: MkDocsConfig) -> None:
        """Make the policy, which is one for all pages."""
        self.scripts = policy.theme_scripts(config.site_url)
        self.policy = policy.policy(self.scripts)

    def on_files(self, files: Files, **_: Any) -> Files:  # noqa: ANN401
        """Leave out the service worker's source: the site has it as made, at its root."""
        source = files.get_file_from_path(f"assets/{offline.SOURCE}")
        if source is not None:
            files.remove(source)
        return files

    def on_page_markdown(self, markdown: str, *, config: MkDocsConfig, **_: Any) -> str:  # noqa: ANN401
        """Fill in what is read from the packages and from the code."""
        root = Path(config.config_file_path or "mkdocs.yml").parent
        makers: dict[str, Callable[[], str]] = {
            "policy-header": lambda: f"    Content-Security-Policy: {policy.header(self.policy)}",
            "licences": lambda: licences.table(root / self.config.node_modules),
            "rooms-engine": lambda: tell(python_rooms(root / "elfern_core"), "engine"),
            "rooms-plugins": lambda: tell(python_rooms(root / "site_plugins"), "plugins"),
            "rooms-pages": lambda: tell(script_rooms(root / "docs" / "assets"), "pages"),
        }
        for name, make in makers.items():
            marker = f"<!-- {name} -->"
            if marker in markdown:
                try:
                    markdown = markdown.replace(marker, make())
                except (licences.LicenceError, ValueError) as error:
                    log.warning("%s: %s", name, error)
        return markdown

    @event_priority(LAST)
    def on_post_page(self, output: str, **_: Any) -> str:  # noqa: ANN401
        """Finish a page."""
        return self._finish(output)

    @event_priority(LAST)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Finish the pages that were made otherwise; write what stands beside them."""
        root, site = Path(config.config_file_path or "mkdocs.yml").parent, Path(config.site_dir)
        if self.is_preview:
            offline.write_none(site)
            return
        for path in sorted(site.rglob("*.html")):
            html = path.read_text(encoding="utf-8")
            if policy.is_protected(html):
                continue
            try:
                path.write_text(self._finish(html), encoding="utf-8")
            except PluginError as error:
                raise PluginError(f"{path.relative_to(site)}: {error}") from error
        assets, packages = Path(config.docs_dir) / "assets", root / self.config.node_modules
        offline.leave_out(site, _languages(config))
        compressed.write(site, root / self.config.cache)
        try:
            disk.write(site, _modules(config), assets, packages)
            offline.write(site, _languages(config), assets, packages)
        except BundleError as error:
            raise PluginError(str(error)) from error

    def _finish(self, html: str) -> str:
        """Finish a page; a preview goes without policy, which would stop its reload on changes."""
        finished = add_door(disk.add_script(html))
        try:
            if self.is_preview:
                policy.check(finished, self.scripts)
                return finished
            return policy.protect(finished, self.policy, self.scripts)
        except policy.PolicyError as error:
            raise PluginError(str(error)) from error


def _modules(config: MkDocsConfig) -> list[str]:
    """Give the names of the modules that every page loads."""
    scripts = map(str, config.extra_javascript)
    return [Path(script).name for script in scripts if script.endswith(".mjs")]


def _languages(config: MkDocsConfig) -> list[str]:
    """Give the languages of the search."""
    for name in ("material/search", "search"):
        if (search := config.plugins.get(name)) is not None:
            return list(search.config.get("lang") or [])
    return []
