"""Modules that the page loads on demand: a failed load is reported, and "Try again" loads the module."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from conftest import ROOT, Problems, Site
from contest_rows import keep, records
from pages import LINKS, drop, paste, press, run, shown, state
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect
from sandlot.games import GAMES
from sandlot.links.puzzles import PuzzleLink, link_puzzle
from sandlot.puzzles.spec import recorded
from sandlot_build.rooms import scripts_of_the_page

STATIC = ROOT / "static"
#: Tab and file of each module that static/tabs.ts imports, and of the modules behind the lists of replays and contests.
OF_TABS = [
    *re.findall(r"import\('\./panels/(\w+)/([^']+)'\)", (STATIC / "tabs.ts").read_text(encoding="utf-8")),
    *(("replays", "list.tsx"), ("compete", "view.tsx")),
]


def imported() -> set[str]:
    """Return the modules that the page's scripts import dynamically, as paths in static/."""
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


def choose_bot(page: Page) -> None:
    go("game=tank&tab=code")(page)
    page.locator("#choose-bot").click()


def my_bots(page: Page) -> None:
    choose_bot(page)
    page.locator("#my-bots").get_by_role("button", name="All my bots").click()


def reference(page: Page) -> None:
    go("game=tank&tab=code")(page)
    page.locator("#show-reference").click()


def export(page: Page) -> None:
    go("game=tank&tab=play")(page)
    page.locator("#export").click()


