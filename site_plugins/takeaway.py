"""What the pages say of the archive's files, its releases, and how to cite it: pure functions."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING, Any

import yaml

from site_plugins import packages, releases
from site_plugins.addresses import relative

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from site_plugins.archive import Archive, Entry
    from site_plugins.releases import Changes

_GROUPS = {
    "game": "By game",
    "variant": "By variant",
    "source": "By source",
    "kind": "By kind",
}
_FORMS = (
    ("zip", "Data package (zip)"),
    ("egn", "EGN"),
    ("json", "JSON"),
    ("jsonl", "JSON Lines"),
    ("csv", "Index (CSV)"),
)
_SHOWN = 40


def _size(data: bytes) -> str:
    kilo = len(data) / 1024
    return f"{kilo / 1024:.1f} MiB" if kilo >= 1024 else f"{kilo:.0f} KiB"  # noqa: PLR2004


def files_html(archive: Archive, root: Path, here: str, site_url: str = "") -> str:
    """Give tables of all files to take away, with sizes and checksums.

    Args:
        archive: the records.
        root: the folder of `mkdocs.yml`.
        here: address of the page, from the site's root.
        site_url: address of the site; not needed here.
    """
    del site_url
    made = dict(packages.write_all(archive, root))

    def link(name: str, text: str) -> str:
        address = relative(f"{packages.FOLDER}/{name}", here)
        return f'<a href="{escape(address)}" download>{escape(text)}</a>'

    rows = []
    for ending, title in _FORMS:
        name = f"{packages.WHOLE}.{ending}"
        data = made[f"{packages.FOLDER}/{name}"]
        rows.append(
            f'<tr><th scope="row">{link(name, title)}</th><td>{_size(data)}</td>'
            f'<td><code class="ar-sum">{sha256(data).hexdigest()}</code></td></tr>'
        )
    whole, *others = packages.facets(archive)
    parts = [
        f"<p><strong>All {len(whole.entries):,} records</strong></p>",
        _table("Files of all records", ("File", "Size", "SHA-256"), rows),
        (
            f"<p>{link('SHA256SUMS', 'Checksums of all files here')} · "
            f"{link('datapackage.json', 'datapackage.json')}, which describes those above · "
            f"{link('ids.txt', 'All ids')}</p>"
        ),
    ]
    for group, title in _GROUPS.items():
        rows = []
        for facet in others:
            if facet.group != group:
                continue
            cells = "".join(
                f"<td>{link(f'{facet.name}.{ending}', text)} "
                f"({_size(made[f'{packages.FOLDER}/{facet.name}.{ending}'])})</td>"
                for ending, text in (("zip", "zip"), ("egn", "EGN"))
            )
            rows.append(
                f'<tr><th scope="row">{escape(facet.title)} ({len(facet.entries):,})</th>'
                f"{cells}</tr>"
            )
        heads = ("Records", "Data package", "Records alone")
        table = _table(f"Files {title[0].lower()}{title[1:]}", heads, rows)
        parts.append(f'<h3 id="by-{group}">{title}</h3>{table}')
    return "".join(parts)


def _table(label: str, heads: Iterable[str], rows: Iterable[str]) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    return (
        '<div class="md-typeset__scrollwrap" tabindex="0" role="region" '
        f'aria-label="{escape(label)}">'
        f'<div class="md-typeset__table"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div></div>"
    )


def releases_html(archive: Archive, root: Path, here: str, site_url: str = "") -> str:
    """Give the list of releases, the newest first, each with what it brought."""
    del site_url
    known = releases.read(root)
    parts = []
    since = known.since(archive.entries.values())
    if since and known.releases:
        parts.append(f'<h2 id="next">Since release {escape(known.releases[-1].version)}</h2>')
        parts.append(_changes(since, archive, here))
    for release in reversed(known.releases):
        parts.append(
            f'<h2 id="release-{escape(release.version)}">Release {escape(release.version)}, '
            f"{escape(release.date)}</h2><p>{release.records:,} records.</p>"
        )
        parts.append(_changes(release.changes, archive, here))
    return "".join(parts) or "<p>No release has been made yet.</p>"


def _changes(changes: Changes, archive: Archive, here: str) -> str:
    parts = []
    for word, ids in (
        ("added", changes.added),
        ("changed", changes.changed),
        ("removed", changes.removed),
    ):
        if not ids:
            parts.append(f"<li>None {word}.</li>")
            continue
        links = ", ".join(_record_link(one, archive, here) for one in ids)
        number = f"{len(ids):,} {word}"
        if len(ids) <= _SHOWN:
            parts.append(f"<li>{number}: {links}.</li>")
        else:
            parts.append(f"<li><details><summary>{number}</summary><p>{links}</p></details></li>")
    return f"<ul>{''.join(parts)}</ul>"


def _record_link(name: str, archive: Archive, here: str) -> str:
    if name not in archive.entries:
        return escape(name)
    address = relative(f"archive/{name}/", here)
    return f'<a href="{escape(address)}">{escape(name)}</a>'


# Citing ------------------------------------------------------------------------------------------


def _forms(key: str, csl: Mapping[str, Any]) -> dict[str, str]:
    """Write one citation in three forms, from CSL-JSON."""
    authors = " and ".join(name["literal"] for name in csl["author"])
    year = str(csl["issued"]["date-parts"][0][0]) if "issued" in csl else ""
    within = f" In: {csl['container-title']}." if "container-title" in csl else ""
    version = f" Release {csl['version']}." if "version" in csl else ""
    dated = f" {year}." if year else ""
    plain = f"{authors}. “{csl['title']}”.{within}{version}{dated} <{csl['URL']}>"
    fields = [
        ("author", f"{{{authors}}}"),
        ("title", csl["title"]),
        ("booktitle", csl.get("container-title", "")),
        ("version", csl.get("version", "")),
        ("year", year),
        ("note", csl.get("note", "")),
        ("url", csl["URL"]),
    ]
    lines = "".join(
        f"  {name} = {{{text if name == 'url' else _tex(text)}}},\n"
        for name, text in fields
        if text
    )
    return {
        "plain": plain,
        "bibtex": f"@misc{{{key},\n{lines}}}",
        "csl": json.dumps([csl], ensure_ascii=False, indent=2),
    }


def _tex(text: str) -> str:
    """Escape what means something to TeX."""
    return re.sub(r"([&%$#_])", r"\\\1", text)


def _cff(root: Path) -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    return told


_ARCHIVE_TITLE = "Elfern and Bohemian Schneider: replay archive"


def citation(entry: Entry, site_url: str, root: Path) -> dict[str, str]:
    """Give the forms in which a record is cited: `plain`, `bibtex` and `csl` (CSL-JSON).

    Args:
        entry: the record.
        site_url: address of the site, with its final slash.
        root: the folder of `mkdocs.yml`.
    """
    record = entry.checked.record
    csl: dict[str, Any] = {
        "id": entry.id,
        "type": "entry",
        "author": [{"literal": one["name"]} for one in _cff(root)["authors"]],
        "title": record.title,
        "container-title": _ARCHIVE_TITLE,
        "note": f"Record {entry.id}, SHA-256 {entry.digest[:16]}",
        "URL": f"{site_url}archive/{entry.id}/",
    }
    if record.date != "?":
        csl["issued"] = {"date-parts": [list(map(int, record.date.split("-")))]}
    return _forms(entry.id, csl)


def cite_html(archive: Archive, root: Path, here: str, site_url: str = "") -> str:
    """Give the forms in which the archive as a whole is cited, to copy."""
    del here
    known = releases.read(root)
    csl: dict[str, Any] = {
        "id": "elfern-archive",
        "type": "dataset",
        "author": [{"literal": one["name"]} for one in _cff(root)["authors"]],
        "title": _ARCHIVE_TITLE,
        "version": known.version_of(archive.entries.values()),
        "URL": f"{site_url}archive/",
    }
    if known.releases:
        csl["issued"] = {"date-parts": [list(map(int, known.releases[-1].date.split("-")))]}
    forms = _forms("elfern-archive", csl)
    blocks = "".join(
        f"<p><strong>{name}</strong></p>"
        f'<pre class="src-copy" data-form="{name}"><code>{escape(forms[key])}</code></pre>'
        for key, name in (("plain", "Plain text"), ("bibtex", "BibTeX"), ("csl", "CSL-JSON"))
    )
    return f'<div class="src-cite"><elfern-cite>{blocks}</elfern-cite></div>'


FENCES: Mapping[str, Callable[[Archive, Path, str, str], str]] = {
    "archive-files": files_html,
    "archive-releases": releases_html,
    "archive-cite": cite_html,
}
"""Name of a fence → what makes its HTML of archive, folder of `mkdocs.yml`, the page's address from
the root, and the site's."""
