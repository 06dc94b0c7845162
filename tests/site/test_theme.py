"""What is added to the theme's finished pages."""

from __future__ import annotations

from site_plugins.theme import imported, mend, preload


def test_the_search_dialog_has_a_name() -> None:
    html = '<div class="md-search" data-md-component="search" role="dialog">'
    assert 'aria-label="Search"' in mend(html)


def test_modules_are_found_through_each_other_once() -> None:
    sources = {
        "a.mjs": 'import { x } from "./b.mjs";\nimport "./c.mjs";\nimport("./late.mjs");',
        "b.mjs": "export { y } from './c.mjs';",
        "c.mjs": 'import {\n  z,\n} from "./a.mjs";',
    }
    assert imported("a.mjs", sources) == ["a.mjs", "b.mjs", "c.mjs"]


def test_preloads_stand_in_the_head() -> None:
    html = preload("<head><title>x</title></head><body></body>", ["../assets/a.mjs"])
    assert html.startswith(
        '<head><title>x</title><link rel="modulepreload" href="../assets/a.mjs"></head>'
    )
