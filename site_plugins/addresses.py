"""Addresses between the pages of a site, from their places below its root."""

from __future__ import annotations

import posixpath

__all__ = ["relative"]


def relative(url: str, other: str) -> str:
    """Give an address as it is seen from a page.

    Args:
        url: from the site's root, such as `rules/elfern/`; a folder ends with a slash.
        other: the page's own, from there too. What stands behind its last slash is a file's name
            if it has a dot, else a folder's.
    """
    folder, _, name = other.rpartition("/")
    start = folder if "." in name else other
    # Absolute, so that nothing leads above the root.
    seen = posixpath.relpath(f"/{url}", f"/{start}")
    return f"{seen}/" if url.endswith("/") else seen
