"""What the theme's own pages lack, added to the finished page: names, and preloads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MENDS = {
    'data-md-component="search" role="dialog"': (
        'data-md-component="search" role="dialog" aria-label="Search"'
    ),
    # A bar that runs along the top while a page loads: a decoration, the title is announced.
    'data-md-component="progress" role="progressbar"': (
        'data-md-component="progress" aria-hidden="true"'
    ),
}


def mend(html: str) -> str:
    """Name the search dialog, and hide the bar of the page's loading from screen readers."""
    for lacking, mended in _MENDS.items():
        html = html.replace(lacking, mended)
    return html


_IMPORT = re.compile(r"""^(?:import|export)\b[^"';(]*["']\./([\w-]+\.mjs)["']""", re.MULTILINE)


def imported(entry: str, sources: Mapping[str, str]) -> list[str]:
    """Give the modules that `entry` needs at once, itself first, each once.

    Args:
        entry: name of a module.
        sources: name of each module → its text. A name without text is a module all the same.
    """
    found = [entry]
    for name in found:
        found += [other for other in _IMPORT.findall(sources.get(name, "")) if other not in found]
    return found


def preload(html: str, addresses: Iterable[str]) -> str:
    """Tell the browser of all modules at once, which it would else find one after the other."""
    links = "".join(f'<link rel="modulepreload" href="{address}">' for address in addresses)
    return html.replace("</head>", f"{links}</head>", 1)


_COPYRIGHT = '<div class="md-copyright">'
_ROOT = re.compile(r"""<link rel="icon" href="([^"]*)assets/""")


def add_door(html: str) -> str:
    """Put the link to the offline page into the footer, where the page has one; not twice."""
    root = _ROOT.search(html)
    if root is None or "data-elfern-offline" in html:
        return html
    door = (
        f'<a class="elfern-door" href="{root[1]}offline/" data-elfern-offline>Keep for offline</a>'
    )
    return html.replace(_COPYRIGHT, f"{_COPYRIGHT}{door}", 1)
