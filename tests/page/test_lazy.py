"""Parts of the page that come when they are wanted: one that does not come is said, and comes at the next try."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from conftest import ROOT, Problems, Site
from pages import drop
from playwright.sync_api import Locator, Page, Route, expect
from sandlot.games import GAMES
from sandlot_build.rooms import scripts_of_the_page

STATIC = ROOT / "static"
FACES = {f"games/{name}/rules.js" for name in GAMES}


def imported() -> set[str]:
    """The modules that the page loads on demand."""
    found = set()
    for path in scripts_of_the_page():
        text = re.sub(r"/\*.*?\*/|^\s*//[^\n]*$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        for to in re.findall(r"\bimport\(\s*'(\.[^']*)'\s*\)", text):
            found.add((path.parent / to).resolve().relative_to(STATIC).as_posix())
    return found


def go(address: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        page.evaluate("address => { location.hash = address; }", address)

    return act


def my_bots(page: Page) -> None:
    go("game=tank&tab=code")(page)
    page.locator("#choose-bot").click()
    page.locator("#my-bots").get_by_role("button", name="All my bots").click()


def reference(page: Page) -> None:
    go("game=tank&tab=code")(page)
    page.locator("#show-reference").click()


def export(page: Page) -> None:
    go("game=tank&tab=play")(page)
    page.locator("#export").click()


def rules(page: Page) -> None:
    page.locator("#show-rules").click()


PARTS: dict[str, tuple[Callable[[Page], None], str]] = {
    "panels/replays/list.tsx": (go("tab=replays"), ".replays header"),
    "panels/compete/view.js": (go("tab=compete"), ".compete header"),
    "contest/index.js": (go("tab=compete"), ".compete header"),
    "contest/climb.js": (go("tab=compete"), ".compete header"),
    "panels/bots/panel.js": (my_bots, "#bots-dialog .bots-list"),
    "panels/code/reference-view.js": (reference, ".reference-body h3, .reference-body h2"),
    "panels/code/codemirror.js": (go("game=tank&tab=code"), ".cm-content"),
    "panels/watch/export-dialog.js": (export, "#export-dialog form"),
    "panels/incoming/incoming.js": (lambda page: drop(page, "x.txt", "no bot"), ".notice >> text=x.txt"),
    "panels/learn/text.js": (rules, "#rules .rules-text h3"),
    **{path: (rules, "#rules .rules-text h3") for path in FACES if "tank" in path},
}
"""How each is wanted, and what is there when it has come."""
ELSEWHERE = {
    # What they do is said by their own dialogs, which stay, and is begun again by the same button.
    *("panels/watch/video.js", "panels/watch/html-file.js", "base/share/qr.js", "panels/compete/png.js"),
    # These come after Python, by the same loader.
    *("panels/links/room.js", "panels/code/linked.js", "panels/code/compare.js", "panels/code/diff-view.js"),
    *("panels/code/packages.js", "engine/packages/bring.js", "panels/embed/opened.js"),
    # Without it the editor offers the words of the text; see test_reading.py.
    "engine/reader/reader.js",
    *(path for path in FACES if "tank" not in path),
}


def test_every_part_that_comes_on_demand_is_tried() -> None:
    assert imported() == PARTS.keys() | ELSEWHERE


@pytest.mark.parametrize("part", sorted(PARTS))
def test_a_part_that_did_not_come_is_said_and_comes_at_the_next_try(
    early: Page, site: Site, problems: Problems, part: str
) -> None:
    want, there = PARTS[part]
    problems.expect("ERR_FAILED")
    folder, _, name = part.rpartition(".")[0].rpartition("/")
    stem = folder.rpartition("/")[2] if name == "index" else name
    refused: list[str] = []

    def once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    early.goto(f"{site.url}#game=tank&tab=play" if part.startswith("games/") else site.url)
    expect(early.locator("main")).not_to_have_attribute("inert", "")
    early.route(re.compile(rf"/{re.escape(stem)}-[^/]*\.js$"), once)
    want(early)
    again: Locator = early.get_by_role("button", name="Try again")
    expect(again).to_have_count(1)
    expect(again).to_be_visible()
    assert refused and early.locator(there).count() == 0
    again.click()
    expect(early.locator(there).first).to_be_visible()
    expect(again).to_have_count(0)


def test_a_button_whose_part_did_not_come_brings_it_at_the_next_try(
    early: Page, site: Site, problems: Problems
) -> None:
    problems.expect("ERR_FAILED")
    asked: list[str] = []

    def once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    early.goto(f"{site.url}#game=tank&tab=code")
    expect(early.locator("main")).not_to_have_attribute("inert", "")
    early.route(re.compile(r"/view-[^/]*\.js$"), once)
    early.locator(".quick button").first.click()
    early.get_by_role("button", name="Try again").click()
    expect(early.get_by_role("button", name="Try again")).to_have_count(0)
    have = (
        "() => performance.getEntriesByType('resource').filter(({ name }) => /view-[^/]*\\.js$/.test(name)).length > 1"
    )
    early.wait_for_function(have)
    assert len(asked) == 2
