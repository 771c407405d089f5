"""Every dialog and menu by keyboard alone, and by axe-core: the focus moves in, stays in, and returns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from conftest import ROOT, Site
from contest_rows import keep, records
from package_index import Index
from pages import AXE, findings, paste, play_out, press, run, state, take_seats
from playwright.sync_api import Locator, Page, expect
from sandlot.files.bot import Bot
from sandlot.games import GAMES
from sandlot.links.bots import BotLink, link_bot

STAYS = "def move(view):\n    return [-1, -1]\n"
OPEN = "dialog[open], :popover-open"
#: Whether the focus is in the dialog. Nothing has it when Tab moves on to the browser's own controls.
INSIDE = """(selector) => {
  const [focused, open] = [document.activeElement, [...document.querySelectorAll(selector)].at(-1)];
  return Boolean(open?.contains(focused));
}"""
#: Where Tab has moved the focus: "outside", "on", or "first" if it is where the first Tab moved it. At the start the
#: dialog itself may have the focus, to which Tab does not return.
PLACE = """(selector) => {
  const [focused, open] = [document.activeElement, [...document.querySelectorAll(selector)].at(-1)];
  if (focused !== document.body && !open?.contains(focused)) return 'outside';
  if (focused === window.first) return 'first';
  if (focused !== document.body) window.first ??= focused;
  return 'on';
}"""
#: More than the number of controls in any dialog.
TABS = 45


@dataclass(frozen=True)
class Case:
    """How a dialog is opened by keyboard, and the control that opens it; None if its address opens it."""

    opener: Locator | None
    key: str = "Enter"
    #: A notice disappears when one of its buttons is pressed, and that button with it.
    stays: bool = True


def at(page: Page, hash: str) -> None:
    page.evaluate("(hash) => { location.hash = hash; }", f"#{hash}")
    expect(page.locator("html")).to_have_attribute("data-view", re.search(r"tab=(\w+)", hash)[1])  # type: ignore[index]


def in_code(page: Page) -> Locator:
    at(page, "game=tank&tab=code&seats=hunter,random&seed=1")
    return page.locator("#run")


def keys(page: Page, site: Site) -> Case:
    return Case(in_code(page), "?")


def rules(page: Page, site: Site) -> Case:
    return Case(in_code(page), "i")


def saving(page: Page, site: Site) -> Case:
    in_code(page)
    play_out(page)
    return Case(page.locator("#export"))


def forking(page: Page, site: Site) -> Case:
    in_code(page)
    play_out(page)
    press(page, "Home")
    return Case(page.get_by_role("button", name="Fork here"))


def all_bots(page: Page, site: Site) -> Case:
    in_code(page)
    page.get_by_role("button", name="Choose a bot").press("Enter")
    # The menu closes when the dialog opens, so the focus returns to the button of the menu.
    page.locator("#my-bots").get_by_role("button", name="All my bots").press("Enter")
    return Case(page.get_by_role("button", name="Choose a bot"), "")


def comparing(page: Page, site: Site) -> Case:
    in_code(page)
    run(page, STAYS)
    page.locator(".version").press("Enter")
    page.get_by_role("button", name=re.compile("^Compare v1")).press("Enter")
    return Case(page.locator(".version"), "")


def packages(page: Page, site: Site) -> Case:
    in_code(page)
    paste(page, '# /// script\n# dependencies = ["north"]\n# ///\n' + STAYS)
    take_seats(page, "code", "random")
    return Case(page.locator("#run"))


def code_of_link(page: Page, site: Site) -> Case:
    in_code(page)
    run(page, STAYS)
    page.locator("#export").press("Enter")
    page.get_by_label("With the code of").check()
    field = page.locator("#export-dialog").get_by_label("Link", exact=True)
    expect(field).to_have_value(re.compile("#v2"))
    address = field.input_value()
    # Load the page again, as another user would, without a match of one's own.
    page.goto("about:blank")
    page.goto(address)
    page.evaluate(AXE)
    return Case(
        page.locator(".notice", has_text="holds the code of").get_by_role("button", name="Read it"), stays=False
    )


def bot_of_link(page: Page, site: Site) -> Case:
    page.goto(site.url + link_bot(BotLink(GAMES["snake"], Bot("x", "code", STAYS, "x.py"))))
    return Case(None)


def share_bot(page: Page, site: Site) -> Case:
    in_code(page)
    return Case(page.get_by_role("button", name="Share this bot"))


def share_puzzle(page: Page, site: Site) -> Case:
    at(page, "game=snake&tab=learn")
    page.get_by_role("button", name="Puzzles", exact=True).press("Enter")
    page.locator(".puzzles-rows li button").first.press("Enter")
    expect(page.locator(".puzzle-bar")).to_have_attribute("data-phase", "asked", timeout=60_000)
    return Case(page.get_by_role("button", name="Share as a link"))


def contest(page: Page, site: Site) -> None:
    [number] = keep(page, site, records("series", ["one", "two"], blocks=2))
    at(page, f"game=snake&tab=compete&contest={number}")
    page.evaluate(AXE)


def share_plan(page: Page, site: Site) -> Case:
    contest(page, site)
    opener = page.get_by_role("button", name="Export")
    expect(page.get_by_role("heading", name="Every game, by map and seat")).to_be_visible()
    opener.press("Enter")
    expect(page.locator("#compete-exports")).to_be_visible()
    page.locator("#compete-exports").get_by_role("button", name="Plan as a link, without results").press("Enter")
    return Case(opener, "")


def exports(page: Page, site: Site) -> Case:
    contest(page, site)
    return Case(page.get_by_role("button", name="Export"))


def languages(page: Page, site: Site) -> Case:
    in_code(page)
    return Case(page.locator("#language"))


def my_bots(page: Page, site: Site) -> Case:
    in_code(page)
    return Case(page.get_by_role("button", name="Choose a bot"))


def versions(page: Page, site: Site) -> Case:
    in_code(page)
    run(page, STAYS)
    return Case(page.locator(".version"))


def settings(page: Page, site: Site) -> Case:
    in_code(page)
    return Case(page.locator("#settings-button"))


def rivals(page: Page, site: Site) -> Case:
    in_code(page)
    return Case(page.locator("#choose-rival"))


#: All dialogs by the file that makes them. Dialogs of one file that differ only in their text count once.
CASES: dict[str, Callable[[Page, Site], Case]] = {
    "index.html#languages": languages,
    "index.html#my-bots": my_bots,
    "static/panels/bots/list.tsx": all_bots,
    "static/panels/code/compare.tsx": comparing,
    "static/panels/code/linked.tsx": code_of_link,
    "static/panels/code/packages.tsx": packages,
    "static/panels/code/versions.tsx": versions,
    "static/panels/compete/exporting.tsx": exports,
    "static/panels/compete/quick.tsx": rivals,
    "static/panels/links/opened.tsx": bot_of_link,
    "static/panels/links/share-bot.tsx": share_bot,
    "static/panels/links/share-link.tsx": share_puzzle,
    "static/panels/links/share-plan.tsx": share_plan,
    "static/panels/play/fork.tsx": forking,
    "static/panels/play/settings.tsx": settings,
    "static/panels/rules/index.tsx": rules,
    "static/panels/watch/export-dialog.tsx": saving,
    "static/shell/help.tsx": keys,
}
#: Dialogs that need a new page, because they load it again, or need their own database or settings. The others share a
#: page.
ALONE = {
    "static/panels/code/linked.tsx",
    "static/panels/code/packages.tsx",
    "static/panels/compete/exporting.tsx",
    "static/panels/links/opened.tsx",
    "static/panels/links/share-plan.tsx",
}
#: Dialogs that need a league or a plan. They are opened in test_league_page.py and test_links_page.py.
ELSEWHERE = {
    "static/panels/league/enter.tsx",
    "static/panels/league/look.tsx",
    "static/panels/links/plan.tsx",
}


def made() -> set[str]:
    """Return the places where the sources make dialogs and menus."""
    found = set()
    for path in (*(ROOT / "static").rglob("*.tsx"), *(ROOT / "static").rglob("*.ts")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(("static/base/ui/", "static/panels/links/dialog.tsx")):
            text = path.read_text(encoding="utf-8")
            if re.search(r'<Dialog\b|<dialog\b|\bpopover="|= createDialog\(|\.popover = ', text):
                found.add(name)
    page = (ROOT / "index.html").read_text(encoding="utf-8")
    return found | {f"index.html#{id}" for id in re.findall(r'id="([\w-]+)" popover[ >]', page)}


def test_table_lists_every_dialog() -> None:
    assert made() == {*CASES, *ELSEWHERE}


def by_keyboard(page: Page, case: Case) -> None:
    """Open a dialog, move through it by Tab, check it with axe-core, and close it."""
    if case.opener is not None and case.key:
        case.opener.focus()
        page.keyboard.press(case.key)
    dialog = page.locator(OPEN)
    expect(dialog).to_have_count(1)
    is_modal = dialog.evaluate("(each) => each.localName === 'dialog'")
    name = dialog.evaluate("(each) => each.getAttribute('aria-label') ?? ''")
    assert name, "it has no name"
    if not is_modal:
        # The controls of a menu follow its button in the order of Tab, once they are drawn.
        expect(dialog.locator("button, a[href], input").first).to_be_visible()
        page.keyboard.press("Tab")
    page.wait_for_function(INSIDE, arg=OPEN)
    if is_modal:
        page.evaluate("() => { window.first = null; }")
        for _ in range(TABS):
            page.keyboard.press("Tab")
            place = page.evaluate(PLACE, OPEN)
            assert place != "outside", "Tab leaves it"
            if place == "first":
                break
        assert place == "first", "Tab does not come round"
    assert findings(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(OPEN)).to_have_count(0)
    if case.opener is not None and case.stays:
        expect(case.opener).to_be_focused()


@pytest.fixture
def index() -> Iterator[Index]:
    index = Index()
    index.wheel("north", "1.2", {"north/__init__.py": "NORTH = 1\n"})
    yield index
    index.close()


@pytest.mark.parametrize("where", [each for each in CASES if each not in ALONE])
def test_dialog_is_used_by_keyboard(arena: Page, site: Site, where: str) -> None:
    arena.evaluate(AXE)
    by_keyboard(arena, CASES[where](arena, site))


@pytest.mark.parametrize("where", sorted(ALONE))
def test_dialog_of_a_new_page_is_used_by_keyboard(page: Page, site: Site, index: Index, where: str) -> None:
    page.goto(site.code)
    page.evaluate("(index) => localStorage.setItem('sandlot.packages', JSON.stringify({ index, sets: [] }))", index.url)
    state(page, "ready")
    page.evaluate(AXE)
    by_keyboard(page, CASES[where](page, site))


@pytest.mark.parametrize("make", [saving, share_bot, keys, all_bots])
def test_dialog_closes_when_the_address_changes(page: Page, site: Site, make: Callable[[Page, Site], Case]) -> None:
    page.goto(site.code)
    state(page, "ready")
    case = make(page, site)
    if case.opener is not None and case.key:
        case.opener.focus()
        page.keyboard.press(case.key)
    expect(page.locator(OPEN)).to_have_count(1)
    at(page, "tab=replays")
    expect(page.locator(OPEN)).to_have_count(0)
