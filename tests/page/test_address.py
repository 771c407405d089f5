"""The page's address: a valid link opens its match, an invalid one shows one notice. tests/js tests parsing."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from pages import KEPT_LINKS, TABS, shown, titled
from playwright.sync_api import Page, expect
from sandlot.links import link, unlink

VERIFIED = "A replay, verified by the rules"
MANY = "&".join(f"name{number}=1" for number in range(20_000))


@pytest.mark.parametrize("address", [MANY, f"game=tank&tab=play&{MANY[:7000]}", "&" * 1_000_000])
def test_address_with_many_names_shows_one_notice(early: Page, site: Any, address: str) -> None:
    early.goto(f"{site.url}#{address}")
    expect(early.locator("html")).to_have_attribute("data-view", "play" if "tank" in address else "front")
    expect(early.locator(".views a")).to_have_count(len(TABS))
    expect(early.locator(".notice")).to_have_count(1)
    first = early.locator(".notice").inner_text()
    # A second bad address, while the page is open.
    early.evaluate("address => { location.hash = address; }", f"game=planes&{address[:9000]}{quote('é' * 3000)}")
    expect(early.locator(".notice").last).not_to_have_text(first)


def test_a_link_opens_the_match_at_its_turn(page: Page, site: Any) -> None:
    planes = next(address for address, _ in KEPT_LINKS if unlink(address).replay.setup.game.name == "planes")
    page.goto(f"{site.url}{planes}&t=7&p=1")
    shown(page, "planes")
    expect(page.locator("#turn")).to_have_value("7")
    # The board's label names the player whose view is shown.
    expect(page.get_by_test_id("board")).to_have_attribute("aria-label", re.compile("as entropy .Red. sees it"))
    expect(page.locator(".notice")).to_have_count(0)
    titled(page, VERIFIED)
    # Links of the other games are verified, too; a link with a false result is not.
    for game in ("tank", "snake", "generals"):
        address = next(address for address, _ in KEPT_LINKS if unlink(address).replay.setup.game.name == game)
        page.evaluate("link => { location.hash = link; }", f"{address}&t=1")
        shown(page, game)
        titled(page, VERIFIED)
    replay = unlink(address).replay
    replay.result = {**(replay.result or {}), "scores": [9, 9]}
    page.evaluate("link => { location.hash = link; }", link(replay))
    notice = page.locator(".notice", has_text="has another result than it says")
    expect(page.get_by_role("heading", name="A replay", exact=True)).to_be_visible()
    notice.get_by_role("button", name="Close").click()
    # The unverified replay is in the library, too.
    page.get_by_role("link", name="Replays").click()
    expect(page.locator(".library-name")).to_have_count(0)
    expect(page.locator(".replays")).to_contain_text(replay.setup.players[0].name)
    # A second link arrives at the moment when the first is refused: the page reads the second one, too.
    page.evaluate(
        """([link, next]) => {
          new MutationObserver((_, watch) => {
            if (!document.querySelector('.notice')?.textContent.includes('cannot')) return;
            watch.disconnect();
            location.hash = next;
          }).observe(document.body, { childList: true, subtree: true, characterData: true });
          location.hash = link;
        }""",
        [planes[:60], f"#v9{planes[3:]}"],
    )
    # What was said of the first one goes with it.
    expect(page.locator(".notice", has_text="cannot")).to_contain_text("format version 9")
