"""What the sources say, as HTML: “who says so” under a rule, and the lists of a source's page.

Nothing is stated here that does not stand in the data of `sources`.
"""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any

from elfern_core import catalogue
from site_plugins.sources import STANCES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from site_plugins.bibliography import Source
    from site_plugins.sources import Claim, Point, Sources

type Words = Callable[[str], str]
"""Makes HTML of Markdown inside a line."""
type To = Callable[[str], str]
"""Makes an address from the site's root one that is seen from the page."""


class Teller:
    """Says on one page what the sources say."""

    def __init__(self, sources: Sources, words: Words, to: To) -> None:
        """Take the data, and how the page writes words and addresses."""
        self.sources = sources
        self.words = words
        self.to = to

    # --- addresses and names -----------------------------------------------------------------

    def home(self, point: Point, game: str) -> str:
        """Give the address of the rule section, variant or page that a point belongs to."""
        if point.variant:
            return self.to(f"variants/{point.variant}/")
        if point.section:
            return self.to(f"rules/{game}/#{point.section}")
        page, _, anchor = point.page.partition("#")
        return self.to(f"{page.removesuffix('.md')}/#{anchor}")

    def home_name(self, point: Point) -> str:
        """Name that place."""
        if point.variant:
            return catalogue.VARIANTS[point.variant].title
        return catalogue.SECTIONS[point.section][0] if point.section else point.title

    def source_address(self, key: str, point: Point | None = None) -> str:
        """Give the address of the page on a source, or of what it says on a point."""
        address = self.sources.page_of(key)
        if point and "#" not in address:
            address += f"#says-{point.id}"
        return self.to(address)

    def source_link(self, key: str, point: Point | None = None) -> str:
        """Link a source by its short name."""
        source = self.sources.bibliography.sources[key]
        return f'<a href="{escape(self.source_address(key, point))}">{escape(source.short)}</a>'

    def known(self, source: Source, claim: Claim | None = None) -> str:
        """Say how we know what a source says: read, or reported by whom; and the place."""
        place = claim.place if claim and claim.place else _pages(source)
        if source.grade != "read":
            reporters = claim.by if claim else source.reported_by
            said = "reported by" if source.grade == "reported" else "not seen, listed by"
            return f"{said} {_listed([self.source_link(key) for key in reporters])}"
        read = "read" if source.whole else "read in part"
        return f"{read}, {escape(place)}" if place else read

    # --- who says so -------------------------------------------------------------------------

    def who_says_so(self, points: Iterable[Point]) -> str:
        """List under a rule section or variant, point by point, what each source says."""
        points = list(points)
        claims = [claim for point in points for claim in point.claims.values()]
        heard = len({claim.source for claim in claims})
        differ = len({claim.source for claim in claims if claim.stance == "differs"})
        counted = f"{heard} source{'s' if heard > 1 else ''}" if heard else "nobody"
        if differ:
            counted += f", {differ} of which differ{'s' if differ == 1 else ''}"
        body = "".join(map(self._point, points))
        return (
            f'<details class="src-claims"><summary>Who says so, source by source: {counted}'
            f"</summary>{body}</details>"
        )

    def _point(self, point: Point) -> str:
        items = [
            f'<li class="src-{claim.stance}">{self.source_link(key, point)} '
            f'<span class="src-known">({self.known(self.source(key), claim)})</span>'
            f"{badge(claim.stance)}: {self.words(claim.says)}{self._as_variant(claim, point)}</li>"
            for key, claim in point.claims.items()
        ]
        quiet = [key for key, silence in point.silences.items() if silence == "silent"]
        if quiet and not point.variant:
            links = _listed([self.source_link(key, point) for key in quiet])
            items.append(f'<li class="src-silent">Nothing on it in: {links}</li>')
        listed = f"<ul>{''.join(items)}</ul>" if items else ""
        return (
            f'<p class="src-point"><strong>{escape(point.title)}.</strong> '
            f"Here: {self.words(point.reading)}{self.ours(point)}</p>{listed}"
        )

    @staticmethod
    def ours(point: Point) -> str:
        """Say that a reading, or part of it, is this site's own; empty if it is not."""
        if not point.ours:
            return ""
        said = "This is" if not point.claims else "Part of this is"
        return f' <em class="src-ours">{said} our own reading: no source gives it.</em>'

    def _as_variant(self, claim: Claim, point: Point) -> str:
        if not claim.variant or claim.variant == point.variant:
            return ""
        title = catalogue.VARIANTS[claim.variant].title
        link = escape(self.to(f"variants/{claim.variant}/"))
        return f' (<a href="{link}">variant: {escape(title)}</a>)'

    def source(self, key: str) -> Source:
        """Give a source by its key."""
        return self.sources.bibliography.sources[key]

    # --- the page of a source ----------------------------------------------------------------

    def card(self, key: str) -> str:
        """Say what a source is, how we know it, and how it runs here."""
        source = self.source(key)
        rows = [
            ("Source", source.html),
            (
                "How we know it",
                self.known(source) + (f": {escape(source.seen)}" if source.seen else ""),
            ),
            ("What it is worth", escape(source.standing)),
        ]
        page = self.sources.pages.get(key)
        if page:
            runs = "".join(
                f"<li><code>{escape(one)}</code> ({escape(catalogue.ruleset(one).title())})</li>"
                for one in page.rulesets
            )
            rows.append(
                (
                    "Runs here as",
                    f"<ul>{runs}</ul>" if runs else "nothing: it gives no rules that we know",
                )
            )
        body = "".join(f"<div><dt>{name}</dt><dd>{text}</dd></div>" for name, text in rows)
        return f'<dl class="src-card">{body}</dl>'

    def states(self, key: str) -> str:
        """List what a source states and where it agrees with the rules here, wholly or in part."""
        return self._said(key, {"agrees", "part"})

    def contradicts(self, key: str) -> str:
        """List where a source says something else than the rules here."""
        return self._said(key, {"differs"})

    def _said(self, key: str, stances: set[str], prefix: str = "") -> str:
        items = [
            f'<li id="{prefix}says-{point.id}" class="src-{claim.stance}">'
            f'<a href="{escape(self.home(point, _game(point)))}">{escape(point.title)}</a>'
            f"{_of_game(point)}{self._reporter(claim)}"
            f"{badge(claim.stance)}: {self.words(claim.says)}{self._as_variant(claim, point)}"
            f"{self._instead(point, claim)}</li>"
            for point, claim in self.sources.claims_of(key)
            if claim.stance in stances
        ]
        return f'<ul class="src-said">{"".join(items)}</ul>' if items else "<p>Nothing.</p>"

    def _reporter(self, claim: Claim) -> str:
        if not claim.by:
            return ""
        links = _listed([self.source_link(by) for by in claim.by])
        return f' <span class="src-known">(reported by {links})</span>'

    def _instead(self, point: Point, claim: Claim) -> str:
        if claim.stance == "agrees" or point.variant:
            return ""
        return f' <span class="src-here">Here: {self.words(point.reading)}</span>'

    def leaves_open(self, key: str) -> str:
        """List what a source does not say, with the reading that fills it; and what is not seen."""
        silent, unseen = [], []
        for table in self.sources.tables.values():
            for point in table.points:
                silence = point.silences.get(key)
                link = (
                    f'<a href="{escape(self.home(point, _game(point)))}">{escape(point.title)}</a>'
                    f"{_of_game(point)}"
                )
                if silence == "silent" and not point.variant:
                    silent.append(
                        f'<li id="says-{point.id}">{link}: <span class="src-filled">'
                        f"filled here: {self.words(point.reading)}</span></li>"
                    )
                elif silence in {"unseen", "untold"} and not point.variant:
                    unseen.append(f'<li id="says-{point.id}">{link}</li>')
        parts = [f'<ul class="src-said">{"".join(silent)}</ul>'] if silent else []
        if unseen:
            told = "We have not seen what it says, if anything, of these points"
            parts.append(
                f'<details class="src-claims"><summary>{told}: {len(unseen)}</summary>'
                f"<p>They are filled from the rules of this site.</p>"
                f'<ul class="src-said">{"".join(unseen)}</ul></details>'
            )
        return "".join(parts) or "<p>Nothing.</p>"

    def cite(self, key: str) -> str:
        """Give the forms in which a source can be cited, to copy and to download."""
        source = self.source(key)
        return _forms(
            self.to(f"sources/cite/{key}"),
            source.plain,
            source.bibtex.strip(),
            json.dumps([source.csl], ensure_ascii=False, indent=2),
        )

    def bibliography(self) -> str:
        """List all sources, with grade and with what they say where they have no page."""
        parts = []
        for key, source in self.sources.bibliography.sources.items():
            said = list(self.sources.claims_of(key))
            more = ""
            if key in self.sources.pages:
                link = escape(self.source_address(key))
                more = f'<p><a href="{link}">What it says, with examples</a></p>'
            elif said:
                more = (
                    '<details class="src-claims"><summary>What it says: '
                    f"{len(said)} {'points' if len(said) > 1 else 'point'}</summary>"
                    f"{self._said(key, set(STANCES), f'{key}-')}</details>"
                )
            seen = f": {escape(source.seen)}" if source.seen else ""
            parts.append(
                f'<li id="{escape(key)}" data-grade="{source.grade}">'
                f'<p><strong class="src-short">{escape(source.short)}</strong><br>'
                f"{source.html}</p>"
                f'<p class="src-known">{_capital(self.known(source))}{seen}. '
                f"{escape(source.standing)}</p>{more}"
                f'<details class="src-claims"><summary>Cite</summary>{self.cite(key)}</details>'
                "</li>"
            )
        return f'<ul class="src-bibliography">{"".join(parts)}</ul>'


