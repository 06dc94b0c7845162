"""What the theme's own pages lack, added to the finished page: names, keys, and preloads."""

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
    # The button of the drawer, on small screens; the theme opens it at a tap alone.
    '<label class="md-header__button md-icon" for="__drawer">': (
        '<label class="md-header__button md-icon" for="__drawer" tabindex="0">'
        '<span class="elf-spoken">Menu</span>'
    ),
}
# In the drawer: to a part of the site, to the headings of the page, and back. Those that the theme
# gives a key have their `tabindex`.
_DRAWER_LABEL = re.compile(r'<label class="md-nav__(?:title|link[^"]*)" for="__(?:nav_\d+|toc)">')
# Beside the page the title of its headings is a label too, of a box that shows and hides nothing.
_BESIDE = '<div class="md-sidebar md-sidebar--secondary"'
_TITLE = re.compile(r'<label (class="md-nav__title") for="__toc">(.*?)</label>', re.DOTALL)


def mend(html: str) -> str:
    """Name the search dialog, hide the bar of the page's loading, let keys reach the drawer."""
    for lacking, mended in _MENDS.items():
        html = html.replace(lacking, mended)
    drawer, beside, rest = html.partition(_BESIDE)
    drawer = _DRAWER_LABEL.sub(lambda label: f'{label[0][:-1]} tabindex="0">', drawer)
    return drawer + beside + _TITLE.sub(r"<div \1>\2</div>", rest, count=1)


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
