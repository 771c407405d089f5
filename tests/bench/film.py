"""`python3 build.py bench --film FOLDER`: a newcomer’s way through Compete, as screenshots in the order of the clicks.

A bot of 400 lines is pasted and plays a hundred games. Its answer leads to a lost game, at the decisive turn; a line is
changed, and the lost seeds show the difference. A person has to look at the pictures: this script only makes the
clicks, on a desktop and on a phone, and fails if one is impossible.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from conftest import TEST_ARGUMENTS, Problems, Site
from pages import DRAWN, long_program, paste, state
from playwright.sync_api import Page, expect, sync_playwright
from sandlot import bots
from sandlot_build import basis, needs

GAME, RIVAL = "tank", "hunter"
RIGHT, WRONG = "elif direction in moves:", "else:  # 就往这个方向走"
"""The bot equals its opponent except for this line, which makes it drive into walls."""
PATIENCE = 15 * 60_000
"""Milliseconds within which a hundred games end, even on a busy machine."""
SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "color_scheme": "dark",
        "has_touch": True,
        "is_mobile": True,
    },
}


class Film:
    """Takes numbered pictures of a page."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page, self.folder, self.count = page, folder, 0

    def take(self, name: str) -> None:
        self.count += 1
        self.page.evaluate(DRAWN)
        self.page.screenshot(path=self.folder / f"{self.count:02}-{name}.png")


def tab(page: Page, name: str) -> None:
    """Show this part of the page, if it is a phone."""
    choice = page.locator(f"#tab-{name}")
    if choice.is_visible():
        choice.click()


def program() -> str:
    """Return the newcomer's bot."""
    source = bots.source(GAME, RIVAL)
    assert source.count(RIGHT) == 1
    return long_program(end=source.replace(RIGHT, WRONG).strip())


def walk(page: Page, film: Film, url: str) -> None:
    page.goto(url)
    film.take("front")
    page.get_by_role("link", name=re.compile("^Tank")).first.click()
    page.get_by_role("link", name="Code", exact=True).click()
    state(page, "ready")
    tab(page, "code")
    film.take("code")
    paste(page, program())
    film.take("pasted")
    page.get_by_role("button", name="Against whom").click()
    film.take("against-whom")
    choices = page.get_by_role("group", name="Against whom")
    choices.get_by_role("button", name=f"Play 100 against {RIVAL}").click()
    begun = page.locator(".quick-state")
    expect(begun).to_contain_text(re.compile(r"[1-9]\d? of 100"))
    film.take("under-way")
    page.get_by_role("link", name="Answer").click()
    expect(page.locator(".compete-grid [data-outcome]").first).to_be_visible()
    film.take("answer-so-far")
    meta = page.locator(".compete-meta")
    expect(meta).to_contain_text("finished", timeout=PATIENCE)
    expect(page.locator(".compete-grid [data-outcome]")).to_have_count(100)
    film.take("answer")
    page.locator(".compete-charts").scroll_into_view_if_needed()
    film.take("charts")
    page.get_by_role("button", name=re.compile("^With a fault ")).click()
    page.locator(".compete-grid").scroll_into_view_if_needed()
    film.take("lost-games")
    change(page, film)
    page.get_by_role("button", name="Play them again").click()
    expect(meta).to_contain_text("under way")
    film.take("again")
    expect(meta).to_contain_text("finished", timeout=PATIENCE)
    expect(page.get_by_text(re.compile("points before; now it has"))).to_be_visible()
    expect(page.locator(".compete-reading")).to_be_hidden()
    film.take("difference")
    page.get_by_role("link", name="All contests").click()
    word = page.locator(".compete-word").first
    word.scroll_into_view_if_needed()
    expect(word).not_to_be_empty()
    film.take("list")


def change(page: Page, film: Film) -> None:
    """Open a lost game, find out why, change the line, and go back to the answer."""
    page.locator(".compete-grid [data-outcome=loss][data-fault]").first.click()
    expect(page.get_by_test_id("verdict")).not_to_be_empty()
    film.take("lost-game")
    tab(page, "match")
    page.get_by_role("button", name="Ask again").click()
    film.take("ask-again")
    # The executed line below the wrong one.
    ran = page.get_by_test_id("again").get_by_role("row").filter(has_text="options.append((1 +")
    expect(ran).to_be_visible()
    film.take("why")
    ran.get_by_role("button").click()
    tab(page, "code")
    line = page.locator(".cm-line").filter(has_text=WRONG)
    expect(page.get_by_test_id("editor").locator(".cm-activeLine")).to_be_visible()
    film.take("asked")
    line.scroll_into_view_if_needed()
    line.click()
    page.keyboard.press("End")
    for _ in WRONG:
        page.keyboard.press("Backspace")
    page.keyboard.type(RIGHT)
    film.take("changed")
    page.go_back()
    expect(page.locator(".compete-answer")).to_be_visible()
    film.take("back")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench --film")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--only", choices=SIZES, help="on this device")
    given = parser.parse_args(arguments)
    site = Site(basis.DIST)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needs.browser_on_this_machine(), args=TEST_ARGUMENTS)
        for name in [given.only] if given.only else SIZES:
            folder = given.folder / name
            folder.mkdir(parents=True, exist_ok=True)
            problems = Problems()
            with browser.new_context(**SIZES[name], reduced_motion="reduce", locale="en") as context:
                problems.watch(context)
                page = context.new_page()
                film = Film(page, folder)
                try:
                    walk(page, film, site.url)
                except Exception:
                    film.take("failed")
                    raise
            print(f"{film.count} pictures in {folder}", *problems.unexpected(), sep="\n")
        browser.close()
    site.close()
    return 0


if __name__ == "__main__":
    sys.exit(main([each for each in sys.argv[1:] if each != "--film"]))