def site_forms(site: dict[str, Any]) -> str:
    """Give the forms in which this site is cited.

    Args:
        site: `title`, `authors`, `version` and `address`.
    """
    authors = " and ".join(site["authors"])
    plain = f"{authors}. {site['title']}, version {site['version']}. <{site['address']}>"
    bibtex = (
        f"@software{{elfern-site,\n  author  = {{{{{authors}}}}},\n"
        f"  title   = {{{site['title']}}},\n"
        f"  version = {{{site['version']}}},\n  url     = {{{site['address']}}},\n}}"
    )
    csl = {
        "id": "elfern-site",
        "type": "software",
        "author": [{"literal": name} for name in site["authors"]],
        "title": site["title"],
        "version": site["version"],
        "URL": site["address"],
    }
    return _forms("", plain, bibtex, json.dumps([csl], ensure_ascii=False, indent=2))


def _forms(address: str, plain: str, bibtex: str, csl: str) -> str:
    """Show the forms to copy, each with its file if there is an address for them."""
    blocks = (("Plain text", "txt", plain), ("BibTeX", "bib", bibtex), ("CSL-JSON", "json", csl))
    parts = []
    for name, ending, text in blocks:
        link = f' <a href="{escape(address)}.{ending}" download>Download</a>' if address else ""
        parts.append(
            f"<p><strong>{name}</strong>{link}</p>"
            f'<pre class="src-copy" data-form="{name}">'
            f"<code>{escape(text)}</code></pre>"
        )
    return f'<div class="src-cite"><elfern-cite>{"".join(parts)}</elfern-cite></div>'


def badge(stance: str, after: str = "") -> str:
    """Give the words that mark a claim that does not simply agree, with a blank on one side."""
    if stance not in {"part", "differs"}:
        return ""
    before = "" if after else " "
    return f'{before}<b class="src-badge">{STANCES[stance]}</b>{after}'


def _pages(source: Source) -> str:
    pages = source.csl.get("page", "")
    if not pages or source.grade != "read":
        return ""
    return f"pp. {pages}" if "–" in pages else f"p. {pages}"


def _listed(links: list[str]) -> str:
    return links[0] if len(links) == 1 else f"{', '.join(links[:-1])} and {links[-1]}"


def _game(point: Point) -> str:
    return "" if point.variant else point.table


def _of_game(point: Point) -> str:
    return " (Bohemian Schneider)" if point.table == "bohemian-schneider" else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
