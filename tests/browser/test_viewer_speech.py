"""What a screen reader is told: one polite region, whole sentences, each step once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.viewers import LISTEN, address, choose, heard, press, viewer

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_one_polite_region_with_whole_sentences(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    assert example.locator("[aria-live]").count() == 1
    region = example.locator(".elf-live")
    assert region.get_attribute("aria-live") == "polite"
    assert region.get_attribute("aria-atomic") == "true"


def test_every_step_is_spoken_with_its_trick_and_seat(page: Page, site_url: str) -> None:
    """V15: forward and back, each step once, and no two the same."""
    page.goto(site_url)
    example = viewer(page)
    page.evaluate(LISTEN)
    texts: list[str] = []
    for count in range(1, 9):
        press(example, "forward")
        texts = heard(page, count)
        kind = "leads" if count % 2 else "replies"
        assert texts[-1].startswith(f"Trick {(count + 1) // 2}: ")
        assert kind in texts[-1]
        assert texts[-1].rstrip().endswith((".", "!", "?"))
    assert len(set(texts)) == 8
    press(example, "back")
    texts = heard(page, 9)
    assert texts[-1].startswith("Back to this step. Trick 4: ")
    assert len(texts) == 9


def test_the_last_step_is_said_again(page: Page, site_url: str) -> None:
    """V4, V15: asked at the end, the end is said again, every time."""
    page.goto(f"{site_url}#replay-whole:16/reply")
    example = viewer(page)
    page.evaluate(LISTEN)
    heard_so_far = len(heard(page, 1)) if page.evaluate("spoken.length") else 0
    press(example, "forward")
    texts = heard(page, heard_so_far + 1)
    assert "Dealer wins 11 to 9" in texts[-1]
    for more in (2, 3, 4):
        example.locator("[data-do=forward]").click(force=True)
        texts = heard(page, heard_so_far + more)
        assert texts[-1].startswith("This is the last step. The deal is over.")
        assert "Dealer wins 11 to 9" in texts[-1]
    assert address(example) == "end"


def test_steps_in_quick_succession_are_spoken_once(page: Page, site_url: str) -> None:
    page.goto(site_url)
    example = viewer(page)
    page.evaluate(LISTEN)
    example.evaluate("element => { for (let i = 0; i < 6; i += 1) element.walk.byCard(1); }")
    assert [text.split(":")[0] for text in heard(page)] == ["Trick 3"]
    page.wait_for_timeout(150)
    assert len(heard(page)) == 1


def test_autoplay_does_not_flood(page: Page, site_url: str) -> None:
    page.clock.install()
    page.goto(site_url)
    example = viewer(page)
    page.evaluate(LISTEN)
    press(example, "autoplay")
    page.clock.run_for(20_000)
    assert len(heard(page)) == 1
    press(example, "autoplay")
    page.clock.run_for(200)
    assert heard(page)[-1].startswith("Trick ")


def test_only_the_viewer_in_use_speaks(page: Page, site_url: str) -> None:
    page.goto(site_url)
    page.evaluate(LISTEN)
    choose(viewer(page, "late-tricks"), "pack", "german")
    press(viewer(page, "late-tricks"), "forward")
    assert [text[:8] for text in heard(page)] == ["Trick 11"]


def test_cards_are_lists_with_full_names(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#replay-whole:7/reply")
    example = viewer(page)
    hand = example.get_by_role("list", name="Forehand’s hand, 6 cards")
    items = hand.get_by_role("listitem")
    assert [one.inner_text() for one in items.all()] == [
        "queen of clubs",
        "jack of clubs",
        "ace of spades",
        "eight of spades",
        "queen of diamonds",
        "nine of diamonds, just drawn",
    ]
    row = example.locator(".elf-row").nth(6)
    name = " ".join(row.inner_text().split())
    assert "Dealer leads the king of clubs" in name
    assert "Forehand replies with the nine of hearts" in name
    assert "Dealer wins 1 honour" in name
