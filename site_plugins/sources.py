"""Claims as data: what each source says on each rule point, read from `sources/` and checked.

Three tables: Elfern, Bohemian Schneider, and the variants. The form of the files is told at the
head of `sources/claims/elfern.yml`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

from elfern_core import catalogue
from elfern_core.errors import RuleError
from site_plugins.bibliography import Bibliography, read_bibliography

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

STANCES = {"agrees": "agrees", "part": "in part", "differs": "differs"}
"""Stance of a claim towards the reading → how a page calls it."""
SILENCES = {"silent": "says nothing", "unseen": "not seen", "untold": "not noted"}
"""Why there is no claim → how a page calls it."""
TABLES = ("elfern", "bohemian-schneider", "variants")
"""The tables, each a file of claims."""

_POINT = {
    "point", "section", "page", "variant", "title", "reading", "ours", "claims", "silent", "unseen",
}  # fmt: skip
_CLAIM = {"says", "stance", "by", "place", "variant"}


@dataclass(frozen=True, slots=True)
class Claim:
    """What one source says on one point."""

    source: str
    says: str
    """In our words; Markdown inside a line."""
    stance: str
    """`agrees`, `part` or `differs`."""
    by: tuple[str, ...] = ()
    """Keys of what reports it; empty where we have read the source itself."""
    place: str = ""
    """Where in the source, if not in the pages of the bibliography."""
    variant: str = ""
    """Id of the variant that holds what it says."""


@dataclass(frozen=True, slots=True)
class Point:
    """One rule point."""

    id: str
    table: str
    title: str
    reading: str
    """What the rules of this site say; Markdown inside a line."""
    section: str = ""
    """Rule section it belongs to."""
    variant: str = ""
    """Variant it belongs to."""
    page: str = ""
    """Page it belongs to, with anchor, where it is no rule of the catalogue."""
    ours: bool = False
    """Whether the reading, or part of it, is this site's own."""
    claims: Mapping[str, Claim] = field(default_factory=dict)
    """Key of a source → its claim."""
    silences: Mapping[str, str] = field(default_factory=dict)
    """Key of a source without claim → `silent`, `unseen` or `untold`."""


@dataclass(frozen=True, slots=True)
class Table:
    """Points with the sources that are asked about each."""

    id: str
    columns: tuple[str, ...]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class SourcePage:
    """The page of a source and the rulesets under which it runs."""

    page: str
    rulesets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sources:
    """The bibliography, the claims and the sources' pages, and what is wrong with them."""

    bibliography: Bibliography
    tables: Mapping[str, Table]
    pages: Mapping[str, SourcePage]
    faults: list[str]
    """Sentences that begin with `file:line:`."""

    def of_section(self, game: str, section: str) -> list[Point]:
        """Give the points of a game's rule section."""
        return [point for point in self.tables[game].points if point.section == section]

    def of_variant(self, variant: str) -> list[Point]:
        """Give the points of a variant."""
        return [point for point in self.tables["variants"].points if point.variant == variant]

    def claims_of(self, key: str) -> Iterator[tuple[Point, Claim]]:
        """Go through what one source says."""
        for table in self.tables.values():
            for point in table.points:
                if key in point.claims:
                    yield point, point.claims[key]

    def page_of(self, key: str) -> str:
        """Give the address of the page on a source, from the site's root, with an anchor."""
        if key in self.pages:
            return f"sources/{self.pages[key].page}/"
        return f"sources/#{key}"


class _Loader(yaml.SafeLoader):
    """Refuses a key that stands twice, and notes the line of each mapping."""


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    keys = [loader.construct_object(key) for key, _ in node.value]
    for (key_node, _), key in zip(node.value, keys, strict=True):
        if keys.count(key) > 1:
            raise yaml.MarkedYAMLError(
                problem=f"{key} stands twice", problem_mark=key_node.start_mark
            )
    loaded: dict[Any, Any] = loader.construct_mapping(node, deep=True)
    return loaded | {"": node.start_mark.line + 1}


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def read_sources(folder: Path, root: Path | None = None) -> Sources:
    """Read `bibliography.bib`, `claims/*.yml` and `pages.yml` of a folder.

    Args:
        folder: the folder.
        root: faults name files relative to this folder.
    """
    faults: list[str] = []

    def shown(path: Path) -> str:
        return str(path.relative_to(root) if root else path)

    def load(path: Path) -> dict[str, Any]:
        try:
            data = yaml.load(path.read_text(encoding="utf-8"), _Loader)  # noqa: S506  (it is safe)
        except (OSError, yaml.YAMLError) as error:
            mark = getattr(error, "problem_mark", None)
            line = f"{mark.line + 1}:" if mark else ""
            faults.append(f"{shown(path)}:{line} {getattr(error, 'problem', None) or error}")
            return {}
        if not isinstance(data, dict):
            faults.append(f"{shown(path)}:1: this is no mapping")
            return {}
        return data

    path = folder / "bibliography.bib"
    bibliography = read_bibliography(path, shown(path))
    faults.extend(bibliography.faults)
    tables = {}
    for name in TABLES:
        path = folder / "claims" / f"{name}.yml"
        reader = _TableReader(name, bibliography, shown(path))
        tables[name] = reader.table(load(path))
        faults.extend(reader.faults)
    pages = {}
    path = folder / "pages.yml"
    for key, told in load(path).items():
        if key:
            found = list(_page_faults(key, told, bibliography))
            faults.extend(f"{shown(path)}:{told.get('', 1)}: {fault}" for fault in found)
            if not found:
                pages[key] = SourcePage(told["page"], tuple(told["rulesets"]))
    return Sources(bibliography, tables, pages, faults)


