"""What is added to the theme's finished pages."""

from __future__ import annotations

from site_plugins.theme import imported, mend, preload


def test_the_search_dialog_has_a_name() -> None:
    html = '<div class="md-search" data-md-component="search" role="dialog">'
    assert 'aria-label="Search"' in mend(html)


def test_keys_reach_the_button_and_the_parts_of_the_drawer() -> None:
    """Each label of the theme's that opens or closes something takes the focus, once."""
    html = (
        '<label class="md-header__button md-icon" for="__drawer"></label>'
        '<label class="md-nav__link" for="__nav_2" id="__nav_2_label" tabindex="0"></label>'
        '<label class="md-nav__title" for="__nav_2"></label>'
        '<label class="md-nav__link md-nav__link--active" for="__toc"></label>'
    )
    mended = mend(html)
    assert mended.count('tabindex="0"') == mended.count("<label") == 4
    assert ">Menu</span>" in mended
    assert mend(mended) == mended


def test_the_title_of_the_headings_beside_the_page_is_no_button() -> None:
    """It stands there on wide screens, where it opens and closes nothing."""
    title = '<label class="md-nav__title" for="__toc"><span></span>Table of contents</label>'
    html = f'{title}<div class="md-sidebar md-sidebar--secondary" ><nav>{title}</nav></div>'
    drawer, beside = mend(html).split('<div class="md-sidebar')
    assert 'for="__toc" tabindex="0">' in drawer
    assert '<div class="md-nav__title"><span></span>Table of contents</div>' in beside
    assert mend(mend(html)) == mend(html)


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
