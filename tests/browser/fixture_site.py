"""A small site made of fixture records: the viewer's pages without a build of the whole site.

The frames come from the engine, the styles from the theme as installed, the scripts from
`docs/assets`. The Python worker's client is replaced by one that asks the engine of the test's
own process (see `conftest.py`), so that these tests need no runtime in the browser.
"""

from __future__ import annotations

import html
import json
import shutil
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elfern_core.cards import names_table, render_tokens
from elfern_core.frames import frames
from elfern_core.records import dumps, loads, read

if TYPE_CHECKING:
    from collections.abc import Iterable

HERE = Path(__file__).parent
ASSETS = HERE.parents[1] / "docs" / "assets"
RECORDS = HERE / "records"

FAKE_PYTHON = """\
// Stands in for the worker's client: asks the engine of the process that runs the tests.
let stopped = [];
globalThis.elfernAsked = globalThis.elfernAsked ?? { warm: 0, calls: [] };
export let state = "ready";
export function warm() { globalThis.elfernAsked.warm += 1; }
export function stop() { for (const refuse of stopped) refuse(); stopped = []; }
export function call(op, payload, { onStage } = {}) {
  globalThis.elfernAsked.calls.push(op);
  onStage?.("Loading Python (1 of 3)");
  return new Promise((resolve, reject) => {
    const refusal = Object.assign(new Error("Stopped."), { code: "stopped", retry: true });
    stopped.push(() => reject(refusal));
    globalThis.elfernBridge(JSON.stringify({ ...payload, op })).then((text) => {
      const answer = JSON.parse(text);
      if (answer.ok) resolve(answer.result);
      else reject(Object.assign(new Error(answer.error.message), { retry: false }, answer.error));
    });
  });
}
"""

SEARCH = (
    '<label>Search <input id="search" type="search"></label>'
    '<textarea id="notes" aria-label="Notes"></textarea>'
)


def record_text(name: str) -> str:
    return (RECORDS / f"{name}.egn").read_text(encoding="utf-8")


def record_frames(text: str) -> dict[str, Any]:
    return frames(next(iter(read(text))))


def viewer(name: str, *, ident: str | None = None, **data: str) -> str:
    """Give the element of a record as the pages hold it; `data` are its data attributes."""
    text = dumps(loads(record_text(name)))
    made = record_frames(text)
    attributes = {
        "section-url": "rules/{game}/#{section}",
        "variant-url": "variants/{variant}/",
        "egn": f"records/{name}.egn",
        **{key.replace("_", "-"): value for key, value in data.items()},
    }
    written = "".join(f' data-{key}="{html.escape(value)}"' for key, value in attributes.items())
    return (
        f'<elfern-replay id="replay-{ident or name}"{written}>'
        f'<div class="elfern-static">{static_table(made)}</div>'
        f'<template class="elfern-frames">{_script(made)}</template>'
        f'<template class="elfern-record">{_script(text)}</template>'
        "</elfern-replay>"
    )


def compared(left: str, right: str, parting: str) -> str:
    """Give two viewers side by side, with the step at which they part."""
    sides = "".join(
        f'<section class="elfern-side"><p class="elfern-side-title">{name}</p>'
        f"{viewer(record, ident=name)}</section>"
        for name, record in (("left", left), ("right", right))
    )
    return (
        f'<elfern-compare id="compare-two" data-part="{parting}">'
        f'<div class="elfern-parting"><p>They part.</p></div>'
        f'<div class="elfern-sides">{sides}</div></elfern-compare>'
    )


