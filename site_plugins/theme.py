"""What the theme's own markup lacks for a screen reader, added to the finished page."""

from __future__ import annotations

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
