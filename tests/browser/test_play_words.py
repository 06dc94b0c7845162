"""The words of every room that speaks two languages: each has them all, none is empty."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.browser.fixture_site import ASSETS

if TYPE_CHECKING:
    from playwright.sync_api import Page

COMPARE = """async (names) => {
  const faults = [];
  const used = (make) => {
    // What a sentence is given must stand in it in either language, or in neither.
    const marks = Array.from({ length: make.length }, (_, i) => `m${i}m`);
    try {
      const said = String(make(...marks)).toLowerCase();
      return marks.filter(mark => said.includes(mark));
    } catch {
      return "cannot be tried with words";
    }
  };
  const compare = (one, other, path) => {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const [mine, its] = [one[key], other[key]];
      const kind = value =>
        typeof value === "function" ? `function of ${value.length}` : typeof value;
      if (kind(mine) !== kind(its)) faults.push(`${path}${key}: ${kind(mine)}, ${kind(its)}`);
      else if (typeof mine === "object") compare(mine, its, `${path}${key}.`);
      else if (typeof mine === "function") {
        if (String(used(mine)) !== String(used(its)))
          faults.push(`${path}${key} uses ${used(mine)}, ${used(its)}`);
      } else if (mine === "" || its === "") faults.push(`${path}${key} is empty`);
    }
  };
  let tables = 0;
  for (const name of names) {
    const found = await import(`./assets/${name}`);
    for (const table of Object.values(found)) {
      if (!table?.en || !table?.de) continue;
      tables += 1;
      compare(table.en, table.de, `${name}: `);
    }
  }
  return [tables, faults];
}"""


def modules() -> list[str]:
    """Name the modules that hold words."""
    named = re.compile(r"(words|strings)\.mjs$")
    return sorted(path.name for path in ASSETS.glob("*.mjs") if named.search(path.name))


def test_every_word_stands_in_both_languages(page: Page, site_url: str) -> None:
    page.goto(site_url)
    tables, faults = page.evaluate(COMPARE, modules())
    assert tables >= 3, "viewer, table and lesson at least"
    assert faults == []


def test_a_word_that_is_missing_is_found(page: Page, site_url: str) -> None:
    """The comparison itself: another word, another number of values, a value left out."""
    page.goto(site_url)
    page.route(
        "**/assets/wrong-words.mjs",
        lambda route: route.fulfill(
            content_type="text/javascript",
            body="""export const TABLES = {
              en: { a: "x", b: n => `${n} x`, c: n => `${n}`, d: "x", e: { f: "x" } },
              de: { a: "", b: () => "x", c: n => "x", e: {} },
            };""",
        ),
    )
    tables, faults = page.evaluate(COMPARE, ["wrong-words.mjs"])
    assert tables == 1
    assert [fault.split(" ", 1)[1][0] for fault in faults] == ["a", "b", "c", "d", "e"]