def _page_faults(key: str, told: dict[str, Any], bibliography: Bibliography) -> Iterator[str]:
    if key not in bibliography.sources:
        yield f"{key} is no entry of the bibliography"
    if set(told) != {"", "page", "rulesets"}:
        yield f"{key} needs page and rulesets, and nothing else"
        return
    for expression in told["rulesets"]:
        try:
            catalogue.ruleset(expression)
        except RuleError as error:
            yield f"{key}: {error}"


class _TableReader:
    def __init__(self, name: str, bibliography: Bibliography, shown: str) -> None:
        self.name = name
        self.known = bibliography.sources
        self.shown = shown
        self.faults: list[str] = []
        self.ids: set[str] = set()

    def fault(self, told: dict[str, Any], sentence: str) -> None:
        self.faults.append(f"{self.shown}:{told.get('', 1)}: {sentence}")

    def table(self, data: dict[str, Any]) -> Table:
        columns = tuple(data.get("columns", ()))
        for key in columns:
            if key not in self.known:
                self.fault(data, f"the column {key} is no entry of the bibliography")
        points = [self.point(told, columns, data) for told in data.get("points", ())]
        return Table(self.name, columns, tuple(point for point in points if point))

    def point(
        self, told: dict[str, Any], columns: tuple[str, ...], data: dict[str, Any]
    ) -> Point | None:
        variant = catalogue.VARIANTS.get(told.get("variant", ""))
        name = told.get("point") or told.get("variant", "?")
        unknown = sorted(set(told) - _POINT - {""})
        if unknown:
            self.fault(told, f"{name}: there is no {', '.join(unknown)} here")
        homes = [key for key in ("section", "page", "variant") if key in told]
        if len(homes) != 1:
            self.fault(told, f"{name}: needs one of section, page and variant")
            return None
        if "section" in told and told["section"] not in catalogue.SECTIONS:
            self.fault(told, f"{name}: {told['section']} is no rule section")
        if "variant" in told and variant is None:
            self.fault(told, f"{name} is no variant of the catalogue")
            return None
        if name in self.ids:
            self.fault(told, f"the point {name} stands twice")
        self.ids.add(name)
        title = variant.title if variant else told.get("title")
        reading = variant.summary if variant else told.get("reading")
        if not title or not reading:
            self.fault(told, f"{name}: needs title and reading")
            return None
        claims = {
            key: self.claim(name, key, claim)
            for key, claim in told.get("claims", {}).items()
            if key
        }
        unseen = {*told.get("unseen", ()), *(set(data.get("unseen", ())) - set(claims))}
        silent = set(told.get("silent", ()))
        for key in sorted((unseen | silent) & set(claims) | (unseen | silent) - set(columns)):
            self.fault(told, f"{name}: {key} cannot be silent or unseen here")
        for key in sorted(set(claims) - set(columns)) if not variant else ():
            self.fault(told, f"{name}: {key} has a claim and is no column")
        return Point(
            name,
            self.name,
            title,
            reading,
            told.get("section", ""),
            variant.id if variant else "",
            told.get("page", ""),
            bool(told.get("ours")),
            {key: claim for key, claim in claims.items() if claim},
            {
                key: self.silence(key, silent, unseen)
                for key in columns
                if key not in claims and key in self.known
            },
        )

    def silence(self, key: str, silent: set[str], unseen: set[str]) -> str:
        whole = self.known[key].whole
        if key in silent or (whole and key not in unseen):
            return "silent"
        return "untold" if whole else "unseen"

    def claim(self, point: str, key: str, told: dict[str, Any]) -> Claim | None:
        source = self.known.get(key)
        if source is None:
            self.fault(told, f"{point}: {key} is no entry of the bibliography")
            return None
        by = told.get("by", ())
        by = (by,) if isinstance(by, str) else tuple(by)
        problems = [f"there is no {name} in a claim" for name in sorted(set(told) - _CLAIM - {""})]
        if not told.get("says") or told.get("stance") not in STANCES:
            problems.append(f"needs says, and a stance that is one of {', '.join(STANCES)}")
        if (source.grade == "read") == bool(by):
            problems.append("`by` belongs to a source that we have not read, and only to it")
        problems += [
            f"{reporter} is not among what reports it in the bibliography"
            for reporter in by
            if reporter not in source.reported_by
        ]
        if told.get("variant", "must-win") not in catalogue.VARIANTS:
            problems.append(f"{told['variant']} is no variant of the catalogue")
        for problem in problems:
            self.fault(told, f"{point}, {key}: {problem}")
        if problems:
            return None
        return Claim(
            key,
            str(told["says"]),
            told["stance"],
            by,
            told.get("place", ""),
            told.get("variant", ""),
        )
