"""What others say is text: no bot, replay, link or file name becomes markup. See TEXTS in attacks.py."""

from __future__ import annotations

import json
import re
import urllib.parse
from pathlib import Path

import pytest
from attacks import MARKUP, TEXTS, Text
from conftest import Site
from pages import drop, open_file, press, replay_of, run, state
from playwright.sync_api import Page, expect
from strangers import STAYS

SAYS = f"""
import sys
from sandlot import draw
M = {MARKUP!r}
def start(setup):
    print(M)
    print(M, file=sys.stderr)
def move(view):
    print(M)
    draw.note(M)
    draw.cell(0, 0, label=M)
    {{said}}
"""
CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069\x00-\x08\x1b]")


def by(who: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("text", [text for text in TEXTS if text.who == who], ids=lambda text: text.name)


def assert_is_text(page: Page) -> None:
    assert page.evaluate("document.querySelectorAll('.evil, [onerror]').length") == 0
    assert "1" not in page.title()
    assert not CONTROLS.search(page.get_by_test_id("verdict").inner_text())


@by("bot")
def test_what_a_bot_says_is_text(arena: Page, text: Text) -> None:
    run(arena, SAYS.replace("{said}", text.said))
    for key in ("Home", "ArrowRight", "End"):
        press(arena, key)
        assert_is_text(arena)


@by("link")
def test_what_a_link_says_is_text(early: Page, site: Site, text: Text) -> None:
    early.goto(site.url + text.said.replace("{}", urllib.parse.quote(MARKUP)))
    expect(early.locator(".notice").first).to_contain_text("<img src=x class=evil")
    assert_is_text(early)


@by("name")
def test_what_somebody_calls_a_bot_is_text(arena: Page, tmp_path: Path, text: Text) -> None:
    field = arena.get_by_label("File name of your bot")
    field.fill(text.said)
    field.blur()
    assert_named(arena, tmp_path, "_img src=x class=evil onerror=_document.title=1")


@by("file")
def test_what_a_file_is_called_is_text(arena: Page, tmp_path: Path, text: Text) -> None:
    drop(arena, text.said, STAYS)
    expect(arena.locator(".notice").first).to_contain_text("img src=x class=evil")
    assert_named(arena, tmp_path, "_img src=x class=evil onerror=1_")


def assert_named(page: Page, folder: Path, name: str) -> None:
    """Of a bot: everywhere as text, and as the name of no file that a system would not take."""
    assert name in run(page, STAYS)
    assert_is_text(page)
    assert name in json.loads(replay_of(page, folder))["players"][0]["name"]
    for button in ("Download this file", "Save replay"):
        with page.expect_download() as download:
            page.get_by_role("button", name=button).click()
        saved = download.value.suggested_filename
        assert name.split()[0] in saved
        assert not re.search(r'[\\\\/:*?"<>|]', saved) and not CONTROLS.search(saved)


def test_what_a_replay_and_its_file_say_is_text(arena: Page, tmp_path: Path) -> None:
    run(arena, "def move(view): return [9, 9]", "random")
    replay = json.loads(replay_of(arena, tmp_path))
    for player in replay["players"]:
        player["name"] = MARKUP
    for turn in replay["turns"]:
        for answer in turn:
            answer["output"] = [["out", MARKUP], ["err", MARKUP]]
    path = tmp_path / "<img src=x class=evil>.json"
    path.write_text(json.dumps(replay), encoding="utf-8")
    open_file(arena, path)
    expect(arena.get_by_test_id("verdict")).to_contain_text("<img")
    for key in ("Home", "End"):
        press(arena, key)
        assert_is_text(arena)
    broken = tmp_path / "<img src=x class=evil onerror=1>.json"
    broken.write_text(MARKUP, encoding="utf-8")
    open_file(arena, broken)
    expect(arena.locator("body")).to_contain_text(f"{broken.name} is neither a Python file nor a replay")
    assert_is_text(arena)
    state(arena, "ready")