def _script(data: object) -> str:
    text = json.dumps(data, ensure_ascii=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def static_table(made: dict[str, Any]) -> str:
    """Give the readable table: what stands on a page without script."""
    rows = []
    for step in made["steps"]:
        if step["kind"] != "reply":
            continue
        table = step["table"]
        cells = [
            str(step["trick"]),
            render_tokens(f"{{{table['lead']}}}"),
            render_tokens(f"{{{table['reply']}}}"),
            render_tokens(step["why"]["text"]),
        ]
        rows.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    title = html.escape(made["record"]["title"])
    return (
        f"<p><b>{title}</b></p><table><thead><tr><th>Trick</th><th>Lead</th><th>Reply</th>"
        f"<th>Why</th></tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def page(title: str, body: str, *, scheme: str = "default", up: str = "") -> str:
    """Give a page in the theme's clothes around `body`."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{html.escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{up}assets/material.css">
<link rel="stylesheet" href="{up}assets/palette.css">
<link rel="stylesheet" href="{up}assets/elfern.css">
<script type="module" src="{up}assets/viewer.mjs"></script>
</head>
<body dir="ltr" data-md-color-scheme="{scheme}" data-md-color-primary="custom">
<main class="md-content"><article class="md-content__inner md-typeset">
<h1>{html.escape(title)}</h1>
{SEARCH}
{body}
</article></main>
</body>
</html>
"""


FILLER = "<p>" + "The rules are told in words here. " * 40 + "</p>"


def pages() -> dict[str, str]:
    """Give the pages of the fixture site by file name."""
    two = viewer("whole") + FILLER + viewer("late-tricks", open="11/lead") + FILLER * 3
    folded = (
        f"<details><summary>Unfold</summary>{viewer('late-tricks', ident='in-details')}</details>"
        f'<div id="tab" hidden>{viewer("tie", ident="in-tab")}</div>' + FILLER
    )
    return {
        "index.html": page("Two examples", two),
        "dark.html": page("Two examples", two, scheme="slate"),
        "more.html": page("An example was added above", viewer("tie") + FILLER + two),
        "ends.html": page("Ends", viewer("tie") + viewer("schwarz")),
        "folded.html": page("Folded", folded),
        "hidden.html": page("Hidden", viewer("whole", hide="D")),
        "part.html": page(
            "Part", viewer("whole", ident="part", first="11", last="12", open="11/lead")
        ),
        "hostile.html": page("Hostile", viewer("hostile")),
        "others.html": page("Others", viewer("turned") + viewer("bohemian")),
        "framed.html": page(
            "Framed", '<iframe id="inner" title="Inner" src="index.html"></iframe>'
        ),
        "broken.html": page(
            "Broken", viewer("tie").replace('"format": "elfern-frames/1"', '"format": "other/9"')
        ),
        "compare.html": page("Side by side", compared("whole", "whole", "12/reply")),
        "elsewhere.html": page("Elsewhere", FILLER),
    }


def theme_styles() -> dict[str, str]:
    """Give the theme's own styles, main and palette."""
    folder = files("material") / "templates" / "assets" / "stylesheets"
    found: dict[str, str] = {}
    for entry in folder.iterdir():
        for part, name in (("main", "material.css"), ("palette", "palette.css")):
            if entry.name.startswith(f"{part}.") and entry.name.endswith(".min.css"):
                found[name] = entry.read_text(encoding="utf-8")
    return found


def build(folder: Path, *, only: Iterable[str] | None = None) -> None:
    """Write the fixture site into a folder."""
    assets = folder / "assets"
    assets.mkdir(parents=True, exist_ok=True)
    for source in ASSETS.iterdir():
        if source.suffix in {".mjs", ".css"}:
            shutil.copy(source, assets / source.name)
    names = json.dumps(names_table(), ensure_ascii=False)
    (assets / "names.mjs").write_text(f"export const NAMES = {names};\n", encoding="utf-8")
    (assets / "python.mjs").write_text(FAKE_PYTHON, encoding="utf-8")
    for name, text in theme_styles().items():
        (assets / name).write_text(text, encoding="utf-8")
    wanted = set(only) if only is not None else None
    for name, text in pages().items():
        if wanted is None or name in wanted:
            (folder / name).write_text(text, encoding="utf-8")
