"""Texts that try to run or to break out, by kind of place that a page might put them into.

Each calls `hit(…)` or makes an element that carries `data-hit`. None is taken from a list of
others: they are the ways of HTML, addresses, JavaScript, JSON and of this site's own forms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Page

MARKUP = tuple(
    before + inner
    for before in ("", '">', "'>", "</template>", "</textarea>", "</title>", "-->", "]]>")
    for inner in (
        "<script>hit(1)</script>",
        "<img src=x: onerror=hit(2) data-hit>",
        "<svg onload=hit(3) data-hit></svg>",
        '<iframe srcdoc="<script>parent.hit(4)</script>" data-hit></iframe>',
    )
)
"""Elements that run by themselves, after ends of what they might stand in."""
ATTRIBUTES = (
    '" onmouseover="hit(5)" autofocus onfocus="hit(5)" data-hit="',
    "' onfocus='hit(6)' tabindex=0 autofocus data-hit='",
    "x onfocus=hit(7) autofocus data-hit ",
    '" style="animation-name:x" onanimationstart="hit(8)" data-hit="',
)
ADDRESSES = (
    "javascript:hit(9)",
    "java\tscript:hit(10)",
    "JaVaScRiPt:hit(11)//",
    "data:text/html,<script>hit(12)</script>",
    "//elsewhere.test/hit.js",
    "https://elsewhere.test/hit.js",
    "\\\\elsewhere.test\\hit",
    "[x](javascript:hit(13))",
    "![x](https://elsewhere.test/hit.png)",
    "vbscript:hit(14)",
    "blob:hit(15)",
    "..%2f..%2f..%2fhit",
    "../../../../etc/hit",
)
PROGRAMS = (
    "${hit(16)}",
    "`+hit(17)+`",
    "');hit(18);//",
    '");hit(19);//',
    "\\');hit(20);//",
    "{{ hit(21) }}",
    "{% set x = hit(22) %}",
    "{{ config.__class__.__mro__ }} hit",
    "</script><script>hit(23)</script>",
    "<!--<script>hit(24)",
    "\u2028hit(25)\u2029",
    "__import__('js').eval('hit(26)')",
    "constructor.constructor('hit(27)')()",
    "__proto__",
    '{"__proto__":{"hit":28}}',
    "=HYPERLINK(hit,29)",
    "\u202ehit\u202c",
    "&lt;script&gt;hit(30)&lt;/script&gt;",
    "&#60;script&#62;hit(31)&#60;/script&#62;",
    "%3Cscript%3Ehit(32)%3C/script%3E",
    "<hit>" * 40,
)
PAYLOADS = (*MARKUP, *ATTRIBUTES, *ADDRESSES, *PROGRAMS)
"""All of them."""

LISTEN = """
globalThis.hits = [];
globalThis.hit = (number) => globalThis.hits.push(number);
for (const name of ["alert", "confirm", "prompt", "print"]) globalThis[name] = () => hit(name);
"""
"""Put into every document before anything else: it hears what ran."""
FOUND = """() => ({
  ran: globalThis.hits,
  elements: [...document.querySelectorAll("[data-hit], hit, iframe, object, embed, base")]
    .map((element) => element.outerHTML.slice(0, 200)),
  handlers: [...document.querySelectorAll("*")].filter((element) => [...element.attributes]
    .some(({ name }) => name.startsWith("on"))).map((element) => element.outerHTML.slice(0, 200)),
  links: [...document.querySelectorAll("a[href], area[href], form[action]")]
    .map((element) => element.href ?? element.action)
    .filter((address) => !/^(?:https?|mailto|blob):/.test(address)
      && address !== "" || address.includes("elsewhere.test")),
  polluted: Object.hasOwn(Object.prototype, "hit"),
})"""
"""What would show that one of them ran or broke out."""
NOTHING = {"ran": [], "elements": [], "handlers": [], "links": [], "polluted": False}
"""And what it finds where none did."""


def follow(page: Page, forms: Sequence[str]) -> None:
    """Put each text behind each of some beginnings into the page's address, plain and encoded."""
    page.evaluate(
        """async ([payloads, forms]) => {
          for (const form of forms) for (const payload of payloads) {
            for (const text of [payload, encodeURIComponent(payload)]) {
              location.hash = form + text;
              await new Promise((resolve) => setTimeout(resolve));
            }
          }
        }""",
        [PAYLOADS, list(forms)],
    )
    page.wait_for_timeout(500)
