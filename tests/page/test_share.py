"""Links to matches: the page and the command line make the same ones, and another page opens them at the same turn and
player's view.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from conftest import Site
from matches import played
from pages import (
    AXE,
    drop,
    findings,
    paste,
    play_out,
    press_run,
    replay_of,
    run,
    set_options,
    shown,
    state,
    take_seats,
    titled,
)
from playwright.sync_api import Locator, Page, expect
from sandlot.cli.main import command
from sandlot.games import GAMES
from sandlot.match.parts import Player, Setup
from sandlot.match.replay_file import dumps

BOT = "def move(view):\n    return None  # 手\n"


def dialog(page: Page) -> Locator:
    return page.locator("#export-dialog")


def share(page: Page) -> Locator:
    """Open the dialog, wait for the link, and return the dialog."""
    page.locator("#export").click()
    expect(link(page)).to_have_value(re.compile("#v2"))
    return dialog(page)


def link(page: Page) -> Locator:
    return dialog(page).get_by_role("textbox", name="Link")


def test_page_and_command_line_make_the_same_link(
    arena: Page, revisit: Callable[..., Page], site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arena.goto(f"{site.url}#game=generals&tab=code")
    arena.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.origin)
    paste(arena, BOT)
    take_seats(arena, "code", "random")
    arena.get_by_label("Seed", exact=True).fill("3")
    set_options(arena, {"Last round": "30"})
    press_run(arena)
    arena.locator("#turn").fill("9")
    arena.locator(".look").nth(1).click()
    file = tmp_path / "replay.json"
    file.write_text(replay_of(arena, tmp_path), encoding="utf-8")
    expect(arena).to_have_url(re.compile(r"option\.max_rounds=30.*match=\d+-\d+-\d+&turn=9&eyes=2$"))

    # The page and the command line make the same link.
    opened = share(arena)
    expect(link(arena)).to_be_focused()
    # By default the link opens at the start.
    expect(link(arena)).to_have_value(re.compile("#v2"))
    expect(link(arena)).not_to_have_value(re.compile("&t="))
    opened.get_by_label("Opens at round 5").check()
    opened.get_by_role("button", name="Copy link").click()
    expect(opened).to_contain_text("in the clipboard")
    copied = arena.evaluate("navigator.clipboard.readText()")
    assert command(["link", str(file), "--page", site.url, "--turn", "9", "--eyes", "2"]) == 0
    assert capsys.readouterr().out.strip() == copied
    # The same options are in the lines for embedding.
    opened.get_by_text("In a page of your own").click()
    opened.get_by_role("button", name="Copy the lines").click()
    expect(opened).to_contain_text("The lines are in the clipboard.")
    script, element = arena.evaluate("navigator.clipboard.readText()").splitlines()
    assert script == f'<script src="{site.url}sandlot-match.js"></script>'
    assert element == f'<sandlot-match src="{site.url}embed.html#{copied.partition("#")[2]}"></sandlot-match>'
    opened.get_by_role("button", name="QR code").click()
    expect(opened.get_by_role("img", name="QR code of the link")).to_be_visible()
    arena.evaluate(AXE)
    assert findings(arena) == []
    assert BOT not in copied
    opened.get_by_label("With the code of").check()
    expect(link(arena)).not_to_have_value(copied)
    expect(link(arena)).to_have_value(re.compile("#v2"))
    opened.get_by_label("Opens at round 5").uncheck()
    expect(link(arena)).not_to_have_value(re.compile("&t="))
    opened.get_by_label("Opens at round 5").check()
    with_code = link(arena).input_value()
    arena.keyboard.press("Escape")

    # Another page opens the link at the same turn and view, and shows the code before anything runs.
    other = revisit(width=390, height=844)
    other.goto(with_code)
    shown(other, "generals")
    expect(other.locator("#turn")).to_have_value("9")
    expect(other.get_by_test_id("board")).to_have_attribute("aria-label", re.compile("as random sees it"))
    expect(other.locator(".player .total").first).to_be_hidden()
    other.locator(".notice", has_text="holds the code of").get_by_role("button", name="Read it").click()
    code = other.locator(".linked")
    expect(code.get_by_role("region")).to_have_text(BOT)
    other.evaluate(AXE)
    assert findings(other) == []
    code.get_by_role("button", name="Open in the editor").click()
    expect(other.locator(".editor")).to_contain_text("return None")
    expect(other.locator("html")).to_have_attribute("data-view", "code")
    # Going back shows the match again, and that page makes the same link.
    other.evaluate("history.back()")
    expect(other).to_have_url(with_code)
    other.reload()
    expect(other.locator("#turn")).to_have_value("9")
    expect(other.get_by_test_id("board")).to_have_attribute("aria-label", re.compile("as random sees it"))
    share(other).get_by_label("Opens at round 5").check()
    assert link(other).input_value() == copied


def test_share_dialog_says_that_python_is_loading(early: Page, site: Site) -> None:
    early.goto(f"{site.url}#game=snake&tab=play")
    shown(early, "snake")
    early.locator("#export").click()
    expect(dialog(early)).to_contain_text("Python is still loading")
    expect(dialog(early).get_by_role("button", name="Copy link")).to_be_hidden()
    expect(dialog(early).get_by_role("button", name="Save")).to_be_enabled()


def test_match_too_long_for_a_link_is_offered_as_file(arena: Page, site: Site) -> None:
    arena.goto(f"{site.url}#game=tank&tab=code")
    paste(arena, "import os\n\n\ndef move(view):\n    return [-1, -1]\n\n# " + random_text(160_000))
    take_seats(arena, "code", "random")
    press_run(arena)
    opened = share(arena)
    opened.get_by_label("With the code of").check()
    expect(opened).to_contain_text("so send the replay file")
    expect(link(arena)).to_be_hidden()
    expect(opened.get_by_label("Replay file (JSON)")).to_be_checked()


def random_text(length: int) -> str:
    """Return a text of this many characters that does not compress well."""
    dice = Random(5)
    return "".join(dice.choice("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") for _ in range(length))


LOUD = [
    "def move(view):\n    print('\\x01' * 64000, end='')\n    return [-1, -1]",
    "from sandlot import draw\ndef move(view):\n    for k in range(500): draw.note('😀' * 200)\n    return [-1, -1]",
]
LOUD_PROGRAM = """
import json
while True:
    json.loads(input())
    kept = {"data": "\\x01" * 100_000, "globaldata": "я" * 100_000, "debug": "x" * 9000}
    print(json.dumps({"response": [-1, -1], **kept}))
    break
