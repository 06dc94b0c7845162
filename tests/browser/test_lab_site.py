"""The rule lab as it is shipped: under the pages' policy, with the engine in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.conftest import quiet_page
from tests.browser.test_policy import LISTEN
from tests.browser.test_site_engine import LONG

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.serving import StaticServer


def test_one_deal_is_compared_under_the_rules_chosen(
    browser: Browser, site_below: StaticServer
) -> None:
    with quiet_page(browser, site_below, LISTEN, LONG) as page:
        page.goto(site_below.url + "lab/")
        lab = page.locator("elfern-lab")
        lab.locator("[data-variant=altenburg] .elf-radio").click()
        refused = lab.locator("[data-variant=ace-ten]")
        refused.get_by_text("brings its own scale").wait_for()
        lab.locator("[data-do=compare]").first.click()
        page.locator("elfern-compare[data-drawn] elfern-replay[data-drawn]").first.wait_for()
        assert lab.locator(".elf-expression").inner_text() == "elfern+altenburg"
        assert page.locator("elfern-compare").evaluate(
            "element => element.sides.map(side => side.recordFrames.ruleset.expression)"
        ) == ["elfern+altenburg", "elfern"]
        assert page.locator(".elfern-parting p").inner_text().startswith("Deal 1. They part")
        assert page.evaluate("globalThis.violations ?? []") == []
