"""The `play` fence: the element in which sessions are played, and what it offers to choose.

With a line `lesson: ID ID` it gives a lesson instead (see `lesson`).

The rulesets to choose from are those of the catalogue and of the sources' pages; no rule of the
game stands here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from site_plugins.addresses import relative
from site_plugins.lesson import render_lesson
from site_plugins.rooms import _element, _options, ask

if TYPE_CHECKING:
    from pathlib import Path

type Json = dict[str, Any]

_HEAD = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
"""What stands before a page's text and describes it."""
_LANGS = ("en", "de")
_WITHOUT_SCRIPT = (
    "<p>Playing in the page needs JavaScript, which is off or did not load. The rules can be read "
    "and every recorded deal can be followed without it. A record of your own can be checked from "
    "the command line:</p>"
    '<pre class="elf-command"><code>python -m elfern_core check my-record.egn</code></pre>'
)


def render_play(source: str, here: str, root: Path) -> str:
    """Give the HTML of a `play` fence.

    Args:
        source: the lines of the fence; `lesson:` names the records of a lesson.
        here: address of the page below the site's own.
        root: folder of the project, which holds `sources` and `docs`.

    Raises:
        FenceError: if a line is not understood, or a lesson's records are not as they must be.
    """
    lesson = _options(source, {"lesson"}).get("lesson")
    if lesson is not None:
        return render_lesson(str(lesson).split(), here, root)
    sources = _sources(root)
    data = {
        "levels": {lang: ask("table.levels", lang=lang)["levels"] for lang in _LANGS},
        "presets": {lang: _presets(lang, sources) for lang in _LANGS},
    }
    attributes = {
        "data-check-url": relative("check/", here),
        "data-lab-url": relative("lab/", here),
        "data-records-url": relative("records/", here),
    }
    return _element("elfern-play", here, attributes, _WITHOUT_SCRIPT, data)


def _presets(lang: str, sources: list[tuple[str, list[str]]]) -> list[Json]:
    """Give the rulesets to choose from in groups: games, variants of each, sources."""
    catalogue = ask("catalogue", lang=lang)
    suited = {one["id"] for one in catalogue["variants"] if one["parameter"] == "S"}
    groups = [
        {
            "group": "games",
            "title": None,
            "items": [{"rules": game["id"], "title": game["title"]} for game in catalogue["games"]],
        }
    ]
    for game in catalogue["games"]:
        items = []
        for variant in catalogue["variants"]:
            if game["id"] not in variant["games"]:
                continue
            for value in variant["parameters"] or [None]:
                rules = f"{game['id']}+{variant['id']}" + (f"({value})" if value else "")
                items.append({"rules": rules, "title": _title(rules, lang, suited)})
        groups.append({"group": "variants", "title": game["title"], "items": items})
    items = [
        {"rules": rules, "title": f"{name} · {_title(rules, lang, suited)}"}
        for name, expressions in sources
        for rules in expressions
    ]
    groups.append({"group": "sources", "title": None, "items": items})
    return groups


def _title(rules: str, lang: str, suited: set[str]) -> str:
    described = ask("describe", expression=rules, lang=lang)
    # A suit stays a token: its name depends on the pack that the reader chose.
    told = [
        f"{{{one['argument']}}}" if one["id"] in suited else one["argument"]
        for one in described["choices"]
        if one["argument"]
    ]
    return str(described["title"]) + "".join(f" ({one})" for one in told)


def _sources(root: Path) -> list[tuple[str, list[str]]]:
    """Give each source that has rulesets with its title, as its page has it."""
    told: Json = yaml.safe_load((root / "sources" / "pages.yml").read_text(encoding="utf-8"))
    found = []
    for key, one in told.items():
        if not one["rulesets"]:
            continue
        page = root / "docs" / "sources" / f"{one['page']}.md"
        head = _HEAD.match(page.read_text(encoding="utf-8")) if page.is_file() else None
        meta = yaml.safe_load(head[1]) if head else {}
        found.append((str(meta.get("title", key)), list(one["rulesets"])))
    return found