def saving(kind: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        export(page)
        page.locator(f"#export-dialog input[value={kind}]").check()
        page.locator("#export-dialog").get_by_role("button", name="Save").click()

    return act


def rules(page: Page) -> None:
    page.locator("#show-rules").click()


def puzzles(page: Page) -> None:
    go("game=snake&tab=learn")(page)
    page.get_by_role("button", name="Puzzles", exact=True).click()


def rules_of(game: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        go(f"game={game}&tab=play")(page)
        expect(page).to_have_title(re.compile(game.title()))
        rules(page)

    return act


def compare(page: Page) -> None:
    bot = {"name": "a.py", "source": "x = 1\n"}
    kept = {"sandlot.code.tank": bot, "sandlot.theirs.tank": {**bot, "source": "y"}}
    page.evaluate(
        "(kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value)))",
        kept,
    )
    go("game=tank&tab=code")(page)
    page.reload()
    page.locator(".version").click()
    page.get_by_role("button", name="Compare v1").click()


def write(page: Page) -> None:
    go("game=tank&tab=code")(page)
    page.locator(".cm-content").click()
    page.keyboard.type("view.")


ALL_RULES = "#rules .rules-text h3"
SAVED = "html:not(:has(#export-dialog[open]))"
PARTS: dict[str, tuple[Callable[[Page], None], str | None]] = {
    **{f"panels/{tab}/{file}": (go(f"tab={tab}"), f".{tab} header") for tab, file in OF_TABS},
    "contest/index.ts": (go("tab=compete"), ".compete header"),
    "contest/climb.ts": (go("tab=compete"), ".compete header"),
    "panels/bots/list.tsx": (my_bots, "#bots-dialog .bots-list"),
    "panels/bots/chooser.tsx": (choose_bot, "#my-bots h2"),
    "panels/code/lazy.ts": (go("tab=learn"), ".learn header"),
    "panels/code/panel.tsx": (go("game=tank&tab=code"), ".code-head .file-name"),
    "panels/code/reference-view.tsx": (reference, ".reference-body h3, .reference-body h2"),
    "panels/code/codemirror.ts": (go("game=tank&tab=code"), ".cm-content"),
    "panels/code/compare.tsx": (compare, "#compare[open]"),
    "panels/code/diff-view.ts": (compare, "#compare .cm-content"),
    "panels/watch/chart-plot.ts": (lambda page: page.reload(), ".chart canvas"),
    "panels/watch/export-dialog.tsx": (export, "#export-dialog form"),
    "panels/watch/html-file.ts": (saving("html"), SAVED),
    "panels/watch/video.ts": (saving("gif"), SAVED),
    "panels/incoming/incoming.ts": (lambda page: drop(page, "x.txt", "no bot"), ".notice >> text=x.txt"),
    "panels/rules/text.tsx": (rules, ALL_RULES),
    "panels/puzzles/room.tsx": (puzzles, ".puzzles-rows li button"),
    # The reader shows nothing before Python has started.
    "engine/reader/reader.ts": (write, None),
    **{f"games/{game}/rules.ts": (rules_of(game), ALL_RULES) for game in GAMES},
}
"""For each module, how a user causes its load, and a selector of what it shows then (None: nothing)."""
BEFORE_THE_PAGE = {"base/share/link-head.ts"}
"""Loaded for a link while the rest of the page loads. Without it the page waits for Python."""
#: Modules that are needed only once Python has started.
AFTER_PYTHON = {
    *("base/share/qr.tsx", "panels/compete/png.ts", "panels/links/room.ts", "panels/code/linked.tsx"),
    *("panels/code/packages.tsx", "engine/packages/bring.ts", "panels/watch/chance.tsx"),
}
IN_EMBEDS = {"panels/embed/opened.ts", "panels/embed/puzzle.tsx"}
DONE_WITHOUT = {
    *("panels/play/endless.ts", "explained/rules.ts", "games/tank/field.ts", "games/snake/obstacles.ts"),
    "match/doubts.ts",
}
"""Modules that are optional: without them the page does not look for the line of an endless loop, does not explain
Python's messages, shows bricks and obstacles only with the match, and does not say before a contest that a bot cannot
play. Each is requested again the next time.
"""


class Refusing:
    """Abort all requests for the files of one module, until `end` is called."""

    def __init__(self, page: Page, part: str) -> None:
        folder, _, name = part.rpartition(".")[0].rpartition("/")
        stem = folder.rpartition("/")[2] if name == "index" else name
        self.page, self.pattern = page, re.compile(rf"/(?:embed-)?{re.escape(stem)}-[^/]*\.js$")
        self.asked: list[str] = []
        page.route(self.pattern, self.refuse)

    def refuse(self, route: Route) -> None:
        self.asked.append(route.request.url)
        route.abort()

    def end(self) -> None:
        assert self.asked
        self.page.unroute(self.pattern)


def said(page: Page) -> Locator:
    """Return the "Try again" button, and check that there is exactly one."""
    again = page.get_by_role("button", name="Try again")
    expect(again).to_have_count(1)
    expect(again).to_be_visible()
    return again


def test_table_lists_every_lazily_loaded_module() -> None:
    assert imported() == PARTS.keys() | BEFORE_THE_PAGE | AFTER_PYTHON | IN_EMBEDS | DONE_WITHOUT


@pytest.mark.parametrize("part", sorted(PARTS))
def test_failed_module_load_is_reported_and_retried(early: Page, site: Site, problems: Problems, part: str) -> None:
    want, there = PARTS[part]
    problems.expect("ERR_FAILED")
    early.goto(f"{site.url}#game=tank&tab=play")
    expect(early.locator("main")).not_to_have_attribute("inert", "")
    refusing = Refusing(early, part)
    want(early)
    again = said(early)
    assert there is None or not early.locator(there).first.is_visible()
    refusing.end()
    with early.expect_response(refusing.pattern):
        again.click()
    if there is not None:
        expect(early.locator(there).first).to_be_visible()
    expect(again).to_have_count(0)


def test_failed_loads_after_python_started_are_retried(
    new_context: Callable[..., BrowserContext], site: Site, problems: Problems
) -> None:
    problems.expect("ERR_FAILED")
    page = new_context(service_workers="block").new_page()

    def once(part: str, want: Callable[[], object]) -> None:
        refusing = Refusing(page, part)
        want()
        again = said(page)
        refusing.end()
        again.click()

    page.goto(f"{site.url}#game=tank&tab=code")
    state(page, "ready")
    assert "wins: my_bot" in run(page, "def move(view):\n    return [-1, -1]\n", against="gunner", seed=5)
    once("panels/watch/chance.tsx", page.get_by_role("button", name="Find the losing turn").click)
    expect(page.locator(".chance")).to_be_visible()
    page.locator(".chance button").last.click()
    press(page, "x")
    dialog = page.get_by_role("dialog", name="Save or share")
    dialog.get_by_label("With the code of").check()
    link = dialog.get_by_role("textbox", name="Link")
    expect(link).to_have_value(re.compile("#v2"))
    once("base/share/qr.tsx", dialog.get_by_role("button", name="QR code").click)
    expect(dialog.get_by_role("img", name="QR code of the link")).to_be_visible()
    address = link.input_value()
    page.keyboard.press("Escape")

    page.evaluate("address => { location.href = address; }", address)
    notice = page.locator(".notice", has_text="holds the code of")
    once("panels/code/linked.tsx", notice.get_by_role("button", name="Read it").click)
    expect(page.locator(".linked")).to_be_visible()
    page.keyboard.press("Escape")
    once("panels/links/room.ts", lambda: go("b1.AbC")(page))
    expect(page.locator(".notice", has_text="link")).to_be_visible()
    page.get_by_role("button", name="Close").first.click()

    # A failed load before a match is reported as a notice, and Run tries again.
    go("game=tank&tab=code")(page)
    paste(page, '# /// script\n# dependencies = ["north"]\n# ///\ndef move(view):\n    return [-1, -1]\n')
    press_run = page.get_by_role("button", name="Run", exact=True).click
    # Both modules are imported together, so both fail.
    refusing = [Refusing(page, part) for part in ("engine/packages/bring.ts", "panels/code/packages.tsx")]
    press_run()
    failed = page.locator(".notice", has_text="could not be loaded")
    expect(failed).to_be_visible()
    for each in refusing:
        each.end()
    failed.get_by_role("button", name="Close").click()
    press_run()
    expect(page.get_by_role("dialog", name=re.compile("needs? packages"))).to_be_visible()
    page.keyboard.press("Escape")

    (id,) = keep(page, site, records("round-robin", ["one", "two", "three"]))
    go(f"game=snake&tab=compete&contest={id}")(page)
    expect(page.locator("table.standings tbody tr")).to_have_count(3)
    page.get_by_role("button", name="Export").click()
    with page.expect_download():
        once("panels/compete/png.ts", page.get_by_role("button", name="Standings as a picture").click)


@pytest.mark.parametrize("module", sorted(IN_EMBEDS))
def test_embed_reports_failed_load_and_retries_on_click(
    new_context: Callable[..., BrowserContext], site: Site, problems: Problems, module: str
) -> None:
    problems.expect("ERR_FAILED")
    page = new_context(service_workers="block").new_page()
    refusing = Refusing(page, module)
    puzzle = link_puzzle(PuzzleLink(GAMES["tank"], recorded("tank").puzzles[0]))
    page.goto(f"{site.url}embed.html{puzzle if 'puzzle' in module else LINKS['tank']}")
    page.locator(".poster").click()
    expect(page.locator(".note")).to_contain_text("could not be loaded")
    refusing.end()
    page.locator(".poster").click()
    expect(page.locator(".note")).to_be_hidden()
    expect(page.locator("html")).to_have_attribute("data-embed", "open")


def test_link_opens_without_the_module_that_reads_its_head(
    new_context: Callable[..., BrowserContext], site: Site, problems: Problems
) -> None:
    problems.expect("ERR_FAILED")
    page = new_context(service_workers="block").new_page()
    refusing = Refusing(page, "base/share/link-head.ts")
    page.goto(site.url + LINKS["snake"])
    shown(page, "snake")
    expect(page.locator(".players")).to_contain_text("surveyor")
    refusing.end()


def test_button_loads_its_module_on_retry(early: Page, site: Site, problems: Problems) -> None:
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
    # The bracket is a view, too.
    assert asked.count(asked[0]) == 2
