"""The content security policy of every page: what it may load and run, and nothing else.

One text for the whole site: the theme goes from page to page without a load and keeps the policies
of all the pages it has shown, so two different ones would add up to less than either. The theme's
inline scripts are allowed by hash. Their hashes come from the theme's own templates, never from a
finished page: what a record or a comment might smuggle into a page is no script of the theme, and
is refused when the site is built.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "PolicyError",
    "header",
    "is_protected",
    "policy",
    "protect",
    "self_contained",
    "theme_scripts",
]

TEMPLATES = Path(str(files("material"))) / "templates" / "partials" / "javascripts"
"""Where the theme keeps its inline scripts, one file each."""
USED = ("base", "content", "palette")
"""Those in use; a page with another stops the build."""
DEPTHS = 6
"""How many folders deep a page may stand."""

_CHARSET = re.compile(r"""<meta\s+charset=["']?utf-8["']?\s*/?>""", re.IGNORECASE)
_META = re.compile(r"""<meta\s+http-equiv=["']?Content-Security-Policy\b""", re.IGNORECASE)
_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script\s*>", re.DOTALL | re.IGNORECASE)
_DATA = re.compile(r"""\btype=["']?application/(?:ld\+)?json\b""", re.IGNORECASE)
_SOURCE = re.compile(r"\bsrc\s*=", re.IGNORECASE)
_HANDLER = re.compile(r"""<[a-z][^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*?\s(on[a-z]+)\s*=""")
_INERT = re.compile(r"<!--.*?-->|<(pre|code|template|textarea)\b.*?</\1>", re.DOTALL)
_VALUE = re.compile(r"\{\{.*?\}\}")


class PolicyError(ValueError):
    """A page that the policy would break or that holds a script of unknown origin."""


def source_of(text: str, kind: str = "sha256") -> str:
    """Give the policy's word for one inline script or style: the hash of its exact text."""
    return f"'{kind}-{b64encode(hashlib.new(kind, text.encode()).digest()).decode()}'"


def theme_scripts(site_url: str | None, templates: Path = TEMPLATES) -> frozenset[str]:
    """Give the theme's inline scripts as they stand in finished pages, however deep these are.

    Args:
        site_url: the site's address; its path stands in the page for what was not found.
        templates: the folder of the theme's inline scripts.
    """
    root = urlsplit(site_url or "").path or "/"
    bases = {".", root} | {"/".join([".."] * depth) for depth in range(1, DEPTHS + 1)}
    found: set[str] = set()
    for name in USED:
        for match in _SCRIPT.finditer((templates / f"{name}.html").read_text(encoding="utf-8")):
            found.update(_VALUE.sub(lambda _, base=base: base, match[2]) for base in bases)
    return frozenset(found)


def policy(scripts: Iterable[str]) -> str:
    """Give the policy under which the given inline scripts run, and files of the site alone.

    `blob:` for workers: the one that runs Python is started through a script made in the page, so
    that it has this policy too, on hosts that send no header. `'wasm-unsafe-eval'` lets
    WebAssembly be compiled, and no text be run as JavaScript.
    """
    hashes = " ".join(sorted(source_of(script) for script in scripts))
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'wasm-unsafe-eval' {hashes}".rstrip(),
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "worker-src 'self' blob:",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def header(text: str) -> str:
    """Give the policy as a server's header line: there it can also forbid frames elsewhere."""
    return f"{text}; frame-ancestors 'self'"


def is_protected(html: str) -> bool:
    """Tell whether a page carries a policy of its own."""
    return bool(_META.search(html, 0, 4000))


def protect(html: str, text: str, scripts: Iterable[str]) -> str:
    """Put the policy into a finished page, before anything that it is to govern.

    Args:
        html: the page.
        text: the policy, as `policy` gives it.
        scripts: the inline scripts that it allows.

    Raises:
        PolicyError: the page holds another inline script, an event handler or a style in an
            attribute, or has no place for the policy.
    """
    check(html, scripts)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{escape(text, quote=False)}">'
    found, count = _CHARSET.subn(lambda match: match[0] + meta, html, count=1)
    if not count:
        raise PolicyError("the page does not begin with <meta charset=utf-8>")
    return found


def check(html: str, scripts: Iterable[str]) -> None:
    """Refuse a page in which a script stands that is not one of the given.

    Raises:
        PolicyError: with the script's beginning, or the handler's name.
    """
    known = frozenset(scripts)
    for attributes, script in _SCRIPT.findall(html):
        if _SOURCE.search(attributes) or _DATA.search(attributes) or not script.strip():
            continue
        if script not in known:
            raise PolicyError(f"an inline script that is not the theme's: {script.strip()[:80]}")
    shown = _INERT.sub("", html)
    if handler := _HANDLER.search(shown):
        raise PolicyError(f"an event handler in an attribute: {handler[1]}")
    if style := re.search(r"<[a-z][^<>]*\sstyle=[\"'][^\"']*", shown):
        raise PolicyError(f"a style in an attribute: {style[0][-80:]}")


def self_contained(
    *, title: str, body: str, script: str, style: str, lang: str = "en", head: str = ""
) -> str:
    """Make a page that is one file: script and style stand in it, and nothing is fetched.

    Args:
        title: the page's title, as text.
        body: the HTML of its body.
        script: the program, as `bundle` gives it.
        style: the style sheet; it may load nothing but `data:` pictures.
        lang: the language of the page.
        head: more HTML for the head, such as further `meta` elements.

    Raises:
        PolicyError: the program or style would end its own element.
    """
    for text, end in ((script, "</script"), (style, "</style")):
        if end in text.lower():
            raise PolicyError(f"{end} stands in what is to be one file")
    only = "; ".join(
        (
            "default-src 'none'",
            f"script-src {source_of(script)}",
            f"style-src {source_of(style)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    return (
        f'<!doctype html>\n<html lang="{escape(lang)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{only}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n{head}<style>{style}</style>\n</head>\n"
        f"<body>\n{body}\n<script>{script}</script>\n</body>\n</html>\n"
    )