"""


def test_stored_match_with_much_output_opens_by_address(arena: Page, site: Site) -> None:
    """The address also works after a reload. A match with too much output to be stored would have no address."""
    addresses = []
    for code in (*LOUD, LOUD_PROGRAM):
        # A new document: another test may have left a dialog open.
        arena.goto("about:blank")
        arena.goto(f"{site.url}#game=tank&tab=code")
        run(arena, code)
        # The address names the previous match until the new one is stored.
        known = "|".join(re.findall(r"match=([\d-]+)", " ".join(addresses))) or "none"
        expect(arena).to_have_url(re.compile(rf"match=(?!{known})"))
        addresses.append(arena.url)
    for address in addresses:
        arena.goto("about:blank")
        for again in (False, True):
            if again:
                arena.reload()
            else:
                arena.goto(address)
            expect(arena.get_by_test_id("verdict")).not_to_be_empty()
            expect(arena).to_have_url(re.compile("match="))
            expect(arena.locator(".notice", has_text="does not keep")).to_have_count(0)


def test_leaving_while_the_match_of_the_address_loads(page: Page, site: Site) -> None:
    """Whoever goes elsewhere before Python has read the match stays there."""
    page.goto(f"{site.url}#game=tank&tab=code&seats=hunter,random&seed=1")
    state(page, "ready")
    play_out(page)
    expect(page).to_have_url(re.compile("match="))
    page.reload()
    page.locator(".views a", has_text="Replays").click()
    expect(page.locator("html")).to_have_attribute("data-view", "replays")
    state(page, "ready")
    # The match would have been shown by now.
    page.wait_for_timeout(1500)
    expect(page.locator("html")).to_have_attribute("data-view", "replays")
    page.locator(".library-open").click()
    titled(page, "A replay")


def test_address_with_the_game_of_another_match_opens_it(page: Page, site: Site) -> None:
    """The match is long, so that its beginning is shown, in its own game, while the rest is being read."""
    page.goto(f"{site.url}#game=tank&tab=code")
    state(page, "ready")
    players = (Player("first", "code"), Player("second", "code"))
    text = dumps(played(Setup(GAMES["generals"], players, 4, {"max_rounds": 300})))
    # As if bots had printed a lot: only long files are shown in parts.
    text = text.replace('"turns":[', '"turns":[' + " " * 2**18)
    drop(page, "long.json", text)
    titled(page, "A replay")
    expect(page).to_have_url(re.compile("match="))
    address = page.url.replace("game=generals", "game=snake")
    assert address != page.url
    page.goto("about:blank")
    page.goto(address)
    titled(page, "A replay")
    shown(page, "generals")
    expect(page.locator(".player .name").first).to_contain_text("first")
    expect(page.locator("#turn")).to_have_attribute("max", str(json.loads(text)["result"]["turns"]))


def test_address_of_unknown_match_gives_message(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#game=snake&tab=play&match=12-34-56&turn=7")
    expect(page.locator(".notice")).to_contain_text("this browser does not keep")
    expect(page).not_to_have_url(re.compile("match="))
    # A board with another match would be mistaken for it.
    expect(page.get_by_test_id("turn")).to_have_text("0/0")
    expect(page.locator(".player")).to_have_count(0)
    # Unknown options and invalid clock values in the address are reported and dropped.
    page.evaluate("location.hash = '#game=snake&tab=play&option.nothing=5&clock.move=x'")
    expect(page.locator(".notice", has_text="option.nothing")).to_contain_text("no value for it here")
    assert json.loads(page.evaluate("JSON.stringify(location.hash)")).count("clock.") == 0


def test_share_dialog_in_chinese_mentions_wechat_and_qq(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#game=tank&tab=code&lang=zh")
    page.locator("#run").click()
    state(page, "ready")
    page.locator("#export").click()
    expect(dialog(page)).to_contain_text("微信、QQ 可能会截断长链接")
